"""The service as processes: workers share out the connections that stay open."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.servers import Phone, Service, patience


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(workers=2, sqlite=tmp_path / "games.sqlite3") as started:
        patience(lambda: [held(worker) for worker in started.workers()] == [0, 0])
        yield started


def held(worker: int) -> int:
    """Return how many connections a worker holds; the socket that all of them listen at is none."""
    links = [os.readlink(link) for link in Path(f"/proc/{worker}/fd").iterdir()]
    return sum(link.startswith("socket:") for link in links) - 1


def call(service: Service, phones: int) -> list[Phone]:
    """Let phones call one after the other; none hangs up."""
    calling = [service.phone() for _ in range(phones)]
    for phone in calling:
        assert phone.get("/healthz").status == 200
    return calling


def test_workers_share_out_connections(service: Service) -> None:
    phones = call(service, 16)
    shares = [held(worker) for worker in service.workers()]
    assert sum(shares) == len(phones)
    assert min(shares) >= 6, shares


def test_a_new_worker_takes_the_next_connections(service: Service) -> None:
    phones = call(service, 16)
    killed, stays = service.workers()
    os.kill(killed, signal.SIGKILL)
    patience(lambda: len(set(service.workers()) - {killed}) == 2)
    (fresh,) = set(service.workers()) - {stays}
    while held(fresh) < held(stays) and len(phones) < 80:
        phones += call(service, 1)
    assert held(fresh) >= held(stays)


def test_one_worker_is_left_and_takes_all(service: Service) -> None:
    service.process.send_signal(signal.SIGTTOU)
    patience(lambda: len(service.workers()) == 1)
    phones = call(service, 8)
    assert [held(worker) for worker in service.workers()] == [len(phones)]
