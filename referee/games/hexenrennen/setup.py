"""Hexenrennen: setting up a table, from the start or in the middle of a game, and what can be wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from referee.core.rules import Fault, ImpossiblePosition, ImpossibleSetup
from referee.games.hexenrennen.components import (
    CARDS,
    CLANS,
    FACES,
    LAST_SQUARE,
    LAST_TILE,
    MAGIC,
    NUMBERS_PER_STAGE,
    START,
    WITCHES,
    stage_of,
)
from referee.games.hexenrennen.documents import (
    RULES_VERSION,
    HexenrennenChoose,
    HexenrennenPosition,
    HexenrennenSetup,
    HexenrennenState,
    HexenrennenThrow,
)
from referee.games.hexenrennen.track import all_home

AT_THE_START = (START,) * WITCHES
FACE_DOWN = (None,) * LAST_TILE
ALL_CARDS = (CARDS,) * len(CLANS)
NOT_CHOSEN = (None, None)


def set_up(setup: HexenrennenSetup) -> HexenrennenState:
    """Lay out the track: from the start, or from the position that the table describes."""
    if faults := tuple(setup_faults(setup)):
        raise ImpossibleSetup(faults)
    position = setup.position or HexenrennenPosition()
    if faults := tuple(position_faults(setup.seats, position)):
        raise ImpossiblePosition(faults)
    witches, revealed = position.witches or {}, position.revealed or {}
    cards = {**(position.hands or {}), **(position.piles or {})}
    state = HexenrennenState(
        rules_version=setup.rules_version or RULES_VERSION,
        mode=setup.mode,
        seats=setup.seats,
        finish_by_tile=setup.options.finish_by_tile,
        turn=position.turn or setup.starter or setup.seats[0],
        witches=tuple(witches.get(seat, AT_THE_START) for seat in setup.seats),
        track=tuple(revealed.get(str(tile)) for tile in range(1, LAST_TILE + 1)),  # type: ignore[misc]
        cards=tuple(tuple(sorted(cards.get(clan, CARDS), key=FACES.index)) for clan in CLANS),  # type: ignore[call-overload]
        groups=(),
        todo=(HexenrennenThrow(),),
    )
    if setup.mode == "virtual" and not setup.position:
        return replace(state, groups=(NOT_CHOSEN,) * len(setup.seats), todo=(HexenrennenChoose(),))
    return replace(state, todo=()) if any(all_home(state, seat) for seat in state.seats) else state


# -- faults of a set-up -----------------------------------------------------------------------------------------------


def setup_faults(setup: HexenrennenSetup) -> Iterator[Fault]:
    yield from seat_faults(setup.seats)
    if setup.starter and setup.starter not in setup.seats:
        yield Fault("HX-SETUP-6", "/starter")


def seat_faults(seats: tuple[str, ...]) -> Iterator[Fault]:
    if not 2 <= len(seats) <= len(CLANS) or len(set(seats)) != len(seats):
        yield Fault("HX-SETUP-1", "/seats")


# -- faults of a described table, in the order of HX-API-6 ------------------------------------------------------------


# RULING (ours): a number that lies on the track twice is both too often there (HX-COMP-2) and impossible (HX-REVEAL-2);
# both are listed. Several clans with three witches home are accepted, since HX-API-6 does not refuse them.
def position_faults(seats: tuple[str, ...], position: HexenrennenPosition) -> Iterator[Fault]:
    witches, revealed = position.witches or {}, position.revealed or {}
    hands, piles = position.hands or {}, position.piles or {}
    placed = [(f"/position/witches/{clan}", row) for clan, row in witches.items()]
    tiles = {int(at): tile for at, tile in revealed.items() if at in TILE_NAMES}
    elsewhere = [at.replace("~", "~0").replace("/", "~1") for at in revealed if at not in TILE_NAMES]

    if position.turn and position.turn not in seats:
        yield Fault("HX-SETUP-6", "/position/turn")
    yield from (Fault("HX-SETUP-5", f"/position/witches/{clan}") for clan in witches if clan not in seats)
    yield from witch_faults(placed)
    yield from (Fault("HX-TRACK-1", f"/position/revealed/{at}") for at in elsewhere)
    yield from (Fault("HX-COMP-2", f"/position/revealed/{at}") for at in too_many(tiles.items(), TILE_COUNTS))
    for place, rows in (("hands", hands), ("piles", piles)):
        for clan, row in rows.items():
            for at in too_many(enumerate(row), CARD_COUNTS):
                yield Fault("HX-COMP-2", f"/position/{place}/{clan}/{at}")
    yield from (Fault("HX-REVEAL-2", f"/position/revealed/{at}") for at in misplaced(tiles))
    yield from (Fault("HX-NEUT-2", f"/position/hands/{clan}") for clan in hands if clan not in seats)
    yield from (Fault("HX-NEUT-2", f"/position/piles/{clan}") for clan in piles if clan in seats)
    yield from standing_faults(placed, tiles)


TILE_NAMES = frozenset(str(tile) for tile in range(1, LAST_TILE + 1))
CARD_COUNTS = {face: CARDS.count(face) for face in FACES}
TILE_COUNTS = {(clan, face): CARDS.count(face) for clan in CLANS for face in FACES}

Placed = Iterable[tuple[str, tuple[int, ...]]]  # (pointer to a clan's witches, where they are)
Tiles = Mapping[int, Any]  # the face-up tiles by position


def witch_faults(placed: Placed) -> Iterator[Fault]:
    for pointer, row in placed:
        if len(row) != WITCHES:
            yield Fault("HX-COMP-1", pointer)
    for pointer, row in placed:
        for witch, position in enumerate(row):
            if not START <= position <= LAST_SQUARE:
                yield Fault("HX-TRACK-2", f"{pointer}/{witch}")


def standing_faults(placed: Placed, face_up: Collection[int]) -> Iterator[Fault]:
    """Demand that each tile has room for its witch, and that it was turned up when she came."""
    on_tiles = [
        (position, f"{pointer}/{witch}")
        for pointer, row in placed
        for witch, position in enumerate(row)
        if START < position <= LAST_TILE
    ]
    taken: set[int] = set()
    for position, pointer in on_tiles:
        if position in taken:
            yield Fault("HX-MOVE-1", pointer)
        taken.add(position)
    yield from (Fault("HX-REVEAL-1", pointer) for position, pointer in on_tiles if position not in face_up)


def too_many(things: Iterable[tuple[int, Any]], counts: Mapping[Any, int]) -> Iterator[int]:
    """Tell where something lies that does not exist, or that is there more often than the box has it."""
    seen: dict[Any, int] = {}
    for at, thing in things:
        seen[thing] = times = seen.get(thing, 0) + 1
        if times > counts.get(thing, 0):
            yield at


def misplaced(tiles: Tiles) -> Iterator[int]:
    """Tell where a tile lies that fails one of the three tests of HX-REVEAL-2 against those before it."""
    numbers: set[Any] = set()
    in_stage: dict[Any, int] = {}
    for position, tile in tiles.items():
        clan, face = tile
        sort = (stage_of(position), clan, face == MAGIC)
        in_stage[sort] = count = in_stage.get(sort, 0) + 1
        if face == MAGIC:
            possible = count <= 1
        else:
            possible = count <= NUMBERS_PER_STAGE and tile not in numbers
            numbers.add(tile)
        if not possible:
            yield position
