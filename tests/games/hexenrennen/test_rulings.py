"""Rulings of Hexenrennen on turns, tiles, cards and the finish; for the table around them see test_rulings_table.py."""

from __future__ import annotations

import pytest

from referee.games.hexenrennen.components import LAST_TILE
from tests.games.hexenrennen.at_table import (
    FOUR,
    THREE,
    TWO,
    M,
    at_table,
    card,
    draw,
    fly,
    reveal,
    roll,
    rules,
    stay,
    stopped_on,
    where,
)

# -- turn -------------------------------------------------------------------------------------------------------------


def test_roll_then_move_then_the_next_player_rolls():  # HX-TURN-1
    table = at_table().play(roll(3))
    assert table.decision == {"phase": "choose_witch", "actors": ["green"]}
    assert table.refusal(fly(0, "yellow")) == "HX-TURN-1"
    assert table.refusal(fly(0, "chance")) == "HX-TURN-1"
    table.play(fly(1), reveal(3, "red", 5))
    assert where(table) == [0, 3, 0]
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "yellow"}


def test_nobody_passes_who_can_move():  # HX-TURN-2
    table = at_table().play(roll(3))
    assert table.legal == [fly(0), fly(1), fly(2)]
    assert table.refusal(stay("green")) == "HX-TURN-2"
    assert table.refusal(stay("blue")) == "HX-TURN-2"


def test_without_a_possible_move_the_turn_is_lost():  # HX-TURN-3
    table = at_table(witches={"green": [51, 47, 46]}, revealed={46: ["red", 2], 47: ["red", 3]}).play(roll(6))
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "yellow"}
    assert rules(table) == ["HX-TURN-1", "HX-TURN-3", "HX-SETUP-6"]


def test_the_die_is_never_rolled_again():  # HX-TURN-3
    table = at_table().play(roll(3))
    assert table.refusal(roll(4)) == "HX-TURN-3"
    assert table.refusal(roll(4, "green")) == "HX-TURN-3"


def test_a_pushed_witch_reads_tiles_as_the_player_who_rolled():  # HX-TURN-4
    table = stopped_on(20, "blue", M, tiles={15: ["blue", 4], 16: ["green", 4], 14: ["blue", 2]})
    table.play(card("blue", 5))
    assert where(table) == [15, 0, 0]
    assert rules(table)[-2:] == ["HX-CHAIN-5", "HX-SETUP-6"]


# -- moving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", ["green", "blue"])
def test_a_tile_holds_one_witch(owner: str):  # HX-MOVE-1
    witches = {"green": [10, 0, 0], "blue": [0, 0, 0]}
    witches[owner][2] = 12
    table = at_table(witches=witches, revealed={10: ["red", 5], 12: ["red", 6]}).play(roll(2))
    assert table.refusal(fly(0)) == "HX-MOVE-1"
    assert fly(0) not in table.legal


def test_a_number_is_used_in_full():  # HX-MOVE-2
    table = at_table(witches={"green": [10, 51, 50]}, revealed={10: ["red", 5]}).play(roll(6), fly(0))
    assert where(table)[0] == 16
    assert rules(table) == ["HX-TURN-1", "HX-MOVE-2"]
    near = at_table(witches={"green": [47, 51, 50]}, revealed={47: ["red", 5]}).play(roll(5))
    assert where(near)[0] == 47
    assert rules(near)[1] == "HX-TURN-3"


def test_witches_are_jumped_and_their_tiles_counted():  # HX-MOVE-3
    table = at_table(
        witches={"green": [10, 0, 0], "blue": [11, 12, 0]}, revealed={10: ["red", 5], 11: ["red", 6], 12: ["red", 7]}
    )
    assert where(table.play(roll(3), fly(0)))[0] == 13


def test_occupied_tiles_count_on_the_way_back():  # HX-MOVE-3
    table = stopped_on(20, "blue", M, others={"red": [17, 16, 0]}, tiles={17: ["red", 6], 16: ["red", 7]})
    assert where(table.play(card("blue", 5)))[0] == 15


def test_passing_over_a_tile_does_nothing():  # HX-MOVE-4
    table = at_table(witches={"green": [4, 0, 0]}, revealed={4: ["red", 5], 5: ["green", 9], 6: ["green", M]})
    table.play(roll(4), fly(0), reveal(8, "red", 6))
    assert where(table)[0] == 8
    assert sorted(table.position["revealed"]) == ["4", "5", "6", "8"]


