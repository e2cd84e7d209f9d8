"""The contract between the referee and a game: what a game is made of.

A game is data and small functions. It never decides legality, keeps no clock, throws no die and asks nobody:
`core/play.py` does the judging with what the game declares here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, Protocol

from msgspec import UNSET, Struct, UnsetType

from referee.core.catalogue import Catalogue, Language
from referee.core.rules import Fault, Rule
from referee.core.scores import ScoreSheet
from referee.core.words import Sentence, Words

CHANCE = "chance"  # the actor of every throw, draw and reveal
TABLE = "table"  # the actor of a move that anybody at the table may report

Mode = Literal["table", "virtual"]


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of JSON that clients send and receive; unknown keys are refused."""


class Task(Document, frozen=True, tag_field="type"):
    """A record of the `todo` stack: something that is still to be asked, or that runs by itself."""


class Move(Document, frozen=True, tag_field="type"):
    """What an actor does. Its first field is always `actor`."""

    actor: Any


class State(Document, frozen=True, kw_only=True):
    """A position with what is still to do in it, next record first. The game is over when nothing is to do."""

    rules_version: int
    mode: Mode
    seats: tuple[Any, ...]
    todo: tuple[Any, ...]


def asked(state: Any) -> Any:
    """Return the record of the open question."""
    return state.todo[0]


class Setup(Document, frozen=True, kw_only=True):
    """How a game begins: who plays, with which options, from which position."""

    seats: tuple[Any, ...]
    mode: Mode = "table"
    starter: Any = UNSET
    rules_version: Any = UNSET
    options: Any
    position: Any = UNSET


class Decision(Struct, frozen=True, omit_defaults=True):
    """The open question: what is asked, who may answer, and whose throw or draw is reported."""

    phase: str
    actors: tuple[str, ...]
    player: str | UnsetType = UNSET


class Event(Struct, frozen=True):
    """Something that happened, and the rule that made it happen. Its sentence is written when it is read."""

    type: str
    rule: str
    data: dict[str, Any]


class Say(Protocol):
    """How an effect tells what it does: `say("gain", "CQ-GAIN-1", seat="red", points=3)`."""

    def __call__(self, type: str, rule: str, /, **data: Any) -> None: ...


Effect = Callable[[Any, Any, Any, Say], Any]  # (state without its first task, that task, move, say) -> state
Run = Callable[[Any, Any, Say], Any]  # (state without its first task, that task, say) -> state
Ask = Callable[[Any, Any], Decision]  # (state, its first task) -> the question
Grow = Callable[[Any, Any], Iterable[Any]]  # (state, move known so far) -> values worth trying for its next field


def one(value: Any) -> Grow:
    """Offer a single value for a field."""
    return lambda state, move: (value,)


class Growth(NamedTuple):
    """How a field of a move is filled in: values worth trying, what the move must respect then, what is still open."""

    offers: Grow
    rules: tuple[Callable[[Any, Any], bool], ...]
    gaps: tuple[UnsetType, ...]


