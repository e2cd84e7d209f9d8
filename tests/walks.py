"""Random legal play for the laws: the cases they run over, games played at random, and moves worth proposing."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from types import ModuleType
from typing import Any

import msgspec
from msgspec import UNSET, inspect

from referee.core import document
from referee.core.chance import outcomes
from referee.core.game import CHANCE, Event, Game, Kind, Ruleset
from referee.core.play import legal_moves, play
from referee.games import GAMES
from tests import toy
from tests.table import Wire

LONGEST = 20_000  # plies within which every random game must end, unless its setups.py says otherwise
OPENING = 100  # plies of the shorter walks


@dataclass(frozen=True, eq=False, repr=False)
class Case:
    """One set-up of one game, and what its setups.py says about the game."""

    id: str
    game: Game
    setup: Wire
    hooks: ModuleType

    def __repr__(self) -> str:
        return self.id

    @property
    def longest(self) -> int:
        return getattr(self.hooks, "LONGEST", LONGEST)


def hooks_of(game: Game) -> ModuleType | None:
    """Return the setups.py of a game, or None when it has none."""
    name = "tests.toy.setups" if game is toy.GAME else f"tests.games.{game.id}.setups"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is not None and name.startswith(missing.name):
            return None
        raise


ALL_GAMES: tuple[Game, ...] = (toy.GAME, *GAMES.values())


def _cases(game: Game) -> Iterator[Case]:
    if hooks := hooks_of(game):
        for number, setup in enumerate(hooks.SETUPS):
            yield Case(f"{game.id}-{number}-{len(setup['seats'])}-{setup.get('mode', 'table')}", game, setup, hooks)


CASES: dict[str, tuple[Case, ...]] = {game.id: tuple(_cases(game)) for game in ALL_GAMES}


# -- playing at random ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ply:
    """A move of a random game, between the state before it and the state after it."""

    before: Any
    move: Any
    events: tuple[Event, ...]
    after: Any


@dataclass(frozen=True, eq=False)
class Walk:
    """A random game from its set-up on; `ended` is false when it was left early."""

    first: Any
    plies: tuple[Ply, ...]

    @property
    def states(self) -> tuple[Any, ...]:
        return (self.first, *(ply.after for ply in self.plies))

    @property
    def last(self) -> Any:
        return self.plies[-1].after if self.plies else self.first

    @property
    def ended(self) -> bool:
        return not self.last.todo

    @cached_property
    def by_question(self) -> tuple[tuple[Any, ...], ...]:
        """The states grouped by what is asked in them, so that rare questions are not missed."""
        groups: dict[Any, list[Any]] = {}
        for state in self.states:
            groups.setdefault(type(state.todo[0]) if state.todo else None, []).append(state)
        return tuple(map(tuple, groups.values()))

    def at(self, number: int) -> Any:
        """Return one of the states: first which question, then which of the states that ask it."""
        groups = self.by_question
        group = groups[number % len(groups)]
        return group[number // len(groups) % len(group)]


def set_up(case: Case, **changes: Any) -> Any:
    return case.game.set_up(document.read(case.game.Setup, {**case.setup, **changes}))


def pick(rules: Ruleset, state: Any, moves: list[Any], rng: random.Random) -> Any:
    """Choose a move: first who does what, so that rare choices get their turn; chance by its weights."""
    groups: dict[tuple[str, type], list[Any]] = {}
    for move in moves:
        groups.setdefault((move.actor, type(move)), []).append(move)
    chosen = rng.choice(list(groups.values()))
    if chosen[0].actor != CHANCE:
        return rng.choice(chosen)
    weights = {move: weight for move, weight in outcomes(rules, state) if type(move) is type(chosen[0])}
    return rng.choices(list(weights), list(weights.values()))[0]


def wander(case: Case, seed: int, plies: int) -> Walk:
    """Play at random until the game is over, or so many plies long."""
    rng = random.Random(f"{case.id} {seed}")
    first = state = set_up(case)
    walked: list[Ply] = []
    while state.todo and len(walked) < plies:
        rules = case.game.ruleset(state)
        move = pick(rules, state, legal_moves(rules, state), rng)
        after, events = play(rules, state, move)
        walked.append(Ply(state, move, tuple(events), after))
        state = after
    return Walk(first, tuple(walked))


@lru_cache(maxsize=6)
def whole_game(case: Case) -> Walk:
    """Return one game to its end; the laws of a case share it."""
    return wander(case, 0, case.longest)


@cache
def opening(case: Case, seed: int) -> Walk:
    return wander(case, seed, OPENING)


# -- moves worth proposing --------------------------------------------------------------------------------------------

Pool = dict[type, tuple[Any, ...]]


@cache
def borrowed(game: Game) -> Pool:
    """Return moves that were legal somewhere in the game, in any of its set-ups."""
    rng = random.Random(game.id)
    found: dict[type, dict[Any, None]] = {}
    for case in CASES[game.id]:
        for state in rng.sample(states := opening(case, 1).states, min(len(states), 25)):
            listed = legal_moves(game.ruleset(state), state)
            for move in rng.sample(listed, min(len(listed), 8)):
                found.setdefault(type(move), {})[move] = None
    return {kind: tuple(moves) for kind, moves in found.items()}


def some(values: Iterable[Any], most: int, rng: random.Random) -> list[Any]:
    values = list(values)
    return values if len(values) <= most else rng.sample(values, most)


def candidates(kind: Kind, state: Any, values: tuple[Any, ...], rng: random.Random) -> Iterator[Any]:
    """Grow moves of a kind without filtering them; below a broken rule the fields are filled with anything."""
    level = len(values)
    if level == len(kind.growth):
        yield kind.move(*values)
        return
    for value in some(kind.growth[level].offers(state, kind.known(values)), 6, rng):
        known = kind.known((*values, value))
        if all(rule.holds(state, known) for rule in kind.levels[level + 1]):
            yield from candidates(kind, state, (*values, value), rng)
        else:
            rest = fields_of(kind.move)[level + 1 :]
            yield kind.move(*values, value, *(anything(field, rng) for field in rest))


def proposals(case: Case, state: Any, rng: random.Random) -> list[Any]:
    """Return moves to judge here: listed ones, raw candidates, moves from elsewhere, crossings, and anything at all."""
    rules, pool = case.game.ruleset(state), borrowed(case.game)
    found = some(legal_moves(rules, state), 40, rng)
    if state.todo:
        for kind in rules.kinds:
            if all(rule.holds(state, None) for rule in kind.levels[0]):
                found += some(candidates(kind, state, (), rng), 25, rng)
    for moves in pool.values():
        found += some(moves, 3, rng)
    for kind in rules.kinds:
        other = rng.choice(pool.get(kind.move, (None,)))
        near = [move for move in found if type(move) is kind.move]
        for _ in range(3):
            found.append(crossed(rng.choice(near), other or rng.choice(near), rng) if near else None)
            found.append(kind.move(*(anything(field, rng) for field in fields_of(kind.move))))
    return list(dict.fromkeys(move for move in found if move is not None))


def crossed(move: Any, other: Any, rng: random.Random) -> Any:
    """Take each field from one of two moves of the same type, and one field from anywhere."""
    values = [getattr(rng.choice((move, other)), name) for name in move.__struct_fields__]
    changed = rng.randrange(len(values))
    values[changed] = anything(fields_of(type(move))[changed], rng)
    return type(move)(*values)


@cache
def fields_of(struct: type) -> tuple[Any, ...]:
    described = inspect.type_info(struct)
    assert isinstance(described, inspect.StructType)
    return tuple(described.fields)


def anything(wanted: Any, rng: random.Random) -> Any:
    """Return some value that the schema allows."""
    match wanted:
        case inspect.Field(type=inner, default=default):
            return UNSET if default is UNSET and rng.random() < 0.4 else anything(inner, rng)
        case inspect.Metadata(type=inner):
            return anything(inner, rng)
        case inspect.UnionType(types=types):
            return anything(rng.choice(types), rng)
        case inspect.NoneType():
            return None
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.LiteralType(values=values):
            return rng.choice(list(values))
        case inspect.IntType(ge=least, le=most):
            least = -3 if least is None else least
            return rng.randint(least, least + 60 if most is None else most)
        case inspect.StrType():
            return rng.choice(["?", "x", "red", "1"])
        case inspect.TupleType(item_types=items):
            return tuple(anything(item, rng) for item in items)
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            size = rng.randint(least or 0, min(most or 4, (least or 0) + 3))
            return tuple(anything(item, rng) for _ in range(size))
        case inspect.StructType(cls=struct):
            return struct(*(anything(field, rng) for field in fields_of(struct)))
        case inspect.AnyType():
            return rng.choice(["chance", "red"])
    raise NotImplementedError(wanted)


# -- damage -----------------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def damaged(whole: Any, rng: random.Random) -> Any:
    """Return a copy of a document with one thing changed, as a hostile or mistaken client would."""
    everywhere = list(places(whole))
    path, value = rng.choice([place for place in everywhere if place[0]])
    strings = sorted({each for _, each in everywhere if isinstance(each, str)})
    records = [each for _, each in everywhere if isinstance(each, dict)]
    new: Any
    if isinstance(value, bool):
        new = not value
    elif isinstance(value, int):
        new = rng.choice([value + 1, value - 1, 0, -1, 99, value + 1_000_000])
    elif isinstance(value, list):
        shuffled = rng.sample(value, len(value))
        new = rng.choice([[], value[1:], value[:-1], [*value, *value[-1:]], [*value[:1], *value], shuffled, value * 3])
    elif isinstance(value, dict):
        new = rng.choice(records)
    else:
        new = rng.choice([*strings, "?", None])
    copy = msgspec.json.decode(msgspec.json.encode(whole))
    parent = copy
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = new
    return copy
