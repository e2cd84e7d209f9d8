"""Frantic: every type of move with its candidates, its rules in the order of FR-API-6, and its effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET

from referee.core.game import CHANCE, TABLE, Decision, Kind, Ruleset, Window, asked, one, versions
from referee.core.rules import due
from referee.games.frantic import cards, events, movement, turn, walking
from referee.games.frantic.board import (
    fitting_squares,
    free_squares,
    hand_of,
    on_turn,
    unseen,
)
from referee.games.frantic.components import CARDS, DIRECTIONS, FAMILY, HIDDEN, REACTIONS
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
from referee.games.frantic.rules import (
    SQUARE,
    TARGETS,
    a_card_lies_there,
    a_copy_is_thrown_once,
    a_magnet_does_not_take_itself,
    a_player_throws,
    chance_acts,
    die_due,
    no_card_can_be_played,
    no_pawn_stands_on_the_card,
    nobody_has_rolled_yet,
    only_in_its_window,
    only_push_and_jump_point,
    only_the_target_blocks,
    player_asked,
    player_reported,
    so_many_can_be_unseen,
    teleports_are_not_taken,
    the_asked_player_acts,
    the_card_is_a_reaction,
    the_colour_fits,
    the_colour_fits_unless_restocking,
    the_die_has_that_face,
    the_die_is_due,
    the_effect_is_open,
    the_game_goes_on,
    the_market_offers_it,
    the_pile_can_hold_it,
    the_player_can_hold_it,
    the_report_is_for_the_player_asked,
    the_table_acts,
    the_teleport_can_be_moved,
    window_card,
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

# -- the values worth trying ------------------------------------------------------------------------------------------

by_chance, by_the_table = one(CHANCE), one(TABLE)


def by_the_asked_player(state: FranticState, move: FranticMove) -> Iterable[str]:
    return (player_asked(state),)


def any_card(state: FranticState, move: Any) -> Iterable[str]:
    """Offer the kinds in a hand; with an unknown card among them, all."""
    hand = {copy.card for copy in hand_of(state, move.actor)}
    return CARDS if HIDDEN in hand else (card for card in CARDS if card in hand)


def squares_for_card(state: FranticState, move: Any) -> Iterable[int]:
    """Offer the squares that the colour fits, or all if it fits none; Restock does not mind colours (FR-EV-9)."""
    restock = isinstance(asked(state), FranticRestock)
    return free_squares(state) if restock else fitting_squares(state)[FAMILY[move.card]] or free_squares(state)


def any_direction(state: FranticState, move: Any) -> Iterable[Any]:
    return DIRECTIONS[move.card]


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


def squares_with_cards(state: FranticState, move: FranticMove) -> Iterable[int]:
    return (square for square, stack in enumerate(state.board, start=1) if stack)


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


# -- windows ----------------------------------------------------------------------------------------------------------


def closed_by(closing: Callable[[FranticState], FranticMove]) -> Window:
    """Close a window with a move, unless what arrives is an answer to it."""
    return Window(closing, lambda state, move: answers(state, move, type(closing(state))))


def answers(state: FranticState, move: FranticMove, closing: type[FranticMove]) -> bool:
    """Tell whether a move, right or wrong, is meant for the open window (FR-REACT-7)."""
    if isinstance(move, FranticReact):
        return move.card == window_card(state) or move.card not in REACTIONS
    return isinstance(move, closing)


# -- the moves --------------------------------------------------------------------------------------------------------

PUT_DOWN = {"actor": by_the_asked_player, "card": any_card, "to": squares_for_card, "dir": any_direction}

STANDARD = Ruleset(
    kinds=(
        Kind(
            FranticPlaceCard,
            PUT_DOWN,
            (
                the_game_goes_on,
                due("FR-TURN-6", FranticPlace, FranticRestock),
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
                due("FR-TURN-6", FranticPlay),
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
            (the_game_goes_on, due("FR-TURN-6", FranticPlay), the_asked_player_acts, no_card_can_be_played),
            turn.pass_play,
        ),
        Kind(
            FranticDie,
            {"actor": by_chance, "die": die_asked, "player": the_reported_player, "value": any_face},
            (
                the_game_goes_on,
                due("FR-TURN-6", FranticRoll, FranticRollOff),
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
            (the_game_goes_on, due("FR-TURN-6", FranticRollOff), chance_acts, nobody_has_rolled_yet),
            turn.name_first_player,
        ),
        Kind(
            FranticDrawCard,
            {"actor": by_chance, "player": the_reported_player, "card": all_cards},
            (
                the_game_goes_on,
                due("FR-TURN-6", FranticDeal, FranticDraw),
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
            (the_game_goes_on, due("FR-TURN-6", FranticReveal), chance_acts, the_pile_can_hold_it),
            events.reveal,
            weight=copies_left,
        ),
        Kind(
            FranticName,
            {"actor": by_the_asked_player, "effect": the_open_effect, "pawn": every_pawn, "steps": one_or_two},
            (the_game_goes_on, due("FR-TURN-6", FranticTarget), the_asked_player_acts, the_effect_is_open, *TARGETS),
            turn.name,
        ),
        Kind(
            FranticTakeCard,
            {"actor": by_the_asked_player, "from_": squares_with_cards},
            (
                the_game_goes_on,
                due("FR-TURN-6", FranticTake),
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
            (the_game_goes_on, due("FR-TURN-6", FranticPick), the_asked_player_acts, the_market_offers_it),
            events.pick,
        ),
        Kind(
            FranticRelocateTeleport,
            {"actor": by_the_asked_player, "teleport": any_teleport, "to": squares_without_colour},
            (
                the_game_goes_on,
                due("FR-TURN-6", FranticRelocate),
                the_asked_player_acts,
                the_teleport_can_be_moved,
                *SQUARE,
            ),
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
            (the_game_goes_on, due("FR-TURN-6", FranticRollWindow, FranticFinishWindow), the_table_acts),
            turn.close,
        ),
        Kind(
            FranticDecline,
            {"actor": by_the_asked_player},
            (the_game_goes_on, due("FR-TURN-6", FranticAttack), the_asked_player_acts),
            turn.decline,
        ),
        Kind(
            FranticDeclareCards,
            {"actor": by_the_asked_player, "fuck_you": up_to_the_unseen},
            (the_game_goes_on, due("FR-TURN-6", FranticDeclare), the_asked_player_acts, so_many_can_be_unseen),
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
        FranticMovement: walking.move,
        FranticArrive: walking.arrive,
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
        FranticRollWindow: closed_by(lambda state: FranticPass("table")),
        FranticAttack: closed_by(lambda state: FranticDecline(asked(state).target)),
        FranticFinishWindow: closed_by(lambda state: FranticPass("table")),
    },
)

RULESETS = versions(STANDARD)


def ruleset(state: FranticState) -> Ruleset:
    return RULESETS[state.rules_version]
