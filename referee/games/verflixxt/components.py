"""Verflixxt: what is in the three boxes, and how the tracks are laid. Facts only; nothing here changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Literal, NamedTuple

Seat = Literal["red", "blue", "green", "yellow", "black", "orange", "white", "lilac"]
Actor = Literal["red", "blue", "green", "yellow", "black", "orange", "white", "lilac", "chance"]

# fmt: off
Tile = Literal[
    "+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8", "L1", "L2", "L3", "L4", "L5", "L6",
    "-1a", "-2a", "-3a", "-4a", "-5a", "-6a", "-7a", "-8a",
    "-1b", "-2b", "-3b", "-4b", "-5b", "-6b", "-7b", "-8b", "-9b", "-10b",
    "V1", "V2", "V3", "V4", "R3", "R4a", "R4b", "R5a", "R5b", "R6a", "R6b", "R7",
]
Square = Literal[
    "start", "finish",
    "+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8", "L1", "L2", "L3", "L4", "L5", "L6",
    "-1a", "-2a", "-3a", "-4a", "-5a", "-6a", "-7a", "-8a",
    "-1b", "-2b", "-3b", "-4b", "-5b", "-6b", "-7b", "-8b", "-9b", "-10b",
    "V1", "V2", "V3", "V4", "R3", "R4a", "R4b", "R5a", "R5b", "R6a", "R6b", "R7",
]
Card = Literal[
    "y-1", "y0", "y1", "y2", "y3", "y4", "y5", "y6", "o-1", "o0", "o1", "o2", "o3", "o4", "o5", "o6",
]
HeldCard = Literal[
    "y-1", "y0", "y1", "y2", "y3", "y4", "y5", "y6", "o-1", "o0", "o1", "o2", "o3", "o4", "o5", "o6", "?",
]
# fmt: on
Worm = Literal["double", "bury", "push", "swap"]
HeldWorm = Literal["double", "bury", "push", "swap", "?"]
Action = Literal["flixxy", "?", "x"]
Hat = Literal["green", "red"]

UNKNOWN: Literal["?"] = "?"
START: Literal["start"] = "start"
FINISH: Literal["finish"] = "finish"

# -- colours ----------------------------------------------------------------------------------------------------------

BASE_COLOURS: tuple[Seat, ...] = ("red", "blue", "green", "yellow", "black", "orange")
NOCHMAL_COLOURS: tuple[Seat, ...] = ("white", "lilac")
COLOURS = (*BASE_COLOURS, *NOCHMAL_COLOURS)
GUARDS = 8


def pawns_each(players: int) -> int:
    """Return how many pawns each player has: three up to four players, else two (VX-SETUP-1)."""
    return 3 if players <= 4 else 2


# -- tiles ------------------------------------------------------------------------------------------------------------

BONUS: Mapping[str, int] = {f"+{n}": n for n in range(1, 9)}
LUCK: tuple[Tile, ...] = ("L1", "L2", "L3", "L4", "L5", "L6")
FIRST_MALUS: tuple[Tile, ...] = ("-1a", "-2a", "-3a", "-4a", "-5a", "-6a", "-7a", "-8a")
SECOND_MALUS: tuple[Tile, ...] = ("-1b", "-2b", "-3b", "-4b", "-5b", "-6b", "-7b", "-8b", "-9b", "-10b")
MALUS: Mapping[str, int] = {tile: int(tile[1:-1]) for tile in (*FIRST_MALUS, *SECOND_MALUS)}
RISK: Mapping[str, int] = {"R3": 3, "R4a": 4, "R4b": 4, "R5a": 5, "R5b": 5, "R6a": 6, "R6b": 6, "R7": 7}
VERFLIXXT: tuple[Tile, ...] = ("V1", "V2", "V3", "V4")
POSITIVE = frozenset((*BONUS, *LUCK))
TILES = frozenset((*BONUS, *LUCK, *MALUS, *RISK, *VERFLIXXT))


def face(tile: str) -> str:
    """Return what is printed on a tile: -3a and -3b, or two luck tiles, look the same."""
    return tile[0] if tile[0] in "LV" else tile.rstrip("ab")


FACES: Mapping[str, str] = {tile: face(tile) for tile in TILES}

# -- tracks -----------------------------------------------------------------------------------------------------------

RISING: tuple[Tile, ...] = ("+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8")
STANDARD: tuple[Tile, ...] = (*FIRST_MALUS, *LUCK, *reversed(RISING), *SECOND_MALUS)
PLUS_FIRST: tuple[Tile, ...] = (*FIRST_MALUS, *RISING, *LUCK, *SECOND_MALUS)
LUCK_LAST: tuple[Tile, ...] = (*FIRST_MALUS, *RISING, *SECOND_MALUS, *LUCK)


def insert(track: tuple[Tile, ...], before: Iterable[Tile]) -> tuple[Tile, ...]:
    """Lay the four Verflixxt tiles, each before one of the named tiles."""
    verflixxt = dict(zip(before, VERFLIXXT, strict=True))
    return tuple(tile for each in track for tile in ((verflixxt[each], each) if each in verflixxt else (each,)))


ALT = insert(STANDARD, ("L1", "+8", "+3", "-5b"))

Guarded = Callable[[tuple[Tile, ...]], tuple[Tile, ...]]  # track -> the tiles on which guards begin


def guards_on(*tiles: Tile) -> Guarded:
    """Set guards on these tiles, as far as they are on the track."""
    return lambda track: tuple(tile for tile in track if tile in tiles)


def guards_on_the_first_eight(track: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Set guards on the first eight bonus or luck tiles from the start (VX-NSET-4, VX-HSET-5)."""
    return tuple(tile for tile in track if tile in POSITIVE)[:GUARDS]


