"""Verflixxt Hoch²: the movement cards in hands and piles, and the draw for the hats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec

from referee.core.game import CHANCE, Say, Task, asked
from referee.core.rules import rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import (
    Named,
    first,
    note,
    row_of,
    with_row,
)
from referee.games.verflixxt.components import (
    ASSUMED_CARDS,
    HAND,
    UNKNOWN,
    VALUE,
    Seat,
)
from referee.games.verflixxt.state import (
    VerflixxtDealing,
    VerflixxtDrawing,
    VerflixxtHatDrawing,
    VerflixxtState,
)

# -- cards ------------------------------------------------------------------------------------------------------------


def how_many(state: VerflixxtState) -> Mapping[Any, int]:
    """Count the cards of each face: as the client named them, else as we assume."""
    return ASSUMED_CARDS if state.card_counts is None else dict(state.card_counts)


def composition_binds(state: VerflixxtState) -> bool:
    """An assumed composition never refuses a card that a real table reports (VX-COMP-5)."""
    return state.card_counts is not None or state.mode == "virtual"


def unseen(state: VerflixxtState, card: Any) -> int:
    """Count the cards of a face that lie neither in the discard pile nor in a hand that is known."""
    seen = state.discard.count(card) + sum([hand.count(card) for hand in state.hands])
    return max(how_many(state).get(card, 0) - seen, 0)


def draw_pile(state: VerflixxtState) -> int:
    """Return how many cards are left to draw."""
    return sum(how_many(state).values()) - len(state.discard) - sum(map(len, state.hands))


def hand_of(state: VerflixxtState, seat: Named) -> tuple[str, ...]:
    return state.hands[state.seats.index(seat)]


def hold(state: VerflixxtState, seat: Named, hand: tuple[str, ...]) -> VerflixxtState:
    return msgspec.structs.replace(state, hands=with_row(state.hands, row_of(state, seat), hand))


def without_card(hand: tuple[str, ...], card: str) -> tuple[str, ...] | None:
    """Return a hand after a card is played from it; a card that is known is used before an unknown one."""
    used = card if card in hand else UNKNOWN
    if used not in hand:
        return None
    place = hand.index(used)
    return (*hand[:place], *hand[place + 1 :])


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
    return not composition_binds(state) or unseen(state, move.card) > 0


def next_for_the_hats(state: VerflixxtState, move: Any) -> Iterable[str]:
    return (drawer(state),)


def next_to_be_dealt(state: VerflixxtState, move: Any) -> Iterable[str]:
    return (asked(state).player,)


def turn_up(state: VerflixxtState, task: VerflixxtHatDrawing, move: m.VerflixxtHatDraw, say: Say) -> VerflixxtState:
    # RULING (ours): a card turned up lies with the discards at once, so that a short pack can be shuffled meanwhile.
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
