"""The settings of sessions: which store, how many streams, whose address counts."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from referee.api import create_app
from referee.api.config import BadConfig, Config, read_config
from referee.api.stores import open_store
from tests.api.table import open_table

ROOT = Path(__file__).parents[2]


def test_redis_is_the_store_when_it_is_named_and_a_file_otherwise(tmp_path: Path) -> None:
    assert open_store(Config(redis_url="redis://127.0.0.1:1/0")).name == "redis"
    assert open_store(Config(sqlite=str(tmp_path / "x.sqlite3"))).name == "sqlite"
    assert not (tmp_path / "x.sqlite3").exists(), "the file is made when it is first needed"


def test_streams_take_half_of_the_threads_unless_told_otherwise() -> None:
    assert Config(threads=9).stream_limit == 4
    assert Config(threads=1).stream_limit == 0
    assert read_config({"REFEREE_STREAMS": "0"}).stream_limit == 0
    assert read_config({"REFEREE_STREAMS": "30", "REFEREE_THREADS": "32"}).stream_limit == 30


@pytest.mark.parametrize(
    ("name", "value"),
    [("SQLITE_SYNCHRONOUS", "maybe"), ("SESSION_SECONDS", "0"), ("STREAMS", "-1"), ("HEARTBEAT_SECONDS", "15s")],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(BadConfig, match=f"REFEREE_{name}"):
        read_config({f"REFEREE_{name}": value})


@pytest.mark.parametrize(("proxies", "second"), [(0, 429), (1, 404)])
def test_behind_a_trusted_proxy_the_address_is_the_client_s(tmp_path: Path, proxies: int, second: int) -> None:
    config = Config(sqlite=str(tmp_path / "x.sqlite3"), join_attempts=1, trusted_proxies=proxies)
    client = create_app(config).test_client()
    open_table(client)
    for address, status in (("192.0.2.1", 404), ("192.0.2.2", second)):
        answer = client.post("/v1/joins", json={"join_code": "22222222"}, headers={"X-Forwarded-For": address})
        assert answer.status_code == status


def test_a_store_knows_neither_games_nor_the_service() -> None:
    for file in (ROOT / "referee" / "store").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            named = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            named += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(name.startswith(("referee.core", "referee.games", "referee.api")) for name in named), file
