"""Verflixxt: looking at the table, and putting pieces down. No rule is decided here."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from referee.games.verflixxt.components import FINISH, START, Seat, Square, Tile
from referee.games.verflixxt.state import VerflixxtState, VerflixxtTask

Named = Any  # a square or a seat, as somebody names it

# -- squares ----------------------------------------------------------------------------------------------------------


def place(state: VerflixxtState, square: Named) -> int:
    """Return how many steps a square is from the start; gaps do not count (VX-MOVE-2)."""
    if square == START:
        return 0
    return len(state.track) + 1 if square == FINISH else state.track.index(square) + 1


def square_at(state: VerflixxtState, place: int) -> Square:
    if place <= 0:
        return START
    return FINISH if place > len(state.track) else state.track[place - 1]


def walk(state: VerflixxtState, square: Named, steps: int) -> Square:
    """Return where a walk ends; surplus steps at the finish are lost (VX-MOVE-4)."""
    return square_at(state, place(state, square) + steps)


def is_beyond_the_start(state: VerflixxtState, square: Named, steps: int) -> bool:
    return steps < 0 and place(state, square) + steps < 0


def is_exact(state: VerflixxtState, square: Named, steps: int) -> bool:
    """Tell whether a walk ends on the finish with no step left over."""
    return place(state, square) + steps == len(state.track) + 1


def neighbours(state: VerflixxtState, square: Named) -> tuple[Square, ...]:
    """Return the squares directly next to one, the finish left out (VX-WORM-9)."""
    if square == START:
        return state.track[:1]
    here = place(state, square)
    return (state.track[here - 2] if here > 1 else START, *state.track[here : here + 1])


# -- pieces -----------------------------------------------------------------------------------------------------------


def mover(state: VerflixxtState) -> Seat:
    return cast(Seat, state.turn)


def row_of(state: VerflixxtState, seat: Named) -> int:
    return state.seats.index(seat)


def pawns_of(state: VerflixxtState, seat: Named) -> tuple[Square, ...]:
    return state.pawns[state.seats.index(seat)]


def own_pawns(state: VerflixxtState) -> tuple[Square, ...]:
    """Return where the pawns of the player on turn are."""
    on_turn: Any = state.turn
    return state.pawns[state.seats.index(on_turn)]


def goes_beyond_the_start(state: VerflixxtState, move: Any) -> bool:
    """Tell whether a pawn of the player on turn would walk off the track."""
    return move.steps < 0 and is_beyond_the_start(state, own_pawns(state)[move.pawn], move.steps)


def is_in_play(state: VerflixxtState, seat: Named) -> bool:
    pawns = pawns_of(state, seat)
    return pawns.count(FINISH) < len(pawns)


def pawns_in_play(state: VerflixxtState) -> int:
    return sum([len(row) - row.count(FINISH) for row in state.pawns])


def peopled(state: VerflixxtState) -> set[Square | None]:
    """Return the squares on which a pawn or Flixxy stands."""
    return {state.flixxy}.union(*state.pawns)


def company(state: VerflixxtState, square: Named) -> int:
    """Count the pawns on a square, Flixxy included."""
    return sum([row.count(square) for row in state.pawns]) + int(state.flixxy == square)


def pieces(state: VerflixxtState, square: Named) -> int:
    return company(state, square) + state.guards.count(square)


def left_of(state: VerflixxtState, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats, clockwise from a seat's left."""
    row = row_of(state, seat)
    return (*state.seats[row + 1 :], *state.seats[:row])


# -- changes ----------------------------------------------------------------------------------------------------------


def with_row(rows: tuple[Any, ...], row: int, value: Any) -> tuple[Any, ...]:
    return (*rows[:row], value, *rows[row + 1 :])


def put_pawn(state: VerflixxtState, seat: Named, pawn: int, square: Square) -> VerflixxtState:
    row = row_of(state, seat)
    return replace(state, pawns=with_row(state.pawns, row, with_row(state.pawns[row], pawn, square)))


def put_guards(state: VerflixxtState, guards: list[Square]) -> VerflixxtState:
    """Stand the guards in the order of their squares; who has reached the finish is out (VX-GUARD-5)."""
    places = {square: place for place, square in enumerate((START, *state.track))}
    standing = [square for square in guards if square != FINISH]
    return replace(state, guards=tuple(sorted(standing, key=places.__getitem__)))


def put_guard(state: VerflixxtState, from_: Named, square: Square) -> VerflixxtState:
    guards = list(state.guards)
    guards[guards.index(from_)] = square
    return put_guards(state, guards)


def stack_up(state: VerflixxtState, seat: Named, stack: tuple[Tile, ...]) -> VerflixxtState:
    return replace(state, stacks=with_row(state.stacks, row_of(state, seat), stack))


def first(state: VerflixxtState, *tasks: VerflixxtTask) -> VerflixxtState:
    """Do these before everything else that is still to do."""
    return replace(state, todo=(*tasks, *state.todo))


def note(state: VerflixxtState, **changes: Any) -> VerflixxtState:
    """Note what has happened in this turn."""
    return replace(state, so_far=replace(state.so_far, **changes))
