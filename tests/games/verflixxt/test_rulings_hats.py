"""Rulings of Verflixxt Hoch²: hats and attacks."""

from __future__ import annotations

from tests.games.verflixxt.setups import HOCH2_TRACK_FOR_2
from tests.games.verflixxt.tables import (
    FINISH,
    GONE,
    START,
    Table,
    attack,
    both,
    card,
    hat,
    hoch2,
    items,
    move,
    pawn,
    pawns_of,
    phase,
    refused,
    stack_of,
    swap_with_pawn,
)

THIRD = {"blue": ["+5", "+5", START]}  # Blue waits with two pawns on the third tile


def arriving(**position: object) -> Table:
    """Red's pawn 0 comes from L1's neighbour +5's left: from R4a to +5, where Blue stands."""
    chosen: dict[str, object] = {"pawns": {"red": ["R4a", START, START], **THIRD}, **position}
    return hoch2(**chosen).play(card("o1"), pawn(0, 1))


def hats_of(table: Table) -> dict[str, list[object]]:
    return table.position["hats"]


# -- hats -------------------------------------------------------------------------------------------------------------


def test_a_hat_that_comes_home_scores_for_the_owner_of_the_pawn():  # VX-HAT-1
    home = hoch2(pawns={"red": ["R7", FINISH, FINISH]}, hats={"green": ["red", 0], "red": ["blue", 0]})
    assert items(home)["hats"] == 0
    home.play(card("o1"), pawn(0, 1))
    assert (items(home)["hats"], hats_of(home)["green"]) == (10, ["red", 0])
    capped = hoch2(pawns={"red": ["R7", START, START]}, hats={"red": ["red", 0]}).play(card("o3"), pawn(0, 3))
    assert items(capped)["hats"] == -10


def test_only_a_pawn_that_has_just_arrived_changes_hats():  # VX-HAT-2
    due = arriving(hats={"green": ["blue", 0]})
    assert (phase(due), due.refusal(card("y1")), due.refusal(move("red", "end"))) == ("hat", "VX-HAT-2", "VX-HAT-2")
    assert due.refusal(hat("keep", hat="green")) == "VX-HAT-2"
    assert hoch2().refusal(hat("keep")) == "VX-HAT-2"
    pushed = hoch2(
        options={"attack": True}, hands={"red": ["o1", "y1"]}, hats={"green": ["blue", 2]},
        pawns={"red": ["R4a", START, START], "blue": ["R4a", START, "+5"]},
    )  # fmt: skip
    assert phase(pushed.play(attack("R4a", "o1", "y1"))) == "card"
    swapped = both(
        options={"wormy": True}, flixxy=None, worms={"red": ["swap"]}, hats={"green": ["blue", 1]},
        pawns={"red": ["-3a", START, START], "blue": ["V1", "V1", START]},
    )  # fmt: skip
    assert phase(swapped.play(swap_with_pawn(0, "blue", 0))) == "hat"


def test_a_bare_head_may_take_a_hat():  # VX-HAT-3
    due = arriving(hats={"green": ["blue", 0], "red": ["blue", 1]})
    assert due.legal == [hat("keep"), hat("take", hat="green"), hat("take", hat="red")]
    assert due.refusal(hat("take")) == "VX-HAT-3"
    assert due.refusal(hat("take", hat="green", owner="blue")) == "VX-HAT-3"
    assert hats_of(due.play(hat("take", hat="red")))["red"] == ["red", 0]
    elsewhere = arriving(hats={"green": ["blue", 0], "red": ["blue", 2]})
    assert elsewhere.refusal(hat("take", hat="red")) == "VX-HAT-3"
    on_the_start = hoch2(pawns={"red": ["-3a", START, START]}, hats={"green": ["blue", 0]}).play(
        card("o-1"), pawn(0, -1)
    )
    assert on_the_start.refusal(hat("take", hat="green")) is None
    own = hoch2(pawns={"red": ["R4a", "+5", START]}, hats={"green": ["red", 1]}).play(card("o1"), pawn(0, 1))
    assert own.refusal(hat("take", hat="green")) is None


def test_a_hat_may_be_given():  # VX-HAT-4
    due = arriving(hats={"green": ["red", 0]})
    assert due.legal == [hat("keep"), hat("give", owner="blue", pawn=0), hat("give", owner="blue", pawn=1)]
    for wrong in (
        hat("give"),
        hat("give", owner="blue"),
        hat("give", owner="blue", pawn=2),
        hat("give", owner="red", pawn=1),
    ):
        assert due.refusal(wrong) == "VX-HAT-4"
    assert due.refusal(hat("give", owner="yellow", pawn=0)) == "VX-HAT-4"
    assert hats_of(due.play(hat("give", owner="blue", pawn=1)))["green"] == ["blue", 1]
    assert arriving(hats={"green": ["blue", 0]}).refusal(hat("give", owner="blue", pawn=1)) == "VX-HAT-4"


