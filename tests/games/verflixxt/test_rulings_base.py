"""Rulings of Verflixxt: components, set-up, turn, movement, guards, tiles, end and score of the base game."""

from __future__ import annotations

from tests.games.verflixxt.setups import COLOURS, HOCH2_TRACK, MIX_TRACK, NOCHMAL_TRACK
from tests.games.verflixxt.tables import (
    FINISH,
    GONE,
    SHORT,
    STANDARD,
    START,
    Table,
    base,
    card,
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
    swap_with_pawn,
    worm,
    wormy,
)
from tests.table import setup_refusal, wire


def table(*seats: str, **options: object) -> Table:
    return Table("verflixxt", {"seats": list(seats) or ["red", "blue"], "options": options})


# -- components -------------------------------------------------------------------------------------------------------


def test_the_base_track_has_32_tiles():  # VX-COMP-1
    track = table().position["track"]
    assert sum(tile[0] == "+" for tile in track) == 8
    assert sum(tile[0] == "L" for tile in track) == 6
    assert sum(tile[0] == "-" for tile in track) == 18


def test_malus_tiles_lie_twice_but_9_and_10_once():  # VX-COMP-2
    faces = sorted(tile.rstrip("ab") for tile in table().position["track"] if tile[0] == "-")
    assert [face for face in set(faces) if faces.count(face) == 1] in (["-9", "-10"], ["-10", "-9"])
    assert len(faces) == 18


def test_a_colour_comes_from_a_box_in_use():  # VX-COMP-3
    assert refused(["red", "white"]) == [("VX-COMP-3", "/seats/1")]
    assert refused(["lilac", "blue"], hoch2=True, track=HOCH2_TRACK, drop_risk3="no") == [("VX-COMP-3", "/seats/0")]
    assert refused(["red", "white"], nochmal=True, track=NOCHMAL_TRACK) == []


def test_nochmal_brings_ten_tokens_and_four_chips():  # VX-COMP-4
    position = wormy().position
    assert (position["worm_pile"], position["round_chips"]) == (["?"] * 10, [4, 3, 2, 1])
    assert wormy(options={"worms": {"push": 2, "swap": 1}}).position["worm_pile"] == ["?"] * 3
    too_many = {"worms": {"red": ["?"] * 11}}
    assert refused(["red", "blue"], too_many, nochmal=True, wormy=True, track=NOCHMAL_TRACK)[0][0] == "VX-COMP-4"


def test_an_assumed_composition_never_refuses_at_a_table():  # VX-COMP-5
    many = hoch2(discard=["y3"] * 20)
    assert many.refusal(card("y3")) is None
    assert many.position["finish_chips"] == [2, 2, 3, 3, 4, 4, 5, 6]
    full = {"discard": ["y3"] * 57}
    assert refused(["red", "blue", "green"], full, hoch2=True, track=HOCH2_TRACK) == [
        ("VX-COMP-5", "/position/discard")
    ]


# -- set-up -----------------------------------------------------------------------------------------------------------


def test_two_to_six_players_with_three_or_two_pawns():  # VX-SETUP-1
    assert [len(pawns_of(table(*COLOURS[:n]))) for n in (2, 3, 4, 5, 6)] == [3, 3, 3, 2, 2]
    assert refused(["red"]) == [("VX-SETUP-1", "/seats")]
    assert refused(["red", "red"]) == [("VX-SETUP-1", "/seats")]
    assert refused([*COLOURS[:6], "red"])[0] == ("VX-SETUP-1", "/seats")
    assert refused(["red", "blue"], {"pawns": {"red": [START, START]}}) == [("VX-SETUP-1", "/position/pawns/red")]
    assert refused(["red", "blue"], {"pawns": {"green": [START] * 3}}) == [("VX-SETUP-1", "/position/pawns/green")]


def test_the_standard_track():  # VX-SETUP-2
    assert table().position["track"] == STANDARD


def test_guards_begin_on_luck_and_on_8_and_7():  # VX-SETUP-3
    assert table().position["guards"] == ["L1", "L2", "L3", "L4", "L5", "L6", "+8", "+7"]
    assert refused(["red", "blue"], {"guards": ["L1"] * 9}) == [("VX-SETUP-3", "/position/guards")]


