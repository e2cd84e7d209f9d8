"""Hexenrennen: what a move must respect. The order of the tests (HX-API-5) is in `ruleset.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.core.game import CHANCE, asked
from referee.core.rules import Rule, goes_on, not_due, rule
from referee.games.hexenrennen.components import LAST_SQUARE, LAST_TILE, MAGIC, NUMBERS_PER_STAGE, START, WITCHES
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
    cards_of,
    is_free,
    moving_witch,
    symbol_ahead,
    symbol_behind,
    symbol_under,
    witches_of,
)

# -- game over, phase -------------------------------------------------------------------------------------------------


the_game_goes_on = goes_on("HX-END-1")
the_die_is_not_rolled_again = not_due("HX-TURN-3", HexenrennenPick)
a_witch_that_can_move_must = not_due("HX-TURN-2", HexenrennenPick)


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
    return move.actor == state.turn or symbol_under(state) != state.turn


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
    here = witches_of(state, state.turn)[move.witch]
    return here == START or is_free(state, here + asked(state).value)  # from the start she can always set off


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


@rule("HX-FORCE-1")
def an_obliged_clan_plays_a_card(state: HexenrennenState, move: HexenrennenStay) -> bool:
    return not asked(state).obliged


@rule("HX-CARD-1", "card")
def the_card_is_still_in_hand(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return move.card in cards_of(state, move.actor)


# A card of the player on turn leads forward, any other card back. Each of these rules speaks of one of the two ways.


@rule("HX-FIN-2", "card")
def a_card_does_not_lead_beyond_the_finish(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return move.actor != state.turn or move.card == MAGIC or moving_witch(state) + move.card <= LAST_SQUARE


@rule("HX-MAGIC-2", "card")
def a_card_leads_forward_to_a_free_tile(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return move.actor != state.turn or move.card == MAGIC or is_free(state, moving_witch(state) + move.card)


@rule("HX-MAGIC-5", "card")
def a_free_symbol_lies_ahead(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return move.actor != state.turn or move.card != MAGIC or symbol_ahead(state, moving_witch(state)) is not None


@rule("HX-HEX-5", "card")
def nobody_is_pushed_beyond_tile_1(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return move.actor == state.turn or move.card == MAGIC or moving_witch(state) - move.card > START


@rule("HX-HEX-4", "card")
def a_push_ends_on_a_free_tile(state: HexenrennenState, move: HexenrennenCard) -> bool:
    return move.actor == state.turn or move.card == MAGIC or is_free(state, moving_witch(state) - move.card)


@rule("HX-HEX-3", "card")
def a_free_symbol_lies_behind(state: HexenrennenState, move: HexenrennenCard) -> bool:
    if move.actor == state.turn or move.card != MAGIC:
        return True
    return symbol_behind(state, moving_witch(state), move.actor) is not None


CARD_PLAYS = (
    a_card_does_not_lead_beyond_the_finish,
    a_card_leads_forward_to_a_free_tile,
    a_free_symbol_lies_ahead,
    nobody_is_pushed_beyond_tile_1,
    a_push_ends_on_a_free_tile,
    a_free_symbol_lies_behind,
)


# -- is there an answer? ----------------------------------------------------------------------------------------------


def some_witch_can_move(state: HexenrennenState) -> bool:
    return some_keep(DIE_MOVES, state, (HexenrennenFly(state.turn, witch) for witch in range(WITCHES)))


def some_card_can_be_played(state: HexenrennenState, clan: Any) -> bool:
    return some_keep(CARD_PLAYS, state, (HexenrennenCard(clan, card) for card in cards_of(state, clan)))


def some_keep(rules: tuple[Rule, ...], state: HexenrennenState, moves: Iterable[HexenrennenMove]) -> bool:
    """Tell whether one of these moves keeps these rules: a question to which no answer is left is not asked."""
    for move in moves:
        for each in rules:
            if not each.holds(state, move):
                break
        else:
            return True
    return False
