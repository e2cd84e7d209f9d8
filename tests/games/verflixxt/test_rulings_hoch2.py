"""Rulings of Verflixxt Hoch²: set-up, movement cards, risk tiles, finish chips."""

from __future__ import annotations

from tests.games.verflixxt.setups import COLOURS, HOCH2_TRACK, HOCH2_TRACK_FOR_2
from tests.games.verflixxt.tables import (
    FINISH,
    GONE,
    START,
    Table,
    base,
    card,
    guard,
    hoch2,
    items,
    move,
    pawn,
    pawns_of,
    phase,
    refused,
    roll,
    stack_of,
)
from tests.table import setup_refusal

HATS = {"green": "blue", "red": "red"}
STAY, SECOND, END = move("red", "stay"), move("red", "second"), move("red", "end")


def opened(seats: int = 3, mode: str = "table", **options: object) -> Table:
    track = HOCH2_TRACK_FOR_2 if seats in (2, 4) else HOCH2_TRACK
    chosen = {"hoch2": True, "track": track, **options}
    return Table("verflixxt", {"seats": COLOURS[:seats], "mode": mode, "options": chosen})


def turned_up(seat: str, face: str) -> dict[str, str]:
    return move("chance", "hat_draw", player=seat, card=face)


# -- set-up -----------------------------------------------------------------------------------------------------------


def test_two_to_six_players_play_with_cards():  # VX-HSET-1
    assert [len(pawns_of(opened(n))) for n in (2, 4, 5, 6)] == [3, 3, 2, 2]
    assert refused(["red"], hoch2=True, track=HOCH2_TRACK) == [("VX-HSET-1", "/seats")]


def test_eight_base_tiles_stay_in_the_box():  # VX-HSET-2
    base_tiles = sorted(tile.rstrip("ab") for tile in HOCH2_TRACK if tile[0] not in "RL")
    malus = [f"-{n}" for n in (1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10)]
    expected = [*(f"+{n}" for n in range(3, 9)), *malus]
    assert (base_tiles, sum(tile[0] == "L" for tile in HOCH2_TRACK)) == (sorted(expected), 5)
    other = ["-3a" if tile == "-3b" else tile for tile in HOCH2_TRACK]
    assert refused(COLOURS[:3], hoch2=True, track=other) == []
    twice = ["-3a" if tile == "-4b" else tile for tile in HOCH2_TRACK]
    assert refused(COLOURS[:3], hoch2=True, track=twice) == [("VX-SETUP-5", "/options/track")]


def test_risk_3_stays_in_the_box_with_two_or_four():  # VX-HSET-3
    for seats in (2, 4):
        assert refused(COLOURS[:seats], hoch2=True, track=HOCH2_TRACK_FOR_2) == []
        assert refused(COLOURS[:seats], hoch2=True, track=HOCH2_TRACK) == [("VX-SETUP-5", "/options/track")]
        assert refused(COLOURS[:seats], hoch2=True, track=HOCH2_TRACK, drop_risk3="no") == []
    assert refused(COLOURS[:3], hoch2=True, track=HOCH2_TRACK_FOR_2) == [("VX-SETUP-5", "/options/track")]
    assert refused(COLOURS[:3], hoch2=True, track=HOCH2_TRACK_FOR_2, drop_risk3="yes") == []


def test_the_track_has_32_or_31_tiles():  # VX-HSET-4
    assert (len(opened(3).position["track"]), len(opened(4).position["track"])) == (32, 31)


def test_risk_tiles_are_not_positive():  # VX-HSET-5
    assert opened().position["guards"] == [tile for tile in HOCH2_TRACK if tile[0] in "+L"][:8]


def test_finish_chips_in_rising_order():  # VX-HSET-6
    assert opened().position["finish_chips"] == [2, 2, 3, 3, 4, 4, 5, 6]
    chips = {"hoch2": True, "track": HOCH2_TRACK}
    assert refused(COLOURS[:3], {"finish_chips": [2, 3, 3]}, **chips) == [("VX-HSET-6", "/position/finish_chips")]
    assert refused(COLOURS[:3], {"won_finish": {"red": [2]}}, **chips) == [("VX-HSET-6", "/position/won_finish/red")]
    left = {"finish_chips": [3, 3, 4, 4, 5, 6], "won_finish": {"red": [2], "blue": [2]}}
    assert refused(COLOURS[:3], left, **chips) == []


