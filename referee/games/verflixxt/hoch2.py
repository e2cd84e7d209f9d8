"""Verflixxt Hoch²: movement cards, risk tiles, finish chips. The hats have a file of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

import msgspec

from referee.core.game import CHANCE, Decision, Run, Say, Task, asked
from referee.core.rules import due, never, not_due, rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.basevariants import no_guard_behind_the_start
from referee.games.verflixxt.board import (
    first,
    goes_beyond_the_start,
    is_in_play,
    mover,
    own_pawns,
    row_of,
    with_row,
)
from referee.games.verflixxt.cards import (
    composition_binds,
    deal,
    draw,
    drawer,
    drawn_by_this_player,
    hand_of,
    next_for_the_hats,
    next_to_be_dealt,
    spend,
    the_card_can_be_turned_up,
    the_card_is_in_the_pile,
    turn_up,
    turned_up_by_this_player,
    unseen,
)
from referee.games.verflixxt.components import (
    CARDS,
    FIRST_MALUS,
    LUCK,
    RISING,
    RISK,
    SECOND_MALUS,
    START,
    UNKNOWN,
    Layout,
    Seat,
    Tile,
    guards_on_the_first_eight,
    is_yellow,
    without,
)
from referee.games.verflixxt.effects import staying
from referee.games.verflixxt.hats import (
    HAT_SHEET,
    hat_points,
    may_change_hats,
    no_hat_is_due,
    tell_hat_home,
    the_cap_goes_back_to_the_start_at_most,
    the_cap_goes_forward_from_the_start,
    the_green_hat_comes_home_last,
    wears_the_cap,
)
from referee.games.verflixxt.rules import (
    END,
    after_the_move,
    asks_what_is_open,
    by_chance,
    by_the_player_on_turn,
    moving_by,
    not_in_use,
    the_normal_move_is_still_to_come,
)
from referee.games.verflixxt.ruleset import Sheet, VerflixxtRuleset, add_common, with_sheets, with_tests
from referee.games.verflixxt.state import (
    VerflixxtAfter,
    VerflixxtDealing,
    VerflixxtDrawing,
    VerflixxtHatChoice,
    VerflixxtHatDrawing,
    VerflixxtHome,
    VerflixxtReveal,
    VerflixxtSlot,
    VerflixxtState,
)

# VX-HSET-2: eight tiles stay in the box.
BASE_TILES: tuple[Tile, ...] = (
    *without(FIRST_MALUS, "-3a", "-4a", "-5a", "-6a", "-7a"),
    *LUCK[:5],
    *RISING[2:],
    *SECOND_MALUS,
)
RISK_TILES = cast(tuple[Tile, ...], tuple(RISK))

# -- playing them -----------------------------------------------------------------------------------------------------


@rule("VX-CARD-1", "card")
def the_card_is_in_hand(state: VerflixxtState, move: m.VerflixxtCard) -> bool:
    hand = hand_of(state, state.turn)
    return move.card in hand or UNKNOWN in hand


@rule("VX-IN-5", "card")
def an_unknown_card_can_be_this(state: VerflixxtState, move: m.VerflixxtCard) -> bool:
    if not composition_binds(state):
        return True
    return move.card in hand_of(state, state.turn) or unseen(state, move.card) > 0


@rule("VX-CARD-6")
def a_double_turn_is_offered(state: VerflixxtState, move: m.VerflixxtSecond) -> bool:
    played = state.so_far.cards
    return isinstance(asked(state), VerflixxtAfter) and len(played) == 1 and is_yellow(played[0])


def any_card_in_hand(state: VerflixxtState, move: Any) -> Iterable[str]:
    hand = hand_of(state, state.turn)
    return CARDS if UNKNOWN in hand else sorted(set(hand))


def any_card(state: VerflixxtState, move: Any) -> Iterable[str]:
    return CARDS


def play_card(state: VerflixxtState, task: Task, move: m.VerflixxtCard, say: Say) -> VerflixxtState:
    say("card", "VX-CARD-1", seat=move.actor, card=move.card)
    return spend(state, (move.card,))


def play_second(state: VerflixxtState, task: Task, move: m.VerflixxtSecond, say: Say) -> VerflixxtState:
    say("second", "VX-CARD-6", seat=move.actor)
    return first(state, *map(VerflixxtSlot, ("throw", "card", "move", "after")))  # type: ignore[arg-type]


# -- moving with them -------------------------------------------------------------------------------------------------


@rule("VX-CARD-3")
def the_card_moves_pieces(state: VerflixxtState, move: Any) -> bool:
    return state.so_far.number != 0


def a_pawn_may_stay(state: VerflixxtState) -> bool:
    """Tell whether a -1 can be played for a pawn on the start without the cap, not swapped in this turn."""
    return any(
        square == START and pawn not in state.so_far.swapped and not wears_the_cap(state, pawn)
        for pawn, square in enumerate(own_pawns(state))
    )


@rule("VX-CARD-5")
def minus_one_for_a_pawn_on_the_start(state: VerflixxtState, move: m.VerflixxtStay) -> bool:
    return state.so_far.number != -1 or a_pawn_may_stay(state)


@rule("VX-TURN-3")
def the_card_lets_pieces_stay(state: VerflixxtState, move: m.VerflixxtStay) -> bool:
    return state.so_far.number in (0, -1)


def card_or_cap(state: VerflixxtState, move: m.VerflixxtPawn) -> tuple[int, ...]:
    """The pawn in the red cap may use the number in both directions (VX-HAT-11)."""
    number = state.so_far.number or 0
    return (number, -number) if wears_the_cap(state, move.pawn) else (number,)


@rule("VX-CARD-5", "pawn", "steps")
def no_pawn_behind_the_start(state: VerflixxtState, move: m.VerflixxtPawn) -> bool:
    return not goes_beyond_the_start(state, move)


def why_nobody_moves(state: VerflixxtState) -> str:
    return "VX-CARD-3" if state.so_far.number == 0 else "VX-CARD-5"


# -- chips ------------------------------------------------------------------------------------------------------------

PUSHED_CHIP: dict[str, Callable[[VerflixxtState, VerflixxtHome], Seat | None]] = {
    "mover": lambda state, home: state.turn,
    "owner": lambda state, home: home.seat,
    "none": lambda state, home: None,
}


def chip_at_the_finish(arrive: Run, pushed_chip: str) -> Run:
    """An exact arrival wins the top finish chip; who is pushed wins it for whom the option says (VX-GOAL-1)."""

    def come_home(state: VerflixxtState, task: VerflixxtHome, say: Say) -> VerflixxtState:
        state = arrive(state, task, say)
        tell_hat_home(state, task, say)
        winner = PUSHED_CHIP[pushed_chip](state, task) if task.pushed else state.turn
        if not task.exact or not state.finish_chips or winner is None:
            return state
        chip, *rest = state.finish_chips
        say("finish_chip", "VX-GOAL-1", seat=winner, points=chip)
        row = row_of(state, winner)
        won = with_row(state.won_finish, row, (*state.won_finish[row], chip))
        return msgspec.structs.replace(state, finish_chips=tuple(rest), won_finish=won)

    return come_home


# -- the score --------------------------------------------------------------------------------------------------------


def risk(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    """An odd number of risk tiles counts minus, an even number plus (VX-RISK-2)."""
    values = [RISK[tile] for tile in tiles if tile in RISK]
    return -sum(values) if len(values) % 2 else sum(values)


def finish_chips(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    return sum(state.won_finish[row])


# -- the expansion ----------------------------------------------------------------------------------------------------


def hoch2(pushed_chip: str) -> Callable[[VerflixxtRuleset], VerflixxtRuleset]:
    return lambda rules: chips_and_tiles(cards(rules), pushed_chip)


def cards(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    """Cards take the place of the dice."""
    rules = with_sheets(
        rules,
        {
            m.VerflixxtRoll: not_in_use(m.VerflixxtRoll, report=(never("VX-IN-2"),)),
            m.VerflixxtHatDraw: Sheet(
                {"actor": by_chance, "player": next_for_the_hats, "card": any_card},
                {
                    "report": (
                        due("VX-IN-3", VerflixxtHatDrawing),
                        turned_up_by_this_player,
                        the_card_can_be_turned_up,
                    )
                },
                turn_up,
                by_chance=True,
                weight=lambda state, move: max(unseen(state, move.card), 1),
            ),
            m.VerflixxtDraw: Sheet(
                {"actor": by_chance, "player": next_to_be_dealt, "card": any_card},
                {"report": (due("VX-IN-4", VerflixxtDrawing), drawn_by_this_player, the_card_is_in_the_pile)},
                draw,
                by_chance=True,
                weight=lambda state, move: unseen(state, move.card),
            ),
            m.VerflixxtCard: Sheet(
                {"actor": by_the_player_on_turn, "card": any_card_in_hand},
                {
                    "card": (
                        due("VX-CARD-6", VerflixxtReveal),
                        the_card_is_in_hand,
                        an_unknown_card_can_be_this,
                    ),
                    "revealing": (),
                    "after": (),
                },
                play_card,
            ),
            m.VerflixxtSecond: Sheet(
                {"actor": by_the_player_on_turn}, {"offered": (a_double_turn_is_offered,), "after": ()}, play_second
            ),
            m.VerflixxtStay: Sheet(
                {"actor": by_the_player_on_turn},
                {"choice": (minus_one_for_a_pawn_on_the_start, the_card_lets_pieces_stay)},
                staying(why_nobody_moves),
            ),
            m.VerflixxtHat: HAT_SHEET,
            m.VerflixxtEnd: END,
        },
    )
    rules = with_tests(
        moving_by(rules, m.VerflixxtPawn, card_or_cap),
        m.VerflixxtPawn,
        choice=(the_card_moves_pieces,),
        edge=(
            the_cap_goes_forward_from_the_start,
            the_cap_goes_back_to_the_start_at_most,
            no_pawn_behind_the_start,
        ),
        home=(the_green_hat_comes_home_last,),
    )
    rules = with_tests(
        rules,
        m.VerflixxtGuard,
        choice=(the_card_moves_pieces,),
        edge=(no_guard_behind_the_start,),
    )
    rules = with_tests(rules, m.VerflixxtFlixxy, choice=(the_card_moves_pieces,))
    no_dice = tuple(rule for rule in rules.common["chance"] if rule.id != "VX-IN-1")
    rules = replace(rules, common={**rules.common, "chance": no_dice, "after": (the_normal_move_is_still_to_come,)})
    return add_common(
        rules,
        chance=(not_due("VX-IN-3", VerflixxtHatDrawing), not_due("VX-IN-4", VerflixxtDrawing)),
        hat=(no_hat_is_due,),
        revealing=(not_due("VX-CARD-1", VerflixxtReveal),),
    )


def chips_and_tiles(rules: VerflixxtRuleset, pushed_chip: str) -> VerflixxtRuleset:
    slots = {name: opens for name, opens in rules.slots.items() if name != "throw"}
    return replace(
        rules,
        asks={
            **rules.asks,
            VerflixxtHatDrawing: lambda state, task: Decision("hat_draw", (CHANCE,), drawer(state)),
            VerflixxtDrawing: lambda state, task: Decision("drawing", (CHANCE,), task.player),
            VerflixxtReveal: lambda state, task: Decision("card", (state.turn,)),
            VerflixxtHatChoice: lambda state, task: Decision("hat", (state.turn,)),
            VerflixxtAfter: asks_what_is_open,
        },
        runs={
            **rules.runs,
            VerflixxtDealing: deal,
            VerflixxtHome: chip_at_the_finish(rules.runs[VerflixxtHome], pushed_chip),
        },
        slots={
            **slots,
            "card": lambda state: (VerflixxtReveal(),),
            "after": after_the_move,
            "draw": lambda state: (VerflixxtDealing(mover(state)),) if is_in_play(state, state.turn) else (),
        },
        players=(2, 6, "VX-HSET-1"),
        layouts={"random": Layout((*BASE_TILES, *RISK_TILES), guards_on_the_first_eight, shuffled=True)},
        fields=(*rules.fields, "finish_chips", "won_finish", "hats", "hands", "discard"),
        may_change_hats=may_change_hats,
        items={**rules.items, "risk": risk, "finish_chips": finish_chips, "hats": hat_points},
    )
