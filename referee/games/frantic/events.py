"""Frantic: the twenty events (section 12). The table at the end has a row for each.

No event shifts a pawn with effects, except Marching Orders and Tsunami.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from referee.core.game import Say
from referee.games.frantic.board import (
    first,
    free_squares,
    gain,
    hand_of,
    in_turn,
    pile,
    playing_order,
    put_pawns,
    right_of,
    step_of,
)
from referee.games.frantic.components import IN_ORDER, START, FranticSeat, on_track, printed
from referee.games.frantic.movement import send, shift, teleport_step
from referee.games.frantic.moves import (
    FranticName,
    FranticPickCard,
    FranticRelocateTeleport,
    FranticRevealCard,
)
from referee.games.frantic.state import (
    FranticCopy,
    FranticEvent,
    FranticInTurn,
    FranticMovement,
    FranticPick,
    FranticRefill,
    FranticRelocate,
    FranticRestock,
    FranticReveal,
    FranticRoll,
    FranticState,
    FranticTarget,
)


def trigger(state: FranticState, task: FranticEvent, say: Say) -> FranticState:
    """Roll the d20 for an event and carry it out (FR-EV-G1)."""
    if not task.value:
        say("trouble", "FR-EV-G1", seat=task.you)
        return first(state, FranticRoll(20, task.you), task)
    say("event", f"FR-EV-{task.value}", event=f"event_{task.value}")
    begin = EVENTS[task.value].at_once
    return begin(state, task.you, say) if begin else first(state, around(state, task))


def around(state: FranticState, task: FranticEvent) -> FranticInTurn:
    """Let everybody carry out an event in turn (FR-EV-G2)."""
    return FranticInTurn(task.value, task.you, in_turn(state, task.you))


def go_on(state: FranticState, task: FranticInTurn, say: Say) -> FranticState:
    """Let the next player carry out an event."""
    each = EVENTS[task.event].in_turn
    return each(state, task, say) if each else state


# -- most and least advanced (FR-GEO-8, FR-EV-G3) ---------------------------------------------------------------------


def most_advanced(state: FranticState) -> tuple[FranticSeat, ...]:
    return tuple(pawn for pawn in state.seats if step_of(state, pawn) == max(state.pawns))


def least_advanced(state: FranticState) -> tuple[FranticSeat, ...]:
    return tuple(pawn for pawn in state.seats if step_of(state, pawn) == min(state.pawns))


def put_all(state: FranticState, steps: dict[FranticSeat, int], rule: str, say: Say) -> FranticState:
    """Shift several pawns at the same moment, without effects."""
    for pawn, step in steps.items():
        say("sent", rule, seat=pawn, square=printed(step))
    return put_pawns(state, steps)


# -- events that happen at once ---------------------------------------------------------------------------------------


def epic_fail(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    return send(state, least_advanced(state), max(lying.square for lying in state.teleports), "FR-EV-1", say)


def earthquake(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    return EARTHQUAKE[state.options.earthquake](state, you, say)


def earthquake_in_turn(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    for seat in in_turn(state, you):
        state = send(state, (seat,), step_of(state, right_of(state, seat)), "FR-EV-2", say)
    return state


def earthquake_at_once(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    return put_all(state, {seat: step_of(state, right_of(state, seat)) for seat in state.seats}, "FR-EV-2", say)


EARTHQUAKE = {"sequential": earthquake_in_turn, "simultaneous": earthquake_at_once}  # FR-OPT-5


def mexican_standoff(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    return send(state, state.seats, teleport_step(state, 6), "FR-EV-6", say)


def friday_the_13th(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    return state


def charity(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    rich = most_advanced(state)
    steps = {pawn: on_track(step_of(state, pawn) + (-4 if pawn in rich else 1)) for pawn in state.seats}
    return put_all(state, steps, "FR-EV-16", say)


def robin_hood(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    most, least = max(state.pawns), min(state.pawns)
    if most == least:
        return state
    steps = dict.fromkeys(most_advanced(state), least) | dict.fromkeys(least_advanced(state), most)
    return put_all(state, steps, "FR-EV-17", say)


def communism(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    return send(state, state.seats, max(state.pawns), "FR-EV-19", say)


def epic_win(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    return send(state, most_advanced(state), START, "FR-EV-20", say)


# -- events with a choice of one player -------------------------------------------------------------------------------


def marching_orders(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    return first(state, FranticTarget("marching_orders", you, you))


def name_for_marching_orders(state: FranticState, asked: FranticTarget, move: FranticName, say: Say) -> FranticState:
    say("marching_orders", "FR-EV-3", seat=asked.seat, target=move.pawn)
    return first(state, FranticMovement(move.pawn, asked.seat))


def reorganize(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    return relocate_next(state, FranticRelocate(you))


def can_relocate(state: FranticState, task: FranticRelocate, number: int) -> bool:
    """Tell whether a teleport card may be moved: not twice, and not from under a pawn."""
    numbers = range(1, len(state.teleports) + 1)
    return number in numbers and number not in task.moved and teleport_step(state, number) not in state.pawns


def relocate_next(state: FranticState, task: FranticRelocate) -> FranticState:
    """Ask for the next of the two, if one can be moved."""
    movable = any(can_relocate(state, task, number) for number in range(1, 7)) and free_squares(state)
    return first(state, task) if movable and len(task.moved) < 2 else state


def relocate(state: FranticState, task: FranticRelocate, move: FranticRelocateTeleport, say: Say) -> FranticState:
    say("relocated", "FR-EV-18", seat=task.seat, number=move.teleport, square=move.to)
    at = move.teleport - 1
    moved = replace(state.teleports[at], square=move.to)
    state = replace(state, teleports=(*state.teleports[:at], moved, *state.teleports[at + 1 :]))
    return relocate_next(state, replace(task, moved=(*task.moved, move.teleport)))


# -- events with cards ------------------------------------------------------------------------------------------------


def open_market(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    cards = min(len(state.seats), pile(state))
    return first(state, FranticReveal(you, cards)) if cards else state


def reveal(state: FranticState, task: FranticReveal, move: FranticRevealCard, say: Say) -> FranticState:
    say("revealed", "FR-EV-5", card=move.card)
    cards = tuple(sorted((*task.cards, move.card), key=IN_ORDER.__getitem__))
    if task.left > 1:
        return first(state, replace(task, left=task.left - 1, cards=cards))
    return first(state, FranticPick(playing_order(state, task.you), cards))


def pick(state: FranticState, task: FranticPick, move: FranticPickCard, say: Say) -> FranticState:
    seat, *others = task.seats
    cards = list(task.cards)
    cards.remove(move.card)
    say("picked", "FR-EV-5", seat=seat, card=move.card)
    state = gain(state, seat, FranticCopy(move.card))
    return first(state, FranticPick(tuple(others), tuple(cards))) if cards and others else state


def reset(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    discarded = (*state.discards, *(copy.card for hand in state.hands for copy in hand))
    say("discarded", "FR-EV-10", cards=sum(map(len, state.hands)))
    state = replace(
        state,
        hands=tuple(() for _ in state.seats),
        discards=tuple(sorted(discarded, key=IN_ORDER.__getitem__)),
    )
    return first(state, FranticRefill(in_turn(state, you), event=True))


def loot(state: FranticState, you: FranticSeat, say: Say) -> FranticState:
    say("loot", "FR-EV-14")
    return replace(state, hands=(state.hands[-1], *state.hands[:-1]))


# -- events that go around the table ----------------------------------------------------------------------------------

InTurn = Callable[[FranticState, FranticInTurn, Say], FranticState]
Consequence = Callable[[FranticState, FranticSeat, int, Say], FranticState]


def everybody_rolls(consequence: Consequence) -> InTurn:
    """Let everybody roll, each with the consequence before the next one rolls (FR-EV-G2)."""

    def run(state: FranticState, task: FranticInTurn, say: Say) -> FranticState:
        if not task.seats:
            return state
        if not task.value:
            return first(state, FranticRoll(6, task.seats[0]), task)
        state = consequence(state, task.seats[0], task.value, say)
        return first(state, replace(task, seats=task.seats[1:], value=0))

    return run


def teleport_terror(state: FranticState, seat: FranticSeat, value: int, say: Say) -> FranticState:
    return send(state, (seat,), teleport_step(state, value), "FR-EV-4", say)


def expansion(state: FranticState, seat: FranticSeat, value: int, say: Say) -> FranticState:
    return shift(state, seat, value, "FR-EV-7", say)


def recession(state: FranticState, seat: FranticSeat, value: int, say: Say) -> FranticState:
    return shift(state, seat, -value, "FR-EV-8", say)


def restock(state: FranticState, task: FranticInTurn, say: Say) -> FranticState:
    """Ask the next player for a card; when all have put one down, everybody draws up to four."""
    if not task.seats:
        return first(state, FranticRefill(in_turn(state, task.you), event=True))
    seat, *others = task.seats
    state = first(state, replace(task, seats=tuple(others)))
    return first(state, FranticRestock(seat)) if can_restock(state, seat) else state


def can_restock(state: FranticState, seat: FranticSeat) -> bool:
    return bool(hand_of(state, seat)) and bool(free_squares(state))


def tsunami(state: FranticState, task: FranticInTurn, say: Say) -> FranticState:
    """Roll around the table until somebody rolls lower than the player before."""
    if not task.seats:
        if not state.options.tsunami_wrap:  # FR-OPT-4
            return state
        task = replace(task, seats=in_turn(state, task.you))
    if not task.value:
        return first(state, FranticRoll(6, task.seats[0]), task)
    seat, *others = task.seats
    if task.rolls and task.value < task.rolls[-1]:
        say("tsunami", "FR-EV-11", seat=seat, steps=task.rolls[-1])
        return first(state, FranticMovement(seat, seat, value=task.rolls[-1]))
    return first(state, replace(task, seats=tuple(others), rolls=(task.value,), value=0))


def gambling_man(state: FranticState, task: FranticInTurn, say: Say) -> FranticState:
    """Let everybody roll; then all who rolled the highest number go to that teleport card."""
    if task.value:
        task = replace(task, seats=task.seats[1:], rolls=(*task.rolls, task.value), value=0)
    if task.seats:
        return first(state, FranticRoll(6, task.seats[0]), task)
    highest = max(task.rolls)
    rolled = zip(in_turn(state, task.you), task.rolls, strict=True)
    gamblers = [seat for seat, value in rolled if value == highest]
    return send(state, gamblers, teleport_step(state, highest), "FR-EV-12", say)


def surprise_party(state: FranticState, task: FranticInTurn, say: Say) -> FranticState:
    if not task.seats:
        return state
    seat, *others = task.seats
    return first(state, FranticTarget("surprise_party", seat, seat), replace(task, seats=tuple(others)))


def name_for_surprise_party(state: FranticState, asked: FranticTarget, move: FranticName, say: Say) -> FranticState:
    return shift(state, move.pawn, 2, "FR-EV-15", say)


# -- the events -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """How an event goes: at once, or around the table; `named` follows the choice of a pawn."""

    at_once: Callable[[FranticState, FranticSeat, Say], FranticState] | None = None
    in_turn: InTurn | None = None
    named: Callable[[FranticState, FranticTarget, FranticName, Say], FranticState] | None = None


EVENTS: dict[int, Row] = {
    1: Row(epic_fail),
    2: Row(earthquake),
    3: Row(marching_orders, named=name_for_marching_orders),
    4: Row(in_turn=everybody_rolls(teleport_terror)),
    5: Row(open_market),
    6: Row(mexican_standoff),
    7: Row(in_turn=everybody_rolls(expansion)),
    8: Row(in_turn=everybody_rolls(recession)),
    9: Row(in_turn=restock),
    10: Row(reset),
    11: Row(in_turn=tsunami),
    12: Row(in_turn=gambling_man),
    13: Row(friday_the_13th),
    14: Row(loot),
    15: Row(in_turn=surprise_party, named=name_for_surprise_party),
    16: Row(charity),
    17: Row(robin_hood),
    18: Row(reorganize),
    19: Row(communism),
    20: Row(epic_win),
}
