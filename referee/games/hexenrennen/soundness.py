"""Hexenrennen: what cannot be so in a state. Past this gate the rest of the game may assume."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.rules import Fault
from referee.games.hexenrennen.components import LAST_TILE, MAGIC, STAGE_OF, START
from referee.games.hexenrennen.documents import (
    HIDDEN,
    HexenrennenChoose,
    HexenrennenDrawing,
    HexenrennenPick,
    HexenrennenSpell,
    HexenrennenState,
    HexenrennenThrow,
    HexenrennenTurnUp,
)
from referee.games.hexenrennen.rules import some_card_can_be_played, some_witch_can_move
from referee.games.hexenrennen.setup import (
    ALL_CARDS,
    AT_THE_START,
    CARD_COUNTS,
    FACE_DOWN,
    TILE_COUNTS,
    Tiles,
    misplaced,
    seat_faults,
    standing_faults,
    too_many,
    witch_faults,
)
from referee.games.hexenrennen.track import (
    ALL_NUMBERS,
    cards_of,
    moving_witch,
    somebody_is_home,
    split,
    tile_at,
    witches_of,
)


def faults(state: HexenrennenState) -> Iterator[Fault]:
    """List everything that cannot be so in a state; a `todo` that cannot be open only if the table itself is sound."""
    tiles = {position: tile for position, tile in enumerate(state.track, start=1) if tile}
    found = [*seat_faults(state.seats), *table_faults(state, tiles), *group_faults(state, tiles)]
    yield from found
    if not found and not is_pending(state):
        yield Fault("HX-API-1", "/todo")


def table_faults(state: HexenrennenState, tiles: Tiles) -> Iterator[Fault]:
    placed = tuple(enumerate(state.witches))
    if state.turn not in state.seats:
        yield Fault("HX-SETUP-6", "/turn")
    if len(state.witches) != len(state.seats):
        yield Fault("HX-COMP-1", "/witches")
    yield from witch_faults("/witches", placed)
    wrong = tuple(misplaced(tiles))
    if wrong:  # a tile that is there more often than in the box is misplaced as well: count only then
        yield from (Fault("HX-COMP-2", f"/track/{position - 1}") for position in too_many(tiles.items(), TILE_COUNTS))
    for row, cards in enumerate(state.cards):
        if has_doubles(cards):
            yield from (Fault("HX-COMP-2", f"/cards/{row}/{at}") for at in too_many(enumerate(cards), CARD_COUNTS))
    for position in wrong:
        yield Fault("HX-REVEAL-2", f"/track/{position - 1}")
    yield from standing_faults("/witches", placed, tiles, being_turned_up(state))


def has_doubles(cards: tuple[Any, ...]) -> bool:
    """Tell whether there is more than one of a number, or more magic than the box has."""
    magic = cards.count(MAGIC)
    return magic > CARD_COUNTS[MAGIC] or len(cards) - magic > len(ALL_NUMBERS.intersection(cards))


def being_turned_up(state: HexenrennenState) -> tuple[int, ...]:
    """Return the one tile that may be face down under a witch."""
    match state.todo:
        case (HexenrennenTurnUp(witch),) if state.turn in state.seats[: len(state.witches)]:
            return witches_of(state, state.turn)[witch : witch + 1]
    return ()


def group_faults(state: HexenrennenState, tiles: Tiles) -> Iterator[Fault]:
    """Check the tiles that the players chose, and the face-up ones against them."""
    if not state.groups:
        return
    if state.mode == "table":
        yield Fault("HX-INFO-4", "/groups")
    if len(state.groups) != len(state.seats):
        yield Fault("HX-SETUP-3", "/groups")
        return
    for row, pair in enumerate(state.groups):
        numbers = [number for chosen in pair if chosen and chosen != HIDDEN for number in chosen]
        if len(set(numbers)) != len(numbers):
            yield Fault("HX-SETUP-3", f"/groups/{row}")
    chosen_by = {seat: split(state, seat) for seat in state.seats}
    for position, (clan, face) in tiles.items():
        chosen = chosen_by.get(clan)
        if chosen and face != MAGIC and face not in chosen[STAGE_OF[position]]:
            yield Fault("HX-REVEAL-2", f"/track/{position - 1}")


def is_pending(state: HexenrennenState) -> bool:
    """Tell whether what is still to do can be open in this position."""
    over = somebody_is_home(state)
    choosing = any(None in pair for pair in state.groups)
    match state.todo:
        case (HexenrennenChoose(),):
            untouched = state.track == FACE_DOWN and all(row == AT_THE_START for row in state.witches)
            return choosing and untouched and state.cards == ALL_CARDS
        case ():
            return over and not choosing
        case (_,):
            return not over and not choosing and is_asked(state)
    return False


def is_asked(state: HexenrennenState) -> bool:
    """Tell whether the open question has an answer."""
    match state.todo[0]:
        case HexenrennenThrow():
            return True
        case HexenrennenPick():
            return some_witch_can_move(state)
        case HexenrennenTurnUp():
            position = moving_witch(state)
            return START < position <= LAST_TILE and tile_at(state, position) is None
    position = moving_witch(state)
    tile = tile_at(state, position) if START < position <= LAST_TILE else None
    if tile is None or tile[1] != MAGIC:
        return False
    clan, _ = tile
    match state.todo[0]:
        case HexenrennenSpell():
            return clan in state.seats and some_card_can_be_played(state, clan)
        case HexenrennenDrawing():
            return clan not in state.seats and bool(cards_of(state, clan))
    return False
