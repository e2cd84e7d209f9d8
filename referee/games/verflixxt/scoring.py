"""Verflixxt: the score of the base game. Expansions and variants bring items of their own."""

from __future__ import annotations

from referee.games.verflixxt.components import BONUS, LUCK, MALUS
from referee.games.verflixxt.state import VerflixxtState


def nothing(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    return 0


def bonus(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    return sum(BONUS.get(tile, 0) for tile in tiles)


def luck_and_malus(tiles: tuple[str, ...]) -> tuple[int, list[int]]:
    """Count the luck tiles, and list the malus tiles with the greatest first (VX-SCORE-2)."""
    return sum(tile in LUCK for tile in tiles), sorted((MALUS[tile] for tile in tiles if tile in MALUS), reverse=True)


def turned(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    luck, greatest_first = luck_and_malus(tiles)
    return sum(greatest_first[:luck])


def malus(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    luck, greatest_first = luck_and_malus(tiles)
    return -sum(greatest_first[luck:])


def luck_counts(tiles: tuple[str, ...]) -> dict[str, int]:
    """Count the luck tiles that turn a malus, and those beyond (VX-SCORE-3)."""
    luck, greatest_first = luck_and_malus(tiles)
    used = min(luck, len(greatest_first))
    return {"luck_used": used, "luck_unused": luck - used}
