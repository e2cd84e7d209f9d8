"""Rulings of Frantic: the box, the track, set-up, the turn, placing cards, the end, information, inputs, options."""

from __future__ import annotations

import pytest

from referee.core import document
from referee.core.chance import outcomes
from referee.games.frantic import GAME
from referee.games.frantic.components import CARDS, COMPOSITION, FAMILIES, NEIGHBOUR, printed
from tests.games.frantic.at_table import (
    JUMP,
    PASS,
    PUSH,
    at,
    d20,
    declare,
    decline,
    draw,
    event,
    fresh,
    name,
    pawn,
    pawns,
    phase,
    place,
    play,
    react,
    refused,
    roll,
    squares,
    starts,
    take,
    walked,
    where,
)
from tests.table import Table, move, wire

KNOWN = {"hands": "known"}
TWO_KNOWN = {"red": ["skip", "push", "block", "gift"], "blue": ["stop"] * 4}


# -- the box ----------------------------------------------------------------------------------------------------------


def test_board_hands_pile_and_discards_make_94_cards():  # FR-COMP-1
    assert at().position["deck"] == 94 - 12
    assert at(deck=50).position["discards"] == ["?"] * 32
    assert at(discards=["stop", "?"]).position["deck"] == 80
    assert refused(deck=90) == [("FR-COMP-1", "/position/deck")]
    assert refused(deck=10, discards=[]) == [("FR-COMP-1", "/position/deck")]
    assert refused(deck=-1) == [("FR-COMP-1", "/position/deck")]


def test_nineteen_kinds_in_six_families():  # FR-COMP-2
    assert len(CARDS) == 19
    assert list(FAMILIES) == ["play", "dual", "land", "pass", "multi", "white"]
    table = at(board={"7": ["skip"], "8": ["gift"]})
    assert 7 in squares(table, "ghost")
    assert 7 not in squares(table, "magnet")
    assert 8 in squares(table, "magnet")


def test_the_board_lies_face_up():  # FR-COMP-3
    damaged = wire(at(board={"7": ["stop"]}).state)
    damaged["board"][6][0]["card"] = "?"
    assert ("FR-COMP-3", "/board/6/0") in list(GAME.faults(document.read(GAME.State, damaged)))


def test_the_deck_is_94_cards_as_agreed():  # FR-COMP-4
    assert sum(COMPOSITION.values()) == 94
    assert COMPOSITION["push"] == 8
    assert refused(options={"composition": {"stop": 93}}) == [("FR-COMP-4", "/options/composition")]
    assert refused(options={"composition": {"stop": 95, "x": -1}}) == [("FR-COMP-4", "/options/composition")]
    assert refused(board={"7": ["fuck_you"], "8": ["fuck_you"]}) == [("FR-COMP-4", "/position")]


def test_a_table_that_shows_too_many_copies_is_refused_or_warned():  # FR-COMP-5
    board = {"7": ["swap"], "8": ["swap"], "9": ["swap"]}
    assert at(board=board).refusal(play("red", "swap", 20)) == "FR-INFO-3"
    before = at(board=board, options={"enforce_counts": False})
    assert GAME.warnings(None, before.state) == ()
    after = Table(
        "frantic", {"seats": ["red", "blue"], "options": {"enforce_counts": False}, "position": {"board": board}}
    )
    after.play(play("red", "swap", 20))
    assert GAME.warnings(before.state, after.state) == ("FR-COMP-5",)
    assert GAME.warnings(after.state, after.state) == ()
    assert refused(options={"enforce_counts": False}, hands={"red": ["?"] * 95}) == [("FR-COMP-1", "/position")]


def test_the_card_keeps_its_id_whatever_its_label():  # FR-COMP-6
    assert GAME.words.names["fuck_you"].en == "Fuck You"
    assert where(at(), card="fuck_you")


# -- the track --------------------------------------------------------------------------------------------------------


def test_pawns_stand_on_start_squares_or_finish():  # FR-GEO-1
    assert pawns(at(pawns={"red": 0, "blue": 42})) == [0, 42, 0]
    assert refused(pawns={"red": 43}) == [("FR-GEO-1", "/position/pawns/red")]
    assert refused(pawns={"red": -1}) == [("FR-GEO-1", "/position/pawns/red")]


def test_one_step_leads_from_42_to_the_finish_worth_50():  # FR-GEO-2
    assert printed(43) == 50
    assert pawn(walked("red", 1, pawns={"red": 42}), "red") == 50


def test_rows_lie_side_by_side():  # FR-GEO-3
    assert [NEIGHBOUR["side_up"][square] for square in (2, 14, 16, 28, 30)] == [14, 16, 28, 30, 42]
    assert [NEIGHBOUR["side_up"][square] for square in (7, 9, 21, 23, 35)] == [9, 21, 23, 35, 37]