def test_everybody_holds_two_cards():  # VX-HSET-7
    assert opened(hats=HATS).position["hands"]["green"] == ["?", "?"]
    dealt = opened(mode="virtual", hats=HATS)
    assert dealt.decision == {"phase": "drawing", "actors": ["chance"], "player": "red"}
    for seat in ("red", "red", "blue", "blue", "green", "green"):
        dealt.play(move("chance", "draw", player=seat, card="y3" if seat == "red" else "o5"))
    assert (dealt.position["hands"]["red"], phase(dealt)) == (["y3", "y3"], "card")
    one = {"hands": {"red": ["y3"]}}
    assert refused(COLOURS[:3], one, hoch2=True, track=HOCH2_TRACK) == [("VX-HSET-7", "/position/hands/red")]


def test_the_highest_card_wins_the_green_hat():  # VX-HSET-8
    begun = opened()
    assert begun.decision == {"phase": "hat_draw", "actors": ["chance"], "player": "red"}
    begun.play(turned_up("red", "y5"), turned_up("blue", "o2"), turned_up("green", "o5"))
    assert begun.decision["player"] == "red"
    begun.play(turned_up("red", "y1"), turned_up("green", "y0"))
    assert begun.position | {"hats": {"green": ["red", 0], "red": ["green", 0]}, "turn": "red"} == begun.position
    assert begun.position["discard"] == ["y5", "o2", "o5", "y1", "y0"]
    for_the_cap = opened().play(turned_up("red", "y2"), turned_up("blue", "o6"), turned_up("green", "o2"))
    assert for_the_cap.decision["player"] == "red"
    for_the_cap.play(turned_up("red", "y3"), turned_up("green", "y4"))
    assert for_the_cap.position["hats"] == {"green": ["blue", 0], "red": ["green", 0]}
    same = refused(COLOURS[:3], hoch2=True, track=HOCH2_TRACK, hats={"green": "red", "red": "red"})
    assert same == [("VX-HSET-8", "/options/hats/red")]


def test_the_green_hat_begins():  # VX-HSET-9
    assert opened(hats=HATS).decision["actors"] == ["blue"]
    setup = {"seats": COLOURS[:3], "starter": "red", "options": {"hoch2": True, "track": HOCH2_TRACK, "hats": HATS}}
    assert setup_refusal("verflixxt", setup) == [("VX-HSET-9", "/starter")]
    assert setup_refusal("verflixxt", {**setup, "starter": "blue"}) == []


# -- cards ------------------------------------------------------------------------------------------------------------


def test_a_card_is_revealed_and_moves_a_piece():  # VX-CARD-1
    begun = hoch2(hands={"red": ["y3", "o1"]})
    assert begun.legal == [card("o1"), card("y3")]
    assert begun.refusal(card("y4")) == "VX-CARD-1"
    for other in (pawn(0, 3), STAY, END, move("red", "go"), move("red", "pass"), guard("L1", 1)):
        assert begun.refusal(other) == "VX-CARD-1"
    assert begun.refusal(card("y3", "blue")) == "VX-TURN-1"
    assert base().play(roll(3)).refusal(card("y3")) == "VX-CARD-1"
    begun.play(card("y3"))
    assert (phase(begun), begun.position["hands"]["red"], begun.position["discard"]) == ("move", ["o1"], ["y3"])


def test_one_to_six_go_forward():  # VX-CARD-2
    for value in range(1, 7):
        begun = hoch2().play(card(f"o{value}"), pawn(0, value))
        assert pawns_of(begun)[0] == ["-3a", "R4a", "+5", "L1", "-6a", "R7"][value - 1]


def test_a_zero_moves_nobody():  # VX-CARD-3
    begun = hoch2(guards=["+5"], pawns={"blue": ["+5", START, START]}).play(card("o0"))
    assert begun.legal == [STAY]
    for piece in (pawn(0, 0), guard("+5", 0), move("red", "flixxy", steps=0)):
        assert begun.refusal(piece) == "VX-CARD-3"
    assert begun.play(STAY).decision["actors"] == ["blue"]


def test_minus_one_goes_one_back():  # VX-CARD-4
    begun = hoch2(guards=["+5"], pawns={"red": ["-3a", "+5", "L1"]}).play(card("o-1"))
    assert begun.legal == [pawn(0, -1), pawn(1, -1), pawn(2, -1), guard("+5", -1)]
    assert begun.refusal(pawn(0, 1)) == "VX-MOVE-1"
    begun.play(pawn(0, -1))
    assert (pawns_of(begun)[0], stack_of(begun)) == (START, ["-3a"])


def test_minus_one_for_a_pawn_on_the_start_moves_nothing():  # VX-CARD-5
    begun = hoch2(guards=[START], pawns={"red": [START, "+5", FINISH]}).play(card("o-1"))
    assert begun.refusal(pawn(0, -1)) == "VX-CARD-5"
    assert begun.refusal(guard(START, -1)) == "VX-MOVE-5"
    assert begun.refusal(STAY) is None
    assert hoch2(pawns={"red": ["-3a", "+5", FINISH]}).play(card("o-1")).refusal(STAY) == "VX-CARD-5"
    in_the_cap = hoch2(pawns={"red": [START, "+5", FINISH]}, hats={"red": ["red", 0]}).play(card("o-1"))
    assert in_the_cap.refusal(STAY) == "VX-CARD-5"


