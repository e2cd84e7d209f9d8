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
    STAGE_OF,
    START,
    WITCHES,
)
from referee.games.hexenrennen.documents import (
    RULES_VERSION,
    HexenrennenChoose,
    HexenrennenPosition,
    HexenrennenSetup,
    HexenrennenState,
    HexenrennenThrow,
)
from referee.games.hexenrennen.track import somebody_is_home

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
    return replace(state, todo=()) if somebody_is_home(state) else state


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
    tiles = {int(at): tile for at, tile in revealed.items() if at in TILE_NAMES}
    elsewhere = [at.replace("~", "~0").replace("/", "~1") for at in revealed if at not in TILE_NAMES]

    if position.turn and position.turn not in seats:
        yield Fault("HX-SETUP-6", "/position/turn")
    yield from (Fault("HX-SETUP-5", f"/position/witches/{clan}") for clan in witches if clan not in seats)
    yield from witch_faults("/position/witches", witches.items())
    yield from (Fault("HX-TRACK-1", f"/position/revealed/{at}") for at in elsewhere)
    yield from (Fault("HX-COMP-2", f"/position/revealed/{at}") for at in too_many(tiles.items(), TILE_COUNTS))
    for place, rows in (("hands", hands), ("piles", piles)):
        for clan, row in rows.items():
            for at in too_many(enumerate(row), CARD_COUNTS):
                yield Fault("HX-COMP-2", f"/position/{place}/{clan}/{at}")
    yield from (Fault("HX-REVEAL-2", f"/position/revealed/{at}") for at in misplaced(tiles))
    yield from (Fault("HX-NEUT-2", f"/position/hands/{clan}") for clan in hands if clan not in seats)
    yield from (Fault("HX-NEUT-2", f"/position/piles/{clan}") for clan in piles if clan in seats)
    yield from standing_faults("/position/witches", witches.items(), tiles)


TILE_NAMES = frozenset(str(tile) for tile in range(1, LAST_TILE + 1))
CARD_COUNTS = {face: CARDS.count(face) for face in FACES}
TILE_COUNTS = {(clan, face): CARDS.count(face) for clan in CLANS for face in FACES}

Placed = Collection[tuple[Any, tuple[int, ...]]]  # (how the document calls a clan, where its witches are)
Tiles = Mapping[int, Any]  # the face-up tiles by position


def witch_faults(pointer: str, placed: Placed) -> Iterator[Fault]:
    for clan, row in placed:
        if len(row) != WITCHES:
            yield Fault("HX-COMP-1", f"{pointer}/{clan}")
    for clan, row in placed:
        for witch, position in enumerate(row):
            if not START <= position <= LAST_SQUARE:
                yield Fault("HX-TRACK-2", f"{pointer}/{clan}/{witch}")


def standing_faults(
    pointer: str, placed: Placed, face_up: Collection[int], turned_up_now: Collection[int] = ()
) -> Iterator[Fault]:
    """Demand that each tile has room for its witch, and that it was turned up when she came."""
    taken: set[int] = set()
    face_down = []
    for clan, row in placed:
        for witch, position in enumerate(row):
            if START < position <= LAST_TILE:
                if position in taken:
                    yield Fault("HX-MOVE-1", f"{pointer}/{clan}/{witch}")
                taken.add(position)
                if position not in face_up and position not in turned_up_now:
                    face_down.append(f"{pointer}/{clan}/{witch}")
    for stood_on in face_down:
        yield Fault("HX-REVEAL-1", stood_on)


def too_many(things: Iterable[tuple[int, Any]], counts: Mapping[Any, int]) -> Iterator[int]:
    """Tell where something lies that does not exist, or that is there more often than the box has it."""
    seen: dict[Any, int] = {}
    for at, thing in things:
        seen[thing] = times = seen.get(thing, 0) + 1
        if times > counts.get(thing, 0):
            yield at


def misplaced(tiles: Tiles) -> Iterator[int]:
    """Tell where a tile lies that fails one of the three tests of HX-REVEAL-2 against those before it."""
    first_at: dict[Any, int] = {}  # where a number lies first, or a clan's magic tile of a stage
    in_stage: tuple[dict[str, int], ...] = ({}, {}, {})  # how many numbers of a clan lie in each stage
    for position, tile in tiles.items():
        clan, face = tile
        stage = STAGE_OF[position]
        if face == MAGIC:
            if first_at.setdefault((stage, clan), position) != position:
                yield position
        else:
            numbers = in_stage[stage]
            numbers[clan] = count = numbers.get(clan, 0) + 1
            if first_at.setdefault(tile, position) != position or count > NUMBERS_PER_STAGE:
                yield position
