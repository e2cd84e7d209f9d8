"""Verflixxt: the form that every edition fills in, and how a filled-in form becomes a ruleset.

An edition begins as the base game (`rules.py`). Expansions and variants are functions that fill in further lines of the
form: a test in its place in the order of tests, a slot of the turn, a layout of the track, an item of the score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, get_args

import msgspec
from msgspec import UNSET

from referee.core.game import Effect, Grow, Kind, Move, Ruleset, Run, Say, Task
from referee.core.play import any_legal_move
from referee.core.rules import Rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import first, is_in_play, left_of, mover
from referee.games.verflixxt.components import Layout, Seat, Tile
from referee.games.verflixxt.state import (
    NOTHING_YET,
    VerflixxtAgain,
    VerflixxtHatChoice,
    VerflixxtNextTurn,
    VerflixxtSettle,
    VerflixxtSlot,
    VerflixxtState,
    VerflixxtTask,
)

TURN = ("before", "throw", "card", "move", "after", "draw")  # the slots of a turn, in the order of section 15
OPTIONAL_SLOTS = ("before", "after")  # asked only if something can be done there

# The order of tests (section 15, RULING VX-IN). The first test that fails is the rule that is cited.
TESTS = (
    "over",  # 1 the game is over
    "report",  # 2 a throw or draw at the wrong moment
    "offered",  # 3 `second` while nobody is offered a double turn
    "chance",  # 4 a chance input is due
    "turn",  # 5 another player's turn
    "hat",  # 6 a hat decision is due, or not
    "worm",  # 7 tokens
    "pre",  # 8 the throw is due
    "attack",  # 9
    "card",  # 10
    "revealing",  # 11 a card is to be chosen
    "after",  # ... the normal move has been made
    "choice",  # 12 staying and passing; any piece with a 0
    "action",  # ... the action die
    "piece",  # ... whether this piece can be moved
    "number",  # ... the number
    "edge",  # ... beyond the start
    "home",  # ... the green hat enters the finish
)

Tests = Mapping[str, tuple[Rule, ...]]
Open = Callable[[VerflixxtState], tuple[VerflixxtTask, ...]]
Item = Callable[[VerflixxtState, int, tuple[Tile, ...]], int]  # (state, row of the seat, its tiles) -> points
Tell = Callable[[VerflixxtState, Say], VerflixxtState]

ITEMS = ("bonus", "turned", "malus", "v5", "risk", "round_chips", "finish_chips", "hats", "worms")


@dataclass(frozen=True, eq=False)
class Sheet:
    """One type of move: how it grows, its own tests by their place in the order, what it does.

    Tests that every player's move must pass stand in `common` of the form; a sheet that names the same place replaces
    them. Inputs of chance (`by_chance`) pass only their own tests and the first one.
    """

    grow: Mapping[str, Grow]
    tests: Tests
    effect: Effect
    by_chance: bool = False
    canonical: Callable[[Any], Any] | None = None
    weight: Callable[[Any, Any], int] | None = None


@dataclass(frozen=True, eq=False)
class VerflixxtRuleset(Ruleset):
    """Everything in which editions differ."""

    sheets: Mapping[type[Move], Sheet] = field(default_factory=dict)
    common: Tests = field(default_factory=dict)
    slots: Mapping[str, Open] = field(default_factory=dict)
    # the box
    players: tuple[int, int, str] = (2, 6, "VX-SETUP-1")  # fewest, most, and the rule that says so
    colours: tuple[Seat, ...] = ()
    layouts: Mapping[str, Layout] = field(default_factory=dict)  # the first one is the default
    fields: tuple[str, ...] = ()  # of a position
    # the course of the game
    overtaken: Tell = lambda state, say: state
    stops: Callable[[VerflixxtState], bool] = lambda state: False
    ended_by: str = "VX-END-1"
    last_words: Callable[[VerflixxtState, Say], None] = lambda state, say: None  # what follows when it has stopped
    may_change_hats: Callable[[VerflixxtState, int], bool] = lambda state, pawn: False
    # the score
    handed_out: Callable[[VerflixxtState, int], tuple[Tile, ...]] = lambda state, row: ()  # tiles after the end
    items: Mapping[str, Item] = field(default_factory=dict)

    @cached_property
    def row(self) -> tuple[VerflixxtSlot, ...]:
        """The slots that a turn of this edition has."""
        return tuple(VerflixxtSlot(name) for name in TURN if name in self.slots)  # type: ignore[arg-type]


# -- filling in -------------------------------------------------------------------------------------------------------


def with_sheets(rules: VerflixxtRuleset, sheets: Mapping[type[Move], Sheet]) -> VerflixxtRuleset:
    return replace(rules, sheets={**rules.sheets, **sheets})


def with_tests(rules: VerflixxtRuleset, move: type[Move], **tests: tuple[Rule, ...]) -> VerflixxtRuleset:
    """Fill in the tests of one type of move; what stood in that place is replaced."""
    sheet = rules.sheets[move]
    return with_sheets(rules, {move: replace(sheet, tests={**sheet.tests, **tests})})


def add_tests(rules: VerflixxtRuleset, move: type[Move], **tests: tuple[Rule, ...]) -> VerflixxtRuleset:
    """Add tests of one type of move behind those that stand in the same place."""
    own = rules.sheets[move].tests
    return with_tests(rules, move, **{name: (*own.get(name, ()), *added) for name, added in tests.items()})


def add_common(rules: VerflixxtRuleset, **tests: tuple[Rule, ...]) -> VerflixxtRuleset:
    """Add tests that every player's move has to pass."""
    added = {name: (*rules.common.get(name, ()), *more) for name, more in tests.items()}
    return replace(rules, common={**rules.common, **added})


