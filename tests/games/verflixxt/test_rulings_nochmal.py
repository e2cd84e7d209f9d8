"""Rulings of Verflixxt Nochmal: set-up, Flixxy, Verflixxt tiles, round chips."""

from __future__ import annotations

from random import Random

from referee.core import document
from referee.games.verflixxt import setup
from referee.games.verflixxt.state import VerflixxtSetup
from tests.games.verflixxt.setups import COLOURS, NOCHMAL_TRACK
from tests.games.verflixxt.tables import (
    FINISH,
    GONE,
    STANDARD,
    START,
    Table,
    flixxy,
    guard,
    items,
    nochmal,
    pawn,
    pawns_of,
    refused,
    roll,
    stack_of,
    worm,
    wormy,
)


def opened(*seats: str, **options: object) -> Table:
    options = {"nochmal": True, "track": NOCHMAL_TRACK, **options}
    return Table("verflixxt", {"seats": list(seats) or ["red", "white"], "options": options})


# -- set-up -----------------------------------------------------------------------------------------------------------


def test_two_to_eight_players():  # VX-NSET-1
    assert [len(pawns_of(opened(*COLOURS[:n]))) for n in (2, 4, 5, 8)] == [3, 3, 2, 2]
    assert refused(["red"], nochmal=True, track=NOCHMAL_TRACK) == [("VX-NSET-1", "/seats")]
    assert refused(COLOURS, nochmal=True, track=NOCHMAL_TRACK) == []


def test_both_ones_and_twos_stay_in_the_box():  # VX-NSET-2
    assert refused(["red", "blue"], nochmal=True, track=["-1a", *NOCHMAL_TRACK[1:]])[0][0] == "VX-SETUP-5"
    assert refused(["red", "blue"], nochmal=True, track=[*STANDARD, "V1", "V2", "V3", "V4"])[0][0] == "VX-SETUP-5"
    assert len(opened().position["track"]) == 32


def test_four_verflixxt_tiles_lie_anywhere_on_an_entered_track():  # VX-NSET-3
    virtual = {"seats": ["red", "blue"], "mode": "virtual", "options": {"nochmal": True}}
    track = setup.shuffled(document.read(VerflixxtSetup, virtual), Random(7)).options.track
    assert [track.index(f"V{n}") + 1 for n in (1, 2, 3, 4)] == [10, 15, 20, 25]
    assert refused(["red", "blue"], nochmal=True, track=track) == []
    assert refused(["red", "blue"], nochmal=True, track=sorted(NOCHMAL_TRACK)) == []
    assert refused(["red", "blue"], nochmal=True, track=[t for t in NOCHMAL_TRACK if t != "V4"])[0][0] == "VX-SETUP-5"


def test_guards_on_the_first_eight_positive_tiles():  # VX-NSET-4
    positive = [tile for tile in NOCHMAL_TRACK if tile[0] in "+L"]
    assert opened().position["guards"] == positive[:8]


def test_chips_in_falling_order_and_flixxy_on_the_start():  # VX-NSET-5
    assert opened().position | {"round_chips": [4, 3, 2, 1], "flixxy": START} == opened().position
    chips = {"nochmal": True, "track": NOCHMAL_TRACK}
    assert refused(["red", "blue"], {"round_chips": [3, 4]}, **chips) == [("VX-NSET-5", "/position/round_chips")]
    assert refused(["red", "blue"], {"won_round": {"red": [4]}}, **chips) == [("VX-NSET-5", "/position/won_round/red")]
    assert refused(["red", "blue"], {"won_round": {"red": [4]}, "round_chips": [3, 2, 1]}, **chips) == []


def test_the_starter_throws_both_dice():  # VX-NSET-6
    begun = opened()
    assert len(begun.legal) == 18
    assert begun.decision == {"phase": "roll", "actors": ["chance"], "player": "red"}


def test_the_alternative_track():  # VX-ALT-1
    track = Table("verflixxt", {"seats": ["red", "blue"], "options": {"nochmal": True, "layout": "alt"}}).position[
        "track"
    ]
    assert [track.index(f"V{n}") + 1 for n in (1, 2, 3, 4)] == [9, 16, 22, 30]
    assert [tile for tile in track if tile[0] != "V"] == STANDARD


