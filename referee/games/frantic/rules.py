"""Frantic: which moves are legal. Each list of rules is in the order of FR-API-6."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET

from referee.core.game import CHANCE, TABLE, Decision, Kind, Ruleset, Task, Window, asked, one, versions
from referee.core.rules import Rule, rule
from referee.games.frantic import cards, events, movement, turn
from referee.games.frantic.board import (
    copy_to_show,
    free_squares,
    hand_of,
    may_be_hidden,
    on_turn,
    shows,
    squares_for,
    teleport_at,
    unseen,
    white_squares,
)
from referee.games.frantic.components import CARDS, DIRECTIONS, FAMILY, HIDDEN, REACTIONS, SQUARES
from referee.games.frantic.moves import (
    FranticDeclareCards,
    FranticDecline,
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
    FranticArrive,
    FranticAttack,
    FranticDeal,
    FranticDeclare,
    FranticDraw,
    FranticEvent,
    FranticFinishCheck,
    FranticFinishWindow,
    FranticInTurn,
    FranticMovement,
    FranticPick,
    FranticPlace,
    FranticPlay,
    FranticRefill,
    FranticRelocate,
    FranticReroll,
    FranticRestock,
    FranticReveal,
    FranticRoll,
    FranticRollOff,
    FranticRollWindow,
    FranticRoundEnd,
    FranticState,
    FranticSwap,
    FranticTake,
    FranticTarget,
    FranticTeleporting,
    FranticTurnEnd,
)

# -- game over, type and actor ----------------------------------------------------------------------------------------


@rule("FR-GAME-1")
def the_game_goes_on(state: FranticState, move: FranticMove) -> bool:
    return bool(state.todo)


def due(*tasks: type[Task]) -> Rule:
    """Demand that one of these is the open decision."""
    return Rule("FR-TURN-6", lambda state, move: isinstance(asked(state), tasks))


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
    return copy_to_show(state, move.actor, move.card) is not None


@rule("FR-PLACE-7", "to")
def the_square_takes_cards(state: FranticState, move: Any) -> bool:
    return move.to in SQUARES


@rule("FR-PLACE-5", "to")
def white_is_not_covered(state: FranticState, move: Any) -> bool:
    return move.to not in white_squares(state)


@rule("FR-PLACE-6", "to")
def no_pawn_stands_there(state: FranticState, move: Any) -> bool:
    return move.to not in state.pawns


@rule("FR-PLACE-2", "card", "to")
def the_colour_fits(state: FranticState, move: FranticPlayCard) -> bool:
    return move.to in squares_for(state)[FAMILY[move.card]]


@rule("FR-PLACE-2", "card", "to")
def the_colour_fits_unless_restocking(state: FranticState, move: FranticPlaceCard) -> bool:
    return move.to in squares_for_card(state, move)


@rule("FR-PLACE-8", "card", "dir")
def only_push_and_jump_point(state: FranticState, move: FranticPlaceCard | FranticPlayCard) -> bool:
    return move.dir in DIRECTIONS.get(move.card, (UNSET,))


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
    return move.from_ in SQUARES and bool(shows(state, move.from_))


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
    return copy_to_show(state, move.actor, move.card, thrown=True) is not None


# -- the values worth trying ------------------------------------------------------------------------------------------

by_chance, by_the_table = one(CHANCE), one(TABLE)


def by_the_asked_player(state: FranticState, move: FranticMove) -> Iterable[str]:
    return (player_asked(state),)


def any_card(state: FranticState, move: Any) -> Iterable[str]:
    """Offer the kinds in a hand; with an unknown card among them, all."""
    hand = {copy.card for copy in hand_of(state, move.actor)}
    return CARDS if HIDDEN in hand else (card for card in CARDS if card in hand)


def squares_for_card(state: FranticState, move: Any) -> tuple[int, ...]:
    """Return where a card may go; Restock does not mind colours (FR-EV-9)."""
    restock = isinstance(asked(state), FranticRestock)
    return free_squares(state) if restock else squares_for(state)[FAMILY[move.card]]


def any_direction(state: FranticState, move: Any) -> Iterable[Any]:
    return DIRECTIONS.get(move.card, (UNSET,))


def die_asked(state: FranticState, move: FranticDie) -> Iterable[int]:
    return (die_due(state),)


def any_face(state: FranticState, move: FranticDie) -> Iterable[int]:
    return range(1, move.die + 1)


def the_reported_player(state: FranticState, move: FranticMove) -> Iterable[str]:
    return (player_reported(state),)


def contenders(state: FranticState, move: FranticMove) -> Iterable[str]:
    return tuple(asked(state).contenders)


def all_cards(state: FranticState, move: FranticMove) -> Iterable[str]:
    return CARDS


def the_open_effect(state: FranticState, move: FranticName) -> Iterable[str]:
    return (asked(state).effect,)


def every_pawn(state: FranticState, move: FranticName) -> Iterable[str]:
    return state.seats


def one_or_two(state: FranticState, move: FranticName) -> Iterable[Any]:
    return (1, 2) if move.effect == "gift" else (UNSET,)


def any_square(state: FranticState, move: FranticMove) -> Iterable[int]:
    return SQUARES


def squares_without_colour(state: FranticState, move: FranticMove) -> Iterable[int]:
    return free_squares(state)


def cards_on_offer(state: FranticState, move: FranticPickCard) -> Iterable[str]:
    return tuple(dict.fromkeys(asked(state).cards))


def any_teleport(state: FranticState, move: FranticMove) -> Iterable[int]:
    return range(1, 7)


def up_to_the_unseen(state: FranticState, move: FranticMove) -> Iterable[int]:
    return range(turn.most_fuck_yous(state, asked(state).seat) + 1)


def who_may_throw(state: FranticState, move: FranticReact) -> Iterable[str]:
    if isinstance(asked(state), FranticAttack):
        return (asked(state).target,)
    return state.seats if window_card(state) else ()


def the_card_of_the_window(state: FranticState, move: FranticReact) -> Iterable[str | None]:
    return (window_card(state),)


def copies_left(state: FranticState, move: FranticDrawCard | FranticRevealCard) -> int:
    return max(1, unseen(state)[move.card])


# -- the moves --------------------------------------------------------------------------------------------------------

PUT_DOWN = {"actor": by_the_asked_player, "card": any_card, "to": squares_for_card, "dir": any_direction}

STANDARD = Ruleset(
    kinds=(
        Kind(
            FranticPlaceCard,
            PUT_DOWN,
            (
                the_game_goes_on,
                due(FranticPlace, FranticRestock),
                the_asked_player_acts,
                the_player_can_hold_it,
                *SQUARE,
                the_colour_fits_unless_restocking,
                only_push_and_jump_point,
            ),
            turn.place,
        ),
        Kind(
            FranticPlayCard,
            PUT_DOWN,
            (
                the_game_goes_on,
                due(FranticPlay),
                the_asked_player_acts,
                the_player_can_hold_it,
                *SQUARE,
                the_colour_fits,
                only_push_and_jump_point,
            ),
            turn.play,
        ),
        Kind(
            FranticPassPlay,
            {"actor": by_the_asked_player},
            (the_game_goes_on, due(FranticPlay), the_asked_player_acts, no_card_can_be_played),
            turn.pass_play,
        ),
        Kind(
            FranticDie,
            {"actor": by_chance, "die": die_asked, "player": the_reported_player, "value": any_face},
            (
                the_game_goes_on,
                due(FranticRoll, FranticRollOff),
                chance_acts,
                the_die_is_due,
                the_report_is_for_the_player_asked,
                the_die_has_that_face,
            ),
            turn.roll,
        ),
        Kind(
            FranticFirstPlayer,
            {"actor": by_chance, "player": contenders},
            (the_game_goes_on, due(FranticRollOff), chance_acts, nobody_has_rolled_yet),
            turn.name_first_player,
        ),
        Kind(
            FranticDrawCard,
            {"actor": by_chance, "player": the_reported_player, "card": all_cards},
            (
                the_game_goes_on,
                due(FranticDeal, FranticDraw),
                chance_acts,
                the_report_is_for_the_player_asked,
                the_pile_can_hold_it,
            ),
            turn.deal_or_draw,
            weight=copies_left,
        ),
        Kind(
            FranticRevealCard,
            {"actor": by_chance, "card": all_cards},
            (the_game_goes_on, due(FranticReveal), chance_acts, the_pile_can_hold_it),
            events.reveal,
            weight=copies_left,
        ),
        Kind(
            FranticName,
            {"actor": by_the_asked_player, "effect": the_open_effect, "pawn": every_pawn, "steps": one_or_two},
            (the_game_goes_on, due(FranticTarget), the_asked_player_acts, the_effect_is_open, *TARGETS),
            turn.name,
        ),
        Kind(
            FranticTakeCard,
            {"actor": by_the_asked_player, "from_": any_square},
            (
                the_game_goes_on,
                due(FranticTake),
                the_asked_player_acts,
                a_card_lies_there,
                teleports_are_not_taken,
                no_pawn_stands_on_the_card,
                a_magnet_does_not_take_itself,
            ),
            cards.take,
        ),
        Kind(
            FranticPickCard,
            {"actor": by_the_asked_player, "card": cards_on_offer},
            (the_game_goes_on, due(FranticPick), the_asked_player_acts, the_market_offers_it),
            events.pick,
        ),
        Kind(
            FranticRelocateTeleport,
            {"actor": by_the_asked_player, "teleport": any_teleport, "to": squares_without_colour},
            (the_game_goes_on, due(FranticRelocate), the_asked_player_acts, the_teleport_can_be_moved, *SQUARE),
            events.relocate,
        ),
        Kind(
            FranticReact,
            {"actor": who_may_throw, "card": the_card_of_the_window, "to": squares_without_colour},
            (
                the_game_goes_on,
                the_card_is_a_reaction,
                only_in_its_window("FR-C-REROLL-1", "re_roll"),
                only_in_its_window("FR-ATT-1", "block"),
                only_in_its_window("FR-C-NICE-1", "nice_try"),
                a_player_throws,
                only_the_target_blocks,
                the_player_can_hold_it,
                a_copy_is_thrown_once,
                *SQUARE,
            ),
            cards.throw,
        ),
        Kind(
            FranticPass,
            {"actor": by_the_table},
            (the_game_goes_on, due(FranticRollWindow, FranticFinishWindow), the_table_acts),
            turn.close,
        ),
        Kind(
            FranticDecline,
            {"actor": by_the_asked_player},
            (the_game_goes_on, due(FranticAttack), the_asked_player_acts),
            turn.decline,
        ),
        Kind(
            FranticDeclareCards,
            {"actor": by_the_asked_player, "fuck_you": up_to_the_unseen},
            (the_game_goes_on, due(FranticDeclare), the_asked_player_acts, so_many_can_be_unseen),
            turn.declare,
        ),
    ),
    asks={
        FranticDeal: lambda state, task: Decision("deal", (CHANCE,), task.player),
        FranticRollOff: lambda state, task: Decision("first_player", (CHANCE,), turn.next_contender(task)),
        FranticPlace: lambda state, task: Decision("place", (task.seat,)),
        FranticRestock: lambda state, task: Decision("place", (task.seat,)),
        FranticPlay: lambda state, task: Decision("play", (on_turn(state),)),
        FranticTarget: lambda state, task: Decision("target", (task.seat,)),
        FranticTake: lambda state, task: Decision("take", (task.seat,)),
        FranticRoll: lambda state, task: Decision("roll", (CHANCE,), task.player),
        FranticRollWindow: lambda state, task: Decision("roll_window", (*state.seats, TABLE), task.player),
        FranticAttack: lambda state, task: Decision("attack_window", (task.target,)),
        FranticFinishWindow: lambda state, task: Decision("finish_window", (*state.seats, TABLE)),
        FranticReveal: lambda state, task: Decision("reveal", (CHANCE,)),
        FranticPick: lambda state, task: Decision("pick", (task.seats[0],)),
        FranticRelocate: lambda state, task: Decision("relocate", (task.seat,)),
        FranticDraw: lambda state, task: Decision("draw", (CHANCE,), task.player),
        FranticDeclare: lambda state, task: Decision("declare", (task.seat,)),
    },
    runs={
        FranticMovement: movement.move,
        FranticArrive: cards.arrive,
        FranticTeleporting: movement.teleport,
        FranticSwap: cards.swap,
        FranticReroll: cards.reroll,
        FranticEvent: events.trigger,
        FranticInTurn: events.go_on,
        FranticRefill: turn.refill,
        FranticFinishCheck: turn.finish_check,
        FranticTurnEnd: turn.end_turn,
        FranticRoundEnd: turn.end_round,
    },
    windows={
        FranticRollWindow: Window(
            lambda state: FranticPass("table"), lambda state, move: answers(state, move, FranticPass)
        ),
        FranticAttack: Window(
            lambda state: FranticDecline(asked(state).target),
            lambda state, move: answers(state, move, FranticDecline),
        ),
        FranticFinishWindow: Window(
            lambda state: FranticPass("table"), lambda state, move: answers(state, move, FranticPass)
        ),
    },
)


def answers(state: FranticState, move: FranticMove, closing: type[FranticMove]) -> bool:
    """Tell whether a move, right or wrong, is meant for the open window (FR-REACT-7)."""
    if isinstance(move, FranticReact):
        return move.card == window_card(state) or move.card not in REACTIONS
    return isinstance(move, closing)


RULESETS = versions(STANDARD)


def ruleset(state: FranticState) -> Ruleset:
    return RULESETS[state.rules_version]