def test_sideways_neighbours_are_above_and_below():  # FR-GEO-4
    assert NEIGHBOUR["side_up"][12] == 18
    assert NEIGHBOUR["side_down"][18] == 12
    for square in (1, 8, 15, 22, 29, 36):
        assert square not in NEIGHBOUR["side_up"]
        assert square not in NEIGHBOUR["side_down"]
    assert not any(square in NEIGHBOUR["side_down"] for square in range(2, 8))
    assert not any(square in NEIGHBOUR["side_up"] for square in range(37, 43))


def test_pawns_share_squares_without_effect():  # FR-GEO-5
    table = walked("red", 2, pawns={"red": 5, "blue": 7, "green": 6})
    assert pawns(table) == [7, 7, 6]
    assert phase(table) == ("play", ["blue"])


def test_the_track_has_two_ends():  # FR-GEO-6
    assert pawn(walked("red", 6, pawns={"red": 40}), "red") == 50
    assert pawn(at(play("red", "reverse", 41), roll("red", 6), PASS, pawns={"red": 2}), "red") == 0


def test_teleports_lie_on_six_different_squares():  # FR-GEO-7
    assert list(at().position["teleports"].values()) == [4, 11, 18, 25, 32, 39]
    own = {"1": 1, "2": 2, "3": 3, "4": 5, "5": 6, "6": 42}
    assert fresh(options={"teleports": own}).position["teleports"] == own
    for wrong in ({**own, "6": 1}, {**own, "6": 43}, {"1": 1}):
        assert refused(options={"teleports": wrong}) == [("FR-GEO-7", "/options/teleports")]
    assert refused(teleports={"1": 11}) == [("FR-GEO-7", "/position/teleports")]


def test_the_finish_is_the_most_advanced_square():  # FR-GEO-8
    table = at(play("red", "fuck_you", 2), roll("red", 1), PASS, pawns={"red": 30, "blue": 42})
    assert pawn(table, "red") == 50
    table = at(play("red", "gift", 2), name("red", "gift", "blue", steps=1), decline("blue"), roll("red", 1), PASS,
               pawns={"red": 5, "blue": 42}, board={"6": ["troublemaker"]})  # fmt: skip
    assert pawns(table.play(d20("red", 20), PASS)) == [6, 0, 0]


# -- set-up -----------------------------------------------------------------------------------------------------------


def test_two_to_six_play_with_a_colour_each():  # FR-SETUP-1
    assert refused("red") == [("FR-SETUP-1", "/seats")]
    assert refused("red red") == [("FR-SETUP-1", "/seats")]
    assert refused("red blue", pawns={"green": 3}) == [("FR-SETUP-1", "/position/pawns/green")]
    assert len(pawns(fresh(seats="red blue green yellow white black"))) == 6


def test_the_limit_is_agreed_or_medium():  # FR-SETUP-2
    assert fresh(seats="red blue").state.options.limit == 121
    assert fresh(seats="red blue green yellow").state.options.limit == 99
    assert fresh(options={"limit": 7}).state.options.limit == 7
    assert refused(options={"limit": 0}) == [("FR-SETUP-2", "/options/limit")]


def test_all_pawns_begin_on_the_start():  # FR-SETUP-3
    assert pawns(fresh()) == [0, 0, 0]


def test_teleports_begin_on_their_printed_squares():  # FR-SETUP-4
    assert fresh().position["teleports"] == {"1": 4, "2": 11, "3": 18, "4": 25, "5": 32, "6": 39}


def test_eight_seven_or_six_cards_are_dealt_in_seat_order():  # FR-SETUP-5
    for seats, cards in (("red blue", 8), ("red blue green", 7), ("red blue green yellow", 6)):
        assert [len(hand) for hand in fresh(seats=seats).position["hands"].values()] == [cards] * len(seats.split())
    table = fresh(seats="blue red", options=KNOWN)
    assert table.decision == {"phase": "deal", "actors": ["chance"], "player": "blue"}
    table.play(*[draw("blue", "stop")] * 6, draw("blue", "x"), draw("blue", "gift"))
    assert table.decision["player"] == "red"
    table.play(*[draw("red", "push")] * 8)
    assert phase(table) == ("first_player", ["chance"])


def test_the_rest_is_the_pile():  # FR-SETUP-6
    assert fresh(seats="red blue").position["deck"] == 94 - 16
    assert fresh(seats="red blue").position["discards"] == []


def test_the_highest_d20_begins_and_ties_roll_again():  # FR-SETUP-7
    table = fresh(d20("red", 12), d20("blue", 3), d20("green", 12))
    assert table.decision == {"phase": "first_player", "actors": ["chance"], "player": "red"}
    assert table.refusal(react("blue", "re_roll", 3)) == "FR-C-REROLL-1"
    table.play(d20("red", 4), d20("green", 5))
    assert phase(table) == ("place", ["green"])
    assert fresh(starter="blue").decision == {"phase": "place", "actors": ["blue"]}


