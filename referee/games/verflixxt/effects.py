"""Verflixxt: what the moves of the base game do."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from referee.core.game import Effect, Say, Task
from referee.games.verflixxt.board import (
    first,
    is_exact,
    mover,
    note,
    own_pawns,
    pieces,
    put_guard,
    put_guards,
    put_pawn,
    row_of,
    stack_up,
    walk,
)
from referee.games.verflixxt.components import FINISH, START, Seat, Square, Tile
from referee.games.verflixxt.moves import VerflixxtGuard, VerflixxtPass, VerflixxtPawn, VerflixxtRoll, VerflixxtStay
from referee.games.verflixxt.state import (
    VerflixxtHome,
    VerflixxtLeft,
    VerflixxtSettle,
    VerflixxtState,
    VerflixxtTask,
)

# -- throwing and moving ----------------------------------------------------------------------------------------------


def throw(state: VerflixxtState, task: Task, move: VerflixxtRoll, say: Say) -> VerflixxtState:
    say("throw", "VX-TURN-1", seat=state.turn, number=move.die)
    return note(state, number=move.die)


def move_pawn(state: VerflixxtState, task: Task, move: VerflixxtPawn, say: Say) -> VerflixxtState:
    seat = mover(state)
    from_ = own_pawns(state)[move.pawn]
    to, exact, alone = walk(state, from_, move.steps), is_exact(state, from_, move.steps), pieces(state, from_) == 1
    tell_walk(say, "pawn", move.steps, to, seat=seat, pawn=move.pawn)
    state = note(put_pawn(state, seat, move.pawn, to), moved=(*state.so_far.moved, move.pawn))
    home = (VerflixxtHome(exact, seat, move.pawn),) if to == FINISH else ()
    return first(
        state,
        *home,
        *has_left(from_, seat, alone),
        VerflixxtSettle() if home else VerflixxtSettle(move.pawn),
    )


def move_guard(state: VerflixxtState, task: Task, move: VerflixxtGuard, say: Say) -> VerflixxtState:
    """Move a guard; its tile is never taken, because a pawn or Flixxy remains on it (VX-GUARD-4)."""
    to, exact = walk(state, move.from_, move.steps), is_exact(state, move.from_, move.steps)
    tell_walk(say, "guard", move.steps, to, seat=state.turn, start=move.from_)
    home = (VerflixxtHome(exact, mover(state)),) if to == FINISH else ()
    return first(put_guard(state, move.from_, to), *home, VerflixxtSettle())


def has_left(square: Square, taker: Seat, alone: bool) -> tuple[VerflixxtTask, ...]:
    """Start and finish are never taken, nor a tile on which somebody remains (VX-TAKE-2, VX-TAKE-3)."""
    return (VerflixxtLeft(square, taker),) if alone and square not in (START, FINISH) else ()


def tell_walk(say: Say, piece: str, steps: int, to: str, **who: object) -> None:
    if steps < 0:
        say(f"{piece}_back", "VX-MOVE-5", steps=-steps, square=to, **who)
    else:
        say(piece, "VX-MOVE-1", steps=steps, square=to, **who)


def staying(why: Callable[[VerflixxtState], str]) -> Effect:
    """Nobody moves, by the rule that allows it here."""

    def stay(state: VerflixxtState, task: Task, move: VerflixxtStay, say: Say) -> VerflixxtState:
        say("stay", why(state), seat=move.actor)
        return first(state, VerflixxtSettle())

    return stay


def pass_(state: VerflixxtState, task: Task, move: VerflixxtPass, say: Say) -> VerflixxtState:
    say("pass", "VX-TURN-4", seat=move.actor)
    return first(state, VerflixxtSettle())


# -- what follows from it ---------------------------------------------------------------------------------------------


def come_home(state: VerflixxtState, task: VerflixxtHome, say: Say) -> VerflixxtState:
    if task.pawn is UNSET:
        say("guard_home", "VX-GUARD-5")
    else:
        say("home", "VX-MOVE-4", seat=task.seat, pawn=task.pawn)
    return state


def take(state: VerflixxtState, task: VerflixxtLeft, say: Say) -> VerflixxtState:
    """The tile that was left goes on top of the taker's stack (VX-TAKE-1)."""
    say("take", "VX-TAKE-1", seat=task.taker, tile=task.tile)
    stack = (*state.stacks[row_of(state, task.taker)], task.tile)
    place = state.track.index(task.tile)
    return stack_up(replace(state, track=(*state.track[:place], *state.track[place + 1 :])), task.taker, stack)


def overtaken_tiles(state: VerflixxtState) -> tuple[Tile, ...]:
    """Return the tiles behind every pawn in play (VX-PASSED-1)."""
    standing = set().union(*state.pawns)
    if START in standing:
        return ()
    return next((state.track[:number] for number, tile in enumerate(state.track) if tile in standing), ())


def box_overtaken(state: VerflixxtState, say: Say) -> VerflixxtState:
    """Put overtaken tiles and the guards on them into the box (VX-PASSED-2)."""
    return box(state, overtaken_tiles(state), say)


def box(state: VerflixxtState, gone: tuple[Tile, ...], say: Say) -> VerflixxtState:
    if not gone:
        return state
    say("boxed", "VX-PASSED-2", tiles=gone)
    state = put_guards(state, [square for square in state.guards if square not in gone])
    return replace(state, track=tuple(tile for tile in state.track if tile not in gone))


def keep_overtaken(state: VerflixxtState, say: Say) -> VerflixxtState:
    return state
