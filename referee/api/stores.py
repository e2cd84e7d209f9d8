"""The store of this process: made when a session first needs it, and never shared with a forked worker."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from flask import current_app

from referee.api.config import Config
from referee.store import Lifetimes, Store
from referee.store.redis import RedisStore
from referee.store.sqlite import SqliteStore


def open_store(config: Config) -> Store:
    """Return the store that the configuration names: Redis, or a SQLite file when there is no Redis."""
    lifetimes = Lifetimes(session=config.session_seconds, expired=config.expired_seconds)
    if config.redis_url:
        return RedisStore(config.redis_url, lifetimes, timeout=config.redis_timeout_ms / 1000)
    return SqliteStore(config.sqlite, lifetimes, synchronous=config.sqlite_synchronous)


class Keeper:
    """Keeps the store of each process. Connections do not survive a fork, so a child makes its own."""

    def __init__(self, make: Callable[[], Store]) -> None:
        self._make = make
        self._made: tuple[int, Store] | None = None
        self._lock = threading.Lock()

    def store(self) -> Store:
        with self._lock:
            if self._made is None or self._made[0] != os.getpid():
                self._made = (os.getpid(), self._make())
            return self._made[1]


def store() -> Store:
    """Return the store that serves the present request."""
    keeper: Keeper = current_app.extensions["referee-store"]
    return keeper.store()
