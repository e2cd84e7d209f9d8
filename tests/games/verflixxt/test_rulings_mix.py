"""Rulings of Verflixxt: both expansions together, what is public and hidden, inputs of chance."""

from __future__ import annotations

from tests.games.verflixxt.setups import COLOURS, MIX_TRACK, MIX_TRACK_FOR_2, NOCHMAL_TRACK
from tests.games.verflixxt.tables import (
    FINISH,
    START,
    Table,
    attack,
    base,
    both,
    card,
    flixxy,
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
    worm,
    wormy,
)

STAY, SECOND, END = move("red", "stay"), move("red", "second"), move("red", "end")


def opened(*seats: str, mode: str = "table", **options: object) -> Table:
    track = MIX_TRACK_FOR_2 if len(seats) in (2, 4) else MIX_TRACK
    chosen = {"nochmal": True, "hoch2": True, "track": track, **options}
    return Table("verflixxt", {"seats": list(seats), "mode": mode, "options": chosen})


# -- combining --------------------------------------------------------------------------------------------------------


def test_the_expansions_combine_freely():  # VX-MIX-1
    position = opened("red", "white", hats={"green": "white", "red": "red"}).position
    assert {"flixxy", "round_chips", "hands", "finish_chips", "hats"} <= set(position)
    assert "flixxy" not in hoch2().position
    assert "hands" not in nochmal().position


def test_two_to_eight_players_with_both():  # VX-MIX-2
    assert [len(pawns_of(opened(*COLOURS[:n]))) for n in (2, 4, 5, 8)] == [3, 3, 2, 2]
    assert refused(["red"], nochmal=True, hoch2=True, track=MIX_TRACK) == [("VX-MIX-2", "/seats")]
    for more in ({"wormy": True}, {"attack": True}, {"variants": [4]}, {"variants": [5]}):
        assert refused(COLOURS, nochmal=True, hoch2=True, track=MIX_TRACK, **more) == []


def test_both_lists_of_omitted_tiles_apply():  # VX-MIX-3
    assert (len(MIX_TRACK), len(MIX_TRACK_FOR_2)) == (32, 31)
    faces = sorted(tile.rstrip("ab") for tile in MIX_TRACK if tile[0] == "-")
    assert faces == sorted(f"-{n}" for n in (3, 4, 5, 6, 7, 8, 8, 9, 10))
    wrong = ["-1a" if tile == "-3b" else tile for tile in MIX_TRACK]
    assert refused(COLOURS, nochmal=True, hoch2=True, track=wrong) == [("VX-SETUP-5", "/options/track")]
    guards = opened("red", "blue", "white").position["guards"]
    assert guards == [tile for tile in MIX_TRACK if tile[0] in "+L"][:8]


def test_the_green_hat_begins_with_both():  # VX-MIX-4
    begun = opened("red", "white", "blue", hats={"green": "white", "red": "red"})
    assert begun.decision == {"phase": "roll", "actors": ["chance"], "player": "white"}


def test_the_action_die_is_thrown_before_each_card():  # VX-MIX-5
    begun = both(hands={"red": ["y2", "o3"]}, guards=["+5"], pawns={"blue": ["+5", START, START]})
    assert begun.legal == [roll(action="flixxy"), roll(action="?"), roll(action="x")]
    begun.play(roll(action="flixxy"), card("y2"))
    assert begun.legal == [flixxy(2)]
    assert begun.refusal(pawn(0, 2)) == "VX-FLIX-2"
    assert begun.refusal(guard("+5", 2)) == "VX-FLIX-2"
    begun.play(flixxy(2), SECOND)
    assert phase(begun) == "roll"
    begun.play(roll(action="x"), card("o3"))
    assert begun.refusal(flixxy(3)) == "VX-FLIX-4"
    assert both(flixxy=None).refusal(card("y1")) is None


