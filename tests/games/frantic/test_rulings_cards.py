"""Rulings of Frantic: movement, once per turn, whose effect, the cards, attacks and reactions."""

from __future__ import annotations

from referee.core.play import preview
from tests.games.frantic.at_table import (
    JUMP,
    JUMP_BACK,
    PASS,
    PUSH,
    PUSH_BACK,
    PUSH_DOWN,
    PUSH_UP,
    at,
    d20,
    decline,
    event,
    name,
    pawn,
    pawns,
    phase,
    play,
    react,
    roll,
    squares,
    take,
    walked,
    where,
)
from tests.table import move

# -- movement ---------------------------------------------------------------------------------------------------------


def test_cards_act_on_movements_and_not_on_displacements():  # FR-MOVE-1
    board = {"5": ["stop"], "25": ["snail"]}
    assert pawn(walked("red", 6, pawns={"red": 2}, board=board), "red") == 5
    table = at(play("red", "fuck_you", 41), pawns={"red": 2}, board=board)
    assert pawn(table, "red") == 23


def test_a_walk_counts_squares_and_ends_with_the_track():  # FR-MOVE-2
    board = {"12": ["x"], "13": ["snail"], "15": ["stop"]}
    assert pawn(walked("red", 2, pawns={"red": 10}, board=board), "red") == 13
    assert pawn(walked("red", 4, pawns={"red": 10}, board=board), "red") == 14
    assert pawn(walked("red", 6, pawns={"red": 10}, board=board), "red") == 15
    assert pawn(walked("red", 5, pawns={"red": 40}), "red") == 50


def test_backward_walking_meets_the_same_cards():  # FR-MOVE-3
    board = {"12": ["x"], "11": ["snail"], "9": ["stop"]}
    table = at(play("red", "reverse", 41), roll("red", 6), PASS, pawns={"red": 13}, board=board, teleports={"2": 1})
    assert pawn(table, "red") == 9


def test_the_card_under_a_pawn_does_not_hold_it():  # FR-MOVE-4
    for card in ("stop", "snail", "x"):
        assert pawn(walked("red", 3, pawns={"red": 5}, board={"5": [card]}), "red") == 8


def test_the_card_at_the_end_of_a_walk_works_only_after_a_change_of_square():  # FR-MOVE-5
    table = walked("red", 3, pawns={"red": 6}, board={"9": [PUSH]})
    assert pawn(table, "red") == 10
    table = at(play("red", "reverse", 41), roll("red", 3), PASS, pawns={"red": 0})
    assert pawn(table, "red") == 0
    assert ("lands", "FR-MOVE-5") not in table.events


def test_a_pushed_pawn_arrives_again_but_is_not_stopped_or_slowed():  # FR-MOVE-6
    assert pawn(walked("red", 1, pawns={"red": 5}, board={"6": [PUSH], "7": [PUSH], "8": ["snail"]}), "red") == 8
    table = walked("red", 1, pawns={"red": 5}, board={"6": [PUSH], "7": ["swap"]})
    assert phase(table) == ("target", ["red"])


def test_a_teleported_pawn_triggers_nothing():  # FR-MOVE-7
    table = at(play("red", "teleport", 41), roll("red", 3), PASS, pawns={"red": 5})
    assert pawn(table, "red") == 18
    assert phase(table) == ("roll", ["chance"])  # step 2, not another teleport roll
    assert where(table, player="red", die=6)


def test_a_gift_under_reverse_still_goes_forward():  # FR-MOVE-8
    table = at(
        play("red", "reverse", 41), roll("red", 2), PASS, name("red", "gift", "blue", steps=2), decline("blue"),
        pawns={"red": 10, "blue": 20}, board={"8": ["gift"]},
    )  # fmt: skip
    assert pawns(table)[:2] == [8, 22]


def test_the_die_is_rolled_even_if_the_pawn_cannot_move():  # FR-MOVE-9
    table = at(play("red", "reverse", 41))
    assert phase(table) == ("roll", ["chance"])
    assert pawn(table.play(roll("red", 4), PASS), "red") == 0
    assert phase(at(play("red", "fuck_you", 2), pawns={"red": 30})) == ("roll", ["chance"])


def test_effects_cannot_be_declined():  # FR-MOVE-10
    table = walked("red", 2, pawns={"red": 5}, board={"7": ["swap"]})
    assert {each["type"] for each in table.legal} == {"target"}
    assert table.refusal(decline("red")) == "FR-TURN-6"


# -- once per turn ----------------------------------------------------------------------------------------------------


