"""Verflixxt: driving the pieces of others off a square together, as an attack or a `push` does."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.game import Say
from referee.games.verflixxt.board import (
    Named,
    company,
    is_beyond_the_start,
    is_exact,
    left_of,
    mover,
    own_pawns,
    pawns_of,
    put_guard,
    put_pawn,
    walk,
)
from referee.games.verflixxt.components import FINISH, Seat, Square
from referee.games.verflixxt.nochmal import run_round
from referee.games.verflixxt.state import VerflixxtHome, VerflixxtState


class Driven(NamedTuple):
    """A piece that is driven off: a pawn, or without a seat a guard, or Flixxy."""

    seat: Seat | None = None
    pawn: int = 0
    flixxy: bool = False


def driven(state: VerflixxtState, square: Named, *, flixxy: bool = False) -> list[Driven]:
    """Return the pieces on a square except the mover's own pawns: pawns clockwise from the left, guards, Flixxy."""
    pawns = [
        Driven(seat, pawn)
        for seat in left_of(state, mover(state))
        for pawn, where in enumerate(pawns_of(state, seat))
        if where == square
    ]
    guards = [Driven() for where in state.guards if where == square]
    return [*pawns, *guards, *([Driven(flixxy=True)] if flixxy and state.flixxy == square else [])]


def can_be_driven(state: VerflixxtState, square: Named, *, flixxy: bool = False) -> bool:
    """Tell whether a piece stands on a square that is not one of the mover's own pawns."""
    others = company(state, square) - own_pawns(state).count(square)
    return others > (state.flixxy == square and not flixxy) or square in state.guards


def drive(
    state: VerflixxtState, square: Square, steps: int, say: Say, *, flixxy: bool = False
) -> tuple[VerflixxtState, tuple[VerflixxtHome, ...]]:
    """Move them all by the same number; return also who has come home, in the order in which chips are taken."""
    moved = driven(state, square, flixxy=flixxy)
    if steps == 0 or is_beyond_the_start(state, square, steps):
        return state, ()
    to, exact = walk(state, square, steps), is_exact(state, square, steps)
    homes = []
    for piece in moved:
        if piece.flixxy:
            state = run_round(state, steps, say)
        elif piece.seat:
            say("pushed_pawn", "VX-MOVE-1" if steps > 0 else "VX-MOVE-5", seat=piece.seat, square=to)
            state = put_pawn(state, piece.seat, piece.pawn, to)
            homes.append(VerflixxtHome(exact, piece.seat, piece.pawn, pushed=True))
        else:
            say("pushed_guard", "VX-MOVE-1" if steps > 0 else "VX-MOVE-5", square=to)
            state = put_guard(state, square, to)
            homes.append(VerflixxtHome(exact, mover(state), pushed=True))
    return state, tuple(homes) if to == FINISH else ()


def comes_home(state: VerflixxtState, seat: str, pawn: int, square: str, steps: int) -> bool:
    """Tell whether driving a square would bring this pawn to the finish."""
    here = seat != state.turn and pawns_of(state, seat)[pawn] == square
    return here and not is_beyond_the_start(state, square, steps) and walk(state, square, steps) == FINISH
