"""Services that fail on purpose, for the tests and as their controls.

gunicorn "tests.store.broken:service('crashing')"
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Sequence
from typing import Any

from flask import Flask

from referee.api import create_app
from referee.api.config import read_config
from referee.api.stores import open_store
from referee.store import Caller, Key, StaleVersion, Store, Written


class Wrapped:
    """A store that passes everything on."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Crashing(Wrapped):
    """Now and then the worker is killed right after a write, before anybody hears of it."""

    def append(self, *args: Any) -> Written:
        written = self._store.append(*args)
        if random.random() < 0.03:
            os.kill(os.getpid(), signal.SIGKILL)
        return written


class Forgetful(Wrapped):
    """It does not remember the keys of requests."""

    def recall(self, session_id: str, key: Key) -> None:
        return None

    def append(
        self, session_id: str, caller: Caller, expected: int, entries: Sequence[bytes], state: bytes, key: Any = None
    ) -> Written:
        return self._store.append(session_id, caller, expected, entries, state, None)


class Careless(Wrapped):
    """It writes at whatever version the session is."""

    def append(
        self, session_id: str, caller: Caller, expected: int, entries: Sequence[bytes], state: bytes, key: Any = None
    ) -> Written:
        while True:
            try:
                return self._store.append(session_id, caller, expected, entries, state, key)
            except StaleVersion as stale:
                expected = stale.current


class Pensive(Wrapped):
    """It thinks before it writes, so that what stops the store mostly stops a write."""

    def append(self, *args: Any) -> Written:
        time.sleep(0.1)
        return self._store.append(*args)


class Full(Wrapped):
    """A SQLite file that may not grow any more."""

    def __init__(self, store: Any) -> None:
        super().__init__(store)
        store._pragmas = (*store._pragmas, "max_page_count = 30")


KINDS: dict[str, tuple[type[Wrapped], ...]] = {
    "crashing": (Crashing,),
    "crashing and forgetful": (Forgetful, Crashing),
    "careless": (Careless,),
    "forgetful": (Forgetful,),
    "pensive": (Pensive,),
    "full": (Full,),
}


def service(kind: str) -> Flask:
    config = read_config(os.environ)
    store: Any = open_store(config)
    for wrapper in KINDS[kind]:
        store = wrapper(store)
    return create_app(config, store)
