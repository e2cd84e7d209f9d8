"""Measuring on a noisy machine: contenders take turns, everything is repeated, and ratios are taken within a round."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """A number that was measured several times: its median and the quartiles around it."""

    median: float
    low: float
    high: float


class Row(msgspec.Struct, frozen=True):
    """A line of the table. `target` is the least for `ratio`; `limit` is what `growth_percent` must stay under."""

    part: str
    what: str
    figures: dict[str, Figure]
    target: float | None = None
    limit: float | None = None


def figure(values: Iterable[float]) -> Figure:
    values = list(values)
    if len(values) < 2:
        return Figure(values[0], values[0], values[0])
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return Figure(median, low, high)


def ratios(over: Sequence[float], under: Sequence[float]) -> Figure:
    """Return the figure of the ratios within each round."""
    return figure(a / b for a, b in zip(over, under, strict=True))


def by_turns(contenders: Mapping[str, Callable[[], Any]], rounds: int, progress: Progress) -> dict[str, list[Any]]:
    """Let every contender measure once in each round, in changing order, after a round that does not count."""
    found: dict[str, list[Any]] = {name: [] for name in contenders}
    names = list(contenders)
    for number in range(rounds + 1):
        for name in names if number % 2 else reversed(names):
            measured = contenders[name]()
            if number:
                found[name].append(measured)
            progress.step()
    return found


class Progress:
    """A bar on the terminal; lines where there is none."""

    def __init__(self, stream: Any = sys.stderr) -> None:
        self._stream = stream
        self._title, self._done, self._total = "", 0, 1
        self._started = time.monotonic()

    def part(self, title: str, total: int) -> None:
        self._title, self._done, self._total = title, 0, max(total, 1)
        self._started = time.monotonic()
        if not self._stream.isatty():
            print(f"{title} ...", file=self._stream, flush=True)
        self._show()

    def step(self, steps: int = 1) -> None:
        self._done = min(self._done + steps, self._total)
        self._show()

    def _show(self) -> None:
        if not self._stream.isatty():
            return
        filled = 30 * self._done // self._total
        bar = "#" * filled + "." * (30 - filled)
        seconds = time.monotonic() - self._started
        end = "\n" if self._done == self._total else ""
        print(f"\r{self._title:<24} [{bar}] {self._done}/{self._total} {seconds:4.0f} s", end=end, file=self._stream)
        self._stream.flush()