def test_a_card_works_once_per_turn_for_whichever_pawn():  # FR-ONCE-1
    moves = play("red", "gift", 41), name("red", "gift", "blue", steps=1), decline("blue"), roll("red", 2), PASS
    table = at(*moves, pawns={"red": 5, "blue": 6}, board={"7": [PUSH]})
    assert pawns(table)[:2] == [7, 8]
    assert ("used_up", "FR-ONCE-1") in table.events


def test_a_gift_played_this_turn_is_not_landed_on_this_turn():  # FR-ONCE-2
    moves = play("red", "gift", 7), name("red", "gift", "blue", steps=1), decline("blue"), roll("red", 2), PASS
    table = at(*moves, pawns={"red": 5, "blue": 20})
    assert pawn(table, "red") == 7
    assert phase(table) == ("play", ["blue"])


def test_an_exact_landing_leaves_a_stop_unused():  # FR-ONCE-3
    moves = play("red", "gift", 41), name("red", "gift", "blue", steps=1), decline("blue"), roll("red", 4), PASS
    assert pawns(at(*moves, pawns={"red": 5, "blue": 6}, board={"7": ["stop"]}))[:2] == [7, 7]
    assert pawns(at(*moves, pawns={"red": 4, "blue": 6}, board={"7": ["stop"], "6": ["x"]}))[:2] == [7, 7]
    twice = play("red", "gift", 41), name("red", "gift", "blue", steps=2), decline("blue"), roll("red", 4), PASS
    assert pawns(at(*twice, pawns={"red": 5, "blue": 6}, board={"7": ["stop"]}))[:2] == [9, 7]


def test_a_mark_goes_with_the_card_into_a_hand():  # FR-ONCE-4
    table = at(
        play("red", "gift", 41), name("red", "gift", "blue", steps=1), decline("blue"),
        roll("blue", 4), react("blue", "re_roll", 30), roll("blue", 2), PASS, take("blue", 30), roll("red", 3),
        hands={"red": ["gift"], "blue": ["re_roll"], "green": []}, options={"hands": "known"},
        pawns={"red": 12, "blue": 5}, board={"6": ["second_chance"], "8": ["magnet"]},
    )  # fmt: skip
    assert table.position["hands"]["blue"] == ["re_roll"]
    assert table.refusal(react("blue", "re_roll", 31)) == "FR-ONCE-4"
    assert table.refusal(react("green", "re_roll", 31)) == "FR-INFO-3"
    assert table.legal == [PASS]


# -- whose effect -----------------------------------------------------------------------------------------------------

REMOTE = (play("red", "remote", 41), name("red", "remote", "blue"), decline("blue"), roll("red", 3), PASS)


def test_the_owner_of_the_pawn_chooses_and_rolls():  # FR-OWN-1
    assert phase(at(*REMOTE, pawns={"blue": 5}, board={"8": ["swap"]})) == ("target", ["blue"])
    table = at(*REMOTE, pawns={"blue": 5}, board={"8": ["second_chance"]})
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "blue"}
    mover = at(*REMOTE, pawns={"blue": 5}, board={"8": ["swap"]}, options={"landing_choices": "mover"})
    assert phase(mover) == ("target", ["red"])


def test_gained_cards_go_to_the_owner():  # FR-OWN-2
    for choices, seat in (("owner", "blue"), ("mover", "red")):
        options = {"landing_choices": choices}
        table = at(*REMOTE, take(seat, 30), pawns={"blue": 5}, board={"8": ["magnet"], "30": ["x"]}, options=options)
        assert table.position["hands"]["blue"] == ["x", "?", "?", "?", "?"]
    table = at(*REMOTE, pawns={"blue": 5}, board={"8": ["fuck_you"]})
    assert table.position["hands"]["blue"] == ["fuck_you", "?", "?", "?", "?"]


def test_the_mover_makes_the_movement_roll():  # FR-OWN-3
    table = at(*REMOTE[:3])
    assert where(table, player="red", value=6)
    assert table.refusal(roll("blue", 3)) == "FR-API-2"
    table = at(*event(3), name("red", "marching_orders", "blue"))
    assert table.decision["player"] == "red"


# -- skip, reverse, remote, ghost -------------------------------------------------------------------------------------


def test_after_skip_the_next_player_is_on_turn():  # FR-C-SKIP-1
    table = at(play("red", "skip", 41), pawns={"red": 5})
    assert phase(table) == ("play", ["blue"])
    assert pawn(table, "red") == 5


def test_reverse_walks_backward():  # FR-C-REVERSE-1
    assert pawn(at(play("red", "reverse", 41), roll("red", 3), PASS, pawns={"red": 10}), "red") == 7


