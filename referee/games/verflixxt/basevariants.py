"""Verflixxt: variants 2 to 5 of the base game, and what becomes of overtaken tiles. Variant 1 is a layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from referee.core.game import Say
from referee.core.rules import Rule, goes_on, rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import (
    goes_beyond_the_start,
    is_beyond_the_start,
    is_in_play,
    pawns_in_play,
    pieces,
    put_guards,
)
from referee.games.verflixxt.components import FINISH, MALUS, START, VERFLIXXT, Tile
from referee.games.verflixxt.effects import box, box_overtaken, keep_overtaken, overtaken_tiles, staying
from referee.games.verflixxt.rules import moving_by
from referee.games.verflixxt.ruleset import VerflixxtRuleset, with_sheets, with_tests
from referee.games.verflixxt.state import VerflixxtState

# -- variant 2: a 1 goes forward, back, or not at all -----------------------------------------------------------------


@rule("VX-TURN-3")
def a_one_was_thrown(state: VerflixxtState, move: Any) -> bool:
    return state.so_far.number == 1


@rule("VX-V2-2", "pawn", "steps")
def not_behind_the_start(state: VerflixxtState, move: m.VerflixxtPawn) -> bool:
    return not goes_beyond_the_start(state, move)


@rule("VX-MOVE-5", "from_", "steps")
def no_guard_behind_the_start(state: VerflixxtState, move: m.VerflixxtGuard) -> bool:
    return not is_beyond_the_start(state, move.from_, move.steps)


def a_one_also_back(state: VerflixxtState, move: Any) -> tuple[int, ...]:
    number = state.so_far.number or 0
    return (1, -1) if number == 1 else (number,)


def variant_2(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    for move, edge in ((m.VerflixxtPawn, not_behind_the_start), (m.VerflixxtGuard, no_guard_behind_the_start)):
        rules = with_tests(moving_by(rules, move, a_one_also_back), move, edge=(edge,))
    stay = replace(
        rules.sheets[m.VerflixxtStay],
        tests={"choice": (a_one_was_thrown,)},
        effect=staying(lambda state: "VX-V2-1"),
    )
    return with_sheets(rules, {m.VerflixxtStay: stay})


# -- variant 3: overtaken tiles come back at the end of the track -----------------------------------------------------


def laid_before_the_finish(with_guards: bool) -> Callable[[VerflixxtState, Say], VerflixxtState]:
    """Lay overtaken tiles at the end of the track, in their order; the guards on them go into the box, or along."""

    def lay(state: VerflixxtState, say: Say) -> VerflixxtState:
        tiles = overtaken_tiles(state)
        if not tiles:
            return state
        say("laid_at_the_end", "VX-V3-1", tiles=tiles)
        state = msgspec.structs.replace(state, track=(*state.track[len(tiles) :], *tiles))
        return put_guards(state, [square for square in state.guards if with_guards or square not in tiles])

    return lay


def variant_3(v3_guards: str) -> Callable[[VerflixxtRuleset], VerflixxtRuleset]:
    return lambda rules: replace(rules, overtaken=laid_before_the_finish(v3_guards == "with_tile"))


# -- variants 4 and 5: the game stops earlier -------------------------------------------------------------------------


def stopped_by(rules: VerflixxtRuleset, id: str, stops: Callable[[VerflixxtState], bool]) -> VerflixxtRuleset:
    over: tuple[Rule, ...] = (goes_on(id),)
    return replace(rules, ended_by=id, stops=stops, common={**rules.common, "over": over})


def somebody_is_home(state: VerflixxtState) -> bool:
    return not all(is_in_play(state, seat) for seat in state.seats)


def tiles_of_lone_pawns(state: VerflixxtState, row: int) -> tuple[Tile, ...]:
    """Return the tiles on which a player's pawns stand alone when the game has stopped (VX-V4-2)."""
    return tuple(
        square
        for square in state.pawns[row]
        if square not in (START, FINISH) and square not in VERFLIXXT and pieces(state, square) == 1
    )


def tell_lone_pawns(state: VerflixxtState, say: Say) -> None:
    for row, seat in enumerate(state.seats):
        for tile in tiles_of_lone_pawns(state, row):
            say("last_take", "VX-V4-2", seat=seat, tile=tile)


def variant_4(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    rules = stopped_by(rules, "VX-V4-1", somebody_is_home)
    return replace(rules, handed_out=tiles_of_lone_pawns, last_words=tell_lone_pawns)


def at_most_one_pawn_is_left(state: VerflixxtState) -> bool:
    return pawns_in_play(state) <= 1


def greatest_free_malus(state: VerflixxtState) -> Tile | None:
    """Return the greatest malus tile on the track that no guard stands on (VX-V5-2)."""
    free = [tile for tile in state.track if tile in MALUS and tile not in state.guards]
    return max(free, key=lambda tile: MALUS[tile], default=None)


def last_malus(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    """The remaining pawn's owner gets the greatest free malus, which luck cannot turn."""
    malus = greatest_free_malus(state) if not state.todo and is_in_play(state, state.seats[row]) else None
    return -MALUS[malus] if malus else 0


def tell_last_malus(state: VerflixxtState, say: Say) -> None:
    for seat in state.seats:
        if is_in_play(state, seat) and (malus := greatest_free_malus(state)):
            say("last_malus", "VX-V5-2", seat=seat, tile=malus)


def variant_5(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    rules = stopped_by(rules, "VX-V5-1", at_most_one_pawn_is_left)
    return replace(rules, last_words=tell_last_malus, items={**rules.items, "v5": last_malus})


# -- overtaken tiles --------------------------------------------------------------------------------------------------


def box_what_cannot_come_back(state: VerflixxtState, say: Say) -> VerflixxtState:
    """Nothing is overtaken while Flixxy goes round, and Verflixxt tiles stay (VX-PASSED-2, VX-VT-5)."""
    if state.flixxy is not None:
        return state
    return box(state, tuple(tile for tile in overtaken_tiles(state) if tile not in VERFLIXXT), say)


def keep(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    return replace(rules, overtaken=keep_overtaken)


def box_after_each_move(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    return replace(rules, overtaken=box_overtaken)


def box_unless_flixxy(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    return replace(rules, overtaken=box_what_cannot_come_back)
