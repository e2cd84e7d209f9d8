"""The COQ race: which moves are legal. Each list of rules is in the order of CQ-API-5."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game import CHANCE, Decision, Kind, Ruleset, asked, one, versions
from referee.core.rules import due, goes_on, not_due, rule
from referee.games.coq import effects
from referee.games.coq.documents import (
    CIRCLE,
    PAWNS,
    CoqAdvance,
    CoqDecline,
    CoqExtra,
    CoqKnock,
    CoqMeet,
    CoqMove,
    CoqOrder,
    CoqOrderRoll,
    CoqPick,
    CoqRoll,
    CoqState,
    CoqThrow,
    CoqThrown,
    CoqToll,
)
from referee.games.coq.effects import coq, pawns_of

# -- game over, phase, actor ------------------------------------------------------------------------------------------


the_game_goes_on = goes_on("CQ-END-1")
a_throw_is_not_repeated = not_due("CQ-TURN-2", CoqPick)
a_pawn_that_can_move_must = not_due("CQ-MOVE-2", CoqPick)
met_pawns_come_first = not_due("CQ-HIT-3", CoqMeet)


@rule("CQ-API-1", "actor")
def chance_throws(state: CoqState, move: CoqRoll | CoqOrderRoll) -> bool:
    return move.actor == CHANCE


@rule("CQ-TURN-1", "actor")
def the_player_on_turn_moves(state: CoqState, move: CoqAdvance | CoqDecline) -> bool:
    return move.actor == state.turn


@rule("CQ-HIT-2", "actor")
def the_mover_deals_with_met_pawns(state: CoqState, move: CoqKnock | CoqToll) -> bool:
    return move.actor == state.turn


# -- content ----------------------------------------------------------------------------------------------------------


@rule("CQ-ORDER-2", "player")
def only_the_tied_throw_again(state: CoqState, move: CoqOrderRoll) -> bool:
    return move.player not in state.seats or move.player in asked(state).contenders


@rule("CQ-ORDER-1", "player")
def order_throws_follow_the_seats(state: CoqState, move: CoqOrderRoll) -> bool:
    return move.player == effects.next_contender(asked(state))


@rule("CQ-HOME-3", "pawn")
def a_pawn_at_home_stays(state: CoqState, move: CoqAdvance) -> bool:
    return pawns_of(state, move.actor)[move.pawn][0] != coq(state)


@rule("CQ-ENTER-1", "pawn")
def a_one_leads_out_of_the_circle(state: CoqState, move: CoqAdvance) -> bool:
    return pawns_of(state, move.actor)[move.pawn][0] != CIRCLE or asked(state).value == 1


@rule("CQ-HIT-4", "victim")
def own_pawns_are_left_alone(state: CoqState, move: CoqKnock | CoqToll) -> bool:
    return move.victim[0] != state.turn


@rule("CQ-HIT-1", "victim")
def the_pawn_was_met(state: CoqState, move: CoqKnock | CoqToll) -> bool:
    return move.victim in asked(state).victims


# -- the moves --------------------------------------------------------------------------------------------------------

by_chance = one(CHANCE)


def by_the_player_on_turn(state: CoqState, move: CoqMove) -> Iterable[str | None]:
    return (state.turn,)


def any_die(state: CoqState, move: CoqMove) -> Iterable[int]:
    return range(1, 7)


def any_pawn(state: CoqState, move: CoqMove) -> Iterable[int]:
    return range(PAWNS)


def any_met_pawn(state: CoqState, move: CoqMove) -> Iterable[tuple[str, int]]:
    return tuple(asked(state).victims)


def next_contender(state: CoqState, move: CoqMove) -> Iterable[str]:
    return (effects.next_contender(asked(state)),)


DEALT_WITH = (
    the_game_goes_on,
    due("CQ-API-1", CoqMeet),
    the_mover_deals_with_met_pawns,
    own_pawns_are_left_alone,
    the_pawn_was_met,
)

STANDARD = Ruleset(
    kinds=(
        Kind(
            CoqOrderRoll,
            {"actor": by_chance, "player": next_contender, "value": any_die},
            (
                the_game_goes_on,
                due("CQ-API-1", CoqOrder),
                chance_throws,
                only_the_tied_throw_again,
                order_throws_follow_the_seats,
            ),
            effects.throw_for_the_start,
        ),
        Kind(
            CoqRoll,
            {"actor": by_chance, "value": any_die},
            (
                the_game_goes_on,
                a_throw_is_not_repeated,
                met_pawns_come_first,
                due("CQ-API-1", CoqThrow, CoqExtra),
                chance_throws,
            ),
            effects.throw,
        ),
        Kind(
            CoqAdvance,
            {"actor": by_the_player_on_turn, "pawn": any_pawn},
            (
                the_game_goes_on,
                due("CQ-API-1", CoqPick),
                the_player_on_turn_moves,
                a_pawn_at_home_stays,
                a_one_leads_out_of_the_circle,
            ),
            effects.advance,
        ),
        Kind(CoqKnock, {"actor": by_the_player_on_turn, "victim": any_met_pawn}, DEALT_WITH, effects.knock),
        Kind(CoqToll, {"actor": by_the_player_on_turn, "victim": any_met_pawn}, DEALT_WITH, effects.ask_toll),
        Kind(
            CoqDecline,
            {"actor": by_the_player_on_turn},
            (
                the_game_goes_on,
                a_pawn_that_can_move_must,
                met_pawns_come_first,
                due("CQ-API-1", CoqExtra),
                the_player_on_turn_moves,
            ),
            effects.decline,
        ),
    ),
    asks={
        CoqOrder: lambda state, task: Decision("order", (CHANCE,), effects.next_contender(task)),
        CoqThrow: lambda state, task: Decision("roll", (CHANCE,), state.turn),
        CoqExtra: lambda state, task: Decision("extra", (CHANCE, state.turn), state.turn),
        CoqPick: lambda state, task: Decision("choose_pawn", (state.turn,)),
        CoqMeet: lambda state, task: Decision("encounter", (state.turn,)),
    },
    runs={CoqThrown: effects.after_a_throw},
)

RULESETS = versions(STANDARD)


def ruleset(state: CoqState) -> Ruleset:
    return RULESETS[state.rules_version]