def test_the_named_starter_begins():  # VX-SETUP-4
    begun = Table("verflixxt", {"seats": ["red", "blue", "green"], "starter": "blue"})
    assert begun.decision == {"phase": "roll", "actors": ["chance"], "player": "blue"}
    begun.play(roll(1), pawn(0, 1, "blue"))
    assert begun.decision["player"] == "green"
    assert setup_refusal("verflixxt", {"seats": ["red", "blue"], "starter": "green"}) == [("VX-SETUP-4", "/starter")]


def test_an_explicit_track_holds_the_tiles_of_the_edition():  # VX-SETUP-5
    other = ["-3b" if tile == "-3a" else "-3a" if tile == "-3b" else tile for tile in reversed(STANDARD)]
    assert table(track=other).position["track"] == other
    assert refused(["red", "blue"], track=STANDARD[1:]) == [("VX-SETUP-5", "/options/track")]
    assert refused(["red", "blue"], track=["-2a", *STANDARD[1:]]) == [("VX-SETUP-5", "/options/track/1")]
    assert refused(["red", "blue"], track=["V1", *STANDARD[1:]]) == [("VX-SETUP-5", "/options/track")]
    assert refused(["red", "blue"], track=STANDARD[1:], custom_track=True) == []
    assert refused(["red", "blue"], {"stacks": {"red": ["+3"]}}) == [("VX-SETUP-5", "/position/stacks/red/0")]
    assert refused(["red", "blue"], {"pawns": {"red": ["+9", START, START]}}) == [
        ("VX-SETUP-5", "/position/pawns/red/0")
    ]
    assert refused(["red", "blue"], {"guards": ["R3"]}) == [("VX-SETUP-5", "/position/guards/0")]
    assert table(track=other, layout="plus_first").position["guards"] == [f"+{n}" for n in range(1, 9)]
    assert table(track=["L3", "-1a"], custom_track=True).position["guards"] == ["L3"]


def test_contradictory_options_are_refused():  # VX-SETUP-6
    two = ["red", "blue"]
    assert refused(two, variants=[4, 5]) == [("VX-SETUP-6", "/options/variants")]
    assert refused(two, variants=[2], nochmal=True, track=NOCHMAL_TRACK) == [("VX-SETUP-6", "/options/variants")]
    assert refused(two, variants=[3], hoch2=True, track=HOCH2_TRACK) == [("VX-SETUP-6", "/options/variants")]
    assert refused(two, layout="standard", nochmal=True) == [("VX-SETUP-6", "/options/layout")]
    assert refused(two, layout="alt") == [("VX-SETUP-6", "/options/layout")]
    assert refused(two, layout="alt", hoch2=True, nochmal=True) == [("VX-SETUP-6", "/options/layout")]
    assert refused(two, wormy=True) == [("VX-SETUP-6", "/options/wormy")]
    assert refused(two, attack=True) == [("VX-SETUP-6", "/options/attack")]
    assert refused(two, hats={"green": "red", "red": "blue"}) == [("VX-SETUP-6", "/options/hats")]
    few = {"cards": {"y3": 5}, "hoch2": True, "track": HOCH2_TRACK, "drop_risk3": "no"}
    assert refused(two, **few) == [("VX-SETUP-6", "/options/cards")]
    assert refused(two, cards={"y3": 1}, worms={}, pushed_chip="none", drop_risk3="yes", v3_guards="with_tile") == []
    for name, value in (("flixxy", None), ("worms", {}), ("hands", {}), ("finish_chips", []), ("hats", {})):
        assert refused(two, {name: value}) == [("VX-SETUP-6", f"/position/{name}")]


# -- turn -------------------------------------------------------------------------------------------------------------


def test_one_throw_one_piece_then_the_next_player():  # VX-TURN-1
    begun = base()
    assert begun.refusal(pawn(0, 3)) == "VX-IN-1"
    begun.play(roll(3))
    assert begun.refusal(pawn(0, 3, "blue")) == "VX-TURN-1"
    assert base("red", "blue", "green", "yellow", "black").play(roll(1)).refusal(pawn(2, 1)) == "VX-TURN-1"
    begun.play(pawn(0, 3))
    assert begun.decision == {"phase": "roll", "actors": ["chance"], "player": "blue"}