# -- Flixxy -----------------------------------------------------------------------------------------------------------


def test_both_dice_are_thrown_while_flixxy_plays():  # VX-FLIX-1
    assert nochmal().refusal(roll(3)) == "VX-IN-1"
    assert nochmal(flixxy=None).refusal(roll(3, "x")) == "VX-IN-1"
    assert ("throw_both", "VX-FLIX-1") in nochmal().play(roll(3, "x")).events


def test_the_face_flixxy_moves_flixxy_only():  # VX-FLIX-2
    begun = nochmal(guards=["+4"], pawns={"red": ["+4", START, START]}).play(roll(2, "flixxy"))
    assert begun.legal == [flixxy(2)]
    assert begun.refusal(pawn(0, 2)) == "VX-FLIX-2"
    assert begun.refusal(guard("+4", 2)) == "VX-FLIX-2"


def test_a_question_mark_leaves_the_choice():  # VX-FLIX-3
    begun = nochmal(guards=["+4"], pawns={"red": ["+4", START, FINISH]}).play(roll(2, "?"))
    assert begun.legal == [pawn(0, 2), pawn(1, 2), guard("+4", 2), flixxy(2)]


def test_an_x_leaves_flixxy_alone():  # VX-FLIX-4
    assert nochmal().play(roll(2, "x")).refusal(flixxy(2)) == "VX-FLIX-4"


def test_flixxy_is_company():  # VX-FLIX-5
    assert nochmal(flixxy="L1", guards=["L1"]).play(roll(1, "x")).refusal(guard("L1", 1)) is None


def test_who_moves_flixxy_takes_its_tile():  # VX-FLIX-6
    begun = nochmal(flixxy="-5a").play(roll(1, "?"), flixxy(1))
    assert stack_of(begun) == ["-5a"]
    assert stack_of(nochmal(flixxy="-5a", guards=["-5a"]).play(roll(1, "?"), flixxy(1))) == []
    assert begun.refusal(flixxy(2)) == "VX-IN-1"


def test_flixxy_runs_in_circles():  # VX-FLIX-7
    begun = nochmal(flixxy="V2").play(roll(3, "flixxy"), flixxy(3))
    assert begun.position["flixxy"] == "-3a"
    full_circle = nochmal(options={"track": ["-3a", "+4", "L1", "-5a"]}, flixxy="+4").play(roll(6, "flixxy"), flixxy(6))
    assert (full_circle.position["flixxy"], stack_of(full_circle)) == ("+4", [])
    assert full_circle.position["won_round"]["red"] == [4]
    on_the_finish = nochmal(flixxy=FINISH, pawns={"red": [FINISH, START, START]}).play(roll(1, "?"))
    assert on_the_finish.refusal(guard(FINISH, 1)) == "VX-GUARD-1"


def test_each_finish_wins_a_chip():  # VX-FLIX-8
    exactly = nochmal(flixxy="V2").play(roll(1, "flixxy"), flixxy(1))
    assert (exactly.position["flixxy"], exactly.position["won_round"]["red"]) == (FINISH, [4])
    exactly.play(roll(2, "flixxy"), flixxy(2, "blue"))
    assert (exactly.position["flixxy"], exactly.position["won_round"]["blue"]) == ("-3a", [])
    twice = nochmal(options={"track": ["+4"]}, flixxy="+4").play(roll(4, "flixxy"), flixxy(4))
    assert (twice.position["won_round"]["red"], twice.position["flixxy"]) == ([4, 3], FINISH)


def test_the_fifth_finish_is_flixxys_last():  # VX-FLIX-9
    begun = nochmal(flixxy="-5a", round_chips=[]).play(roll(6, "?"), flixxy(6))
    assert (begun.position["flixxy"], stack_of(begun)) == (None, ["-5a"])
    assert len(begun.legal) == 6
    assert begun.play(roll(2)).refusal(flixxy(2, "blue")) == "VX-FLIX-9"
    pushed = wormy(flixxy="V2", round_chips=[], worms={"red": ["push"]}, pawns={"red": ["-3a", START, START]})
    pushed.play(roll(2, "flixxy"), worm("push", square="V2"))
    assert pushed.position["flixxy"] is None
    assert pushed.refusal(pawn(0, 2)) is None


