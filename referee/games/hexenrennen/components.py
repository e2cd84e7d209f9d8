"""Hexenrennen: what is in the box."""

from __future__ import annotations

from typing import Final

CLANS = ("green", "yellow", "blue", "red")
WITCHES = 3

MAGIC: Final = "magic"
NUMBERS = tuple(range(2, 11))
FACES = (*NUMBERS, MAGIC)
CARDS = (*NUMBERS, MAGIC, MAGIC, MAGIC)  # the 12 cards of a clan; its 12 tiles show the same
NUMBERS_PER_STAGE = 3  # besides the one magic tile of each clan

START = 0
STAGE, STAGES = 16, 3
LAST_TILE = STAGE * STAGES
STAGE_OF = {tile: (tile - 1) // STAGE for tile in range(1, LAST_TILE + 1)}  # 0, 1 or 2
POINTS = {49: 2, 50: 3, 51: 4}  # the squares of the finish board
LAST_SQUARE = max(POINTS)
