"""Positions for the wire tests: documents as clients have them, reached by random legal play of every game."""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from referee.core.play import legal_moves
from referee.games import GAMES
from tests.table import Wire, wire
from tests.walks import CASES, Case, wander

PLIES = 60


class Reached(NamedTuple):
    """A state that was reached from a set-up, and what is legal in it."""

    setup: Wire
    state: Wire
    moves: tuple[Wire, ...]


@cache
def reached(game_id: str, most: int = 60) -> tuple[Reached, ...]:
    """Return positions of a game, of each kind of question at least one where play met it, the end included."""
    rng, game = random.Random(game_id), GAMES[game_id]
    by_question: dict[tuple[str, ...], list[Reached]] = {}
    example = Case(f"{game_id}-example", game, dict(game.example.setup), ModuleType("none"))
    for case in (example, *CASES[game_id]):
        walk = wander(case, 1, PLIES)
        for state in walk.states:
            question = tuple(type(task).__name__ for task in state.todo)
            if len(found := by_question.setdefault(question, [])) < 6 or rng.random() < 0.05:
                listed = legal_moves(game.ruleset(state), state)
                moves = wire(rng.sample(listed, min(len(listed), 8)))
                found.append(Reached(case.setup, wire(state), tuple(moves)))
    first = [found[0] for found in by_question.values()]
    rest = [each for found in by_question.values() for each in found[1:]]
    return tuple(first + rng.sample(rest, min(len(rest), max(0, most - len(first)))))


def some_moves(game_id: str) -> list[Any]:
    """Return moves of every type that play met, whoever may make them."""
    return [move for each in reached(game_id) for move in each.moves]
