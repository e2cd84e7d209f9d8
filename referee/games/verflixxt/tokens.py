"""Verflixxt Nochmal, the wormy variant: who holds which token, and when it may be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import msgspec
from msgspec import UNSET

from referee.core.game import CHANCE, Run, Say, Task, asked
from referee.core.rules import Rule, rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import (
    Named,
    first,
    neighbours,
    own_pawns,
    pawns_of,
    peopled,
    row_of,
    with_row,
)
from referee.games.verflixxt.components import ASSUMED_WORMS, FINISH, MALUS, UNKNOWN, Seat, Square
from referee.games.verflixxt.driving import can_be_driven
from referee.games.verflixxt.state import (
    VerflixxtAfter,
    VerflixxtBefore,
    VerflixxtLeft,
    VerflixxtReveal,
    VerflixxtSlot,
    VerflixxtState,
    VerflixxtStep,
    VerflixxtToken,
    VerflixxtWormDrawing,
)

# -- winning tokens ---------------------------------------------------------------------------------------------------


def how_many(state: VerflixxtState) -> Mapping[Any, int]:
    """Count the tokens of each kind: as the client named them, else as we assume."""
    return ASSUMED_WORMS if state.worm_counts is None else dict(state.worm_counts)


def composition_binds(state: VerflixxtState) -> bool:
    """An assumed composition never refuses a token that a real table reports (VX-COMP-4)."""
    return state.worm_counts is not None or state.mode == "virtual"


def tokens_of(state: VerflixxtState, seat: Named) -> tuple[VerflixxtToken, ...]:
    return state.worms[state.seats.index(seat)]


def seen(state: VerflixxtState, kind: Any) -> int:
    """Count the tokens of a kind whose face is known."""
    held = [token.kind for tokens in state.worms for token in tokens]
    return held.count(kind) + state.worm_pile.count(kind)


def unseen(state: VerflixxtState, kind: str) -> int:
    return max(how_many(state).get(kind, 0) - seen(state, kind), 0)


def hold(state: VerflixxtState, seat: Named, tokens: tuple[VerflixxtToken, ...]) -> VerflixxtState:
    return msgspec.structs.replace(state, worms=with_row(state.worms, row_of(state, seat), tokens))


def token_for_a_malus(leave: Run) -> Run:
    """Whoever takes a malus tile from the track also gets the top token (VX-WORM-2)."""

    def left(state: VerflixxtState, task: VerflixxtLeft, say: Say) -> VerflixxtState:
        state = leave(state, task, say)
        if task.tile not in MALUS or not state.worm_pile:
            return state
        if state.mode == "virtual":  # RULING (ours): an input also when the top token is known; then it is the only one
            return first(state, VerflixxtWormDrawing(task.taker))
        return win_token(state, task.taker, state.worm_pile[0], say)

    return left


def win_token(state: VerflixxtState, seat: Seat, kind: Any, say: Say) -> VerflixxtState:
    """Take the top token; its kind is known to all if it came back under the pile before (VX-INFO-2)."""
    top, *rest = state.worm_pile
    token = VerflixxtToken(kind, open=top != UNKNOWN, fresh=True)
    say("worm_won", "VX-WORM-2", seat=seat, kind=f"worm_{kind}")
    state = msgspec.structs.replace(state, worm_pile=tuple(rest))
    return hold(state, seat, (*tokens_of(state, seat), token))


@rule("VX-IN-6", "actor", "player")
def drawn_for_this_player(state: VerflixxtState, move: m.VerflixxtWormDraw) -> bool:
    return move.actor == CHANCE and move.player == asked(state).player


@rule("VX-IN-6", "kind")
def the_top_token_can_be_this(state: VerflixxtState, move: m.VerflixxtWormDraw) -> bool:
    top = state.worm_pile[0]
    return move.kind == top if top != UNKNOWN else unseen(state, move.kind) > 0


def draw_token(state: VerflixxtState, task: Task, move: m.VerflixxtWormDraw, say: Say) -> VerflixxtState:
    return win_token(state, move.player, move.kind, say)


def player_of_the_draw(state: VerflixxtState, move: Any) -> Iterable[str]:
    return (asked(state).player,)


# -- using tokens -----------------------------------------------------------------------------------------------------

SLOT_OF: dict[type[Task], VerflixxtSlot] = {
    VerflixxtBefore: VerflixxtSlot("before"),
    VerflixxtReveal: VerflixxtSlot("card"),
    VerflixxtStep: VerflixxtSlot("move"),
    VerflixxtAfter: VerflixxtSlot("after"),
}


def usable(state: VerflixxtState, kind: str) -> int | None:
    """Return which token is used as this kind: one that everybody knows first, then a hidden one, then an unknown."""
    hidden = unknown = None
    for number, token in enumerate(tokens_of(state, state.turn)):
        if token.kind == kind and not token.fresh:
            if token.open:
                return number
            hidden = number if hidden is None else hidden
        elif token.kind == UNKNOWN and not token.fresh:
            unknown = number if unknown is None else unknown
    return unknown if hidden is None else hidden


@rule("VX-WORM-4", "kind")
def has_a_usable_token(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return usable(state, move.kind) is not None


@rule("VX-IN-7", "kind")
def an_unknown_token_can_be_this(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    if not composition_binds(state):
        return True
    token = tokens_of(state, state.turn)[cast(int, usable(state, move.kind))]
    return token.kind != UNKNOWN or unseen(state, move.kind) > 0


def only(id: str, kind: str, *needs: str) -> Callable[[Callable[[Any, Any], bool]], Rule]:
    """Make a rule that concerns one kind of token."""

    def make(holds: Callable[[Any, Any], bool]) -> Rule:
        def for_this_kind(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
            return move.kind != kind or holds(state, move)

        for_this_kind.__qualname__ = holds.__qualname__
        return Rule(id, for_this_kind, ("kind", *needs))

    return make


ALL_FIELDS = ("pawn", "with_", "owner", "other", "square")


@only("VX-WORM-7", "bury")
def a_tile_lies_in_the_stack(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return bool(state.stacks[row_of(state, state.turn)])


@only("VX-WORM-7", "bury", *ALL_FIELDS)
def bury_names_nothing_else(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return m.names_only(move)


@only("VX-WORM-6", "double")
def the_normal_move_is_made(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return isinstance(asked(state), VerflixxtAfter)


@only("VX-WORM-6", "double", *ALL_FIELDS)
def double_names_nothing_else(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return m.names_only(move)


@only("VX-WORM-8", "push")
def a_number_was_thrown(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return state.so_far.number is not None


@only("VX-WORM-8", "push", *ALL_FIELDS)
def somebody_can_be_pushed_there(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return (
        m.names_only(move, "square")
        and move.square != FINISH
        and move.square in peopled(state)
        and can_be_driven(state, move.square, flixxy=True)
    )


@only("VX-WORM-10", "swap", "pawn")
def the_pawn_was_not_moved(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return move.pawn not in state.so_far.moved


@only("VX-WORM-9", "swap", "pawn")
def the_swapper_is_in_play(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    own = own_pawns(state)
    return move.pawn is not UNSET and move.pawn < len(own) and own[move.pawn] != FINISH


@only("VX-WORM-9", "swap", *ALL_FIELDS)
def the_other_piece_is_next_to_it(state: VerflixxtState, move: Any) -> bool:
    near = neighbours(state, own_pawns(state)[move.pawn])
    match move.with_:
        case "pawn":
            return m.names_only(move, "pawn", "with_", "owner", "other") and is_near_pawn(state, move, near)
        case "guard":
            return m.names_only(move, "pawn", "with_", "square") and move.square in state.guards and move.square in near
        case "flixxy":
            return m.names_only(move, "pawn", "with_") and state.flixxy in near
    return False


def is_near_pawn(state: VerflixxtState, move: Any, near: tuple[Square, ...]) -> bool:
    if move.owner == state.turn or move.owner not in state.seats:
        return False
    theirs = pawns_of(state, move.owner)
    return move.other < len(theirs) and theirs[move.other] in near


@rule("VX-WORM-10", "pawn")
def the_pawn_was_not_swapped(state: VerflixxtState, move: m.VerflixxtPawn) -> bool:
    return move.pawn not in state.so_far.swapped


NUMBER_FOR_A_PUSH = (a_number_was_thrown,)
WORM_TESTS = (
    has_a_usable_token,
    an_unknown_token_can_be_this,
    a_tile_lies_in_the_stack,
    the_normal_move_is_made,
    *NUMBER_FOR_A_PUSH,
    the_pawn_was_not_moved,
    the_swapper_is_in_play,
    bury_names_nothing_else,
    double_names_nothing_else,
    somebody_can_be_pushed_there,
    the_other_piece_is_next_to_it,
)
