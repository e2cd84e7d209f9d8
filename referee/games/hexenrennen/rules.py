"""Hexenrennen: what a move must respect. The order of the tests (HX-API-5) is in `ruleset.py`."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game import CHANCE, Task, asked
from referee.core.rules import Rule, rule
from referee.games.hexenrennen.components import LAST_SQUARE, LAST_TILE, NUMBERS_PER_STAGE, START
from referee.games.hexenrennen.documents import (
    HIDDEN,
    HexenrennenCard,
    HexenrennenChooseTiles,
    HexenrennenDraw,
    HexenrennenFly,
    HexenrennenMove,
    HexenrennenPick,
    HexenrennenReveal,
    HexenrennenRoll,
    HexenrennenState,
    HexenrennenStay,
)
from referee.games.hexenrennen.track import (
    can_lie,
    card_landing,
    cards_of,
    die_landing,
    is_free,
    moving_witch,
    symbol_under,
    witches_of,
)


def allowed(rules: Iterable[Rule], state: HexenrennenState, move: HexenrennenMove) -> bool:
    """Tell whether a move keeps these rules: a question to which no answer is left is not asked."""
    return all(rule.holds(state, move) for rule in rules)


# -- game over, phase -------------------------------------------------------------------------------------------------


@rule("HX-END-1")
def the_game_goes_on(state: HexenrennenState, move: HexenrennenMove) -> bool:
    return bool(state.todo)


def due(task: type[Task]) -> Rule:
    """Demand that this is the open question."""
    return Rule("HX-API-1", lambda state, move: isinstance(asked(state), task))


@rule("HX-TURN-3")
def the_die_is_not_rolled_again(state: HexenrennenState, move: HexenrennenRoll) -> bool:
    return not isinstance(asked(state), HexenrennenPick)


@rule("HX-TURN-2")
def a_witch_that_can_move_must(state: HexenrennenState, move: HexenrennenStay) -> bool:
    return not isinstance(asked(state), HexenrennenPick)


# -- actor ------------------------------------------------------------------------------------------------------------


@rule("HX-API-1", "actor")
def chance_reports(state: HexenrennenState, move: HexenrennenRoll | HexenrennenReveal | HexenrennenDraw) -> bool:
    return move.actor == CHANCE


@rule("HX-TURN-1", "actor")
def the_player_on_turn_moves(state: HexenrennenState, move: HexenrennenFly) -> bool:
    return move.actor == state.turn


@rule("HX-MAGIC-1", "actor")
def on_the_own_symbol_the_player_on_turn_decides(
    state: HexenrennenState, move: HexenrennenCard | HexenrennenStay
) -> bool:
    return symbol_under(state) != state.turn or move.actor == state.turn


@rule("HX-HEX-1", "actor")
def on_another_symbol_its_leader_decides(state: HexenrennenState, move: HexenrennenCard | HexenrennenStay) -> bool:
    return move.actor == symbol_under(state)


# RULING (ours): the rules file names no id for the actor or the stage of `choose_tiles`. Sharing out the tiles is
# HX-SETUP-3 in every respect: each player does it, once for each stage, and no rule puts one stage before the other.
@rule("HX-SETUP-3", "actor")
def players_share_out_their_tiles(state: HexenrennenState, move: HexenrennenChooseTiles) -> bool:
    return move.actor in state.seats


# -- choosing tiles ---------------------------------------------------------------------------------------------------


@rule("HX-SETUP-3", "stage")
def the_stage_has_no_tiles_yet(state: HexenrennenState, move: HexenrennenChooseTiles) -> bool:
    return state.groups[state.seats.index(move.actor)][move.stage - 1] is None


@rule("HX-SETUP-3", "numbers")
def three_different_numbers(state: HexenrennenState, move: HexenrennenChooseTiles) -> bool:
    return move.numbers != HIDDEN and len(move.numbers) == len(set(move.numbers)) == NUMBERS_PER_STAGE


@rule("HX-SETUP-3", "numbers")
def each_number_serves_once(state: HexenrennenState, move: HexenrennenChooseTiles) -> bool:
    used = state.groups[state.seats.index(move.actor)][2 - move.stage]
    return used is None or used == HIDDEN or set(used).isdisjoint(move.numbers)


# -- moving by the die ------------------------------------------------------------------------------------------------


@rule("HX-FIN-4", "witch")
def a_witch_in_the_finish_rests(state: HexenrennenState, move: HexenrennenFly) -> bool:
    return witches_of(state, state.turn)[move.witch] <= LAST_TILE


@rule("HX-FIN-2", "witch")
def the_die_does_not_lead_beyond_the_finish(state: HexenrennenState, move: HexenrennenFly) -> bool:
    value: int = asked(state).value
    return witches_of(state, state.turn)[move.witch] + value <= LAST_SQUARE


@rule("HX-MOVE-1", "witch")
def the_die_leads_to_a_free_tile(state: HexenrennenState, move: HexenrennenFly) -> bool:
    return is_free(state, die_landing(state, witches_of(state, state.turn)[move.witch], asked(state).value))


DIE_MOVES = (a_witch_in_the_finish_rests, the_die_does_not_lead_beyond_the_finish, the_die_leads_to_a_free_tile)


# -- turning up and drawing -------------------------------------------------------------------------------------------


@rule("HX-REVEAL-1", "pos")
def the_tile_under_the_moving_witch_is_turned_up(state: HexenrennenState, move: HexenrennenReveal) -> bool:
    return move.pos == moving_witch(state)


@rule("HX-REVEAL-2", "pos", "tile")
def the_tile_is_possible(state: HexenrennenState, move: HexenrennenReveal) -> bool:
    return can_lie(state, move.pos, move.tile)


@rule("HX-NEUT-3", "clan")
def the_pile_of_the_symbol_is_drawn_from(state: HexenrennenState, move: HexenrennenDraw) -> bool:
    return move.clan == symbol_under(state)


@rule("HX-NEUT-3", "card")
def the_card_is_still_in_the_pile(state: HexenrennenState, move: HexenrennenDraw) -> bool:
    return move.card in cards_of(state, move.clan)


# -- playing a card ---------------------------------------------------------------------------------------------------


def landing(state: HexenrennenState, move: HexenrennenCard) -> int | None:
    return card_landing(state, moving_witch(state), move.actor, move.card)


@rule("HX-FORCE-1")
def an_obliged_clan_plays_a_card(state: HexenrennenState, move: HexenrennenStay) -> bool:
    return not asked(state).obliged


@rule("HX-CARD-1", "card")
def the_card_is_still_in_hand(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return move.card in cards_of(state, move.actor)


@rule("HX-FIN-2", "card")
def a_card_does_not_lead_beyond_the_finish(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return (landing(state, move) or START) <= LAST_SQUARE


@rule("HX-MAGIC-2", "card")
def a_card_leads_forward_to_a_free_tile(state: HexenrennenState, move: HexenrennenCard) -> bool:
    to = landing(state, move)
    return move.actor != state.turn or to is None or is_free(state, to)


@rule("HX-MAGIC-5", "card")
def a_free_symbol_lies_ahead(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return move.actor != state.turn or landing(state, move) is not None


@rule("HX-HEX-5", "card")
def nobody_is_pushed_beyond_tile_1(state: HexenrennenState, move: HexenrennenCard) -> bool:
    to = landing(state, move)
    return to is None or to > START


@rule("HX-HEX-4", "card")
def a_push_ends_on_a_free_tile(state: HexenrennenState, move: HexenrennenCard) -> bool:
    to = landing(state, move)
    return to is None or is_free(state, to)


@rule("HX-HEX-3", "card")
def a_free_symbol_lies_behind(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return landing(state, move) is not None


CARD_PLAYS = (
    a_card_does_not_lead_beyond_the_finish,
    a_card_leads_forward_to_a_free_tile,
    a_free_symbol_lies_ahead,
    nobody_is_pushed_beyond_tile_1,
    a_push_ends_on_a_free_tile,
    a_free_symbol_lies_behind,
)
