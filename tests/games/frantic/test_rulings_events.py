"""Rulings of Frantic: the twenty events."""

from __future__ import annotations

from tests.games.frantic.at_table import (
    PASS,
    PUSH,
    at,
    d20,
    draw,
    event,
    name,
    pawn,
    pawns,
    phase,
    place,
    play,
    react,
    relocate,
    reveal,
    roll,
    squares,
    where,
)
from tests.table import move

FOUR = "red blue green yellow"


def test_whoever_triggers_an_event_rolls_the_d20():  # FR-EV-G1
    table = at(play("red", "troublemaker", 2))
    assert {(each["die"], each["player"]) for each in table.legal} == {(20, "red")}
    table.play(d20("red", 6))
    assert phase(table)[0] == "roll_window"
    assert pawns(table.play(PASS)) == [39, 39, 39]


def test_in_turn_begins_on_the_right_and_ends_with_you():  # FR-EV-G2
    table = at(*event(4))
    rolled = []
    for _ in range(3):
        rolled.append(table.decision["player"])
        table.play(roll(rolled[-1], 1), PASS)
    assert rolled == ["blue", "green", "red"]


def test_all_pawns_that_fit_are_affected():  # FR-EV-G3
    assert pawns(at(*event(20), pawns={"red": 5, "blue": 9, "green": 9})) == [5, 0, 0]


def test_events_displace_without_effects():  # FR-EV-G4
    table = at(*event(7), roll("blue", 3), PASS, pawns={"blue": 5}, board={"6": ["x"], "7": ["stop"], "8": [PUSH]})
    assert pawn(table, "blue") == 8
    assert table.decision["player"] == "green"


def test_event_rolls_can_be_hit_by_re_roll_but_not_blocked():  # FR-EV-G5
    table = at(*event(7), roll("blue", 3))
    assert where(table, actor="green", card="re_roll")
    assert table.refusal(react("blue", "block", 30)) == "FR-ATT-1"


def test_an_event_draws_what_there_is_and_does_not_end_the_round():  # FR-EV-G6
    table = at(play("red", "troublemaker", 2), deck=2, board={"30": ["stop"]})
    table.play(d20("red", 10), PASS)
    assert ("pile_empty", "FR-EV-G6") in table.events
    assert ("pile_empty", "FR-END-2") in table.events  # step 3 decides


def test_epic_fail_sends_the_last_to_the_foremost_teleport():  # FR-EV-1
    assert pawns(at(*event(1), pawns={"red": 5, "blue": 3, "green": 3}, teleports={"2": 41})) == [5, 41, 41]


def test_earthquake_moves_everybody_to_the_right_one_by_one():  # FR-EV-2
    pawns_ = {"red": 5, "blue": 6, "green": 7, "yellow": 8}
    assert pawns(at(*event(2), seats=FOUR, pawns=pawns_)) == [7, 7, 8, 5]


def test_marching_orders_move_any_pawn_with_effects():  # FR-EV-3
    table = at(*event(3), pawns={"blue": 5}, board={"8": [PUSH]})
    assert [each["pawn"] for each in table.legal] == ["red", "blue", "green"]
    assert table.refusal(name("red", "marching_orders", "black")) == "FR-EV-3"
    assert table.refusal(name("red", "marching_orders", "blue", steps=1)) == "FR-EV-3"
    assert pawn(table.play(name("red", "marching_orders", "blue"), roll("red", 3), PASS), "blue") == 9


def test_teleport_terror_teleports_everybody():  # FR-EV-4
    table = at(*event(4), roll("blue", 2), PASS, roll("green", 6), PASS, roll("red", 1), PASS)
    assert pawns(table) == [4, 11, 39]


