"""Frantic: movements with effects: walking past cards, arriving on one (section 6)."""

from __future__ import annotations

from referee.core.game import Say
from referee.games.frantic.board import first, is_used_up, mark, put_pawns, shows, step_of, teleport_at
from referee.games.frantic.cards import CARDS
from referee.games.frantic.components import FAMILY, FINISH, START, printed
from referee.games.frantic.movement import direction, past_x
from referee.games.frantic.state import FranticArrive, FranticMovement, FranticRoll, FranticState


def move(state: FranticState, task: FranticMovement, say: Say) -> FranticState:
    """Carry out a movement: roll for it if nothing is rolled yet, walk, arrive."""
    if not task.value:
        return first(state, FranticRoll(6, task.mover), task)
    before = step_of(state, task.pawn)
    state = walk(state, task, say)
    if step_of(state, task.pawn) == before or task.ghost:
        return state
    return first(state, FranticArrive(task.pawn, task.mover, task.backward))


def walk(state: FranticState, task: FranticMovement, say: Say) -> FranticState:
    """Go square by square, as FR-MOVE-2 tells; a ghost does not see any card (FR-C-GHOST-1)."""
    step, left, onward = step_of(state, task.pawn), task.value, direction(task.backward)
    end = START if task.backward else FINISH
    while left > 0 and step != end:
        step = step + onward if task.ghost else past_x(state, step + onward, onward)
        left -= 1
        passed = CARDS[shows(state, step)].passed if left > 0 and not task.ghost else None
        if passed and not is_used_up(state, step, task.pawn):
            say(passed.event, passed.rule, seat=task.pawn, square=step)
            left, state = passed.steps_left(left), mark(state, step, task.pawn)
    why = "FR-C-GHOST-1" if task.ghost else "FR-MOVE-3" if task.backward else "FR-MOVE-2"
    say("walk_back" if task.backward else "walk", why, seat=task.pawn, steps=task.value, square=printed(step))
    return put_pawns(state, {task.pawn: step})


def arrive(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    """Let the visible card of the square work, once per turn (FR-MOVE-5)."""
    step = step_of(state, landing.pawn)
    card = shows(state, step)
    effect = CARDS[card].landed
    if effect is None or (FAMILY.get(card) == "dual" and not state.options.dual_on_land):  # FR-OPT-1
        return state
    if is_used_up(state, step, landing.pawn):
        say("used_up", "FR-ONCE-1", seat=landing.pawn, card=card, square=step)
        return state
    if number := teleport_at(state, step):
        say("lands_on_tele", "FR-C-TELE-1", seat=landing.pawn, number=number)
    else:
        say("lands", "FR-MOVE-5", seat=landing.pawn, card=card, square=step)
    return effect(mark(state, step, landing.pawn), landing, say)