def test_a_player_without_pawns_in_play_has_no_turn():  # VX-TURN-2
    begun = base("red", "blue", "green", pawns={"blue": GONE}).play(roll(1), pawn(0, 1))
    assert begun.decision["player"] == "green"
    assert refused(["red", "blue"], {"turn": "red", "pawns": {"red": GONE}}) == [("VX-TURN-2", "/position/turn")]


def test_nobody_may_pass():  # VX-TURN-3
    begun = base().play(roll(2))
    for type in ("pass", "stay", "end", "go"):
        assert begun.refusal(move("red", type)) == "VX-TURN-3"


def test_without_a_normal_move_the_player_passes():  # VX-TURN-4
    alone = {"red": ["-3a", FINISH, FINISH], "blue": ["+4", START, START]}
    begun = wormy(
        worms={"red": ["swap", "bury"]},
        stacks={"red": ["+4"]},
        track=["-3a", "V1"],
        pawns=alone | {"blue": ["V1"] * 3},
        flixxy=None,
    )
    begun.play(swap_with_pawn(0, "blue", 1), move("red", "go"), roll(2))
    assert begun.legal == [move("red", "pass"), worm("bury")]
    begun.play(move("red", "pass"))
    assert ("pass", "VX-TURN-4") in begun.events


# -- movement ---------------------------------------------------------------------------------------------------------


def test_the_whole_number_is_used_towards_the_finish():  # VX-MOVE-1
    begun = base().play(roll(4))
    assert begun.refusal(pawn(0, 3)) == "VX-MOVE-1"
    assert begun.refusal(pawn(0, 0)) == "VX-MOVE-1"
    assert pawns_of(begun.play(pawn(0, 4)))[0] == "-4a"


def test_gaps_are_not_counted():  # VX-MOVE-2
    begun = base(track=["-1a", "-4a", "+5"], stacks={"red": ["+2", "L1"]}, pawns={"red": ["-1a", START, START]})
    assert pawns_of(begun.play(roll(2), pawn(0, 2)))[0] == "+5"


def test_a_square_is_never_full():  # VX-MOVE-3
    begun = base(guards=["+2", "+2"], pawns={"red": ["+2", "+2", START], "blue": ["+2"] * 3})
    assert pawns_of(begun.play(roll(2), pawn(2, 2))) == ["+2"] * 3


def test_a_pawn_that_has_arrived_stays():  # VX-MOVE-4
    begun = base(pawns={"red": [FINISH, "-6a", START]}).play(roll(5))
    assert begun.refusal(pawn(0, 5)) == "VX-MOVE-4"
    assert pawns_of(begun.play(pawn(1, 5)))[1] == FINISH


def test_backward_moves_need_a_rule():  # VX-MOVE-5
    begun = base(guards=["+2"], pawns={"red": ["+2", START, START], "blue": ["+2", START, START]}).play(roll(1))
    assert begun.refusal(pawn(0, -1)) == "VX-MOVE-5"
    assert begun.refusal(guard("+2", -1)) == "VX-MOVE-5"
    on_the_start = base(variants=(2,), guards=[START]).play(roll(1))
    assert on_the_start.refusal(guard(START, -1)) == "VX-MOVE-5"
    assert on_the_start.refusal(guard(START, 1)) is None


def test_leaving_a_tile_backwards_takes_it_too():  # VX-MOVE-6
    begun = base(variants=(2,), pawns={"red": ["+2", START, START]}).play(roll(1), pawn(0, -1))
    assert (pawns_of(begun), stack_of(begun)) == (["-1a", START, START], ["+2"])


# -- guards -----------------------------------------------------------------------------------------------------------


def test_a_guard_leaves_a_pawn_behind():  # VX-GUARD-1
    begun = base(guards=["+2", "L1"], pawns={"blue": ["+2", START, START]}).play(roll(2))
    assert begun.refusal(guard("+2", 2)) is None
    assert begun.refusal(guard("-4a", 2)) == "VX-GUARD-1"


def test_guards_alone_stay():  # VX-GUARD-2
    assert base(guards=["+2", "+2"]).play(roll(2)).refusal(guard("+2", 2)) == "VX-GUARD-2"


def test_anybody_moves_any_free_guard():  # VX-GUARD-3
    begun = base("red", "blue", "green", guards=["L1"], pawns={"blue": ["L1", START, START]})
    assert guard("L1", 1) in begun.play(roll(1)).legal
    begun.play(pawn(0, 1), roll(1))
    assert guard("L1", 1, "blue") in begun.legal


