"""Frantic: how pawns get from square to square (section 6)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game import Say
from referee.games.frantic.board import first, is_used_up, mark, put_pawns, shows, step_of
from referee.games.frantic.components import FINISH, START, FranticSeat, on_track, printed
from referee.games.frantic.state import (
    FranticArrive,
    FranticMovement,
    FranticRoll,
    FranticState,
    FranticTeleporting,
)

# -- movements with effects -------------------------------------------------------------------------------------------


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
        if left > 0 and not task.ghost and not is_used_up(state, step, task.pawn):
            match shows(state, step):
                case "stop":
                    left, state = 0, mark(state, step, task.pawn)
                    say("stopped", "FR-C-STOP-1", seat=task.pawn, square=step)
                case "snail":
                    left, state = left - 1, mark(state, step, task.pawn)
                    say("slowed", "FR-C-SNAIL-1", seat=task.pawn, square=step)
    why = "FR-C-GHOST-1" if task.ghost else "FR-MOVE-3" if task.backward else "FR-MOVE-2"
    say("walk_back" if task.backward else "walk", why, seat=task.pawn, steps=task.value, square=printed(step))
    return put_pawns(state, {task.pawn: step})


def direction(backward: bool) -> int:
    return -1 if backward else 1


def past_x(state: FranticState, step: int, onward: int) -> int:
    """Return the next square that does not show X; start and finish never do (FR-C-X-1, FR-FAQ-5)."""
    while shows(state, step) == "x":
        step += onward
    return step


def carry_on(state: FranticState, landing: FranticArrive, step: int, onward: int, rule: str, say: Say) -> FranticState:
    """Move a pushed or jumping pawn; it arrives again, behind any X (FR-MOVE-6)."""
    beyond = past_x(state, step, onward)
    say("carried", rule, seat=landing.pawn, square=printed(beyond))
    if beyond != step:
        say("past_x", "FR-FAQ-5", seat=landing.pawn, square=printed(beyond))
    return first(put_pawns(state, {landing.pawn: beyond}), landing)


# -- displacements without effects (FR-MOVE-7) ------------------------------------------------------------------------


def send(state: FranticState, pawns: Iterable[FranticSeat], step: int, rule: str, say: Say) -> FranticState:
    """Put pawns on a square; nothing happens there."""
    for pawn in pawns:
        say("sent", rule, seat=pawn, square=printed(step))
        state = put_pawns(state, {pawn: step})
    return state


def shift(state: FranticState, pawn: FranticSeat, steps: int, rule: str, say: Say) -> FranticState:
    """Put a pawn some squares ahead or back, at most to the end of the track; no card matters."""
    return send(state, (pawn,), on_track(step_of(state, pawn) + steps), rule, say)


def teleport_step(state: FranticState, number: int) -> int:
    return state.teleports[number - 1].square


def teleport(state: FranticState, task: FranticTeleporting, say: Say) -> FranticState:
    """Roll for a teleport card and go there."""
    if not task.value:
        return first(state, FranticRoll(6, task.player), task)
    to = teleport_step(state, task.value)
    why = "FR-FAQ-3" if to == step_of(state, task.pawn) else "FR-C-TELEPORT-1"
    return send(state, (task.pawn,), to, why, say)