def test_market_offers_a_card_to_everybody_beginning_with_you():  # FR-EV-5
    table = at(*event(5), reveal("stop"), reveal("stop"), reveal("x"))
    assert table.legal == [move("red", "pick", card="stop"), move("red", "pick", card="x")]
    assert table.refusal(move("red", "pick", card="gift")) == "FR-EV-5"
    table.play(move("red", "pick", card="x"))
    assert phase(table) == ("pick", ["blue"])
    table.play(move("blue", "pick", card="stop"), move("green", "pick", card="stop"))
    assert table.position["hands"]["red"][0] == "x"
    assert phase(table) == ("play", ["blue"])


def test_a_short_market_leaves_somebody_without():  # FR-EV-5
    table = at(*event(5), reveal("stop"), reveal("x"), deck=2)
    table.play(move("red", "pick", card="x"), move("blue", "pick", card="stop"))
    assert "pick" not in phase(table)
    assert phase(at(*event(5), deck=1)) == ("reveal", ["chance"])


def test_mexican_standoff_gathers_all_at_teleport_six():  # FR-EV-6
    assert pawns(at(*event(6), teleports={"6": 7})) == [7, 7, 7]


def test_expansion_sends_everybody_ahead():  # FR-EV-7
    table = at(*event(7), roll("blue", 2), PASS, roll("green", 6), PASS, roll("red", 1), PASS, pawns={"green": 40})
    assert pawns(table) == [1, 2, 50]


def test_recession_sends_everybody_back():  # FR-EV-8
    table = at(
        *event(8), roll("blue", 2), PASS, roll("green", 6), PASS, roll("red", 1), PASS, pawns={"green": 4, "red": 9}
    )
    assert pawns(table) == [8, 0, 0]


def test_restock_covers_anything_but_white_and_refills():  # FR-EV-9
    table = at(*event(9), board={"7": ["skip"], "8": ["troublemaker"]}, pawns={"green": 9})
    assert phase(table) == ("place", ["blue"])
    assert 7 in squares(table, "stop")
    assert table.refusal(place("blue", "stop", 8)) == "FR-PLACE-5"
    assert table.refusal(place("blue", "stop", 9)) == "FR-PLACE-6"
    table.play(place("blue", "stop", 7), place("green", "push", 12, dir="side_up"), place("red", "gift", 13))
    assert table.position["board"]["7"] == ["skip", "stop"]
    assert [len(hand) for hand in table.position["hands"].values()] == [4, 4, 4]
    assert phase(table) == ("play", ["blue"])


def test_restock_passes_over_an_empty_hand():  # FR-EV-9
    table = at(*event(9), hands={"red": ["troublemaker"], "blue": [], "green": ["?"]})
    assert phase(table) == ("place", ["green"])
    table.play(place("green", "stop", 12))
    assert phase(table) == ("play", ["blue"])


def test_reset_discards_all_hands_and_everybody_draws_four():  # FR-EV-10
    table = at(*event(10), hands={"red": ["troublemaker", "x"], "blue": ["?", "stop"]})
    assert table.position["discards"] == ["stop", "x", "?", "?", "?", "?", "?"]
    assert table.position["hands"] == {seat: ["?"] * 4 for seat in ("red", "blue", "green")}


def test_reset_draws_are_reported_with_known_hands():  # FR-EV-10
    hands = {"red": ["troublemaker", "x"], "blue": ["stop"], "green": []}
    table = at(*event(10), hands=hands, options={"hands": "known"})
    assert table.decision == {"phase": "draw", "actors": ["chance"], "player": "blue"}
    table.play(*[draw("blue", "skip")] * 4)
    assert table.decision["player"] == "green"


def test_tsunami_ends_with_the_first_lower_roll():  # FR-EV-11
    table = at(*event(11), roll("blue", 3), PASS, roll("green", 3), PASS, roll("red", 5), PASS, roll("blue", 4), PASS)
    assert pawns(table) == [0, 5, 0]
    assert phase(table) == ("play", ["blue"])
    table = at(*event(11), roll("blue", 3), PASS, roll("green", 1), PASS, board={"3": [PUSH]}, teleports={"1": 20})
    assert pawns(table) == [0, 0, 4]


