"""What a run found: a table for people, JSON for everything else."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec

from bench.measuring import Figure, Row
from bench.sizes import Sizes

PACKAGES = ("referee", "flask", "werkzeug", "gunicorn", "msgspec", "marshmallow", "redis", "chess")


class Report(msgspec.Struct, frozen=True):
    """A run: what it ran on, and its rows."""

    about: dict[str, Any]
    rows: list[Row]


def about(sizes: Sizes) -> dict[str, Any]:
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "load_average": os.getloadavg(),
        "versions": {name: _version(name) for name in PACKAGES},
        "rounds": sizes.rounds,
        "seconds": sizes.seconds,
        "connections": sizes.connections,
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def as_json(report: Report) -> bytes:
    return msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"


# -- the table --------------------------------------------------------------------------------------------------------


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text: a table for each part, medians with the quartiles of the ratio beside it."""
    parts = dict.fromkeys(row.part for row in rows)
    return "\n\n".join(_part(name, [row for row in rows if row.part == name]) for name in parts)


def _part(name: str, rows: list[Row]) -> str:
    columns = list(dict.fromkeys(column for row in rows for column in row.figures))
    lines = [[name, *columns, "target"]]
    for row in rows:
        lines.append([row.what, *(_cell(column, row.figures.get(column)) for column in columns), _target(row)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    written = [[line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])] for line in lines]
    written.insert(1, ["-" * width for width in widths])
    return "\n".join("  ".join(line).rstrip() for line in written)


def _cell(column: str, figure: Figure | None) -> str:
    if figure is None:
        return ""
    spread = f" ({figure.low:.2f}-{figure.high:.2f})" if column == "ratio" else ""
    return _number(figure.median) + spread


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _target(row: Row) -> str:
    if row.target is not None:
        return f"{row.target:.2f} {'met' if row.figures['ratio'].median >= row.target else 'missed'}"
    if row.limit is not None:
        return f"under {row.limit:.2f} {'met' if row.figures['growth_percent'].median < row.limit else 'missed'}"
    return ""
