"""The load client: a process of its own that keeps connections busy and measures how long answers take.

It speaks just enough HTTP, so that it takes little of the machine that it shares with the server.
"""

from __future__ import annotations

import multiprocessing
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, repeat
from multiprocessing.connection import Connection


@dataclass(frozen=True)
class Job:
    """Requests to send: each lane is a connection that sends its requests in order, so many times over."""

    port: int
    lanes: Sequence[Sequence[bytes]]
    times: int = 1


@dataclass(frozen=True)
class Drive:
    """How a job went: the time of every answer in seconds, and the first answer that was none we wanted."""

    seconds: float
    latencies: list[float]
    refused: bytes | None


class Lane:
    """One connection, and what it still has to send."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.requests = requests
        self.line = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.heard = b""
        self.sent_at = 0.0

    def send(self) -> bool:
        """Send the next request; False when there is none."""
        request = next(self.requests, None)
        if request is None:
            return False
        self.heard, self.sent_at = b"", time.perf_counter()
        self.line.sendall(request)
        return True

    def hear(self) -> bool:
        """Take what has arrived; True when the answer is complete."""
        if not (some := self.line.recv(262144)):
            raise ConnectionError("the server hung up")
        self.heard += some
        head, found, body = self.heard.partition(b"\r\n\r\n")
        if not found:
            return False
        _, _, length = head.lower().partition(b"content-length: ")
        return len(body) >= int(length.split(b"\r\n", 1)[0])


def drive(job: Job) -> Drive:
    """Keep every lane busy until it has sent all of its requests."""
    lanes = [Lane(job.port, chain.from_iterable(repeat(requests, job.times))) for requests in job.lanes]
    latencies: list[float] = []
    refused = None
    with selectors.DefaultSelector() as waiting:
        started = time.perf_counter()
        for lane in lanes:
            if lane.send():
                waiting.register(lane.line, selectors.EVENT_READ, lane)
        while waiting.get_map():
            for key, _ in waiting.select(30):
                lane = key.data
                if lane.hear():
                    latencies.append(time.perf_counter() - lane.sent_at)
                    if refused is None and not lane.heard.startswith(b"HTTP/1.1 2"):
                        refused = lane.heard
                    if not lane.send():
                        waiting.unregister(lane.line)
        seconds = time.perf_counter() - started
    for lane in lanes:
        lane.line.close()
    return Drive(seconds, latencies, refused)


class Refused(Exception):
    """The server did not answer as it should."""


class Client:
    """The load client, seen from the benchmark."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def drive(self, job: Job) -> Drive:
        self._pipe.send(job)
        driven = self._pipe.recv()
        if isinstance(driven, Exception):
            raise driven
        if driven.refused:
            raise Refused(driven.refused.decode(errors="replace"))
        return driven


def _work(pipe: Connection) -> None:
    while (job := pipe.recv()) is not None:
        try:
            pipe.send(drive(job))
        except OSError as error:
            pipe.send(error)


@contextmanager
def load_client() -> Iterator[Client]:
    """Run the load client until the block ends."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    try:
        yield Client(ours)
    finally:
        ours.send(None)
        process.join(10)
