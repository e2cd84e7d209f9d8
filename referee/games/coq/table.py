"""The COQ race: setting up a table, checking a position, reading it aloud, adding up the points."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import astuple, replace

from referee.core.game import Description
from referee.core.rules import Fault, ImpossiblePosition, ImpossibleSetup
from referee.core.scores import ScoreSheet, score_sheet
from referee.core.words import Sentence
from referee.games.coq.documents import (
    CIRCLE,
    COLOURS,
    DEFAULT_SQUARES,
    MOST_POINTS,
    PAWNS,
    RULES_VERSION,
    CoqExtra,
    CoqLedger,
    CoqMeet,
    CoqOrder,
    CoqPick,
    CoqPosition,
    CoqSetup,
    CoqState,
    CoqThrow,
    CoqThrown,
    Pawn,
)
from referee.games.coq.effects import all_home, can_move, coq, met, pawns_of, points_of

IN_THE_CIRCLE: tuple[Pawn, Pawn] = ((CIRCLE, False), (CIRCLE, False))

# -- set-up -----------------------------------------------------------------------------------------------------------


def set_up(setup: CoqSetup) -> CoqState:
    """Lay out the board: from the start, or from the position that the table describes."""
    if faults := tuple(setup_faults(setup)):
        raise ImpossibleSetup(faults)
    position = setup.position or CoqPosition()
    if faults := tuple(position_faults(setup, position)):
        raise ImpossiblePosition(faults)
    squares, pawns, points = setup.options.squares, position.pawns or {}, position.points or {}
    state = CoqState(
        rules_version=setup.rules_version or RULES_VERSION,
        mode=setup.mode,
        seats=setup.seats,
        board="given" if squares else "default",
        squares=squares or DEFAULT_SQUARES,
        six_rule=setup.options.six_rule,
        safe_start=setup.options.safe_start,
        turn=None,
        pawns=tuple(tuple(pawns.get(seat, IN_THE_CIRCLE)) for seat in setup.seats),  # type: ignore[misc]
        ledgers=tuple(CoqLedger(start=points.get(seat, 0)) for seat in setup.seats),
        todo=(),
    )
    return first_question(setup, state)


def first_question(setup: CoqSetup, state: CoqState) -> CoqState:
    """Begin with the order throws, unless it is known whose turn it is or a player has finished already."""
    turn = (setup.position.turn if setup.position else UNSET) or setup.starter
    if not turn and not setup.position:
        return replace(state, todo=(CoqOrder(state.seats),))
    over = any(all_home(state, seat) for seat in state.seats)
    return replace(state, turn=turn or state.seats[0], todo=() if over else (CoqThrow(),))


def setup_faults(setup: CoqSetup) -> Iterator[Fault]:
    yield from seat_faults(setup.seats)
    if setup.starter and setup.starter not in setup.seats:
        yield Fault("CQ-ORDER-1", "/starter")


def seat_faults(seats: tuple[str, ...]) -> Iterator[Fault]:
    if not 2 <= len(seats) <= len(COLOURS) or len(set(seats)) != len(seats):
        yield Fault("CQ-SETUP-1", "/seats")


# -- faults -----------------------------------------------------------------------------------------------------------


def position_faults(setup: CoqSetup, position: CoqPosition) -> Iterator[Fault]:
    """List what is wrong with a described table, in the order of CQ-API-6."""
    last = len(setup.options.squares or DEFAULT_SQUARES)
    if position.turn and position.turn not in setup.seats:
        yield Fault("CQ-ORDER-3", "/position/turn")
    for seat, pawns in (position.pawns or {}).items():
        at = f"/position/pawns/{seat}"
        if seat not in setup.seats:
            yield Fault("CQ-SETUP-3", at)
        if len(pawns) != PAWNS:
            yield Fault("CQ-COMP-1", at)
        yield from pawn_faults(last, pawns, at)
    for seat, points in (position.points or {}).items():
        at = f"/position/points/{seat}"
        if seat not in setup.seats:
            yield Fault("CQ-SETUP-3", at)
        if not 0 <= points <= MOST_POINTS:
            yield Fault("CQ-COMP-2", at)


def pawn_faults(last: int, pawns: tuple[Pawn, ...], at: str) -> Iterator[Fault]:
    for number, (square, dry) in enumerate(pawns):
        if not CIRCLE <= square <= last + 1:
            yield Fault("CQ-BOARD-1", f"{at}/{number}/0")
        if dry and not last - 4 <= square <= last:
            yield Fault("CQ-BOUNCE-2", f"{at}/{number}/1")


def faults(state: CoqState) -> Iterator[Fault]:
    """List everything that cannot be so in a state."""
    yield from seat_faults(state.seats)
    if state.board == "default" and state.squares != DEFAULT_SQUARES:
        yield Fault("CQ-BOARD-3", "/squares")
    if len(state.pawns) != len(state.seats):
        yield Fault("CQ-COMP-1", "/pawns")
    for row, pair in enumerate(state.pawns):
        yield from pawn_faults(len(state.squares), pair, f"/pawns/{row}")
    if len(state.ledgers) != len(state.seats):
        yield Fault("CQ-COMP-2", "/ledgers")
    for row, ledger in enumerate(state.ledgers):
        if ledger.points < 0 or max(astuple(ledger)) > 2 * MOST_POINTS:
            yield Fault("CQ-COMP-2", f"/ledgers/{row}")
    if state.turn not in state.seats and not is_throw_off(state):
        yield Fault("CQ-ORDER-3", "/turn")
    elif len(state.pawns) == len(state.seats) and not is_pending(state):
        yield Fault("CQ-API-1", "/todo")


def is_throw_off(state: CoqState) -> bool:
    """Tell whether the order is being thrown for, on an untouched board."""
    match state.todo:
        case (CoqOrder(contenders, throws),):
            in_seat_order = tuple(seat for seat in state.seats if seat in contenders)
            untouched = all(pair == IN_THE_CIRCLE for pair in state.pawns)
            tied = contenders == in_seat_order and len(contenders) > 1 and len(throws) < len(contenders)
            return state.turn is None and tied and untouched
    return False


def is_pending(state: CoqState) -> bool:
    """Tell whether what is still to do can be open in this position."""
    over = any(all_home(state, seat) for seat in state.seats)
    match state.todo:
        case ():
            return over
        case (CoqThrow(),) | (CoqExtra(),):
            return not over
        case (CoqPick(value), CoqThrown(six)):
            return not over and six == (value == 6) and any(can_move(state, p[0], value) for p in own_pawns(state))
        case (CoqMeet(victims), CoqThrown()):
            once_each = bool(victims) and len(set(victims)) == len(victims)
            return not over and once_each and any(set(victims) <= set(met(state, p[0])) for p in own_pawns(state))
    return is_throw_off(state)


def own_pawns(state: CoqState) -> tuple[Pawn, ...]:
    return pawns_of(state, state.turn) if state.turn else ()


def warnings(before: CoqState | None, after: CoqState) -> tuple[str, ...]:
    """Tell a table at set-up that it plays on a board we assumed."""
    return ("CQ-BOARD-3",) if before is None and after.board == "default" else ()


# -- reading and scoring ----------------------------------------------------------------------------------------------


def describe(state: CoqState) -> Description:
    position = CoqPosition(
        turn=state.turn or UNSET,
        pawns={seat: tuple(pawns_of(state, seat)) for seat in state.seats},
        points={seat: points_of(state, seat) for seat in state.seats},
    )
    return Description(position, tuple(sentences(state)))


def sentences(state: CoqState) -> Iterator[Sentence]:
    yield Sentence(f"board_{state.board}", {"last": len(state.squares)})
    for seat in state.seats:
        yield Sentence("points", {"seat": seat, "points": points_of(state, seat)})
        for number, (square, dry) in enumerate(pawns_of(state, seat), start=1):
            place = {CIRCLE: "in_the_circle", coq(state): "at_home"}.get(square, "on_square")
            yield Sentence(f"{place}_dry" if dry else place, {"seat": seat, "pawn": number, "square": square})
    match state.todo:
        case (CoqOrder(contenders, throws), *_):
            yield Sentence("order", {"seat": contenders[len(throws)]})
        case (CoqThrow(), *_):
            yield Sentence("throw", {"seat": state.turn})
        case (CoqExtra(), *_):
            yield Sentence("extra", {"seat": state.turn})
        case (CoqPick(value), *_):
            yield Sentence("pick", {"seat": state.turn, "value": value})
        case (CoqMeet(victims), *_):
            yield Sentence("meet", {"seat": state.turn, "victims": sorted({owner for owner, _ in victims})})
        case _:
            yield Sentence("over", {"winners": scores(state).winners})


def scores(state: CoqState) -> ScoreSheet:
    items: dict[str, dict[str, int]] = {
        seat: {
            "start": ledger.start,
            "squares": ledger.squares,
            "tolls_in": ledger.tolls_in,
            "tolls_out": -ledger.tolls_out,
            "coq": ledger.coq,
        }
        for seat, ledger in zip(state.seats, state.ledgers, strict=True)
    }
    return score_sheet(items, None if state.todo else "CQ-END-1")
