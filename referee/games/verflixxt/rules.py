"""Verflixxt: the base game. Which moves are legal, and the form that expansions and variants fill in further."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from msgspec import UNSET

from referee.core.game import CHANCE, Decision, Move, Say, Task, one
from referee.core.rules import Rule, due, goes_on, never, not_due, rule
from referee.games.verflixxt import effects
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import company, is_in_play, own_pawns, pawns_in_play, peopled
from referee.games.verflixxt.components import (
    BASE_COLOURS,
    FINISH,
    GUARDS_ON_BONUS,
    GUARDS_ON_LUCK,
    LUCK_LAST,
    PLUS_FIRST,
    STANDARD,
    Layout,
)
from referee.games.verflixxt.ruleset import ITEMS, Sheet, VerflixxtRuleset, with_sheets, with_tests
from referee.games.verflixxt.scoring import bonus, malus, nothing, turned
from referee.games.verflixxt.state import (
    VerflixxtAfter,
    VerflixxtHome,
    VerflixxtLeft,
    VerflixxtState,
    VerflixxtStep,
    VerflixxtThrow,
)

# -- when -------------------------------------------------------------------------------------------------------------


@rule("VX-TURN-1", "actor")
def on_turn(state: VerflixxtState, move: Any) -> bool:
    return bool(move.actor == state.turn)


# -- throwing ---------------------------------------------------------------------------------------------------------


def thrown(id: str, *, die: bool, action: Callable[[VerflixxtState], bool]) -> tuple[Rule, ...]:
    """A throw is reported when it is due, with the dice that are thrown."""

    def by_chance(state: VerflixxtState, move: Any) -> bool:
        return bool(move.actor == CHANCE)

    def with_these_dice(state: VerflixxtState, move: Any) -> bool:
        return (move.die is not UNSET) == die and (move.action is not UNSET) == action(state)

    return (due(id, VerflixxtThrow), Rule(id, by_chance, ("actor",)), Rule(id, with_these_dice, ("die", "action")))


# -- moving -----------------------------------------------------------------------------------------------------------


@rule("VX-TURN-1", "pawn")
def the_pawn_is_there(state: VerflixxtState, move: m.VerflixxtPawn) -> bool:
    return move.pawn < len(own_pawns(state))


@rule("VX-MOVE-4", "pawn")
def the_pawn_is_in_play(state: VerflixxtState, move: m.VerflixxtPawn) -> bool:
    return own_pawns(state)[move.pawn] != FINISH


@rule("VX-GUARD-1", "from_")
def a_guard_is_there(state: VerflixxtState, move: m.VerflixxtGuard) -> bool:
    return move.from_ in state.guards


@rule("VX-GUARD-2", "from_")
def the_guard_is_accompanied(state: VerflixxtState, move: m.VerflixxtGuard) -> bool:
    return company(state, move.from_) > 0


Numbers = Callable[[VerflixxtState, Any], tuple[int, ...]]  # (state, move) -> the numbers that its piece may use


def numbers(usable: Numbers) -> tuple[Rule, Rule]:
    """A piece moves by a number that it may use, neither more nor less, and backwards only where a rule grants it."""

    def backwards(state: VerflixxtState, move: Any) -> bool:
        return move.steps >= 0 or move.steps in usable(state, move)

    def exactly(state: VerflixxtState, move: Any) -> bool:
        return move.steps in usable(state, move)

    return Rule("VX-MOVE-5", backwards, ("steps",)), Rule("VX-MOVE-1", exactly, ("steps",))


def moving_by(rules: VerflixxtRuleset, move: type[Move], usable: Numbers) -> VerflixxtRuleset:
    """Let a piece use other numbers."""
    sheet = replace(rules.sheets[move], grow={**rules.sheets[move].grow, "steps": usable})
    return with_tests(with_sheets(rules, {move: sheet}), move, number=numbers(usable))


def the_number_thrown(state: VerflixxtState, move: Any) -> tuple[int, ...]:
    return (state.so_far.number or 0,)


# -- growing a move ---------------------------------------------------------------------------------------------------

by_chance = one(CHANCE)
left_out = one(UNSET)


def by_the_player_on_turn(state: VerflixxtState, move: Any) -> Iterable[Any]:
    return (state.turn,)


def by_nobody(state: VerflixxtState, move: Any) -> Iterable[Any]:
    return ()


def any_die(state: VerflixxtState, move: Any) -> Iterable[int]:
    return range(1, 7)


def any_own_pawn(state: VerflixxtState, move: Any) -> Iterable[int]:
    return range(len(own_pawns(state)))


def any_guard(state: VerflixxtState, move: Any) -> Iterable[str]:
    with_company = peopled(state)
    return dict.fromkeys(square for square in state.guards if square in with_company)


# -- the base game ----------------------------------------------------------------------------------------------------


def no_effect(state: VerflixxtState, task: Task, move: Any, say: Say) -> VerflixxtState:
    return state


def not_in_use(move: type[Move], **tests: tuple[Rule, ...]) -> Sheet:
    """A move of which this edition knows nothing: it fails in the place where it would be tested."""
    fields = move.__struct_fields__[1:]
    return Sheet({"actor": by_nobody, **dict.fromkeys(fields, left_out)}, tests, no_effect, by_chance="report" in tests)


NO_MORE_THAN_A_TYPE = {"actor": by_the_player_on_turn}
NO_OTHER_MOVE = never("VX-TURN-3")

# Some expansions leave something open after the normal move, until the player ends the turn.
the_normal_move_is_still_to_come = not_due("VX-TURN-1", VerflixxtAfter)
END = Sheet(NO_MORE_THAN_A_TYPE, {"after": (), "choice": (due("VX-TURN-3", VerflixxtAfter),)}, no_effect)


def after_the_move(state: VerflixxtState) -> tuple[VerflixxtAfter, ...]:
    """With the last pawn home nothing more can be done (VX-TURN-2)."""
    return (VerflixxtAfter(),) if is_in_play(state, state.turn) else ()


def asks_what_is_open(state: VerflixxtState, task: Task) -> Decision:
    return Decision("after", (str(state.turn),))


SHEETS: Mapping[type[Move], Sheet] = {
    m.VerflixxtRoll: Sheet(
        {"actor": by_chance, "die": any_die, "action": left_out},
        {"report": thrown("VX-IN-1", die=True, action=lambda state: False)},
        effects.throw,
        by_chance=True,
    ),
    m.VerflixxtHatDraw: not_in_use(m.VerflixxtHatDraw, report=(never("VX-IN-3"),)),
    m.VerflixxtDraw: not_in_use(m.VerflixxtDraw, report=(never("VX-IN-4"),)),
    m.VerflixxtWormDraw: not_in_use(m.VerflixxtWormDraw, report=(never("VX-IN-6"),)),
    m.VerflixxtCard: not_in_use(m.VerflixxtCard, card=(never("VX-CARD-1"),)),
    m.VerflixxtAttack: not_in_use(m.VerflixxtAttack, attack=(never("VX-ATT-1"),)),
    m.VerflixxtSecond: not_in_use(m.VerflixxtSecond, offered=(never("VX-CARD-6"),)),
    m.VerflixxtPawn: Sheet(
        {"actor": by_the_player_on_turn, "pawn": any_own_pawn, "steps": the_number_thrown},
        {"piece": (the_pawn_is_there, the_pawn_is_in_play), "number": numbers(the_number_thrown)},
        effects.move_pawn,
    ),
    m.VerflixxtGuard: Sheet(
        {"actor": by_the_player_on_turn, "from_": any_guard, "steps": the_number_thrown},
        {"piece": (a_guard_is_there, the_guard_is_accompanied), "number": numbers(the_number_thrown)},
        effects.move_guard,
    ),
    m.VerflixxtFlixxy: not_in_use(m.VerflixxtFlixxy, piece=(never("VX-FLIX-9"),)),
    m.VerflixxtStay: Sheet(NO_MORE_THAN_A_TYPE, {"choice": (NO_OTHER_MOVE,)}, no_effect),
    m.VerflixxtPass: Sheet(NO_MORE_THAN_A_TYPE, {}, effects.pass_),
    m.VerflixxtHat: not_in_use(m.VerflixxtHat, hat=(never("VX-HAT-2"),)),
    m.VerflixxtWorm: not_in_use(m.VerflixxtWorm, worm=(never("VX-WORM-4"),)),
    m.VerflixxtGo: Sheet(NO_MORE_THAN_A_TYPE, {"choice": (NO_OTHER_MOVE,)}, no_effect),
    m.VerflixxtEnd: Sheet(NO_MORE_THAN_A_TYPE, {"choice": (NO_OTHER_MOVE,)}, no_effect),
}

BASE = VerflixxtRuleset(
    kinds=(),
    asks={
        VerflixxtThrow: lambda state, task: Decision("roll", (CHANCE,), state.turn),
        VerflixxtStep: lambda state, task: Decision("move", (state.turn,)),
    },
    runs={VerflixxtHome: effects.come_home, VerflixxtLeft: effects.take},
    sheets=SHEETS,
    common={
        "over": (goes_on("VX-END-1"),),
        "chance": (not_due("VX-IN-1", VerflixxtThrow),),
        "turn": (on_turn,),
    },
    slots={"throw": lambda state: (VerflixxtThrow(),), "move": lambda state: (VerflixxtStep(),)},
    players=(2, 6, "VX-SETUP-1"),
    colours=BASE_COLOURS,
    layouts={
        "standard": Layout(STANDARD, GUARDS_ON_LUCK),
        "plus_first": Layout(PLUS_FIRST, GUARDS_ON_BONUS),
        "luck_last": Layout(LUCK_LAST, GUARDS_ON_BONUS),
        "random": Layout(STANDARD, GUARDS_ON_LUCK, shuffled=True),
    },
    fields=("turn", "track", "pawns", "guards", "stacks"),
    overtaken=effects.box_overtaken,
    stops=lambda state: pawns_in_play(state) == 0,
    items={**dict.fromkeys(ITEMS, nothing), "bonus": bonus, "turned": turned, "malus": malus},
)
