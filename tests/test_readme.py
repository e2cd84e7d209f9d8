"""The README: its commands work as they are pasted, its tables are complete."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from msgspec.structs import fields as fields_of

from referee.api.config import PREFIX, Config
from referee.core.game import Game
from referee.games import GAMES
from tests.api.service import Served, running

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [textwrap.dedent(block) for block in re.findall(r"(?:^ {4}.*\n)+", README, re.MULTILINE)]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with running(tmp_path_factory.mktemp("readme"), "--workers", "1") as served:
        yield served


def block(*words: str) -> str:
    """Return the one example that holds all these words."""
    (found,) = [each for each in BLOCKS if all(word in each for word in words)]
    return found


def paste(command: str, service: Served) -> str:
    """Run an example, with the port of our service and the referee of this environment."""
    command = command.replace("http://127.0.0.1:8080", service.url).replace(
        ".venv/bin/", f"{Path(sys.executable).parent}/"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_listing_the_games_works_as_pasted(service: Served):
    assert [game["id"] for game in json.loads(paste(block("curl", "8080/v1/games\n"), service))["games"]] == list(GAMES)


def test_setting_up_a_game_works_as_pasted(service: Served):
    answer = json.loads(paste(block("curl", "/coq/setups"), service))
    assert answer["decision"] == {"phase": "roll", "actors": ["chance"], "player": "red"}


def test_asking_for_a_verdict_works_as_pasted_and_gives_the_rule_in_french(service: Served):
    answer = json.loads(paste(block("curl", "/coq/verdicts"), service))
    assert [violation["rule"] for violation in answer["violations"]] == ["CQ-ENTER-1"]
    assert answer["violations"][0]["text"] == GAMES["coq"].catalogue.rules["CQ-ENTER-1"].fr


def test_checking_a_move_works_as_pasted(service: Served):
    assert paste(block("referee check"), service).startswith("Legal.\n")


def test_opening_a_table_and_moving_work_as_pasted(service: Served):
    table = json.loads(paste(block("curl", "/v1/sessions "), service))
    given = f"ID={table['id']} TOKEN={table['tokens']['host']}\n"
    assert json.loads(paste(given + block("curl", "/v1/sessions/$ID/moves"), service))["version"] == 1


def test_every_curl_is_tried_above():
    assert sum("curl" in each for each in BLOCKS) == 5


def test_the_first_two_commands_are_what_is_checked():
    commands = [each.strip() for each in BLOCKS if "-m venv" in each]
    assert [command.rsplit("&&", 1)[1].strip() for command in commands] == [
        ".venv/bin/referee serve",
        ".venv/bin/pytest -n 2",
    ]
    checked = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert commands[1].rsplit("&&", 1)[1].strip() in checked
    assert "pip install --quiet -e '.[test]'" in checked


# -- tables -----------------------------------------------------------------------------------------------------------


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading."""
    section = README.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_configuration_table_lists_every_setting():
    listed = [name.strip("`") for name, _, _ in rows("Configuration")]
    assert sorted(listed) == sorted(PREFIX + field.name.upper() for field in fields(Config))
    assert all(meaning for _, _, meaning in rows("Configuration"))


def test_the_configuration_table_shows_the_defaults():
    shown = {name.strip("`"): default.strip("`") for name, default, _ in rows("Configuration")}
    for field in fields(Config):
        if field.name not in ("sqlite", "streams"):  # below the home folder; derived from the threads
            assert shown[PREFIX + field.name.upper()] == str(field.default), field.name


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_the_games_table_lists_every_game_with_its_options(game: Game):
    (row,) = [row for row in rows("Games and rulesets") if row[0].startswith(f"`{game.id}`")]
    assert row[1] == f"{game.players[0]}-{game.players[1]}"
    options = next(field.type for field in fields_of(game.Setup) if field.name == "options")
    assert set(re.findall(r"`(\w+)`", row[3])) == {field.encode_name for field in fields_of(options)}