def test_reverse_ends_on_the_start_and_arrows_keep_their_direction():  # FR-C-REVERSE-2
    assert pawn(at(play("red", "reverse", 41), roll("red", 6), PASS, pawns={"red": 3}), "red") == 0
    table = at(play("red", "reverse", 41), roll("red", 2), PASS, pawns={"red": 10}, board={"8": [JUMP]})
    assert pawn(table, "red") == 10


def test_remote_names_an_opponent_before_the_roll():  # FR-C-REMOTE-1
    table = at(play("red", "remote", 41), pawns={"red": 5, "blue": 7})
    assert [each["pawn"] for each in table.legal] == ["blue", "green"]
    assert table.refusal(name("red", "remote", "red")) == "FR-C-REMOTE-1"
    assert table.refusal(name("red", "remote", "blue", steps=1)) == "FR-C-REMOTE-1"
    table.play(name("red", "remote", "blue"))
    assert phase(table) == ("attack_window", ["blue"])
    table.play(roll("red", 2), PASS)
    assert pawns(table) == [5, 9, 0]


def test_second_chance_moves_the_remote_pawn_again():  # FR-C-REMOTE-2
    table = at(*REMOTE, roll("blue", 2), PASS, pawns={"red": 1, "blue": 5}, board={"8": ["second_chance"]})
    assert pawns(table)[:2] == [1, 10]


def test_a_blocked_remote_ends_step_two():  # FR-C-REMOTE-3
    table = at(play("red", "remote", 41), name("red", "remote", "blue"), react("blue", "block", 40))
    assert phase(table) == ("play", ["blue"])
    assert pawns(table) == [0, 0, 0]


def test_a_ghost_sees_no_card():  # FR-C-GHOST-1
    board = {"6": ["x"], "7": ["snail"], "8": ["stop"], "9": [PUSH]}
    table = at(play("red", "ghost", 41), roll("red", 4), PASS, pawns={"red": 5}, board=board)
    assert pawn(table, "red") == 9
    table = at(play("red", "ghost", 41), roll("red", 6), PASS, pawns={"red": 5})
    assert phase(table) == ("play", ["blue"])  # the teleport on 11 does not work


# -- gift, magnet, teleport -------------------------------------------------------------------------------------------


def test_gift_names_another_pawn_and_one_or_two_squares():  # FR-C-GIFT-1
    table = at(play("red", "gift", 41), pawns={"blue": 50 - 8, "green": 7})
    assert [(each["pawn"], each["steps"]) for each in table.legal] == [
        ("blue", 1), ("blue", 2), ("green", 1), ("green", 2),
    ]  # fmt: skip
    assert table.refusal(name("red", "gift", "red", steps=1)) == "FR-C-GIFT-1"
    assert table.refusal(name("red", "gift", "blue", steps=3)) == "FR-C-GIFT-1"
    assert table.refusal(name("red", "gift", "blue")) == "FR-C-GIFT-1"
    assert table.refusal(name("red", "gift", "black", steps=1)) == "FR-C-GIFT-1"
    table.play(name("red", "gift", "blue", steps=2), decline("blue"))
    assert pawn(table, "blue") == 50


def test_a_gift_is_a_movement_with_all_effects():  # FR-C-GIFT-2
    moves = play("red", "gift", 41), name("red", "gift", "blue", steps=2), decline("blue")
    assert pawn(at(*moves, pawns={"blue": 5}, board={"6": ["stop"]}), "blue") == 6
    assert pawn(at(*moves, pawns={"blue": 5}, board={"6": ["x"]}), "blue") == 8
    assert phase(at(*moves, pawns={"blue": 5}, board={"7": ["swap"]})) == ("target", ["blue"])


def test_step_two_follows_a_gift_even_a_blocked_one():  # FR-C-GIFT-3
    table = at(play("red", "gift", 41), name("red", "gift", "blue", steps=2), react("blue", "block", 40))
    assert pawn(table, "blue") == 0
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "red"}


def test_magnet_takes_a_visible_card_into_the_hand():  # FR-C-MAGNET-1
    table = at(play("red", "magnet", 41), board={"30": ["stop", "snail"]})
    assert table.refusal(take("red", 29)) == "FR-C-MAGNET-1"
    assert table.refusal(take("red", 50)) == "FR-C-MAGNET-1"
    table.play(take("red", 30))
    assert "snail" in table.position["hands"]["red"]
    assert table.position["board"]["30"] == ["stop"]


def test_magnet_leaves_teleports():  # FR-C-MAGNET-2
    assert at(play("red", "magnet", 41)).refusal(take("red", 18)) == "FR-C-MAGNET-2"


