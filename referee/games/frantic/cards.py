"""Frantic: what each card does (section 9). The table at the end has a row for each.

A card that is played finds the movement of step 2 next on the stack, and changes or drops it. A card that is landed on
learns from the arrival which pawn came, who moved it and which way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from msgspec.structs import replace

from referee.core.game import Say
from referee.games.frantic.board import (
    first,
    gain,
    lay,
    lift,
    on_turn,
    pawns_at,
    put_pawns,
    step_of,
    top,
    without_next,
)
from referee.games.frantic.components import (
    FINISH,
    FUCK_YOU_STEPS,
    NEIGHBOUR,
    SQUARES,
    FranticSeat,
    on_track,
    printed,
)
from referee.games.frantic.movement import carry_on, direction, past_x, send, shift, teleport_step
from referee.games.frantic.moves import FranticName, FranticReact, FranticTakeCard
from referee.games.frantic.state import (
    FranticArrive,
    FranticAttack,
    FranticEvent,
    FranticFinishWindow,
    FranticMovement,
    FranticReroll,
    FranticRoll,
    FranticRollWindow,
    FranticState,
    FranticSwap,
    FranticTake,
    FranticTarget,
    FranticTask,
    FranticTeleporting,
)

# -- whose effect, and attacks (sections 8 and 10) --------------------------------------------------------------------

CHOOSER: dict[str, Callable[[FranticArrive], FranticSeat]] = {
    "owner": lambda landing: landing.pawn,
    "mover": lambda landing: landing.mover,
}  # FR-OPT-3


def chooser(state: FranticState, landing: FranticArrive) -> FranticSeat:
    """Return the player who chooses and rolls for a landing effect (FR-OWN-1)."""
    return CHOOSER[state.options.landing_choices](landing)


def attack(state: FranticState, attacker: FranticSeat, target: FranticSeat, *effect: FranticTask) -> FranticState:
    """Announce an effect: its target may block it, unless it is the attacker (FR-ATT-1, FR-ATT-9)."""
    state = first(state, *effect)
    return state if target == attacker else first(state, FranticAttack(target))


# -- skip, reverse, remote, ghost -------------------------------------------------------------------------------------


def step_two(state: FranticState, **changes: object) -> FranticState:
    """Change the movement of step 2, which comes next."""
    movement, *rest = state.todo
    return replace(state, todo=(replace(movement, **changes), *rest))


def play_skip(state: FranticState, square: int, say: Say) -> FranticState:
    say("no_movement", "FR-C-SKIP-1", seat=state.turn)
    return without_next(state)


def play_reverse(state: FranticState, square: int, say: Say) -> FranticState:
    say("reverse", "FR-C-REVERSE-1", seat=state.turn)
    return step_two(state, backward=True)


def play_remote(state: FranticState, square: int, say: Say) -> FranticState:
    return first(state, FranticTarget("remote", on_turn(state), on_turn(state)))


def name_for_remote(state: FranticState, asked: FranticTarget, move: FranticName, say: Say) -> FranticState:
    say("remote", "FR-C-REMOTE-1", seat=asked.seat, target=move.pawn)
    return attack(step_two(state, pawn=move.pawn), asked.seat, move.pawn)


def play_ghost(state: FranticState, square: int, say: Say) -> FranticState:
    say("ghost", "FR-C-GHOST-1", seat=state.turn)
    return step_two(state, ghost=True)


# -- gift, magnet, teleport -------------------------------------------------------------------------------------------


def play_gift(state: FranticState, square: int, say: Say) -> FranticState:
    return first(state, FranticTarget("gift", on_turn(state), on_turn(state)))


def land_on_gift(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    return first(state, FranticTarget("gift", chooser(state, landing), landing.pawn))


def name_for_gift(state: FranticState, asked: FranticTarget, move: FranticName, say: Say) -> FranticState:
    say("gift", "FR-C-GIFT-1", seat=asked.seat, target=move.pawn, steps=move.steps)
    steps = cast(int, move.steps)
    return attack(state, asked.seat, move.pawn, FranticMovement(move.pawn, asked.seat, value=steps))


def can_take(state: FranticState, square: int) -> bool:
    """Tell whether a Magnet can reach a card: visible, no teleport, no pawn on it (FR-C-MAGNET-1 to -3)."""
    return top(state, square) is not None and square not in state.pawns


def take_one(state: FranticState, asked: FranticTake, say: Say) -> FranticState:
    """Ask for the card to take, if there is any (FR-C-MAGNET-6)."""
    if any(can_take(state, square) for square in SQUARES if square != asked.spare):
        return first(state, asked)
    say("nothing_to_take", "FR-C-MAGNET-6", seat=asked.seat)
    return state


def play_magnet(state: FranticState, square: int, say: Say) -> FranticState:
    spare = 0 if state.options.magnet_self else square  # FR-OPT-6
    return take_one(state, FranticTake(on_turn(state), on_turn(state), spare), say)


def land_on_magnet(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    return take_one(state, FranticTake(chooser(state, landing), landing.pawn), say)


def take(state: FranticState, asked: FranticTake, move: FranticTakeCard, say: Say) -> FranticState:
    state, card = lift(state, move.from_)
    say("taken", "FR-C-MAGNET-1", seat=asked.owner, card=card.card, square=move.from_)
    return gain(state, asked.owner, card)


def play_teleport(state: FranticState, square: int, say: Say) -> FranticState:
    return first(state, FranticTeleporting(on_turn(state), on_turn(state)))


def land_on_teleport(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    return first(state, FranticTeleporting(landing.pawn, chooser(state, landing)))


# -- push, jump, second chance, swap ----------------------------------------------------------------------------------


def land_on_push(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    step = step_of(state, landing.pawn)
    arrow = arrow_at(state, step)
    to = NEIGHBOUR[arrow].get(step)
    if to is None:
        say("nowhere", "FR-C-PUSH-3", seat=landing.pawn, square=step)
        return state
    # Sideways the arrow does not say how to leave an X; the movement in progress does (FR-FAQ-5).
    onward = {"forward": 1, "backward": -1}.get(arrow, direction(landing.backward))
    return carry_on(state, landing, to, onward, "FR-C-PUSH-1", say)


def land_on_jump(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    step = step_of(state, landing.pawn)
    onward = direction(arrow_at(state, step) == "backward")
    return carry_on(state, landing, on_track(step + 2 * onward), onward, "FR-C-JUMP-1", say)


def arrow_at(state: FranticState, step: int) -> str:
    card = top(state, step)
    return cast(str, card.dir) if card else ""


def land_on_second_chance(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    say("second_chance", "FR-C-SECOND-1", seat=landing.pawn)
    return first(state, FranticMovement(landing.pawn, chooser(state, landing), backward=landing.backward))


def land_on_swap(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    return first(state, FranticTarget("swap", chooser(state, landing), landing.pawn, landing.backward))


def name_for_swap(state: FranticState, asked: FranticTarget, move: FranticName, say: Say) -> FranticState:
    say("swap", "FR-C-SWAP-1", seat=asked.pawn, target=move.pawn)
    return attack(state, asked.seat, move.pawn, FranticSwap(asked.pawn, move.pawn, asked.backward))


def swap(state: FranticState, task: FranticSwap, say: Say) -> FranticState:
    """Exchange two pawns; one that is brought onto X goes on (FR-C-SWAP-2)."""
    onward, here, there = direction(task.backward), step_of(state, task.pawn), step_of(state, task.other)
    for pawn, reached in ((task.pawn, there), (task.other, here)):
        to = past_x(state, reached, onward) if here != there else reached
        say("sent", "FR-C-SWAP-1" if to == reached else "FR-FAQ-5", seat=pawn, square=printed(to))
        state = put_pawns(state, {pawn: to})
    return state


# -- troublemaker, fuck you -------------------------------------------------------------------------------------------


def play_troublemaker(state: FranticState, square: int, say: Say) -> FranticState:
    say("no_movement", "FR-C-TROUBLE-1", seat=state.turn)
    return first(without_next(state), FranticEvent(on_turn(state)))


def land_on_troublemaker(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    return first(state, FranticEvent(chooser(state, landing)))


def play_fuck_you(state: FranticState, square: int, say: Say) -> FranticState:
    return shift(state, on_turn(state), FUCK_YOU_STEPS, "FR-C-FY-2", say)


def land_on_fuck_you(state: FranticState, landing: FranticArrive, say: Say) -> FranticState:
    state, card = lift(state, step_of(state, landing.pawn))
    say("picked_up", "FR-C-FY-3", seat=landing.pawn)
    return gain(state, landing.pawn, card)


# -- stop, snail ------------------------------------------------------------------------------------------------------


def pass_stop(left: int) -> int:
    return 0


def pass_snail(left: int) -> int:
    return left - 1


# -- block, nice try, re-roll -----------------------------------------------------------------------------------------


def throw(state: FranticState, window: FranticTask, move: FranticReact, say: Say) -> FranticState:
    """Put the card on the board, then carry out its effect (FR-REACT-2)."""
    seat = cast(FranticSeat, move.actor)
    say("thrown", "FR-REACT-1", seat=seat, card=move.card, square=move.to)
    state = lay(state, seat, move.card, move.to, thrown=True, spent=True)
    effect = CARDS[move.card].thrown
    return effect(state, window, seat, say) if effect else state


def throw_block(state: FranticState, window: FranticAttack, seat: FranticSeat, say: Say) -> FranticState:
    """Cancel what would come next; a blocked Re-Roll leaves the roll in its window (FR-ATT-5, FR-ATT-8)."""
    say("blocked", "FR-C-BLOCK-1", seat=seat)
    return without_next(state)


def throw_nice_try(state: FranticState, window: FranticFinishWindow, seat: FranticSeat, say: Say) -> FranticState:
    return send(state, pawns_at(state, FINISH), teleport_step(state, 6), "FR-C-NICE-2", say)


def throw_re_roll(state: FranticState, window: FranticRollWindow, seat: FranticSeat, say: Say) -> FranticState:
    return attack(state, seat, window.player, FranticReroll(), window)


def reroll(state: FranticState, task: FranticReroll, say: Say) -> FranticState:
    """Repeat the roll whose window comes next."""
    window = cast(FranticRollWindow, state.todo[0])
    say("reroll", "FR-C-REROLL-1", seat=window.player, value=window.value)
    return first(without_next(state), FranticRoll(window.die, window.player))


# -- the cards --------------------------------------------------------------------------------------------------------

Played = Callable[[FranticState, int, Say], FranticState]  # (state, square where the card lies now, say)
Landed = Callable[[FranticState, FranticArrive, Say], FranticState]
Named = Callable[[FranticState, FranticTarget, FranticName, Say], FranticState]
Thrown = Callable[[FranticState, Any, FranticSeat, Say], FranticState]  # (state, its window, who throws, say)


@dataclass(frozen=True)
class Passed:
    """What a card does to a pawn that walks onto it with steps left."""

    steps_left: Callable[[int], int]
    event: str
    rule: str


@dataclass(frozen=True)
class Card:
    """When a card works, and how: when played, on landing, on passing, thrown; `named` follows the choice of a pawn."""

    played: Played | None = None
    landed: Landed | None = None
    passed: Passed | None = None
    thrown: Thrown | None = None
    named: Named | None = None


CARDS: dict[str, Card] = {
    "skip": Card(played=play_skip),
    "reverse": Card(played=play_reverse),
    "remote": Card(played=play_remote, named=name_for_remote),
    "ghost": Card(played=play_ghost),
    "gift": Card(played=play_gift, landed=land_on_gift, named=name_for_gift),
    "magnet": Card(played=play_magnet, landed=land_on_magnet),
    "teleport": Card(played=play_teleport, landed=land_on_teleport),
    "push": Card(landed=land_on_push),
    "jump": Card(landed=land_on_jump),
    "second_chance": Card(landed=land_on_second_chance),
    "swap": Card(landed=land_on_swap, named=name_for_swap),
    "stop": Card(passed=Passed(pass_stop, "stopped", "FR-C-STOP-1")),
    "x": Card(),  # its square is left out of every movement: movement.past_x
    "snail": Card(passed=Passed(pass_snail, "slowed", "FR-C-SNAIL-1")),
    "block": Card(thrown=throw_block),
    "nice_try": Card(thrown=throw_nice_try),
    "re_roll": Card(thrown=throw_re_roll),
    "troublemaker": Card(played=play_troublemaker, landed=land_on_troublemaker),
    "fuck_you": Card(played=play_fuck_you, landed=land_on_fuck_you),
    "tele": Card(landed=land_on_teleport),
    "": Card(),  # an empty square
}
