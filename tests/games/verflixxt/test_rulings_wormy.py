"""Rulings of Verflixxt Nochmal, the wormy variant."""

from __future__ import annotations

from tests.games.verflixxt.tables import (
    FINISH,
    GONE,
    START,
    attack,
    both,
    card,
    flixxy,
    items,
    move,
    nochmal,
    pawn,
    pawns_of,
    phase,
    roll,
    stack_of,
    swap_with_flixxy,
    swap_with_guard,
    swap_with_pawn,
    worm,
    wormy,
)

GO, END = move("red", "go"), move("red", "end")


def test_the_tokens_lie_face_down():  # VX-WORM-1
    begun = wormy()
    assert begun.position | {"worms": {"red": [], "blue": []}, "worm_pile": ["?"] * 10} == begun.position


def test_a_malus_from_the_track_brings_a_token():  # VX-WORM-2
    begun = wormy(pawns={"red": ["-3a", START, START]}).play(roll(2, "x"), pawn(0, 2))
    assert (begun.position["worms"]["red"], len(begun.position["worm_pile"])) == (["?"], 9)
    assert wormy(pawns={"red": ["+4", START, START]}).play(roll(1, "x"), pawn(0, 1)).position["worms"]["red"] == []
    by_flixxy = wormy(flixxy="-5a").play(roll(1, "flixxy"), flixxy(1))
    assert by_flixxy.position["worms"]["red"] == ["?"]
    pushed = wormy(pawns={"blue": ["-5a", START, START]}, worms={"red": ["push"]}, flixxy=None)
    pushed.play(roll(1), worm("push", square="-5a"))
    assert (pushed.position["worms"], stack_of(pushed, "blue")) == ({"red": [], "blue": ["?"]}, ["-5a"])
    empty = wormy(options={"worms": {}}, pawns={"red": ["-3a", START, START]}).play(roll(2, "x"), pawn(0, 2))
    assert empty.position["worms"]["red"] == []
    last = wormy(pawns={"red": ["-5a", FINISH, FINISH], "blue": GONE}).play(roll(6, "x"), pawn(0, 6))
    assert (last.decision, items(last)["worms"]) == (None, 1)


def test_a_malus_received_as_a_gift_brings_none():  # VX-WORM-3
    gift = {"pawns": {"red": ["V1", START, START]}, "track": ["V1", "V2", "L1"], "stacks": {"red": ["-3a"]}}
    begun = wormy(**gift).play(roll(1, "x"), pawn(0, 1))
    assert (stack_of(begun, "blue"), begun.position["worms"]) == (["-3a"], {"red": [], "blue": []})


def test_a_token_is_used_from_the_next_turn_on():  # VX-WORM-4
    begun = wormy(stacks={"red": ["+4"]}, track=["-3a", "V1", "L1"], pawns={"red": ["-3a", START, START]})
    begun.play(roll(1, "x"), pawn(0, 1))
    assert begun.decision["player"] == "blue"
    assert nochmal().play(roll(1, "x")).refusal(worm("bury")) == "VX-WORM-4"
    assert wormy(worms={"blue": ["bury"]}).play(roll(1, "x")).refusal(worm("bury")) == "VX-WORM-4"
    known = wormy(worms={"red": ["?", "bury"]}, stacks={"red": ["+4"]}, track=["-3a"]).play(worm("bury"))
    assert (known.position["worms"]["red"], known.position["worm_pile"][-1]) == (["?"], "bury")
    twice = wormy(worms={"red": ["double", "bury"]}, pawns={"red": ["-3a", START, START]}, track=["-3a", "L1"])
    twice.play(roll(1, "x"), pawn(0, 1), worm("double"))
    assert twice.refusal(worm("swap")) == "VX-WORM-4"
    twice.play(END)
    assert phase(twice) == "pre"
    assert twice.refusal(worm("push", square="L1")) == "VX-WORM-8"
    home = wormy(worms={"red": ["bury"]}, stacks={"red": ["+4"]}, track=["-3a"], pawns={"red": ["-3a", FINISH, FINISH]})
    assert home.play(GO, roll(2, "x"), pawn(0, 2)).decision["player"] == "blue"


def test_an_unused_token_scores_one():  # VX-WORM-5
    scored = wormy(worms={"red": ["?", "push"]})
    assert (items(scored)["worms"], scored.totals["red"]) == (2, 2)


