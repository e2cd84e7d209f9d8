"""Rulings of the COQ race: one or more for each rule id, in the order of the rules file.

The default board is 32 squares with gains 1, 2, 3, 5 repeating; the COQ is 33.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.core import document
from referee.core.chance import outcomes
from referee.core.play import judge
from referee.games.coq import GAME
from referee.games.coq.documents import CoqMeet, CoqPick, CoqThrow, CoqThrown
from tests.table import Table, Wire, move, setup_refusal, wire

CIRCLE, COQ = [0, False], [33, False]
FOUR = ["red", "yellow", "blue", "green"]


def on(square: int) -> list[Any]:
    return [square, False]


def dry(square: int) -> list[Any]:
    return [square, True]


def at_table(seats: list[str] | None = None, options: Wire | None = None, **position: Any) -> Table:
    """Red is on turn, against Blue unless other seats are named."""
    setup = {"seats": seats or ["red", "blue"], "options": options or {}, "position": {"turn": "red", **position}}
    return Table("coq", setup)


def roll(value: int) -> Wire:
    return move("chance", "roll", value=value)


def order_roll(player: str, value: int) -> Wire:
    return move("chance", "order_roll", player=player, value=value)


def go(pawn: int = 0, actor: str = "red") -> Wire:
    return move(actor, "move", pawn=pawn)


def knock(owner: str, pawn: int = 0, actor: str = "red") -> Wire:
    return move(actor, "knock", victim=[owner, pawn])


def toll(owner: str, pawn: int = 0, actor: str = "red") -> Wire:
    return move(actor, "toll", victim=[owner, pawn])


DECLINE = move("red", "decline")


def pawns(table: Table, seat: str) -> Any:
    return table.position["pawns"][seat]


def malformed(document_type: Any, given: Wire) -> str | None:
    """Return the pointer to what the schema refuses, or None when it accepts the document."""
    try:
        document.read(document_type, given)
    except document.BadDocument as bad:
        return bad.pointer
    return None


# -- components -------------------------------------------------------------------------------------------------------


def test_each_of_the_four_colours_has_two_pawns():  # CQ-COMP-1
    assert GAME.colours == ("red", "yellow", "blue", "green")
    table = Table("coq", {"seats": FOUR})
    assert {seat: len(pair) for seat, pair in table.position["pawns"].items()} == dict.fromkeys(FOUR, 2)
    three = {"seats": ["red", "blue"], "position": {"pawns": {"red": [on(3), on(4), on(5)]}}}
    assert setup_refusal("coq", three) == [("CQ-COMP-1", "/position/pawns/red")]
    one = {"seats": ["red", "blue"], "position": {"pawns": {"blue": [on(3)]}}}
    assert setup_refusal("coq", one) == [("CQ-COMP-1", "/position/pawns/blue")]


def test_a_row_of_pawns_that_is_missing_is_a_fault():  # CQ-COMP-1
    table = at_table()
    table.state = replace(table.state, pawns=table.state.pawns[:1])
    assert ("CQ-COMP-1", "/pawns") in table.faults


def test_points_are_never_below_zero():  # CQ-COMP-2
    debt = {"seats": ["red", "blue"], "position": {"points": {"red": 0, "blue": -1}}}
    assert setup_refusal("coq", debt) == [("CQ-COMP-2", "/position/points/blue")]
    table = at_table(points={"red": 3})
    spent = replace(table.state.ledgers[0], tolls_out=4)
    table.state = replace(table.state, ledgers=(spent, table.state.ledgers[1]))
    assert table.faults == [("CQ-COMP-2", "/ledgers/0")]


def test_the_bank_never_runs_out():  # CQ-COMP-2
    table = at_table(pawns={"red": [on(1), CIRCLE]}, points={"red": 10**9})
    assert table.play(roll(3), go()).totals["red"] == 10**9 + 5


def test_the_board_is_an_input_and_the_toll_is_the_number_of_the_square():  # CQ-BOARD-1
    board = {"squares": [0, 0, 0, 7, 0, 0, 0, 0]}
    table = at_table(options=board, pawns={"red": [on(1), CIRCLE], "blue": [on(4), CIRCLE]}, points={"blue": 4})
    table.play(roll(3), go())
    assert table.totals == {"red": 7, "blue": 4}
    table.play(toll("blue"))
    assert table.totals == {"red": 11, "blue": 0}


@pytest.mark.parametrize("square", [-1, 34, 10**6])
def test_a_pawn_stands_in_its_circle_on_a_square_or_on_the_coq(square: int):  # CQ-BOARD-1
    lost = {"seats": ["red", "blue"], "position": {"pawns": {"red": [on(3), on(square)]}}}
    assert setup_refusal("coq", lost) == [("CQ-BOARD-1", "/position/pawns/red/1/0")]
    table = at_table()
    table.state = replace(table.state, pawns=(((3, False), (square, False)), ((0, False), (0, False))))
    assert table.faults == [("CQ-BOARD-1", "/pawns/0/1/0")]


@pytest.mark.parametrize(
    "squares", [[1] * 5, [1] * 201, [1, 2, 3, 4, 5, 101], [1, 2, 3, 4, 5, -1], [1, 2, 3, 4, 5, 0.5]]
)
def test_no_other_board_is_accepted(squares: list[Any]):  # CQ-BOARD-2
    pointer = malformed(GAME.Setup, {"seats": ["red", "blue"], "options": {"squares": squares}})
    assert pointer is not None
    assert pointer.startswith("/options/squares")


@pytest.mark.parametrize("squares", [[0] * 6, [100] * 200])
def test_six_to_two_hundred_squares_with_gains_up_to_a_hundred(squares: list[int]):  # CQ-BOARD-2
    table = Table("coq", {"seats": ["red", "blue"], "starter": "red", "options": {"squares": squares}})
    assert table.play(roll(1), go()).totals["red"] == squares[0]


def test_on_six_squares_a_bounce_ends_on_square_2_or_higher():  # CQ-BOARD-2
    table = at_table(options={"squares": [1] * 6}, pawns={"red": [on(6), CIRCLE]})
    assert pawns(table.play(roll(6), go()), "red")[0] == dry(2)


def test_the_default_board_is_assumed_and_says_so():  # CQ-BOARD-3
    table = Table("coq", {"seats": ["red", "blue"]})
    assert list(table.state.squares) == [1, 2, 3, 5] * 8
    assert table.state.board == "default"
    assert GAME.warnings(None, table.state) == ("CQ-BOARD-3",)
    assert "assumed board" in GAME.words.sentence(GAME.describe(table.state).sentences[0], "en")
    given = Table("coq", {"seats": ["red", "blue"], "options": {"squares": [1, 2, 3, 5] * 8}})
    assert given.state.board == "given"
    assert GAME.warnings(None, given.state) == ()
    assert GAME.warnings(table.state, table.play(order_roll("red", 1)).state) == ()


def test_a_board_that_calls_itself_default_must_be_it():  # CQ-BOARD-3
    table = at_table()
    table.state = replace(table.state, squares=(9, *table.state.squares[1:]))
    assert table.faults == [("CQ-BOARD-3", "/squares")]


# -- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [[], ["red"], ["red", "red"], [*FOUR, "red"], ["blue", "red", "blue"]])
def test_two_to_four_players_with_different_colours(seats: list[str]):  # CQ-SETUP-1
    assert setup_refusal("coq", {"seats": seats}) == [("CQ-SETUP-1", "/seats")]


@pytest.mark.parametrize("seats", [["green", "red"], ["blue", "red", "yellow"], FOUR])
def test_two_three_or_four_may_play(seats: list[str]):  # CQ-SETUP-1
    assert setup_refusal("coq", {"seats": seats}) == []


def test_everybody_begins_in_the_circle_without_points():  # CQ-SETUP-2
    table = Table("coq", {"seats": ["red", "blue", "green"]})
    assert table.position == {
        "pawns": {"red": [CIRCLE, CIRCLE], "blue": [CIRCLE, CIRCLE], "green": [CIRCLE, CIRCLE]},
        "points": {"red": 0, "blue": 0, "green": 0},
    }


def test_colours_that_do_not_play_stay_in_the_box():  # CQ-SETUP-3
    position = {"turn": "red", "pawns": {"green": [on(3), on(4)]}, "points": {"yellow": 3}}
    assert setup_refusal("coq", {"seats": ["red", "blue"], "position": position}) == [
        ("CQ-SETUP-3", "/position/pawns/green"),
        ("CQ-SETUP-3", "/position/points/yellow"),
    ]


@pytest.mark.parametrize(
    "options", [{"colour": 1}, {"six_rule": "two_extra"}, {"safe_start": "yes"}, {"safe_start": 1}, {"squares": None}]
)
def test_unknown_options_and_values_are_refused(options: Wire):  # CQ-SETUP-4
    assert malformed(GAME.Setup, {"seats": ["red", "blue"], "options": options}) is not None


def test_known_options_are_accepted():  # CQ-SETUP-4
    options = {"six_rule": "one_extra", "safe_start": True, "squares": [1] * 6}
    assert malformed(GAME.Setup, {"seats": ["red", "blue"], "options": options}) is None


def test_the_highest_throw_starts():  # CQ-ORDER-1
    table = Table("coq", {"seats": ["red", "blue", "green"]})
    assert table.decision == {"phase": "order", "actors": ["chance"], "player": "red"}
    assert table.refusal(order_roll("blue", 3)) == "CQ-ORDER-1"
    assert table.refusal(order_roll("yellow", 3)) == "CQ-ORDER-1"
    table.play(order_roll("red", 2), order_roll("blue", 6), order_roll("green", 5))
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "blue"}
    assert table.totals == {"red": 0, "blue": 0, "green": 0}
    assert pawns(table, "blue") == [CIRCLE, CIRCLE]


def test_who_has_thrown_does_not_throw_again():  # CQ-ORDER-1
    table = Table("coq", {"seats": ["red", "blue", "green"]}, order_roll("red", 2))
    assert table.refusal(order_roll("red", 6)) == "CQ-ORDER-1"


def test_a_starter_makes_the_throws_needless():  # CQ-ORDER-1
    table = Table("coq", {"seats": ["red", "blue"], "starter": "blue"})
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "blue"}
    assert setup_refusal("coq", {"seats": ["red", "blue"], "starter": "green"}) == [("CQ-ORDER-1", "/starter")]


def test_only_the_tied_throw_again():  # CQ-ORDER-2
    throws = (order_roll("red", 5), order_roll("yellow", 2), order_roll("blue", 5))
    table = Table("coq", {"seats": ["red", "yellow", "blue"]}, *throws)
    assert table.decision == {"phase": "order", "actors": ["chance"], "player": "red"}
    assert table.refusal(order_roll("yellow", 6)) == "CQ-ORDER-2"
    assert table.refusal(order_roll("blue", 6)) == "CQ-ORDER-1"
    assert table.refusal(order_roll("green", 6)) == "CQ-ORDER-1"
    table.play(order_roll("red", 1), order_roll("blue", 1))
    assert table.decision == {"phase": "order", "actors": ["chance"], "player": "red"}
    table.play(order_roll("red", 1), order_roll("blue", 3))
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "blue"}


def test_turns_pass_clockwise():  # CQ-ORDER-3
    table = Table("coq", {"seats": ["blue", "red", "green"], "starter": "red"})
    turns = []
    for _ in range(4):
        turns.append(table.position["turn"])
        table.play(roll(2))
    assert turns == ["red", "green", "blue", "red"]


def test_only_a_seated_player_is_on_turn():  # CQ-ORDER-3
    refused = setup_refusal("coq", {"seats": ["red", "blue"], "position": {"turn": "green"}})
    assert refused == [("CQ-ORDER-3", "/position/turn")]
    table = at_table()
    table.state = replace(table.state, turn="yellow")
    assert table.faults == [("CQ-ORDER-3", "/turn")]
    table.state = replace(table.state, turn=None)
    assert table.faults == [("CQ-ORDER-3", "/turn")]


# -- turn -------------------------------------------------------------------------------------------------------------


def test_the_player_on_turn_moves_an_own_pawn():  # CQ-TURN-1
    table = at_table(pawns={"red": [on(3), CIRCLE], "blue": [on(9), CIRCLE]}).play(roll(2))
    assert table.decision == {"phase": "choose_pawn", "actors": ["red"]}
    assert table.refusal(go(0, "blue")) == "CQ-TURN-1"
    assert table.refusal(go(0, "chance")) == "CQ-TURN-1"
    assert table.refusal(go(0, "green")) == "CQ-TURN-1"
    assert pawns(table.play(go()), "red")[0] == on(5)


def test_a_throw_is_not_repeated():  # CQ-TURN-2
    table = at_table(pawns={"red": [on(3), CIRCLE]}).play(roll(2))
    assert table.refusal(roll(6)) == "CQ-TURN-2"
    assert table.refusal(move("red", "roll", value=6)) == "CQ-TURN-2"
    assert table.play(go()).position["turn"] == "blue"


def test_a_six_that_was_played_gives_another_throw():  # CQ-SIX-1
    table = at_table(pawns={"red": [on(3), CIRCLE]}).play(roll(6))
    assert table.decision == {"phase": "choose_pawn", "actors": ["red"]}
    table.play(go())
    assert table.decision == {"phase": "extra", "actors": ["chance", "red"], "player": "red"}
    assert table.legal == [*(roll(value) for value in range(1, 7)), DECLINE]
    assert table.events[-1] == ("again", "CQ-SIX-1")


def test_every_six_gives_another_throw():  # CQ-SIX-2
    table = at_table(pawns={"red": [on(3), CIRCLE]})
    for _ in range(4):
        table.play(roll(6), go())
        assert table.decision is not None
        assert table.decision["phase"] == "extra"


def test_with_one_extra_a_second_six_ends_the_turn():  # CQ-SIX-2
    table = at_table(options={"six_rule": "one_extra"}, pawns={"red": [on(3), CIRCLE]}).play(roll(6), go())
    assert table.decision is not None
    assert table.decision["phase"] == "extra"
    table.play(roll(6), go())
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "blue"}
    table.play(roll(6))
    assert table.decision == {"phase": "extra", "actors": ["chance", "blue"], "player": "blue"}


def test_the_extra_throw_may_be_declined():  # CQ-SIX-3
    table = at_table(pawns={"red": [on(3), CIRCLE]}).play(roll(6), go())
    assert table.refusal(move("blue", "decline")) == "CQ-TURN-1"
    table.play(DECLINE)
    assert table.events == [("declined", "CQ-SIX-3"), ("turn", "CQ-ORDER-3")]
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "blue"}


def test_a_six_counts_although_no_pawn_can_move():  # CQ-SIX-4
    table = at_table().play(roll(6))
    assert table.decision == {"phase": "extra", "actors": ["chance", "red"], "player": "red"}
    table.play(roll(1), go(1))
    assert pawns(table, "red") == [CIRCLE, on(1)]
    assert table.position["turn"] == "blue"


def test_the_right_to_throw_again_lapses_with_the_game():  # CQ-SIX-4
    table = at_table(pawns={"red": [on(27), COQ]}).play(roll(6), go())
    assert table.decision is None
    assert ("again", "CQ-SIX-1") not in table.events


# -- entering ---------------------------------------------------------------------------------------------------------


def test_a_one_leads_out_of_the_circle():  # CQ-ENTER-1
    table = at_table().play(roll(1))
    assert table.legal == [go(0), go(1)]
    assert pawns(table.play(go(1)), "red") == [CIRCLE, on(1)]


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_nothing_but_a_one_leads_out_of_the_circle(value: int):  # CQ-ENTER-1
    table = at_table(pawns={"red": [on(7), CIRCLE]}).play(roll(value))
    assert table.legal == [go(0)]
    assert table.refusal(go(1)) == "CQ-ENTER-1"


def test_entering_earns_the_gain_of_square_1_and_meets_who_stands_there():  # CQ-ENTER-2
    table = at_table(pawns={"blue": [on(1), CIRCLE]}, points={"blue": 5}).play(roll(1), go())
    assert table.totals["red"] == 1
    assert table.legal == [knock("blue"), toll("blue")]
    assert table.play(toll("blue")).totals == {"red": 2, "blue": 4}


def test_with_a_one_a_pawn_on_the_track_may_go_instead():  # CQ-ENTER-3
    table = at_table(pawns={"red": [on(7), CIRCLE]}).play(roll(1))
    assert table.legal == [go(0), go(1)]
    assert pawns(table.play(go(0)), "red") == [on(8), CIRCLE]


# -- moving and gaining -----------------------------------------------------------------------------------------------


def test_a_pawn_advances_by_the_throw_and_overtakes_freely():  # CQ-MOVE-1
    table = at_table(pawns={"red": [on(3), on(5)], "blue": [on(4), on(6)]}).play(roll(4), go())
    assert pawns(table, "red") == [on(7), on(5)]
    assert pawns(table, "blue") == [on(4), on(6)]
    assert table.position["turn"] == "blue"


def test_a_pawn_that_can_move_must():  # CQ-MOVE-2
    table = at_table(pawns={"red": [on(3), on(9)]}).play(roll(2))
    assert table.legal == [go(0), go(1)]
    assert table.refusal(DECLINE) == "CQ-MOVE-2"


def test_a_six_must_be_played_before_anything_is_declined():  # CQ-MOVE-2
    assert at_table(pawns={"red": [on(3), CIRCLE]}).play(roll(6)).refusal(DECLINE) == "CQ-MOVE-2"


@pytest.mark.parametrize("red", [[CIRCLE, CIRCLE], [COQ, CIRCLE]])
def test_who_cannot_move_is_passed_over(red: Any):  # CQ-MOVE-3
    table = at_table(pawns={"red": red}).play(roll(4))
    assert ("no_move", "CQ-MOVE-3") in table.events
    assert pawns(table, "red") == red
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "blue"}


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("square", [1, 2, 17, 31, 32])
def test_a_pawn_on_the_track_can_always_move(square: int, value: int):  # CQ-MOVE-4
    table = at_table(pawns={"red": [on(square), COQ]}).play(roll(value))
    assert table.legal == [go(0)]


def test_the_square_where_the_move_ends_pays():  # CQ-GAIN-1
    table = at_table(pawns={"red": [on(5), CIRCLE]}).play(roll(3), go())
    assert table.totals["red"] == 5
    assert table.scores["seats"][0]["items"] == {"start": 0, "squares": 5, "tolls_in": 0, "tolls_out": 0, "coq": 0}


def test_a_dry_pawn_earns_nothing():  # CQ-GAIN-1
    table = at_table(pawns={"red": [dry(28), CIRCLE]}).play(roll(4), go())
    assert pawns(table, "red")[0] == dry(32)
    assert table.totals["red"] == 0
    assert ("dry", "CQ-BOUNCE-2") in table.events


def test_a_square_pays_every_time():  # CQ-GAIN-2
    table = at_table(pawns={"red": [on(2), CIRCLE], "blue": [on(1), CIRCLE]})
    table.play(roll(2), go())
    assert table.totals["red"] == 5
    table.play(roll(3), go(0, "blue"), knock("red", 0, "blue"), roll(3), go(), knock("blue"))
    assert pawns(table, "red")[0] == on(4)
    assert table.totals["red"] == 10


# -- meeting ----------------------------------------------------------------------------------------------------------


def test_every_opposing_pawn_on_the_square_is_dealt_with_in_any_order():  # CQ-HIT-1
    position = {"red": [on(6), CIRCLE], "blue": [on(10), CIRCLE], "green": [on(3), on(10)], "yellow": [on(9), on(11)]}
    for order in ((knock("blue"), knock("green", 1)), (knock("green", 1), knock("blue"))):
        table = at_table(FOUR, pawns=position).play(roll(4), go())
        assert table.totals["red"] == 2, "the gain comes first"
        assert table.legal == [knock("blue"), knock("green", 1), toll("blue"), toll("green", 1)]
        assert table.refusal(knock("green", 0)) == "CQ-HIT-1"
        assert table.refusal(toll("yellow", 1)) == "CQ-HIT-1"
        table.play(order[0])
        assert table.refusal(order[0]) == "CQ-HIT-1", "dealt with already"
        table.play(order[1])
        assert table.position["turn"] == "yellow"


def test_the_mover_and_nobody_else_chooses():  # CQ-HIT-2
    table = at_table(pawns={"red": [on(6), CIRCLE], "blue": [on(10), CIRCLE]}).play(roll(4), go())
    assert table.refusal(knock("blue", actor="blue")) == "CQ-HIT-2"
    assert table.refusal(toll("blue", actor="chance")) == "CQ-HIT-2"
    assert table.legal == [knock("blue"), toll("blue")]


@pytest.mark.parametrize(("square", "value"), [(6, 4), (4, 6)])
def test_a_met_pawn_cannot_be_left_alone(square: int, value: int):  # CQ-HIT-3
    table = at_table(pawns={"red": [on(square), CIRCLE], "blue": [on(10), CIRCLE]}).play(roll(value), go())
    assert table.refusal(DECLINE) == "CQ-HIT-3"
    assert table.refusal(move("blue", "decline")) == "CQ-HIT-3"
    assert table.refusal(roll(3)) == "CQ-HIT-3"
    assert table.refusal(move("red", "roll", value=3)) == "CQ-HIT-3"


def test_own_pawns_share_a_square():  # CQ-HIT-4
    table = at_table(pawns={"red": [on(6), on(10)]}).play(roll(4), go())
    assert pawns(table, "red") == [on(10), on(10)]
    assert table.position["turn"] == "blue"


def test_an_own_pawn_is_not_knocked_beside_an_opposing_one():  # CQ-HIT-4
    table = at_table(pawns={"red": [on(6), on(10)], "blue": [on(10), CIRCLE]}).play(roll(4), go())
    assert table.refusal(knock("red", 1)) == "CQ-HIT-4"
    assert table.refusal(toll("red", 0)) == "CQ-HIT-4"


def test_nobody_meets_on_the_coq():  # CQ-HIT-5
    table = at_table(pawns={"red": [on(30), CIRCLE], "blue": [COQ, CIRCLE]}).play(roll(3), go())
    assert pawns(table, "blue")[0] == COQ
    assert table.position["turn"] == "blue"


def test_nobody_meets_in_the_circles():  # CQ-HIT-5
    table = at_table(points={"blue": 5})
    table.state = replace(table.state, todo=(CoqMeet((("blue", 0),)), CoqThrown(six=False, extra=False)))
    assert table.faults == [("CQ-API-1", "/todo")]


@pytest.mark.parametrize(
    ("pawn", "value", "square"),
    [(on(6), 4, 10), (CIRCLE, 1, 1), (on(31), 5, 30), (dry(29), 1, 30), (dry(32), 4, 30)],
    ids=["ordinary", "entering", "after a bounce", "a dry pawn", "a dry pawn after a bounce"],
)
def test_every_move_may_end_in_a_meeting(pawn: Any, value: int, square: int):  # CQ-HIT-6
    table = at_table(pawns={"red": [pawn, CIRCLE], "blue": [on(square), CIRCLE]}).play(roll(value), go())
    assert table.legal == [knock("blue"), toll("blue")]


def test_a_pawn_sent_back_earns_nothing_and_meets_nobody():  # CQ-HIT-7
    position = {"red": [on(6), on(1)], "blue": [on(10), CIRCLE], "green": [on(1), CIRCLE]}
    table = at_table(["red", "blue", "green"], pawns=position).play(roll(4), go(), knock("blue"))
    assert table.totals == {"red": 2, "blue": 0, "green": 0}
    assert (pawns(table, "red")[1], pawns(table, "blue")[0], pawns(table, "green")[0]) == (on(1), on(1), on(1))
    assert table.position["turn"] == "blue"


def test_a_knocked_pawn_goes_to_square_1():  # CQ-BACK-1
    table = at_table(pawns={"red": [on(6), CIRCLE], "blue": [on(10), CIRCLE]}, points={"blue": 12})
    table.play(roll(4), go()).play(knock("blue"))
    assert table.events[0] == ("knocked", "CQ-BACK-1")
    assert pawns(table, "blue")[0] == on(1)
    assert table.totals == {"red": 2, "blue": 12}
    assert table.play(roll(2)).legal == [go(0, "blue")], "it stays on the track"


def test_a_knocked_pawn_earns_again():  # CQ-BACK-2
    table = at_table(pawns={"red": [on(6), CIRCLE], "blue": [on(10), CIRCLE]}).play(roll(4), go(), knock("blue"))
    assert table.play(roll(3), go(0, "blue")).totals["blue"] == 5


def test_the_toll_is_paid_to_the_mover_and_the_pawn_stays():  # CQ-TOLL-1
    table = at_table(pawns={"red": [on(6), CIRCLE], "blue": [on(10), CIRCLE]}, points={"blue": 10})
    table.play(roll(4), go(), toll("blue"))
    assert table.totals == {"red": 12, "blue": 0}
    assert pawns(table, "red")[0] == pawns(table, "blue")[0] == on(10)
    items = {row["seat"]: row["items"] for row in table.scores["seats"]}
    assert (items["red"]["tolls_in"], items["blue"]["tolls_out"]) == (10, -10)


def test_who_cannot_pay_the_whole_toll_goes_back():  # CQ-TOLL-2
    table = at_table(pawns={"red": [on(6), CIRCLE], "blue": [on(10), CIRCLE]}, points={"blue": 9})
    table.play(roll(4), go()).play(toll("blue"))
    assert table.events[:2] == [("cannot_pay", "CQ-TOLL-2"), ("knocked", "CQ-BACK-1")]
    assert table.totals == {"red": 2, "blue": 9}
    assert pawns(table, "blue")[0] == on(1)


def test_two_pawns_of_one_opponent_are_two_meetings():  # CQ-TOLL-3
    table = at_table(pawns={"red": [on(6), CIRCLE], "blue": [on(10), on(10)]}, points={"blue": 15})
    table.play(roll(4), go(), toll("blue", 1))
    assert table.totals == {"red": 12, "blue": 5}
    table.play(toll("blue", 0))
    assert table.totals == {"red": 12, "blue": 5}
    assert pawns(table, "blue") == [on(1), on(10)]


def test_square_1_follows_the_same_rules():  # CQ-START-1
    table = at_table(pawns={"blue": [on(1), CIRCLE]}, points={"blue": 2}).play(roll(1), go())
    assert table.legal == [knock("blue"), toll("blue")]
    table.play(knock("blue"))
    assert pawns(table, "blue")[0] == on(1)
    assert table.totals == {"red": 1, "blue": 2}


def test_with_safe_start_nothing_happens_on_square_1():  # CQ-START-1
    safe = at_table(options={"safe_start": True}, pawns={"red": [CIRCLE, on(2)], "blue": [on(1), on(5)]})
    safe.play(roll(1), go())
    assert (safe.totals["red"], safe.position["turn"]) == (1, "blue")
    elsewhere = at_table(options={"safe_start": True}, pawns={"red": [on(2), CIRCLE], "blue": [on(5), CIRCLE]})
    assert elsewhere.play(roll(3), go()).legal == [knock("blue"), toll("blue")]


# -- arrival ----------------------------------------------------------------------------------------------------------


def test_the_first_pawn_home_earns_twenty():  # CQ-HOME-1
    table = at_table(pawns={"red": [on(30), CIRCLE]}).play(roll(3)).play(go())
    assert pawns(table, "red")[0] == COQ
    assert table.events == [("home", "CQ-HOME-1"), ("turn", "CQ-ORDER-3")]
    assert table.totals["red"] == 20


@pytest.mark.parametrize("home", [{"red": [on(30), COQ]}, {"red": [on(30), CIRCLE], "blue": [CIRCLE, COQ]}])
def test_every_later_pawn_earns_ten(home: Wire):  # CQ-HOME-2
    table = at_table(pawns=home).play(roll(3)).play(go())
    assert table.events[0] == ("home", "CQ-HOME-2")
    assert table.totals["red"] == 10


def test_a_pawn_at_home_never_moves_again():  # CQ-HOME-3
    table = at_table(pawns={"red": [COQ, on(3)], "blue": [COQ, CIRCLE]}).play(roll(1))
    assert table.legal == [go(1)]
    assert table.refusal(go(0)) == "CQ-HOME-3"


@pytest.mark.parametrize(("square", "value", "stop"), [(30, 5, 31), (32, 6, 28), (31, 5, 30), (32, 2, 32), (28, 6, 32)])
def test_too_high_a_throw_goes_back_by_the_surplus(square: int, value: int, stop: int):  # CQ-BOUNCE-1
    table = at_table(pawns={"red": [on(square), CIRCLE]}).play(roll(value)).play(go())
    assert pawns(table, "red")[0] == dry(stop)
    assert table.events[0] == ("bounce", "CQ-BOUNCE-1")


def test_a_pawn_that_bounced_is_dry_and_its_partner_is_not():  # CQ-BOUNCE-2
    table = at_table(pawns={"red": [on(30), on(3)]}).play(roll(5), go())
    assert pawns(table, "red") == [dry(31), on(3)]
    assert table.totals["red"] == 0
    assert table.play(roll(2), roll(1), go(0)).totals["red"] == 0, "later squares pay nothing either"
    assert table.play(roll(2), roll(1), go(1)).totals["red"] == 5


@pytest.mark.parametrize("square", [0, 1, 27, 33])
def test_only_the_last_five_squares_can_hold_a_dry_pawn(square: int):  # CQ-BOUNCE-2
    setup = {"seats": ["red", "blue"], "position": {"pawns": {"red": [dry(square), on(3)]}}}
    assert setup_refusal("coq", setup) == [("CQ-BOUNCE-2", "/position/pawns/red/0/1")]
    assert all(at_table(pawns={"red": [dry(last), on(3)]}).faults == [] for last in range(28, 33))


def test_a_dry_pawn_does_all_the_rest():  # CQ-BOUNCE-3
    position = {"red": [dry(29), CIRCLE], "blue": [on(30), on(31)]}
    table = at_table(pawns=position, points={"blue": 40}).play(roll(1), go(), toll("blue"))
    assert table.totals == {"red": 30, "blue": 10}
    home = at_table(pawns={"red": [dry(29), CIRCLE]}).play(roll(4), go())
    assert (home.totals["red"], pawns(home, "red")[0]) == (20, COQ)
    again = at_table(pawns={"red": [dry(32), CIRCLE]}).play(roll(5), go())
    assert pawns(again, "red")[0] == dry(29)


def test_a_dry_pawn_that_is_knocked_earns_again():  # CQ-BOUNCE-4
    table = at_table(pawns={"red": [on(27), CIRCLE], "blue": [dry(31), CIRCLE]}).play(roll(4), go(), knock("blue"))
    assert pawns(table, "blue")[0] == on(1)
    assert table.play(roll(3), go(0, "blue")).totals["blue"] == 5


# -- end, score, ties -------------------------------------------------------------------------------------------------


def test_the_game_ends_with_the_second_pawn_of_a_player():  # CQ-END-1
    table = at_table(["red", "blue", "green"], pawns={"red": [on(31), COQ]}).play(roll(2)).play(go())
    assert table.events == [("home", "CQ-HOME-2"), ("over", "CQ-END-1")]
    assert (table.decision, table.legal) == (None, [])
    assert table.scores["ended_by"] == "CQ-END-1"
    for late in (roll(1), go(), DECLINE, knock("blue"), toll("blue"), order_roll("red", 1)):
        assert table.refusal(late) == "CQ-END-1"
        assert judge(table.rules, table.state, table.move(late)).code == "game-over"


def test_one_pawn_home_of_each_is_not_the_end():  # CQ-END-1
    table = at_table(pawns={"red": [on(31), CIRCLE], "blue": [COQ, CIRCLE]}).play(roll(2), go())
    assert table.decision is not None
    assert table.scores["final"] is False


def test_the_most_points_win_whoever_ended_the_game():  # CQ-SCORE-1
    table = at_table(pawns={"red": [on(31), COQ]}, points={"red": 15, "blue": 26}).play(roll(2), go())
    sheet = table.scores
    assert [(row["seat"], row["total"], row["place"]) for row in sheet["seats"]] == [("red", 25, 2), ("blue", 26, 1)]
    assert sheet["winners"] == ["blue"]
    assert sheet["seats"][0]["items"] == {"start": 15, "squares": 0, "tolls_in": 0, "tolls_out": 0, "coq": 10}


def test_gains_tolls_and_rewards_add_up():  # CQ-SCORE-1
    table = at_table(pawns={"red": [on(6), on(30)], "blue": [on(10), on(9)]}, points={"blue": 12})
    table.play(roll(4), go(), toll("blue"), roll(1), go(1, "blue"), toll("red", 0, "blue"), roll(3), go(1))
    items = {row["seat"]: row["items"] for row in table.scores["seats"]}
    assert items["red"] == {"start": 0, "squares": 2, "tolls_in": 10, "tolls_out": -10, "coq": 20}
    assert items["blue"] == {"start": 12, "squares": 2, "tolls_in": 10, "tolls_out": -10, "coq": 0}
    assert table.totals == {"red": 22, "blue": 14}


def test_equal_points_share_the_victory():  # CQ-TIE-1
    seats, points = ["red", "blue", "green"], {"red": 10, "blue": 20, "green": 3}
    table = at_table(seats, pawns={"red": [on(31), COQ]}, points=points).play(roll(2), go())
    assert table.scores["winners"] == ["red", "blue"]
    assert [row["place"] for row in table.scores["seats"]] == [1, 1, 3]


# -- information ------------------------------------------------------------------------------------------------------


def test_everything_is_public():  # CQ-INFO-1
    table = at_table(pawns={"red": [on(30), CIRCLE]}).play(roll(5), go())
    assert all(GAME.view(table.state, viewer) == table.state for viewer in ("red", "blue", "green", None))
    assert wire(table.state)["pawns"][0] == [dry(31), CIRCLE], "the dry mark is shown"
    assert table.position["pawns"]["red"][0] == dry(31)
    verdict = judge(table.rules, table.state, table.move(roll(6)))
    for step in verdict.steps:
        assert GAME.view_entry(step.before, step.move, step.events, None) == (step.move, step.events)


# -- inputs and decisions ---------------------------------------------------------------------------------------------


def test_only_what_is_due_is_accepted():  # CQ-API-1
    order = Table("coq", {"seats": ["red", "blue"]})
    for early in (roll(1), go(), DECLINE, knock("blue"), toll("blue")):
        assert order.refusal(early) == "CQ-API-1"
    throw = at_table(pawns={"red": [on(3), CIRCLE]})
    for early in (order_roll("red", 1), go(), DECLINE, knock("blue"), toll("blue")):
        assert throw.refusal(early) == "CQ-API-1"
    choose = at_table(pawns={"red": [on(3), CIRCLE]}).play(roll(2))
    refusals = [
        choose.refusal(early) for early in (order_roll("red", 1), knock("blue"), toll("blue"), DECLINE, roll(1))
    ]
    assert refusals == ["CQ-API-1", "CQ-API-1", "CQ-API-1", "CQ-MOVE-2", "CQ-TURN-2"]
    meet = at_table(pawns={"red": [on(3), CIRCLE], "blue": [on(5), CIRCLE]}).play(roll(2), go())
    refusals = [meet.refusal(early) for early in (order_roll("red", 1), go(), DECLINE, roll(1))]
    assert refusals == ["CQ-API-1", "CQ-API-1", "CQ-HIT-3", "CQ-HIT-3"]
    extra = at_table().play(roll(6))
    assert [extra.refusal(early) for early in (go(), knock("blue"), order_roll("red", 1))] == ["CQ-API-1"] * 3


def test_chance_throws_in_no_other_name():  # CQ-API-1
    assert at_table().refusal(move("red", "roll", value=1)) == "CQ-API-1"
    assert at_table().play(roll(6)).refusal(move("red", "roll", value=1)) == "CQ-API-1"
    order = Table("coq", {"seats": ["red", "blue"]})
    assert order.refusal(move("red", "order_roll", player="red", value=1)) == "CQ-API-1"


@pytest.mark.parametrize(
    "given",
    [
        roll(0),
        roll(7),
        move("chance", "roll", value="1"),
        go(2),
        go(-1),
        move("red", "move", pawn="0"),
        knock("white"),
        knock("blue", 2),
        move("purple", "decline"),
        order_roll("chance", 3),
        move("red", "jump"),
        move("red", "decline", why="tired"),
        move("red", "move"),
    ],
)
def test_values_that_do_not_exist_are_no_move_at_all(given: Wire):  # CQ-API-2
    assert malformed(GAME.Move, given) is not None


def test_the_service_carries_out_what_needs_no_choice():  # CQ-API-3
    table = at_table(pawns={"red": [on(6), CIRCLE], "blue": [on(10), CIRCLE]}, points={"blue": 3}).play(roll(4))
    assert table.events == [("throw", "CQ-TURN-1")]
    assert table.legal == [go(0)], "asked for, although only one pawn can move"
    table.play(go())
    assert table.events == [("advance", "CQ-MOVE-1"), ("gain", "CQ-GAIN-1"), ("met", "CQ-HIT-1")]
    table.play(toll("blue"))
    assert table.events == [("cannot_pay", "CQ-TOLL-2"), ("knocked", "CQ-BACK-1"), ("turn", "CQ-ORDER-3")]


def test_in_virtual_play_the_die_is_fair():  # CQ-API-4
    table = Table("coq", {"seats": ["red", "blue"], "starter": "red", "mode": "virtual"})
    weighed = [(wire(outcome), weight) for outcome, weight in outcomes(table.rules, table.state)]
    assert weighed == [(roll(value), 1) for value in range(1, 7)]
    assert malformed(GAME.Move, move("chance", "roll")) == "", "the engine itself never throws"


def test_the_first_test_that_fails_is_cited():  # CQ-API-5
    over = at_table(pawns={"red": [on(31), COQ]}).play(roll(2), go())
    assert over.refusal(knock("red", actor="blue")) == "CQ-END-1", "over before phase"
    pick = at_table(pawns={"red": [COQ, CIRCLE]}).play(roll(1))
    assert pick.refusal(knock("red", actor="blue")) == "CQ-API-1", "phase before actor"
    assert pick.refusal(go(0, "blue")) == "CQ-TURN-1", "actor before content"
    assert pick.refusal(go(0)) == "CQ-HOME-3"
    meet = at_table(pawns={"red": [on(6), CIRCLE], "blue": [on(10), CIRCLE]}).play(roll(4), go())
    assert meet.refusal(knock("red", actor="blue")) == "CQ-HIT-2", "actor before content"


def test_every_fault_of_a_position_is_listed():  # CQ-API-6
    position = {
        "turn": "yellow",
        "pawns": {"red": [on(40), dry(3)], "green": [on(1)]},
        "points": {"red": -5, "green": 1},
    }
    assert setup_refusal("coq", {"seats": ["red", "blue"], "position": position}) == [
        ("CQ-ORDER-3", "/position/turn"),
        ("CQ-BOARD-1", "/position/pawns/red/0/0"),
        ("CQ-BOUNCE-2", "/position/pawns/red/1/1"),
        ("CQ-SETUP-3", "/position/pawns/green"),
        ("CQ-COMP-1", "/position/pawns/green"),
        ("CQ-COMP-2", "/position/points/red"),
        ("CQ-SETUP-3", "/position/points/green"),
    ]


def test_a_finished_table_can_be_entered_and_scored():  # CQ-API-6
    table = at_table(pawns={"blue": [COQ, COQ]}, points={"red": 41, "blue": 30})
    assert (table.decision, table.faults) == (None, [])
    assert (table.scores["final"], table.scores["winners"]) == (True, ["red"])


def test_a_position_without_turn_begins_with_the_starter_or_the_first_seat():  # CQ-API-6
    assert Table("coq", {"seats": ["red", "blue"], "position": {}}).position["turn"] == "red"
    assert Table("coq", {"seats": ["red", "blue"], "starter": "blue", "position": {}}).position["turn"] == "blue"


@pytest.mark.parametrize(
    "todo",
    [
        (),
        (CoqThrow(), CoqThrow()),
        (CoqThrown(six=True, extra=False),),
        (CoqPick(2), CoqThrown(six=True, extra=False)),
        (CoqPick(2),),
        (CoqMeet((("blue", 0),)), CoqThrown(six=False, extra=False)),
        (CoqMeet(()), CoqThrown(six=False, extra=False)),
    ],
)
def test_what_is_still_to_do_must_be_possible(todo: Any):  # CQ-API-6
    table = at_table(pawns={"red": [on(3), on(5)], "blue": [on(4), CIRCLE]})
    table.state = replace(table.state, todo=todo)
    assert table.faults == [("CQ-API-1", "/todo")]
