"""Every game of the catalogue at a table: each role sees, asks and moves through the same code."""

from __future__ import annotations

import importlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.api import create_app
from referee.api.config import Config
from referee.core.document import read
from referee.core.game import open_entry, open_information
from referee.games import GAMES
from referee.store.sqlite import SqliteStore
from tests.api.table import At, open_table
from tests.table import wire

PLIES = 24


def table_setups(game: str) -> list[dict[str, Any]]:
    setups: list[dict[str, Any]] = importlib.import_module(f"tests.games.{game}.setups").SETUPS
    return [setup for setup in setups if setup.get("mode", "table") == "table"]


CASES = [
    pytest.param(game, setup, id=f"{game}-{number}")
    for game in GAMES
    for number, setup in enumerate(table_setups(game))
]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    store = SqliteStore(tmp_path / "games.sqlite3", synchronous="off")
    yield create_app(Config(join_attempts=1000), store).test_client()
    store.close()


def chosen(moves: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """Choose a type of move first, so that rare ones get their turn."""
    kind = rng.choice(sorted({(move["actor"], move["type"]) for move in moves}))
    return rng.choice([move for move in moves if (move["actor"], move["type"]) == kind])


def ask_everything(at: At) -> None:
    """Read whatever a role may read; nothing may go wrong."""
    for path in ("", "?legal_moves=tree&preview=true", "/legal-moves", "/scores", "/description", "/moves?limit=500"):
        answer = at.get(path)
        assert answer.status_code == 200, (path, answer.json)
    shown = at.now
    own = {shown.get("seat"), "chance", "table"}
    for move in shown["legal_moves"][:3]:
        if shown["role"] == "seat":
            assert move["actor"] in own
        tried = at.post("/verdicts", {"move": move})
        assert tried.status_code == 200, tried.json
        assert tried.json["legal"], (move, tried.json)  # type: ignore[index]


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_a_game_at_a_table(client: FlaskClient, game: str, setup: dict[str, Any]) -> None:
    host = open_table(client, setup, game)
    seats = {seat: host.claim(seat) for seat in setup["seats"]}
    eye = host.watch()
    rng, version, listed = random.Random(json.dumps(setup)), 0, host.opened["legal_moves"]
    for ply in range(PLIES):
        if not listed:
            break
        move = chosen(listed, rng)
        mover = seats.get(move["actor"], host)
        answer = mover.move(move, version, f"key {ply}")
        assert answer.status_code == 201, answer.json
        assert answer.json["version"] > version  # type: ignore[index]
        if ply % 8 == 7:
            assert mover.move(move, version, f"key {ply}").json == answer.json
            for other in (*seats.values(), eye, host):
                ask_everything(other)
        version = answer.json["version"]  # type: ignore[index]
        listed = host.get("/legal-moves").json["legal_moves"]  # type: ignore[index]
    assert [item["version"] for item in host.log] == list(range(1, version + 1))
    record = host.get("/record").json
    verified = client.post(f"/v1/games/{game}/replays", json=record).json
    assert verified["valid"], verified  # type: ignore[index]
    assert verified["state"] == host.now["state"]  # type: ignore[index]
    assert host.take_back(0).json["state"] == host.opened["state"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("game", "setup"), [case for case in CASES if GAMES[case.values[0]].view is not open_information]
)
def test_what_is_hidden_from_a_seat_stays_hidden(client: FlaskClient, game: str, setup: dict[str, Any]) -> None:
    """A seat's answers say of the state what the game's view says, and of the log what its entries' view says."""
    host = open_table(client, setup, game)
    seat = setup["seats"][0]
    roles = {seat: host.claim(seat), None: host.watch()}
    rng, listed = random.Random(1), host.opened["legal_moves"]
    shapes = GAMES[game]
    for version in range(15):
        if not listed:
            break
        moved = host.move(chosen(listed, rng)).json
        listed = moved["legal_moves"]  # type: ignore[index]
        full = read(shapes.State, moved["state"])  # type: ignore[index]
        for viewer, at in roles.items():
            assert at.now["state"] == wire(shapes.view(full, viewer))
            assert at.get("/record").status_code in ((409,) if full.todo else (200,)), version
    assert shapes.view_entry is not open_entry
    for at in roles.values():
        assert [item["version"] for item in at.log] == [item["version"] for item in host.log]


def test_windows_close_by_themselves_and_every_closing_is_a_version(client: FlaskClient) -> None:
    """A move that is no answer to Frantic's open windows closes them; all of it is one request."""
    host = open_table(client, {"seats": ["red", "blue"], "starter": "red"}, "frantic")
    rng, closed = random.Random(3), 0
    for ply in range(120):
        shown = host.get("?preview=true").json
        assert shown
        if not shown["legal_moves"]:
            break
        ahead = shown.get("preview", {}).get("legal_moves", [])
        later = [move for move in ahead if move not in shown["legal_moves"]]
        move, version = chosen(later or shown["legal_moves"], rng), shown["version"]
        moved = host.move(move, version, f"key {ply}")
        assert moved.status_code == 201, moved.json
        assert moved.json
        if later:
            closed += 1
            assert moved.json["closes"] == shown["preview"]["closes"]
            assert moved.json["version"] == version + len(moved.json["closes"]) + 1
            assert host.move(move, version, f"key {ply}").json == moved.json
            written = [item["move"] for item in host.log[version:]]
            assert written == [*moved.json["closes"], move]
    assert closed
    record = host.get("/record").json
    verified = client.post("/v1/games/frantic/replays", json=record).json
    assert verified
    assert verified["valid"]
    assert verified["state"] == host.now["state"]
