"""The command line: what it says, and with which exit code it leaves."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from referee.api.openapi import as_yaml, openapi
from referee.cli import main
from referee.games import GAMES
from tests.api.service import REFEREE, free_port, running
from tests.table import Table, move, wire

RED = {"seats": ["red", "blue"], "starter": "red"}
ONE, TWO = move("chance", "roll", value=1), move("chance", "roll", value=2)
ENTER = move("red", "move", pawn=0)


class Said(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def referee(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs a command with something on standard input."""

    def run(*arguments: str, given: Any = None) -> Said:
        text = given if isinstance(given, bytes) else json.dumps(given).encode()
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
        return Said(code, *capsys.readouterr())

    return run


# -- check ------------------------------------------------------------------------------------------------------------


def test_a_legal_move_leaves_with_0(referee: Any):
    said = referee("check", "coq", "-", given={"setup": RED, "moves": [ONE], "move": ENTER})
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Legal.\n")
    assert "[CQ-ENTER-1]" in said.out
    assert "6 legal moves" in said.out


def test_an_illegal_move_leaves_with_1_and_its_rule(referee: Any):
    said = referee("check", "coq", "-", given={"setup": RED, "move": ENTER})
    assert said.code == 1
    assert said.out.startswith("Illegal (chance-pending): CQ-API-1\n")
    assert GAMES["coq"].catalogue.rules["CQ-API-1"].en in said.out
    assert "Source: " in said.out


def test_a_state_can_be_checked_as_the_service_gave_it(referee: Any, tmp_path: Path):
    file = tmp_path / "question.json"
    file.write_text(json.dumps({"state": wire(Table("coq", RED, ONE).state), "move": ENTER}))
    assert referee("check", "coq", str(file)).code == 0


def test_a_program_reads_the_verdict_as_json(referee: Any):
    said = referee("check", "coq", "-", "--json", "--lang", "fr", given={"setup": RED, "move": ENTER})
    verdict = json.loads(said.out)
    assert (said.code, verdict["legal"], verdict["code"]) == (1, False, "chance-pending")
    assert verdict["violations"][0]["text"] == GAMES["coq"].catalogue.rules["CQ-API-1"].fr
    assert verdict["decision"]["phase"] == "roll"
    legal = json.loads(referee("check", "coq", "-", "--json", given={"setup": RED, "move": TWO}).out)
    assert legal["legal"]
    assert legal["state"]["turn"] == "blue"


def test_the_end_of_the_game_is_said(referee: Any):
    almost = {"turn": "red", "pawns": {"red": [[33, False], [32, False]]}}
    given = {"setup": {**RED, "position": almost}, "moves": [ONE], "move": move("red", "move", pawn=1)}
    assert "The game is over. Won by red." in referee("check", "coq", "-", given=given).out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"{", "not JSON"),
        (b'{"move": 1, "move": 1}', "the same key twice"),
        ([], "expected a JSON object"),
        ({"setup": RED}, 'has no "move"'),
        ({"move": ENTER}, "/setup"),
        ({"setup": RED, "move": {"type": "nap"}}, "/move"),
        ({"setup": RED, "move": move("chance", "roll", value=7)}, "/move/value"),
        ({"setup": {"seats": ["red", "red"]}, "move": TWO}, "CQ-SETUP-1 at /setup/seats"),
        ({"setup": RED, "moves": [ENTER], "move": TWO}, "move 1 of the list is illegal: CQ-API-1"),
        ({"setup": RED, "moves": 3, "move": TWO}, '"moves" must be a list'),
        ({"state": {**wire(Table("coq", RED).state), "turn": "green"}, "move": TWO}, "CQ-ORDER-3 at /state/turn"),
    ],
)
def test_bad_input_leaves_with_2_and_says_where(referee: Any, given: Any, said: str):
    answer = referee("check", "coq", "-", given=given)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("referee: ")
    assert said in answer.err
    assert "Traceback" not in answer.err


def test_a_missing_file_leaves_with_2(referee: Any, tmp_path: Path):
    said = referee("check", "coq", str(tmp_path / "nothing.json"))
    assert said.code == 2
    assert "No such file" in said.err


def test_a_game_nobody_knows_leaves_with_2(referee: Any):
    said = referee("check", "chess", "-")
    assert said.code == 2
    assert "coq" in said.err


# -- replay -----------------------------------------------------------------------------------------------------------

RECORD = {"game": "coq", "rules_version": 1, "setup": RED, "moves": [TWO, TWO], "result": None}


