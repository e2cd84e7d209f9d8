"""Frantic: can a table look like this? Every fault names the rule it contradicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from referee.core.game import Task
from referee.core.rules import Fault
from referee.games.frantic.board import (
    counts_bind,
    finished,
    free_squares,
    hand_of,
    in_order,
    in_turn,
    on_turn,
    pile,
    unseen,
)
from referee.games.frantic.cards import can_take
from referee.games.frantic.components import (
    ALL_SQUARES,
    CARDS,
    COLOURS,
    DEALT,
    DECK,
    DIRECTIONS,
    FINISH_NUMBER,
    FUCK_YOU_POINTS,
    HAND,
    HIDDEN,
    LAST,
    MOST,
    SQUARES,
    START,
    WHITE,
)
from referee.games.frantic.events import can_relocate, can_restock
from referee.games.frantic.scoring import limit_reached
from referee.games.frantic.state import (
    FranticAttack,
    FranticCopy,
    FranticDeal,
    FranticDeclare,
    FranticDraw,
    FranticEvent,
    FranticFinishWindow,
    FranticInTurn,
    FranticMovement,
    FranticPick,
    FranticPlace,
    FranticPlay,
    FranticRefill,
    FranticRelocate,
    FranticRestock,
    FranticReveal,
    FranticRoll,
    FranticRollOff,
    FranticRollWindow,
    FranticState,
    FranticSwap,
    FranticTake,
    FranticTarget,
    FranticTask,
    FranticTeleporting,
)
from referee.games.frantic.turn import UNKNOWN, must_declare, turn

# -- what a set-up and a state share ----------------------------------------------------------------------------------


def seat_faults(seats: tuple[str, ...]) -> Iterator[Fault]:
    if not 2 <= len(seats) <= len(COLOURS) or len(set(seats)) != len(seats):
        yield Fault("FR-SETUP-1", "/seats")


def agreement_faults(limit: int, composition: Mapping[Any, int], teleports: Iterable[int]) -> Iterator[Fault]:
    if limit < 1:
        yield Fault("FR-SETUP-2", "/options/limit")
    if sum(composition.values()) != DECK or min(composition.values()) < 0:
        yield Fault("FR-COMP-4", "/options/composition")
    if not are_six_squares(teleports):
        yield Fault("FR-GEO-7", "/options/teleports")


def are_six_squares(teleports: Iterable[int]) -> bool:
    squares = list(teleports)
    return len(squares) == 6 == len(ALL_SQUARES.intersection(squares))


def stack_faults(state: FranticState, stack: tuple[FranticCopy, ...], covered: bool, at: str) -> Iterator[Fault]:
    """List what is wrong with the cards of a square. `covered`: a teleport card lies on them."""
    for number, copy in enumerate(stack):
        if copy.card == HIDDEN:
            yield Fault("FR-COMP-3", f"{at}/{number}")
        elif copy.dir not in DIRECTIONS[copy.card]:
            yield Fault("FR-PLACE-8", f"{at}/{number}")
        elif copy.card in WHITE and (covered or number + 1 < len(stack)):
            yield Fault("FR-PLACE-5", f"{at}/{number}")
    for number, copy in enumerate(stack):
        if copy.used and not is_mark(state, copy):
            yield Fault("FR-ONCE-1", f"{at}/{number}/used")


# -- the state --------------------------------------------------------------------------------------------------------


def faults(state: FranticState) -> Iterator[Fault]:
    """List everything that cannot be so in a state; the later checks need a state of the right shape."""
    shape = tuple(shape_faults(state))
    yield from shape
    if not shape:
        cards = tuple(card_faults(state))
        yield from cards
        if not cards:
            yield from pending_faults(state)


MOST_FUCK_YOU_POINTS = DECK * FUCK_YOU_POINTS  # in a round


def shape_faults(state: FranticState) -> Iterator[Fault]:
    options, players = state.options, len(state.seats)
    yield from seat_faults(state.seats)
    composition = dict(options.composition)
    if tuple(composition) != CARDS or len(options.composition) != len(CARDS):
        yield Fault("FR-COMP-2", "/options/composition")
    else:
        yield from agreement_faults(options.limit, composition, options.teleports)
    if state.turn is not None and state.turn not in state.seats:
        yield Fault("FR-SETUP-8", "/turn")
    if not 1 <= state.round <= MOST + len(state.results):
        yield Fault("FR-ROUND-1", "/round")
    if len(state.pawns) != players:
        yield Fault("FR-COMP-1", "/pawns")
    if len(state.hands) != players:
        yield Fault("FR-SETUP-5", "/hands")
    if len(state.board) != LAST:
        yield Fault("FR-GEO-1", "/board")
    if not are_six_squares(lying.square for lying in state.teleports):
        yield Fault("FR-GEO-7", "/teleports")
    if len(state.start) != players or min(state.start, default=0) < 0 or max(state.start, default=0) > MOST:
        yield Fault("FR-SCORE-3", "/start")
    for row, result in enumerate(state.results):
        if len(result.squares) != players or max(result.squares, default=0) > FINISH_NUMBER:
            yield Fault("FR-SCORE-1", f"/results/{row}")
        elif len(result.fuck_you) != players or max(result.fuck_you, default=0) > MOST_FUCK_YOU_POINTS:
            yield Fault("FR-SCORE-2", f"/results/{row}")


ON_BOARD = {square: f"/board/{square - 1}" for square in SQUARES}


def card_faults(state: FranticState) -> Iterator[Fault]:
    teleports = {lying.square for lying in state.teleports}
    for square, stack in enumerate(state.board, start=1):
        if stack:
            yield from stack_faults(state, stack, square in teleports, ON_BOARD[square])
    for row, hand in enumerate(state.hands):
        if hand.count(UNKNOWN) == len(hand):
            continue  # in order, and nothing is known of it
        if any(copy.dir for copy in hand):
            yield Fault("FR-PLACE-8", f"/hands/{row}")
        if hand != in_order(hand):
            yield Fault("FR-API-10", f"/hands/{row}")
        yield from mark_faults(state, hand, f"/hands/{row}")
    yield from mark_faults(state, state.teleports, "/teleports")
    if pile(state) < 0:
        yield Fault("FR-COMP-1", "")
    elif counts_bind(state) and min(unseen(state).values()) < 0:
        yield Fault("FR-COMP-4", "")


def mark_faults(state: FranticState, cards: Iterable[Any], at: str) -> Iterator[Fault]:
    """List marks that no turn can leave; between two turns there are none."""
    for number, card in enumerate(cards):
        if card.used and not is_mark(state, card):
            yield Fault("FR-ONCE-1", f"{at}/{number}/used")


UNMARKED = (FranticDeal, FranticRollOff, FranticPlace, FranticPlay, FranticDeclare)  # asked between two turns


def is_fresh(state: FranticState) -> bool:
    return not state.todo or isinstance(state.todo[0], UNMARKED)


def is_mark(state: FranticState, card: Any) -> bool:
    """Tell whether a turn can leave the mark of a card."""
    if is_fresh(state) or getattr(card, "card", None) == HIDDEN:
        return False
    if state.options.once_scope == "card":
        return bool(card.used == state.seats)
    return bool(card.used == tuple(seat for seat in state.seats if seat in card.used))


# -- what is still to do ----------------------------------------------------------------------------------------------

# A turn from the inside out, written with the tags of the records: the question, what waits for its answer, the
# movement of step 2 if it is still to come, and the rest of the turn.
_NUMBER_FOR = "(movement|teleporting|event|in_turn)"
_QUESTION = (
    f"(target|take|relocate|reveal|pick|(target|restock) in_turn|draw refill|(roll|roll_window) {_NUMBER_FOR}"
    f"|attack (movement|swap|reroll roll_window {_NUMBER_FOR}))"
)
PENDING = re.compile(
    "(deal )*(roll_off|place)"
    "|play movement refill finish_check turn_end"
    f"|{_QUESTION}( movement)? refill finish_check turn_end"
    "|draw refill finish_check turn_end"
    "|finish_window turn_end"
    "|declare round_end"
)


def pending_faults(state: FranticState) -> Iterator[Fault]:
    """List what is wrong with the work that is still to do."""
    if limit_reached(state) == bool(state.todo):
        yield Fault("FR-GAME-1", "/todo")
    elif state.todo and not is_pending(state):
        yield Fault("FR-API-10", "/todo")


def is_pending(state: FranticState) -> bool:
    """Tell whether the records of `todo` can follow each other and fit the table."""
    todo = state.todo
    tags = " ".join([TAGS[type(task)] for task in todo])
    return (
        PENDING.fullmatch(tags) is not None
        and (state.turn is not None) != isinstance(todo[-1], FranticRollOff)
        and all(are_seated(state, task) for task in todo)
        and all(CHECKS[type(task)](state, task, todo[at:]) for at, task in enumerate(todo) if type(task) in CHECKS)
    )


TAGS: dict[type[Task], str] = {task: str(task.__struct_config__.tag) for task in FranticTask.__args__}
ONE_SEAT = {"seat", "player", "pawn", "mover", "target", "other", "owner", "you"}
SEATED = {task: [name for name in task.__struct_fields__ if name in ONE_SEAT] for task in TAGS}
SEVERAL = {task: [name for name in task.__struct_fields__ if name in ("seats", "contenders")] for task in TAGS}


def are_seated(state: FranticState, task: FranticTask) -> bool:
    """Tell whether a record names players of this game, and a row of players each of them once."""
    for name in SEATED[type(task)]:
        if getattr(task, name) not in state.seats:
            return False
    for name in SEVERAL[type(task)]:
        row = getattr(task, name)
        if len(row) != len(set(row).intersection(state.seats)):
            return False
    return True


Check = Callable[[FranticState, Any, tuple[Any, ...]], bool]  # (state, record, that record and all below it)


def check_deal(state: FranticState, task: FranticDeal, todo: tuple[Any, ...]) -> bool:
    deals = {deal.player: deal.left for deal in state.todo if isinstance(deal, FranticDeal)}
    return state.options.hands == "known" and len(deals) == len(state.todo) - 1 and is_untouched(state, deals)


def check_roll_off(state: FranticState, task: FranticRollOff, todo: tuple[Any, ...]) -> bool:
    in_seat_order = tuple(seat for seat in state.seats if seat in task.contenders)
    open_roll = len(task.rolls) < len(task.contenders) > 1 and in_seat_order == task.contenders
    return open_roll and (len(state.todo) > 1 or is_untouched(state, {}))


def is_untouched(state: FranticState, still_to_deal: Mapping[Any, int]) -> bool:
    """Tell whether nothing has happened in the round but the dealing."""
    dealt = DEALT[len(state.seats)]
    full = all(len(hand_of(state, seat)) + still_to_deal.get(seat, 0) == dealt for seat in state.seats)
    return full and not any(state.board) and not state.discards and not any(step != START for step in state.pawns)


def check_place(state: FranticState, task: FranticPlace, todo: tuple[Any, ...]) -> bool:
    if len(state.todo) > 1:
        return task.seat == state.turn
    sizes = [len(hand) for hand in state.hands]
    dealt = DEALT[len(sizes)]
    prepared = min(sizes) >= HAND and max(sizes) <= dealt and not any(state.pawns) and not state.discards
    all_dealt_are_there = sum(sizes) + sum(map(len, state.board)) == dealt * len(sizes)
    return prepared and all_dealt_are_there and len(hand_of(state, task.seat)) > HAND


def check_play(state: FranticState, task: FranticPlay, todo: tuple[Any, ...]) -> bool:
    return todo == turn(state, on_turn(state)) and not finished(state)


def number_for(task: Any) -> tuple[int, str] | None:
    """Return the die that a record waits for, and who rolls it."""
    match task:
        case FranticMovement(mover=mover, value=0):
            return 6, mover
        case FranticTeleporting(player=player, value=0):
            return 6, player
        case FranticEvent(you=you, value=0):
            return 20, you
        case FranticInTurn(event=4 | 7 | 8 | 11 | 12, seats=(seat, *_), value=0):
            return 6, seat
    return None


def check_roll(state: FranticState, task: FranticRoll, todo: tuple[Any, ...]) -> bool:
    return number_for(todo[1]) == (task.die, task.player)


def check_roll_window(state: FranticState, task: FranticRollWindow, todo: tuple[Any, ...]) -> bool:
    return number_for(todo[1]) == (task.die, task.player) and task.value <= task.die


def check_movement(state: FranticState, task: FranticMovement, todo: tuple[Any, ...]) -> bool:
    """Only a Gift has its number of steps while it waits: for its target to block it."""
    is_gift = isinstance(state.todo[0], FranticAttack) and todo[0] is state.todo[1] and not task.backward
    return task.value == 0 or (task.value <= 2 and is_gift)


def check_in_turn(state: FranticState, task: FranticInTurn, todo: tuple[Any, ...]) -> bool:
    order = in_turn(state, task.you)
    before = {11: len(task.rolls) if len(task.rolls) < 2 else -1, 12: len(order) - len(task.seats)}
    rolls_fit = len(task.rolls) == before.get(task.event, 0) and all(value <= 6 for value in task.rolls)
    return rolls_fit and task.value == 0 and order[len(order) - len(task.seats) :] == task.seats


def check_attack(state: FranticState, task: FranticAttack, todo: tuple[Any, ...]) -> bool:
    match todo[1]:
        case FranticMovement(pawn=pawn, mover=mover):
            return pawn == task.target != mover
        case FranticSwap(other=other):
            return bool(other == task.target)
    return bool(todo[2].player == task.target)


def check_swap(state: FranticState, task: FranticSwap, todo: tuple[Any, ...]) -> bool:
    return task.pawn != task.other


def check_target(state: FranticState, task: FranticTarget, todo: tuple[Any, ...]) -> bool:
    match task.effect:
        case "remote":
            return todo[1] == FranticMovement(on_turn(state), on_turn(state)) and task.seat == state.turn
        case "surprise_party":
            return isinstance(todo[1], FranticInTurn) and todo[1].event == 15
    return not isinstance(todo[1], FranticInTurn)


def check_take(state: FranticState, task: FranticTake, todo: tuple[Any, ...]) -> bool:
    return any(can_take(state, square) for square in SQUARES if square != task.spare)


def check_restock(state: FranticState, task: FranticRestock, todo: tuple[Any, ...]) -> bool:
    return bool(todo[1].event == 9) and can_restock(state, task.seat)


def check_reveal(state: FranticState, task: FranticReveal, todo: tuple[Any, ...]) -> bool:
    return task.left <= pile(state) and task.left + len(task.cards) <= len(state.seats)


def check_pick(state: FranticState, task: FranticPick, todo: tuple[Any, ...]) -> bool:
    return 0 < len(task.cards) <= len(state.seats) and bool(task.seats)


def check_relocate(state: FranticState, task: FranticRelocate, todo: tuple[Any, ...]) -> bool:
    movable = any(can_relocate(state, task, number) for number in range(1, 7))
    return len(task.moved) < 2 and movable and bool(free_squares(state))


def check_draw(state: FranticState, task: FranticDraw, todo: tuple[Any, ...]) -> bool:
    short = len(hand_of(state, task.player)) < HAND and todo[1].seats[:1] == (task.player,)
    return state.options.hands == "known" and pile(state) > 0 and short


def check_refill(state: FranticState, task: FranticRefill, todo: tuple[Any, ...]) -> bool:
    """Step 3 is the last refilling of a turn; before it, only an event lets the players draw."""
    return task.event == (len(todo) > 3)


def check_finish_window(state: FranticState, task: FranticFinishWindow, todo: tuple[Any, ...]) -> bool:
    return finished(state)


def check_declare(state: FranticState, task: FranticDeclare, todo: tuple[Any, ...]) -> bool:
    return must_declare(state, task.seat) and task.seat not in todo[1].seats


CHECKS: dict[type[Task], Check] = {
    FranticDeal: check_deal,
    FranticRollOff: check_roll_off,
    FranticPlace: check_place,
    FranticPlay: check_play,
    FranticRoll: check_roll,
    FranticRollWindow: check_roll_window,
    FranticMovement: check_movement,
    FranticInTurn: check_in_turn,
    FranticAttack: check_attack,
    FranticSwap: check_swap,
    FranticTarget: check_target,
    FranticTake: check_take,
    FranticRestock: check_restock,
    FranticReveal: check_reveal,
    FranticPick: check_pick,
    FranticRelocate: check_relocate,
    FranticDraw: check_draw,
    FranticRefill: check_refill,
    FranticFinishWindow: check_finish_window,
    FranticDeclare: check_declare,
}