def test_two_hats_may_be_swapped():  # VX-HAT-5
    due = arriving(hats={"green": ["red", 0], "red": ["blue", 0]})
    assert due.legal == [hat("keep"), hat("give", owner="blue", pawn=1), hat("swap")]
    assert due.refusal(hat("swap", owner="blue")) == "VX-HAT-5"
    assert hats_of(due.play(hat("swap"))) == {"green": ["blue", 0], "red": ["red", 0]}
    assert arriving(hats={"green": ["blue", 0]}).refusal(hat("swap")) == "VX-HAT-5"


def test_every_hat_action_is_voluntary():  # VX-HAT-6
    kept = arriving(hats={"green": ["blue", 0]}).play(hat("keep"))
    assert (hats_of(kept), ("hat_kept", "VX-HAT-6") in kept.events) == ({"green": ["blue", 0]}, True)


def test_one_hat_per_head():  # VX-HAT-7
    assert arriving(hats={"green": ["red", 0], "red": ["blue", 0]}).refusal(hat("take", hat="red")) == "VX-HAT-7"
    both_worn = arriving(hats={"green": ["red", 0], "red": ["blue", 0]})
    assert both_worn.refusal(hat("give", owner="blue", pawn=0)) == "VX-HAT-7"
    assert both_worn.refusal(hat("give", owner="red", pawn=0)) == "VX-HAT-7"
    table = {"hoch2": True, "track": HOCH2_TRACK_FOR_2}
    doubled = {"hats": {"green": ["red", 0], "red": ["red", 0]}}
    assert refused(["red", "blue"], doubled, **table) == [("VX-HAT-7", "/position/hats/red")]
    assert refused(["red", "blue"], {"hats": {"green": ["red", 3]}}, **table) == [("VX-HAT-7", "/position/hats/green")]


def test_a_zero_changes_no_hat():  # VX-HAT-8
    zero = hoch2(pawns={"red": ["+5", START, START], **THIRD}, hats={"green": ["blue", 0]}).play(
        card("o0"), move("red", "stay")
    )
    assert zero.decision["actors"] == ["blue"]


def test_the_green_hat_comes_home_last():  # VX-HAT-9
    begun = hoch2(pawns={"red": ["R7", "L1", FINISH]}, hats={"green": ["red", 0]}).play(card("o3"))
    assert begun.refusal(pawn(0, 3)) == "VX-HAT-9"
    assert begun.legal == [pawn(1, 3)]
    assert hoch2(pawns={"red": ["R7", FINISH, FINISH]}, hats={"green": ["red", 0]}).play(card("o3")).legal == [
        pawn(0, 3)
    ]
    early = {"pawns": {"red": [FINISH, START, START]}, "hats": {"green": ["red", 0]}}
    table = {"hoch2": True, "track": HOCH2_TRACK_FOR_2}
    assert refused(["red", "blue"], early, **table) == [("VX-HAT-9", "/position/hats/green")]


def test_a_hat_that_never_arrives_scores_nothing():  # VX-HAT-10
    stopped = hoch2(options={"variants": [4]}, pawns={"red": GONE, "blue": [START] * 3}, hats={"green": ["blue", 0]})
    assert (stopped.decision, items(stopped, "blue")["hats"]) == (None, 0)


def test_the_red_cap_goes_both_ways():  # VX-HAT-11
    begun = hoch2(pawns={"red": ["L1", "-6a", START]}, hats={"red": ["red", 0]})
    assert begun.play(card("y2")).legal[:2] == [pawn(0, 2), pawn(0, -2)]
    assert begun.refusal(pawn(1, -2)) == "VX-MOVE-5"
    with_minus_one = hoch2(pawns={"red": ["L1", "-6a", START]}, hats={"red": ["red", 0]}).play(card("y-1"))
    assert pawn(0, 1) in with_minus_one.legal
    taken = hoch2(pawns={"red": ["R4a", START, START], **THIRD}, hats={"red": ["blue", 0]}).play(card("y1"), pawn(0, 1))
    taken.play(hat("take", hat="red"), move("red", "second"), card("o2"))
    assert taken.refusal(pawn(0, -2)) is None


def test_the_red_cap_reaches_the_start_exactly():  # VX-HAT-12
    begun = hoch2(pawns={"red": ["R4a", START, START]}, hats={"red": ["red", 0]})
    assert begun.play(card("y3")).refusal(pawn(0, -3)) == "VX-HAT-12"
    exactly = hoch2(pawns={"red": ["R4a", START, START]}, hats={"red": ["red", 0]}).play(card("o2"), pawn(0, -2))
    assert pawns_of(exactly)[0] == START