def test_flixxy_and_a_minus_one():  # VX-MIX-6
    resting = both(pawns={"red": ["-3a", FINISH, FINISH]}).play(roll(action="flixxy"), card("o-1"))
    assert (resting.legal, resting.refusal(flixxy(-1))) == ([STAY], "VX-MIX-6")
    choice = both(flixxy=FINISH, pawns={"red": ["-3a", FINISH, FINISH]}).play(roll(action="?"), card("o-1"))
    assert choice.legal == [pawn(0, -1), STAY]
    barred = both(flixxy=FINISH, pawns={"red": ["-3a", FINISH, FINISH]}).play(roll(action="x"), card("o-1"))
    assert barred.refusal(STAY) == "VX-CARD-5"
    back = both(flixxy="+5").play(roll(action="flixxy"), card("o-1"))
    assert back.legal == [flixxy(-1)]
    back.play(flixxy(-1))
    assert (back.position["flixxy"], stack_of(back)) == ("R4a", ["+5"])
    zero = both().play(roll(action="flixxy"), card("o0"))
    assert zero.legal == [STAY]
    assert ("stay", "VX-MIX-6") in resting.play(STAY).events


def test_flixxy_wears_no_hat_and_wins_no_finish_chip():  # VX-MIX-7
    begun = both(flixxy="V2").play(roll(action="flixxy"), card("o1"), flixxy(1))
    assert (
        begun.position | {"won_finish": {"red": [], "blue": []}, "won_round": {"red": [4], "blue": []}}
        == begun.position
    )
    with_flixxy = both(options={"attack": True}, flixxy="+5", pawns={"red": ["+5", START, START]}).play(
        roll(action="x")
    )
    assert with_flixxy.refusal(attack("+5", "o1", "y1")) == "VX-ATT-2"
    driven = both(options={"attack": True}, flixxy=START).play(roll(action="x"), attack(START, "o1", "y1"))
    assert (driven.position["flixxy"], pawns_of(driven, "blue")) == (START, ["-3a"] * 3)


def test_no_attack_when_flixxy_must_move():  # VX-MIX-8
    begun = both(options={"attack": True})
    assert begun.play(roll(action="flixxy")).refusal(attack(START, "o1", "y1")) == "VX-MIX-8"
    assert both(options={"attack": True}).play(roll(action="?")).refusal(attack(START, "o1", "y1")) is None


def test_risk_tiles_are_given_away_and_buried():  # VX-MIX-9
    gift = {"track": ["V1", "L1"], "pawns": {"red": ["V1", START, START]}, "stacks": {"red": ["R4a"]}}
    given = both(**gift).play(roll(action="x"), card("o1"), pawn(0, 1))
    assert (stack_of(given), stack_of(given, "blue")) == ([], ["R4a"])
    buried = both(options={"wormy": True}, track=["V1"], stacks={"red": ["+5", "R4a"]}, worms={"red": ["bury"]})
    assert stack_of(buried.play(worm("bury"))) == ["R4a", "+5"]


# -- what is public and what is hidden --------------------------------------------------------------------------------


def dealt() -> Table:
    return both(
        mode="virtual", options={"wormy": True}, hands={"red": ["y1", "o2"], "blue": ["o3", "o3"]},
        worms={"red": ["push"], "blue": ["double"]}, discard=["y6"], stacks={"red": ["+5"]}, track=["-3a", "V1", "L1"],
    )  # fmt: skip


def seen_by(table: Table, viewer: str | None) -> dict[str, object]:
    shown = Table(table.game, {"seats": ["red", "blue"]})
    shown.state = table.game.view(table.state, viewer)
    return shown.position


def test_the_table_is_public():  # VX-INFO-1
    spectator = seen_by(dealt(), None)
    for field in ("track", "pawns", "guards", "stacks", "hats", "discard", "round_chips", "finish_chips", "flixxy"):
        assert spectator[field] == dealt().position[field]
    assert spectator["hands"] == {"red": ["?", "?"], "blue": ["?", "?"]}
    assert spectator["worms"] == {"red": ["?"], "blue": ["?"]}


def test_hands_and_tokens_are_for_their_owner():  # VX-INFO-2
    shown = seen_by(dealt(), "red")
    assert (shown["hands"], shown["worms"]) == (
        {"red": ["y1", "o2"], "blue": ["?", "?"]},
        {"red": ["push"], "blue": ["?"]},
    )
    used = dealt().play(roll(action="x"), card("y1"), worm("push", square=START))
    assert seen_by(used, "blue")["worm_pile"] == [*["?"] * 8, "push"]
    known = wormy(worm_pile=["swap"], pawns={"red": ["-3a", START, START]}).play(roll(2, "x"), pawn(0, 2))
    assert known.position["worms"]["red"] == ["swap"]
    drawn = wormy(mode="virtual", worm_pile=["swap"], pawns={"red": ["-3a", START, START]}).play(
        roll(2, "x"), pawn(0, 2)
    )
    assert drawn.legal == [move("chance", "worm_draw", player="red", kind="swap")]
    drawn.play(*drawn.legal)
    assert seen_by(drawn, "blue")["worms"] == {"red": ["swap"], "blue": []}


