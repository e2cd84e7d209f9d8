"""Frantic: looking at the table, and putting pawns and cards on it. Nothing here knows what a card does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, TypeVar, cast

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.games.frantic.components import (
    ALL_SQUARES,
    COVERS,
    DECK,
    FAMILIES,
    FINISH,
    HIDDEN,
    IN_ORDER,
    SQUARES,
    WHITE,
    FranticCard,
    FranticDirection,
    FranticSeat,
)
from referee.games.frantic.state import FranticCopy, FranticPick, FranticReveal, FranticState, FranticTask

Answer = TypeVar("Answer")


def remembered(ask: Callable[[FranticState], Answer]) -> Callable[[FranticState], Answer]:
    """Keep the answer for the state asked about last: a list of moves asks the same of one state many times."""
    last: tuple[FranticState | None, Answer | None] = (None, None)

    def answer(state: FranticState) -> Answer:
        nonlocal last
        known, found = last
        if known is not state:
            last = (state, found := ask(state))
        return found  # type: ignore[return-value]

    return answer


def first(state: FranticState, *tasks: FranticTask) -> FranticState:
    """Do these before everything else that is still to do."""
    return replace(state, todo=(*tasks, *state.todo))


def without_next(state: FranticState) -> FranticState:
    """Drop what would come next."""
    return replace(state, todo=state.todo[1:])


# -- seats ------------------------------------------------------------------------------------------------------------


def playing_order(state: FranticState, beginning: FranticSeat) -> tuple[FranticSeat, ...]:
    at = state.seats.index(beginning)
    return (*state.seats[at:], *state.seats[:at])


def right_of(state: FranticState, seat: FranticSeat) -> FranticSeat:
    """Return the player who follows (FR-SETUP-8)."""
    return state.seats[(state.seats.index(seat) + 1) % len(state.seats)]


def in_turn(state: FranticState, you: FranticSeat) -> tuple[FranticSeat, ...]:
    """Return everybody in the order of an event: your right neighbour first, you last (FR-EV-G2)."""
    return playing_order(state, right_of(state, you))


def on_turn(state: FranticState) -> FranticSeat:
    return cast(FranticSeat, state.turn)


# -- pawns ------------------------------------------------------------------------------------------------------------


def step_of(state: FranticState, pawn: FranticSeat) -> int:
    return state.pawns[state.seats.index(pawn)]


def put_pawns(state: FranticState, steps: Mapping[FranticSeat, int]) -> FranticState:
    moved = tuple(steps.get(pawn, step) for pawn, step in zip(state.seats, state.pawns, strict=True))
    return replace(state, pawns=moved)


def pawns_at(state: FranticState, step: int) -> tuple[FranticSeat, ...]:
    return tuple(pawn for pawn, at in zip(state.seats, state.pawns, strict=True) if at == step)


# -- cards on the board -----------------------------------------------------------------------------------------------


def teleport_at(state: FranticState, step: int) -> int:
    """Return the number of the teleport card on a square, or 0."""
    for number, lying in enumerate(state.teleports, start=1):
        if lying.square == step:
            return number
    return 0


def stack_at(state: FranticState, step: int) -> tuple[FranticCopy, ...]:
    """Return the playing cards of a square, the lowest first; start and finish take none."""
    return state.board[step - 1] if step in SQUARES else ()


def top(state: FranticState, step: int) -> FranticCopy | None:
    """Return the visible playing card of a square; a teleport card hides what lies under it."""
    stack = stack_at(state, step)
    return stack[-1] if stack and not teleport_at(state, step) else None


def shows(state: FranticState, step: int) -> str:
    """Return the kind of the visible card, `tele` for a teleport card, or nothing."""
    if teleport_at(state, step):
        return "tele"
    stack = stack_at(state, step)
    return stack[-1].card if stack else ""


def put_stack(state: FranticState, square: int, stack: tuple[FranticCopy, ...]) -> FranticState:
    return replace(state, board=(*state.board[: square - 1], stack, *state.board[square:]))


def lift(state: FranticState, square: int) -> tuple[FranticState, FranticCopy]:
    """Take the visible card off a square; what lies below shows again (FR-PLACE-9)."""
    *below, card = state.board[square - 1]
    return put_stack(state, square, tuple(below)), card


# -- once per turn (section 7) ----------------------------------------------------------------------------------------

# Whose pawns cannot trigger a card again when this pawn has triggered it.
SPENT_FOR: dict[str, Callable[[FranticState, FranticSeat], tuple[FranticSeat, ...]]] = {
    "card": lambda state, pawn: state.seats,
    "card_pawn": lambda state, pawn: (pawn,),
}


def spent(state: FranticState, used: tuple[FranticSeat, ...], pawn: FranticSeat) -> tuple[FranticSeat, ...]:
    also = SPENT_FOR[state.options.once_scope](state, pawn)
    return tuple(seat for seat in state.seats if seat in used or seat in also)


def mark(state: FranticState, square: int, pawn: FranticSeat) -> FranticState:
    """Note that a pawn has triggered the visible card of a square."""
    if number := teleport_at(state, square):
        lying = state.teleports[number - 1]
        marked = replace(lying, used=spent(state, lying.used, pawn))
        return replace(state, teleports=(*state.teleports[: number - 1], marked, *state.teleports[number:]))
    *below, card = state.board[square - 1]
    return put_stack(state, square, (*below, replace(card, used=spent(state, card.used, pawn))))


def is_used_up(state: FranticState, square: int, pawn: FranticSeat) -> bool:
    if number := teleport_at(state, square):
        return pawn in state.teleports[number - 1].used
    card = top(state, square)
    return card is not None and pawn in card.used


def without_marks(state: FranticState) -> FranticState:
    """Let every card work again: a new turn begins."""
    return replace(
        state,
        board=tuple([clean(stack) for stack in state.board]),
        hands=tuple([hand if (cleaned := clean(hand)) is hand else in_order(cleaned) for hand in state.hands]),
        teleports=clean(state.teleports),
    )


def clean(cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """Take the marks off some cards; return the same cards if there is none."""
    for card in cards:
        if card.used:
            return tuple([replace(each, used=()) if each.used else each for each in cards])
    return cards


# -- what is unseen (FR-INFO-4) ---------------------------------------------------------------------------------------


def market(state: FranticState) -> tuple[FranticCard, ...]:
    """Return the open cards of the Market."""
    return state.todo[0].cards if state.todo and isinstance(state.todo[0], FranticReveal | FranticPick) else ()


def pile(state: FranticState) -> int:
    """Return how many cards are left to draw."""
    lying = sum(map(len, state.board)) + sum(map(len, state.hands))
    return DECK - lying - len(state.discards) - len(market(state))


@remembered
def unseen(state: FranticState) -> dict[str, int]:
    """Return how many copies of each kind nobody has located; fewer than none when the box holds more than agreed."""
    left: dict[str, int] = dict(state.options.composition)
    left[HIDDEN] = 0
    for copy in chain(*state.board, *state.hands):
        left[copy.card] -= 1
    for card in (*state.discards, *market(state)):
        left[card] -= 1
    del left[HIDDEN]
    return left


def counts_bind(state: FranticState) -> bool:
    """Tell whether the counts per kind are enforced; with known hands they always are (FR-OPT-7)."""
    return state.options.enforce_counts or state.options.hands == "known"


def may_be_hidden(state: FranticState, card: str) -> bool:
    """Tell whether an unknown card can be of this kind."""
    return not counts_bind(state) or unseen(state)[card] > 0


# -- hands ------------------------------------------------------------------------------------------------------------


def in_order(copies: Iterable[FranticCopy]) -> tuple[FranticCopy, ...]:
    """Sort a hand, so that equal hands are equal documents and their order tells nothing."""
    return tuple(sorted(copies, key=lambda copy: (IN_ORDER[copy.card], len(copy.used), copy.used, not copy.public)))


def hand_of(state: FranticState, seat: FranticSeat) -> tuple[FranticCopy, ...]:
    return state.hands[state.seats.index(seat)]


def with_hand(state: FranticState, seat: FranticSeat, copies: Iterable[FranticCopy]) -> FranticState:
    row = state.seats.index(seat)
    return replace(state, hands=(*state.hands[:row], in_order(copies), *state.hands[row + 1 :]))


def gain(state: FranticState, seat: FranticSeat, copy: FranticCopy) -> FranticState:
    """Give a player a card that everybody sees (FR-INFO-2); its mark stays with it (FR-ONCE-4)."""
    known = state.options.hands == "known"
    return with_hand(state, seat, (*hand_of(state, seat), FranticCopy(copy.card, used=copy.used, public=known)))


def hidden_in(state: FranticState, seat: FranticSeat) -> int:
    return sum(copy.card == HIDDEN for copy in hand_of(state, seat))


def copy_to_show(state: FranticState, seat: FranticSeat, card: str, *, thrown: bool = False) -> FranticCopy | None:
    """Return the copy that goes down: unmarked before marked, known before unknown; None if there is none.

    A copy that was thrown this turn is not thrown again (FR-REACT-1).
    """
    # RULING (ours): of several marked copies the one marked for fewer pawns goes down, then the one all have seen.
    hand = hand_of(state, seat)
    for copy in hand:
        if copy.card == card and not (thrown and copy.used):
            return copy
    return hand[-1] if hand and hand[-1].card == HIDDEN else None


def can_show(state: FranticState, seat: FranticSeat, card: str, *, thrown: bool = False) -> bool:
    """Tell whether a player has a card, or may have it among those that nobody has seen."""
    shown = copy_to_show(state, seat, card, thrown=thrown)
    return shown is not None and (shown.card == card or may_be_hidden(state, card))


def lay(
    state: FranticState,
    seat: FranticSeat,
    card: FranticCard,
    square: int,
    dir: FranticDirection | UnsetType = UNSET,
    *,
    thrown: bool = False,
    spent: bool = False,
) -> FranticState:
    """Put a card from a hand on a square. `spent`: being played or thrown uses it up for all pawns."""
    shown = copy_to_show(state, seat, card, thrown=thrown)
    assert shown
    hand = list(hand_of(state, seat))
    hand.remove(shown)
    lying = FranticCopy(card, dir, state.seats if spent else shown.used)
    return put_stack(with_hand(state, seat, hand), square, (*state.board[square - 1], lying))


# -- where a card may go (section 5) ----------------------------------------------------------------------------------


@remembered
def white_squares(state: FranticState) -> set[int]:
    """Return the squares that show a white card."""
    white = {lying.square for lying in state.teleports}
    for square, stack in enumerate(state.board, start=1):
        if stack and stack[-1].card in WHITE:
            white.add(square)
    return white


@remembered
def free_squares(state: FranticState) -> tuple[int, ...]:
    """Return the squares on which a card may go if its colour does not matter."""
    return tuple(sorted(ALL_SQUARES.difference(white_squares(state), state.pawns)))


@remembered
def fitting_squares(state: FranticState) -> dict[str, list[int]]:
    """Return, for each family, the free squares that its colour fits."""
    shown = [(square, stack[-1].card if (stack := state.board[square - 1]) else "") for square in free_squares(state)]
    return {family: [square for square, card in shown if card in COVERS[family]] for family in FAMILIES}


def finished(state: FranticState) -> bool:
    """Tell whether a pawn is on the finish."""
    return FINISH in state.pawns