# -- from the form to a ruleset ---------------------------------------------------------------------------------------


def rules_of(form: VerflixxtRuleset, sheet: Sheet) -> tuple[Rule, ...]:
    """Put the tests of a move in the order of tests."""
    common = {"over": form.common["over"]} if sheet.by_chance else form.common
    return tuple(rule for place in TESTS for rule in sheet.tests.get(place, common.get(place, ())))


def kind_of(form: VerflixxtRuleset, move: type[Move]) -> Kind:
    sheet = form.sheets[move]
    return Kind(move, sheet.grow, rules_of(form, sheet), sheet.effect, sheet.canonical, sheet.weight)


def some_kinds(form: VerflixxtRuleset, *moves: type[Move]) -> Ruleset:
    """Return a ruleset in which only these moves exist, to ask the judge whether one of them is possible."""
    return Ruleset(tuple(kind_of(form, move) for move in moves), {}, {})


def assemble(form: VerflixxtRuleset) -> VerflixxtRuleset:
    """Turn a form with all its lines filled in into the ruleset that judges."""
    normal = some_kinds(form, m.VerflixxtPawn, m.VerflixxtGuard, m.VerflixxtFlixxy, m.VerflixxtStay)
    form = with_tests(form, m.VerflixxtPass, choice=(no_normal_move_is_left(normal),))
    optional = some_kinds(form, m.VerflixxtSecond, m.VerflixxtWorm)
    runs: dict[type[Task], Run] = {
        **form.runs,
        VerflixxtSlot: partial(open_slot, form.slots, optional),
        VerflixxtSettle: partial(settle, form),
        VerflixxtAgain: partial(extra_turn, form),
        VerflixxtNextTurn: partial(next_turn, form),
    }
    return replace(form, kinds=tuple(kind_of(form, move) for move in get_args(m.VerflixxtMove)), runs=runs)


def no_normal_move_is_left(normal: Ruleset) -> Rule:
    """Passing is for a player whose swaps leave no normal move (VX-TURN-3, VX-TURN-4)."""

    def holds(state: VerflixxtState, move: Any) -> bool:
        return bool(state.so_far.swapped) and not any_legal_move(normal, state)

    return Rule("VX-TURN-3", holds)


# -- the course of a turn ---------------------------------------------------------------------------------------------


def open_slot(
    slots: Mapping[str, Open], optional: Ruleset, state: VerflixxtState, slot: VerflixxtSlot, say: Say
) -> VerflixxtState:
    """Ask what the slot asks; a slot in which nothing can be done is skipped."""
    if slot.name not in slots or not (tasks := slots[slot.name](state)):
        return state
    asked = first(state, *tasks)
    return state if slot.name in OPTIONAL_SLOTS and not any_legal_move(optional, asked) else asked


def settle(form: VerflixxtRuleset, state: VerflixxtState, task: VerflixxtSettle, say: Say) -> VerflixxtState:
    """After a move: overtaken tiles, then the end of the game, then hats (VX-PASSED-1)."""
    state = form.overtaken(state, say)
    if form.stops(state):
        say("over", form.ended_by)
        form.last_words(state, say)
        return over(state)
    if task.arrived is not UNSET and form.may_change_hats(state, task.arrived):
        return first(state, VerflixxtHatChoice(task.arrived))
    return state


def over(state: VerflixxtState) -> VerflixxtState:
    return msgspec.structs.replace(state, so_far=NOTHING_YET, worms=no_longer_fresh(state), todo=())


def begin_turn(form: VerflixxtRuleset, state: VerflixxtState, seat: Seat, *then: VerflixxtTask) -> VerflixxtState:
    """Begin a turn: its slots come first, then what is given."""
    state = msgspec.structs.replace(state, turn=seat, so_far=NOTHING_YET, worms=no_longer_fresh(state))
    return first(state, *form.row, *then)


def no_longer_fresh(state: VerflixxtState) -> Any:
    """From the next turn on a token won in this one can be used (VX-WORM-4)."""
    if not any(token.fresh for tokens in state.worms for token in tokens):
        return state.worms
    return tuple(tuple(msgspec.structs.replace(token, fresh=False) for token in tokens) for tokens in state.worms)


def next_turn(form: VerflixxtRuleset, state: VerflixxtState, task: Task, say: Say) -> VerflixxtState:
    """Whoever sits next and is still in play is on turn (VX-TURN-1, VX-TURN-2)."""
    seat = next(seat for seat in (*left_of(state, mover(state)), mover(state)) if is_in_play(state, seat))
    say("turn", "VX-TURN-1", seat=seat)
    return begin_turn(form, state, seat, VerflixxtNextTurn())


def extra_turn(form: VerflixxtRuleset, state: VerflixxtState, task: Task, say: Say) -> VerflixxtState:
    """The extra turn of a `double`, unless the player's last pawn has come home meanwhile (VX-WORM-6)."""
    if not is_in_play(state, mover(state)):
        return state
    say("again", "VX-WORM-6", seat=state.turn)
    return begin_turn(form, state, mover(state))
