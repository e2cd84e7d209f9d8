"""Things break while phones play: every acknowledged move is in the log once, and the log replays to the state.

Each test has a control beside it that shows the audit can fail.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.store.conftest import STORES
from tests.store.load import Table, Tally, audit, playing
from tests.store.servers import ROOT, RedisServer, Service
from tests.store.test_races import place

REDIS_CONFIG = ROOT / "deploy" / "redis.conf"


def played(tally: Tally) -> None:
    assert len(tally.acknowledged) > 20, tally.statuses


# -- a worker is killed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", STORES)
def test_workers_are_killed_while_phones_play(kind: str, tmp_path: Path) -> None:
    with Service(**place(kind, tmp_path)) as service:
        table = Table(service)
        with playing(table) as tally:
            for _ in range(6):
                time.sleep(0.5)
                with suppress(ProcessLookupError, IndexError):
                    os.kill(random.choice(service.workers()), signal.SIGKILL)
        assert audit(table, tally) == []
        played(tally)


@pytest.mark.parametrize("kind", STORES)
def test_workers_die_right_after_a_write(kind: str, tmp_path: Path) -> None:
    with Service("tests.store.broken:service('crashing')", **place(kind, tmp_path)) as service:
        table = Table(service)
        with playing(table) as tally:
            time.sleep(4)
        assert audit(table, tally) == []
        assert tally.lost_answers
        played(tally)


def test_dying_after_a_write_shows_when_keys_are_forgotten(tmp_path: Path) -> None:
    """The control."""
    with Service("tests.store.broken:service('crashing and forgetful')", **place("sqlite", tmp_path)) as service:
        table = Table(service)
        with playing(table) as tally:
            time.sleep(4)
        assert tally.lost_answers
        assert any("acknowledged" in fault for fault in audit(table, tally))


# -- Redis is killed --------------------------------------------------------------------------------------------------


def kill_and_restart(server: RedisServer, times: int = 3) -> None:
    for _ in range(times):
        time.sleep(0.7)
        server.kill()
        time.sleep(0.2)
        server.start()
    time.sleep(0.5)


def test_redis_is_killed_and_comes_back_with_its_file() -> None:
    with RedisServer(config=REDIS_CONFIG) as server, Service(redis_url=server.url) as service:
        table = Table(service)
        with playing(table) as tally:
            kill_and_restart(server)
        assert audit(table, tally) == []
        assert 503 in tally.statuses
        played(tally)


def test_killing_redis_shows_when_it_keeps_no_file() -> None:
    """The control."""
    with RedisServer("--appendonly", "no", "--save", "") as server, Service(redis_url=server.url) as service:
        table = Table(service)
        with playing(table) as tally:
            kill_and_restart(server, 1)
        assert audit(table, tally) == ["the session answers 404"]


# -- Redis is slow ----------------------------------------------------------------------------------------------------


@pytest.fixture
def redis_and_service() -> Iterator[tuple[RedisServer, Service]]:
    pensive = "tests.store.broken:service('pensive')"
    with RedisServer("--save", "") as server, Service(pensive, redis_url=server.url, redis_timeout_ms=300) as service:
        yield server, service


def pause(server: RedisServer, service: Service) -> None:
    """Stop Redis for a second, three times; the stateless questions do not notice."""
    for _ in range(3):
        time.sleep(0.5)
        with server.paused():
            end = time.monotonic() + 1
            asked = service.phone()
            while time.monotonic() < end:
                answer = asked.post("/v1/games/coq/setups", {"seats": ["red", "blue"]})
                assert answer.status == 200
                time.sleep(0.1)
    time.sleep(0.5)


def test_redis_stands_still_for_a_second(redis_and_service: tuple[RedisServer, Service]) -> None:
    server, service = redis_and_service
    table = Table(service)
    with playing(table) as tally:
        pause(server, service)
    assert audit(table, tally) == []
    assert tally.codes <= {"outcome-unknown", "store-unavailable"}
    assert "outcome-unknown" in tally.codes


def test_standing_still_shows_when_requests_have_a_new_key_each_time(
    redis_and_service: tuple[RedisServer, Service],
) -> None:
    """The control: who does not repeat the key does not know what became of a move."""
    server, service = redis_and_service
    table = Table(service)
    with playing(table, careful=False) as tally:
        pause(server, service)
    assert any("acknowledged" in fault for fault in audit(table, tally))


# -- Redis is full ----------------------------------------------------------------------------------------------------


def test_redis_runs_out_of_memory_and_gets_more() -> None:
    with RedisServer("--save", "") as server, Service(redis_url=server.url) as service:
        table, memory = Table(service), server.client()
        with playing(table) as tally:
            for _ in range(3):
                time.sleep(0.4)
                memory.config_set("maxmemory", "1mb")
                time.sleep(0.4)
                assert service.phone().post("/v1/games/coq/setups", {"seats": ["red", "blue"]}).status == 200
                memory.config_set("maxmemory", "0")
            time.sleep(0.3)
        assert audit(table, tally) == []
        assert tally.codes == {"store-unavailable"}
        played(tally)


def test_running_out_of_memory_shows_when_redis_may_throw_games_away() -> None:
    """The control: with an eviction policy acknowledged moves are thrown away to make room."""
    evicting = ("--save", "", "--maxmemory-policy", "allkeys-random")
    with RedisServer(*evicting) as server, Service(redis_url=server.url) as service:
        table = Table(service)
        with playing(table) as tally:
            time.sleep(0.4)
            server.client().config_set("maxmemory", "1mb")
            time.sleep(0.4)
            server.client().config_set("maxmemory", "0")
        assert audit(table, tally)


# -- Redis is away ----------------------------------------------------------------------------------------------------


def test_without_redis_sessions_are_503_and_everything_else_goes_on() -> None:
    with RedisServer("--save", "") as server, Service(redis_url=server.url) as service:
        table = Table(service)
        phone = table.phone()
        assert phone.get("/readyz").status == 200
        server.kill()
        for answer in (
            phone.get(table.base),
            phone.post(f"{table.base}/moves", {"move": {"actor": "chance", "type": "roll", "value": 2}}),
            phone.post("/v1/sessions", {"game": "coq", "setup": {"seats": ["red", "blue"]}}),
            phone.post("/v1/joins", {"join_code": "22222222"}),
            phone.get("/readyz"),
        ):
            assert (answer.status, answer.code) == (503, "store-unavailable")
            assert int(answer.headers["retry-after"]) > 0
        assert phone.get("/healthz").status == 200
        assert phone.get("/v1/games").status == 200
        assert phone.post("/v1/games/coq/setups", {"seats": ["red", "blue"]}).status == 200


def test_a_full_disk_is_507(tmp_path: Path) -> None:
    with Service("tests.store.broken:service('full')", sqlite=tmp_path / "games.sqlite3") as service:
        table = Table(service)
        answer, version = table.phone().get(table.base), 0
        while answer.status < 300:
            move = {"actor": "chance", "type": "roll", "value": 2}
            answer = table.phone().post(f"{table.base}/moves", {"move": move, "expected_version": version})
            version += answer.status == 201
        assert (answer.status, answer.code) == (507, "store-full")
        assert audit(table, Tally([(number, {"value": 2}) for number in range(1, version + 1)])) == []