def test_magnet_leaves_a_card_with_a_pawn_on_it():  # FR-C-MAGNET-3
    table = at(play("red", "magnet", 41), pawns={"blue": 30}, board={"30": ["stop"]})
    assert table.refusal(take("red", 30)) == "FR-C-MAGNET-3"


def test_magnet_takes_any_family_but_only_what_is_visible():  # FR-C-MAGNET-4
    table = at(play("red", "magnet", 41), board={"30": ["stop", "troublemaker"], "31": ["fuck_you"], "33": ["block"]})
    assert [each["from"] for each in table.legal] == [30, 31, 33, 41]
    assert table.play(take("red", 30)).position["board"]["30"] == ["stop"]


def test_a_magnet_may_take_itself_back():  # FR-C-MAGNET-5
    table = at(play("red", "magnet", 41), take("red", 41))
    assert table.position["hands"]["red"] == ["magnet", "?", "?", "?"]
    assert "41" not in table.position["board"]


def test_a_magnet_with_nothing_to_take_is_skipped():  # FR-C-MAGNET-6
    table = at(play("red", "magnet", 41), options={"magnet_self": False})
    assert phase(table) == ("roll", ["chance"])
    assert ("nothing_to_take", "FR-C-MAGNET-6") in table.events


def test_teleport_sends_the_pawn_before_step_two():  # FR-C-TELEPORT-1
    table = at(play("red", "teleport", 41), roll("red", 2), PASS, roll("red", 1), PASS, pawns={"red": 30})
    assert pawn(table, "red") == 12
    landed = walked("red", 2, pawns={"red": 5}, board={"7": ["teleport"]})
    assert pawn(landed.play(roll("red", 6), PASS), "red") == 39


# -- push, jump, second chance, swap ----------------------------------------------------------------------------------


def test_push_moves_one_square_the_way_it_points():  # FR-C-PUSH-1
    for push, to in ((PUSH, 8), (PUSH_BACK, 6), (PUSH_UP, 9)):
        assert pawn(walked("red", 2, pawns={"red": 5}, board={"7": [push]}), "red") == to
    assert pawn(walked("red", 2, pawns={"red": 7}, board={"9": [PUSH_DOWN]}), "red") == 7


def test_the_square_pushed_to_works():  # FR-C-PUSH-2
    assert (
        pawn(walked("red", 2, pawns={"red": 5}, board={"7": [PUSH_UP], "9": [JUMP]}, teleports={"2": 1}), "red") == 11
    )


def test_a_push_that_points_nowhere_does_nothing():  # FR-C-PUSH-3
    for square, push in ((7, PUSH_DOWN), (8, PUSH_UP), (40, PUSH_UP)):
        table = walked("red", 2, pawns={"red": square - 2}, board={str(square): [push]})
        assert pawn(table, "red") == square
        assert ("nowhere", "FR-C-PUSH-3") in table.events


def test_jump_goes_two_squares_and_the_card_there_works():  # FR-C-JUMP-1
    board = {"7": [JUMP], "8": ["stop"], "9": [PUSH]}
    assert pawn(walked("red", 2, pawns={"red": 5}, board=board), "red") == 10
    assert pawn(walked("red", 2, pawns={"red": 5}, board={"7": [JUMP_BACK]}), "red") == 5


def test_an_x_in_between_counts_and_an_x_at_the_end_is_passed():  # FR-C-JUMP-2
    assert pawn(walked("red", 2, pawns={"red": 5}, board={"7": [JUMP], "8": ["x"]}), "red") == 9
    assert pawn(walked("red", 2, pawns={"red": 5}, board={"7": [JUMP], "9": ["x"]}), "red") == 10
    assert (
        pawn(walked("red", 1, pawns={"red": 5}, board={"6": [JUMP_BACK], "4": ["x"]}, teleports={"1": 1}), "red") == 3
    )


def test_a_jump_ends_with_the_track():  # FR-C-JUMP-3
    table = at(play("red", "block", 3), roll("red", 1), PASS, pawns={"red": 41}, board={"42": [JUMP]})
    assert pawn(table, "red") == 50
    assert pawn(walked("red", 1, pawns={"red": 0}, board={"1": [JUMP_BACK]}), "red") == 0


def test_second_chance_rolls_and_moves_again_and_chains():  # FR-C-SECOND-1
    table = walked("red", 2, pawns={"red": 5}, board={"7": ["second_chance"], "9": ["second_chance"]})
    table.play(roll("red", 2), PASS)
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "red"}
    assert pawn(table.play(roll("red", 1), PASS), "red") == 10


