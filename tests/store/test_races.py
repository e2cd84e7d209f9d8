"""Many phones at once, over HTTP, against two workers: one move each round, one move for each request."""

from __future__ import annotations

import os
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.store.conftest import STORES
from tests.store.load import Table, harmless_roll, read_log
from tests.store.servers import Answer, Service, patience, shared_redis

ROUNDS = int(os.environ.get("RACE_ROUNDS", "200"))  # more of them for a longer look
CLIENTS = 32


def place(kind: str, folder: Path) -> dict[str, Any]:
    """Say where a service keeps its tables; a busy machine may let Redis wait."""
    if kind == "sqlite":
        return {"sqlite": folder / "games.sqlite3"}
    return {"redis_url": shared_redis().emptied().url, "redis_timeout_ms": 5000}


@pytest.fixture(scope="module", params=STORES)
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(**place(request.param, tmp_path_factory.mktemp("races"))) as started:
        yield started


def race(table: Table, rounds: int) -> list[list[Answer]]:
    """Let every client send a move for the same version, round after round."""
    together = threading.Barrier(CLIENTS)
    answers: list[list[Answer]] = [[] for _ in range(rounds)]

    def run() -> None:
        phone = table.phone()
        phone.get("/healthz")
        for number in range(rounds):
            body = {"move": harmless_roll(), "expected_version": number}
            together.wait(60)
            answer = phone.post(f"{table.base}/moves?legal_moves=none", body, key=str(uuid.uuid4()))
            answers[number].append(answer)

    with ThreadPoolExecutor(CLIENTS) as pool:
        for done in [pool.submit(run) for _ in range(CLIENTS)]:
            done.result()
    return answers


def faults(table: Table, answers: list[list[Answer]]) -> list[str]:
    found = []
    for number, each in enumerate(answers, start=1):
        won = [answer for answer in each if answer.status == 201]
        if len(won) != 1 or won[0].body["version"] != number:
            found.append(f"round {number}: {len(won)} moves were accepted")
        if any(answer.code != "stale-version" for answer in each if answer.status != 201):
            found.append(f"round {number}: {sorted({answer.status for answer in each})}")
    log = read_log(table.phone(), table.base)
    if [item["version"] for item in log] != list(range(1, len(answers) + 1)):
        found.append(f"{len(log)} moves in the log after {len(answers)} rounds")
    return found


def test_of_32_moves_for_one_version_one_is_made(service: Service) -> None:
    table = Table(service)
    assert faults(table, race(table, ROUNDS)) == []


def test_the_race_shows_a_store_that_does_not_compare_versions(tmp_path: Path) -> None:
    """The control."""
    with Service("tests.store.broken:service('careless')", sqlite=tmp_path / "games.sqlite3") as careless:
        table = Table(careless)
        assert faults(table, race(table, 5))


# -- retries ----------------------------------------------------------------------------------------------------------


def send_together(table: Table, times: int) -> list[Answer]:
    """Send the same request many times at once."""
    body, key = {"move": harmless_roll(), "expected_version": table.phone().get(table.base).body["version"]}, "k" * 30
    together = threading.Barrier(times)

    def send(_: int) -> Answer:
        phone = table.phone()
        phone.get("/healthz")
        together.wait(30)
        return phone.post(f"{table.base}/moves", body, key=key)

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(send, range(times)))


def test_the_same_request_at_once_is_one_move_and_one_answer(service: Service) -> None:
    for _ in range(10):
        table = Table(service)
        answers = send_together(table, 8)
        assert [answer.status for answer in answers] == [201] * 8
        assert all(answer.body == answers[0].body for answer in answers)
        assert len(read_log(table.phone(), table.base)) == 1


def test_the_retries_show_a_store_that_forgets_keys(tmp_path: Path) -> None:
    """The control."""
    with Service("tests.store.broken:service('forgetful')", sqlite=tmp_path / "games.sqlite3") as forgetful:
        assert {answer.status for answer in send_together(Table(forgetful), 8)} == {201, 409}


def test_an_answer_that_was_thrown_away_can_be_had_again(service: Service) -> None:
    table = Table(service)
    body, key = {"moves": [harmless_roll(), harmless_roll()], "expected_version": 0}, str(uuid.uuid4())
    for _ in range(3):
        table.phone().post_and_hang_up(f"{table.base}/moves", body, key)
    patience(lambda: read_log(table.phone(), table.base))
    first = table.phone().post(f"{table.base}/moves", body, key=key)
    again = table.phone().post(f"{table.base}/moves", body, key=key)
    assert (first.status, again.status) == (201, 201)
    assert first.body == again.body
    assert first.body["version"] == 2
    assert len(read_log(table.phone(), table.base)) == 2


def test_a_table_is_opened_once_however_often_it_is_asked_for(service: Service) -> None:
    body, key = {"game": "coq", "setup": {"seats": ["red", "blue"]}}, str(uuid.uuid4())
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: service.phone().post("/v1/sessions", body, key=key), range(8)))
    assert [answer.status for answer in answers] == [201] * 8
    assert all(answer.body == answers[0].body for answer in answers)
    opened = answers[0].body
    assert service.phone(opened["tokens"]["host"]).get(f"/v1/sessions/{opened['id']}").status == 200