def test_a_witch_leaving_the_start_counts_free_tiles_only():  # HX-ENTER-1
    table = at_table(
        witches={"blue": [1, 3, 0], "green": [5, 0, 0]}, revealed={1: ["red", 5], 3: ["red", 6], 5: ["red", 7]}
    )
    table.play(roll(3), fly(1))
    assert where(table) == [5, 6, 0]
    assert rules(table) == ["HX-TURN-1", "HX-ENTER-1"]


def test_a_player_with_a_witch_at_the_start_never_loses_a_turn():  # HX-ENTER-2
    witches = {"green": [51, 51, 0], "yellow": [1, 2, 3], "blue": [4, 5, 6], "red": [7, 8, 9]}
    tiles = {at: [FOUR[at % 4], 2 + at // 4] for at in range(1, 10)}
    for value in range(1, 7):
        table = at_table(witches=witches, revealed=tiles).play(roll(value))
        assert table.legal == [fly(2)]
        assert where(table.play(fly(2)))[2] == 9 + value


def test_the_tile_of_entry_counts_occupied_tiles_again():  # HX-ENTER-2
    witches = {"blue": [1, 5, 0]}
    table = at_table(witches=witches, revealed={1: ["red", 5], 5: ["red", 6], 2: ["green", 3], 3: ["green", 4]})
    table.play(roll(1), fly(0))
    assert where(table)[0] == 2
    assert rules(table)[-2:] == ["HX-CHAIN-3", "HX-SETUP-6"]


# -- revealing --------------------------------------------------------------------------------------------------------


def test_a_face_down_tile_is_turned_up_before_anything_else():  # HX-REVEAL-1
    table = at_table().play(roll(3), fly(0))
    assert table.decision == {"phase": "reveal", "actors": ["chance"]}
    assert table.refusal(reveal(4, "red", 5)) == "HX-REVEAL-1"
    assert table.refusal(roll(3)) == "HX-API-1"
    table.play(reveal(3, "red", 5))
    assert table.position["revealed"] == {"3": ["red", 5]}
    assert table.position["turn"] == "yellow"


def test_a_tile_reached_by_a_push_or_a_tile_is_turned_up_too():  # HX-REVEAL-1
    table = stopped_on(20, "blue", M).play(card("blue", 5))
    assert table.decision == {"phase": "reveal", "actors": ["chance"]}
    table.play(reveal(15, "green", 8))
    assert where(table)[0] == 23
    assert table.refusal(reveal(15, "red", 5)) == "HX-REVEAL-1"
    assert table.decision == {"phase": "reveal", "actors": ["chance"]}


SEEN = {1: ["red", 2], 2: ["red", 3], 4: ["red", 4], 5: ["blue", M], 17: ["green", 7]}


@pytest.mark.parametrize(
    ("clan", "face", "possible"),
    [
        ("green", 7, False),  # lies on the track already, in another stage
        ("red", 9, False),  # three red numbers lie in this stage
        ("blue", M, False),  # so does the one blue symbol
        ("red", M, True),
        ("green", M, True),
        ("blue", 7, True),
    ],
)
def test_an_impossible_tile_is_refused_and_the_game_waits(clan: str, face: int | str, possible: bool):  # HX-REVEAL-2
    table = at_table(revealed=SEEN).play(roll(3), fly(0))
    assert table.refusal(reveal(3, clan, face)) == (None if possible else "HX-REVEAL-2")
    assert (reveal(3, clan, face) in table.legal) == possible
    assert table.decision == {"phase": "reveal", "actors": ["chance"]}


# -- chains -----------------------------------------------------------------------------------------------------------


def test_a_tile_acts_however_the_witch_arrived():  # HX-CHAIN-1
    by_die = at_table(witches={"green": [13, 0, 0]}, revealed={13: ["red", 9], 15: ["green", 6], 21: ["red", 8]})
    assert where(by_die.play(roll(2), fly(0)))[0] == 21
    by_push = stopped_on(20, "blue", M, tiles={15: ["green", 6], 21: ["red", 8]})
    assert where(by_push.play(card("blue", 5)))[0] == 21
    by_neutral = stopped_on(20, "red", M, THREE, tiles={15: ["green", 6], 21: ["blue", 8]})
    assert where(by_neutral.play(draw("red", 5)))[0] == 21
    by_own_card = stopped_on(10, "green", M, tiles={15: ["green", 6], 21: ["red", 8]})
    assert where(by_own_card.play(card("green", 5)))[0] == 21


def test_an_own_number_carries_on_and_so_does_the_next():  # HX-CHAIN-2
    table = at_table(
        witches={"green": [4, 0, 0]}, revealed={4: ["red", 9], 6: ["green", 5], 11: ["green", 2], 13: ["red", 8]}
    )
    table.play(roll(2), fly(0))
    assert where(table)[0] == 13
    assert table.events == [
        ("roll", "HX-TURN-1"),
        ("advance", "HX-MOVE-2"),
        ("carried", "HX-CHAIN-2"),
        ("carried", "HX-CHAIN-2"),
        ("stopped", "HX-CHAIN-5"),
        ("turn", "HX-SETUP-6"),
    ]


def test_an_own_number_does_not_lead_to_an_occupied_tile():  # HX-CHAIN-3
    table = stopped_on(11, "green", 2, others={"blue": [13, 0, 0]}, tiles={13: ["red", 8]})
    assert where(table)[0] == 11
    assert rules(table)[-2:] == ["HX-CHAIN-3", "HX-SETUP-6"]


def test_an_own_number_does_not_lead_beyond_the_finish():  # HX-CHAIN-4
    table = stopped_on(45, "green", 7)
    assert where(table)[0] == 45
    assert rules(table)[-2:] == ["HX-CHAIN-4", "HX-SETUP-6"]


def test_a_number_of_another_player_stops():  # HX-CHAIN-5
    table = stopped_on(11, "red", 2)
    assert where(table)[0] == 11
    assert rules(table)[-2:] == ["HX-CHAIN-5", "HX-SETUP-6"]


def test_a_tile_acts_only_on_arrival():  # HX-CHAIN-6
    table = at_table(
        TWO, witches={"green": [11, 51, 51], "blue": [13, 51, 51]}, revealed={11: ["green", 2], 13: ["red", 8]}
    )
    table.play(roll(2))  # blocked: the own 2 under the witch does nothing by itself
    assert where(table)[0] == 11
    assert table.position["turn"] == "blue"
    table.play(roll(1), fly(0, "blue"), reveal(14, "red", 9), roll(4), fly(0), reveal(15, "red", 10))
    assert where(table)[0] == 15


def test_a_chain_ends_because_cards_do_not_come_back():  # HX-CHAIN-7
    tiles = {at: ["green", 20 - at] for at in (12, 14, 16)} | {10: ["yellow", M]}
    table = stopped_on(20, "blue", M, tiles=tiles, hands={"blue": [4, 6, 8]})
    for pushes, number in enumerate((4, 6, 8), start=1):
        assert table.legal == [*(card("blue", left) for left in (4, 6, 8)[pushes - 1 :]), stay("blue")]
        table.play(card("blue", number))
        assert where(table)[0] == 20
    assert rules(table)[-2:] == ["HX-HEX-6", "HX-SETUP-6"]


# -- own magic --------------------------------------------------------------------------------------------------------


def test_on_the_own_symbol_the_active_player_alone_decides():  # HX-MAGIC-1
    table = stopped_on(20, "green", M)
    assert table.decision == {"phase": "card", "actors": ["green"]}
    assert table.refusal(card("blue", 2)) == "HX-MAGIC-1"
    assert table.refusal(stay("blue")) == "HX-MAGIC-1"
    assert table.refusal(stay("chance")) == "HX-MAGIC-1"
    table.play(stay("green"))
    assert rules(table) == ["HX-MAGIC-1", "HX-SETUP-6"]
    assert where(table)[0] == 20


def test_a_number_leads_forward_to_a_free_tile_that_acts():  # HX-MAGIC-2
    table = stopped_on(
        20, "green", M, others={"blue": [24, 0, 0]}, tiles={24: ["red", 8], 22: ["green", 6], 28: ["red", 9]}
    )
    assert table.refusal(card("green", 4)) == "HX-MAGIC-2"
    table.play(card("green", 2))
    assert where(table)[0] == 28
    assert rules(table)[:3] == ["HX-CARD-1", "HX-MAGIC-2", "HX-CHAIN-2"]


def test_several_cards_may_be_played_in_one_turn():  # HX-MAGIC-2
    table = stopped_on(15, "green", M, tiles={17: ["green", M]}).play(card("green", 2))
    assert table.decision == {"phase": "card", "actors": ["green"]}
    table.play(card("green", 5))
    assert where(table)[0] == 22


def test_a_number_may_lead_into_an_occupied_finish_square():  # HX-MAGIC-2
    table = stopped_on(44, "green", M, others={"green": [51, 0]}).play(card("green", 7))
    assert where(table) == [51, 51, 0]


def test_a_magic_card_leads_to_the_nearest_free_symbol_ahead():  # HX-MAGIC-3
    tiles = {20: ["green", M], 40: ["green", M], 38: ["blue", M]}
    table = stopped_on(5, "green", M, tiles=tiles, others={"blue": [20, 0, 0]}).play(card("green", M))
    assert where(table)[0] == 40
    assert table.position["hands"]["green"].count(M) == 2


def test_a_magic_card_ends_the_turn():  # HX-MAGIC-4
    table = stopped_on(5, "green", M, tiles={20: ["green", M]}).play(card("green", M))
    assert where(table)[0] == 20
    assert rules(table) == ["HX-CARD-1", "HX-MAGIC-3", "HX-MAGIC-4", "HX-SETUP-6"]
    assert table.refusal(card("green", 2)) == "HX-API-1"


@pytest.mark.parametrize(
    "tiles", [{}, {5: ["green", M]}, {40: ["blue", M]}], ids=["face down", "behind", "another symbol"]
)
def test_without_a_symbol_ahead_no_magic_card_is_played(tiles: dict[int, list[str]]):  # HX-MAGIC-5
    table = stopped_on(20, "green", M, tiles=tiles)
    assert table.refusal(card("green", M)) == "HX-MAGIC-5"
    assert card("green", M) not in table.legal


def test_a_hand_without_a_playable_card_is_not_asked():  # HX-MAGIC-6
    table = stopped_on(46, "green", M, hands={"green": [6, 10, M]})
    assert where(table)[0] == 46
    assert rules(table)[-2:] == ["HX-MAGIC-6", "HX-SETUP-6"]
    one = stopped_on(46, "green", M, hands={"green": [5, 10, M]})
    assert one.legal == [card("green", 5), stay("green")]


# -- magic of another player ------------------------------------------------------------------------------------------


def test_on_another_symbol_its_leader_decides():  # HX-HEX-1
    table = stopped_on(20, "blue", M)
    assert table.decision == {"phase": "card", "actors": ["blue"]}
    assert table.refusal(card("green", 2)) == "HX-HEX-1"
    assert table.refusal(stay("green")) == "HX-HEX-1"
    assert table.refusal(stay("chance")) == "HX-HEX-1"


def test_the_leader_may_leave_the_witch():  # HX-HEX-2
    table = stopped_on(20, "blue", M).play(stay("blue"))
    assert where(table)[0] == 20
    assert rules(table) == ["HX-HEX-2", "HX-SETUP-6"]
    assert table.position["turn"] == "yellow"


def test_a_magic_card_sends_back_to_the_nearest_free_symbol_behind():  # HX-HEX-3
    tiles = {20: ["blue", M], 3: ["blue", M], 30: ["green", M]}
    table = stopped_on(40, "blue", M, tiles=tiles, others={"red": [20, 0, 0]}).play(card("blue", M))
    assert where(table)[0] == 3
    assert rules(table) == ["HX-CARD-1", "HX-HEX-3", "HX-SETUP-6"]


def test_without_a_symbol_behind_no_magic_card_is_played():  # HX-HEX-3
    table = stopped_on(20, "blue", M, tiles={40: ["blue", M], 5: ["green", M]})
    assert table.refusal(card("blue", M)) == "HX-HEX-3"


def test_a_number_pushes_back_to_a_free_tile_that_acts():  # HX-HEX-4
    table = stopped_on(
        20, "blue", M, others={"green": [15, 0]}, tiles={15: ["red", 8], 14: ["green", 5], 19: ["red", 9]}
    )
    assert table.refusal(card("blue", 5)) == "HX-HEX-4"
    table.play(card("blue", 6))
    assert where(table)[0] == 19
    assert rules(table)[:3] == ["HX-CARD-1", "HX-HEX-4", "HX-CHAIN-2"]


def test_nobody_is_pushed_back_beyond_tile_1():  # HX-HEX-5
    table = at_table().play(roll(4), fly(0), reveal(4, "blue", M))
    assert table.legal == [card("blue", 2), card("blue", 3), stay("blue")]
    assert [table.refusal(card("blue", n)) for n in (4, 5, 10)] == ["HX-HEX-5"] * 3
    assert where(table.play(card("blue", 3)))[0] == 1


@pytest.mark.parametrize("hand", [[], [M], [7]])
def test_a_leader_without_a_playable_card_cannot_act(hand: list[int | str]):  # HX-HEX-6
    table = stopped_on(7, "blue", M, hands={"blue": hand})
    assert where(table)[0] == 7
    assert rules(table)[-2:] == ["HX-HEX-6", "HX-SETUP-6"]
    assert table.position["hands"]["blue"] == hand


# -- obligation -------------------------------------------------------------------------------------------------------


def test_after_a_push_onto_a_symbol_its_clan_must_play():  # HX-FORCE-1
    table = stopped_on(20, "blue", M, tiles={14: ["yellow", M]}).play(card("blue", 6))
    assert table.decision == {"phase": "card", "actors": ["yellow"]}
    assert table.refusal(stay("yellow")) == "HX-FORCE-1"
    assert table.refusal(stay("green")) == "HX-HEX-1"
    assert stay("yellow") not in table.legal


def test_the_obligation_survives_the_turning_up_of_the_tile():  # HX-FORCE-1
    table = stopped_on(20, "blue", M).play(card("blue", 6), reveal(14, "yellow", M))
    assert table.refusal(stay("yellow")) == "HX-FORCE-1"


def test_a_neutral_number_obliges_a_player_too():  # HX-FORCE-1
    table = stopped_on(20, "red", M, THREE, tiles={14: ["yellow", M]}).play(draw("red", 6))
    assert table.refusal(stay("yellow")) == "HX-FORCE-1"


def test_a_card_forward_obliges_nobody():  # HX-FORCE-1
    table = stopped_on(15, "green", M, tiles={20: ["blue", M]}).play(card("green", 5))
    assert stay("blue") in table.legal


def test_an_obliged_card_leads_forward_on_the_own_symbol():  # HX-FORCE-2
    tiles = {14: ["green", M], 30: ["green", M]}
    table = stopped_on(20, "blue", M, tiles=tiles, hands={"green": [3, M]}).play(card("blue", 6))
    assert table.refusal(stay("green")) == "HX-FORCE-1"
    assert table.legal == [card("green", 3), card("green", M)]
    assert where(table.play(card("green", M)))[0] == 30


def test_the_clan_that_has_just_pushed_may_have_to_push_again():  # HX-FORCE-2
    table = stopped_on(20, "blue", M, tiles={14: ["blue", M]}).play(card("blue", 6))
    assert table.decision == {"phase": "card", "actors": ["blue"]}
    assert table.refusal(stay("blue")) == "HX-FORCE-1"
    assert table.refusal(card("blue", 6)) == "HX-CARD-1"
    assert where(table.play(card("blue", 4)))[0] == 10


def test_no_obligation_without_a_card_that_moves_the_witch():  # HX-FORCE-3
    table = stopped_on(20, "blue", M, tiles={14: ["yellow", M]}, hands={"yellow": [M]}).play(card("blue", 6))
    assert where(table)[0] == 14
    assert rules(table)[-2:] == ["HX-FORCE-3", "HX-SETUP-6"]


def test_only_the_tile_reached_by_the_push_obliges():  # HX-FORCE-4
    table = stopped_on(20, "blue", M, tiles={14: ["green", 3], 17: ["yellow", M]}).play(card("blue", 6))
    assert where(table)[0] == 17
    assert stay("yellow") in table.legal


# -- cards ------------------------------------------------------------------------------------------------------------


def test_a_played_card_never_comes_back():  # HX-CARD-1
    table = stopped_on(20, "blue", M, tiles={16: ["green", 4]}).play(card("blue", 4))
    assert where(table)[0] == 20
    assert table.refusal(card("blue", 4)) == "HX-CARD-1"
    assert table.position["hands"]["blue"] == [2, 3, 5, 6, 7, 8, 9, 10, M, M, M]


def test_a_magic_card_can_be_played_as_often_as_the_hand_has_it():  # HX-CARD-1
    table = stopped_on(20, "blue", M, tiles={5: ["blue", M]}, hands={"blue": [2, 3]})
    assert table.refusal(card("blue", M)) == "HX-CARD-1"


def test_a_card_that_cannot_do_all_it_says_is_not_played():  # HX-CARD-2
    table = stopped_on(46, "green", M)
    assert table.legal == [card("green", n) for n in (2, 3, 4, 5)] + [stay("green")]


def test_cards_are_played_on_magic_tiles_only():  # HX-CARD-2
    table = at_table()
    assert table.refusal(card("green", 2)) == "HX-API-1"
    assert table.play(roll(2)).refusal(card("green", 2)) == "HX-API-1"
    assert table.play(fly(0)).refusal(card("green", 2)) == "HX-API-1"


# -- finish -----------------------------------------------------------------------------------------------------------


def test_a_finish_square_has_room_for_all():  # HX-FIN-1
    witches = {"green": [48, 50, 0], "blue": [50, 50, 0]}
    table = at_table(witches=witches, revealed={48: ["red", 5]}).play(roll(2), fly(0))
    assert where(table) == [50, 50, 0]
    assert rules(table) == ["HX-TURN-1", "HX-FIN-1", "HX-SETUP-6"]


def test_no_die_leads_beyond_the_four():  # HX-FIN-2
    table = at_table(witches={"green": [48, 47, 0]}, revealed={47: ["red", 6], 48: ["red", 5]}).play(roll(4))
    assert table.refusal(fly(0)) == "HX-FIN-2"
    assert table.refusal(fly(1)) is None


def test_no_card_leads_beyond_the_four():  # HX-FIN-2
    table = stopped_on(44, "green", M, hands={"green": [2, 5, 7, 8]})
    assert table.refusal(card("green", 8)) == "HX-FIN-2"
    assert table.legal == [card("green", 2), card("green", 5), card("green", 7), stay("green")]


@pytest.mark.parametrize(("by_tile", "reached", "points"), [(True, 51, 4), (False, 45, 0)])
def test_whether_a_tile_leads_into_the_finish_is_an_option(by_tile: bool, reached: int, points: int):  # HX-FIN-3
    table = stopped_on(45, "green", 6, options={"finish_by_tile": by_tile})
    assert where(table)[0] == reached
    assert table.totals["green"] == points
    assert rules(table)[-2:] == ["HX-FIN-3", "HX-SETUP-6"]


def test_a_tile_that_leads_too_far_is_no_matter_of_the_option():  # HX-FIN-3
    assert rules(stopped_on(45, "green", 7, options={"finish_by_tile": False}))[-2] == "HX-CHAIN-4"
    assert LAST_TILE == 48
    assert where(stopped_on(45, "green", 3, options={"finish_by_tile": False}))[0] == LAST_TILE


def test_a_witch_in_the_finish_never_moves_again():  # HX-FIN-4
    table = at_table(witches={"green": [49, 0, 0]}).play(roll(1))
    assert table.refusal(fly(0)) == "HX-FIN-4"
    assert table.play(fly(1), reveal(1, "red", 5)).refusal(fly(0)) == "HX-API-1"
    far = at_table(witches={"green": [51, 0, 0]}).play(roll(6))
    assert far.refusal(fly(0)) == "HX-FIN-4"


# -- end, score, ties -------------------------------------------------------------------------------------------------


def test_the_third_witch_home_ends_the_game_at_once():  # HX-END-1
    table = at_table(witches={"green": [49, 49, 48]}, revealed={48: ["red", 5]}).play(roll(2), fly(2))
    assert table.decision is None
    assert table.legal == []
    assert rules(table)[-2:] == ["HX-FIN-1", "HX-END-1"]
    refused = [roll(1), fly(0), stay("green"), card("green", 2), reveal(3, "red", 2), draw("red", 2)]
    assert {table.refusal(late) for late in refused} == {"HX-END-1"}


def test_a_tile_or_a_card_can_end_the_game_too():  # HX-END-1
    by_tile = stopped_on(44, "green", 7, others={"green": [49, 49]})
    assert by_tile.decision is None
    by_card = stopped_on(44, "green", M, others={"green": [49, 49]}).play(card("green", 5))
    assert by_card.decision is None


def test_the_player_who_ends_the_game_may_lose():  # HX-SCORE-1
    witches = {"green": [49, 49, 48], "blue": [51, 51, 3]}
    table = at_table(TWO, witches=witches, revealed={48: ["red", 5], 3: ["red", 6]})
    assert (table.scores["final"], table.scores["winners"]) == (False, [])
    table.play(roll(2), fly(2))
    assert table.totals == {"green": 7, "blue": 8}
    assert table.scores["winners"] == ["blue"]
    assert table.scores["seats"][1]["items"] == {"witch_0": 4, "witch_1": 4, "witch_2": 0}


def test_equal_totals_share_the_victory():  # HX-TIE-1
    table = at_table(witches={"green": [49, 49, 51], "red": [51, 51, 0], "blue": [51, 0, 0]})
    assert table.scores["winners"] == ["green", "red"]
    assert [row["place"] for row in table.scores["seats"]] == [1, 4, 3, 1]
