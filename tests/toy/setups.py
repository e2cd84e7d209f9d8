"""Set-ups of the toy race for the laws, and its secrets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tests.toy import ToyState, unseen

SETUPS: list[dict[str, Any]] = [
    {"seats": ["red", "blue"]},
    {"seats": ["blue", "green", "red"], "starter": "red", "rules_version": 1},
    {"seats": ["red", "blue", "green"], "options": {"fast": True}},
    {"seats": ["red", "blue"], "mode": "virtual", "options": {"icy": True}},
    {"seats": ["green", "red", "blue"], "mode": "virtual", "options": {"fast": True, "icy": True}},
]
LONGEST = 400


def forget(state: ToyState) -> ToyState:
    return state


def begins_turn(state: ToyState) -> bool:
    return [task.__struct_config__.tag for task in state.todo] == ["turn"] and not state.swapped


def conceal_twins(state: ToyState, viewer: str | None) -> Iterator[ToyState]:
    """Exchange a card in a hidden hand for another one of the pile."""
    if state.mode == "table":
        return
    for row, (seat, cards) in enumerate(zip(state.seats, state.hands, strict=True)):
        for other in sorted(unseen(state)):
            if seat != viewer and cards and cards[0] not in (other, "?"):
                hands = (*state.hands[:row], (other, *cards[1:]), *state.hands[row + 1 :])
                yield replace(state, hands=hands)
