"""A rule is a value: an id, and a sentence that is true or false of a state and a move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

Moment = Callable[[type[Any] | None], bool]  # the type of the open record, None when the game is over -> yes or no


@dataclass(frozen=True, slots=True)
class Rule:
    """What a move must respect. `needs` names the fields of the move that `holds` reads, besides its type.

    A rule trusts those rules above it in its list that need no other fields: it is asked only when they hold. A rule of
    the moment trusts none: `at` decides it by what is asked, whatever the move says.
    """

    id: str
    holds: Callable[[Any, Any], bool]
    needs: tuple[str, ...] = ()
    at: Moment | None = None


def rule(id: str, *needs: str) -> Callable[[Callable[[Any, Any], bool]], Rule]:
    """Turn a yes-or-no function of (state, move) into the rule with this id."""
    return lambda holds: Rule(id, holds, needs)


# -- rules of the moment ----------------------------------------------------------------------------------------------


def moment(state: Any) -> type[Any] | None:
    """Return the type of the open record, or None when the game is over."""
    return type(state.todo[0]) if state.todo else None


def _rule_of_the_moment(id: str, at: Moment) -> Rule:
    def holds(state: Any, move: Any) -> bool:
        return at(moment(state))

    holds.__qualname__ = at.__qualname__
    return Rule(id, holds, at=at)


def goes_on(id: str) -> Rule:
    """The game is not over; if it is, the rule that ended it is cited."""
    return _rule_of_the_moment(id, lambda asked: asked is not None)


def due(id: str, *tasks: type[Any]) -> Rule:
    """One of these is being asked."""
    return _rule_of_the_moment(id, lambda asked: asked in tasks)


def not_due(id: str, *tasks: type[Any]) -> Rule:
    """None of these is being asked."""
    return _rule_of_the_moment(id, lambda asked: asked not in tasks)


def never(id: str) -> Rule:
    """There is no such move in this game."""
    return _rule_of_the_moment(id, lambda asked: False)


# -- objections -------------------------------------------------------------------------------------------------------


class Fault(NamedTuple):
    """Something that cannot be so in a position: the rule it contradicts, and where it stands in the document."""

    rule: str
    pointer: str


class IllegalMove(Exception):
    """The rulebook objects to a move."""

    def __init__(self, rule: Rule, move: object) -> None:
        super().__init__(f"{rule.id} forbids {move}")
        self.rule = rule
        self.move = move


class ImpossiblePosition(Exception):
    """The rulebook objects to a position; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{f.rule} at {f.pointer}" for f in self.faults))


class ImpossibleSetup(ImpossiblePosition):
    """The rulebook objects to the seats or options of a set-up."""
