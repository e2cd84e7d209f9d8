"""Frantic: pawns that are carried or put somewhere else (section 6). Walking and arriving are in walking.py."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game import Say
from referee.games.frantic.board import first, put_pawns, shows, step_of
from referee.games.frantic.components import FranticSeat, on_track, printed
from referee.games.frantic.state import (
    FranticArrive,
    FranticRoll,
    FranticState,
    FranticTeleporting,
)

# -- carried on -------------------------------------------------------------------------------------------------------


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
    say("carried", rule, seat=landing.pawn, square=printed(step))
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
