"""Hexenrennen: setting up a table, from the start or in the middle of a game, and what can be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
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
    HexenChoose,
    HexenPosition,
    HexenSetup,
    HexenState,
    HexenThrow,
)
from referee.games.hexenrennen.track import all_home

AT_THE_START = (START,) * WITCHES
FACE_DOWN = (None,) * LAST_TILE
ALL_CARDS = (CARDS,) * len(CLANS)
NOT_CHOSEN = (None, None)


def set_up(setup: HexenSetup) -> HexenState:
    """Lay out the track: from the start, or from the position that the table describes."""
    if faults := tuple(setup_faults(setup)):
        raise ImpossibleSetup(faults)
    position = setup.position or HexenPosition()
    if faults := tuple(position_faults(setup.seats, position)):
        raise ImpossiblePosition(faults)
    witches, revealed = position.witches or {}, position.revealed or {}
    cards = {**(position.hands or {}), **(position.piles or {})}
    state = HexenState(
        rules_version=setup.rules_version or RULES_VERSION,
        mode=setup.mode,
        seats=setup.seats,
        finish_by_tile=setup.options.finish_by_tile,
        turn=position.turn or setup.starter or setup.seats[0],
        witches=tuple(witches.get(seat, AT_THE_START) for seat in setup.seats),
        track=tuple(revealed.get(str(tile)) for tile in range(1, LAST_TILE + 1)),  # type: ignore[misc]
        cards=tuple(tuple(sorted(cards.get(clan, CARDS), key=FACES.index)) for clan in CLANS),  # type: ignore[call-overload]
        groups=(),
        todo=(HexenThrow(),),
    )
    if setup.mode == "virtual" and not setup.position:
        return replace(state, groups=(NOT_CHOSEN,) * len(setup.seats), todo=(HexenChoose(),))
    return replace(state, todo=()) if any(all_home(state, seat) for seat in state.seats) else state


# -- faults of a set-up -----------------------------------------------------------------------------------------------


def setup_faults(setup: HexenSetup) -> Iterator[Fault]:
    yield from seat_faults(setup.seats)
    if setup.starter and setup.starter not in setup.seats:
        yield Fault("HX-SETUP-6", "/starter")


def seat_faults(seats: tuple[str, ...]) -> Iterator[Fault]:
    if not 2 <= len(seats) <= len(CLANS) or len(set(seats)) != len(seats):
        yield Fault("HX-SETUP-1", "/seats")


# -- faults of a described table, in the order of HX-API-6 ------------------------------------------------------------


def position_faults(seats: tuple[str, ...], position: HexenPosition) -> Iterator[Fault]:
    witches, revealed = position.witches or {}, position.revealed or {}
    cards = [(f"/position/hands/{clan}", row) for clan, row in (position.hands or {}).items()]
    cards += [(f"/position/piles/{clan}", row) for clan, row in (position.piles or {}).items()]
    placed = [(f"/position/witches/{clan}", row) for clan, row in witches.items()]
    on_track = [(tile_pointer(at), int(at), tile) for at, tile in revealed.items() if at in TILE_NAMES]

    if position.turn and position.turn not in seats:
        yield Fault("HX-SETUP-6", "/position/turn")
    yield from (Fault("HX-SETUP-5", f"/position/witches/{clan}") for clan in witches if clan not in seats)
    yield from witch_count_faults(placed)
    yield from witch_position_faults(placed)
    yield from (Fault("HX-TRACK-1", tile_pointer(at)) for at in revealed if at not in TILE_NAMES)
    yield from tile_count_faults((tile_pointer(at), tile) for at, tile in revealed.items())
    for at, row in cards:
        yield from card_faults(row, at)
    yield from tile_place_faults(on_track)
    yield from (Fault("HX-NEUT-2", f"/position/hands/{clan}") for clan in position.hands or {} if clan not in seats)
    yield from (Fault("HX-NEUT-2", f"/position/piles/{clan}") for clan in position.piles or {} if clan in seats)
    yield from crowd_faults(placed)
    yield from face_down_faults(placed, {tile for _, tile, _ in on_track})


TILE_NAMES = frozenset(str(tile) for tile in range(1, LAST_TILE + 1))

Placed = Iterable[tuple[str, tuple[int, ...]]]  # (pointer of a clan's witches, where they are)


def tile_pointer(at: str) -> str:
    return "/position/revealed/" + at.replace("~", "~0").replace("/", "~1")


def witch_count_faults(placed: Placed) -> Iterator[Fault]:
    return (Fault("HX-COMP-1", pointer) for pointer, row in placed if len(row) != WITCHES)


def witch_position_faults(placed: Placed) -> Iterator[Fault]:
    for pointer, row in placed:
        for witch, position in enumerate(row):
            if not START <= position <= LAST_SQUARE:
                yield Fault("HX-TRACK-2", f"{pointer}/{witch}")


def tile_count_faults(tiles: Iterable[tuple[str, Any]]) -> Iterator[Fault]:
    """Name every tile that does not exist, or that lies on the track more often than the box has it."""
    seen: Counter[Any] = Counter()
    for pointer, tile in tiles:
        clan, face = tile
        seen[tile] += 1
        if clan not in CLANS or seen[tile] > CARDS.count(face):
            yield Fault("HX-COMP-2", pointer)


def card_faults(cards: tuple[Any, ...], pointer: str) -> Iterator[Fault]:
    """Name every card that does not exist, or that there are too many of."""
    for index, card in enumerate(cards):
        if cards[: index + 1].count(card) > CARDS.count(card):
            yield Fault("HX-COMP-2", f"{pointer}/{index}")


def tile_place_faults(tiles: Iterable[tuple[str, int, Any]]) -> Iterator[Fault]:
    """Make the three tests of HX-REVEAL-2 on every face-up tile against those before it."""
    numbers: set[Any] = set()
    in_stage: Counter[Any] = Counter()
    for pointer, position, tile in tiles:
        clan, face = tile
        sort = (stage_of(position), clan, face == MAGIC)
        in_stage[sort] += 1
        if tile in numbers or in_stage[sort] > (1 if face == MAGIC else NUMBERS_PER_STAGE):
            yield Fault("HX-REVEAL-2", pointer)
        if face != MAGIC:
            numbers.add(tile)


def crowd_faults(placed: Placed) -> Iterator[Fault]:
    taken: set[int] = set()
    for pointer, row in placed:
        for witch, position in enumerate(row):
            if START < position <= LAST_TILE:
                if position in taken:
                    yield Fault("HX-MOVE-1", f"{pointer}/{witch}")
                taken.add(position)


def face_down_faults(placed: Placed, face_up: set[int]) -> Iterator[Fault]:
    for pointer, row in placed:
        for witch, position in enumerate(row):
            if START < position <= LAST_TILE and position not in face_up:
                yield Fault("HX-REVEAL-1", f"{pointer}/{witch}")
