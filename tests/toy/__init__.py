"""A toy race, registered only in tests, which proves that `core` carries what the hard games need.

It has a hidden hand, a reaction window that closes implicitly, work nested in work (a storm blows at one pawn after
another, and the wind may blow again inside that), a mark for what is done once per turn, and two expansions that meet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from referee.core.catalogue import load_catalogue
from referee.core.game import (
    CHANCE,
    TABLE,
    Decision,
    Description,
    Document,
    Event,
    Example,
    Game,
    Kind,
    Move,
    Ruleset,
    Say,
    Setup,
    State,
    Task,
    Window,
    asked,
    one,
    versions,
)
from referee.core.play import begin
from referee.core.rules import Fault, ImpossiblePosition, ImpossibleSetup, Rule, rule
from referee.core.scores import ScoreSheet, score_sheet
from referee.core.words import Sentence, load_words

COLOURS = ("red", "blue", "green")
BOX = {"walk": 8, "storm": 5, "shield": 3}
HAND, GOAL, VERSION = 2, 9, 2

change = msgspec.structs.replace
Seat = Literal["red", "blue", "green"]
Actor = Literal["red", "blue", "green", "chance", "table"]
Card = Literal["walk", "storm", "shield", "?"]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=16)]
Version = Annotated[int, Meta(ge=1, le=VERSION)]
Die = Annotated[int, Meta(ge=1, le=3)]

# -- documents --------------------------------------------------------------------------------------------------------


class ToyTurn(Task, frozen=True, tag="turn"):
    """The player on turn plays a card."""


class ToyWindow(Task, frozen=True, tag="window"):
    """The target of a storm may answer with a shield."""

    target: Seat


class ToyStorm(Task, frozen=True, tag="storm"):
    """Runs: the wind blows at each of these in turn."""

    victims: tuple[Seat, ...]


class ToyWind(Task, frozen=True, tag="wind"):
    """A throw decides how far a pawn is blown back."""

    victim: Seat


class ToyWalk(Task, frozen=True, tag="walk"):
    """A throw decides how far the pawn on turn walks."""


class ToyRefill(Task, frozen=True, tag="refill"):
    """Runs: a seat takes a card, seen by the service only in virtual play."""

    player: Seat


class ToyDealt(Task, frozen=True, tag="dealt"):
    """Chance deals a card to a seat."""

    player: Seat


class ToyNext(Task, frozen=True, tag="next"):
    """Runs: the turn passes on."""


class ToyState(State, frozen=True, kw_only=True):
    rules_version: Version
    seats: Seats
    fast: bool
    icy: bool
    turn: Seat
    places: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    discards: tuple[Card, ...]
    swapped: bool
    todo: tuple[ToyTurn | ToyWindow | ToyStorm | ToyWind | ToyWalk | ToyRefill | ToyDealt | ToyNext, ...]


class ToyDraw(Move, frozen=True, tag="draw"):
    actor: Actor
    player: Seat
    card: Card


class ToySwap(Move, frozen=True, tag="swap"):
    actor: Actor
    card: Card


class ToyPlay(Move, frozen=True, tag="play"):
    actor: Actor
    card: Card
    target: Seat | UnsetType = UNSET


class ToyShield(Move, frozen=True, tag="shield"):
    actor: Actor


class ToyPass(Move, frozen=True, tag="pass"):
    actor: Actor


class ToyRoll(Move, frozen=True, tag="roll"):
    actor: Actor
    value: Die


class ToyOptions(Document, frozen=True, kw_only=True):
    fast: bool = False
    icy: bool = False


class ToyPosition(Document, frozen=True, kw_only=True):
    turn: Seat | UnsetType = UNSET
    places: dict[Seat, int] | UnsetType = UNSET
    hands: dict[Seat, tuple[Card, ...]] | UnsetType = UNSET
    discards: tuple[Card, ...] = ()


class ToySetup(Setup, frozen=True, kw_only=True):
    seats: Seats
    starter: Seat | UnsetType = UNSET
    rules_version: Version | UnsetType = UNSET
    options: ToyOptions = ToyOptions()
    position: ToyPosition | UnsetType = UNSET


# -- looking ----------------------------------------------------------------------------------------------------------


def hand(state: ToyState, seat: Seat) -> tuple[Card, ...]:
    return state.hands[state.seats.index(seat)]


def place(state: ToyState, seat: Seat) -> int:
    return state.places[state.seats.index(seat)]


def unseen(state: ToyState) -> Counter[str]:
    """Return the cards of the box that lie open nowhere."""
    return Counter(BOX) - Counter(state.discards) - Counter(card for cards in state.hands for card in cards)


def pile(state: ToyState) -> int:
    return sum(BOX.values()) - len(state.discards) - sum(map(len, state.hands))


def may_hold(state: ToyState, seat: Seat, card: Card) -> bool:
    return card != "?" and (card in hand(state, seat) or ("?" in hand(state, seat) and unseen(state)[card] > 0))


def over(state: ToyState) -> bool:
    return max(state.places) >= GOAL or not hand(state, state.turn)


# -- rules ------------------------------------------------------------------------------------------------------------


@rule("TOY-END-1")
def the_game_goes_on(state: ToyState, move: Any) -> bool:
    return bool(state.todo)


def due(*tasks: type[Task]) -> Rule:
    return Rule("TOY-PHASE-1", lambda state, move: isinstance(asked(state), tasks))


@rule("TOY-CHANCE-1", "actor")
def chance_throws_and_deals(state: ToyState, move: Any) -> bool:
    return move.actor == CHANCE


@rule("TOY-TURN-1", "actor")
def the_player_on_turn_plays(state: ToyState, move: Any) -> bool:
    return move.actor == state.turn


@rule("TOY-SHIELD-1", "actor")
def only_the_target_answers(state: ToyState, move: ToyShield) -> bool:
    return move.actor == asked(state).target


@rule("TOY-PASS-1", "actor")
def the_table_closes_the_window(state: ToyState, move: ToyPass) -> bool:
    return move.actor == TABLE


@rule("TOY-SWAP-1")
def once_per_turn(state: ToyState, move: ToySwap) -> bool:
    return not state.swapped


@rule("TOY-SWAP-2")
def there_is_a_card_to_take(state: ToyState, move: ToySwap) -> bool:
    return pile(state) > 0


@rule("TOY-SWAP-3", "card")
def a_shield_is_not_swapped(state: ToyState, move: ToySwap) -> bool:
    return move.card != "shield"


@rule("TOY-HAND-1", "card")
def the_card_is_in_the_hand(state: ToyState, move: ToyPlay | ToySwap) -> bool:
    return may_hold(state, state.turn, move.card)


@rule("TOY-HAND-1")
def the_target_has_a_shield(state: ToyState, move: ToyShield) -> bool:
    return may_hold(state, asked(state).target, "shield")


@rule("TOY-STORM-1", "target")
def a_storm_has_a_target(state: ToyState, move: ToyPlay) -> bool:
    if move.card != "storm":
        return move.target is UNSET
    return move.target in state.seats and move.target != state.turn


@rule("TOY-DRAW-1", "player")
def the_card_is_for_this_player(state: ToyState, move: ToyDraw) -> bool:
    return move.player == asked(state).player


@rule("TOY-DRAW-2", "card")
def the_card_is_unseen(state: ToyState, move: ToyDraw) -> bool:
    return unseen(state)[move.card] > 0


# -- effects ----------------------------------------------------------------------------------------------------------


def first(state: ToyState, *tasks: Any) -> ToyState:
    return change(state, todo=(*tasks, *state.todo))


def put(rows: tuple[Any, ...], row: int, value: Any) -> tuple[Any, ...]:
    return (*rows[:row], value, *rows[row + 1 :])


def lay(state: ToyState, seat: Seat, card: Card) -> ToyState:
    """Lay a card from a hand on the discards; an unknown card turns out to be this one."""
    cards = list(hand(state, seat))
    cards.remove(card if card in cards else "?")
    hands = put(state.hands, state.seats.index(seat), tuple(cards))
    return change(state, hands=hands, discards=(*state.discards, card))


def take(state: ToyState, seat: Seat, card: Card) -> ToyState:
    return change(state, hands=put(state.hands, state.seats.index(seat), (*hand(state, seat), card)))


def to(state: ToyState, seat: Seat, where: int) -> ToyState:
    return change(state, places=put(state.places, state.seats.index(seat), max(0, min(where, GOAL))))


def swap(state: ToyState, task: ToyTurn, move: ToySwap, say: Say) -> ToyState:
    say("swapped", "TOY-SWAP-1", seat=move.actor, card=move.card)
    return first(change(lay(state, state.turn, move.card), swapped=True), ToyRefill(state.turn), ToyTurn())


def play_card(state: ToyState, task: ToyTurn, move: ToyPlay, say: Say) -> ToyState:
    say("played", "TOY-TURN-1", seat=move.actor, card=move.card)
    state = first(lay(state, state.turn, move.card), ToyRefill(state.turn), ToyNext())
    after = {"walk": (ToyWalk(),), "storm": (ToyWindow(move.target),), "shield": ()}  # type: ignore[arg-type]
    return first(state, *after[move.card])


def shield(state: ToyState, task: ToyWindow, move: ToyShield, say: Say) -> ToyState:
    say("shielded", "TOY-SHIELD-1", seat=task.target)
    return first(lay(state, task.target, "shield"), ToyRefill(task.target))


def close(state: ToyState, task: ToyWindow, move: ToyPass, say: Say) -> ToyState:
    where = place(state, task.target)
    return first(state, ToyStorm(tuple(s for s in state.seats if s != state.turn and place(state, s) == where)))


def rage(state: ToyState, task: ToyStorm, say: Say) -> ToyState:
    if not task.victims:
        return state
    victim, *rest = task.victims
    return first(state, ToyWind(victim), ToyStorm(tuple(rest)))


def rolled(stride: Callable[[int, int], int]) -> Callable[..., ToyState]:
    """Return what a throw does: the wind blows, and a 3 makes it blow again; or a pawn walks."""

    def effect(state: ToyState, task: ToyWind | ToyWalk, move: ToyRoll, say: Say) -> ToyState:
        if isinstance(task, ToyWalk):
            state = to(state, state.turn, stride(place(state, state.turn), move.value))
            say("walked", "TOY-WALK-1", seat=state.turn, place=place(state, state.turn))
            return state
        state = to(state, task.victim, place(state, task.victim) - move.value)
        say("blown", "TOY-STORM-2", seat=task.victim, place=place(state, task.victim))
        return first(state, task) if move.value == 3 else state

    return effect


def refill(state: ToyState, task: ToyRefill, say: Say) -> ToyState:
    if not pile(state):
        return state
    return take(state, task.player, "?") if state.mode == "table" else first(state, ToyDealt(task.player))


def draw(state: ToyState, task: ToyDealt, move: ToyDraw, say: Say) -> ToyState:
    say("drawn", "TOY-DRAW-1", seat=move.player, card=move.card)
    return take(state, task.player, move.card)


def pass_on(state: ToyState, task: ToyNext, say: Say) -> ToyState:
    after = state.seats[(state.seats.index(state.turn) + 1) % len(state.seats)]
    state = change(state, turn=after, swapped=False)
    return state if over(state) else first(state, ToyTurn())


# -- rulesets ---------------------------------------------------------------------------------------------------------


def every_card(state: ToyState, move: Any) -> Iterable[str]:
    return BOX


def on_turn(state: ToyState, move: Any) -> Iterable[str]:
    return (state.turn,)


def targets(state: ToyState, move: ToyPlay) -> Iterable[str | UnsetType]:
    return state.seats if move.card == "storm" else (UNSET,)


@dataclass(frozen=True, eq=False)
class ToyRuleset(Ruleset):
    stride: Callable[[int, int], int] = lambda place, die: place + die

    def with_stride(self, stride: Callable[[int, int], int]) -> ToyRuleset:
        kinds = tuple(replace(k, effect=rolled(stride)) if k.move is ToyRoll else k for k in self.kinds)
        return replace(self, stride=stride, kinds=kinds)


STANDARD = ToyRuleset(
    kinds=(
        Kind(
            ToyDraw,
            {"actor": one(CHANCE), "player": lambda state, move: (asked(state).player,), "card": every_card},
            (the_game_goes_on, due(ToyDealt), chance_throws_and_deals, the_card_is_for_this_player, the_card_is_unseen),
            draw,
            weight=lambda state, move: unseen(state)[move.card],
        ),
        Kind(
            ToySwap,
            {"actor": on_turn, "card": every_card},
            (
                the_game_goes_on,
                due(ToyTurn),
                the_player_on_turn_plays,
                once_per_turn,
                there_is_a_card_to_take,
                the_card_is_in_the_hand,
            ),
            swap,
        ),
        Kind(
            ToyPlay,
            {"actor": on_turn, "card": every_card, "target": targets},
            (the_game_goes_on, due(ToyTurn), the_player_on_turn_plays, the_card_is_in_the_hand, a_storm_has_a_target),
            play_card,
        ),
        Kind(
            ToyShield,
            {"actor": lambda state, move: (asked(state).target,)},
            (the_game_goes_on, due(ToyWindow), only_the_target_answers, the_target_has_a_shield),
            shield,
        ),
        Kind(ToyPass, {"actor": one(TABLE)}, (the_game_goes_on, due(ToyWindow), the_table_closes_the_window), close),
        Kind(
            ToyRoll,
            {"actor": one(CHANCE), "value": lambda state, move: (1, 2, 3)},
            (the_game_goes_on, due(ToyWind, ToyWalk), chance_throws_and_deals),
            rolled(ToyRuleset.stride),
        ),
    ),
    asks={
        ToyTurn: lambda state, task: Decision("play", (state.turn,)),
        ToyWindow: lambda state, task: Decision("window", (task.target, TABLE)),
        ToyWind: lambda state, task: Decision("roll", (CHANCE,), state.turn),
        ToyWalk: lambda state, task: Decision("roll", (CHANCE,), state.turn),
        ToyDealt: lambda state, task: Decision("draw", (CHANCE,), task.player),
    },
    runs={ToyStorm: rage, ToyRefill: refill, ToyNext: pass_on},
    windows={
        ToyWindow: Window(
            closing=lambda state: ToyPass(TABLE),
            answers=lambda state, move: isinstance(move, ToyShield | ToyPass),
        )
    },
)


def shields_are_kept(rules: Ruleset) -> Ruleset:
    """Judge from version 2 on that a shield may not be swapped."""
    kinds = tuple(
        replace(kind, rules=(*kind.rules, a_shield_is_not_swapped)) if kind.move is ToySwap else kind
        for kind in rules.kinds
    )
    return replace(rules, kinds=kinds)


def fast(rules: ToyRuleset) -> ToyRuleset:
    """Every walk is twice as long."""
    return rules.with_stride(lambda place, die: place + 2 * die)


def icy(rules: ToyRuleset) -> ToyRuleset:
    """A pawn that stops on a place divisible by three slides one further."""

    def slide(place: int, die: int) -> int:
        stop = rules.stride(place, die)
        return stop + 1 if stop % 3 == 0 else stop

    return rules.with_stride(slide)


def fast_on_ice(rules: ToyRuleset) -> ToyRuleset:
    """Who is fast slides two further; neither expansion can say that alone."""

    def slide(place: int, die: int) -> int:
        stop = place + 2 * die
        return stop + 2 if stop % 3 == 0 else stop

    return rules.with_stride(slide)


VERSIONS = versions(STANDARD, shields_are_kept)


@cache
def chosen(version: int, is_fast: bool, is_icy: bool) -> Ruleset:
    rules: Any = VERSIONS[version]
    for applies, expansion in ((is_fast, fast), (is_icy, icy), (is_fast and is_icy, fast_on_ice)):
        rules = expansion(rules) if applies else rules
    return rules


def ruleset(state: ToyState) -> Ruleset:
    return chosen(state.rules_version, state.fast, state.icy)


# -- the table --------------------------------------------------------------------------------------------------------


def set_up(setup: ToySetup) -> ToyState:
    if not 2 <= len(setup.seats) <= 3 or len(set(setup.seats)) != len(setup.seats):
        raise ImpossibleSetup([Fault("TOY-SEATS-1", "/seats")])
    position = setup.position or ToyPosition()
    given = position.hands or {}
    if not setup.position or not position.hands:
        todo: tuple[Any, ...] = (*(ToyRefill(seat) for seat in setup.seats for _ in range(HAND)), ToyTurn())
    else:
        todo = (ToyTurn(),)
    state = ToyState(
        rules_version=setup.rules_version or VERSION,
        mode=setup.mode,
        seats=setup.seats,
        fast=setup.options.fast,
        icy=setup.options.icy,
        turn=position.turn or setup.starter or setup.seats[0],
        places=tuple((position.places or {}).get(seat, 0) for seat in setup.seats),
        hands=tuple(given.get(seat, ()) for seat in setup.seats),
        discards=position.discards,
        swapped=False,
        todo=todo,
    )
    if position.hands and over(state):
        state = change(state, todo=())
    state = begin(ruleset(state), state)
    if faults := tuple(state_faults(state)):
        raise ImpossiblePosition(faults)
    return state


STACK = re.compile(r"turn|dealt( refill)*( turn| next)|(window|walk|wind storm) refill next")


def state_faults(state: ToyState) -> Iterator[Fault]:
    size = len(state.seats)
    if not 2 <= size <= 3 or len(set(state.seats)) != size:
        yield Fault("TOY-SEATS-1", "/seats")
    elif state.turn not in state.seats:
        yield Fault("TOY-TURN-1", "/turn")
    elif len(state.places) != size or any(not 0 <= where <= GOAL for where in state.places):
        yield Fault("TOY-WALK-1", "/places")
    elif len(state.hands) != size or any(len(cards) > HAND for cards in state.hands):
        yield Fault("TOY-HAND-1", "/hands")
    elif "?" in state.discards or pile(state) < 0 or any(too_many(state)):
        yield Fault("TOY-HAND-1", "/discards")
    elif not pending(state):
        yield Fault("TOY-PHASE-1", "/todo")


def too_many(state: ToyState) -> Iterator[bool]:
    known = Counter(state.discards) + Counter(card for cards in state.hands for card in cards if card != "?")
    return (known[card] > BOX[card] for card in known)


def pending(state: ToyState) -> bool:
    if not state.todo:
        return over(state)
    named: set[Any] = set()
    for task in state.todo:
        named |= {
            getattr(task, "player", state.turn),
            getattr(task, "victim", state.turn),
            *getattr(task, "victims", ()),
        }
    stack = " ".join(task.__struct_config__.tag for task in state.todo)
    head = asked(state)
    possible = {
        ToyTurn: lambda: not over(state),
        ToyDealt: lambda: pile(state) > 0 and len(hand(state, head.player)) < HAND,
        ToyWindow: lambda: head.target in state.seats and head.target != state.turn,
    }
    racing = STACK.fullmatch(stack) and max(state.places) < GOAL
    return bool(racing or at_the_goal(state)) and named <= set(state.seats) and possible.get(type(head), lambda: True)()


def at_the_goal(state: ToyState) -> bool:
    """A pawn reaches the goal on a walk; then only the refill is left."""
    return max(state.places) == GOAL and [type(task) for task in state.todo] == [ToyDealt, ToyNext]


def describe(state: ToyState) -> Description:
    position = ToyPosition(
        turn=state.turn,
        places={seat: place(state, seat) for seat in state.seats},
        hands={seat: hand(state, seat) for seat in state.seats},
        discards=state.discards,
    )
    lines = tuple(Sentence("pawn", {"seat": seat, "place": place(state, seat)}) for seat in state.seats)
    return Description(
        position, (*lines, Sentence("turn", {"seat": state.turn}) if state.todo else Sentence("over", {}))
    )


def scores(state: ToyState) -> ScoreSheet:
    ended = "TOY-END-1" if max(state.places) >= GOAL else "TOY-END-2"
    items = {seat: {"steps": place(state, seat)} for seat in state.seats}
    return score_sheet(items, None if state.todo else ended)


def view(state: ToyState, viewer: str | None) -> ToyState:
    """Hide the other hands, where the service knows them."""
    if state.mode == "table":
        return state
    pairs = zip(state.seats, state.hands, strict=True)
    return change(state, hands=tuple(cards if seat == viewer else ("?",) * len(cards) for seat, cards in pairs))


def view_entry(
    state: ToyState, move: Any, events: tuple[Event, ...], viewer: str | None
) -> tuple[Any, tuple[Event, ...]]:
    """Hide which card another player drew."""
    if not isinstance(move, ToyDraw) or move.player == viewer:
        return move, events
    hidden = tuple(replace_data(event) if event.type == "drawn" else event for event in events)
    return change(move, card="?"), hidden


def replace_data(event: Event) -> Event:
    return change(event, data={**event.data, "card": "?"})


GAME = Game(
    id="toy",
    colours=COLOURS,
    players=(2, 3),
    rules_version=VERSION,
    State=ToyState,
    Move=ToyDraw | ToySwap | ToyPlay | ToyShield | ToyPass | ToyRoll,
    Setup=ToySetup,
    phases=("draw", "play", "window", "roll"),
    ruleset=ruleset,
    set_up=set_up,
    faults=state_faults,
    describe=describe,
    scores=scores,
    example=Example(
        setup={"seats": ["red", "blue"]},
        moves=({"actor": "red", "type": "play", "card": "storm", "target": "blue"},),
        legal={"actor": "blue", "type": "shield"},
        illegal={"actor": "red", "type": "shield"},
    ),
    unknown_move="TOY-PHASE-1",
    catalogue=load_catalogue(files(__name__)),
    words=load_words(files(__name__)),
    rulesets=("standard", "fast", "icy"),
    view=view,
    view_entry=view_entry,
)
