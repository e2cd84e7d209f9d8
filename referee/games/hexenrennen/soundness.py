"""Hexenrennen: what cannot be so in a state. Past this gate the rest of the game may assume."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.rules import Fault
from referee.games.hexenrennen.components import LAST_TILE, MAGIC, STAGES, START, WITCHES, stage_of
from referee.games.hexenrennen.documents import (
    HIDDEN,
    HexenrennenCard,
    HexenrennenChoose,
    HexenrennenDrawing,
    HexenrennenFly,
    HexenrennenPick,
    HexenrennenSpell,
    HexenrennenState,
    HexenrennenThrow,
    HexenrennenTurnUp,
)
from referee.games.hexenrennen.rules import CARD_PLAYS, DIE_MOVES, allowed
from referee.games.hexenrennen.setup import (
    ALL_CARDS,
    AT_THE_START,
    CARD_COUNTS,
    FACE_DOWN,
    TILE_COUNTS,
    misplaced,
    seat_faults,
    standing_faults,
    too_many,
    witch_faults,
)
from referee.games.hexenrennen.track import all_home, cards_of, group, moving_witch, tile_at, witches_of


def faults(state: HexenrennenState) -> Iterator[Fault]:
    """List everything that cannot be so in a state; a `todo` that cannot be open only if the table itself is sound."""
    found = [*seat_faults(state.seats), *table_faults(state), *group_faults(state)]
    yield from found
    if not found and not is_pending(state):
        yield Fault("HX-API-1", "/todo")


def table_faults(state: HexenrennenState) -> Iterator[Fault]:
    placed = [(f"/witches/{row}", witches) for row, witches in enumerate(state.witches)]
    tiles = {position: tile for position, tile in enumerate(state.track, start=1) if tile}
    if state.turn not in state.seats:
        yield Fault("HX-SETUP-6", "/turn")
    if len(state.witches) != len(state.seats):
        yield Fault("HX-COMP-1", "/witches")
    yield from witch_faults(placed)
    yield from (Fault("HX-COMP-2", f"/track/{position - 1}") for position in too_many(tiles.items(), TILE_COUNTS))
    for row, cards in enumerate(state.cards):
        yield from (Fault("HX-COMP-2", f"/cards/{row}/{at}") for at in too_many(enumerate(cards), CARD_COUNTS))
    yield from (Fault("HX-REVEAL-2", f"/track/{position - 1}") for position in misplaced(tiles))
    yield from standing_faults(placed, tiles.keys() | being_turned_up(state))


def being_turned_up(state: HexenrennenState) -> set[int]:
    """Return the one tile that may be face down under a witch."""
    match state.todo:
        case (HexenrennenTurnUp(witch),) if state.turn in state.seats[: len(state.witches)]:
            return set(witches_of(state, state.turn)[witch : witch + 1])
    return set()


def group_faults(state: HexenrennenState) -> Iterator[Fault]:
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
    chosen_for = {(stage, seat): group(state, stage, seat) for seat in state.seats for stage in range(STAGES)}
    for place, tile in enumerate(state.track):
        if tile and tile[1] != MAGIC:
            chosen = chosen_for.get((stage_of(place + 1), tile[0]))
            if chosen is not None and tile[1] not in chosen:
                yield Fault("HX-REVEAL-2", f"/track/{place}")


def is_pending(state: HexenrennenState) -> bool:
    """Tell whether what is still to do can be open in this position."""
    over = any(all_home(state, seat) for seat in state.seats)
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
            return any(allowed(DIE_MOVES, state, HexenrennenFly(state.turn, witch)) for witch in range(WITCHES))
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
            return clan in state.seats and any(
                allowed(CARD_PLAYS, state, HexenrennenCard(clan, card)) for card in cards_of(state, clan)
            )
        case HexenrennenDrawing():
            return clan not in state.seats and bool(cards_of(state, clan))
    return False
