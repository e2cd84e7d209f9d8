"""Hexenrennen: looking at the track, the hands and the tiles that nobody has seen yet. Nothing here changes them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
from typing import Any

from referee.games.hexenrennen.components import (
    CLANS,
    LAST_SQUARE,
    LAST_TILE,
    MAGIC,
    NUMBERS,
    NUMBERS_PER_STAGE,
    STAGE,
    STAGE_OF,
    START,
)
from referee.games.hexenrennen.documents import HIDDEN, HexenrennenState

# -- witches ----------------------------------------------------------------------------------------------------------


def witches_of(state: HexenrennenState, seat: Any) -> tuple[int, ...]:
    return state.witches[state.seats.index(seat)]


def all_home(state: HexenrennenState, seat: Any) -> bool:
    return min(witches_of(state, seat)) > LAST_TILE


def somebody_is_home(state: HexenrennenState) -> bool:
    """Tell whether some player has all witches in the finish, the last of them too."""
    return max(map(min, state.witches)) > LAST_TILE


def is_free(state: HexenrennenState, position: int) -> bool:
    """Tell whether a witch may stop here: finish squares have room for all of them (HX-MOVE-1, HX-FIN-1)."""
    if position <= LAST_TILE:
        for row in state.witches:
            if position in row:
                return False
    return True


def die_landing(state: HexenrennenState, position: int, value: int) -> int:
    """Return where the die takes a witch; one at the start counts free tiles only (HX-ENTER-1)."""
    if position != START:
        return position + value
    free = (tile for tile in range(1, LAST_TILE + 1) if is_free(state, tile))
    return next(islice(free, value - 1, None))


def moving_witch(state: HexenrennenState) -> int:
    """Return the position of the witch that the open question is about."""
    witch: int = state.todo[0].witch  # type: ignore[union-attr]
    return state.witches[state.seats.index(state.turn)][witch]


# -- tiles and cards --------------------------------------------------------------------------------------------------


def tile_at(state: HexenrennenState, position: int) -> tuple[str, Any] | None:
    return state.track[position - 1]


def symbol_under(state: HexenrennenState) -> str:
    """Return the clan on whose magic tile the moving witch stands."""
    tile = tile_at(state, moving_witch(state))
    assert tile
    return tile[0]


def cards_of(state: HexenrennenState, clan: str) -> tuple[Any, ...]:
    return state.cards[CLANS.index(clan)]


def symbol_ahead(state: HexenrennenState, position: int) -> int | None:
    """Return the next free symbol of the player on turn in front of a witch, or None."""
    return free_symbol(state, state.turn, range(position + 1, LAST_TILE + 1))


def symbol_behind(state: HexenrennenState, position: int, clan: str) -> int | None:
    """Return the closest free symbol of another clan behind a witch, or None."""
    return free_symbol(state, clan, range(position - 1, START, -1))


def free_symbol(state: HexenrennenState, clan: str, way: range) -> int | None:
    symbol = (clan, MAGIC)
    for tile in way:
        if state.track[tile - 1] == symbol and is_free(state, tile):
            return tile
    return None


def card_landing(state: HexenrennenState, position: int, clan: str, card: Any) -> int | None:
    """Return where a clan's card leads: forward for the player on turn, else back; None if the symbol is nowhere.

    A number may lead to an occupied tile or off the track: what a card may do is a matter of the rules.
    """
    if clan == state.turn:
        return symbol_ahead(state, position) if card == MAGIC else position + card
    return symbol_behind(state, position, clan) if card == MAGIC else position - card


def can_land(state: HexenrennenState, position: int | None) -> bool:
    return position is not None and START < position <= LAST_SQUARE and is_free(state, position)


# -- what nobody has seen ---------------------------------------------------------------------------------------------

ALL_NUMBERS = frozenset(NUMBERS)
NUMBERS_OF = {clan: frozenset((clan, number) for number in NUMBERS) for clan in CLANS}  # its tiles that are not magic


def tiles_of_stage(state: HexenrennenState, stage: int) -> tuple[Any, ...]:
    return state.track[stage * STAGE : (stage + 1) * STAGE]


def split(state: HexenrennenState, clan: Any) -> tuple[Collection[int], ...] | None:
    """Return the numbers that a clan put into each stage, or None if they are not known."""
    if not state.groups or clan not in state.seats:
        return None
    first, second = state.groups[state.seats.index(clan)]
    if first is None or second is None or first == HIDDEN or second == HIDDEN:
        return None
    return first, second, ALL_NUMBERS.difference(first, second)


def places_left(lying: Iterable[Any], clan: str) -> int:
    """Return how many numbers of a clan are still face down in a stage, by the tiles that lie in it."""
    return NUMBERS_PER_STAGE - len(NUMBERS_OF[clan].intersection(lying))


def can_lie(state: HexenrennenState, position: int, tile: tuple[str, Any]) -> bool:
    """Tell whether a face-down tile can turn out to be this one (HX-REVEAL-2)."""
    clan, face = tile
    stage = STAGE_OF[position]
    lying = tiles_of_stage(state, stage)
    if face == MAGIC:
        return tile not in lying
    if chosen := split(state, clan):
        return face in chosen[stage] and tile not in lying
    return tile not in state.track and places_left(lying, clan) > 0


SURE = 2520  # a multiple of 1 to 9, so that a share among the unseen numbers is a whole number


def likelihood(state: HexenrennenState, position: int, tile: tuple[str, Any]) -> int:
    """Weigh a tile that can lie here: every unseen tile of the stage is as likely as any other.

    Where a clan's split is not known, its unseen numbers share the places that its numbers still have in the stage.
    """
    clan, face = tile
    if face == MAGIC or split(state, clan) is not None:
        return SURE
    unseen = NUMBERS_OF[clan].difference(state.track)
    return places_left(tiles_of_stage(state, STAGE_OF[position]), clan) * SURE // len(unseen)
