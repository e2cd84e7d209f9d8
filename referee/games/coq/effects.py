"""The COQ race: what a move does."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from referee.core.game import Say
from referee.games.coq.documents import (
    CIRCLE,
    FIRST_HOME,
    LATER_HOME,
    START,
    CoqAdvance,
    CoqDecline,
    CoqExtra,
    CoqKnock,
    CoqLedger,
    CoqMeet,
    CoqOrder,
    CoqOrderRoll,
    CoqPick,
    CoqRoll,
    CoqSeat,
    CoqState,
    CoqTask,
    CoqThrow,
    CoqThrown,
    CoqToll,
)

# -- looking at the board ---------------------------------------------------------------------------------------------


def coq(state: CoqState) -> int:
    """Return the position of the COQ, one step after the last square."""
    return len(state.squares) + 1


def pawns_of(state: CoqState, seat: str) -> tuple[tuple[int, bool], tuple[int, bool]]:
    return state.pawns[state.seats.index(cast(CoqSeat, seat))]


def points_of(state: CoqState, seat: CoqSeat) -> int:
    return state.ledgers[state.seats.index(seat)].points


def can_move(state: CoqState, square: int, value: int) -> bool:
    """A pawn on the track always moves, one in the circle with a 1, one at home never (CQ-MOVE-4, CQ-ENTER-1)."""
    return square != coq(state) and (square != CIRCLE or value == 1)


def all_home(state: CoqState, seat: CoqSeat) -> bool:
    return all(square == coq(state) for square, _ in pawns_of(state, seat))


def next_contender(order: CoqOrder) -> CoqSeat:
    return order.contenders[len(order.throws)]


def met(state: CoqState, square: int) -> tuple[tuple[CoqSeat, int], ...]:
    """Return the opposing pawns that a pawn arriving on a square has to deal with (CQ-HIT-1, -5, CQ-START-1)."""
    if square in (CIRCLE, coq(state)) or (square == START and state.safe_start):
        return ()
    return tuple(
        (seat, pawn)
        for seat in state.seats
        if seat != state.turn
        for pawn, (where, _) in enumerate(pawns_of(state, seat))
        if where == square
    )


# -- changing it ------------------------------------------------------------------------------------------------------


def put(state: CoqState, seat: CoqSeat, pawn: int, square: int, dry: bool = False) -> CoqState:
    row = state.seats.index(seat)
    pair = list(state.pawns[row])
    pair[pawn] = (square, dry)
    return replace(state, pawns=(*state.pawns[:row], tuple(pair), *state.pawns[row + 1 :]))


def book(state: CoqState, seat: CoqSeat, change: Callable[[CoqLedger], CoqLedger]) -> CoqState:
    row = state.seats.index(seat)
    return replace(state, ledgers=(*state.ledgers[:row], change(state.ledgers[row]), *state.ledgers[row + 1 :]))


def first(state: CoqState, *tasks: CoqTask) -> CoqState:
    """Do these before everything else that is still to do."""
    return replace(state, todo=(*tasks, *state.todo))


def mover(state: CoqState) -> CoqSeat:
    return cast(CoqSeat, state.turn)


# -- throwing ---------------------------------------------------------------------------------------------------------


def throw_for_the_start(state: CoqState, order: CoqOrder, move: CoqOrderRoll, say: Say) -> CoqState:
    say("order_throw", "CQ-ORDER-1", seat=move.player, value=move.value)
    order = replace(order, throws=(*order.throws, move.value))
    if len(order.throws) < len(order.contenders):
        return first(state, order)
    highest = [s for s, value in zip(order.contenders, order.throws, strict=True) if value == max(order.throws)]
    if len(highest) > 1:
        say("tied", "CQ-ORDER-2", seats=highest)
        return first(state, CoqOrder(tuple(highest)))
    say("starts", "CQ-ORDER-1", seat=highest[0])
    return first(replace(state, turn=highest[0]), CoqThrow())


def throw(state: CoqState, asked: CoqThrow | CoqExtra, move: CoqRoll, say: Say) -> CoqState:
    say("throw", "CQ-TURN-1", seat=state.turn, value=move.value)
    thrown = CoqThrown(six=move.value == 6, extra=isinstance(asked, CoqExtra))
    if any(can_move(state, square, move.value) for square, _ in pawns_of(state, mover(state))):
        return first(state, CoqPick(move.value), thrown)
    say("no_move", "CQ-MOVE-3", seat=state.turn)
    return first(state, thrown)


THROWS_AGAIN: dict[str, Callable[[CoqThrown], bool]] = {
    "every_six": lambda thrown: thrown.six,
    "one_extra": lambda thrown: thrown.six and not thrown.extra,
}


def after_a_throw(state: CoqState, thrown: CoqThrown, say: Say) -> CoqState:
    if THROWS_AGAIN[state.six_rule](thrown):
        say("again", "CQ-SIX-2" if thrown.extra else "CQ-SIX-1", seat=state.turn)
        return first(state, CoqExtra())
    return next_turn(state, say)


def decline(state: CoqState, asked: CoqExtra, move: CoqDecline, say: Say) -> CoqState:
    say("declined", "CQ-SIX-3", seat=move.actor)
    return next_turn(state, say)


def next_turn(state: CoqState, say: Say) -> CoqState:
    after = state.seats[(state.seats.index(mover(state)) + 1) % len(state.seats)]
    say("turn", "CQ-ORDER-3", seat=after)
    return first(replace(state, turn=after), CoqThrow())


# -- moving -----------------------------------------------------------------------------------------------------------


def advance(state: CoqState, pick: CoqPick, move: CoqAdvance, say: Say) -> CoqState:
    seat = mover(state)
    square, dry = pawns_of(state, seat)[move.pawn]
    to, goal = square + pick.value, coq(state)
    if to > goal:
        to, dry = 2 * goal - to, True
        say("bounce", "CQ-BOUNCE-1", seat=seat, pawn=move.pawn, square=to)
    elif square == CIRCLE:
        say("enter", "CQ-ENTER-1", seat=seat, pawn=move.pawn, square=to)
    elif to < goal:
        say("advance", "CQ-MOVE-1", seat=seat, pawn=move.pawn, square=to)
    if to == goal:
        return come_home(state, seat, move.pawn, say)
    state = put(state, seat, move.pawn, to, dry)
    gain = state.squares[to - 1]
    if dry:
        say("dry", "CQ-BOUNCE-2", seat=seat, square=to)
    else:
        say("gain", "CQ-GAIN-1", seat=seat, points=gain, square=to)
        state = book(state, seat, lambda ledger: replace(ledger, squares=ledger.squares + gain))
    return meet(state, met(state, to), say)


def come_home(state: CoqState, seat: CoqSeat, pawn: int, say: Say) -> CoqState:
    nobody_yet = all(square != coq(state) for pair in state.pawns for square, _ in pair)
    reward, why = (FIRST_HOME, "CQ-HOME-1") if nobody_yet else (LATER_HOME, "CQ-HOME-2")
    say("home", why, seat=seat, pawn=pawn, points=reward)
    state = put(state, seat, pawn, coq(state))
    state = book(state, seat, lambda ledger: replace(ledger, coq=ledger.coq + reward))
    if not all_home(state, seat):
        return state
    say("over", "CQ-END-1", seat=seat)
    return replace(state, todo=())


# -- meeting ----------------------------------------------------------------------------------------------------------


def meet(state: CoqState, victims: tuple[tuple[CoqSeat, int], ...], say: Say) -> CoqState:
    """Ask the mover what becomes of the opposing pawns on the square, if there are any."""
    if not victims:
        return state
    say("met", "CQ-HIT-1", seat=state.turn, victims=sorted({owner for owner, _ in victims}))
    return first(state, CoqMeet(victims))


def still_met(state: CoqState, meeting: CoqMeet, dealt_with: tuple[CoqSeat, int]) -> CoqState:
    rest = tuple(victim for victim in meeting.victims if victim != dealt_with)
    return first(state, CoqMeet(rest)) if rest else state


def knock(state: CoqState, meeting: CoqMeet, move: CoqKnock, say: Say) -> CoqState:
    return still_met(send_back(state, move.victim, say), meeting, move.victim)


def send_back(state: CoqState, victim: tuple[CoqSeat, int], say: Say) -> CoqState:
    owner, pawn = victim
    say("knocked", "CQ-BACK-1", seat=owner, pawn=pawn)
    return put(state, owner, pawn, START)


def ask_toll(state: CoqState, meeting: CoqMeet, move: CoqToll, say: Say) -> CoqState:
    owner, pawn = move.victim
    toll = pawns_of(state, owner)[pawn][0]
    if points_of(state, owner) < toll:
        say("cannot_pay", "CQ-TOLL-2", seat=owner, points=toll)
        state = send_back(state, move.victim, say)
    else:
        say("toll", "CQ-TOLL-1", seat=owner, points=toll, to=state.turn)
        state = book(state, owner, lambda ledger: replace(ledger, tolls_out=ledger.tolls_out + toll))
        state = book(state, mover(state), lambda ledger: replace(ledger, tolls_in=ledger.tolls_in + toll))
    return still_met(state, meeting, move.victim)
