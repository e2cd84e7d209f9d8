"""Hexenrennen: the moves, each with its rules in the order of HX-API-5, and the questions that are asked."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from referee.core.game import CHANCE, Decision, Kind, Ruleset, one, versions
from referee.core.rules import due
from referee.games.hexenrennen import effects
from referee.games.hexenrennen import rules as its
from referee.games.hexenrennen.components import CLANS, FACES, MAGIC, NUMBERS, NUMBERS_PER_STAGE, WITCHES
from referee.games.hexenrennen.documents import (
    HIDDEN,
    HexenrennenCard,
    HexenrennenChoose,
    HexenrennenChooseTiles,
    HexenrennenDraw,
    HexenrennenDrawing,
    HexenrennenFly,
    HexenrennenMove,
    HexenrennenPick,
    HexenrennenReveal,
    HexenrennenRoll,
    HexenrennenSpell,
    HexenrennenState,
    HexenrennenStay,
    HexenrennenThrow,
    HexenrennenTurnUp,
)
from referee.games.hexenrennen.track import cards_of, likelihood, moving_witch, symbol_under

# -- values worth trying ----------------------------------------------------------------------------------------------

by_chance = one(CHANCE)
TILES = tuple((clan, face) for clan in CLANS for face in FACES)
THREES = tuple(combinations(NUMBERS, NUMBERS_PER_STAGE))


def any_player(state: HexenrennenState, move: HexenrennenMove) -> Iterable[str]:
    return state.seats


def the_player_on_turn(state: HexenrennenState, move: HexenrennenMove) -> Iterable[str]:
    return (state.turn,)


def the_symbol(state: HexenrennenState, move: HexenrennenMove) -> Iterable[str]:
    return (symbol_under(state),)


def first_or_second_stage(state: HexenrennenState, move: HexenrennenMove) -> Iterable[int]:
    return (1, 2)


def any_three_numbers(state: HexenrennenState, move: HexenrennenMove) -> Iterable[tuple[int, ...]]:
    return THREES


def any_die(state: HexenrennenState, move: HexenrennenMove) -> Iterable[int]:
    return range(1, 7)


def any_witch(state: HexenrennenState, move: HexenrennenMove) -> Iterable[int]:
    return range(WITCHES)


def under_the_moving_witch(state: HexenrennenState, move: HexenrennenMove) -> Iterable[int]:
    return (moving_witch(state),)


def any_tile_left(state: HexenrennenState, move: HexenrennenReveal) -> Iterable[tuple[str, Any]]:
    seen = set(state.track)
    return [tile for tile in TILES if tile[1] == MAGIC or tile not in seen]


def any_card_left(state: HexenrennenState, move: HexenrennenMove) -> Iterable[Any]:
    left = cards_of(state, symbol_under(state))
    return [face for face in FACES if face in left]


# -- spelling and weights ---------------------------------------------------------------------------------------------


def in_ascending_order(move: HexenrennenChooseTiles) -> HexenrennenChooseTiles:
    return move if move.numbers == HIDDEN else replace(move, numbers=tuple(sorted(move.numbers)))


def likelihood_of_a_tile(state: HexenrennenState, move: HexenrennenReveal) -> int:
    return likelihood(state, move.pos, move.tile)


def copies_in_the_pile(state: HexenrennenState, move: HexenrennenDraw) -> int:
    return cards_of(state, move.clan).count(move.card)


# -- the moves --------------------------------------------------------------------------------------------------------

STANDARD = Ruleset(
    kinds=(
        Kind(
            HexenrennenChooseTiles,
            {"actor": any_player, "stage": first_or_second_stage, "numbers": any_three_numbers},
            (
                its.the_game_goes_on,
                due("HX-API-1", HexenrennenChoose),
                its.players_share_out_their_tiles,
                its.the_stage_has_no_tiles_yet,
                its.three_different_numbers,
                its.each_number_serves_once,
            ),
            effects.choose_tiles,
            canonical=in_ascending_order,
        ),
        Kind(
            HexenrennenRoll,
            {"actor": by_chance, "value": any_die},
            (
                its.the_game_goes_on,
                its.the_die_is_not_rolled_again,
                due("HX-API-1", HexenrennenThrow),
                its.chance_reports,
            ),
            effects.roll,
        ),
        Kind(
            HexenrennenFly,
            {"actor": the_player_on_turn, "witch": any_witch},
            (its.the_game_goes_on, due("HX-API-1", HexenrennenPick), its.the_player_on_turn_moves, *its.DIE_MOVES),
            effects.fly,
        ),
        Kind(
            HexenrennenReveal,
            {"actor": by_chance, "pos": under_the_moving_witch, "tile": any_tile_left},
            (
                its.the_game_goes_on,
                due("HX-API-1", HexenrennenTurnUp),
                its.chance_reports,
                its.the_tile_under_the_moving_witch_is_turned_up,
                its.the_tile_is_possible,
            ),
            effects.turn_up,
            weight=likelihood_of_a_tile,
        ),
        Kind(
            HexenrennenCard,
            {"actor": the_symbol, "card": any_card_left},
            (
                its.the_game_goes_on,
                due("HX-API-1", HexenrennenSpell),
                its.on_the_own_symbol_the_player_on_turn_decides,
                its.on_another_symbol_its_leader_decides,
                its.the_card_is_still_in_hand,
                *its.CARD_PLAYS,
            ),
            effects.play_card,
        ),
        Kind(
            HexenrennenStay,
            {"actor": the_symbol},
            (
                its.the_game_goes_on,
                its.a_witch_that_can_move_must,
                due("HX-API-1", HexenrennenSpell),
                its.on_the_own_symbol_the_player_on_turn_decides,
                its.on_another_symbol_its_leader_decides,
                its.an_obliged_clan_plays_a_card,
            ),
            effects.stay,
        ),
        Kind(
            HexenrennenDraw,
            {"actor": by_chance, "clan": the_symbol, "card": any_card_left},
            (
                its.the_game_goes_on,
                due("HX-API-1", HexenrennenDrawing),
                its.chance_reports,
                its.the_pile_of_the_symbol_is_drawn_from,
                its.the_card_is_still_in_the_pile,
            ),
            effects.draw,
            weight=copies_in_the_pile,
        ),
    ),
    asks={
        HexenrennenChoose: lambda state, task: Decision("choose_tiles", choosing(state)),
        HexenrennenThrow: lambda state, task: Decision("roll", (CHANCE,), state.turn),
        HexenrennenPick: lambda state, task: Decision("choose_witch", (state.turn,)),
        HexenrennenTurnUp: lambda state, task: Decision("reveal", (CHANCE,)),
        HexenrennenSpell: lambda state, task: Decision("card", (symbol_under(state),)),
        HexenrennenDrawing: lambda state, task: Decision("draw", (CHANCE,)),
    },
    runs={},
)


def choosing(state: HexenrennenState) -> tuple[str, ...]:
    """Return the players who have not yet chosen for both stages."""
    return tuple(seat for seat, pair in zip(state.seats, state.groups, strict=True) if None in pair)


RULESETS = versions(STANDARD)


def ruleset(state: HexenrennenState) -> Ruleset:
    return RULESETS[state.rules_version]