def test_the_next_player_sits_on_the_right():  # FR-SETUP-8
    table = at(play("red", "skip", 41), play("blue", "skip", 41))
    assert phase(table) == ("play", ["green"])
    assert phase(table.play(play("green", "skip", 41))) == ("play", ["red"])
    assert refused("red blue", turn="green") == [("FR-SETUP-8", "/position/turn")]


def test_cards_are_placed_in_turn_until_everybody_has_four():  # FR-SETUP-9
    table = fresh(starts("blue"), seats="red blue green yellow")
    order = []
    for square, card in zip((1, 2, 3, 5, 6, 7, 8, 9), ("stop", "gift", "skip", "magnet") * 2, strict=True):
        order += phase(table)[1]
        table.play(place(order[-1], card, square))
    assert order == ["blue", "green", "yellow", "red"] * 2
    assert phase(table) == ("play", ["blue"])
    assert fresh(starts("blue"), place("blue", "skip", 3)).refusal(place("green", "stop", 3)) == "FR-PLACE-2"


def test_no_card_is_placed_on_start_finish_or_teleport():  # FR-SETUP-10
    table = fresh(starts("red"))
    for square, rule in ((0, "FR-PLACE-7"), (50, "FR-PLACE-7"), (43, "FR-PLACE-7"), (4, "FR-PLACE-5")):
        assert table.refusal(place("red", "stop", square)) == rule


def test_the_first_player_takes_the_first_turn():  # FR-SETUP-11
    table = fresh(starter="blue", seats="red blue green yellow black white")
    for number in range(12):
        table.play(place(table.decision["actors"][0], "block" if number < 7 else "re_roll", 20))
    assert phase(table) == ("play", ["blue"])
    assert table.position["turn"] == "blue"


# -- the turn ---------------------------------------------------------------------------------------------------------


def test_a_turn_is_card_movement_refill():  # FR-TURN-1
    table = at(pawns={"red": 5})
    assert phase(table) == ("play", ["red"])
    assert phase(table.play(play("red", "stop", 41))) == ("roll", ["chance"])
    table.play(roll("red", 1), PASS)
    assert len(table.position["hands"]["red"]) == 4
    assert phase(table) == ("play", ["blue"])


def test_a_card_must_be_played():  # FR-TURN-2
    table = at()
    assert table.refusal(roll("red", 3)) == "FR-TURN-6"
    assert table.refusal(move("red", "pass_play")) == "FR-TURN-2"
    assert squares(table, "block")


def test_step_two_moves_the_own_pawn_forward():  # FR-TURN-3
    assert pawns(walked("red", 4, pawns={"red": 5})) == [9, 0, 0]


def test_everybody_below_four_refills():  # FR-TURN-4
    hands = {"red": ["?"], "blue": ["?"] * 2, "green": ["?"] * 6}
    table = at(play("red", "skip", 41), hands=hands)
    assert [len(hand) for hand in table.position["hands"].values()] == [4, 4, 6]
    short = at(play("red", "skip", 41), hands=hands, deck=5, pawns={"red": 3})
    assert ("pile_empty", "FR-END-2") in short.events
    known = at(play("red", "skip", 41), hands={"red": ["skip"], "blue": [], "green": ["x"] * 5}, options=KNOWN)
    assert known.decision["player"] == "red"


def test_the_finish_is_checked_after_refilling():  # FR-TURN-5
    table = at(play("red", "block", 2), roll("red", 6), PASS, pawns={"red": 40})
    assert len(table.position["hands"]["red"]) == 4
    assert phase(table)[0] == "finish_window"


def test_only_the_open_decision_is_answered():  # FR-TURN-6
    table = at(play("red", "gift", 41))
    for wrong in (
        play("red", "stop", 3),
        name("blue", "gift", "red", steps=1),
        name("red", "swap", "blue"),
        roll("red", 3),
        PASS,
        move("chance", "target", effect="gift", pawn="blue", steps=1),
    ):
        assert table.refusal(wrong) == "FR-TURN-6"
    assert at().refusal(play("blue", "stop", 3)) == "FR-TURN-6"
    assert at(play("red", "block", 41), roll("red", 2)).refusal(react("black", "re_roll", 3)) == "FR-TURN-6"


def test_without_a_card_to_place_step_one_is_skipped():  # FR-TURN-7
    white = {str(square): ["troublemaker"] for square in range(1, 43)}
    options = {"composition": {"troublemaker": 90, "fuck_you": 4}}
    moved = {"1": 1, "2": 2, "3": 3, "4": 5, "5": 6, "6": 7}
    for number in moved.values():
        del white[str(number)]
    table = at(board=white, options=options, teleports=moved)
    assert table.legal == [move("red", "pass_play")]
    assert phase(table.play(move("red", "pass_play"))) == ("roll", ["chance"])
    assert at(hands={"red": []}).legal == [move("red", "pass_play")]


