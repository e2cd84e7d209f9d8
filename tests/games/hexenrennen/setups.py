"""Set-ups of Hexenrennen for the laws, what a description cannot know, and what a player cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from referee.games.hexenrennen.components import NUMBERS
from referee.games.hexenrennen.documents import HexenrennenState

CLANS = ["green", "yellow", "blue", "red"]

SETUPS: list[dict[str, Any]] = [
    *({"seats": CLANS[:seats]} for seats in (2, 3, 4)),
    {"seats": ["red", "green", "blue"], "starter": "blue", "options": {"finish_by_tile": False}},
    {"seats": ["blue", "red"], "mode": "virtual", "starter": "red"},
    {"seats": ["yellow", "blue", "red"], "mode": "virtual"},
    {"seats": ["green", "red", "blue", "yellow"], "mode": "virtual", "options": {"finish_by_tile": False}},
    {
        "seats": ["green", "blue"],
        "mode": "virtual",
        "position": {
            "witches": {"green": [44, 47, 51], "blue": [46, 0, 0]},
            "hands": {"green": [], "blue": ["magic"]},
            "piles": {"red": []},
            "revealed": {"44": ["red", "magic"], "46": ["green", 5], "47": ["blue", "magic"]},
        },
    },
]
LONGEST = 3_000


def forget(state: HexenrennenState) -> HexenrennenState:
    """Forget how the players shared out their tiles."""
    return replace(state, groups=())


def begins_turn(state: HexenrennenState) -> bool:
    """Tell whether a turn begins here, so that a description says it all."""
    return [task.__struct_config__.tag for task in state.todo] == ["throw"]


def conceal_twins(state: HexenrennenState, viewer: str | None) -> Iterator[HexenrennenState]:
    """Exchange two numbers that an opponent has put into different stages and that nobody has seen."""
    for row, seat in enumerate(state.seats if state.groups else ()):
        if seat != viewer:
            unseen = [number for number in NUMBERS if (seat, number) not in state.track]
            pairs = (exchanged(state.groups[row], *two) for two in combinations(unseen, 2))
            for other in [pair for pair in pairs if pair != state.groups[row]][:3]:
                yield replace(state, groups=(*state.groups[:row], other, *state.groups[row + 1 :]))


def exchanged(pair: tuple[Any, Any], a: int, b: int) -> tuple[Any, ...]:
    swap = {a: b, b: a}
    return tuple(chosen and tuple(sorted(swap.get(number, number) for number in chosen)) for chosen in pair)
