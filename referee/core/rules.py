"""A rule is a value: an id, and a sentence that is true or false of a state and a move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Rule:
    """What a move must respect. `needs` names the fields of the move that `holds` reads, besides its type.

    A rule trusts the rules above it in its list: it is asked only when they hold. One that stands `alone` trusts only
    those that need no fields, so that a list need not fill in the fields of a move that is not asked for.
    """

    id: str
    holds: Callable[[Any, Any], bool]
    needs: tuple[str, ...] = ()
    alone: bool = False


def rule(id: str, *needs: str) -> Callable[[Callable[[Any, Any], bool]], Rule]:
    """Turn a yes-or-no function of (state, move) into the rule with this id."""
    return lambda holds: Rule(id, holds, needs)


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
