"""Verflixxt Hoch², the variant "À l'attaque!": two cards of one value drive the others off a square."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any, cast

import msgspec

from referee.core.game import Say, Task, asked
from referee.core.rules import rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import first, own_pawns, place
from referee.games.verflixxt.cards import composition_binds, hand_of, spend, unseen, without_card
from referee.games.verflixxt.components import CARDS, FINISH, UNKNOWN, VALUE, Square
from referee.games.verflixxt.driving import can_be_driven, drive
from referee.games.verflixxt.hats import green_stays_out
from referee.games.verflixxt.rules import by_the_player_on_turn
from referee.games.verflixxt.ruleset import Sheet, VerflixxtRuleset, with_sheets
from referee.games.verflixxt.state import VerflixxtReveal, VerflixxtSettle, VerflixxtState

PAIRS = tuple(pair for pair in combinations_with_replacement(CARDS, 2) if VALUE[pair[0]] == VALUE[pair[1]])


@rule("VX-ATT-1")
def an_attack_is_the_first_action(state: VerflixxtState, move: m.VerflixxtAttack) -> bool:
    return isinstance(asked(state), VerflixxtReveal) and not state.so_far.cards


@rule("VX-ATT-1", "cards")
def the_cards_are_a_pair(state: VerflixxtState, move: m.VerflixxtAttack) -> bool:
    return VALUE[move.cards[0]] == VALUE[move.cards[1]]


@rule("VX-ATT-1", "cards")
def the_pair_is_in_hand(state: VerflixxtState, move: m.VerflixxtAttack) -> bool:
    hand = hand_of(state, state.turn)
    if hand.count(UNKNOWN) == len(move.cards):
        return True
    rest = without_card(hand, move.cards[0])
    return rest is not None and without_card(rest, move.cards[1]) is not None


@rule("VX-IN-5", "cards")
def unknown_cards_can_be_these(state: VerflixxtState, move: m.VerflixxtAttack) -> bool:
    if not composition_binds(state):
        return True
    hand = hand_of(state, state.turn)
    hidden = {card: move.cards.count(card) - hand.count(card) for card in move.cards}
    return all(number <= 0 or unseen(state, card) >= number for card, number in hidden.items())


@rule("VX-ATT-2", "square")
def others_share_the_square(state: VerflixxtState, move: m.VerflixxtAttack) -> bool:
    return move.square != FINISH and move.square in own_pawns(state) and can_be_driven(state, move.square)


@rule("VX-HAT-9", "square", "cards")
def the_green_hat_is_not_driven_home(state: VerflixxtState, move: m.VerflixxtAttack) -> bool:
    return green_stays_out(state, move.square, VALUE[move.cards[0]])


def any_shared_square(state: VerflixxtState, move: Any) -> Iterable[str]:
    shared = {square for square in own_pawns(state) if square != FINISH and can_be_driven(state, square)}
    return sorted(shared, key=lambda square: place(state, square))


def any_pair(state: VerflixxtState, move: Any) -> Iterable[tuple[str, str]]:
    hand = sorted(hand_of(state, state.turn))
    if UNKNOWN in hand:
        return PAIRS
    return [cast(tuple[str, str], tuple(hand))] if len(hand) == 2 else ()


def in_alphabetical_order(move: m.VerflixxtAttack) -> m.VerflixxtAttack:
    return msgspec.structs.replace(move, cards=tuple(sorted(move.cards)))


def drive_off(state: VerflixxtState, task: Task, move: m.VerflixxtAttack, say: Say) -> VerflixxtState:
    """The others on the square move by the value of one card; no card is left to move with (VX-ATT-3, VX-ATT-4)."""
    value = VALUE[move.cards[0]]
    say("attack", "VX-ATT-3", seat=move.actor, square=move.square, cards=move.cards)
    state = spend(msgspec.structs.replace(state, todo=state.todo[1:]), move.cards)
    state, homes = drive(state, cast(Square, move.square), value, say)
    return first(state, *homes, VerflixxtSettle())


def attack(rules: VerflixxtRuleset) -> VerflixxtRuleset:
    sheet = Sheet(
        {"actor": by_the_player_on_turn, "square": any_shared_square, "cards": any_pair},
        {
            "attack": (
                an_attack_is_the_first_action,
                the_cards_are_a_pair,
                the_pair_is_in_hand,
                unknown_cards_can_be_these,
                others_share_the_square,
                the_green_hat_is_not_driven_home,
            ),
            "revealing": (),
            "after": (),
        },
        drive_off,
        canonical=in_alphabetical_order,
    )
    return with_sheets(rules, {m.VerflixxtAttack: sheet})