def test_a_real_table_tells_counts_only():  # VX-INFO-3
    begun = both(options={"wormy": True}).play(roll(action="x"), card("y3"), pawn(0, 3), END)
    assert (begun.position["hands"]["red"], begun.position["discard"]) == (["?", "?"], ["y3"])


def test_a_log_and_a_list_do_not_reveal_the_hands_of_others():  # VX-INFO-4
    game = dealt().game
    begun = dealt().play(roll(action="x"), card("y1"), pawn(0, 1), END)
    before, drawing = begun.state, begun.move(move("chance", "draw", player="red", card="y5"))
    begun.play(move("chance", "draw", player="red", card="y5"))
    events = ()
    assert game.view_entry(before, drawing, events, "blue")[0].card == "?"
    assert game.view_entry(before, drawing, events, "red")[0].card == "y5"
    own = Table(game, {"seats": ["red", "blue"]})
    own.state = game.view(dealt().play(roll(action="x")).state, "red")
    assert [each["card"] for each in own.legal if each["type"] == "card"] == ["o2", "y1"]


# -- inputs -----------------------------------------------------------------------------------------------------------


def test_a_throw_is_reported_when_it_is_due():  # VX-IN-1
    begun = base()
    for early in (pawn(0, 1), STAY, guard("L1", 1), worm("bury"), card("y1"), END):
        assert begun.refusal(early) == "VX-IN-1"
    assert begun.refusal({**roll(3), "actor": "red"}) == "VX-IN-1"
    assert begun.refusal(roll()) == "VX-IN-1"
    assert begun.refusal(roll(3, "x")) == "VX-IN-1"
    assert begun.play(roll(3)).refusal(roll(3)) == "VX-IN-1"
    waiting = wormy(worms={"red": ["bury"]}, stacks={"red": ["+4"]}, track=["-3a"])
    assert (waiting.legal, waiting.refusal(pawn(0, 1))) == ([move("red", "go"), worm("bury")], "VX-IN-1")
    assert waiting.refusal(roll(1, "x")) == "VX-IN-1"


def test_the_action_die_is_reported_before_each_card():  # VX-IN-2
    begun = both()
    assert [begun.refusal(each) for each in (card("y1"), roll(3), roll(3, "x"))] == ["VX-IN-2"] * 3
    assert hoch2().refusal(roll(3)) == "VX-IN-2"
    assert both(flixxy=None).refusal(roll(action="x")) == "VX-IN-2"


def test_cards_for_the_hats_are_turned_up_in_order():  # VX-IN-3
    begun = opened("red", "white", cards={"y3": 3, "o2": 4})
    assert begun.refusal(move("chance", "hat_draw", player="white", card="y3")) == "VX-IN-3"
    assert begun.refusal(move("chance", "hat_draw", player="red", card="y4")) == "VX-IN-3"
    assert begun.refusal(pawn(0, 1)) == "VX-IN-3"
    assert base().refusal(move("chance", "hat_draw", player="red", card="y3")) == "VX-IN-3"
    begun.play(
        move("chance", "hat_draw", player="red", card="y3"), move("chance", "hat_draw", player="white", card="o2")
    )
    assert begun.refusal(move("chance", "hat_draw", player="red", card="y3")) == "VX-IN-3"
    assert (
        refused(
            ["red", "white"], nochmal=True, hoch2=True, track=MIX_TRACK_FOR_2, hats={"green": "red", "red": "white"}
        )
        == []
    )


def test_cards_are_drawn_in_virtual_play_only():  # VX-IN-4
    begun = both(mode="virtual", options={"cards": {"y1": 5, "o2": 2}}, hands={"blue": ["o2", "o2"]})
    assert begun.decision == {"phase": "drawing", "actors": ["chance"], "player": "red"}
    assert begun.legal == [move("chance", "draw", player="red", card="y1")]
    assert begun.refusal(move("chance", "draw", player="red", card="o2")) == "VX-IN-4"
    assert begun.refusal(move("chance", "draw", player="blue", card="y1")) == "VX-IN-4"
    assert begun.refusal(card("y1")) == "VX-IN-4"
    assert both().refusal(move("chance", "draw", player="red", card="y1")) == "VX-IN-4"