# -- Verflixxt tiles --------------------------------------------------------------------------------------------------


def on_verflixxt(**position: object) -> Table:
    """Red stands alone on V1 with a stack."""
    chosen: dict[str, object] = {
        "pawns": {"red": ["V1", START, START]},
        "track": ["V1", "V2", "L1"],
        "stacks": {"red": ["+4", "-3a"], "green": ["-5a"]},
        **position,
    }
    return nochmal("red", "blue", "green", **chosen)


def test_the_stack_keeps_its_order():  # VX-VT-1
    begun = nochmal(stacks={"red": ["-5a", "+4"]}, track=["-3a", "L1"], pawns={"red": ["-3a", START, START]})
    assert stack_of(begun.play(roll(1, "x"), pawn(0, 1))) == ["-5a", "+4", "-3a"]


def test_the_top_tile_goes_to_the_left():  # VX-VT-2
    begun = on_verflixxt().play(roll(1, "x"), pawn(0, 1))
    assert (stack_of(begun), stack_of(begun, "blue")) == (["+4"], ["-3a"])
    skipping = on_verflixxt(pawns={"red": ["V1", START, START], "blue": GONE}).play(roll(1, "x"), pawn(0, 1))
    assert stack_of(skipping, "green") == ["-5a", "-3a"]
    assert stack_of(on_verflixxt(guards=["V1"]).play(roll(1, "x"), pawn(0, 1))) == ["+4", "-3a"]
    with_flixxy = on_verflixxt(pawns={}, flixxy="V1").play(roll(1, "?"), flixxy(1))
    assert stack_of(with_flixxy, "blue") == ["-3a"]
    last_pawn = on_verflixxt(pawns={"red": ["V1", FINISH, FINISH]}).play(roll(6, "x"), pawn(0, 6))
    assert stack_of(last_pawn, "blue") == ["-3a"]


def test_an_empty_stack_gives_nothing():  # VX-VT-3
    begun = on_verflixxt(stacks={"green": ["-5a"]}).play(roll(1, "x"), pawn(0, 1))
    assert [stack_of(begun, seat) for seat in ("red", "blue", "green")] == [[], [], ["-5a"]]
    assert ("nothing_to_give", "VX-VT-3") in begun.events


def test_without_a_receiver_the_tile_leaves_the_game():  # VX-VT-4
    alone = on_verflixxt(pawns={"red": ["V1", START, START], "blue": GONE, "green": GONE}).play(
        roll(1, "x"), pawn(0, 1)
    )
    assert [stack_of(alone, seat) for seat in ("red", "blue", "green")] == [["+4"], [], ["-5a"]]
    ending = on_verflixxt(pawns={"red": ["V1", FINISH, FINISH], "blue": GONE, "green": GONE}).play(
        roll(6, "x"), pawn(0, 6)
    )
    assert (ending.decision, stack_of(ending)) == (None, ["+4"])


def test_a_verflixxt_tile_stays_on_the_track():  # VX-VT-5
    begun = on_verflixxt().play(roll(1, "x"), pawn(0, 1))
    assert begun.position["track"] == ["V1", "V2", "L1"]
    stacked = {"track": [t for t in NOCHMAL_TRACK if t != "V1"], "stacks": {"red": ["V1"]}}
    assert refused(["red", "blue"], stacked, nochmal=True) == [("VX-VT-5", "/position/stacks/red/0")]


# -- end --------------------------------------------------------------------------------------------------------------


def test_the_game_ends_wherever_flixxy_is():  # VX-NEND-1
    ended = nochmal(flixxy="+4", pawns={"red": ["V2", FINISH, FINISH], "blue": GONE}).play(roll(1, "x"), pawn(0, 1))
    assert (ended.decision, ended.scores["ended_by"]) == (None, "VX-END-1")


def test_round_chips_add_their_value():  # VX-NEND-2
    scored = nochmal(round_chips=[1], won_round={"red": [4, 2], "blue": [3]})
    assert (items(scored)["round_chips"], scored.totals) == (6, {"red": 6, "blue": 3})