def test_a_yellow_card_offers_a_second():  # VX-CARD-6
    begun = hoch2(hands={"red": ["y3", "y1"]})
    assert begun.refusal(SECOND) == "VX-CARD-6"
    begun.play(card("y3"))
    assert begun.refusal(card("y1")) == "VX-CARD-6"
    begun.play(pawn(0, 3))
    assert (phase(begun), begun.legal) == ("after", [SECOND, END])
    assert begun.refusal(move("blue", "second")) == "VX-TURN-1"
    begun.play(SECOND, card("y1"), pawn(0, 1))
    assert begun.decision["actors"] == ["blue"]
    assert hoch2().play(card("o3"), pawn(0, 3)).decision["actors"] == ["blue"]
    assert hoch2(pawns={"red": ["R7", FINISH, FINISH]}).play(card("y3"), pawn(0, 3)).decision["actors"] == ["blue"]


def test_played_cards_are_replaced():  # VX-CARD-7
    begun = hoch2(hands={"red": ["y3", "y1"]}).play(card("y3"), pawn(0, 3), END)
    assert begun.position | {"discard": ["y3"]} == begun.position
    assert begun.position["hands"]["red"] == ["y1", "?"]
    home = hoch2(pawns={"red": ["R7", FINISH, FINISH]}, hands={"red": ["y3", "y1"]}).play(card("y3"), pawn(0, 3))
    assert home.position["hands"]["red"] == ["y1"]
    virtual = hoch2(mode="virtual", hands={"red": ["o3", "y1"], "blue": ["o1", "o1"]}).play(card("o3"), pawn(0, 3))
    assert virtual.decision == {"phase": "drawing", "actors": ["chance"], "player": "red"}


def test_an_empty_pile_is_made_of_the_discards():  # VX-CARD-8
    six = {"y1": 2, "o1": 4}
    begun = hoch2(options={"cards": six}, discard=["y1", "y1"], hands={"red": ["o1", "o1"], "blue": ["o1", "o1"]})
    begun.play(card("o1"), pawn(0, 1))
    assert (begun.position["discard"], ("shuffled", "VX-CARD-8") in begun.events) == ([], True)
    virtual = hoch2(
        mode="virtual", options={"cards": six}, discard=["y1", "y1"], hands={"red": ["o1"] * 2, "blue": ["o1"] * 2}
    )
    virtual.play(card("o1"), pawn(0, 1))
    drawn = [move("chance", "draw", player="red", card=face) for face in ("o1", "y1")]
    assert virtual.legal == drawn


# -- risk tiles and chips ---------------------------------------------------------------------------------------------


def test_risk_tiles_are_taken_like_others():  # VX-RISK-1
    assert stack_of(hoch2(pawns={"red": ["R4a", START, START]}).play(card("o1"), pawn(0, 1))) == ["R4a"]


def test_odd_is_minus_and_even_is_plus():  # VX-RISK-2
    assert items(hoch2(track=["-3a"], stacks={"red": ["R4a", "R7"]}))["risk"] == 11
    assert items(hoch2(track=["-3a"], stacks={"red": ["R7"]}))["risk"] == -7


def test_luck_does_not_turn_risk():  # VX-RISK-3
    scored = hoch2(track=["-3a"], stacks={"red": ["R7", "L1"]})
    assert (scored.totals["red"], scored.scores["seats"][0]["luck_unused"]) == (-7, 1)


def test_an_exact_arrival_wins_a_chip():  # VX-GOAL-1
    exact = hoch2(pawns={"red": ["R7", START, START]}).play(card("o1"), pawn(0, 1))
    assert (exact.position["won_finish"]["red"], exact.position["finish_chips"][0]) == ([2], 2)
    assert hoch2(pawns={"red": ["R7", START, START]}).play(card("o2"), pawn(0, 2)).position["won_finish"]["red"] == []
    by_guard = hoch2(guards=["R7"], pawns={"blue": ["R7", START, START]}).play(card("o1"), guard("R7", 1))
    assert by_guard.position["won_finish"]["red"] == [2]
    empty = hoch2(finish_chips=[], pawns={"red": ["R7", START, START]}).play(card("o1"), pawn(0, 1))
    assert empty.position["won_finish"]["red"] == []


def test_finish_chips_add_their_value():  # VX-GOAL-2
    scored = hoch2(finish_chips=[5, 6], won_finish={"red": [2, 4]}, pawns={"blue": GONE})
    assert (items(scored)["finish_chips"], scored.totals["red"]) == (6, 6)