# -- placing cards ----------------------------------------------------------------------------------------------------


def test_only_the_top_card_works():  # FR-PLACE-1
    assert pawn(walked("red", 4, pawns={"red": 5}, board={"7": ["stop", "snail"]}), "red") == 8
    assert set(squares(at(), "stop")) == set(range(1, 43)) - {4, 11, 18, 25, 32, 39}


BOARD = {"5": ["skip"], "6": ["gift"], "7": [PUSH], "8": ["stop"], "9": ["block"], "10": ["troublemaker"]}


def test_a_single_colour_goes_on_its_own_colour_or_multicolour():  # FR-PLACE-2
    table = at(board=BOARD)
    assert [square for square in squares(table, "snail") if 5 <= square <= 10] == [8, 9]
    assert table.refusal(play("red", "snail", 7)) == "FR-PLACE-2"


def test_multicolour_goes_on_any_colour():  # FR-PLACE-3
    assert [square for square in squares(at(board=BOARD), "re_roll") if 5 <= square <= 10] == [5, 6, 7, 8, 9]


def test_white_goes_where_multicolour_goes():  # FR-PLACE-4
    table = at(board=BOARD)
    assert squares(table, "fuck_you") == squares(table, "re_roll")


def test_white_is_never_covered():  # FR-PLACE-5
    table = at(board=BOARD)
    assert table.refusal(play("red", "fuck_you", 10)) == "FR-PLACE-5"
    assert table.refusal(play("red", "stop", 18)) == "FR-PLACE-5"
    assert refused(board={"10": ["troublemaker", "block"]}) == [("FR-PLACE-5", "/position/board/10/0")]
    assert refused(board={"4": ["troublemaker"]}) == [("FR-PLACE-5", "/position/board/4/0")]


def test_no_card_goes_under_a_pawn():  # FR-PLACE-6
    table = at(pawns={"blue": 20})
    assert table.refusal(play("red", "fuck_you", 20)) == "FR-PLACE-6"
    assert table.refusal(play("red", "stop", 20)) == "FR-PLACE-6"


def test_start_and_finish_take_no_cards():  # FR-PLACE-7
    for square in (0, 50, 43, 99, -1):
        assert at().refusal(play("red", "stop", square)) == "FR-PLACE-7"
    assert refused(board={"50": ["stop"]}) == [("FR-PLACE-7", "/position/board/50")]


def test_push_and_jump_point_and_nothing_else():  # FR-PLACE-8
    table = at()
    assert [each["dir"] for each in where(table, card="push", to=7)] == ["forward", "backward", "side_up", "side_down"]
    assert [each["dir"] for each in where(table, card="jump", to=7)] == ["forward", "backward"]
    assert table.refusal(play("red", "push", 7)) == "FR-PLACE-8"
    assert table.refusal(play("red", "jump", 7, dir="side_up")) == "FR-PLACE-8"
    assert table.refusal(play("red", "stop", 7, dir="forward")) == "FR-PLACE-8"
    assert refused(board={"7": ["push"]}) == [("FR-PLACE-8", "/position/board/7/0")]


def test_an_uncovered_card_works_again_as_it_lay():  # FR-PLACE-9
    moves = play("red", "magnet", 41), take("red", 7), roll("red", 2), PASS
    assert pawn(at(*moves, pawns={"red": 5}, board={"7": [PUSH, "block"]}), "red") == 8
    table = walked("red", 2, pawns={"red": 5}, board={"7": [PUSH, "fuck_you"]})
    assert pawn(table, "red") == 7


def test_a_thrown_card_obeys_the_same_rules():  # FR-PLACE-10
    table = at(
        play("red", "remote", 41), name("red", "remote", "blue"), pawns={"green": 30}, board={"31": ["troublemaker"]}
    )
    for square, rule in ((50, "FR-PLACE-7"), (31, "FR-PLACE-5"), (30, "FR-PLACE-6")):
        assert table.refusal(react("blue", "block", square)) == rule
    assert table.play(react("blue", "block", 29)).position["board"]["29"] == ["block"]


def test_a_multicolour_card_of_step_one_has_no_effect():  # FR-PLACE-11
    for card in ("block", "re_roll", "nice_try"):
        table = at(play("red", card, 41))
        assert phase(table) == ("roll", ["chance"])
        assert pawns(table) == [0, 0, 0]


def test_landing_and_passing_cards_wait():  # FR-PLACE-12
    for card in ("second_chance", "swap", "stop", "x", "snail"):
        assert phase(at(play("red", card, 41))) == ("roll", ["chance"])
    table = at(play("red", "push", 7, dir="forward"), roll("red", 2), PASS, pawns={"red": 5})
    assert pawn(table, "red") == 8


