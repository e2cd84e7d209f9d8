"""Verflixxt: where Nochmal and Hoch² meet (VX-MIX), which the order of the expansions alone cannot say."""

from __future__ import annotations

from dataclasses import replace

from referee.core.game import Say, Task
from referee.core.rules import not_due, rule
from referee.games.verflixxt import hoch2, tokens
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import note
from referee.games.verflixxt.components import (
    FINISH,
    START,
    VERFLIXXT,
    Layout,
    guards_on_the_first_eight,
    without,
)
from referee.games.verflixxt.effects import staying
from referee.games.verflixxt.hats import green_stays_out
from referee.games.verflixxt.nochmal import (
    any_action,
    faces_of_the_action_die,
    flixxy_need_not_move,
    flixxy_plays,
)
from referee.games.verflixxt.rules import by_chance, left_out, thrown
from referee.games.verflixxt.ruleset import Sheet, VerflixxtRuleset, add_common, add_tests, with_sheets, with_tests
from referee.games.verflixxt.state import VerflixxtBefore, VerflixxtState, VerflixxtThrow

TILES = (*without(hoch2.BASE_TILES, "-1a", "-1b", "-2a", "-2b"), *hoch2.RISK_TILES, *VERFLIXXT)  # VX-MIX-3


# -- cards and the action die -----------------------------------------------------------------------------------------


def throw_action(state: VerflixxtState, task: Task, move: m.VerflixxtRoll, say: Say) -> VerflixxtState:
    say("throw_action", "VX-MIX-5", seat=state.turn, action=f"action_{move.action}")
    return note(state, action=move.action)


def flixxy_rests(state: VerflixxtState) -> bool:
    """Tell whether a -1 would not move Flixxy, because it stands on the start or the finish (VX-MIX-6)."""
    return state.so_far.number == -1 and state.flixxy in (START, FINISH)


def a_pawn_may_stay(state: VerflixxtState) -> bool:
    must_move_flixxy = state.so_far.action == "flixxy" and flixxy_plays(state)
    return hoch2.a_pawn_may_stay(state) and not must_move_flixxy


def flixxy_may_stay(state: VerflixxtState) -> bool:
    return flixxy_rests(state) and state.so_far.action != "x"


@rule("VX-MIX-6")
def flixxy_can_step_back(state: VerflixxtState, move: m.VerflixxtFlixxy) -> bool:
    return not flixxy_rests(state)


@rule("VX-CARD-5")
def minus_one_for_somebody_who_stays(state: VerflixxtState, move: m.VerflixxtStay) -> bool:
    return state.so_far.number != -1 or a_pawn_may_stay(state) or flixxy_may_stay(state)


def why_nobody_moves(state: VerflixxtState) -> str:
    by_flixxy = state.so_far.number == -1 and not a_pawn_may_stay(state)
    return "VX-MIX-6" if by_flixxy else hoch2.why_nobody_moves(state)


def mix(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    """Both expansions: cards instead of the number die, the action die before each card."""
    rules = with_sheets(
        rules,
        {
            m.VerflixxtRoll: Sheet(
                {"actor": by_chance, "die": left_out, "action": any_action},
                {"report": thrown("VX-IN-2", die=False, action=flixxy_plays)},
                throw_action,
                by_chance=True,
                weight=faces_of_the_action_die,
            ),
            m.VerflixxtStay: replace(
                rules.sheets[m.VerflixxtStay],
                tests={"choice": (minus_one_for_somebody_who_stays, hoch2.the_card_lets_pieces_stay)},
                effect=staying(why_nobody_moves),
            ),
        },
    )
    rules = add_tests(rules, m.VerflixxtFlixxy, piece=(flixxy_can_step_back,))
    rules = add_common(rules, chance=(not_due("VX-IN-2", VerflixxtThrow),))
    return replace(
        rules,
        slots={**rules.slots, "throw": lambda state: (VerflixxtThrow(),) if flixxy_plays(state) else ()},
        players=(2, 8, "VX-MIX-2"),
        layouts={"random": Layout(TILES, guards_on_the_first_eight, shuffled=True)},
    )


# -- tokens and cards -------------------------------------------------------------------------------------------------


@tokens.only("VX-MIX-10", "push")
def a_card_of_at_least_one_was_played(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return state.so_far.number is not None and state.so_far.number >= 1


@tokens.only("VX-HAT-9", "push", "square")
def the_green_hat_is_not_pushed_home(state: VerflixxtState, move: m.VerflixxtWorm) -> bool:
    return not isinstance(move.square, str) or green_stays_out(state, move.square, state.so_far.number or 0)


def wormy_mix(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    """Tokens in a game with cards: the throw is that of the action die, the number that of the last card."""
    tests = (
        tokens.has_a_usable_token,
        tokens.an_unknown_token_can_be_this,
        tokens.a_tile_lies_in_the_stack,
        tokens.the_normal_move_is_made,
        a_card_of_at_least_one_was_played,
        tokens.the_pawn_was_not_moved,
        tokens.the_swapper_is_in_play,
        tokens.bury_names_nothing_else,
        tokens.double_names_nothing_else,
        the_green_hat_is_not_pushed_home,
        tokens.somebody_can_be_pushed_there,
        tokens.the_other_piece_is_next_to_it,
    )
    rules = with_tests(rules, m.VerflixxtWorm, worm=tests)
    return replace(
        rules,
        common={**rules.common, "pre": (not_due("VX-IN-2", VerflixxtBefore),)},
        slots={**rules.slots, "before": lambda state: (VerflixxtBefore(),) if flixxy_plays(state) else ()},
    )


# -- attack and the action die ----------------------------------------------------------------------------------------


@rule("VX-MIX-8")
def no_attack_when_flixxy_must_move(state: VerflixxtState, move: m.VerflixxtAttack) -> bool:
    return flixxy_need_not_move.holds(state, move)


def attack_mix(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    first_action, *others = rules.sheets[m.VerflixxtAttack].tests["attack"]
    return with_tests(rules, m.VerflixxtAttack, attack=(first_action, no_attack_when_flixxy_must_move, *others))