def test_swap_names_any_other_pawn_and_exchanges_them():  # FR-C-SWAP-1
    table = walked("red", 2, pawns={"red": 5, "blue": 30}, board={"7": ["swap"]})
    assert [each["pawn"] for each in table.legal] == ["blue", "green"]
    assert table.refusal(name("red", "swap", "red")) == "FR-C-SWAP-1"
    assert table.refusal(name("red", "swap", "blue", steps=1)) == "FR-C-SWAP-1"
    assert pawns(table.play(name("red", "swap", "blue"), decline("blue"))) == [30, 7, 0]


def test_a_swap_triggers_nothing_but_leads_off_an_x():  # FR-C-SWAP-2
    board = {"7": ["swap"], "30": [PUSH], "31": ["x"]}
    moves = name("red", "swap", "blue"), decline("blue")
    assert pawn(walked("red", 2, pawns={"red": 5, "blue": 30}, board=board).play(*moves), "red") == 30
    assert pawn(walked("red", 2, pawns={"red": 5, "blue": 31}, board=board).play(*moves), "red") == 32


# -- stop, x, snail ---------------------------------------------------------------------------------------------------


def test_stop_ends_a_walk():  # FR-C-STOP-1
    table = walked("red", 6, pawns={"red": 5}, board={"7": ["stop"]})
    assert pawn(table, "red") == 7
    assert ("stopped", "FR-C-STOP-1") in table.events


def test_x_squares_are_not_counted():  # FR-C-X-1
    assert pawn(walked("red", 2, pawns={"red": 5}, board={"6": ["x"], "7": ["x"]}), "red") == 9
    table = at(play("red", "block", 2), roll("red", 1), PASS, pawns={"red": 41}, board={"42": ["x"]})
    assert pawn(table, "red") == 50


def test_a_displaced_pawn_may_stay_on_x():  # FR-C-X-2
    table = at(play("red", "fuck_you", 41), pawns={"red": 1}, board={"22": ["x"]})
    assert pawn(table, "red") == 22
    assert pawn(table.play(roll("red", 1), PASS), "red") == 23


def test_crossing_a_snail_costs_two_steps():  # FR-C-SNAIL-1
    for value, to in ((1, 7), (2, 7), (3, 8)):
        assert pawn(walked("red", value, pawns={"red": 6}, board={"7": ["snail"]}), "red") == to


def test_a_snail_does_nothing_to_a_pawn_that_ends_there():  # FR-C-SNAIL-2
    table = walked("red", 1, pawns={"red": 6}, board={"7": ["snail"]})
    assert ("slowed", "FR-C-SNAIL-1") not in table.events
    assert pawn(walked("red", 2, pawns={"red": 7}, board={"7": ["snail"]}), "red") == 9


# -- block, nice try, re-roll -----------------------------------------------------------------------------------------


def test_block_cancels_an_attack():  # FR-C-BLOCK-1
    table = walked("red", 2, pawns={"red": 5, "blue": 30}, board={"7": ["swap"]})
    table.play(name("red", "swap", "blue"), react("blue", "block", 20))
    assert pawns(table) == [7, 30, 0]
    assert table.position["board"]["20"] == ["block"]


FINISHED = (play("red", "block", 2), roll("red", 6), PASS)


def test_nice_try_is_for_the_end_of_a_turn_with_a_pawn_on_the_finish():  # FR-C-NICE-1
    table = at(*FINISHED, pawns={"red": 40})
    assert phase(table) == ("finish_window", ["red", "blue", "green", "table"])
    assert where(table, actor="red", card="nice_try")
    assert at().refusal(react("red", "nice_try", 30)) == "FR-C-NICE-1"


def test_nice_try_sends_all_finished_pawns_to_teleport_six():  # FR-C-NICE-2
    table = at(*FINISHED, react("green", "nice_try", 30), pawns={"red": 40, "blue": 10}, teleports={"6": 12})
    assert pawns(table) == [12, 10, 0]
    assert phase(table) == ("play", ["blue"])


ROLLED = (play("red", "block", 41), roll("red", 5))


def test_a_re_roll_makes_the_same_player_roll_the_same_die_again():  # FR-C-REROLL-1
    table = at(*ROLLED, react("blue", "re_roll", 30), decline("red"), pawns={"red": 5})
    assert {(each["die"], each["player"]) for each in table.legal} == {(6, "red")}
    assert pawn(table.play(roll("red", 1), PASS), "red") == 6
    assert at().refusal(react("red", "re_roll", 30)) == "FR-C-REROLL-1"


def test_nobody_blocks_a_re_roll_of_the_own_roll():  # FR-C-REROLL-2
    assert phase(at(*ROLLED, react("red", "re_roll", 30))) == ("roll", ["chance"])