def test_a_record_that_holds_leaves_with_0(referee: Any):
    said = referee("replay", "-", given=RECORD)
    assert said == (0, "All 2 moves are legal. The game goes on.\n", "")
    outcome = json.loads(referee("replay", "-", "--json", given=RECORD).out)
    assert (outcome["valid"], outcome["result"], outcome["state"]["turn"]) == (True, None, "red")


def test_a_record_that_fails_leaves_with_1_and_the_move(referee: Any):
    said = referee("replay", "-", given={**RECORD, "moves": [TWO, ENTER]})
    assert said.code == 1
    assert said.out.startswith("Move 2 is illegal: ")
    assert "CQ-API-1" in said.out
    outcome = json.loads(referee("replay", "-", "--json", given={**RECORD, "moves": [TWO, ENTER]}).out)
    assert (outcome["valid"], outcome["failed_at"]) == (False, 1)


def test_a_record_with_another_result_leaves_with_1(referee: Any):
    said = referee("replay", "-", given={**RECORD, "result": {"final": True}})
    assert said.code == 1
    assert "result" in said.out


def test_a_record_of_rules_that_nobody_knows_leaves_with_1(referee: Any):
    said = referee("replay", "-", given={**RECORD, "rules_version": 99})
    assert (said.code, "wrong-rules-version" in said.out) == (1, True)


@pytest.mark.parametrize(
    "change", [{"rules_version": "1"}, {"game": "chess"}, {"game": None}, {"setup": 3}, {"moves": [{"type": "nap"}]}]
)
def test_a_record_that_is_none_leaves_with_2(referee: Any, change: dict[str, Any]):
    assert referee("replay", "-", given={**RECORD, **change}).code == 2


# -- games, openapi, help ---------------------------------------------------------------------------------------------


def test_games_lists_every_game_and_ruleset(referee: Any):
    said = referee("games")
    assert said.code == 0
    for game in GAMES.values():
        assert f"{game.id}: {game.words.game.title.en}, " in said.out
        assert all(f"- {name}: " in said.out for name in game.rulesets)


def test_openapi_writes_the_document(referee: Any, tmp_path: Path):
    file = tmp_path / "document.yaml"
    assert referee("openapi", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == as_yaml(openapi()) == referee("openapi", "--stdout").out


@pytest.mark.parametrize("command", [[], ["serve"], ["games"], ["check"], ["replay"], ["openapi"]])
def test_every_command_explains_itself(referee: Any, command: list[str]):
    said = referee(*command, "--help")
    assert said.code == 0
    assert len(said.out) > 100


# -- serve ------------------------------------------------------------------------------------------------------------


def serve(*options: str, **environment: str) -> Said:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    done = subprocess.run(
        [REFEREE, "serve", *options], env={**clean, **environment}, capture_output=True, text=True, timeout=30
    )
    return Said(done.returncode, done.stdout, done.stderr)


def test_a_taken_port_is_refused_with_a_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = serve("--port", str(port))
    assert (said.code, said.out) == (2, "")
    assert said.err == f"referee: Port {port} on 127.0.0.1 is taken by another program; choose one with --port.\n"


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"REFEREE_PORT": "http"}, "REFEREE_PORT is 'http'"),
        ({"REFEREE_PORT": "70000"}, "REFEREE_PORT is '70000'"),
        ({"REFEREE_WORKERS": "0"}, "REFEREE_WORKERS is '0'"),
        ({"REFEREE_THREADS": "-1"}, "REFEREE_THREADS is '-1'"),
        ({"REFEREE_REDIS_URL": "http://example"}, "REFEREE_REDIS_URL is 'http://example'"),
        ({"REFEREE_LOG_LEVEL": "loud"}, "REFEREE_LOG_LEVEL is 'loud'"),
        ({"REFEREE_COLOUR": "red"}, "REFEREE_COLOUR is no setting"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_name(environment: dict[str, str], named: str):
    said = serve("--host", "127.0.0.1", **environment)
    assert (said.code, said.out) == (2, "")
    assert named in said.err
    assert "Traceback" not in said.err


def test_an_address_of_another_machine_is_refused():
    said = serve("--host", "192.0.2.1", "--port", str(free_port()))
    assert said.code == 2
    assert "cannot be used" in said.err


def test_serve_prints_where_everything_is(tmp_path: Path):
    with running(tmp_path, "--workers", "1") as service:
        printed = service.printed
        for name, address in [("API", "/v1/games"), ("Docs", "/docs"), ("OpenAPI", "/openapi.yaml")]:
            assert f"{name + ':':<9}{service.url}{address}\n" in printed
            assert service.ask("GET", address).status == 200
        assert str(tmp_path / "games.sqlite3") in printed
        assert "Phones" not in printed
