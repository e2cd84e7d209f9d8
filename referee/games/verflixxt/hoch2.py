"""Verflixxt Hoch²: movement cards, risk tiles, finish chips. The hats have a file of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

import msgspec

from referee.core.game import CHANCE, Decision, Run, Say, Task, asked
from referee.core.rules import rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.basevariants import no_guard_behind_the_start
from referee.games.verflixxt.board import (
    first,
    is_beyond_the_start,
    is_in_play,
    mover,
    note,
    own_pawns,
    row_of,
    with_row,
)
from referee.games.verflixxt.components import (
    ASSUMED_CARDS,
    CARDS,
    FIRST_MALUS,
    HAND,
    LUCK,
    RISING,
    RISK,
    SECOND_MALUS,
    START,
    UNKNOWN,
    VALUE,
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
    due,
    never,
    not_due,
    not_in_use,
    numbers,
    the_normal_move_is_still_to_come,
    the_number_thrown,
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

# -- cards ------------------------------------------------------------------------------------------------------------


def how_many(state: VerflixxtState) -> dict[str, int]:
    """Count the cards of each face: as the client named them, else as we assume."""
    return dict(ASSUMED_CARDS.items() if state.card_counts is None else state.card_counts)


def unseen(state: VerflixxtState, card: str) -> int:
    """Count the cards of a face that lie neither in the discard pile nor in a hand that is known."""
    seen = state.discard.count(cast(Any, card)) + sum(hand.count(cast(Any, card)) for hand in state.hands)
    return max(how_many(state).get(card, 0) - seen, 0)


def draw_pile(state: VerflixxtState) -> int:
    """Return how many cards are left to draw."""
    return sum(how_many(state).values()) - len(state.discard) - sum(map(len, state.hands))


def hand_of(state: VerflixxtState, seat: str | None) -> tuple[str, ...]:
    return state.hands[row_of(state, seat)]


def hold(state: VerflixxtState, seat: str | None, hand: tuple[str, ...]) -> VerflixxtState:
    return msgspec.structs.replace(state, hands=with_row(state.hands, row_of(state, seat), hand))


def without_card(hand: tuple[str, ...], card: str) -> tuple[str, ...] | None:
    """Return a hand after a card is played from it; a card that is known is used before an unknown one."""
    used = card if card in hand else UNKNOWN
    return (*hand[: hand.index(used)], *hand[hand.index(used) + 1 :]) if used in hand else None


def spend(state: VerflixxtState, cards: tuple[Any, ...]) -> VerflixxtState:
    """Play cards onto the discard pile; the last one counts (VX-CARD-7)."""
    for card in cards:
        state = hold(state, state.turn, cast(Any, without_card(hand_of(state, state.turn), card)))
    state = msgspec.structs.replace(state, discard=(*state.discard, *cards))
    return note(state, cards=(*state.so_far.cards, *cards), number=VALUE[cards[-1]])


def shuffled_if_empty(state: VerflixxtState, say: Say) -> VerflixxtState:
    """When a card has to be drawn and none is left, the discard pile becomes the draw pile (VX-CARD-8)."""
    if draw_pile(state) > 0 or not state.discard:
        return state
    say("shuffled", "VX-CARD-8")
    return msgspec.structs.replace(state, discard=())


def deal(state: VerflixxtState, task: VerflixxtDealing, say: Say) -> VerflixxtState:
    """Fill a hand up to two cards; at a table their faces stay unknown (VX-CARD-7, VX-IN-4)."""
    while len(hand_of(state, task.player)) < HAND:
        state = shuffled_if_empty(state, say)
        if state.mode == "virtual":
            return first(state, VerflixxtDrawing(task.player), task)
        say("drawn", "VX-CARD-7", seat=task.player)
        state = hold(state, task.player, (*hand_of(state, task.player), UNKNOWN))
    return state


@rule("VX-IN-4", "actor", "player")
def drawn_by_this_player(state: VerflixxtState, move: m.VerflixxtDraw) -> bool:
    return move.actor == CHANCE and move.player == asked(state).player


@rule("VX-IN-4", "card")
def the_card_is_in_the_pile(state: VerflixxtState, move: m.VerflixxtDraw) -> bool:
    return unseen(state, move.card) > 0


def draw(state: VerflixxtState, task: Task, move: m.VerflixxtDraw, say: Say) -> VerflixxtState:
    say("drawn_card", "VX-CARD-7", seat=move.player, card=move.card)
    return hold(state, move.player, (*hand_of(state, move.player), move.card))


# -- playing them -----------------------------------------------------------------------------------------------------


@rule("VX-CARD-1", "card")
def the_card_is_in_hand(state: VerflixxtState, move: m.VerflixxtCard) -> bool:
    return without_card(hand_of(state, state.turn), move.card) is not None


@rule("VX-IN-5", "card")
def an_unknown_card_can_be_this(state: VerflixxtState, move: m.VerflixxtCard) -> bool:
    return move.card in hand_of(state, state.turn) or state.card_counts is None or unseen(state, move.card) > 0


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
    return not is_beyond_the_start(state, own_pawns(state)[move.pawn], move.steps)


def why_nobody_moves(state: VerflixxtState) -> str:
    return "VX-CARD-3" if state.so_far.number == 0 else "VX-CARD-5"


# -- drawing for the hats ---------------------------------------------------------------------------------------------


Drawn = tuple[tuple[str, ...], ...]


def best_of(drawn: Drawn, rows: tuple[int, ...]) -> tuple[int | None, int | None]:
    """Return (who draws next, None) while it is open who is best among these rows, then (None, who is best).

    Cards are compared in the order drawn; players who are level so far draw again (VX-HSET-8).
    """
    depth = 0
    while len(rows) > 1:
        for row in rows:
            if len(drawn[row]) <= depth:
                return row, None
        highest = max(VALUE[drawn[row][depth]] for row in rows)
        rows = tuple(row for row in rows if VALUE[drawn[row][depth]] == highest)
        depth += 1
    return None, rows[0]


def hats_by_draw(drawn: Drawn) -> tuple[int | None, int | None, int | None]:
    """Return who draws next, who has won the green hat and who the red cap, as far as it is known."""
    everybody = tuple(range(len(drawn)))
    waiting, green = best_of(drawn, everybody)
    if green is None:
        return waiting, None, None
    waiting, red = best_of(drawn, tuple(row for row in everybody if row != green))
    return waiting, green, red


def drawer(state: VerflixxtState) -> Seat:
    return state.seats[cast(int, hats_by_draw(asked(state).drawn)[0])]


@rule("VX-IN-3", "actor", "player")
def turned_up_by_this_player(state: VerflixxtState, move: m.VerflixxtHatDraw) -> bool:
    return move.actor == CHANCE and move.player == drawer(state)


@rule("VX-IN-3", "card")
def the_card_can_be_turned_up(state: VerflixxtState, move: m.VerflixxtHatDraw) -> bool:
    assumed_at_a_table = state.card_counts is None and state.mode == "table"
    return assumed_at_a_table or unseen(state, move.card) > 0


def next_for_the_hats(state: VerflixxtState, move: Any) -> Iterable[str]:
    return (drawer(state),)


def next_to_be_dealt(state: VerflixxtState, move: Any) -> Iterable[str]:
    return (asked(state).player,)


def turn_up(state: VerflixxtState, task: VerflixxtHatDrawing, move: m.VerflixxtHatDraw, say: Say) -> VerflixxtState:
    say("turned_up", "VX-HSET-8", seat=move.player, card=move.card)
    row = row_of(state, move.player)
    drawn = with_row(task.drawn, row, (*task.drawn[row], move.card))
    state = msgspec.structs.replace(state, discard=(*state.discard, move.card))
    waiting, *won = hats_by_draw(drawn)
    if waiting is not None:
        return first(shuffled_if_empty(state, say), VerflixxtHatDrawing(drawn))
    green, red = (state.seats[cast(int, row)] for row in won)
    say("green_won", "VX-HSET-9", seat=green)
    say("red_won", "VX-HSET-8", seat=red)
    return msgspec.structs.replace(state, turn=green, green=(green, 0), red=(red, 0))


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
        rules,
        m.VerflixxtPawn,
        choice=(the_card_moves_pieces,),
        number=numbers(card_or_cap),
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
        number=numbers(the_number_thrown),
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
