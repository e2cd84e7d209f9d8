"""Verflixxt Nochmal, the wormy variant: tokens that are won with malus tiles and played in a later turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

import msgspec
from msgspec import UNSET

from referee.core.game import CHANCE, Decision, Effect, Run, Say, Task, asked
from referee.core.rules import Rule, rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import (
    company,
    first,
    mover,
    neighbours,
    note,
    own_pawns,
    pawns_of,
    pieces,
    place,
    put_guard,
    put_pawn,
    row_of,
    stack_up,
    with_row,
)
from referee.games.verflixxt.components import ASSUMED_WORMS, FINISH, MALUS, UNKNOWN, WORMS, Seat, Square
from referee.games.verflixxt.driving import drive, driven
from referee.games.verflixxt.effects import has_left
from referee.games.verflixxt.rules import (
    END,
    after_the_move,
    asks_what_is_open,
    by_chance,
    by_the_player_on_turn,
    due,
    no_effect,
    not_due,
    the_normal_move_is_still_to_come,
)
from referee.games.verflixxt.ruleset import Sheet, VerflixxtRuleset, add_common, add_tests, with_sheets
from referee.games.verflixxt.state import (
    VerflixxtAfter,
    VerflixxtAgain,
    VerflixxtBefore,
    VerflixxtLeft,
    VerflixxtReveal,
    VerflixxtSettle,
    VerflixxtSlot,
    VerflixxtState,
    VerflixxtStep,
    VerflixxtToken,
    VerflixxtWormDrawing,
)

# -- winning tokens ---------------------------------------------------------------------------------------------------


def how_many(state: VerflixxtState) -> dict[str, int]:
    """Count the tokens of each kind: as the client named them, else as we assume."""
    return dict(ASSUMED_WORMS.items() if state.worm_counts is None else state.worm_counts)


def tokens_of(state: VerflixxtState, seat: str | None) -> tuple[VerflixxtToken, ...]:
    return state.worms[row_of(state, seat)]


def seen(state: VerflixxtState, kind: str) -> int:
    """Count the tokens of a kind whose face is known."""
    held = sum(token.kind == kind for tokens in state.worms for token in tokens)
    return held + state.worm_pile.count(cast(Any, kind))


def unseen(state: VerflixxtState, kind: str) -> int:
    return max(how_many(state).get(kind, 0) - seen(state, kind), 0)


def hold(state: VerflixxtState, seat: str | None, tokens: tuple[VerflixxtToken, ...]) -> VerflixxtState:
    return msgspec.structs.replace(state, worms=with_row(state.worms, row_of(state, seat), tokens))


def token_for_a_malus(leave: Run) -> Run:
    """Whoever takes a malus tile from the track also gets the top token (VX-WORM-2)."""

    def left(state: VerflixxtState, task: VerflixxtLeft, say: Say) -> VerflixxtState:
        state = leave(state, task, say)
        if task.tile not in MALUS or not state.worm_pile:
            return state
        if state.mode == "virtual":
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


Fits = Callable[[VerflixxtToken], bool]


def usable(state: VerflixxtState, kind: str) -> int | None:
    """Return which token is used as this kind: one that everybody knows first, then a hidden one, then an unknown."""
    tokens = [(number, token) for number, token in enumerate(tokens_of(state, state.turn)) if not token.fresh]
    known_first: tuple[Fits, ...] = (
        lambda token: token.kind == kind and token.open,
        lambda token: token.kind == kind,
        lambda token: token.kind == UNKNOWN,
    )
    for fits in known_first:
        for number, token in tokens:
            if fits(token):
                return number
    return None


@rule("VX-WORM-4", "kind")
def has_a_usable_token(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return usable(state, move.kind) is not None


@rule("VX-IN-7", "kind")
def an_unknown_token_can_be_this(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    if state.worm_counts is None:
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


def names_only(move: m.VerflixxtWorm, *fields: str) -> bool:
    """Tell whether a move has exactly these fields beside its kind."""
    return all((getattr(move, field) is not UNSET) == (field in fields) for field in ALL_FIELDS)


@only("VX-WORM-7", "bury")
def a_tile_lies_in_the_stack(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return bool(state.stacks[row_of(state, state.turn)])


@only("VX-WORM-7", "bury", *ALL_FIELDS)
def bury_names_nothing_else(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return names_only(move)


@only("VX-WORM-6", "double")
def the_normal_move_is_made(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return isinstance(asked(state), VerflixxtAfter)


@only("VX-WORM-6", "double", *ALL_FIELDS)
def double_names_nothing_else(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return names_only(move)


@only("VX-WORM-8", "push")
def a_number_was_thrown(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return state.so_far.number is not None


@only("VX-WORM-8", "push", *ALL_FIELDS)
def somebody_can_be_pushed_there(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return (
        names_only(move, "square")
        and move.square != FINISH
        and company(state, cast(str, move.square)) > 0
        and bool(driven(state, cast(str, move.square), flixxy=True))
    )


@only("VX-WORM-10", "swap", "pawn")
def the_pawn_was_not_moved(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return move.pawn not in state.so_far.moved


@only("VX-WORM-9", "swap", "pawn")
def the_swapper_is_in_play(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    own = own_pawns(state)
    return move.pawn is not UNSET and move.pawn < len(own) and own[move.pawn] != FINISH


@only("VX-WORM-9", "swap", *ALL_FIELDS)
def the_other_piece_is_next_to_it(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    near = neighbours(state, own_pawns(state)[cast(int, move.pawn)])
    match move.with_:
        case "pawn":
            return names_only(move, "pawn", "with_", "owner", "other") and is_near_pawn(state, move, near)
        case "guard":
            return names_only(move, "pawn", "with_", "square") and move.square in state.guards and move.square in near
        case "flixxy":
            return names_only(move, "pawn", "with_") and state.flixxy in near
    return False


def is_near_pawn(state: VerflixxtState, move: m.VerflixxtWorm, near: tuple[Square, ...]) -> bool:
    if move.owner == state.turn or move.owner not in state.seats:
        return False
    theirs = pawns_of(state, move.owner)
    return cast(int, move.other) < len(theirs) and theirs[cast(int, move.other)] in near


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


# -- growing a token move ---------------------------------------------------------------------------------------------


def any_kind(state: VerflixxtState, move: Any) -> Iterable[str]:
    return WORMS


def a_swapper(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    return range(len(own_pawns(state))) if move.kind == "swap" else (UNSET,)


def a_partner(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    return ("pawn", "guard", "flixxy") if move.kind == "swap" else (UNSET,)


def near_pawns(state: VerflixxtState, move: m.VerflixxtWorm) -> list[tuple[Seat, int]]:
    near = neighbours(state, own_pawns(state)[cast(int, move.pawn)])
    return [
        (seat, number)
        for seat in state.seats
        if seat != state.turn
        for number, square in enumerate(pawns_of(state, seat))
        if square in near
    ]


def an_owner(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    return dict.fromkeys(owner for owner, _ in near_pawns(state, move)) if move.with_ == "pawn" else (UNSET,)


def another_pawn(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    if move.with_ != "pawn":
        return (UNSET,)
    return [number for owner, number in near_pawns(state, move) if owner == move.owner]


def a_square(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    if move.kind == "push":
        peopled = {square for row in state.pawns for square in row if square != FINISH} | {state.flixxy} - {
            None,
            FINISH,
        }
        return sorted(peopled, key=lambda square: place(state, cast(str, square)))
    if move.with_ == "guard":
        near = neighbours(state, own_pawns(state)[cast(int, move.pawn)])
        return [square for square in near if square in state.guards]
    return (UNSET,)


# -- what tokens do ---------------------------------------------------------------------------------------------------


def use_token(state: VerflixxtState, task: Task, move: m.VerflixxtWorm, say: Say) -> VerflixxtState:
    """Put the token under the pile, do what it says, and go on with the slot in which it was played."""
    number = cast(int, usable(state, move.kind))
    tokens = tokens_of(state, state.turn)
    state = hold(state, state.turn, (*tokens[:number], *tokens[number + 1 :]))
    state = msgspec.structs.replace(state, worm_pile=(*state.worm_pile, move.kind))
    after: VerflixxtState = TOKENS[move.kind](first(state, SLOT_OF[type(task)]), task, move, say)
    return after


def bury(state: VerflixxtState, task: Task, move: m.VerflixxtWorm, say: Say) -> VerflixxtState:
    *rest, top = state.stacks[row_of(state, state.turn)]
    say("bury", "VX-WORM-7", seat=state.turn, tile=top)
    return first(stack_up(state, state.turn, (top, *rest)), VerflixxtSettle())


def double(state: VerflixxtState, task: Task, move: m.VerflixxtWorm, say: Say) -> VerflixxtState:
    """The extra turn follows when whatever is open in this turn is done (VX-WORM-6)."""
    say("double", "VX-WORM-6", seat=state.turn)
    rest, next_turn = state.todo[:-1], state.todo[-1]
    return first(msgspec.structs.replace(state, todo=(*rest, VerflixxtAgain(), next_turn)), VerflixxtSettle())


def push(state: VerflixxtState, task: Task, move: m.VerflixxtWorm, say: Say) -> VerflixxtState:
    """All pieces leave together; a piece that was alone leaves its tile to its owner, Flixxy to the pusher."""
    square, number = cast(Square, move.square), cast(int, state.so_far.number)
    say("push", "VX-WORM-8", seat=state.turn, square=square, steps=number)
    alone = pieces(state, square) == 1
    owner = next((piece.seat for piece in driven(state, square, flixxy=True) if piece.seat), mover(state))
    state, homes = drive(state, square, number, say, flixxy=True)
    left = has_left(square, owner, alone and state.flixxy != square)
    return first(state, *homes, *left, VerflixxtSettle())


def swap(state: VerflixxtState, task: Task, move: m.VerflixxtWorm, say: Say) -> VerflixxtState:
    """Two pieces change places; no tile is taken and none is given (VX-WORM-9)."""
    pawn = cast(int, move.pawn)
    here = own_pawns(state)[pawn]
    owner: Seat | None = None
    match move.with_:
        case "pawn":
            owner, other = cast(Seat, move.owner), cast(int, move.other)
            there = pawns_of(state, owner)[other]
            state = put_pawn(state, owner, other, here)
        case "guard":
            there = cast(Square, move.square)
            state = put_guard(state, there, here)
        case _:
            there = cast(Square, state.flixxy)
            state = msgspec.structs.replace(state, flixxy=here)
    say("swap", "VX-WORM-9", seat=state.turn, square=there, other=owner or f"piece_{move.with_}")
    swapped = tuple(sorted({*state.so_far.swapped, pawn}))
    return first(note(put_pawn(state, state.turn, pawn, there), swapped=swapped), VerflixxtSettle(pawn))


TOKENS: dict[str, Effect] = {"bury": bury, "double": double, "push": push, "swap": swap}


# -- the score --------------------------------------------------------------------------------------------------------


def unused_tokens(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    return len(state.worms[row])


# -- the variant ------------------------------------------------------------------------------------------------------


def weight_of_kind(state: VerflixxtState, move: m.VerflixxtWormDraw) -> int:
    return unseen(state, move.kind) if state.worm_pile[0] == UNKNOWN else 1


def wormy(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    rules = with_sheets(
        rules,
        {
            m.VerflixxtWormDraw: Sheet(
                {"actor": by_chance, "player": player_of_the_draw, "kind": any_kind},
                {"report": (due("VX-IN-6", VerflixxtWormDrawing), drawn_for_this_player, the_top_token_can_be_this)},
                draw_token,
                by_chance=True,
                weight=weight_of_kind,
            ),
            m.VerflixxtWorm: Sheet(
                {
                    "actor": by_the_player_on_turn,
                    "kind": any_kind,
                    "pawn": a_swapper,
                    "with_": a_partner,
                    "owner": an_owner,
                    "other": another_pawn,
                    "square": a_square,
                },
                {"worm": WORM_TESTS, "pre": (), "revealing": (), "after": ()},
                use_token,
            ),
            m.VerflixxtGo: Sheet(
                {"actor": by_the_player_on_turn},
                {"pre": (), "choice": (due("VX-TURN-3", VerflixxtBefore),)},
                no_effect,
            ),
            m.VerflixxtEnd: END,
        },
    )
    rules = add_common(
        rules,
        chance=(not_due("VX-IN-6", VerflixxtWormDrawing),),
        pre=(not_due("VX-IN-1", VerflixxtBefore),),
        after=(the_normal_move_is_still_to_come,),
    )
    rules = add_tests(rules, m.VerflixxtPawn, piece=(the_pawn_was_not_swapped,))
    return replace(
        rules,
        asks={
            **rules.asks,
            VerflixxtWormDrawing: lambda state, task: Decision("drawing", (CHANCE,), task.player),
            VerflixxtBefore: lambda state, task: Decision("pre", (state.turn,)),
            VerflixxtAfter: asks_what_is_open,
        },
        runs={**rules.runs, VerflixxtLeft: token_for_a_malus(rules.runs[VerflixxtLeft])},
        slots={
            **rules.slots,
            "before": lambda state: (VerflixxtBefore(),),
            "after": after_the_move,
        },
        fields=(*rules.fields, "worms", "worm_pile"),
        items={**rules.items, "worms": unused_tokens},
    )