def test_a_square_holds_any_number_of_cards():  # FR-PLACE-13
    table = at(play("red", "block", 7), board={"7": ["block"] * 6})
    assert table.position["board"]["7"] == ["block"] * 7


# -- the end ----------------------------------------------------------------------------------------------------------

HOME = (play("red", "block", 2), roll("red", 6), PASS)


def test_the_round_ends_with_a_pawn_on_the_finish_at_the_end_of_a_turn():  # FR-END-1
    table = at(*HOME, PASS, pawns={"red": 40}, options={"enforce_counts": True})
    assert phase(table) == ("declare", ["red"])
    leaves = at(
        play("red", "gift", 2), name("red", "gift", "blue", steps=2), decline("blue"), roll("red", 1), PASS,
        name("red", "swap", "blue"), decline("blue"), pawns={"red": 5, "blue": 41}, board={"6": ["swap"]},
    )  # fmt: skip
    assert pawns(leaves)[:2] == [50, 6]
    assert phase(leaves)[0] == "finish_window"


def test_an_empty_pile_ends_the_round_when_somebody_must_draw():  # FR-END-2
    table = at(play("red", "skip", 41), deck=1)
    assert phase(table) == ("play", ["blue"])
    table.play(play("blue", "skip", 41))
    assert phase(table) == ("declare", ["red"])


def test_hands_are_refilled_before_the_finish_window():  # FR-END-3
    hands = {"red": ["block"], "blue": ["x"] * 4, "green": ["stop"] * 4}
    table = at(*HOME, *[draw("red", card) for card in ("nice_try", "skip", "skip", "fuck_you")],
               pawns={"red": 40}, hands=hands, options=KNOWN)  # fmt: skip
    assert where(table, actor="red", card="nice_try")
    assert table.play(PASS).scores["rounds"][0]["seats"]["red"] == {"square": 50, "fuck_you": 21, "total": 71}


def test_nice_try_lets_the_round_go_on_and_its_thrower_waits_for_cards():  # FR-END-4
    table = at(*HOME, react("green", "nice_try", 30), pawns={"red": 40})
    assert phase(table) == ("play", ["blue"])
    assert len(table.position["hands"]["green"]) == 3
    assert len(table.play(play("blue", "skip", 3)).position["hands"]["green"]) == 4


def test_an_exhausted_pile_ends_the_round_in_spite_of_nice_try():  # FR-END-5
    table = at(*HOME, pawns={"red": 40}, deck=0)
    assert phase(table)[0] == "finish_window"
    table.play(react("green", "nice_try", 30))
    assert phase(table) == ("declare", ["red"])
    assert pawn(table, "red") == 39


def test_each_player_scores_the_square_of_the_pawn():  # FR-SCORE-1
    table = at(pawns={"red": 50, "blue": 17}, board={"7": ["fuck_you"]})
    assert table.scores["rounds"][0]["seats"]["red"] == {"square": 50, "fuck_you": 0, "total": 50}
    assert table.totals == {"red": 50, "blue": 17, "green": 0}


def test_a_fuck_you_in_hand_costs_21():  # FR-SCORE-2
    table = at(declare("red", 0), declare("blue", 1), pawns={"red": 50, "blue": 17})
    assert table.totals == {"red": 50, "blue": 38, "green": 0}


def test_penalties_add_up_over_the_rounds():  # FR-SCORE-3
    table = at(pawns={"red": 50}, totals={"red": 10, "blue": 30}, board={"7": ["fuck_you"]}, round=3)
    assert table.totals == {"red": 60, "blue": 30, "green": 0}
    assert table.scores["seats"][0]["items"] == {"start": 10, "squares": 50, "fuck_you": 0}
    assert [row["round"] for row in table.scores["rounds"]] == [3]
    assert refused(totals={"red": -1}) == [("FR-SCORE-3", "/position/totals/red")]


def test_a_new_round_is_prepared_like_the_first():  # FR-ROUND-1
    table = at(pawns={"red": 50}, teleports={"1": 9}, board={"7": ["fuck_you"]}, deck=20)
    assert table.position["round"] == 2
    assert pawns(table) == [0, 0, 0]
    assert table.position["board"] == {}
    assert table.position["teleports"]["1"] == 4
    assert table.position["deck"] == 94 - 21
    assert refused(round=0) == [("FR-ROUND-1", "/position/round")]


def test_the_first_player_of_a_new_round_is_rolled_for_again():  # FR-ROUND-2
    table = at(pawns={"red": 50}, board={"7": ["fuck_you"]})
    assert phase(table) == ("first_player", ["chance"])
    assert "turn" not in table.position


