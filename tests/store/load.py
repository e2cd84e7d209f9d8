"""Players that never give up, and the audit of what they were told against what the log says."""

from __future__ import annotations

import http.client
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.store.servers import Phone, Service

OPENING = {"game": "coq", "setup": {"seats": ["red", "blue", "green"], "starter": "red"}}


def harmless_roll() -> dict[str, Any]:
    """A throw that brings no pawn into the game, so that there is always another throw to report."""
    return {"actor": "chance", "type": "roll", "value": random.choice((2, 3, 4, 5))}


@dataclass
class Tally:
    """The moves that were acknowledged: (version, move)."""

    acknowledged: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    codes: set[str] = field(default_factory=set)
    lost_answers: int = 0


class Table:
    """A session that many phones of one host share."""

    def __init__(self, service: Service) -> None:
        self.service = service
        opened = service.phone().post("/v1/sessions", OPENING)
        assert opened.status == 201, opened.body
        self.id, self.token = opened.body["id"], opened.body["tokens"]["host"]
        self.base = f"/v1/sessions/{self.id}"

    def phone(self, timeout: float = 30) -> Phone:
        return self.service.phone(self.token, timeout)


def insist(phone: Phone, path: str, body: Any, key: Callable[[], str], tally: Tally, until: float) -> Any:
    """Send one request until there is a definite answer, each time with the key that `key` gives."""
    while time.monotonic() < until:
        try:
            answer = phone.post(path, body, key=key())
        except (OSError, http.client.HTTPException):
            tally.lost_answers += 1
            time.sleep(0.02)
            continue
        tally.statuses[answer.status] = tally.statuses.get(answer.status, 0) + 1
        if answer.status < 500:
            return answer
        tally.codes.add(answer.code or "")
        assert answer.status in (503, 507), answer.body
        assert answer.status == 507 or "retry-after" in answer.headers
        time.sleep(0.05)
    raise AssertionError("no definite answer in time")


def play(table: Table, tally: Tally, stop: threading.Event, careful: bool) -> None:
    """Report throws until told to stop; a careful player repeats a request with the same key."""
    phone, version = table.phone(), 0
    patience = time.monotonic() + 60
    while not stop.is_set():
        one_key = str(uuid.uuid4())
        body = {"move": harmless_roll(), "expected_version": version}
        keys = (lambda key=one_key: key) if careful else (lambda: str(uuid.uuid4()))
        answer = insist(phone, f"{table.base}/moves", body, keys, tally, patience)
        if answer.status == 201:
            version = answer.body["version"]
            tally.acknowledged.append((version, body["move"]))
        elif answer.code == "stale-version":
            version = answer.body["current_version"]
        else:
            return  # the session is gone; the audit will tell


@contextmanager
def playing(table: Table, players: int = 4, careful: bool = True) -> Iterator[Tally]:
    """Let players play while the body of the `with` does its worst."""
    tally, stop, failures = Tally(), threading.Event(), []

    def run() -> None:
        try:
            play(table, tally, stop, careful)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(players)]
    for thread in threads:
        thread.start()
    try:
        yield tally
    finally:
        stop.set()
        for thread in threads:
            thread.join(90)
    assert not failures, failures


def read_log(phone: Phone, base: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = phone.get(f"{base}/moves?after={after}&limit=500")
        assert page.status == 200, page.body
        items += page.body["items"]
        after = page.body["next"]
    return items


def audit(table: Table, tally: Tally) -> list[str]:
    """Compare what players were told with what the service keeps; return what is wrong."""
    phone = table.phone()
    now = phone.get(table.base)
    if now.status != 200:
        return [f"the session answers {now.status}"]
    faults = []
    log = read_log(phone, table.base)
    if [item["version"] for item in log] != list(range(1, now.body["version"] + 1)):
        faults.append("versions have gaps")
    kept = {item["version"]: item["move"] for item in log}
    versions = [version for version, _ in tally.acknowledged]
    if len(set(versions)) != len(versions):
        faults.append("one version was acknowledged twice")
    if any(kept.get(version, {}).get("value") != move["value"] for version, move in tally.acknowledged):
        faults.append("an acknowledged move is not in the log")
    if len(log) != len(versions):
        faults.append(f"{len(log)} moves in the log, {len(versions)} acknowledged")
    record = phone.get(f"{table.base}/record").body
    replayed = phone.post(f"/v1/games/{record['game']}/replays", record).body
    if not replayed.get("valid") or replayed["state"] != now.body["state"]:
        faults.append("the log does not replay to the stored state")
    return faults
