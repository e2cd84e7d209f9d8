"""The benchmarks run and say what they found. How fast anything is depends on the machine, so nothing here is timed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.positions import golden_courses, one_of_each
from bench.sizes import PARTS, Sizes

TINY = Sizes(rounds=1, seconds=0.01, connections=2, repetitions=1, sessions=2, starts=1, lifetime=200)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure next to nothing, at one course of each game."""
    courses = one_of_each(golden_courses())
    monkeypatch.setattr(bench, "QUICK", TINY)
    monkeypatch.setattr(bench, "golden_courses", lambda: courses)


@pytest.mark.usefixtures("tiny")
def test_every_part_is_measured_and_written_down(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--quick", "--output", str(tmp_path / "results.json")]) == 0
    found = json.loads((tmp_path / "results.json").read_bytes())
    assert {"python", "processors", "versions", "rounds"} <= found["about"].keys()
    assert set(PARTS) <= {row["part"] for row in found["rows"]}
    printed = capsys.readouterr().out
    for row in found["rows"]:
        assert row["what"] in printed
        for figure in row["figures"].values():
            assert figure["low"] <= figure["median"] <= figure["high"]


def test_a_family_is_named_after_what_is_unusual_about_it() -> None:
    assert {"coq", "coq, 6 squares, safe_start", "hexenrennen, virtual"} <= golden_courses().keys()
