"""A table for tests: set up a game, play moves as they travel on the wire, and ask the referee."""

from __future__ import annotations

from typing import Any

from referee.core import document
from referee.core.game import Game
from referee.core.play import complete, decision, judge, legal_moves, play
from referee.core.rules import ImpossiblePosition
from referee.games import GAMES

Wire = dict[str, Any]


def wire(value: Any) -> Any:
    """Return a document as a client sees it."""
    return document.parse(document.dump(value))


def move(actor: str, type: str, **fields: Any) -> Wire:
    return {"actor": actor, "type": type, **fields}


class Table:
    """A game in progress. Moves go in and come out as dictionaries; illegal ones raise IllegalMove."""

    def __init__(self, game: Game | str, setup: Wire, *moves: Wire) -> None:
        self.game = GAMES[game] if isinstance(game, str) else game
        self.state = self.game.set_up(document.read(self.game.Setup, setup))
        self.events: list[tuple[str, str]] = []
        self.play(*moves)

    @property
    def rules(self) -> Any:
        return self.game.ruleset(self.state)

    def move(self, given: Wire) -> Any:
        return document.read(self.game.Move, given)

    def play(self, *moves: Wire) -> Table:
        """Play moves, closing windows in front of them; `events` holds (type, rule) of the last call's events."""
        self.events = []
        for given in moves:
            for each in complete(self.rules, self.state, self.move(given)):
                self.state, events = play(self.rules, self.state, each)
                self.events += [(event.type, event.rule) for event in events]
        return self

    def refusal(self, given: Wire) -> str | None:
        """Return the id of the first rule that a move breaks, or None when it is legal."""
        broken = judge(self.rules, self.state, self.move(given)).broken
        return broken.id if broken else None

    @property
    def legal(self) -> list[Wire]:
        return wire(legal_moves(self.rules, self.state))

    @property
    def decision(self) -> Wire | None:
        return wire(decision(self.rules, self.state))

    @property
    def position(self) -> Wire:
        return wire(self.game.describe(self.state).position)

    @property
    def scores(self) -> Wire:
        return wire(self.game.scores(self.state))

    @property
    def totals(self) -> dict[str, int]:
        return {row["seat"]: row["total"] for row in self.scores["seats"]}

    @property
    def faults(self) -> list[tuple[str, str]]:
        return [tuple(fault) for fault in self.game.faults(self.state)]


def setup_refusal(game: Game | str, setup: Wire) -> list[tuple[str, str]]:
    """Return the faults (rule, pointer) for which a set-up or its position is refused; none when it is accepted."""
    try:
        Table(game, setup)
    except ImpossiblePosition as refused:
        return [tuple(fault) for fault in refused.faults]
    return []
