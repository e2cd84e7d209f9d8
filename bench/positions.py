"""Positions to measure at: from the middle of the golden records, and from games played at random."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from referee.core import document
from referee.core.chance import outcomes
from referee.core.game import CHANCE, Game
from referee.core.play import judge, legal_moves, play
from referee.games import GAMES

RECORDS = Path(__file__).parent.parent / "tests" / "records"
MOST = 8  # positions of one family


@dataclass(frozen=True)
class Position:
    """A state, and a legal move in it."""

    game: Game
    state: Any
    move: Any

    @property
    def rules(self) -> Any:
        return self.game.ruleset(self.state)

    @cached_property
    def listed(self) -> list[Any]:
        return legal_moves(self.rules, self.state)

    @property
    def question(self) -> dict[str, Any]:
        return {"state": self.state, "move": self.move}


@dataclass(frozen=True)
class Course:
    """A game as it was played: its record, and the positions before each of its moves."""

    game: Game
    record: dict[str, Any]
    positions: tuple[Position, ...]

    @property
    def middle(self) -> tuple[Position, ...]:
        """Return some positions from the middle half."""
        inner = self.positions[len(self.positions) // 4 : len(self.positions) * 3 // 4 + 1]
        return inner[:: -(-len(inner) // MOST)]


def course(record: dict[str, Any]) -> Course:
    """Play a record."""
    game = GAMES[record["game"]]
    state = game.set_up(document.read(game.Setup, record["setup"]))
    positions = []
    for given in record["moves"]:
        for step in judge(game.ruleset(state), state, document.read(game.Move, given)).steps:
            positions.append(Position(game, step.before, step.move))
            state = step.after
    return Course(game, record, tuple(positions))


def family(game: Game, record: Mapping[str, Any]) -> str:
    """Return the name of the ruleset family of a record: its game and the options that are not as usual."""
    setup = document.read(game.Setup, record["setup"])
    usual = asdict(type(setup.options)())
    chosen = {name: value for name, value in asdict(setup.options).items() if value != usual[name]}
    named = [SHOWN.get(name, _plainly)(name, value) for name, value in chosen.items()]
    return ", ".join([game.id, *filter(None, named), *(["virtual"] if setup.mode == "virtual" else [])])


def _plainly(name: str, value: Any) -> str:
    return name if value is True else f"{name}={value}"


# How options are named in a family. Where the tiles of a track lie and what is in a deck makes no other ruleset.
SHOWN: dict[str, Callable[[str, Any], str]] = {
    "variants": lambda name, value: "variants " + "+".join(map(str, value)),
    "squares": lambda name, value: f"{len(value)} squares",
    "hats": lambda name, value: "hats won",
    **dict.fromkeys(("track", "layout", "composition", "limit"), lambda name, value: ""),
}


def golden_courses() -> dict[str, Course]:
    """Return the longest golden record of every ruleset family; a random game where a game has no record at all."""
    longest: dict[str, Course] = {}
    for path in sorted(RECORDS.glob("*/*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))["record"]
        if record["game"] not in GAMES or len(record["moves"]) < 2:
            continue
        name, played = family(GAMES[record["game"]], record), course(record)
        if name not in longest or len(played.positions) > len(longest[name].positions):
            longest[name] = played
    played_games = {each.game.id for each in longest.values()}
    missing = {game.id: wander(game, game.example.setup, 400) for game in GAMES.values() if game.id not in played_games}
    return longest | missing


def one_of_each(courses: dict[str, Course]) -> dict[str, Course]:
    """Return the longest course of every game that was played with real dice and cards."""
    real = [course for course in courses.values() if course.record["setup"].get("mode", "table") == "table"]
    by_length = sorted(real, key=lambda course: len(course.positions))
    return {course.game.id: course for course in by_length}


def wander(game: Game, setup: Mapping[str, Any], plies: int, seed: int = 1) -> Course:
    """Play a game at random."""
    rng = random.Random(f"{game.id} {seed}")
    setup = document.parse(document.dump(setup))
    state = game.set_up(document.read(game.Setup, setup))
    positions: list[Position] = []
    while state.todo and len(positions) < plies:
        rules = game.ruleset(state)
        moves = legal_moves(rules, state)
        if all(move.actor == CHANCE for move in moves):
            weighed = outcomes(rules, state)
            move = rng.choices([move for move, _ in weighed], [weight for _, weight in weighed])[0]
        else:
            kind = rng.choice(list(dict.fromkeys(type(move) for move in moves)))
            move = rng.choice([move for move in moves if type(move) is kind])
        positions.append(Position(game, state, move))
        state, _ = play(rules, state, move)
    record = {"game": game.id, "setup": setup, "moves": [each.move for each in positions]}
    return Course(game, document.parse(document.dump(record)), tuple(positions))
