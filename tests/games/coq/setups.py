"""Set-ups of the COQ race for the laws, and what a description cannot know."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.games.coq.documents import CoqLedger, CoqState

COLOURS = ["red", "yellow", "blue", "green"]

SETUPS: list[dict[str, Any]] = [
    *({"seats": COLOURS[:seats]} for seats in (2, 3, 4)),
    *(
        {"seats": COLOURS[-seats:], "starter": "green", "options": {"squares": [1, 0, 5, 2, 3, 1]}}
        for seats in (2, 3, 4)
    ),
    {"seats": ["blue", "red"], "starter": "red", "options": {"six_rule": "one_extra", "safe_start": True}},
    {"seats": ["blue", "red"], "mode": "virtual", "options": {"squares": [3] * 200}},
]


def forget(state: CoqState) -> CoqState:
    """Keep of a seat's points only their sum."""
    return replace(state, ledgers=tuple(CoqLedger(start=ledger.points) for ledger in state.ledgers))


def begins_turn(state: CoqState) -> bool:
    """Tell whether a turn begins here with nothing else pending, so that a description says it all."""
    return [task.__struct_config__.tag for task in state.todo] == ["throw"]