def test_minus_one_sends_the_cap_forward_from_the_start():  # VX-HAT-13
    begun = hoch2(pawns={"red": [START, FINISH, FINISH]}, hats={"red": ["red", 0]}).play(card("o-1"))
    assert begun.legal == [pawn(0, 1)]
    assert begun.refusal(pawn(0, -1)) == "VX-HAT-13"


# -- attacks ----------------------------------------------------------------------------------------------------------


def attacking(*hand: str, options: dict[str, object] | None = None, **position: object) -> Table:
    chosen: dict[str, object] = {
        "pawns": {"red": ["+5", "+5", START], "blue": ["+5", "+5", "L1"]},
        "guards": ["+5", "L1"],
        "hands": {"red": list(hand)},
        **position,
    }
    return hoch2(options={"attack": True, **(options or {})}, **chosen)


def test_an_attack_needs_a_pair():  # VX-ATT-1
    assert attack("+5", "o4", "y4") in attacking("y4", "o4").legal
    assert attacking("y1", "o-1").refusal(attack("+5", "o-1", "y1")) == "VX-ATT-1"
    assert attacking("y4", "o4").refusal(attack("+5", "o4", "o4")) == "VX-ATT-1"
    assert attacking("y4", "o4", options={"attack": False}).refusal(attack("+5", "o4", "y4")) == "VX-ATT-1"
    begun = attacking("y4", "o4").play(card("y4"))
    assert begun.refusal(attack("+5", "o4", "y4")) == "VX-ATT-1"
    unknown = attacking("?", "?")
    assert len([each for each in unknown.legal if each["type"] == "attack"]) == 8 * 3


def test_an_attack_needs_company():  # VX-ATT-2
    begun = attacking("y4", "o4")
    assert begun.refusal(attack("L1", "o4", "y4")) == "VX-ATT-2"
    assert begun.refusal(attack(FINISH, "o4", "y4")) == "VX-ATT-2"
    assert begun.refusal(attack("nowhere", "o4", "y4")) == "VX-ATT-2"
    lonely = attacking("y4", "o4", pawns={"red": ["+5", "+5", START], "blue": ["L1"] * 3}, guards=[])
    assert lonely.refusal(attack("+5", "o4", "y4")) == "VX-ATT-2"
    start = attacking("y-1", "o-1", pawns={}).play(attack(START, "y-1", "o-1"))
    assert (pawns_of(start, "blue"), start.decision["actors"]) == ([START] * 3, ["blue"])
    zero = attacking("y0", "o0").play(attack("+5", "o0", "y0"))
    assert pawns_of(zero, "blue") == ["+5", "+5", "L1"]


def test_the_others_move_by_one_card():  # VX-ATT-3
    begun = attacking("y2", "o2").play(attack("+5", "y2", "o2"))
    assert begun.position["pawns"] == {"red": ["+5", "+5", START], "blue": ["-6a", "-6a", "L1"]}
    assert (begun.position["guards"], stack_of(begun)) == (["L1", "-6a"], [])
    back = attacking("y-1", "o-1").play(attack("+5", "o-1", "y-1"))
    assert pawns_of(back, "blue")[0] == "R4a"
    home = attacking("y4", "o4").play(attack("+5", "o4", "y4"))
    assert home.position["won_finish"] == {"red": [2, 2, 3], "blue": []}
    to_the_owner = attacking("y4", "o4", options={"pushed_chip": "owner"}).play(attack("+5", "o4", "y4"))
    assert to_the_owner.position["won_finish"] == {"red": [3], "blue": [2, 2]}
    to_nobody = attacking("y4", "o4", options={"pushed_chip": "none"}).play(attack("+5", "o4", "y4"))
    assert to_nobody.position["won_finish"] == {"red": [], "blue": []}
    assert attacking("y4", "o4", hats={"green": ["blue", 0]}).refusal(attack("+5", "o4", "y4")) == "VX-HAT-9"
    together = attacking(
        "y4", "o4", hats={"green": ["blue", 0]}, pawns={"red": ["+5", START, START], "blue": ["+5", "+5", FINISH]}
    )
    assert items(together.play(attack("+5", "o4", "y4")), "blue")["hats"] == 10


def test_after_an_attack_two_cards_are_drawn():  # VX-ATT-4
    begun = attacking("y2", "o2").play(attack("+5", "y2", "o2"))
    assert begun.position | {"discard": ["o2", "y2"], "turn": "blue"} == begun.position
    assert begun.position["hands"]["red"] == ["?", "?"]
    assert begun.refusal(move("red", "second")) == "VX-CARD-6"
