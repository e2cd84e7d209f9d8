"""Frantic: what is in the box. Facts only; what a card does is in cards.py, what an event does in events.py."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from msgspec import UNSET, UnsetType

COLOURS = ("red", "blue", "green", "yellow", "white", "black")
FranticSeat = Literal["red", "blue", "green", "yellow", "white", "black"]

# -- cards (FR-COMP-2, FR-COMP-4) -------------------------------------------------------------------------------------

FranticCard = Literal[
    "skip", "reverse", "remote", "ghost",
    "gift", "magnet", "teleport",
    "push", "jump", "second_chance", "swap",
    "stop", "x", "snail",
    "block", "nice_try", "re_roll",
    "troublemaker", "fuck_you",
]  # fmt: skip
FranticFace = Literal[
    "skip", "reverse", "remote", "ghost",
    "gift", "magnet", "teleport",
    "push", "jump", "second_chance", "swap",
    "stop", "x", "snail",
    "block", "nice_try", "re_roll",
    "troublemaker", "fuck_you",
    "?",
]  # fmt: skip
HIDDEN: Literal["?"] = "?"  # a card that nobody has reported

# One family is one colour and one timing. The counts are our assumption: the rulebook prints only their sum.
FAMILIES: dict[str, dict[FranticCard, int]] = {
    "play": {"skip": 5, "reverse": 5, "remote": 4, "ghost": 4},
    "dual": {"gift": 6, "magnet": 6, "teleport": 6},
    "land": {"push": 8, "jump": 4, "second_chance": 3, "swap": 3},
    "pass": {"stop": 6, "x": 6, "snail": 6},
    "multi": {"block": 7, "nice_try": 3, "re_roll": 6},
    "white": {"troublemaker": 5, "fuck_you": 1},
}
FAMILY: dict[str, str] = {card: family for family, cards in FAMILIES.items() for card in cards}
COMPOSITION: dict[FranticCard, int] = {card: count for cards in FAMILIES.values() for card, count in cards.items()}
CARDS: tuple[FranticCard, ...] = tuple(COMPOSITION)
IN_ORDER: dict[str, int] = {card: number for number, card in enumerate((*CARDS, HIDDEN))}
DECK = sum(COMPOSITION.values())
COLOUR_NAMES = {"A": "blue", "B": "green", "C": "yellow"}

# Which cards a family may cover (FR-PLACE-2 to -4, FR-FAQ-8): its own colour and multicolour. "" is an empty square.
COVERS: dict[str, frozenset[str]] = {
    **{family: frozenset(("", *cards, *FAMILIES["multi"])) for family, cards in FAMILIES.items()},
    **dict.fromkeys(("multi", "white"), frozenset(("", *CARDS))),  # any colour
}

WHEN_PLAYED = frozenset(card for card in CARDS if FAMILY[card] in ("play", "dual", "white"))
REACTIONS = frozenset(FAMILIES["multi"])
WHITE = frozenset(FAMILIES["white"])

FranticDirection = Literal["forward", "backward", "side_up", "side_down"]
DIRECTIONS: dict[str, tuple[FranticDirection | UnsetType, ...]] = {
    **dict.fromkeys(CARDS, (UNSET,)),
    "push": ("forward", "backward", "side_up", "side_down"),
    "jump": ("forward", "backward"),
}  # FR-PLACE-8: no other card has one

# -- the track (section 2 of the rules) -------------------------------------------------------------------------------

START, LAST, FINISH = 0, 42, 43  # in steps
FINISH_NUMBER = 50  # what is printed on the finish
SQUARES = range(1, LAST + 1)
ALL_SQUARES = frozenset(SQUARES)
ROWS = (range(2, 8), range(9, 15), range(16, 22), range(23, 29), range(30, 36), range(37, 43))


def printed(step: int) -> int:
    """Return the number that is printed on a square (FR-GEO-2)."""
    return FINISH_NUMBER if step == FINISH else step


def on_track(step: int) -> int:
    """Stop a displacement at the two ends of the track (FR-GEO-6)."""
    return max(START, min(FINISH, step))


# The sideways neighbour of a square in the row above: the two numbers have the same sum all along a pair of rows.
SIDE_UP = {square: lower[0] + upper[-1] - square for lower, upper in pairwise(ROWS) for square in lower}
NEIGHBOUR: dict[str, dict[int, int]] = {
    "forward": {square: square + 1 for square in SQUARES},
    "backward": {square: square - 1 for square in SQUARES},
    "side_up": SIDE_UP,
    "side_down": {upper: lower for lower, upper in SIDE_UP.items()},
}

TELEPORTS = (4, 11, 18, 25, 32, 39)  # FR-GEO-7: an assumption, the printed squares are lost

# -- numbers of the rulebook ------------------------------------------------------------------------------------------

HAND = 4
DEALT = {2: 8, 3: 7, 4: 6, 5: 6, 6: 6}  # FR-SETUP-5
MEDIUM_LIMIT = {2: 121, 3: 121, 4: 99, 5: 99, 6: 99}  # FR-SETUP-2
FUCK_YOU_STEPS = 21
FUCK_YOU_POINTS = 21
MOST = 10**9  # rounds, or points, before a described table; far beyond any game, and far within JSON's integers