def test_a_card_beyond_the_clients_composition_is_refused():  # VX-IN-5
    few = {"y1": 1, "o4": 3, "y4": 1, "o2": 2}
    begun = hoch2(options={"cards": few, "attack": True}, discard=["y1"])
    assert begun.refusal(card("y1")) == "VX-IN-5"
    assert begun.refusal(card("o6")) == "VX-IN-5"
    assert begun.refusal(attack(START, "y4", "y4")) == "VX-IN-5"
    assert begun.refusal(attack(START, "y4", "o4")) is None
    beyond = {"hands": {"red": ["y1", "y1"]}}
    chosen = {"hoch2": True, "cards": few, "custom_track": True, "track": ["-3a"]}
    assert refused(["red", "blue"], beyond, **chosen) == [("VX-IN-5", "/position/hands")]
    assert refused(["red", "blue"], {"hands": {"red": ["y9", "?"]}}, **chosen) == [("VX-IN-5", "/position/hands")]
    assert refused(["red", "blue"], {"discard": ["?"]}, **chosen) == [("VX-IN-5", "/position/discard")]


def test_a_token_is_drawn_after_a_malus_in_virtual_play():  # VX-IN-6
    begun = wormy(
        mode="virtual",
        options={"worms": {"swap": 1, "push": 2}},
        worms={"blue": ["swap"]},
        pawns={"red": ["-3a", START, START]},
    )
    begun.play(roll(2, "x"), pawn(0, 2))
    assert begun.decision == {"phase": "drawing", "actors": ["chance"], "player": "red"}
    assert begun.legal == [move("chance", "worm_draw", player="red", kind="push")]
    assert begun.refusal(move("chance", "worm_draw", player="red", kind="swap")) == "VX-IN-6"
    assert begun.refusal(pawn(0, 1)) == "VX-IN-6"
    assert wormy().refusal(move("chance", "worm_draw", player="red", kind="swap")) == "VX-IN-6"


def test_a_token_beyond_the_clients_composition_is_refused():  # VX-IN-7
    begun = wormy(
        options={"worms": {"swap": 1, "bury": 1}},
        worms={"red": ["?"], "blue": ["bury"]},
        stacks={"red": ["+4"]},
        track=["-3a"],
    )
    begun.play(roll(1, "x")) if phase(begun) == "roll" else begun.play(move("red", "go"), roll(1, "x"))
    assert begun.refusal(worm("bury")) == "VX-IN-7"
    assert begun.refusal(worm("double")) == "VX-IN-7"
    chosen = {"nochmal": True, "wormy": True, "worms": {"swap": 1}, "track": NOCHMAL_TRACK}
    assert refused(["red", "blue"], {"worms": {"red": ["bury"]}}, **chosen) == [("VX-IN-7", "/position/worms")]


def test_a_shuffled_track_is_entered():  # VX-IN-8
    for options in ({"nochmal": True}, {"hoch2": True}, {"nochmal": True, "hoch2": True}, {"layout": "random"}):
        assert refused(["red", "blue"], **options) == [("VX-IN-8", "/options/track")]
    assert refused(["red", "blue"], {"track": MIX_TRACK_FOR_2}, nochmal=True, hoch2=True) == []


def test_items_add_up_over_all_expansions():
    scored = both(
        options={"wormy": True}, track=["-3a"], stacks={"red": ["+5", "-6a", "L1", "R4a"]}, worms={"red": ["?"]},
        round_chips=[3, 2, 1], won_round={"red": [4]}, finish_chips=[2, 3, 3, 4, 4, 5, 6], won_finish={"red": [2]},
        pawns={"red": [FINISH, START, START]}, hats={"red": ["red", 0]},
    )  # fmt: skip
    expected = {
        "bonus": 5,
        "turned": 6,
        "malus": 0,
        "v5": 0,
        "risk": -4,
        "round_chips": 4,
        "finish_chips": 2,
        "hats": -10,
        "worms": 1,
    }
    assert (items(scored), scored.totals["red"]) == (expected, 4)
