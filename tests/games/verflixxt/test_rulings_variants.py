"""Rulings of Verflixxt: variants 1 to 5, which stand alone or together in the base game."""

from __future__ import annotations

from tests.games.verflixxt.setups import NOCHMAL_TRACK
from tests.games.verflixxt.tables import (
    FINISH,
    GONE,
    SHORT,
    STANDARD,
    START,
    Table,
    base,
    guard,
    hoch2,
    items,
    move,
    nochmal,
    pawn,
    pawns_of,
    phase,
    refused,
    roll,
    stack_of,
    wormy,
)

LUCK = [f"L{n}" for n in range(1, 7)]
RISING = [f"+{n}" for n in range(1, 9)]
FIRST, SECOND = [f"-{n}a" for n in range(1, 9)], [f"-{n}b" for n in range(1, 11)]


def laid(layout: str, **options: object) -> tuple[list[str], list[str]]:
    position = Table("verflixxt", {"seats": ["red", "blue"], "options": {"layout": layout, **options}}).position
    return position["track"], position["guards"]


def test_plus_first():  # VX-V1-1
    assert laid("plus_first") == ([*FIRST, *RISING, *LUCK, *SECOND], RISING)


def test_luck_last():  # VX-V1-2
    assert laid("luck_last") == ([*FIRST, *RISING, *SECOND, *LUCK], RISING)


def test_a_random_track_keeps_its_guards_on_luck_and_8_and_7():  # VX-V1-3
    track = STANDARD[::-1]
    assert laid("random", track=track) == (track, ["+7", "+8", *LUCK[::-1]])
    assert refused(["red", "blue"], layout="random") == [("VX-IN-8", "/options/track")]
    assert refused(["red", "blue"], layout="random", nochmal=True, track=NOCHMAL_TRACK) == []


# -- variant 2 --------------------------------------------------------------------------------------------------------


def test_a_one_goes_forward_or_back_or_nowhere():  # VX-V2-1
    begun = base(variants=(2,), guards=["L1", "+5"], pawns={"red": ["+2", START, FINISH], "blue": ["L1", START, START]})
    begun.play(roll(1))
    forward = [pawn(0, 1), pawn(1, 1), guard("L1", 1)]
    back = [pawn(0, -1), guard("L1", -1)]
    moves = [*forward, *back, move("red", "stay")]
    assert all(each in begun.legal for each in moves)
    assert len(begun.legal) == len(moves)
    assert begun.refusal(guard("+5", -1)) == "VX-GUARD-2"
    begun.play(move("red", "stay"))
    assert ("stay", "VX-V2-1") in begun.events
    assert base(variants=(2,)).play(roll(2)).refusal(move("red", "stay")) == "VX-TURN-3"
    assert base(variants=(2,)).play(roll(2)).refusal(pawn(0, -2)) == "VX-MOVE-5"


def test_nothing_lies_behind_the_start():  # VX-V2-2
    begun = base(variants=(2,), pawns={"red": ["-1a", START, START]}).play(roll(1))
    assert begun.refusal(pawn(1, -1)) == "VX-V2-2"
    assert pawns_of(begun.play(pawn(0, -1)))[0] == START


# -- variant 3 --------------------------------------------------------------------------------------------------------


def test_overtaken_tiles_are_laid_before_the_finish():  # VX-V3-1
    behind = {"pawns": {"red": ["+2", "L1", "L1"], "blue": ["-4a"] * 3}, "guards": ["-1a", "+5"]}
    begun = base(variants=(3,), **behind).play(roll(2), pawn(0, 2))
    assert stack_of(begun) == ["+2"]
    assert (begun.position["track"], begun.position["guards"]) == (["L1", "-4a", "+5", "-6a", "-1a"], ["+5"])
    along = base(variants=(3,), options={"v3_guards": "with_tile", "overtaken": "keep"}, **behind)
    assert along.play(roll(2), pawn(0, 2)).position["guards"] == ["+5", "-1a"]
    with_two = {"pawns": {"red": ["L1"] * 3, "blue": ["L1"] * 3}}
    begun = base(variants=(2, 3), **with_two).play(roll(2), pawn(0, 2))
    assert begun.position["track"] == ["L1", "-4a", "+5", "-6a", "-1a", "+2"]
    assert pawns_of(begun.play(roll(1), pawn(0, -1, "blue")), "blue")[0] == START


