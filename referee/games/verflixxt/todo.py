"""Verflixxt: whether what a state says is still to do can be open in it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from referee.games.verflixxt import cards
from referee.games.verflixxt.board import is_in_play
from referee.games.verflixxt.components import FINISH, START, VALUE, WORMS, Seat
from referee.games.verflixxt.hats import may_change_hats
from referee.games.verflixxt.ruleset import TURN, VerflixxtRuleset
from referee.games.verflixxt.state import (
    NOTHING_YET,
    VerflixxtAfter,
    VerflixxtAgain,
    VerflixxtBefore,
    VerflixxtDealing,
    VerflixxtDrawing,
    VerflixxtHatChoice,
    VerflixxtHatDrawing,
    VerflixxtNextTurn,
    VerflixxtReveal,
    VerflixxtSettle,
    VerflixxtSlot,
    VerflixxtState,
    VerflixxtStep,
    VerflixxtTask,
    VerflixxtThrow,
    VerflixxtWormDrawing,
)
from referee.games.verflixxt.tokens import SLOT_OF, unseen

Tasks = tuple[VerflixxtTask, ...]

QUESTION_OF: dict[type, str] = {
    VerflixxtBefore: "before",
    VerflixxtThrow: "throw",
    VerflixxtReveal: "card",
    VerflixxtStep: "move",
    VerflixxtAfter: "after",
}


def is_pending(rules: VerflixxtRuleset, state: VerflixxtState) -> bool:
    """Tell whether the stack can be open: one question, the rest of the turn, extra turns, the next turn."""
    if not state.todo:
        return rules.stops(state) and state.so_far == NOTHING_YET and state.turn is not None
    question, *rest = state.todo
    if isinstance(question, VerflixxtHatDrawing):
        return is_hat_drawing(rules, state, question, tuple(rest))
    if state.turn is None or not rest or rest.pop() != VerflixxtNextTurn():
        return False
    while state.rules.wormy and rest and rest[-1] == VerflixxtAgain():
        rest.pop()
    if isinstance(question, VerflixxtWormDrawing):
        return is_worm_drawing(rules, state, question, tuple(rest))
    if rules.stops(state) or not is_in_play(state, state.turn):
        return False
    if isinstance(question, VerflixxtDrawing):
        return is_drawing(rules, state, question, tuple(rest))
    if isinstance(question, VerflixxtHatChoice):
        return is_hat_choice(rules, state, question, tuple(rest))
    slot = QUESTION_OF.get(type(question), "")
    opened = slot in rules.slots and rules.slots[slot](state) == (question,)
    return opened and is_rest_of_turn(rules, state, (VerflixxtSlot(slot), *rest))  # type: ignore[arg-type]


def is_rest_of_turn(rules: VerflixxtRuleset, state: VerflixxtState, slots: Tasks) -> bool:
    """Tell whether these are the last slots of a turn, and what has happened so far fits the first of them."""
    if slots != rules.row[len(rules.row) - len(slots) :] or len(slots) > len(rules.row):
        return False
    return not slots or FITS[TURN.index(slots[0].name)](state)  # type: ignore[union-attr]


FITS = (
    lambda state: state.so_far.number is None and not state.so_far.moved,  # before
    lambda state: len(state.so_far.cards) <= 1 if state.rules.hoch2 else state.so_far.number is None,  # throw
    lambda state: len(state.so_far.cards) <= 1,  # card
    lambda state: state.so_far.number is not None and len(state.so_far.moved) < max(len(state.so_far.cards), 1),  # move
    lambda state: True,  # after
    lambda state: True,  # draw
)
AFTER = VerflixxtSlot("after")
INTERRUPTED = tuple(SLOT_OF.values())  # by tokens


def is_rest_after_a_move(rules: VerflixxtRuleset, state: VerflixxtState, slots: Tasks) -> bool:
    """Tell whether a turn can go on so when a piece has arrived: after the normal move, or where a token was played."""
    goes_on = bool(slots) and (slots[0] == AFTER or (state.rules.wormy and slots[0] in INTERRUPTED))
    return goes_on and is_rest_of_turn(rules, state, slots)


def is_hat_choice(rules: VerflixxtRuleset, state: VerflixxtState, question: VerflixxtHatChoice, rest: Tasks) -> bool:
    pawns = state.pawns[state.seats.index(state.turn)] if state.turn else ()
    fits = state.rules.hoch2 and question.pawn < len(pawns) and may_change_hats(state, question.pawn)
    return fits and is_rest_after_a_move(rules, state, rest)


def is_worm_drawing(
    rules: VerflixxtRuleset, state: VerflixxtState, question: VerflixxtWormDrawing, rest: Tasks
) -> bool:
    if not (state.rules.wormy and state.mode == "virtual" and state.worm_pile and question.player in state.seats):
        return False
    top_is_known = state.worm_pile[0] in WORMS
    if not rest or not isinstance(settle := rest[0], VerflixxtSettle):
        return False
    pawns = state.pawns[state.seats.index(state.turn)] if state.turn else ()
    arrived = settle.arrived
    return (
        (arrived is UNSET or (arrived < len(pawns) and pawns[arrived] != FINISH))
        and (top_is_known or any(unseen(state, kind) for kind in WORMS))
        and is_rest_after_a_move(rules, state, rest[1:])
        and (rules.stops(state) or is_in_play(state, state.turn) or rest[1:] == after_the_move(rules))
    )


def after_the_move(rules: VerflixxtRuleset) -> Tasks:
    return tuple(slot for slot in rules.row if slot.name in ("after", "draw"))


def is_drawing(rules: VerflixxtRuleset, state: VerflixxtState, question: VerflixxtDrawing, rest: Tasks) -> bool:
    """At the end of a turn its player draws; before the first one hands are dealt in the order of seats."""
    players = still_dealing(state)
    rows = [state.seats.index(player) if player in state.seats else -1 for player in players]
    slots = rest[len(players) :]
    first_turn = slots == rules.row and state.so_far == NOTHING_YET
    end_of_turn = slots == () and players == (state.turn,)
    return (
        state.rules.hoch2
        and state.mode == "virtual"
        and players[:1] == (question.player,)
        and rows == sorted(set(rows))
        and -1 not in rows
        and len(cards.hand_of(state, question.player)) < 2
        and cards.draw_pile(state) > 0
        and (first_turn or end_of_turn)
    )


def still_dealing(state: VerflixxtState) -> tuple[Seat, ...]:
    """Return who is still to be dealt cards, next first."""
    return tuple([task.player for task in state.todo if isinstance(task, VerflixxtDealing)])


def is_hat_drawing(rules: VerflixxtRuleset, state: VerflixxtState, question: VerflixxtHatDrawing, rest: Tasks) -> bool:
    """Tell whether cards can be turned up: nothing has been played, and everybody's cards come in their order."""
    virtual = state.mode == "virtual"
    dealt: Tasks = tuple(map(VerflixxtDealing, state.seats)) if virtual else ()
    return (
        state.rules.hoch2
        and state.turn is None
        and rest == (*dealt, *rules.row, VerflixxtNextTurn())
        and state.so_far == NOTHING_YET
        and state.green is None
        and state.red is None
        and all(square == START for pawns in state.pawns for square in pawns)
        and not any(virtual and hand for hand in state.hands)
        and len(question.drawn) == len(state.seats)
        and cards.draw_pile(state) > 0
        and drawn_in_order(question.drawn)
    )


def drawn_in_order(drawn: cards.Drawn) -> bool:
    """Tell whether a card is still to be turned up, and nobody has turned up more than the draw asked for."""
    everybody = tuple(range(len(drawn)))
    waiting, green, _ = cards.hats_by_draw(drawn)
    asked_for = [0 for _ in drawn]
    for rows in (everybody, without_row(everybody, green) if green is not None else ()):
        for row, number in cards_compared(drawn, rows):
            asked_for[row] = max(asked_for[row], number)
    return waiting is not None and asked_for == [len(turned_up) for turned_up in drawn]


def without_row(rows: tuple[int, ...], left_out: int) -> tuple[int, ...]:
    return tuple(row for row in rows if row != left_out)


def cards_compared(drawn: cards.Drawn, rows: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Go through the cards that tell who is best of these rows, up to one that is missing: (row, its which card)."""
    number = 0
    while len(rows) > 1:
        number += 1
        for row in rows:
            if len(drawn[row]) < number:
                return
            yield row, number
        highest = max(VALUE[drawn[row][number - 1]] for row in rows)
        rows = tuple(row for row in rows if VALUE[drawn[row][number - 1]] == highest)