def test_double_gives_an_extra_turn():  # VX-WORM-6
    begun = wormy(worms={"red": ["double", "double"]})
    assert begun.play(roll(1, "x")).refusal(worm("double")) == "VX-WORM-6"
    begun.play(pawn(0, 1))
    assert begun.refusal(worm("double", pawn=1)) == "VX-WORM-6"
    begun.play(worm("double"), worm("double"))
    assert begun.decision == {"phase": "roll", "actors": ["chance"], "player": "red"}
    begun.play(roll(1, "x"), pawn(1, 1))
    assert begun.decision["player"] == "red"
    begun.play(roll(1, "x"), pawn(2, 1))
    assert begun.decision["player"] == "blue"
    home = wormy(worms={"red": ["double", "double"]}, pawns={"red": ["+4", "V2", FINISH]})
    home.play(roll(1, "x"), pawn(1, 1), worm("double"), worm("double"), roll(6, "x"), pawn(0, 6))
    assert home.decision["player"] == "blue"


def test_bury_puts_the_top_tile_to_the_bottom():  # VX-WORM-7
    begun = wormy(worms={"red": ["bury", "?"]}, track=["-3a"], stacks={"red": ["+4", "L1", "-5a"]})
    assert phase(begun) == "pre"
    assert begun.refusal(worm("bury", square="-3a")) == "VX-WORM-7"
    assert stack_of(begun.play(worm("bury"))) == ["-5a", "+4", "L1"]
    empty = wormy(worms={"red": ["bury", "?"]})
    assert phase(empty) == "roll"
    assert empty.play(roll(1, "x")).refusal(worm("bury")) == "VX-WORM-7"


def test_push_drives_the_others_by_the_die():  # VX-WORM-8
    begun = wormy(
        worms={"red": ["push", "?"]}, guards=["V1", "L1"], flixxy="V1",
        pawns={"red": ["V1", START, START], "blue": ["V1", "V1", START]},
    )  # fmt: skip
    assert begun.refusal(worm("push", square="V1")) == "VX-IN-1"
    begun.play(roll(2, "x"))
    assert begun.refusal(worm("push", square="L1")) == "VX-WORM-8"
    assert begun.refusal(worm("push", square="-5a")) == "VX-WORM-8"
    assert begun.refusal(worm("push", square=FINISH)) == "VX-WORM-8"
    assert begun.refusal(worm("push")) == "VX-WORM-8"
    assert begun.refusal(worm("push", square="nowhere")) == "VX-WORM-8"
    assert begun.refusal(worm("push", square=START)) is None
    begun.play(worm("push", square="V1"))
    position = begun.position
    assert (position["pawns"], position["flixxy"], position["guards"]) == (
        {"red": ["V1", START, START], "blue": ["L1", "L1", START]}, "L1", ["L1", "L1"],
    )  # fmt: skip
    assert phase(begun) == "move"
    own_only = wormy(worms={"red": ["push"]}, flixxy=None, pawns={"red": ["+4", START, START], "blue": GONE}).play(
        roll(1)
    )
    assert own_only.refusal(worm("push", square="+4")) == "VX-WORM-8"
    alone_on_v = wormy("red", "blue", "green", worms={"red": ["push"]}, flixxy=None, track=["V1", "L1", "V2"],
                       stacks={"red": ["+4"]}, pawns={"blue": ["V1", START, START]})  # fmt: skip
    alone_on_v.play(roll(1), worm("push", square="V1"))
    assert [stack_of(alone_on_v, seat) for seat in ("red", "blue", "green")] == [[], ["+4"], []]
    flixxy_alone = wormy(worms={"red": ["push"]}, flixxy="-5a").play(roll(2, "x"), worm("push", square="-5a"))
    assert (stack_of(flixxy_alone), flixxy_alone.position["won_round"]["red"]) == (["-5a"], [4])
    after_the_move = wormy(worms={"red": ["push"]}, flixxy="-5a").play(roll(2, "x"), pawn(0, 2))
    assert after_the_move.refusal(worm("push", square="-5a")) is None


