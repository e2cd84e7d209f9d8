"""The event stream of a table: what happens there, as server-sent events whose ids are versions."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from typing import Any

from flask import Response, current_app, request
from msgspec import UNSET

from referee.api import details
from referee.api.config import Config
from referee.api.gate import ListingQuery, read_query
from referee.api.language import language
from referee.api.problems import Problem
from referee.api.sessions import sessions, table
from referee.api.tables import PAGE, Table
from referee.core.catalogue import Language
from referee.core.document import dump
from referee.core.play import decision
from referee.store import Expired, NoSuchSession, StoreUnavailable

_version = re.compile("[0-9]{1,15}")

RECONNECT = b"retry: 2000\n\n"
HEARTBEAT = b": still here\n\n"
GLANCE = 1.0  # seconds after which a stream looks whether it should end


class Places:
    """The places for streams in a worker: each stream holds a thread, and moves need threads too."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._lock = threading.Lock()
        self.closing = False

    def take(self) -> bool:
        with self._lock:
            if self._free == 0 or self.closing:
                return False
            self._free -= 1
            return True

    def give_back(self) -> None:
        with self._lock:
            self._free += 1

    def close(self) -> None:
        """Let every stream end soon, because the worker stops."""
        self.closing = True


def event(kind: str, version: int, body: Any) -> bytes:
    return f"event: {kind}\nid: {version}\ndata: ".encode() + dump(body) + b"\n\n"


@sessions.get("/sessions/<session_id>/events")
def follow(session_id: str) -> Response:
    at, query = table(session_id), read_query(ListingQuery)
    config: Config = current_app.config["REFEREE"]
    places: Places = current_app.extensions["referee-streams"]
    seen = request.headers.get("Last-Event-ID", "")
    after = int(seen) if _version.fullmatch(seen) and int(seen) <= at.version else None
    state = at.state if after is None else at.state_at(after)
    if not places.take():
        raise Problem("store-unavailable", details.NO_MORE_STREAMS, {"Retry-After": "5"})
    told = stream(at, after, state, query, config, language(), places)
    response = Response(told, content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(places.give_back)
    return response


def stream(
    at: Table,
    after: int | None,
    state: Any,
    query: dict[str, Any],
    config: Config,
    spoken: Language,
    places: Places,
) -> Iterator[bytes]:
    """Tell a table as it is now (or, after a break, what was missed), then each version as it comes.

    The stream ends when the token no longer opens the table, and after a while by itself: clients come back.
    """
    end = time.monotonic() + config.stream_seconds
    yield RECONNECT
    if after is None:
        after = at.version
        yield event("snapshot", after, at.shown(query))
    beat = time.monotonic()
    while time.monotonic() < end and not places.closing:
        try:
            if not at.store.wait(at.session.id, after, GLANCE) and time.monotonic() < beat + config.heartbeat_seconds:
                continue
            now = at.store.load(at.session.id)
            rows = at.store.log(at.session.id, after, PAGE)
        except (NoSuchSession, Expired, StoreUnavailable):
            return
        if now.tokens.get(at.caller.role) != at.caller.token:
            return
        for played in at.replayed(state, rows):
            view = at.seen(played.after)
            shown = {"state": view, "decision": decision(at.rules, view), "result": at.result(played.after)}
            kind = "move" if played.entry.to_version is UNSET else "takeback"
            yield event(kind, played.version, {**at.item(played, spoken), **shown})
            after, state = played.version, played.after
        if not rows:
            yield HEARTBEAT
        beat = time.monotonic()
