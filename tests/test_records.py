"""Golden records: games and worked examples that must be judged tomorrow as they are today.

A file in records/<game>/ holds `about` (what it shows), `record` (the portable record of WIRE) and `checks`. A check
says what holds `after` so many moves: `legal` (moves that are listed), `only` (all that is listed), `refused` ([move,
rule] pairs), `position` (fields of the description), `decision` (fields of it), `totals` (points), `events` (rules of
the last move).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.table import Table, Wire

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.json"))


def part_of(part: Any, whole: Any) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and part_of(value, whole[key]) for key, value in part.items())
    return bool(part == whole)


def spelt(move: Wire) -> str:
    """Return a move as text, whatever the order of its keys."""
    return json.dumps(move, sort_keys=True)


def verify(table: Table, check: Wire) -> None:
    for move in check.get("legal", []):
        assert move in table.legal, move
    if "only" in check:
        assert sorted(map(spelt, table.legal)) == sorted(map(spelt, check["only"]))
    for move, rule in check.get("refused", []):
        assert table.refusal(move) == rule, move
    for name in ("position", "decision", "totals"):
        if name in check:
            assert part_of(check[name], getattr(table, name)), (name, getattr(table, name))
    if "events" in check:
        assert [rule for _, rule in table.events] == check["events"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_is_judged_as_before(path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    record, checks = golden["record"], golden.get("checks", [])
    table = Table(record["game"], {**record["setup"], "rules_version": record["rules_version"]})
    for played in range(len(record["moves"]) + 1):
        if played:
            table.play(record["moves"][played - 1])
        for check in checks:
            if check["after"] == played:
                verify(table, check)
    assert all(0 <= check["after"] <= len(record["moves"]) for check in checks)
    if record.get("result") is None:
        assert table.state.todo, "the record has no result, but the game is over"
    else:
        assert not table.state.todo
        assert table.scores == record["result"]