def test_a_new_roll_may_be_hit_again():  # FR-C-REROLL-3
    table = at(*ROLLED, react("red", "re_roll", 30), roll("red", 2), react("blue", "re_roll", 31), decline("red"))
    assert phase(table) == ("roll", ["chance"])


def test_re_roll_works_on_movements_teleports_and_events_only():  # FR-C-REROLL-4
    assert where(at(play("red", "teleport", 41), roll("red", 2)), card="re_roll")
    table = at(play("red", "troublemaker", 41), d20("red", 13))
    assert where(table, card="re_roll")
    assert table.play(react("red", "re_roll", 30)).legal[0]["die"] == 20
    assert where(at(*event(7), roll("blue", 3)), card="re_roll")


# -- troublemaker, fuck you, numbered teleport ------------------------------------------------------------------------


def test_troublemaker_brings_an_event_in_place_of_the_movement():  # FR-C-TROUBLE-1
    table = at(*event(13))
    assert phase(table) == ("play", ["blue"])


def test_landing_on_troublemaker_brings_an_event():  # FR-C-TROUBLE-2
    table = walked("red", 2, pawns={"red": 5}, board={"7": ["troublemaker"]})
    assert {(each["die"], each["player"]) for each in table.legal} == {(20, "red")}
    assert 7 not in squares(at(board={"7": ["troublemaker"]}), "block")


def test_fuck_you_may_be_placed_and_costs_only_in_hand():  # FR-C-FY-1
    hands = {"red": ["fuck_you"], "blue": ["skip"], "green": ["skip"]}
    table = at(hands=hands, pawns={"red": 5}, options={"hands": "known"})
    assert squares(table, "fuck_you")
    over = at(hands=hands, pawns={"red": 5, "blue": 50}, options={"hands": "known", "limit": 20})
    assert over.totals == {"red": 26, "blue": 50, "green": 0}


def test_fuck_you_carries_its_player_21_squares():  # FR-C-FY-2
    table = at(play("red", "fuck_you", 41), pawns={"red": 4}, board={"25": [PUSH], "10": ["stop"]}, teleports={"4": 1})
    assert pawn(table, "red") == 25
    assert phase(table) == ("roll", ["chance"])
    assert pawn(at(play("red", "fuck_you", 41), pawns={"red": 30}), "red") == 50


def test_landing_on_fuck_you_puts_it_into_the_hand():  # FR-C-FY-3
    table = walked("red", 2, pawns={"red": 5}, board={"7": ["stop", "fuck_you"]})
    assert table.position["hands"]["red"] == ["fuck_you", "?", "?", "?"]
    assert table.position["board"]["7"] == ["stop"]


def test_a_numbered_teleport_sends_on_whoever_lands_there():  # FR-C-TELE-1
    table = walked("red", 2, pawns={"red": 9})
    assert pawn(table.play(roll("red", 5), PASS), "red") == 32
    assert phase(walked("red", 3, pawns={"red": 9}))[0] == "play"


def test_a_numbered_teleport_works_once_and_is_never_taken_or_covered():  # FR-C-TELE-2
    table = walked("red", 2, pawns={"red": 9})
    assert pawn(table.play(roll("red", 2), PASS), "red") == 11
    assert at().refusal(play("red", "block", 11)) == "FR-PLACE-5"
    assert at(play("red", "magnet", 41)).refusal(take("red", 11)) == "FR-C-MAGNET-2"


# -- attacks ----------------------------------------------------------------------------------------------------------


def test_block_is_thrown_only_against_an_announced_attack():  # FR-ATT-1
    assert at().refusal(react("red", "block", 30)) == "FR-ATT-1"
    assert at(play("red", "remote", 41)).refusal(react("blue", "block", 30)) == "FR-ATT-1"


def test_only_the_target_blocks():  # FR-ATT-2
    table = at(play("red", "remote", 41), name("red", "remote", "blue"))
    assert table.refusal(react("green", "block", 30)) == "FR-ATT-2"
    assert table.refusal(react("blue", "block", 30)) is None
    table = at(*ROLLED, react("blue", "re_roll", 30))
    assert table.refusal(react("green", "block", 31)) == "FR-ATT-2"
    assert phase(table) == ("attack_window", ["red"])


def test_remote_gift_swap_and_a_foreign_re_roll_are_attacks():  # FR-ATT-3
    remote = at(play("red", "remote", 41), name("red", "remote", "blue"))
    gift = at(play("red", "gift", 41), name("red", "gift", "blue", steps=1))
    swap = walked("red", 2, pawns={"red": 5}, board={"7": ["swap"]}).play(name("red", "swap", "blue"))
    for attack in (remote, gift, swap):
        assert phase(attack) == ("attack_window", ["blue"])
    nice = at(*FINISHED, react("blue", "nice_try", 30), pawns={"red": 40})
    assert phase(nice)[0] == "play"


