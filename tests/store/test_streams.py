"""Event streams over HTTP: resuming, heartbeats, ending, and leaving room for moves."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.conftest import STORES
from tests.store.listeners import Listener
from tests.store.load import Table, harmless_roll
from tests.store.servers import Service, patience
from tests.store.test_races import place


@pytest.fixture(scope="module", params=STORES)
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    settings = place(request.param, tmp_path_factory.mktemp("streams"))
    with Service(workers=1, threads=32, heartbeat_seconds=1, **settings) as started:
        yield started


def throw(table: Table, version: int) -> None:
    answer = table.phone().post(f"{table.base}/moves", {"move": harmless_roll(), "expected_version": version})
    assert answer.status == 201, answer.body


def test_a_stream_begins_with_a_snapshot_and_tells_each_version(service: Service) -> None:
    table = Table(service)
    throw(table, 0)
    listener = Listener(service.port, table.id, table.token)
    patience(lambda: listener.heard)
    for version in (1, 2, 3):
        throw(table, version)
    patience(lambda: len(listener.heard) == 4)
    phone = table.phone()
    phone.post(f"{table.base}/takebacks", {"to_version": 3, "expected_version": 4})
    patience(lambda: len(listener.heard) == 5)
    patience(lambda: listener.heartbeats)
    listener.close()
    kinds = [kind for kind, _, _ in listener.heard]
    assert kinds == ["snapshot", "move", "move", "move", "takeback"]
    assert listener.versions == [1, 2, 3, 4, 5]
    assert listener.heard[0][2]["version"] == 1
    items = phone.get(f"{table.base}/moves?after=1").body["items"]
    for (_, _, data), item in zip(listener.heard[1:], items, strict=True):
        assert item.items() <= data.items()
    assert listener.heard[-1][2]["state"] == phone.get(table.base).body["state"]


def test_a_stream_goes_on_where_it_broke_off(service: Service) -> None:
    table = Table(service)
    for version in range(20):
        throw(table, version)
    for last, first in ((0, 1), (5, 6), (16, 17), (19, 20)):
        listener = Listener(service.port, table.id, table.token, last)
        patience(lambda heard=listener.heard: heard and heard[-1][1] == 20)
        listener.close()
        assert listener.versions == list(range(first, 21))


@pytest.mark.parametrize("last", ["99", "x", "-1", ""])
def test_what_was_never_told_is_answered_with_a_snapshot(service: Service, last: str) -> None:
    table = Table(service)
    assert first_event(service, table, last) == "snapshot"


def first_event(service: Service, table: Table, last: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    headers = {"Authorization": f"Bearer {table.token}", "Last-Event-ID": last}
    connection.request("GET", f"{table.base}/events", headers=headers)
    response = connection.getresponse()
    assert response.status == 200
    assert response.headers["Content-Type"].startswith("text/event-stream")
    lines = [response.readline().decode().strip() for _ in range(3)]
    connection.close()
    assert lines[0].startswith("retry:")
    return lines[2].removeprefix("event: ")


def test_a_stream_ends_with_its_token(service: Service) -> None:
    table = Table(service)
    code = table.phone().get(table.base).body["join_code"]
    claim = service.phone().post(f"{table.base}/seats/red/claims", {"join_code": code}).body
    listener = Listener(service.port, table.id, claim["token"])
    patience(lambda: listener.heard)
    assert table.phone().post(f"{table.base}/seats/red/tokens", None).status == 201
    throw(table, 0)
    patience(lambda: listener.refusals)
    listener.close()
    assert listener.versions == [0]


def test_streams_leave_half_of_the_threads_to_moves(tmp_path: Path) -> None:
    with Service(workers=1, threads=4, heartbeat_seconds=1, sqlite=tmp_path / "games.sqlite3") as service:
        table = Table(service)
        listeners = [Listener(service.port, table.id, table.token) for _ in range(2)]
        patience(lambda: all(listener.heard for listener in listeners))
        refused = table.phone().get(f"{table.base}/events")
        assert refused.status == 503
        assert int(refused.headers["retry-after"]) > 0
        began = time.monotonic()
        for version in range(20):
            throw(table, version)
        assert time.monotonic() - began < 10
        patience(lambda: all(listener.versions[-1] == 20 for listener in listeners))
        for listener in listeners:
            listener.close()
        another = Listener(service.port, table.id, table.token)
        patience(lambda: another.heard)


def test_a_service_with_streams_stops_soon(tmp_path: Path) -> None:
    service = Service(sqlite=tmp_path / "games.sqlite3")
    table = Table(service)
    listener = Listener(service.port, table.id, table.token)
    patience(lambda: listener.heard)
    began = time.monotonic()
    service.close()
    assert time.monotonic() - began < 6
    listener._stop.set()


def test_many_streams_are_a_setting_of_production(tmp_path: Path) -> None:
    """Streams may run apart: a service that carries none, beside one that carries many."""
    path = tmp_path / "games.sqlite3"
    with Service(streams=0, sqlite=path) as moves, Service(streams=20, threads=24, workers=1, sqlite=path) as streams:
        table = Table(moves)
        assert table.phone().get(f"{table.base}/events").status == 503
        listeners = [Listener(streams.port, table.id, table.token) for _ in range(20)]
        patience(lambda: all(listener.heard for listener in listeners))
        throw(table, 0)
        patience(lambda: all(listener.versions == [0, 1] for listener in listeners))
        for listener in listeners:
            listener._stop.set()