def test_swap_trades_places_with_a_neighbour():  # VX-WORM-9
    begun = wormy(
        worms={"red": ["swap", "?"]}, track=["-3a", "+4", "-5a", "L1"], guards=["-5a", "L1"], flixxy="-3a",
        pawns={"red": ["+4", START, FINISH], "blue": ["-5a", START, START]},
    )  # fmt: skip
    swaps = [each for each in begun.legal if each.get("kind") == "swap"]
    assert len(swaps) == len(
        [swap_with_pawn(0, "blue", 0), swap_with_guard(0, "-5a"), swap_with_flixxy(0), swap_with_flixxy(1)]
    )
    for wrong in (
        swap_with_guard(0, "L1"),
        swap_with_pawn(0, "blue", 1),
        swap_with_pawn(2, "blue", 0),
        worm("swap"),
        worm("swap", pawn=0),
    ):
        assert begun.refusal(wrong) == "VX-WORM-9"
    assert begun.refusal({**swap_with_guard(0, "-5a"), "owner": "blue"}) == "VX-WORM-9"
    assert begun.refusal(swap_with_pawn(0, "red", 1)) == "VX-WORM-9"
    begun.play(swap_with_guard(0, "-5a"))
    assert (pawns_of(begun)[0], begun.position["guards"], stack_of(begun)) == ("-5a", ["+4", "L1"], [])
    with_flixxy = wormy(worms={"red": ["swap"]}, flixxy="-3a").play(swap_with_flixxy(0))
    assert (pawns_of(with_flixxy)[0], with_flixxy.position["flixxy"]) == ("-3a", START)
    at_the_end = wormy(worms={"red": ["swap"]}, flixxy=FINISH, pawns={"red": ["V2", FINISH, FINISH]})
    assert phase(at_the_end) == "roll"


def test_a_swapped_pawn_does_not_move_and_a_moved_one_is_not_swapped():  # VX-WORM-10
    begun = wormy(worms={"red": ["swap", "swap"]}, flixxy="V1", pawns={"red": ["-3a", START, START]})
    begun.play(swap_with_flixxy(0), GO, roll(1, "x"))
    assert begun.refusal(pawn(0, 1)) == "VX-WORM-10"
    assert begun.refusal(swap_with_flixxy(0)) is None
    begun.play(pawn(1, 1))
    assert begun.refusal(swap_with_flixxy(1)) == "VX-WORM-10"


def test_tokens_with_cards_wait_for_no_throw_once_flixxy_is_gone():  # VX-MIX-10
    begun = both(
        options={"wormy": True},
        worms={"red": ["bury", "push", "double"]},
        stacks={"red": ["+5"]},
        track=["-3a", "L1", "V2"],
        pawns={"blue": ["-3a", START, START]},
        hands={"red": ["y1", "o0"]},
    )
    assert phase(begun) == "pre"
    assert begun.refusal(card("y1")) == "VX-IN-2"
    begun.play(GO, roll(action="x"))
    assert (phase(begun), begun.refusal(worm("bury"))) == ("card", None)
    assert begun.refusal(worm("push", square="-3a")) == "VX-MIX-10"
    begun.play(card("y1"))
    assert begun.refusal(worm("push", square="-3a")) is None
    begun.play(pawn(0, 1), worm("double"))
    begun.play(move("red", "second"), roll(action="x"), card("o0"))
    assert begun.refusal(worm("push", square="-3a")) == "VX-MIX-10"
    begun.play(move("red", "stay"), END)
    assert (begun.decision["actors"], begun.position["hands"]["red"]) == (["red"], ["?", "?"])
    gone = both(options={"wormy": True}, flixxy=None, worms={"red": ["bury"]}, stacks={"red": ["+5"]}, track=["-3a"])
    assert (phase(gone), gone.refusal(GO)) == ("card", "VX-CARD-1")
    chips = both(
        options={"wormy": True, "pushed_chip": "owner"},
        flixxy=None,
        worms={"red": ["push"]},
        pawns={"blue": ["V2", START, START]},
    )
    chips.play(card("o1"), worm("push", square="V2"))
    assert chips.position["won_finish"]["blue"] == [2]
    hats = both(
        options={"wormy": True},
        flixxy=None,
        worms={"red": ["push"]},
        pawns={"blue": ["V2", START, START]},
        hats={"green": ["blue", 0]},
    )
    assert hats.play(card("o1")).refusal(worm("push", square="V2")) == "VX-HAT-9"


def test_a_swap_bars_a_pawn_from_both_cards():  # VX-MIX-11
    begun = both(options={"wormy": True}, flixxy=None, worms={"red": ["swap", "swap"]}, hands={"red": ["y1", "o1"]},
                 pawns={"blue": ["-3a", "R4a", START]})  # fmt: skip
    begun.play(swap_with_pawn(0, "blue", 0), card("y1"))
    assert begun.refusal(pawn(0, 1)) == "VX-WORM-10"
    begun.play(pawn(1, 1), move("red", "second"))
    assert begun.refusal(swap_with_pawn(1, "blue", 1)) == "VX-WORM-10"
    begun.play(card("o1"))
    assert begun.refusal(pawn(0, 1)) == "VX-WORM-10"
    assert begun.refusal(attack(START, "o1", "y1")) == "VX-ATT-1"
