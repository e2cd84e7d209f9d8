"""How much is measured: a full run, or a quick one."""

from __future__ import annotations

from dataclasses import dataclass

PARTS = ("engine", "growth", "verdicts", "lists", "replays", "sessions", "workers", "start", "memory")


@dataclass(frozen=True)
class Sizes:
    """`requests` go into one measurement, `rounds` measurements into a figure."""

    parts: tuple[str, ...] = PARTS
    rounds: int = 9
    requests: int = 600
    connections: int = 4
    repetitions: int = 20
    sessions: int = 12
    starts: int = 5
    lifetime: int = 100_000


QUICK = Sizes(rounds=3, requests=200, repetitions=5, sessions=4, starts=2, lifetime=5_000)