GUARDS_ON_LUCK = guards_on(*LUCK, "+8", "+7")
GUARDS_ON_BONUS = guards_on(*RISING)


class Layout(NamedTuple):
    """A way to lay the track: its tiles (in order, unless they are shuffled), and where the guards begin."""

    tiles: tuple[Tile, ...]
    guards: Guarded
    shuffled: bool = False


VERFLIXXT_PLACES = (10, 15, 20, 25)  # VX-NSET-3, counted on the finished track


def shuffle(tiles: tuple[Tile, ...], luck: Random) -> tuple[Tile, ...]:
    """Lay a track at random; Verflixxt tiles lie in their places."""
    track = [tile for tile in tiles if tile not in VERFLIXXT]
    luck.shuffle(track)
    for place, tile in zip(VERFLIXXT_PLACES, (tile for tile in tiles if tile in VERFLIXXT), strict=False):
        track.insert(place - 1, tile)
    return tuple(track)


def faces(tiles: Iterable[str]) -> Counter[str]:
    return Counter(FACES[tile] for tile in tiles)


def without(tiles: tuple[Tile, ...], *left_out: Tile) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if tile not in left_out)


# -- cards, chips, tokens ---------------------------------------------------------------------------------------------

# fmt: off
CARDS: tuple[Card, ...] = (
    "o-1", "o0", "o1", "o2", "o3", "o4", "o5", "o6", "y-1", "y0", "y1", "y2", "y3", "y4", "y5", "y6",
)
# fmt: on
VALUE: Mapping[str, int] = {card: int(card[1:]) for card in CARDS}
ASSUMED_CARDS: Mapping[Card, int] = {card: 4 if VALUE[card] > 0 else 3 for card in CARDS}  # VX-COMP-5: an assumption
HAND = 2
FINISH_CHIPS = (2, 2, 3, 3, 4, 4, 5, 6)
HAT_POINTS: Mapping[Hat, int] = {"green": 10, "red": -10}

ROUND_CHIPS = (4, 3, 2, 1)
WORMS: tuple[Worm, ...] = ("double", "bury", "push", "swap")
ASSUMED_WORMS: Mapping[Worm, int] = {"double": 3, "bury": 3, "push": 2, "swap": 2}  # VX-COMP-4: an assumption
ACTIONS: Mapping[Action, int] = {"flixxy": 1, "?": 2, "x": 3}  # the faces of the action die


def is_yellow(card: str) -> bool:
    return card[0] == "y"
