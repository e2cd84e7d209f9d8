"""Set-ups of Frantic for the laws, what a description cannot know, and what a player cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.games.frantic.board import in_order, unseen
from referee.games.frantic.components import HIDDEN
from referee.games.frantic.scoring import totals
from referee.games.frantic.state import FranticCopy, FranticState

COLOURS = ["red", "blue", "green", "yellow", "white", "black"]
EVENTFUL = {"troublemaker": 30, "push": 12, "swap": 10, "magnet": 8, "gift": 8, "re_roll": 8, "block": 9, "fuck_you": 9}
WITHOUT_SQUARES = {"troublemaker": 60, "fuck_you": 34}

SETUPS: list[dict[str, Any]] = [
    *({"seats": COLOURS[:seats], "options": {"limit": 40}} for seats in (2, 3, 6)),
    {"seats": ["white", "red", "green", "black"], "starter": "red", "options": {"limit": 40, "hands": "known"}},
    {
        "seats": COLOURS[1:6],
        "starter": "white",
        "options": {"limit": 60, "composition": EVENTFUL, "landing_choices": "mover", "once_scope": "card_pawn"},
    },
    {
        "seats": ["blue", "red", "yellow"],
        "options": {
            "limit": 40,
            "hands": "known",
            "composition": EVENTFUL,
            "teleports": {"1": 42, "2": 1, "3": 8, "4": 22, "5": 7, "6": 30},
            "tsunami_wrap": False,
            "earthquake": "simultaneous",
        },
    },
    {
        "seats": ["green", "black"],
        "options": {"limit": 30, "dual_on_land": False, "magnet_self": False, "enforce_counts": False},
    },
    {"seats": ["red", "blue"], "starter": "blue", "options": {"limit": 60, "composition": WITHOUT_SQUARES}},
    {"seats": ["red", "blue", "green"], "mode": "virtual", "options": {"limit": 40}},
    {"seats": ["yellow", "white"], "mode": "virtual", "options": {"limit": 30, "composition": EVENTFUL}},
]
LONGEST = 6_000


def forget(state: FranticState) -> FranticState:
    """Keep of the rounds only their sum, and forget which cards of a known hand everybody saw."""
    hands = tuple(in_order(replace(copy, public=False) for copy in hand) for hand in state.hands)
    return replace(state, start=tuple(totals(state)), results=(), hands=hands)


def begins_turn(state: FranticState) -> bool:
    """Tell whether a turn begins here with nothing else pending, so that a description says it all."""
    return bool(state.todo) and state.todo[0].__struct_config__.tag == "play"


def conceal_twins(state: FranticState, viewer: str | None) -> Iterator[FranticState]:
    """Give another player an unseen card in place of one that only they have seen."""
    if state.options.hands == "hidden":
        return
    for row, (seat, hand) in enumerate(zip(state.seats, state.hands, strict=True)):
        private = [copy for copy in hand if not copy.public and copy.card != HIDDEN]
        others = [card for card, left in unseen(state).items() if left > 0 and private and card != private[0].card]
        if seat != viewer and others:
            held = list(hand)
            held.remove(private[0])
            other = in_order((*held, FranticCopy(others[0])))
            yield replace(state, hands=(*state.hands[:row], other, *state.hands[row + 1 :]))
