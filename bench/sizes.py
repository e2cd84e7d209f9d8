"""How much is measured: a full run, or a quick one."""

from __future__ import annotations

from dataclasses import dataclass

PARTS = ("engine", "growth", "verdicts", "lists", "replays", "sessions", "workers", "start", "memory")


@dataclass(frozen=True)
class Sizes:
    """A measurement takes about so many `seconds`; `rounds` of them make a figure."""

    parts: tuple[str, ...] = PARTS
    rounds: int = 9
    seconds: float = 0.3
    connections: int = 4
    repetitions: int = 20
    sessions: int = 12
    starts: int = 5
    lifetime: int = 100_000


QUICK = Sizes(rounds=3, seconds=0.1, repetitions=5, sessions=4, starts=2, lifetime=5_000)