def test_a_blocked_re_roll_leaves_the_roll():  # FR-ATT-4
    table = at(*ROLLED, react("blue", "re_roll", 30), react("red", "block", 31), PASS, pawns={"red": 5})
    assert pawn(table, "red") == 10
    table = at(play("red", "troublemaker", 41), d20("red", 13), react("blue", "re_roll", 30), react("red", "block", 31))
    assert phase(table.play(PASS)) == ("play", ["blue"])


def test_after_a_blocked_re_roll_another_may_be_thrown():  # FR-ATT-5
    table = at(*ROLLED, react("blue", "re_roll", 30), react("red", "block", 31))
    assert phase(table)[0] == "roll_window"
    assert where(table, actor="green", card="re_roll")
    assert where(table, actor="blue", card="re_roll")


def test_an_event_is_not_blocked():  # FR-ATT-6
    table = at(*event(3), name("red", "marching_orders", "blue"))
    assert phase(table) == ("roll", ["chance"])
    assert table.refusal(react("blue", "block", 30)) == "FR-ATT-1"


def test_a_swap_reached_by_an_event_can_be_blocked():  # FR-ATT-7
    table = at(
        *event(3), name("red", "marching_orders", "green"), roll("red", 2), PASS, name("green", "swap", "blue"),
        pawns={"green": 5}, board={"7": ["swap"]},
    )  # fmt: skip
    assert phase(table) == ("attack_window", ["blue"])
    assert where(table, card="block")


def test_a_blocked_effect_is_gone():  # FR-ATT-8
    table = walked("red", 2, pawns={"red": 5, "blue": 30}, board={"7": ["swap"]})
    table.play(name("red", "swap", "blue"), react("blue", "block", 20))
    assert phase(table) == ("play", ["blue"])
    table = at(play("red", "gift", 41), name("red", "gift", "blue", steps=1), react("blue", "block", 20))
    assert phase(table) == ("roll", ["chance"])


def test_nobody_blocks_an_own_effect():  # FR-ATT-9
    table = walked("red", 2, pawns={"red": 5}, board={"7": ["swap"]}).play(name("red", "swap", "blue"))
    assert table.refusal(react("red", "block", 20)) == "FR-ATT-2"
    options = {"landing_choices": "mover"}
    table = at(*REMOTE, name("red", "swap", "red"), pawns={"red": 1, "blue": 5}, board={"8": ["swap"]}, options=options)
    assert pawns(table)[:2] == [8, 1]


# -- reactions --------------------------------------------------------------------------------------------------------


def test_only_multicolour_cards_react():  # FR-REACT-1
    assert at(*ROLLED).refusal(react("blue", "stop", 30)) == "FR-REACT-1"
    assert at().refusal(react("blue", "stop", 30)) == "FR-REACT-1"
    assert at(*ROLLED).refusal(react("blue", "re_roll", 0)) == "FR-PLACE-7"


def test_a_thrown_card_lies_on_the_board_before_its_effect():  # FR-REACT-2
    table = at(*ROLLED, react("blue", "re_roll", 30))
    assert phase(table) == ("attack_window", ["red"])
    assert table.position["board"]["30"] == ["re_roll"]


def test_every_roll_opens_a_window_for_all():  # FR-REACT-3
    table = at(*ROLLED)
    assert phase(table) == ("roll_window", ["red", "blue", "green", "table"])
    again = table.play(react("blue", "re_roll", 30), decline("red"), roll("red", 5))
    assert phase(again) == ("roll_window", ["red", "blue", "green", "table"])


def test_an_attack_opens_a_window_for_its_target():  # FR-REACT-4
    table = at(play("red", "gift", 41), name("red", "gift", "green", steps=1))
    assert phase(table) == ("attack_window", ["green"])
    assert {each["actor"] for each in table.legal} == {"green"}


def test_the_finish_window_closes_with_one_nice_try():  # FR-REACT-5
    table = at(*FINISHED, react("red", "nice_try", 30), pawns={"red": 40})
    assert phase(table) == ("play", ["blue"])


def test_whoever_throws_first_counts():  # FR-REACT-6
    table = at(*ROLLED)
    assert table.refusal(react("green", "re_roll", 30)) is None
    table.play(react("green", "re_roll", 30))
    assert table.refusal(react("blue", "re_roll", 31)) == "FR-C-REROLL-1"


