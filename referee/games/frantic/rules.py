"""Frantic: the rules that a move must respect. ruleset.py puts them in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET

from referee.core.game import CHANCE, TABLE, Task, asked
from referee.core.rules import Rule, goes_on, rule
from referee.games.frantic import events, turn
from referee.games.frantic.board import (
    can_show,
    fitting_squares,
    free_squares,
    hand_of,
    may_be_hidden,
    on_turn,
    shows,
    teleport_at,
    white_squares,
)
from referee.games.frantic.components import ALL_SQUARES, COVERS, DIRECTIONS, FAMILY, HIDDEN, REACTIONS
from referee.games.frantic.moves import (
    FranticDeclareCards,
    FranticDie,
    FranticDrawCard,
    FranticFirstPlayer,
    FranticMove,
    FranticName,
    FranticPass,
    FranticPassPlay,
    FranticPickCard,
    FranticPlaceCard,
    FranticPlayCard,
    FranticReact,
    FranticRelocateTeleport,
    FranticRevealCard,
    FranticTakeCard,
)
from referee.games.frantic.state import (
    FranticAttack,
    FranticDeal,
    FranticDeclare,
    FranticDraw,
    FranticFinishWindow,
    FranticPick,
    FranticPlace,
    FranticPlay,
    FranticRelocate,
    FranticRestock,
    FranticRoll,
    FranticRollOff,
    FranticRollWindow,
    FranticState,
    FranticTake,
    FranticTarget,
)

# -- game over, type and actor ----------------------------------------------------------------------------------------


the_game_goes_on = goes_on("FR-GAME-1")


@rule("FR-TURN-6", "actor")
def chance_acts(state: FranticState, move: FranticMove) -> bool:
    return move.actor == CHANCE


@rule("FR-TURN-6", "actor")
def the_table_acts(state: FranticState, move: FranticPass) -> bool:
    return move.actor == TABLE


@rule("FR-TURN-6", "actor")
def the_asked_player_acts(state: FranticState, move: FranticMove) -> bool:
    return move.actor == player_asked(state)


# Whom an open decision asks.
ASKED: dict[type[Task], Callable[[FranticState, Any], str]] = {
    FranticPlace: lambda state, task: task.seat,
    FranticRestock: lambda state, task: task.seat,
    FranticPlay: lambda state, task: on_turn(state),
    FranticTarget: lambda state, task: task.seat,
    FranticTake: lambda state, task: task.seat,
    FranticPick: lambda state, task: task.seats[0],
    FranticRelocate: lambda state, task: task.seat,
    FranticAttack: lambda state, task: task.target,
    FranticDeclare: lambda state, task: task.seat,
}
# Whose roll or draw is reported.
REPORTED: dict[type[Task], Callable[[Any], str]] = {
    FranticRoll: lambda task: task.player,
    FranticRollOff: turn.next_contender,
    FranticDeal: lambda task: task.player,
    FranticDraw: lambda task: task.player,
}


def player_asked(state: FranticState) -> str:
    task = asked(state)
    return ASKED[type(task)](state, task)


def player_reported(state: FranticState) -> str:
    task = asked(state)
    return REPORTED[type(task)](task)


# -- a card on a square -----------------------------------------------------------------------------------------------


@rule("FR-INFO-3", "actor", "card")
def the_player_can_hold_it(state: FranticState, move: Any) -> bool:
    return can_show(state, move.actor, move.card)


@rule("FR-PLACE-7", "to")
def the_square_takes_cards(state: FranticState, move: Any) -> bool:
    return move.to in ALL_SQUARES


@rule("FR-PLACE-5", "to")
def white_is_not_covered(state: FranticState, move: Any) -> bool:
    return move.to not in white_squares(state)


@rule("FR-PLACE-6", "to")
def no_pawn_stands_there(state: FranticState, move: Any) -> bool:
    return move.to not in state.pawns


@rule("FR-PLACE-2", "card", "to")
def the_colour_fits(state: FranticState, move: FranticPlayCard) -> bool:
    """It fits what the square shows, or it fits nowhere."""
    family, stack = FAMILY[move.card], state.board[move.to - 1]
    return not stack or stack[-1].card in COVERS[family] or not fitting_squares(state)[family]


@rule("FR-PLACE-2", "card", "to")
def the_colour_fits_unless_restocking(state: FranticState, move: FranticPlaceCard) -> bool:
    return the_colour_fits.holds(state, move) or isinstance(asked(state), FranticRestock)


@rule("FR-PLACE-8", "card", "dir")
def only_push_and_jump_point(state: FranticState, move: FranticPlaceCard | FranticPlayCard) -> bool:
    return move.dir in DIRECTIONS[move.card]


SQUARE = (the_square_takes_cards, white_is_not_covered, no_pawn_stands_there)


@rule("FR-TURN-2")
def no_card_can_be_played(state: FranticState, move: FranticPassPlay) -> bool:
    return not hand_of(state, on_turn(state)) or not free_squares(state)


# -- chance -----------------------------------------------------------------------------------------------------------


@rule("FR-API-2", "die")
def the_die_is_due(state: FranticState, move: FranticDie) -> bool:
    return move.die == die_due(state)


@rule("FR-API-2", "player")
def the_report_is_for_the_player_asked(state: FranticState, move: FranticDie | FranticDrawCard) -> bool:
    return move.player == player_reported(state)


@rule("FR-API-2", "die", "value")
def the_die_has_that_face(state: FranticState, move: FranticDie) -> bool:
    return move.value <= move.die


@rule("FR-API-3", "player")
def nobody_has_rolled_yet(state: FranticState, move: FranticFirstPlayer) -> bool:
    task = asked(state)
    return not task.rolls and move.player in task.contenders


@rule("FR-API-2", "card")
def the_pile_can_hold_it(state: FranticState, move: FranticDrawCard | FranticRevealCard) -> bool:
    return move.card != HIDDEN and may_be_hidden(state, move.card)


def die_due(state: FranticState) -> int:
    task = asked(state)
    return 20 if isinstance(task, FranticRollOff) else int(task.die)


# -- choices ----------------------------------------------------------------------------------------------------------


@rule("FR-TURN-6", "effect")
def the_effect_is_open(state: FranticState, move: FranticName) -> bool:
    return bool(move.effect == asked(state).effect)


def may_be_named(id: str, effect: str, pawns: Callable[[FranticState, FranticTarget], Iterable[str]]) -> Rule:
    """Say which pawns an effect may name."""
    return Rule(id, lambda state, move: move.effect != effect or move.pawn in pawns(state, asked(state)), ("pawn",))


def counts_steps(id: str, effect: str, steps: tuple[Any, ...]) -> Rule:
    """Say which numbers of squares an effect may name; UNSET is none."""
    return Rule(id, lambda state, move: move.effect != effect or move.steps in steps, ("steps",))


def any_pawn(state: FranticState, task: FranticTarget) -> Iterable[str]:
    return state.seats


def pawns_of_others(state: FranticState, task: FranticTarget) -> Iterable[str]:
    return (pawn for pawn in state.seats if pawn != task.seat)


def pawns_elsewhere(state: FranticState, task: FranticTarget) -> Iterable[str]:
    """Return every pawn but the one that landed."""
    return (pawn for pawn in state.seats if pawn != task.pawn)


TARGETS = (
    may_be_named("FR-C-REMOTE-1", "remote", pawns_of_others),
    may_be_named("FR-C-GIFT-1", "gift", pawns_of_others),
    may_be_named("FR-C-SWAP-1", "swap", pawns_elsewhere),
    may_be_named("FR-EV-3", "marching_orders", any_pawn),
    may_be_named("FR-EV-15", "surprise_party", any_pawn),
    counts_steps("FR-C-REMOTE-1", "remote", (UNSET,)),
    counts_steps("FR-C-GIFT-1", "gift", (1, 2)),
    counts_steps("FR-C-SWAP-1", "swap", (UNSET,)),
    counts_steps("FR-EV-3", "marching_orders", (UNSET,)),
    counts_steps("FR-EV-15", "surprise_party", (UNSET,)),
)


@rule("FR-C-MAGNET-1", "from_")
def a_card_lies_there(state: FranticState, move: FranticTakeCard) -> bool:
    return move.from_ in ALL_SQUARES and bool(shows(state, move.from_))


@rule("FR-C-MAGNET-2", "from_")
def teleports_are_not_taken(state: FranticState, move: FranticTakeCard) -> bool:
    return not teleport_at(state, move.from_)


@rule("FR-C-MAGNET-3", "from_")
def no_pawn_stands_on_the_card(state: FranticState, move: FranticTakeCard) -> bool:
    return move.from_ not in state.pawns


@rule("FR-OPT-6", "from_")
def a_magnet_does_not_take_itself(state: FranticState, move: FranticTakeCard) -> bool:
    return bool(move.from_ != asked(state).spare)


@rule("FR-EV-5", "card")
def the_market_offers_it(state: FranticState, move: FranticPickCard) -> bool:
    return move.card in asked(state).cards


@rule("FR-EV-18", "teleport")
def the_teleport_can_be_moved(state: FranticState, move: FranticRelocateTeleport) -> bool:
    return events.can_relocate(state, asked(state), move.teleport)


@rule("FR-INFO-5", "fuck_you")
def so_many_can_be_unseen(state: FranticState, move: FranticDeclareCards) -> bool:
    return 0 <= move.fuck_you <= turn.most_fuck_yous(state, asked(state).seat)


# -- reactions --------------------------------------------------------------------------------------------------------

# The card of each window.
THROWN_IN: dict[type[Task], str] = {
    FranticRollWindow: "re_roll",
    FranticAttack: "block",
    FranticFinishWindow: "nice_try",
}


def window_card(state: FranticState) -> str | None:
    return THROWN_IN.get(type(asked(state)))


@rule("FR-REACT-1", "card")
def the_card_is_a_reaction(state: FranticState, move: FranticReact) -> bool:
    return move.card in REACTIONS


def only_in_its_window(id: str, card: str) -> Rule:
    return Rule(id, lambda state, move: move.card != card or window_card(state) == card, ("card",))


@rule("FR-TURN-6", "actor")
def a_player_throws(state: FranticState, move: FranticReact) -> bool:
    return move.actor in state.seats


@rule("FR-ATT-2", "actor", "card")
def only_the_target_blocks(state: FranticState, move: FranticReact) -> bool:
    return move.card != "block" or move.actor == asked(state).target


@rule("FR-ONCE-4", "actor", "card")
def a_copy_is_thrown_once(state: FranticState, move: Any) -> bool:
    return can_show(state, move.actor, move.card, thrown=True)
