"""The load client: a process of its own that keeps connections busy and measures how long answers take.

It speaks just enough HTTP, so that it takes little of the machine that it shares with the server.
"""

from __future__ import annotations

import multiprocessing
import select
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, repeat
from multiprocessing.connection import Connection


@dataclass(frozen=True)
class Job:
    """Requests to send, so many times over: a connection sends a lane in order, then takes the next lane there is.

    So no connection is left with more to do than others because its answers come later.
    """

    port: int
    lanes: Sequence[Sequence[bytes]]
    connections: int
    times: int = 1


@dataclass(frozen=True)
class Drive:
    """How a job went: the time of every answer and the client's own CPU, in seconds; the first unwanted answer."""

    seconds: float
    cpu: float
    latencies: list[float]
    refused: bytes | None


class Line:
    """One connection, and what it still has to send."""

    def __init__(self, port: int, lanes: Iterator[Sequence[bytes]]) -> None:
        self.requests = chain.from_iterable(lanes)
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.heard = b""
        self.sent_at = 0.0

    def send(self) -> bool:
        """Send the next request; False when there is none."""
        request = next(self.requests, None)
        if request is None:
            return False
        self.heard, self.sent_at = b"", time.perf_counter()
        self.socket.sendall(request)
        return True

    def hear(self) -> bool:
        """Take what has arrived; True when the answer is complete."""
        if not (some := self.socket.recv(262144)):
            raise ConnectionError("the server hung up")
        self.heard = heard = self.heard + some if self.heard else some
        if (head := heard.find(b"\r\n\r\n")) < 0:
            return False
        length = heard.index(LENGTH, 0, head) + len(LENGTH)
        return len(heard) - head - 4 >= int(heard[length : heard.index(b"\r", length)])


LENGTH = b"\r\nContent-Length: "


def drive(job: Job) -> Drive:
    """Keep every connection busy until all requests are sent."""
    lanes = chain.from_iterable(repeat(job.lanes, job.times))
    lines = [Line(job.port, lanes) for _ in range(job.connections)]
    latencies: list[float] = []
    refused = None
    with select.epoll() as waiting:
        started, spent = time.perf_counter(), time.process_time()
        busy = {line.socket.fileno(): line for line in lines if line.send()}
        for number in busy:
            waiting.register(number, select.EPOLLIN)
        while busy:
            for number, _ in waiting.poll(30):
                line = busy[number]
                if line.hear():
                    latencies.append(time.perf_counter() - line.sent_at)
                    if refused is None and not line.heard.startswith(b"HTTP/1.1 2"):
                        refused = line.heard
                    if not line.send():
                        waiting.unregister(number)
                        del busy[number]
        seconds, cpu = time.perf_counter() - started, time.process_time() - spent
    for line in lines:
        line.socket.close()
    return Drive(seconds, cpu, latencies, refused)


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
