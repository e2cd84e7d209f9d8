"""`python -m bench`: measure the service and the engine, print a table, write JSON."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bench import engine, processes, report, sessions, stateless
from bench.load import load_client
from bench.measuring import Progress, Row
from bench.positions import golden_courses
from bench.sizes import PARTS, QUICK, Sizes

RESULTS = Path(__file__).parent / "results.json"


def main(arguments: Sequence[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    sizes = replace(QUICK if given.quick else Sizes(), parts=tuple(given.only))
    found = report.Report(report.about(sizes), list(measured(sizes, Progress())))
    print(report.table(found.rows))
    given.output.write_bytes(report.as_json(found))
    print(f"\nWrote {given.output}.", file=sys.stderr)
    return 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    top.add_argument("--quick", action="store_true", help="a short run with wider spread")
    top.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=f"of {', '.join(PARTS)}")
    top.add_argument("--output", type=Path, default=RESULTS, metavar="FILE", help="where the JSON goes")
    return top


def measured(sizes: Sizes, progress: Progress) -> Iterator[Row]:
    """Run every part that was asked for."""
    courses = golden_courses()
    yield from engine.rows(courses, sizes, progress)
    yield from engine.growth(courses, sizes, progress)
    with tempfile.TemporaryDirectory(prefix="bench") as name, load_client() as client:
        folder = Path(name)
        yield from stateless.rows(courses, client, sizes, folder, progress)
        yield from sessions.rows(courses, client, sizes, folder, progress)
        yield from processes.rows(courses, client, sizes, folder, progress)


if __name__ == "__main__":
    sys.exit(main())