def test_gambling_man_sends_the_highest_to_that_teleport():  # FR-EV-12
    table = at(*event(12), roll("blue", 5), PASS, roll("green", 2), PASS, roll("red", 5), PASS)
    assert pawns(table) == [32, 32, 0]


def test_nothing_happens_on_friday_the_13th():  # FR-EV-13
    table = at(*event(13), pawns={"blue": 9})
    assert pawns(table) == [0, 9, 0]
    assert phase(table) == ("play", ["blue"])


def test_loot_hands_everything_to_the_right():  # FR-EV-14
    hands = {"red": ["troublemaker", "x", "?"], "blue": ["stop"] * 4, "green": ["?"] * 5}
    table = at(*event(14), hands=hands)
    assert table.position["hands"] == {"red": ["?"] * 5, "blue": ["x", "?", "?", "?"], "green": ["stop"] * 4}


def test_surprise_party_sends_named_pawns_two_ahead():  # FR-EV-15
    table = at(*event(15), board={"1": ["stop"], "4": ["x"]}, teleports={"1": 20})
    assert [(each["actor"], each["pawn"]) for each in table.legal] == [
        ("blue", seat) for seat in ("red", "blue", "green")
    ]
    assert table.refusal(name("blue", "surprise_party", "white")) == "FR-EV-15"
    assert table.refusal(name("blue", "surprise_party", "red", steps=2)) == "FR-EV-15"
    for seat in ("blue", "green", "red"):
        table.play(name(seat, "surprise_party", "green"))
    assert pawns(table) == [0, 0, 6]


def test_charity_takes_from_the_foremost():  # FR-EV-16
    assert pawns(at(*event(16), pawns={"red": 9, "blue": 9, "green": 3})) == [5, 5, 4]
    assert pawns(at(*event(16), pawns={"red": 9, "blue": 9, "green": 9})) == [5, 5, 5]


def test_robin_hood_exchanges_first_and_last():  # FR-EV-17
    assert pawns(at(*event(17), pawns={"red": 9, "blue": 9, "green": 4})) == [4, 4, 9]
    assert pawns(at(*event(17), pawns={"red": 9, "blue": 9, "green": 9})) == [9, 9, 9]


def test_reorganize_moves_two_different_teleports():  # FR-EV-18
    table = at(*event(18), pawns={"blue": 11}, board={"30": ["skip"], "31": ["troublemaker"]})
    assert table.refusal(relocate("red", 2, 30)) == "FR-EV-18"
    assert table.refusal(relocate("red", 7, 30)) == "FR-EV-18"
    for to, rule in ((0, "FR-PLACE-7"), (31, "FR-PLACE-5"), (4, "FR-PLACE-5"), (11, "FR-PLACE-5")):
        assert table.refusal(relocate("red", 1, to)) == rule
    table.play(relocate("red", 1, 30))
    assert table.refusal(relocate("red", 1, 5)) == "FR-EV-18"
    table.play(relocate("red", 3, 4))
    assert table.position["teleports"] == {"1": 30, "2": 11, "3": 4, "4": 25, "5": 32, "6": 39}
    assert phase(table) == ("play", ["blue"])


def test_reorganize_moves_as_many_as_can_be_moved():  # FR-EV-18
    pawns_ = {"red": 4, "blue": 11, "green": 18, "yellow": 25, "white": 32}
    table = at(*event(18), relocate("red", 6, 40), seats="red blue green yellow white", pawns=pawns_)
    assert phase(table) == ("play", ["blue"])


def test_communism_gathers_all_at_the_front():  # FR-EV-19
    assert pawns(at(*event(19), pawns={"blue": 17})) == [17, 17, 17]


def test_epic_win_sends_the_foremost_to_the_start():  # FR-EV-20
    assert pawns(at(*event(20), pawns={"blue": 17, "green": 3})) == [0, 0, 3]