def test_the_game_ends_at_the_limit():  # FR-GAME-1
    table = at(pawns={"red": 50}, options={"limit": 50}, board={"7": ["fuck_you"]})
    assert table.decision is None
    assert table.legal == []
    assert table.scores["ended_by"] == "FR-GAME-1"
    assert table.refusal(react("red", "stop", 3)) == "FR-GAME-1"
    assert table.refusal(play("red", "stop", 3)) == "FR-GAME-1"
    assert at(totals={"red": 121}).decision is None
    assert at(pawns={"red": 50}, options={"limit": 51}, board={"7": ["fuck_you"]}).decision is not None


def test_the_lowest_total_wins():  # FR-GAME-2
    table = at(totals={"red": 121, "blue": 3, "green": 60})
    assert table.scores["winners"] == ["blue"]
    assert [row["place"] for row in table.scores["seats"]] == [3, 1, 2]


def test_equal_lowest_totals_share_the_win():  # FR-GAME-3
    assert at(totals={"red": 130, "blue": 3, "green": 3}).scores["winners"] == ["blue", "green"]


# -- information ------------------------------------------------------------------------------------------------------


def test_hands_are_private_and_everything_else_is_public():  # FR-INFO-1
    table = at(seats="red blue", hands=TWO_KNOWN, options=KNOWN, board={"7": ["x"]}, discards=["gift"])
    seen = GAME.describe(GAME.view(table.state, "red")).position
    assert seen.hands == {"red": ("skip", "gift", "push", "block"), "blue": ("?",) * 4}
    assert (seen.board, seen.discards, seen.deck) == ({"7": ("x",)}, ("gift",), 84)
    nobody = GAME.describe(GAME.view(table.state, None)).position
    assert nobody.hands == {"red": ("?",) * 4, "blue": ("?",) * 4}


def test_cards_taken_in_public_stay_public():  # FR-INFO-2
    hands = {"red": ["magnet", "skip", "skip", "skip"], "blue": ["stop"] * 4}
    table = at(
        play("red", "magnet", 41), take("red", 7), seats="red blue", hands=hands, options=KNOWN, board={"7": ["x"]}
    )
    seen = GAME.describe(GAME.view(table.state, "blue")).position
    assert seen.hands["red"] == ("x", "?", "?", "?")
    hidden = at(play("red", "magnet", 41), take("red", 7), board={"7": ["x"]})
    assert hidden.position["hands"]["red"] == ["x", "?", "?", "?"]


def test_only_a_card_that_can_be_held_is_played():  # FR-INFO-3
    table = at(seats="red blue", hands=TWO_KNOWN, options=KNOWN)
    assert table.refusal(play("red", "stop", 7)) == "FR-INFO-3"
    assert {each["card"] for each in table.legal} == set(TWO_KNOWN["red"])
    assert at(hands={"red": ["stop"]}).refusal(play("red", "x", 7)) == "FR-INFO-3"


def test_an_unknown_card_can_be_any_that_is_unseen():  # FR-INFO-4
    board = {"7": ["swap"], "8": ["swap"]}
    table = at(board=board, hands={"blue": ["swap", "?"]})
    assert table.refusal(play("red", "swap", 20)) == "FR-INFO-3"
    assert table.play(play("red", "skip", 20), play("blue", "swap", 21)).position["hands"]["blue"] == ["?"] * 3
    thrown = at(
        play("red", "gift", 41), name("red", "gift", "blue", steps=1), decline("blue"),
        roll("blue", 4), react("blue", "re_roll", 30), roll("blue", 2), PASS, take("blue", 30), roll("red", 3),
        pawns={"red": 12, "blue": 5}, board={"6": ["second_chance"], "8": ["magnet"]},
    )  # fmt: skip
    assert thrown.position["hands"]["blue"] == ["re_roll", "?", "?", "?"]
    assert thrown.play(react("blue", "re_roll", 31)).position["hands"]["blue"] == ["re_roll", "?", "?"]


def test_unseen_fuck_yous_are_declared_in_seat_order():  # FR-INFO-5
    table = at(pawns={"red": 50}, hands={"green": ["stop"]}, options={"composition": {"stop": 91, "fuck_you": 3}})
    assert [each["fuck_you"] for each in table.legal] == [0, 1, 2, 3]
    assert table.refusal(declare("red", 4)) == "FR-INFO-5"
    assert table.refusal(declare("red", -1)) == "FR-INFO-5"
    table.play(declare("red", 2))
    assert [each["fuck_you"] for each in table.legal] == [0, 1]
    assert phase(table) == ("declare", ["blue"])
    assert phase(table.play(declare("blue", 1)))[0] == "first_player"
    assert table.totals == {"red": 92, "blue": 21, "green": 0}
    loose = at(pawns={"red": 50}, board={"7": ["fuck_you"]}, options={"enforce_counts": False})
    assert [each["fuck_you"] for each in loose.legal] == [0, 1, 2, 3, 4]


