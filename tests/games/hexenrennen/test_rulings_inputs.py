"""Rulings of Hexenrennen on what the service accepts: inputs, the order of refusals, positions and open questions."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.games.hexenrennen.documents import (
    HexenrennenChoose,
    HexenrennenDrawing,
    HexenrennenPick,
    HexenrennenSpell,
    HexenrennenThrow,
    HexenrennenTurnUp,
)
from tests.games.hexenrennen.at_table import (
    CHOSEN,
    GAME,
    HEXENRENNEN,
    THREE,
    TWO,
    M,
    at_table,
    card,
    choose,
    draw,
    faults_of,
    fly,
    malformed,
    reveal,
    roll,
    rules,
    stay,
    stopped_on,
    virtual,
)
from tests.table import Table, Wire, move

# -- inputs -----------------------------------------------------------------------------------------------------------

INPUTS = {
    "choose_tiles": choose("green", 1, 2, 3, 4),
    "roll": roll(1),
    "move": fly(0),
    "reveal": reveal(3, "red", 2),
    "card": card("green", 2),
    "stay": stay("green"),
    "draw": draw("red", 2),
}
WAITING: dict[str, tuple[Table, set[str]]] = {
    "choose_tiles": (virtual(), {"choose_tiles"}),
    "roll": (at_table(), {"roll"}),
    "choose_witch": (at_table().play(roll(3)), {"move"}),
    "reveal": (at_table().play(roll(3), fly(0)), {"reveal"}),
    "card": (stopped_on(20, "green", M), {"card", "stay"}),
    "draw": (stopped_on(20, "red", M, THREE), {"draw"}),
}
EXCEPTIONS = {("choose_witch", "roll"): "HX-TURN-3", ("choose_witch", "stay"): "HX-TURN-2"}


@pytest.mark.parametrize("phase", WAITING)
def test_only_what_is_due_is_accepted(phase: str):  # HX-API-1
    table, due = WAITING[phase]
    assert table.decision is not None
    assert table.decision["phase"] == phase
    for name, given in INPUTS.items():
        if name in due:
            assert table.refusal(given) != "HX-API-1"
        else:
            assert table.refusal(given) == EXCEPTIONS.get((phase, name), "HX-API-1")


def test_chance_speaks_for_itself():  # HX-API-1
    assert at_table().refusal(roll(3, "green")) == "HX-API-1"
    assert at_table().play(roll(3), fly(0)).refusal(reveal(4, "red", 2, "green")) == "HX-API-1"


@pytest.mark.parametrize(
    "given",
    [
        roll(0),
        roll(7),
        fly(3),
        fly(-1),
        reveal(0, "red", 2),
        reveal(49, "red", 2),
        reveal(3, "purple", 2),
        reveal(3, "red", 11),
        reveal(3, "red", "wand"),
        card("green", 1),
        card("green", True),
        card("purple", 2),
        draw("purple", 2),
        choose("green", 3, 2, 3, 4),
        choose("green", 1, 2, 3, 11),
        move("chance", "roll"),
        move("green", "pass"),
        move("green", "stay", card=2),
    ],
    ids=str,
)
def test_values_that_do_not_exist_are_malformed(given: Wire):  # HX-API-2
    assert malformed(HEXENRENNEN.Move, given) is not None


def test_what_needs_no_choice_needs_no_input():  # HX-API-3
    tiles = {6: ["green", 5], 11: ["green", 2], 13: ["red", 8], 4: ["red", 9]}
    table = at_table(witches={"green": [4, 51, 51]}, revealed=tiles).play(roll(2))
    assert table.legal == [fly(0)]  # asked for, although there is no other
    table.play(fly(0))
    assert rules(table) == ["HX-MOVE-2", "HX-CHAIN-2", "HX-CHAIN-2", "HX-CHAIN-5", "HX-SETUP-6"]
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "yellow"}


def test_a_throw_has_a_player_who_asks_for_it_and_reveals_and_draws_have_none():  # HX-API-4
    table = virtual(THREE)
    for seat in THREE:
        table.play(choose(seat, 1, 2, 3, 4), choose(seat, 2, 5, 6, 7))
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "green"}
    table.play(roll(6), fly(0))
    assert table.decision == {"phase": "reveal", "actors": ["chance"]}
    table.play(reveal(6, "red", M))
    assert table.decision == {"phase": "draw", "actors": ["chance"]}


def test_in_virtual_play_a_revealed_tile_is_one_that_was_chosen_for_the_stage():  # HX-REVEAL-2
    table = virtual().play(*CHOSEN, roll(1), fly(0))
    assert table.refusal(reveal(1, "green", 5)) == "HX-REVEAL-2"
    assert table.refusal(reveal(1, "blue", 2)) == "HX-REVEAL-2"
    assert table.refusal(reveal(1, "green", 4)) is None
    assert table.refusal(reveal(1, "red", 5)) is None
    track = (None, ("green", 5), *table.state.track[2:])
    table.state = replace(table.state, track=track)
    assert table.faults == [("HX-REVEAL-2", "/track/1")]


@pytest.mark.parametrize(
    ("table", "given", "cited"),
    [
        # game over before phase, phase before actor, actor before content
        (at_table(witches={"green": [49, 49, 49]}), roll(1, "green"), "HX-END-1"),
        (at_table(), fly(0, "blue"), "HX-API-1"),
        (at_table().play(roll(1)), roll(1, "green"), "HX-TURN-3"),
        (at_table(witches={"green": [49, 0, 0]}).play(roll(1)), fly(0, "blue"), "HX-TURN-1"),
        (at_table().play(roll(1), fly(0)), reveal(2, "red", 2, "green"), "HX-API-1"),
        (stopped_on(46, "green", M, hands={"green": [2, 8]}), card("blue", 8), "HX-MAGIC-1"),
        (stopped_on(7, "blue", M, tiles={2: ["blue", 9]}), card("green", 9), "HX-HEX-1"),
        (stopped_on(20, "blue", M, tiles={14: ["yellow", M]}).play(card("blue", 6)), stay("blue"), "HX-HEX-1"),
        (stopped_on(20, "red", M, THREE, piles={"red": [2]}), draw("blue", 3, "green"), "HX-API-1"),
        # the content in its order
        (at_table(witches={"green": [51, 0, 0]}).play(roll(1)), fly(0), "HX-FIN-4"),
        (at_table().play(roll(1), fly(0)), reveal(2, "red", 2), "HX-REVEAL-1"),
        (stopped_on(46, "green", M, hands={"green": [2]}), card("green", 8), "HX-CARD-1"),
        (stopped_on(7, "blue", M, hands={"blue": [2]}), card("blue", 9), "HX-CARD-1"),
    ],
)
def test_a_refusal_cites_the_first_test_that_fails(table: Table, given: Wire, cited: str):  # HX-API-5
    assert table.refusal(given) == cited


# -- positions --------------------------------------------------------------------------------------------------------


def test_every_fault_of_a_position_is_listed_in_order():  # HX-API-6
    wrong = {
        "turn": "red",
        "witches": {"red": [0, 0, 0], "green": [5, 5], "blue": [52, 6, 7]},
        "revealed": {49: ["red", 2], 5: ["red", 3], 7: ["red", 3], 8: ["blue", M], 9: ["blue", M], 10: ["red", 12]},
        "hands": {"yellow": [2, 2]},
        "piles": {"green": [3]},
    }
    assert faults_of(**wrong) == [
        ("HX-SETUP-6", "/position/turn"),
        ("HX-SETUP-5", "/position/witches/red"),
        ("HX-COMP-1", "/position/witches/green"),
        ("HX-TRACK-2", "/position/witches/blue/0"),
        ("HX-TRACK-1", "/position/revealed/49"),
        ("HX-COMP-2", "/position/revealed/7"),
        ("HX-COMP-2", "/position/revealed/10"),
        ("HX-COMP-2", "/position/hands/yellow/1"),
        ("HX-REVEAL-2", "/position/revealed/7"),
        ("HX-REVEAL-2", "/position/revealed/9"),
        ("HX-NEUT-2", "/position/hands/yellow"),
        ("HX-NEUT-2", "/position/piles/green"),
        ("HX-MOVE-1", "/position/witches/green/1"),
        ("HX-REVEAL-1", "/position/witches/blue/1"),
    ]


def test_two_witches_on_one_tile_or_one_on_a_face_down_tile_cannot_be():  # HX-API-6
    both = {"green": [5, 0, 0], "blue": [5, 0, 0]}
    assert faults_of(witches=both, revealed={5: ["red", 2]}) == [("HX-MOVE-1", "/position/witches/blue/0")]
    assert faults_of(witches={"green": [5, 0, 0]}) == [("HX-REVEAL-1", "/position/witches/green/0")]
    assert faults_of(witches={"green": [51, 51, 0], "blue": [51, 0, 0]}) == []


def test_four_numbers_of_a_clan_in_one_stage_cannot_be():  # HX-API-6
    red = {at: ["red", at] for at in (2, 3, 4)}
    assert faults_of(revealed=red) == []
    assert faults_of(revealed={**red, 16: ["red", 5]}) == [("HX-REVEAL-2", "/position/revealed/16")]
    assert faults_of(revealed={**red, 17: ["red", 5]}) == []


def test_a_finished_table_is_accepted_and_scored():  # HX-API-6
    table = at_table(witches={"green": [49, 50, 51], "blue": [51, 0, 0]})
    assert table.decision is None
    assert table.totals == {"green": 9, "yellow": 0, "blue": 4, "red": 0}
    assert table.scores["winners"] == ["green"]
    assert table.scores["ended_by"] == "HX-END-1"


def test_the_order_of_a_hand_does_not_matter():  # HX-API-6
    table = at_table(hands={"green": [M, 3, M, 2]})
    assert table.position["hands"]["green"] == [2, 3, M, M]


def test_a_virtual_table_in_the_middle_of_a_game_has_no_choices_left():  # HX-API-6
    table = Table(GAME, {"seats": TWO, "mode": "virtual", "position": {}})
    assert table.decision == {"phase": "roll", "actors": ["chance"], "player": "green"}
    assert table.state.groups == ()


SPELL = stopped_on(20, "blue", M)
EARLY = at_table(witches={"green": [3, 0, 0]}, revealed={3: ["red", 2], 5: ["green", M]})


@pytest.mark.parametrize(
    ("table", "todo"),
    [
        (EARLY, ()),
        (EARLY, (HexenrennenThrow(), HexenrennenThrow())),
        (EARLY, (HexenrennenChoose(),)),
        (EARLY, (HexenrennenTurnUp(0),)),  # tile 3 is face up
        (EARLY, (HexenrennenTurnUp(1),)),  # this witch is at the start
        (EARLY, (HexenrennenSpell(0),)),  # tile 3 shows no symbol
        (EARLY, (HexenrennenSpell(1),)),
        (EARLY, (HexenrennenDrawing(0),)),
        (SPELL, (HexenrennenDrawing(0),)),  # Blue is led by a player
        (at_table(witches={"green": [48, 51, 51]}, revealed={48: ["red", 2]}), (HexenrennenPick(6),)),
        (at_table(witches={"green": [49, 51, 51]}), (HexenrennenThrow(),)),
        (virtual(), (HexenrennenThrow(),)),
        (virtual(TWO, *CHOSEN), (HexenrennenChoose(),)),
        (stopped_on(20, "blue", M, hands={"blue": []}), (HexenrennenSpell(0),)),
        (stopped_on(20, "red", M, THREE, piles={"red": []}), (HexenrennenDrawing(0),)),
    ],
)
def test_a_question_that_cannot_be_open_is_a_fault(table: Table, todo: tuple[Any, ...]):  # HX-API-1
    asking = replace(table.state, turn="green", todo=todo)
    assert [tuple(fault) for fault in HEXENRENNEN.faults(asking)] == [("HX-API-1", "/todo")]


def test_only_the_tile_being_turned_up_may_be_face_down_under_a_witch():  # HX-REVEAL-1
    table = at_table().play(roll(3), fly(0))
    assert table.faults == []
    table.state = replace(table.state, witches=((3, 4, 0), *table.state.witches[1:]))
    assert table.faults == [("HX-REVEAL-1", "/witches/0/1")]
    table.state = replace(table.state, todo=(HexenrennenThrow(),))
    assert table.faults == [("HX-REVEAL-1", "/witches/0/0"), ("HX-REVEAL-1", "/witches/0/1")]