@dataclass(frozen=True, eq=False)
class Kind:
    """One type of move: how its fields are filled in, which rules it must respect, what it does.

    `grow` has one entry for each field, in the order of the struct; what it offers may be too much (the rules
    filter it), never too little. An optional field that does not belong in a case is offered as UNSET.
    """

    move: type[Move]
    grow: Mapping[str, Grow]
    rules: tuple[Rule, ...]
    effect: Effect
    canonical: Callable[[Any], Any] | None = None  # the listed spelling of a move that may be written in several ways
    weight: Callable[[Any, Any], int] | None = None  # for chance: how likely an outcome is, against the others

    @cached_property
    def type(self) -> str:
        return str(self.move.__struct_config__.tag)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields as they are called on the wire."""
        return self.move.__struct_encode_fields__

    @cached_property
    def levels(self) -> tuple[tuple[Rule, ...], ...]:
        """The rules filed where their fields are known: [0] with the type alone, [1] with the actor, and so on."""
        fields = self.move.__struct_fields__
        filed: list[list[Rule]] = [[] for _ in range(len(fields) + 1)]
        for rule in self.rules:
            filed[max((fields.index(name) + 1 for name in rule.needs), default=0)].append(rule)
        return tuple(map(tuple, filed))

    @cached_property
    def growth(self) -> tuple[Growth, ...]:
        """How the fields are filled in, one after the other."""
        fields = self.move.__struct_fields__
        return tuple(
            Growth(self.grow[name], tuple(rule.holds for rule in self.levels[known]), (UNSET,) * (len(fields) - known))
            for known, name in enumerate(fields, start=1)
        )

    @cached_property
    def at_its_moment(self) -> Kind:
        """The same kind without the rules of the moment, for when these were asked already."""
        return replace(self, rules=tuple(rule for rule in self.rules if rule.at is None))

    @cached_property
    def blank(self) -> Any:
        """The move of which only the type is known."""
        return self.known(())

    def known(self, values: Sequence[Any]) -> Any:
        """Return the move with its first fields filled in and the others UNSET."""
        return self.move(*values, *(UNSET,) * (len(self.growth) - len(values)))


@dataclass(frozen=True)
class Window:
    """A moment for reactions that closes by itself when a move arrives that is no answer to it."""

    closing: Callable[[Any], Any]  # state -> the move that closes it
    answers: Callable[[Any, Any], bool]  # (state, move) -> the move is judged in the window


@dataclass(frozen=True, eq=False)
class Ruleset:
    """All that decides a game. A variant, an expansion or a changed judgement is a function Ruleset -> Ruleset."""

    kinds: tuple[Kind, ...]
    asks: Mapping[type[Task], Ask]
    runs: Mapping[type[Task], Run]
    windows: Mapping[type[Task], Window] = field(default_factory=dict)

    @cached_property
    def kind_of(self) -> dict[type[Move], Kind]:
        return {kind.move: kind for kind in self.kinds}

    @cached_property
    def _asked_about(self) -> dict[type[Task] | None, dict[type[Move], Kind]]:
        return {}

    def kinds_at(self, moment: type[Task] | None) -> dict[type[Move], Kind]:
        """Return the kinds that pass every rule of the moment, without these rules: they need not be asked again."""
        found = self._asked_about.get(moment)
        if found is None:
            passed = (kind for kind in self.kinds if all(rule.at is None or rule.at(moment) for rule in kind.rules))
            found = self._asked_about[moment] = {kind.move: kind.at_its_moment for kind in passed}
        return found


def versions(first: Ruleset, *changes: Callable[[Ruleset], Ruleset]) -> dict[int, Ruleset]:
    """Return the ruleset of each rules version: every change of judgement counts from its own version on."""
    judged = {1: first}
    for version, change in enumerate(changes, start=2):
        judged[version] = change(judged[version - 1])
    return judged


@dataclass(frozen=True)
class Description:
    """A position as a table reads it: the document of WIRE, and sentences to read aloud."""

    position: Struct
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Example:
    """A short game to copy: a set-up, moves that lead somewhere interesting, and what is legal and illegal there."""

    setup: Mapping[str, Any]
    moves: tuple[Mapping[str, Any], ...]
    legal: Mapping[str, Any]
    illegal: Mapping[str, Any]


def open_information(state: Any, viewer: str | None) -> Any:
    """Show everything to everybody."""
    return state


def open_entry(state: Any, move: Any, events: tuple[Event, ...], viewer: str | None) -> tuple[Any, tuple[Event, ...]]:
    """Show a move and its events to everybody."""
    return move, events


def no_warnings(before: Any | None, after: Any) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, eq=False)
class Game:
    """A game as the service sees it.

    `view(state, viewer)` hides with "?" what a seat (or, with None, a spectator) may not see; `view_entry(state before,
    move, events, viewer)` does the same for an entry of the log. `warnings(before, after)` names the rules a
    table should think of (before is None at set-up). `unknown_move` is the rule against what is no move of it.
    """

    id: str
    colours: tuple[str, ...]
    players: tuple[int, int]
    rules_version: int
    State: type[State]
    Move: Any
    Setup: type[Setup]
    phases: tuple[str, ...]
    ruleset: Callable[[Any], Ruleset]
    set_up: Callable[[Any], Any]
    faults: Callable[[Any], Iterable[Fault]]
    describe: Callable[[Any], Description]
    scores: Callable[[Any], ScoreSheet]
    example: Example
    unknown_move: str
    catalogue: Catalogue
    words: Words
    rulesets: tuple[str, ...] = ("standard",)  # the families that README and catalogue list
    view: Callable[[Any, str | None], Any] = open_information
    view_entry: Callable[[Any, Any, tuple[Event, ...], str | None], tuple[Any, tuple[Event, ...]]] = open_entry
    warnings: Callable[[Any | None, Any], tuple[str, ...]] = no_warnings

    def told(self, events: Iterable[Event], language: Language) -> list[dict[str, Any]]:
        """Return events with their sentences, as answers hold them."""
        return [
            {"type": e.type, "rule": e.rule, "text": self.words.event(e.type, e.data, language), "data": e.data}
            for e in events
        ]