def test_a_guard_that_leaves_takes_nothing():  # VX-GUARD-4
    begun = base(guards=["L1"], pawns={"red": ["L1", START, START]}).play(roll(1), guard("L1", 1))
    assert (begun.position["track"], stack_of(begun)) == (SHORT, [])


def test_a_guard_at_the_finish_is_out():  # VX-GUARD-5
    begun = base(guards=["-6a"], pawns={"red": ["-6a", START, START]}).play(roll(3), guard("-6a", 3))
    assert begun.position["guards"] == []
    assert refused(["red", "blue"], {"guards": [FINISH]}) == [("VX-GUARD-5", "/position/guards/0")]


# -- taking -----------------------------------------------------------------------------------------------------------


def test_a_lone_pawn_takes_its_tile():  # VX-TAKE-1
    begun = base(pawns={"red": ["-4a", START, START]}).play(roll(1), pawn(0, 1))
    assert stack_of(begun) == ["-4a"]
    assert "-4a" not in begun.position["track"]


def test_company_keeps_the_tile():  # VX-TAKE-2
    for others in (
        {"guards": ["L1"]},
        {"pawns": {"red": ["L1", "L1", START]}},
        {"pawns": {"red": ["L1", START, START], "blue": ["L1", START, START]}},
    ):
        begun = base(**{"pawns": {"red": ["L1", START, START]}, **others}).play(roll(1), pawn(0, 1))
        assert (stack_of(begun), "L1" in begun.position["track"]) == ([], True)
    with_flixxy = nochmal(flixxy="L1", pawns={"red": ["L1", START, START]}).play(roll(1, "x"), pawn(0, 1))
    assert stack_of(with_flixxy) == []


def test_start_and_finish_are_never_taken():  # VX-TAKE-3
    begun = base(pawns={"red": [START, FINISH, FINISH], "blue": ["+2"] * 3}).play(roll(1), pawn(0, 1))
    assert stack_of(begun) == []


def test_taken_tiles_lie_open():  # VX-TAKE-4
    begun = base(stacks={"red": ["+2"]}, track=["-1a", "-4a"], pawns={"red": ["-1a", START, START]}).play(
        roll(1), pawn(0, 1)
    )
    assert begun.game.view(begun.state, None) == begun.state
    assert stack_of(begun) == ["+2", "-1a"]


def test_the_tile_is_taken_before_the_hats_are_decided():  # VX-TAKE-5
    begun = hoch2(pawns={"red": ["-3a", START, START], "blue": ["R4a", START, START]}, hats={"green": ["blue", 0]})
    begun.play(card("o1"), pawn(0, 1))
    assert (phase(begun), stack_of(begun)) == ("hat", ["-3a"])


# -- overtaken --------------------------------------------------------------------------------------------------------


def test_a_tile_behind_every_pawn_is_overtaken():  # VX-PASSED-1
    begun = base(pawns={"red": ["+2", "+2", START], "blue": ["-4a", "L1", FINISH]}, guards=["-1a"])
    assert begun.play(roll(3), pawn(2, 3)).position["track"] == ["+2", "L1", "-4a", "+5", "-6a"]
    lying = base(pawns={"red": ["L1"] * 3, "blue": ["L1"] * 3})
    assert lying.position["track"] == SHORT
    assert lying.play(roll(1), pawn(0, 1)).position["track"] == SHORT[2:]