# -- variants 4 and 5 -------------------------------------------------------------------------------------------------


def test_the_first_player_home_stops_the_game():  # VX-V4-1
    begun = base(variants=(4,), pawns={"red": ["-6a", FINISH, FINISH]}).play(roll(1), pawn(0, 1))
    assert (begun.decision, begun.scores["ended_by"]) == (None, "VX-V4-1")
    assert begun.refusal(roll(1)) == "VX-V4-1"
    tabled = base(variants=(4,), pawns={"red": GONE})
    assert (tabled.decision, tabled.scores["ended_by"]) == (None, "VX-V4-1")
    assert hoch2(options={"variants": [4]}, pawns={"blue": GONE}).decision is None


def test_lone_pawns_still_take_their_tiles():  # VX-V4-2
    over = base(
        "red", "blue", "green", variants=(4,), guards=["L1"],
        pawns={"red": GONE, "blue": ["+5", "L1", START], "green": ["-4a", "-1a", "-1a"]},
    )  # fmt: skip
    assert over.totals == {"red": 0, "blue": 5, "green": -4}
    ended = base(variants=(4,), pawns={"red": ["-6a", FINISH, FINISH], "blue": ["+5", START, START]})
    ended.play(roll(1), pawn(0, 1))
    assert ("last_take", "VX-V4-2") in ended.events
    on_a_verflixxt_tile = wormy(
        options={"variants": [4]}, pawns={"red": GONE, "blue": ["V1", "-5a", "+4"]}, flixxy="+4"
    )
    assert (on_a_verflixxt_tile.totals["blue"], items(on_a_verflixxt_tile, "blue")["worms"]) == (-5, 0)


def test_the_penultimate_pawn_stops_the_game():  # VX-V5-1
    begun = base(variants=(5,), pawns={"red": ["-6a", FINISH, FINISH], "blue": ["+2", "L1", FINISH]})
    begun.play(roll(1), pawn(0, 1))
    assert phase(begun) == "roll"
    begun.play(roll(6), pawn(1, 6, "blue"))
    assert (begun.decision, begun.scores["ended_by"]) == (None, "VX-V5-1")
    assert begun.refusal(pawn(0, 1)) == "VX-V5-1"


def test_the_last_pawn_gets_the_greatest_free_malus():  # VX-V5-2
    last = {"red": GONE, "blue": ["-4a", FINISH, FINISH]}
    over = base(
        variants=(5,), pawns=last, guards=["-6a"], track=[t for t in SHORT if t != "L1"], stacks={"blue": ["L1"]}
    )
    assert items(over, "blue") | {"v5": -4, "turned": 0, "malus": 0} == items(over, "blue")
    assert over.scores["seats"][1]["luck_unused"] == 1
    assert over.totals["red"] == 0
    assert items(base(variants=(5,), pawns=last, track=["-4a"], guards=["-4a"]), "blue")["v5"] == 0
    assert items(base(variants=(5,), pawns={"red": GONE, "blue": GONE}), "blue")["v5"] == 0
    risky = hoch2(options={"variants": [5]}, pawns=last | {"blue": ["R7", FINISH, FINISH]}, guards=["-6a", "-3a"])
    assert items(risky, "blue")["v5"] == 0
    ended = nochmal(
        options={"variants": [5]}, flixxy="-5a", pawns={"red": ["V2", FINISH, FINISH], "blue": ["+4", FINISH, FINISH]}
    )
    ended.play(roll(1, "x"), pawn(0, 1))
    assert ("last_malus", "VX-V5-2") in ended.events
    assert items(ended, "blue")["v5"] == -5