def test_loot_and_reset_move_known_and_unknown_cards():  # FR-INFO-6
    table = at(*event(10), hands={"red": ["troublemaker", "?"], "blue": ["x", "?"], "green": []})
    assert table.position["discards"] == ["x", "?", "?"]
    table = at(*event(14), hands={"red": ["troublemaker", "?"], "blue": ["x", "?"], "green": []})
    assert table.position["hands"]["green"][:2] == ["x", "?"]


def test_known_hands_are_reported_card_by_card():  # FR-INFO-7
    table = at(play("red", "skip", 41), seats="red blue", hands=TWO_KNOWN, options=KNOWN)
    assert table.decision == {"phase": "draw", "actors": ["chance"], "player": "red"}
    assert refused(options=KNOWN, pawns={}) == [("FR-INFO-7", "/position/hands")] * 2
    missing = {"red": ["?"], "blue": []}
    assert refused(options=KNOWN, hands=missing) == [("FR-INFO-7", "/position/hands/red/0")]
    assert refused(mode="virtual", hands=missing) == [("FR-INFO-7", "/position/hands/red/0")]


# -- inputs -----------------------------------------------------------------------------------------------------------


def test_a_die_entered_twice_is_refused():  # FR-API-1
    table = at(play("red", "block", 41), roll("red", 3))
    assert table.decision["phase"] == "roll_window"
    assert table.refusal(roll("red", 3)) == "FR-TURN-6"


def test_chance_reports_what_is_due():  # FR-API-2
    table = at(play("red", "block", 41))
    for wrong in (roll("red", 7), roll("blue", 3), d20("red", 3)):
        assert table.refusal(wrong) == "FR-API-2"
    with pytest.raises(document.BadDocument):
        table.move(roll("red", 21))
    known = at(play("red", "skip", 41), seats="red blue", hands=TWO_KNOWN, options=KNOWN, board={"7": ["fuck_you"]})
    assert known.refusal(draw("red", "fuck_you")) == "FR-API-2"
    assert known.refusal(draw("blue", "x")) == "FR-API-2"
    assert known.refusal(draw("red", "?")) == "FR-API-2"
    weights = {each.card: weight for each, weight in outcomes(known.rules, known.state)}
    assert (weights["push"], weights["stop"], weights["x"]) == (7, 2, 6)
    market = at(*event(5), board={"7": ["fuck_you"]})
    assert market.refusal(move("chance", "reveal", card="fuck_you")) == "FR-API-2"


def test_the_first_player_may_be_named_before_a_roll():  # FR-API-3
    table = fresh()
    assert len(where(table, type="first_player")) == 3
    table.play(d20("red", 9))
    assert table.refusal(starts("red")) == "FR-API-3"
    table.play(d20("blue", 9), d20("green", 2))
    assert [each["player"] for each in where(table, type="first_player")] == ["red", "blue"]
    assert table.refusal(starts("green")) == "FR-API-3"
    assert at().refusal(starts("red")) == "FR-TURN-6"


def test_a_quiet_turn_takes_two_inputs():  # FR-API-4
    table = at(
        play("red", "stop", 41), roll("red", 2), play("blue", "stop", 40), roll("blue", 3), play("green", "x", 38)
    )
    assert pawns(table) == [2, 3, 0]


def test_cards_are_named_by_kind_and_equal_cards_are_one_move():  # FR-API-5
    table = at(hands={"red": ["stop", "stop"]})
    assert len(where(table, card="stop", to=7)) == 1
    assert {each["type"] for each in table.legal} == {"play"}


def test_the_first_test_that_fails_is_cited():  # FR-API-6
    table = at(hands={"red": ["stop"]}, pawns={"blue": 18}, board={"7": ["skip"]})
    for wrong, rule in (
        (play("blue", "x", 50), "FR-TURN-6"),
        (play("red", "x", 50), "FR-INFO-3"),
        (play("red", "stop", 50, dir="forward"), "FR-PLACE-7"),
        (play("red", "stop", 18, dir="forward"), "FR-PLACE-5"),
        (play("red", "stop", 7, dir="forward"), "FR-PLACE-2"),
        (play("red", "stop", 8, dir="forward"), "FR-PLACE-8"),
        (react("table", "stop", 50), "FR-REACT-1"),
        (react("table", "re_roll", 50), "FR-C-REROLL-1"),
    ):
        assert table.refusal(wrong) == rule


def test_a_forced_choice_is_still_a_decision():  # FR-API-7
    table = walked("red", 2, seats="red blue", pawns={"red": 5}, board={"7": ["swap"]})
    assert table.legal == [name("red", "swap", "blue")]


def test_what_an_effect_causes_is_finished_first():  # FR-API-8
    table = at(
        play("red", "gift", 41), name("red", "gift", "blue", steps=1), decline("blue"), pawns={"red": 20, "blue": 3}
    )
    assert table.decision["player"] == "blue"  # the teleport roll
    table.play(roll("blue", 6), PASS)
    assert table.decision["player"] == "red"  # step 2
    assert pawns(table.play(roll("red", 1), PASS))[:2] == [21, 39]


