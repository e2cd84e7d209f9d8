"""Fixtures for the stores, and the line that says which server they ran against."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.store import Store
from referee.store.redis import RedisStore
from referee.store.sqlite import SqliteStore
from tests.store.servers import redis_version, shared_redis

STORES = ("sqlite", "redis")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    terminalreporter.write_line(f"Redis of the store tests: {redis_version()}")


@pytest.fixture(params=STORES)
def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Store]]:
    """Return a function that opens the same store again, with other settings if need be."""
    made: list[Store] = []

    def make(**settings: Any) -> Store:
        if request.param == "redis":
            made.append(RedisStore(shared_redis().url, **settings))
        else:
            made.append(SqliteStore(tmp_path / "games.sqlite3", **settings))
        return made[-1]

    yield make
    for store in made:
        store.close()


@pytest.fixture
def store(make_store: Callable[..., Store]) -> Store:
    return make_store()
