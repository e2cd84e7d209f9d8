"""Verflixxt Nochmal, the wormy variant: tokens that are won with malus tiles and played in a later turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

import msgspec
from msgspec import UNSET

from referee.core.game import CHANCE, Decision, Effect, Say, Task
from referee.core.rules import due, not_due
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import (
    first,
    mover,
    neighbours,
    note,
    own_pawns,
    pawns_of,
    peopled,
    pieces,
    place,
    put_guard,
    put_pawn,
    row_of,
    stack_up,
)
from referee.games.verflixxt.components import FINISH, UNKNOWN, WORMS, Seat, Square
from referee.games.verflixxt.driving import drive, driven
from referee.games.verflixxt.effects import has_left
from referee.games.verflixxt.rules import (
    END,
    after_the_move,
    asks_what_is_open,
    by_chance,
    by_the_player_on_turn,
    no_effect,
    the_normal_move_is_still_to_come,
)
from referee.games.verflixxt.ruleset import Sheet, VerflixxtRuleset, add_common, add_tests, with_sheets
from referee.games.verflixxt.state import (
    VerflixxtAfter,
    VerflixxtAgain,
    VerflixxtBefore,
    VerflixxtLeft,
    VerflixxtSettle,
    VerflixxtState,
    VerflixxtWormDrawing,
)
from referee.games.verflixxt.tokens import (
    SLOT_OF,
    WORM_TESTS,
    draw_token,
    drawn_for_this_player,
    hold,
    player_of_the_draw,
    the_pawn_was_not_swapped,
    the_top_token_can_be_this,
    token_for_a_malus,
    tokens_of,
    unseen,
    usable,
)

# -- growing a token move ---------------------------------------------------------------------------------------------


def any_kind(state: VerflixxtState, move: Any) -> Iterable[str]:
    return WORMS


def any_kind_with_a_token(state: VerflixxtState, move: Any) -> Iterable[str]:
    return WORMS if tokens_of(state, state.turn) else ()


def a_swapper(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    return range(len(own_pawns(state))) if move.kind == "swap" else (UNSET,)


def next_to_the_swapper(state: VerflixxtState, move: Any) -> tuple[Square, ...]:
    return neighbours(state, own_pawns(state)[move.pawn])


def a_partner(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    if move.kind != "swap":
        return (UNSET,)
    near = set(next_to_the_swapper(state, move))
    pawns = [square for row in state.pawns for square in row]
    standing = {"pawn": pawns, "guard": state.guards, "flixxy": (state.flixxy,)}
    return [partner for partner, squares in standing.items() if not near.isdisjoint(squares)]


def an_owner(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    if move.with_ != "pawn":
        return (UNSET,)
    near = set(next_to_the_swapper(state, move))
    rows = zip(state.seats, state.pawns, strict=True)
    return [seat for seat, pawns in rows if seat != state.turn and not near.isdisjoint(pawns)]


def another_pawn(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    if move.with_ != "pawn":
        return (UNSET,)
    near = next_to_the_swapper(state, move)
    return [number for number, square in enumerate(pawns_of(state, move.owner)) if square in near]


def a_square(state: VerflixxtState, move: m.VerflixxtWorm) -> Iterable[Any]:
    if move.kind == "push":
        return sorted(peopled(state) - {None, FINISH}, key=lambda square: place(state, square))
    if move.with_ == "guard":
        return [square for square in next_to_the_swapper(state, move) if square in state.guards]
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
                    "kind": any_kind_with_a_token,
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
