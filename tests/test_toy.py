"""What the toy race shows of `core`, beside the laws: windows, nested work, marks, expansions that meet, versions."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core import document
from referee.core.game import versions
from referee.core.play import complete, decision, judge, preview
from referee.core.records import verify
from tests import toy
from tests.table import Table, Wire, move, wire

STORM = move("red", "play", card="storm", target="blue")


def at_table(**setup: Any) -> Table:
    return Table(toy.GAME, {"seats": ["red", "blue", "green"], **setup})


def roll(value: int) -> Wire:
    return move("chance", "roll", value=value)


def test_a_window_waits_for_its_target():
    table = at_table().play(STORM)
    assert table.decision == {"phase": "window", "actors": ["blue", "table"]}
    assert table.legal == [move("blue", "shield"), move("table", "pass")]
    assert table.refusal(move("green", "shield")) == "TOY-SHIELD-1"
    assert judge(table.rules, table.state, table.move(move("green", "shield"))).code == "not-your-turn"


def test_a_move_that_is_no_answer_closes_the_window_in_front_of_it():
    table = at_table().play(STORM)
    assert wire(complete(table.rules, table.state, table.move(roll(1)))) == [move("table", "pass"), roll(1)]
    verdict = judge(table.rules, table.state, table.move(roll(1)))
    assert wire([step.move for step in verdict.steps]) == [move("table", "pass"), roll(1)]
    assert verdict.steps[0].after == verdict.steps[1].before


def test_a_refused_move_closes_no_window_and_is_judged_behind_it():
    table = at_table().play(STORM)
    verdict = judge(table.rules, table.state, table.move(move("red", "play", card="walk")))
    assert verdict.broken is not None
    assert (verdict.broken.id, verdict.code, verdict.steps) == ("TOY-PHASE-1", "chance-pending", ())


def test_the_preview_is_the_position_if_nobody_reacts():
    table = at_table().play(STORM)
    ahead = preview(table.rules, table.state)
    assert ahead is not None
    assert wire(ahead.closes) == [move("table", "pass")]
    assert wire(decision(table.rules, ahead.state)) == {"phase": "roll", "actors": ["chance"], "player": "red"}
    assert preview(table.rules, ahead.state) is None


def test_work_is_done_inside_work():
    """The storm goes from pawn to pawn; a 3 makes the wind blow again before it goes on."""
    table = at_table(position={"turn": "red", "places": {"blue": 8, "green": 8}}).play(STORM, move("table", "pass"))
    for value, blue, green in ((3, 5, 8), (3, 2, 8), (1, 1, 8), (2, 1, 6)):
        table.play(roll(value))
        assert (table.totals["blue"], table.totals["green"]) == (blue, green)
    assert table.decision == {"phase": "play", "actors": ["blue"]}


def test_a_mark_lasts_until_the_turn_ends():
    table = at_table().play(move("red", "swap", card="walk"))
    assert table.refusal(move("red", "swap", card="walk")) == "TOY-SWAP-1"
    table.play(move("red", "play", card="shield"))
    assert table.refusal(move("blue", "swap", card="walk")) is None


@pytest.mark.parametrize(
    ("options", "reached"),
    [({}, 3), ({"fast": True}, 6), ({"icy": True}, 4), ({"fast": True, "icy": True}, 8)],
    ids=["plain", "fast", "icy", "where both meet"],
)
def test_where_two_expansions_meet_a_third_function_decides(options: Wire, reached: int):
    table = at_table(options=options).play(move("red", "play", card="walk"), roll(3))
    assert table.totals["red"] == reached


def test_a_changed_judgement_leaves_older_games_alone():
    swap = move("red", "swap", card="shield")
    assert at_table().state.rules_version == 2
    assert at_table().refusal(swap) == "TOY-SWAP-3"
    old = at_table(rules_version=1)
    assert old.refusal(swap) is None
    assert old.play(swap).state.discards == ("shield",)
    assert toy.VERSIONS[1] is toy.STANDARD


def test_a_record_is_judged_by_the_rules_version_it_claims():
    setup = document.read(toy.GAME.Setup, {"seats": ["red", "blue"]})
    assert verify(toy.GAME, setup, (), {"rules_version": 1}).state.rules_version == 1
    assert verify(toy.GAME, setup, (), {}).state.rules_version == 2
    assert verify(toy.GAME, setup, (), {"rules_version": 3}).code == "wrong-rules-version"
    old = document.read(toy.GAME.Setup, {"seats": ["red", "blue"], "rules_version": 1})
    assert verify(toy.GAME, old, (), {"rules_version": 2}).code == "wrong-rules-version"


def test_each_change_of_judgement_builds_on_the_one_before():
    judged = versions(toy.STANDARD, toy.shields_are_kept, toy.fast)  # type: ignore[arg-type]
    assert sorted(judged) == [1, 2, 3]
    swap = toy.ToySwap("red", "shield")
    state = at_table().state
    refusals = [judge(rules, state, swap).broken for rules in judged.values()]
    assert [rule and rule.id for rule in refusals] == [None, "TOY-SWAP-3", "TOY-SWAP-3"]
    assert [rules.stride(0, 1) for rules in judged.values()] == [1, 1, 2]  # type: ignore[attr-defined]