def test_a_table_reports_only_what_it_sees():  # FR-API-9
    table = at(*event(14))  # hands change owners without a report
    assert phase(table) == ("play", ["blue"])
    table = at(*event(9))
    assert phase(table) == ("place", ["blue"])  # a card that is put down is reported
    assert phase(walked("red", 2, pawns={"red": 5}, board={"7": [JUMP], "9": [PUSH]})) == ("play", ["blue"])


def test_a_state_holds_all_that_is_needed():  # FR-API-10
    table = at(play("red", "gift", 41), name("red", "gift", "blue", steps=1), board={"7": ["stop", "block"]})
    read = document.read(GAME.State, wire(table.state))
    assert read == table.state
    assert list(GAME.faults(read)) == []
    damaged = wire(table.state)
    damaged["todo"] = damaged["todo"][1:]
    assert list(GAME.faults(document.read(GAME.State, damaged))) == [("FR-API-10", "/todo")]


# -- options ----------------------------------------------------------------------------------------------------------


def test_dual_cards_may_work_only_when_played():  # FR-OPT-1
    board = {"7": ["gift"]}
    assert phase(walked("red", 2, pawns={"red": 5}, board=board)) == ("target", ["red"])
    off = {"dual_on_land": False}
    assert phase(walked("red", 2, pawns={"red": 5}, board=board, options=off)) == ("play", ["blue"])
    assert phase(at(play("red", "gift", 41), options=off)) == ("target", ["red"])


def test_once_per_turn_may_count_for_each_pawn():  # FR-OPT-2
    moves = play("red", "gift", 41), name("red", "gift", "blue", steps=1), decline("blue"), roll("red", 2), PASS
    position = {"pawns": {"red": 5, "blue": 6}, "board": {"7": [PUSH]}}
    assert pawns(at(*moves, **position))[:2] == [7, 8]
    assert pawns(at(*moves, options={"once_scope": "card_pawn"}, **position))[:2] == [8, 8]
    played = play("red", "gift", 7), name("red", "gift", "blue", steps=1), decline("blue"), roll("red", 2), PASS
    table = at(*played, pawns={"red": 5, "blue": 6}, options={"once_scope": "card_pawn"})
    assert phase(table) == ("play", ["blue"])  # a Gift played this turn is used up for all


def test_landing_choices_may_belong_to_the_mover():  # FR-OPT-3
    remote = play("red", "remote", 41), name("red", "remote", "blue"), decline("blue"), roll("red", 3), PASS
    options = {"landing_choices": "mover"}
    table = at(*remote, pawns={"blue": 5}, board={"8": ["gift"]}, options=options)
    assert sorted({each["pawn"] for each in table.legal}) == ["blue", "green"]
    table = at(*remote, pawns={"blue": 5}, board={"8": ["troublemaker"]}, options=options)
    assert table.decision["player"] == "red"


def test_tsunami_may_end_after_one_lap():  # FR-OPT-4
    moves = *event(11), roll("blue", 1), PASS, roll("green", 2), PASS, roll("red", 3), PASS
    assert at(*moves).decision["player"] == "blue"
    assert phase(at(*moves, options={"tsunami_wrap": False})) == ("play", ["blue"])


def test_an_earthquake_may_shake_all_at_once():  # FR-OPT-5
    positions = {"red": 5, "blue": 6, "green": 7}
    assert pawns(at(*event(2), pawns=positions, options={"earthquake": "simultaneous"})) == [6, 7, 5]
    assert pawns(at(*event(2), pawns=positions)) == [7, 7, 5]


def test_a_magnet_may_be_kept_from_taking_itself():  # FR-OPT-6
    table = at(play("red", "magnet", 41), board={"7": ["x"]}, options={"magnet_self": False})
    assert table.refusal(take("red", 41)) == "FR-OPT-6"
    assert [each["from"] for each in table.legal] == [7]
    other = at(play("red", "magnet", 41), take("red", 7), roll("red", 2), PASS,
               pawns={"red": 5}, board={"7": ["magnet", "x"]}, options={"magnet_self": False})  # fmt: skip
    assert [each["from"] for each in other.legal] == [41]


def test_counts_may_be_left_unchecked_with_hidden_hands():  # FR-OPT-7
    board = {"7": ["fuck_you"]}
    assert where(at(board=board, options={"enforce_counts": False}), card="fuck_you")
    assert not where(at(board=board), card="fuck_you")
    hands = {"red": ["skip"], "blue": ["stop"]}
    known = at(
        play("red", "skip", 41), seats="red blue", board=board, hands=hands, options={**KNOWN, "enforce_counts": False}
    )
    assert known.refusal(draw("red", "fuck_you")) == "FR-API-2"
