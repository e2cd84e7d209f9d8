"""Frantic: the table read aloud, what each seat may see of it, and what a table should be warned of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.core.game import Description, Event
from referee.core.words import Sentence
from referee.games.frantic.board import counts_bind, hand_of, in_order, on_turn, pile, step_of, unseen
from referee.games.frantic.components import FINISH, HIDDEN, START, printed
from referee.games.frantic.moves import FranticDrawCard, FranticMove
from referee.games.frantic.scoring import scores, totals
from referee.games.frantic.setup import FranticLaidCard, FranticPosition
from referee.games.frantic.state import (
    FranticAttack,
    FranticCopy,
    FranticDeal,
    FranticDeclare,
    FranticDraw,
    FranticFinishWindow,
    FranticPick,
    FranticPlace,
    FranticPlay,
    FranticRelocate,
    FranticRestock,
    FranticReveal,
    FranticRoll,
    FranticRollOff,
    FranticRollWindow,
    FranticState,
    FranticTake,
    FranticTarget,
)
from referee.games.frantic.turn import UNKNOWN, next_contender

# -- the description --------------------------------------------------------------------------------------------------


def describe(state: FranticState) -> Description:
    position = FranticPosition(
        turn=state.turn or UNSET,
        round=state.round,
        pawns={seat: printed(step_of(state, seat)) for seat in state.seats},
        board={str(square): tuple(map(as_laid, stack)) for square, stack in laid_stacks(state)},
        teleports={str(number): lying.square for number, lying in enumerate(state.teleports, start=1)},  # type: ignore[misc]
        hands={seat: tuple(copy.card for copy in hand_of(state, seat)) for seat in state.seats},
        deck=pile(state),
        discards=state.discards,
        totals=dict(zip(state.seats, totals(state), strict=True)),
    )
    return Description(position, tuple(sentences(state)))


def laid_stacks(state: FranticState) -> Iterator[tuple[int, tuple[FranticCopy, ...]]]:
    return ((square, stack) for square, stack in enumerate(state.board, start=1) if stack)


def as_laid(copy: FranticCopy) -> Any:
    return FranticLaidCard(copy.card, copy.dir) if copy.dir else copy.card  # type: ignore[arg-type]


def sentences(state: FranticState) -> Iterator[Sentence]:
    yield Sentence("round", {"round": state.round, "limit": state.options.limit})
    for seat, total in zip(state.seats, totals(state), strict=True):
        place = {START: "on_start", FINISH: "on_finish"}.get(step_of(state, seat), "on_square")
        yield Sentence(place, {"seat": seat, "square": printed(step_of(state, seat))})
        yield Sentence("total", {"seat": seat, "points": total})
        hand = hand_of(state, seat)
        known = [copy.card for copy in hand if copy.card != HIDDEN]
        key = "hand_known" if known else "hand"
        yield Sentence(key, {"seat": seat, "cards": len(hand), "known": known})
    for number, lying in enumerate(state.teleports, start=1):
        yield Sentence("teleport", {"number": number, "square": lying.square})
    for square, stack in laid_stacks(state):
        *below, visible = stack
        key = ("visible_above" if below else "visible") + ("_pointing" if visible.dir else "")
        data = {"square": square, "card": visible.card, "dir": visible.dir, "below": [copy.card for copy in below]}
        yield Sentence(key, data)
    yield Sentence("pile", {"cards": pile(state), "discards": len(state.discards)})
    yield open_question(state)


# What the open decision is called, and who or what fills the sentence.
QUESTIONS: dict[type, tuple[str, Callable[[FranticState, Any], dict[str, Any]]]] = {
    FranticDeal: ("deal", lambda state, task: {"seat": task.player}),
    FranticRollOff: ("roll_off", lambda state, task: {"seat": next_contender(task)}),
    FranticPlace: ("place", lambda state, task: {"seat": task.seat}),
    FranticRestock: ("place", lambda state, task: {"seat": task.seat}),
    FranticPlay: ("play", lambda state, task: {"seat": on_turn(state)}),
    FranticTarget: ("target", lambda state, task: {"seat": task.seat, "effect": task.effect}),
    FranticTake: ("take", lambda state, task: {"seat": task.seat}),
    FranticRoll: ("roll", lambda state, task: {"seat": task.player, "die": task.die}),
    FranticRollWindow: ("roll_window", lambda state, task: {"seat": task.player, "value": task.value}),
    FranticAttack: ("attack_window", lambda state, task: {"seat": task.target}),
    FranticFinishWindow: ("finish_window", lambda state, task: {}),
    FranticReveal: ("reveal", lambda state, task: {"left": task.left}),
    FranticPick: ("pick", lambda state, task: {"seat": task.seats[0], "cards": task.cards}),
    FranticRelocate: ("relocate", lambda state, task: {"seat": task.seat}),
    FranticDraw: ("draw", lambda state, task: {"seat": task.player}),
    FranticDeclare: ("declare", lambda state, task: {"seat": task.seat}),
}


def open_question(state: FranticState) -> Sentence:
    if not state.todo:
        return Sentence("over", {"winners": scores(state).winners})
    key, fill = QUESTIONS[type(state.todo[0])]
    return Sentence(key, fill(state, state.todo[0]))


# -- who may see what (section 15) ------------------------------------------------------------------------------------


def view(state: FranticState, viewer: str | None) -> FranticState:
    """Hide the cards of other hands, except those that everybody saw going there (FR-INFO-1, FR-INFO-2)."""
    if state.options.hands == "hidden":
        return state  # what the referee knows of a hand was shown to all
    hands = zip(state.seats, state.hands, strict=True)
    return replace(state, hands=tuple(hand if seat == viewer else seen_by_all(hand) for seat, hand in hands))


def seen_by_all(hand: tuple[FranticCopy, ...]) -> tuple[FranticCopy, ...]:
    return in_order(copy if copy.public else UNKNOWN for copy in hand)


def view_entry(
    state: FranticState, move: FranticMove, events: tuple[Event, ...], viewer: str | None
) -> tuple[FranticMove, tuple[Event, ...]]:
    """Hide which card another player was dealt or drew; the events never name it."""
    if isinstance(move, FranticDrawCard) and move.player != viewer:
        return replace(move, card=HIDDEN), events
    return move, events


# -- warnings ---------------------------------------------------------------------------------------------------------


def warnings(before: FranticState | None, after: FranticState) -> tuple[str, ...]:
    """Tell a table that it has shown more copies of a kind than we believe there are (FR-COMP-5)."""
    if counts_bind(after):
        return ()  # such a copy is refused
    exceeded = {card: left for card, left in unseen(after).items() if left < 0}
    if not exceeded:
        return ()
    shown = unseen(before) if before else dict[str, int](after.options.composition)
    return ("FR-COMP-5",) if any(left < shown[card] for card, left in exceeded.items()) else ()
