"""Hexenrennen: looking at the track, the hands and the tiles that nobody has seen yet. Nothing here changes them."""

from __future__ import annotations

from typing import Any

from referee.core.game import asked
from referee.games.hexenrennen.components import (
    CLANS,
    LAST_SQUARE,
    LAST_TILE,
    MAGIC,
    NUMBERS,
    NUMBERS_PER_STAGE,
    STAGE,
    START,
    stage_of,
)
from referee.games.hexenrennen.documents import HIDDEN, HexenrennenState

# -- witches ----------------------------------------------------------------------------------------------------------


def witches_of(state: HexenrennenState, seat: Any) -> tuple[int, ...]:
    return state.witches[state.seats.index(seat)]


def all_home(state: HexenrennenState, seat: Any) -> bool:
    return all(position > LAST_TILE for position in witches_of(state, seat))


def is_free(state: HexenrennenState, position: int) -> bool:
    """Tell whether a witch may stop here: finish squares have room for all of them (HX-MOVE-1, HX-FIN-1)."""
    return position > LAST_TILE or not any(position in row for row in state.witches)


def die_landing(state: HexenrennenState, position: int, value: int) -> int:
    """Return where the die takes a witch; one at the start counts free tiles only (HX-ENTER-1)."""
    if position != START:
        return position + value
    free = (tile for tile in range(1, LAST_TILE + 1) if is_free(state, tile))
    return [next(free) for _ in range(value)][-1]


def moving_witch(state: HexenrennenState) -> int:
    """Return the position of the witch that the open question is about."""
    witch: int = asked(state).witch
    return witches_of(state, state.turn)[witch]


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


def card_landing(state: HexenrennenState, position: int, clan: str, card: Any) -> int | None:
    """Return where a clan's card leads: forward for the player on turn, else back; None if the symbol is nowhere.

    A number may lead to an occupied tile or off the track: what a card may do is a matter of the rules.
    """
    forward = clan == state.turn
    if card != MAGIC:
        return int(position + card if forward else position - card)
    way = range(position + 1, LAST_TILE + 1) if forward else range(position - 1, START, -1)
    return next((tile for tile in way if tile_at(state, tile) == (clan, MAGIC) and is_free(state, tile)), None)


def can_land(state: HexenrennenState, position: int | None) -> bool:
    return position is not None and START < position <= LAST_SQUARE and is_free(state, position)


# -- what nobody has seen ---------------------------------------------------------------------------------------------


def shown(state: HexenrennenState, stage: int, clan: str) -> list[Any]:
    """Return the faces of a clan that lie open in a stage."""
    return [tile[1] for tile in state.track[stage * STAGE : (stage + 1) * STAGE] if tile and tile[0] == clan]


def group(state: HexenrennenState, stage: int, clan: Any) -> tuple[int, ...] | None:
    """Return the numbers that a clan put into a stage, or None if they are not known."""
    if not state.groups or clan not in state.seats:
        return None
    first, second = state.groups[state.seats.index(clan)]
    if first is None or second is None or first == HIDDEN or second == HIDDEN:
        return None
    if stage < 2:
        return second if stage else first
    return tuple(number for number in NUMBERS if number not in first and number not in second)


def can_lie(state: HexenrennenState, position: int, tile: tuple[str, Any]) -> bool:
    """Tell whether a face-down tile can turn out to be this one (HX-REVEAL-2)."""
    clan, face = tile
    stage = stage_of(position)
    seen = shown(state, stage, clan)
    if face == MAGIC:
        return MAGIC not in seen
    chosen = group(state, stage, clan)
    if chosen is not None and face not in chosen:
        return False
    return len(seen) - seen.count(MAGIC) < NUMBERS_PER_STAGE and tile not in state.track


SURE = 2520  # a multiple of 1 to 9, so that a share among the unseen numbers is a whole number


def likelihood(state: HexenrennenState, position: int, tile: tuple[str, Any]) -> int:
    """Weigh a tile that can lie here: every unseen tile of the stage is as likely as any other.

    Where a clan's split is not known, its unseen numbers share the places that its numbers still have in the stage.
    """
    clan, face = tile
    stage = stage_of(position)
    if face == MAGIC or group(state, stage, clan) is not None:
        return SURE
    seen = shown(state, stage, clan)
    places = NUMBERS_PER_STAGE - len(seen) + seen.count(MAGIC)
    unseen = sum((clan, number) not in state.track for number in NUMBERS)
    return places * SURE // unseen
