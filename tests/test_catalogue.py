"""The rule catalogue and the words of every game: complete, in both languages, in step with the code and the tests."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from msgspec import UNSET, inspect

from referee.core.catalogue import LANGUAGES, Text
from referee.core.game import Game
from referee.games import GAMES
from tests import toy, walks

ROOT = Path(__file__).parents[1]
RULES_FILES = ROOT.parent / "shared" / "rules"  # beside the checkout, where there is one

every_game = pytest.mark.parametrize("game", walks.ALL_GAMES, ids=lambda game: game.id)
registered = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


def folder(game: Game) -> Path:
    return ROOT / "tests" / "toy" if game is toy.GAME else ROOT / "referee" / "games" / game.id


def sources(game: Game) -> list[Path]:
    return sorted(folder(game).rglob("*.py"))


@cache
def trees(game: Game) -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in sources(game))


def rule_id(game: Game) -> re.Pattern[str]:
    prefix = next(iter(game.catalogue.rules)).split("-")[0]
    return re.compile(rf"\b{prefix}(?:-[A-Z0-9]+)+-[A-Z]?\d+\b")


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# -- rules ------------------------------------------------------------------------------------------------------------


@every_game
def test_every_rule_is_told_in_both_languages_with_its_source(game: Game):
    catalogue = game.catalogue
    assert catalogue.rules
    for id, entry in catalogue.rules.items():
        assert rule_id(game).fullmatch(id), id
        assert entry.source[0] in catalogue.documents, id
        assert entry.source[1].strip(), id
        texts = [entry.en, entry.fr, *((entry.ruling.en, entry.ruling.fr) if entry.ruling is not UNSET else ())]
        assert all(text.strip() == text and len(text) > 10 for text in texts), id
        assert len(set(texts)) == len(texts), f"{id}: the same text twice"
    assert all(document.en.strip() and document.fr.strip() for document in catalogue.documents.values())


@every_game
def test_every_id_in_the_code_is_in_the_catalogue(game: Game):
    """Rules, events, faults, endings, and what docstrings and comments refer to."""
    named = {id for path in sources(game) for id in rule_id(game).findall(path.read_text(encoding="utf-8"))}
    assert sorted(named - set(game.catalogue.rules)) == []


@every_game
def test_every_rule_of_every_ruleset_is_in_the_catalogue(game: Game):
    rulesets = {game.ruleset(walks.set_up(case)) for case in walks.CASES[game.id]}
    ids = {rule.id for rules in rulesets for kind in rules.kinds for rule in kind.rules}
    assert ids
    assert sorted(ids - set(game.catalogue.rules)) == []


def ruled(game: Game) -> Iterator[str]:
    """Yield the ids that stand in a comment behind the signature of a test of the game."""
    for path in sorted((ROOT / "tests" / "games" / game.id).rglob("test_*.py")):
        with path.open("rb") as file:
            comments = {t.start[0]: t.string for t in tokenize.tokenize(file.readline) if t.type == tokenize.COMMENT}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for line in range(node.lineno, node.body[0].lineno):
                    yield from rule_id(game).findall(comments.get(line, ""))


@registered
def test_every_rule_has_a_ruling(game: Game):
    assert sorted(set(game.catalogue.rules) - set(ruled(game))) == []


@registered
def test_every_ruling_is_about_a_rule(game: Game):
    assert sorted(set(ruled(game)) - set(game.catalogue.rules)) == []


@registered
def test_the_catalogue_holds_the_ids_of_the_rules_file(game: Game):
    path = RULES_FILES / f"{game.id}.md"
    if not path.exists():
        pytest.skip(f"there is no {path.name} in ../shared/rules beside this checkout to compare with")
    ids = {id for id in rule_id(game).findall(path.read_text(encoding="utf-8")) if not id.startswith("VX-EX-")}
    assert set(game.catalogue.rules) == ids


# -- words ------------------------------------------------------------------------------------------------------------


def told(game: Game) -> Iterator[tuple[str, set[str] | None]]:
    """Yield each event type that the code says by name, with its data (None when they are passed on as a whole)."""
    for tree in trees(game):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
                names = {keyword.arg for keyword in node.keywords}
                data = None if None in names else {name for name in names if name}
                for type in event_types(node.args[0]):
                    yield type, data


def event_types(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.IfExp):
        yield from event_types(argument.body)
        yield from event_types(argument.orelse)
    elif isinstance(argument, ast.Constant):
        yield str(argument.value)


@every_game
def test_every_event_has_a_sentence_whose_gaps_are_filled(game: Game):
    for type, data in told(game):
        assert type in game.words.events, type
        text = game.words.events[type]
        for language in LANGUAGES:
            assert data is None or gaps(text.in_(language)) <= data, (type, language)


@every_game
def test_every_sentence_of_an_event_can_be_said(game: Game):
    """The code names each event, or puts its name together from parts."""
    nodes = [node for tree in trees(game) for node in ast.walk(tree)]
    names = {node.value for node in nodes if isinstance(node, ast.Constant)}
    patterns = [pattern(node) for node in nodes if isinstance(node, ast.JoinedStr)]
    unsaid = [type for type in game.words.events if type not in names]
    assert [type for type in unsaid if not any(found.fullmatch(type) for found in patterns)] == []


def pattern(name: ast.JoinedStr) -> re.Pattern[str]:
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_]+" for part in name.values]
    return re.compile("".join(parts) if any(isinstance(part, ast.Constant) for part in name.values) else "")


@every_game
def test_events_read_well_in_play(game: Game):
    for case in walks.CASES[game.id]:
        for ply in (*walks.opening(case, 1).plies, *walks.opening(case, 3).plies):
            for event in ply.events:
                for language in LANGUAGES:
                    written = game.words.event(event.type, event.data, language)
                    assert written.strip()
                    assert not re.search(r"UNSET|None|True|False|[{}\[\]]", written), (event, written)


@every_game
def test_no_word_is_missing_in_either_language(game: Game):
    words = game.words
    tables = (words.options, words.rulesets, words.phases, words.events, words.sentences, words.names)
    texts: list[tuple[str, Text]] = [("title", words.game.title), ("summary", words.game.summary)]
    texts += [(key, text) for table in tables for key, text in table.items()]
    for key, text in texts:
        assert text.en.strip(), key
        assert text.fr.strip(), key
    assert [seat for seat in game.colours if seat not in words.names] == []


@every_game
def test_options_phases_and_rulesets_are_those_of_the_game(game: Game):
    assert set(game.words.options) == set(option_names(game))
    assert set(game.words.phases) == set(game.phases)
    assert set(game.words.rulesets) == set(game.rulesets)


def option_names(game: Game) -> list[str]:
    setup: Any = inspect.type_info(game.Setup)
    (options,) = (field for field in setup.fields if field.name == "options")
    return [field.encode_name for field in options.type.fields]