def test_overtaken_tiles_go_into_the_box_unless_something_comes_back():  # VX-PASSED-2
    behind = {"pawns": {"red": ["L1"] * 3, "blue": ["L1"] * 3}, "guards": ["+2", "L1"]}
    step = (roll(1), pawn(0, 1))
    boxed = base(**behind).play(*step)
    assert (boxed.position["track"], boxed.position["guards"]) == (SHORT[2:], ["L1"])
    assert base(variants=(2,), **behind).play(*step).position["track"] == SHORT
    assert base(options={"overtaken": "keep"}, **behind).play(*step).position["track"] == SHORT
    assert base(variants=(2,), options={"overtaken": "box"}, **behind).play(*step).position["track"] == SHORT[2:]
    nowhere = {"pawns": {"red": ["L1"] * 3, "blue": ["L1"] * 3}, "guards": ["+4", "V1"]}
    with_flixxy = nochmal(options={"overtaken": "box"}, **nowhere).play(roll(1, "x"), pawn(0, 1))
    assert with_flixxy.position["track"] == ["-3a", "V1", "+4", "L1", "-5a", "V2"]
    without = nochmal(options={"overtaken": "box"}, flixxy=None, **nowhere).play(roll(1), pawn(0, 1))
    assert (without.position["track"], without.position["guards"]) == (["V1", "L1", "-5a", "V2"], ["V1"])
    assert nochmal(flixxy=None, **nowhere).play(roll(1), pawn(0, 1)).position["track"][0] == "-3a"
    cards = {"pawns": {"red": ["L1"] * 3, "blue": ["L1"] * 3}}
    assert hoch2(**cards).play(card("o1"), pawn(0, 1)).position["track"][0] == "-3a"
    assert (
        hoch2(options={"overtaken": "box"}, **cards).play(card("o0"), move("red", "stay")).position["track"][0] == "L1"
    )


def test_a_gap_is_no_distance():  # VX-PASSED-3
    closed = base(track=["-1a", "-6a"], pawns={"red": ["-1a", START, START]}).play(roll(2), pawn(0, 2))
    assert pawns_of(closed)[0] == FINISH


# -- end and score ----------------------------------------------------------------------------------------------------


def test_the_game_ends_with_the_last_pawn():  # VX-END-1
    last = base(pawns={"red": ["-6a", FINISH, FINISH], "blue": GONE}).play(roll(4), pawn(0, 4))
    assert (last.decision, last.legal, last.scores["ended_by"]) == (None, [], "VX-END-1")
    assert last.refusal(roll(4)) == "VX-END-1"
    assert last.refusal(move("blue", "second")) == "VX-END-1"


def test_what_is_left_on_the_track_scores_for_nobody():  # VX-END-2
    last = base(guards=["L1"], pawns={"red": ["-6a", FINISH, FINISH], "blue": GONE}).play(roll(1), pawn(0, 1))
    assert last.totals == {"red": -6, "blue": 0}


def test_bonus_adds_and_malus_subtracts():  # VX-SCORE-1
    scored = base(track=["-1a"], stacks={"red": ["+5", "-4a"], "blue": ["-6a"]})
    assert scored.totals == {"red": 1, "blue": -6}
    assert (items(scored)["bonus"], items(scored)["malus"]) == (5, -4)


def test_luck_turns_the_greatest_malus():  # VX-SCORE-2
    scored = base(track=["+5"], stacks={"red": ["-1a", "L1", "-6a", "-4a"]})
    assert items(scored) | {"turned": 6, "malus": -5} == items(scored)
    assert scored.totals["red"] == 1


def test_luck_beyond_the_malus_is_worth_nothing():  # VX-SCORE-3
    scored = base(options={"track": ["L1", "L2", "-4a"]}, track=[], stacks={"red": ["L1", "L2", "-4a"]})
    row = scored.scores["seats"][0]
    assert (row["total"], row["luck_used"], row["luck_unused"]) == (4, 1, 1)


def test_the_highest_total_wins_and_ties_share():  # VX-SCORE-4
    over = {"pawns": {"red": GONE, "blue": GONE, "green": GONE}}
    scores = base("red", "blue", "green", track=[], stacks={"red": ["+5"], "blue": ["+2"], "green": []}, **over).scores
    assert (scores["winners"], [row["place"] for row in scores["seats"]]) == (["red"], [1, 2, 3])
    tied = base("red", "blue", "green", track=[], stacks={"green": ["-1a"]}, **over).scores
    assert (tied["winners"], [row["place"] for row in tied["seats"]]) == (["red", "blue"], [1, 1, 3])
    assert base().scores["winners"] == []


def test_every_box_has_its_own_track():
    assert refused(["red", "blue", "green"], nochmal=True, hoch2=True, track=MIX_TRACK) == []


def test_the_next_turn_is_written_like_the_same_table_given_as_a_position():  # VX-TURN-1
    played = table().play(roll(3), pawn(0, 3))
    given = Table("verflixxt", {"seats": ["red", "blue"], "position": played.position})
    assert wire(given.state) == wire(played.state)
    assert "so_far" not in wire(played.state)
