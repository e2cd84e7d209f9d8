"""The judge. Everything that decides whether a move is legal, or lists the legal moves, is in this file.

List, choice tree and verdict use the same rules in the same order, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee.core.game import CHANCE, TABLE, Decision, Event, Game, Kind, Ruleset
from referee.core.rules import IllegalMove, Rule, moment
from referee.core.scores import ScoreSheet


def broken_rule(rules: Ruleset, state: Any, move: Any) -> Rule | None:
    """Return the first rule that a move breaks, or None when the move is legal."""
    kind = rules.kinds_at(moment(state)).get(type(move)) or rules.kind_of[type(move)]
    for rule in kind.rules:
        if not rule.holds(state, move):
            return rule
    return None


def decision(rules: Ruleset, state: Any) -> Decision | None:
    """Return the open question, or None when the game is over."""
    if not state.todo:
        return None
    task = state.todo[0]
    return rules.asks[type(task)](state, task)


# -- listing ----------------------------------------------------------------------------------------------------------

Grown = list[tuple[Any, Any]]  # (value of a field, the moves grown from it: again Grown, or the complete move)


def _grow(kind: Kind, state: Any, values: tuple[Any, ...], so_far: Any, just_one: bool) -> Grown:
    """Try values for the next field of a move known so far, and keep those that lead to a legal move, or the first."""
    make: Any = kind.move
    offers, rules, gaps = kind.growth[len(values)]
    grown: Grown = []
    for value in offers(state, so_far):
        move = so_far if value is UNSET else make(*values, value, *gaps)
        for holds in rules:
            if not holds(state, move):
                break
        else:
            if not gaps:
                grown.append((value, move))
            elif then := _grow(kind, state, (*values, value), move, just_one):
                grown.append((value, then))
            if just_one and grown:
                break
    return grown


def _grown(rules: Ruleset, state: Any, just_one: bool = False) -> Iterator[tuple[Kind, Grown]]:
    if not state.todo:
        return
    for kind in rules.kinds_at(moment(state)).values():
        for rule in kind.levels[0]:
            if not rule.holds(state, None):
                break
        else:
            if grown := _grow(kind, state, (), kind.blank, just_one):
                yield kind, grown


def _leaves(grown: Grown, levels: int) -> list[Any]:
    """Return the complete moves, which stand at the last level."""
    for _ in range(levels - 1):
        grown = [branch for _, then in grown for branch in then]
    return [move for _, move in grown]


def legal_moves(rules: Ruleset, state: Any) -> list[Any]:
    """Return every legal move, complete, in a stable order."""
    return [move for kind, grown in _grown(rules, state) for move in _leaves(grown, len(kind.growth))]


def any_legal_move(rules: Ruleset, state: Any) -> bool:
    """Tell whether there is a legal move at all."""
    return next(_grown(rules, state, just_one=True), None) is not None


class Choice(Struct, frozen=True, gc=False):
    """An answer to a question of the tree, and what is asked next; None when the move is complete."""

    value: Any
    then: Question | None


class Question(Struct, frozen=True, gc=False):
    """A field of a move, and the values that lead to a legal one."""

    field: str
    choices: list[Choice]


def choice_tree(rules: Ruleset, state: Any) -> Question:
    """Return the legal moves as questions: which type, then field by field. Its leaves are the list."""
    return Question("type", [Choice(kind.type, _question(kind, grown, 0)) for kind, grown in _grown(rules, state)])


def _question(kind: Kind, grown: Grown, level: int) -> Question | None:
    """Return the question for a field with what follows from each answer; None after the last field."""
    if level == len(kind.names):
        return None
    if grown[0][0] is UNSET:  # the field does not belong in this case: ask for the next one
        return _question(kind, grown[0][1], level + 1)
    if level + 1 == len(kind.names):
        choices = [Choice(value, None) for value, _ in grown]
    else:
        choices = [Choice(value, _question(kind, then, level + 1)) for value, then in grown]
    return Question(kind.names[level], choices)


# -- playing ----------------------------------------------------------------------------------------------------------


def canonical(rules: Ruleset, move: Any) -> Any:
    """Return a move in the spelling that the list uses."""
    spell = rules.kind_of[type(move)].canonical
    return spell(move) if spell else move


def settle(rules: Ruleset, state: Any, say: Any) -> Any:
    """Run what runs by itself until the next task asks somebody, or nothing is left to do."""
    while state.todo and (run := rules.runs.get(type(task := state.todo[0]))):
        state = run(replace(state, todo=state.todo[1:]), task, say)
    return state


def play(rules: Ruleset, state: Any, move: Any) -> tuple[Any, list[Event]]:
    """Carry out a legal move and all that follows from it; raise IllegalMove otherwise."""
    move = canonical(rules, move)
    if broken := broken_rule(rules, state, move):
        raise IllegalMove(broken, move)
    events: list[Event] = []

    def say(type: str, rule: str, /, **data: Any) -> None:
        events.append(Event(type, rule, data))

    task = state.todo[0]
    after = rules.kind_of[type(move)].effect(replace(state, todo=state.todo[1:]), task, move, say)
    return settle(rules, after, say), events


def begin(rules: Ruleset, state: Any) -> Any:
    """Run a freshly set up state up to its first question."""
    return settle(rules, state, lambda type, rule, /, **data: None)


def closing_move(rules: Ruleset, state: Any) -> Any | None:
    """Return the move that closes the open window, or None when no window is open."""
    window = rules.windows.get(type(state.todo[0])) if state.todo else None
    return window.closing(state) if window else None


class Step(NamedTuple):
    """One move that was carried out, with the state before it and after it."""

    before: Any
    move: Any
    events: tuple[Event, ...]
    after: Any


def _step(rules: Ruleset, state: Any, move: Any) -> Step:
    after, events = play(rules, state, move)
    return Step(state, canonical(rules, move), tuple(events), after)


def _closings(rules: Ruleset, state: Any, move: Any) -> Iterator[Step]:
    """Close the windows to which a move is no answer."""
    while state.todo and (window := rules.windows.get(type(state.todo[0]))) and not window.answers(state, move):
        step = _step(rules, state, window.closing(state))
        yield step
        state = step.after


def complete(rules: Ruleset, state: Any, move: Any) -> tuple[Any, ...]:
    """Put the closing moves of open windows in front of a move that is no answer to them."""
    return (*(step.move for step in _closings(rules, state, move)), move)


class Preview(NamedTuple):
    """The position as it will be if nobody reacts."""

    closes: tuple[Any, ...]
    state: Any


def preview(rules: Ruleset, state: Any) -> Preview | None:
    """Close every open window in turn; None when none is open."""
    closes = []
    while (move := closing_move(rules, state)) is not None:
        closes.append(move)
        state, _ = play(rules, state, move)
    return Preview(tuple(closes), state) if closes else None


class Verdict(NamedTuple):
    """The judgement on a proposed move: the steps it makes, or the rule it breaks and the code of the refusal."""

    steps: tuple[Step, ...]
    broken: Rule | None = None
    code: str | None = None


def judge(rules: Ruleset, state: Any, move: Any) -> Verdict:
    """Say whether a move is legal here, closing open windows in front of it where it is no answer to them."""
    steps = list(_closings(rules, state, move))
    tested = steps[-1].after if steps else state
    try:
        return Verdict((*steps, _step(rules, tested, move)))
    except IllegalMove as refused:
        return Verdict((), refused.rule, refusal_code(rules, tested, move))


def refusal_code(rules: Ruleset, state: Any, move: Any) -> str:
    """Return the code that tells a client what kind of refusal this is."""
    asked = decision(rules, state)
    if asked is None:
        return "game-over"
    if move.actor in asked.actors or move.actor in (CHANCE, TABLE):
        return "illegal"
    return "chance-pending" if asked.actors == (CHANCE,) else "not-your-turn"


class Replay(NamedTuple):
    """How far a record holds: the state it reaches, and the first move that is illegal, with its verdict."""

    state: Any
    failed_at: int | None = None
    verdict: Verdict | None = None


def replay(rules: Ruleset, state: Any, moves: Iterable[Any]) -> Replay:
    """Play a list of moves from a state, up to the first one that is illegal."""
    for index, move in enumerate(moves):
        verdict = judge(rules, state, move)
        if verdict.broken:
            return Replay(state, index, verdict)
        state = verdict.steps[-1].after
    return Replay(state)


def result(game: Game, state: Any) -> ScoreSheet | None:
    """Return the final score sheet, or None while the game goes on."""
    return None if state.todo else game.scores(state)
