"""Verflixxt Nochmal: Flixxy and the action die, Verflixxt tiles, round chips."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

import msgspec

from referee.core.game import Run, Say, Task
from referee.core.rules import rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import (
    first,
    is_in_play,
    left_of,
    mover,
    note,
    pieces,
    place,
    row_of,
    square_at,
    stack_up,
    with_row,
)
from referee.games.verflixxt.components import (
    ACTIONS,
    ALT,
    NOCHMAL_COLOURS,
    STANDARD,
    VERFLIXXT,
    Layout,
    Seat,
    Square,
    guards_on_the_first_eight,
    without,
)
from referee.games.verflixxt.effects import has_left, take, tell_walk
from referee.games.verflixxt.rules import (
    any_die,
    by_chance,
    by_the_player_on_turn,
    numbers,
    the_number_thrown,
    thrown,
)
from referee.games.verflixxt.ruleset import Sheet, VerflixxtRuleset, add_tests, with_sheets
from referee.games.verflixxt.state import VerflixxtLeft, VerflixxtSettle, VerflixxtState

TILES = (*without(STANDARD, "-1a", "-1b", "-2a", "-2b"), *VERFLIXXT)  # VX-NSET-2


def flixxy_plays(state: VerflixxtState) -> bool:
    return state.flixxy is not None


# -- throwing ---------------------------------------------------------------------------------------------------------


def any_action(state: VerflixxtState, move: Any) -> Iterable[Any]:
    """With Flixxy gone, the action die is gone too (VX-FLIX-9)."""
    return tuple(ACTIONS) if flixxy_plays(state) else (msgspec.UNSET,)


def faces_of_the_action_die(state: VerflixxtState, move: m.VerflixxtRoll) -> int:
    return ACTIONS[move.action] if move.action is not msgspec.UNSET else 1


def throw_both(state: VerflixxtState, task: Task, move: m.VerflixxtRoll, say: Say) -> VerflixxtState:
    if move.action is msgspec.UNSET:
        say("throw", "VX-TURN-1", seat=state.turn, number=move.die)
        return note(state, number=move.die)
    say("throw_both", "VX-FLIX-1", seat=state.turn, number=move.die, action=f"action_{move.action}")
    return note(state, number=move.die, action=move.action)


# -- moving Flixxy ----------------------------------------------------------------------------------------------------


@rule("VX-FLIX-2")
def flixxy_need_not_move(state: VerflixxtState, move: Any) -> bool:
    return state.so_far.action != "flixxy" or not flixxy_plays(state)


@rule("VX-FLIX-9")
def flixxy_is_in_the_game(state: VerflixxtState, move: m.VerflixxtFlixxy) -> bool:
    return flixxy_plays(state)


@rule("VX-FLIX-4")
def flixxy_may_move(state: VerflixxtState, move: m.VerflixxtFlixxy) -> bool:
    return state.so_far.action != "x"


def move_flixxy(state: VerflixxtState, task: Task, move: m.VerflixxtFlixxy, say: Say) -> VerflixxtState:
    from_ = cast(Square, state.flixxy)
    alone = pieces(state, from_) == 1
    state = run_round(state, move.steps, say)
    return first(state, *(has_left(from_, mover(state), alone) if state.flixxy != from_ else ()), VerflixxtSettle())


def run_round(state: VerflixxtState, steps: int, say: Say) -> VerflixxtState:
    """Flixxy runs in circles and wins a chip at each finish; with no chip left it leaves the game (VX-FLIX-7 to -9)."""
    here, finish = place(state, cast(Square, state.flixxy)), len(state.track) + 1
    if steps < 0:
        state = msgspec.structs.replace(state, flixxy=square_at(state, here + steps))
    for _ in range(steps):
        here = (here + 1) % (finish + 1)
        state = msgspec.structs.replace(state, flixxy=square_at(state, here))
        if here == finish:
            if not state.round_chips:
                say("flixxy_leaves", "VX-FLIX-9")
                return msgspec.structs.replace(state, flixxy=None)
            state = win_round_chip(state, say)
    tell_walk(say, "flixxy", steps, cast(Square, state.flixxy), seat=state.turn)
    return state


def win_round_chip(state: VerflixxtState, say: Say) -> VerflixxtState:
    chip, *rest = state.round_chips
    say("round_chip", "VX-FLIX-8", seat=state.turn, points=chip)
    row = row_of(state, state.turn)
    won = with_row(state.won_round, row, (*state.won_round[row], chip))
    return msgspec.structs.replace(state, round_chips=tuple(rest), won_round=won)


# -- Verflixxt tiles --------------------------------------------------------------------------------------------------


def give_or_take(state: VerflixxtState, task: VerflixxtLeft, say: Say) -> VerflixxtState:
    """A Verflixxt tile is not taken: the mover gives the top tile of the own stack to the left (VX-VT-2)."""
    return give(state, mover(state), say) if task.tile in VERFLIXXT else take(state, task, say)


def give(state: VerflixxtState, giver: Seat, say: Say) -> VerflixxtState:
    stack = state.stacks[row_of(state, giver)]
    if not stack:
        say("nothing_to_give", "VX-VT-3", seat=giver)
        return state
    *rest, tile = stack
    state = stack_up(state, giver, tuple(rest))
    receiver = next((seat for seat in left_of(state, giver) if is_in_play(state, seat)), None)
    if receiver is None:
        say("removed", "VX-VT-4", seat=giver, tile=tile)
        return state
    say("give", "VX-VT-2", seat=giver, tile=tile, to=receiver)
    return stack_up(state, receiver, (*state.stacks[row_of(state, receiver)], tile))


# -- the score --------------------------------------------------------------------------------------------------------


def round_chips(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    return sum(state.won_round[row])


# -- the expansion ----------------------------------------------------------------------------------------------------


def nochmal(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    rules = with_sheets(
        rules,
        {
            m.VerflixxtRoll: Sheet(
                {"actor": by_chance, "die": any_die, "action": any_action},
                {"report": thrown("VX-IN-1", die=True, action=flixxy_plays)},
                throw_both,
                by_chance=True,
                weight=faces_of_the_action_die,
            ),
            m.VerflixxtFlixxy: Sheet(
                {"actor": by_the_player_on_turn, "steps": the_number_thrown},
                {"piece": (flixxy_is_in_the_game, flixxy_may_move), "number": numbers(the_number_thrown)},
                move_flixxy,
            ),
        },
    )
    for move in (m.VerflixxtPawn, m.VerflixxtGuard):
        rules = add_tests(rules, move, action=(flixxy_need_not_move,))
    runs: dict[type[Task], Run] = {**rules.runs, VerflixxtLeft: give_or_take}
    return replace(
        rules,
        runs=runs,
        players=(2, 8, "VX-NSET-1"),
        colours=(*rules.colours, *NOCHMAL_COLOURS),
        layouts={
            "random": Layout(TILES, guards_on_the_first_eight, shuffled=True),
            "alt": Layout(ALT, guards_on_the_first_eight),
        },
        fields=(*rules.fields, "flixxy", "round_chips", "won_round"),
        items={**rules.items, "round_chips": round_chips},
    )
