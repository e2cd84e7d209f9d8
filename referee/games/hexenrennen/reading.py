"""Hexenrennen: reading the table aloud, adding up the points, and what each player may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.core.game import Description, Event, asked
from referee.core.scores import ScoreSheet, score_sheet
from referee.core.words import Sentence
from referee.games.hexenrennen.components import CLANS, LAST_TILE, POINTS, START
from referee.games.hexenrennen.documents import (
    HIDDEN,
    HexenrennenChoose,
    HexenrennenChooseTiles,
    HexenrennenDrawing,
    HexenrennenMove,
    HexenrennenPick,
    HexenrennenPosition,
    HexenrennenSpell,
    HexenrennenState,
    HexenrennenThrow,
    HexenrennenTurnUp,
)
from referee.games.hexenrennen.track import cards_of, moving_witch, symbol_under, witches_of

# -- describing -------------------------------------------------------------------------------------------------------


def describe(state: HexenrennenState) -> Description:
    position = HexenrennenPosition(
        turn=state.turn,
        witches={seat: witches_of(state, seat) for seat in state.seats},
        revealed={str(place): tile for place, tile in enumerate(state.track, start=1) if tile},
        hands={seat: cards_of(state, seat) for seat in state.seats},
        piles={clan: cards_of(state, clan) for clan in neutral_clans(state)},  # type: ignore[misc]
    )
    return Description(position, tuple(sentences(state)))


def neutral_clans(state: HexenrennenState) -> list[str]:
    return [clan for clan in CLANS if clan not in state.seats]


def sentences(state: HexenrennenState) -> Iterator[Sentence]:
    for seat in state.seats:
        for number, position in enumerate(witches_of(state, seat), start=1):
            place = "at_start" if position == START else "on_tile" if position <= LAST_TILE else "in_finish"
            points = POINTS.get(position, 0)
            yield Sentence(place, {"seat": seat, "witch": number, "pos": position, "points": points})
    for position, tile in enumerate(state.track, start=1):
        if tile:
            yield Sentence("tile", {"pos": position, "clan": tile[0], "face": tile[1]})
    for seat in state.seats:
        yield Sentence(
            "hand" if cards_of(state, seat) else "empty_hand", {"clan": seat, "cards": cards_of(state, seat)}
        )
    for clan in neutral_clans(state):
        yield Sentence(
            "pile" if cards_of(state, clan) else "empty_pile", {"clan": clan, "cards": cards_of(state, clan)}
        )
    yield pending(state)


def pending(state: HexenrennenState) -> Sentence:
    if not state.todo:
        return Sentence("over", {"winners": scores(state).winners})
    match asked(state):
        case HexenrennenChoose():
            return Sentence(
                "choose_tiles",
                {"seats": [s for s, pair in zip(state.seats, state.groups, strict=True) if None in pair]},
            )
        case HexenrennenThrow():
            return Sentence("throw", {"seat": state.turn})
        case HexenrennenPick(value):
            return Sentence("pick", {"seat": state.turn, "value": value})
        case HexenrennenTurnUp():
            return Sentence("turn_up", {"seat": state.turn, "pos": moving_witch(state)})
        case HexenrennenSpell(obliged=obliged):
            key = "obliged" if obliged else "own_magic" if symbol_under(state) == state.turn else "other_magic"
            return Sentence(key, {"seat": state.turn, "clan": symbol_under(state), "pos": moving_witch(state)})
        case HexenrennenDrawing():
            return Sentence("drawing", {"seat": state.turn, "clan": symbol_under(state), "pos": moving_witch(state)})
    raise AssertionError(state.todo)


# -- scoring ----------------------------------------------------------------------------------------------------------


def scores(state: HexenrennenState) -> ScoreSheet:
    items: dict[str, dict[str, int]] = {
        seat: {f"witch_{witch}": POINTS.get(position, 0) for witch, position in enumerate(witches_of(state, seat))}
        for seat in state.seats
    }
    return score_sheet(items, None if state.todo else "HX-END-1")


# -- hiding -----------------------------------------------------------------------------------------------------------


def view(state: HexenrennenState, viewer: str | None) -> HexenrennenState:
    """Hide what the others chose, not that they have chosen (HX-INFO-3). All else in a state is public."""
    if not state.groups:
        return state
    rows = zip(state.seats, state.groups, strict=True)
    return replace(state, groups=tuple(pair if seat == viewer else hidden(pair) for seat, pair in rows))


def hidden(pair: tuple[Any, Any]) -> tuple[Any, ...]:
    return tuple(chosen and HIDDEN for chosen in pair)


def view_entry(
    state: HexenrennenState, move: HexenrennenMove, events: tuple[Event, ...], viewer: str | None
) -> tuple[HexenrennenMove, tuple[Event, ...]]:
    if isinstance(move, HexenrennenChooseTiles) and move.actor != viewer:
        move = replace(move, numbers=HIDDEN)
    return move, events