def test_a_window_closes_by_itself():  # FR-REACT-7
    table = at(*ROLLED, pawns={"red": 5})
    assert table.refusal(play("blue", "block", 30)) is None
    assert table.refusal(roll("red", 3)) == "FR-TURN-6"
    assert table.refusal(react("blue", "nice_try", 30)) == "FR-C-NICE-1"
    assert table.refusal(move("red", "pass")) == "FR-TURN-6"
    assert phase(table)[0] == "roll_window"
    assert pawn(table.play(play("blue", "block", 30)), "red") == 10


def test_a_preview_shows_the_table_if_nobody_reacts():  # FR-REACT-8
    table = at(*ROLLED, pawns={"red": 40})
    seen = preview(table.rules, table.state)
    assert seen is not None
    assert [type(each).__name__ for each in seen.closes] == ["FranticPass", "FranticPass"]
    assert seen.state.todo[0].seat == "red"
    assert phase(table)[0] == "roll_window"


def test_a_window_opens_whatever_the_hands_are():  # FR-REACT-9
    hands = {"red": ["block"], "blue": ["stop"], "green": ["stop"]}
    table = at(*ROLLED, hands=hands, options={"hands": "known"})
    assert phase(table) == ("roll_window", ["red", "blue", "green", "table"])
    assert table.legal == [PASS]


# -- the FAQ ----------------------------------------------------------------------------------------------------------


def test_two_pushes_facing_each_other_work_once_each():  # FR-FAQ-1
    assert pawn(walked("red", 1, pawns={"red": 5}, board={"6": [PUSH], "7": [PUSH_BACK]}), "red") == 6


def test_a_jump_passes_a_stop():  # FR-FAQ-2
    assert pawn(walked("red", 1, pawns={"red": 5}, board={"6": [JUMP], "7": ["stop"]}), "red") == 8


def test_a_teleport_that_rolls_its_own_number_keeps_the_pawn():  # FR-FAQ-3
    table = walked("red", 1, pawns={"red": 3}).play(roll("red", 1), PASS)
    assert pawn(table, "red") == 4
    assert ("sent", "FR-FAQ-3") in table.events


def test_a_blocked_remote_moves_nobody():  # FR-FAQ-4
    table = at(play("red", "remote", 41), name("red", "remote", "blue"), react("blue", "block", 40), pawns={"red": 3})
    assert pawns(table) == [3, 0, 0]
    assert phase(table) == ("play", ["blue"])


def test_a_pawn_brought_onto_x_goes_on():  # FR-FAQ-5
    assert pawn(walked("red", 1, pawns={"red": 5}, board={"6": [PUSH], "7": ["x"], "8": [PUSH]}), "red") == 9
    assert (
        pawn(walked("red", 1, pawns={"red": 5}, board={"6": [PUSH_UP], "10": ["x"]}, teleports={"2": 1}), "red") == 11
    )
    back = at(play("red", "reverse", 41), roll("red", 1), PASS, pawns={"red": 7}, board={"6": [PUSH_UP], "10": ["x"]})
    assert pawn(back, "red") == 9


def test_a_second_chance_under_reverse_is_walked_backward():  # FR-FAQ-6
    table = at(play("red", "reverse", 41), roll("red", 2), PASS, pawns={"red": 10}, board={"8": ["second_chance"]})
    assert pawn(table.play(roll("red", 3), PASS), "red") == 5


def test_who_lands_on_swap_must_swap_and_the_named_player_may_block():  # FR-FAQ-7
    table = walked("red", 2, pawns={"red": 5, "blue": 30}, board={"7": ["swap"]})
    assert {each["type"] for each in table.legal} == {"target"}
    table.play(name("red", "swap", "blue"))
    assert where(table, actor="blue", card="block")


def test_a_colour_without_a_square_may_go_anywhere_but_on_white():  # FR-FAQ-8
    full = {str(square): ["skip"] for square in range(1, 43)} | {"42": ["troublemaker"], "41": ["gift"]}
    composition = {"skip": 50, "gift": 10, "stop": 20, "troublemaker": 4, "block": 10}
    options = {"composition": composition}
    teleports = {"1": 1, "2": 2, "3": 3, "4": 5, "5": 6, "6": 7}
    table = at(board=full, options=options, teleports=teleports, pawns={"red": 8, "blue": 9})
    assert squares(table, "stop") == [4, *range(10, 42)]
    assert squares(table, "gift") == [41]
    assert table.refusal(play("red", "gift", 20)) == "FR-PLACE-2"
    blocked = at(board=full, options=options, teleports=teleports, pawns={"red": 41})
    assert squares(blocked, "gift") == [4, *range(8, 41)]
