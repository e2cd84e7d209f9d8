"""The service as it really runs, and what it answers to requests that no client library would send."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REFEREE = Path(sys.executable).with_name("referee")


@dataclass(frozen=True)
class Answer:
    """What came back, whichever way the question went."""

    status: int
    headers: dict[str, str]  # names in lower case
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str | None:
        """The code of a problem; None for an answer that is none, or that has no body."""
        is_problem = self.headers.get("content-type") == "application/problem+json"
        return self.json["code"] if is_problem and self.body else None


@dataclass(frozen=True)
class Served:
    """A service that listens on the loopback interface."""

    port: int
    out: Path

    @property
    def printed(self) -> str:
        return self.out.read_text()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            return read_answer(connection.getresponse())
        finally:
            connection.close()

    def say(self, raw: bytes, method: str = "POST", *, hang_up: bool = False) -> Answer:
        """Send bytes as they are, `hang_up` without waiting for more, and read one answer."""
        with self.connect() as line:
            line.sendall(raw)
            if hang_up:
                line.shutdown(socket.SHUT_WR)
            return hear(line, method)


def hear(line: socket.socket, method: str = "POST") -> Answer:
    """Read the next answer from a connection."""
    response = http.client.HTTPResponse(line, method=method)
    try:
        response.begin()
        return read_answer(response)
    finally:
        response.close()


def read_answer(response: http.client.HTTPResponse) -> Answer:
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, response.read())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(folder: Path, *options: str, **settings: str) -> Iterator[Served]:
    """Run `referee serve` on a free port, with a store of its own, and end it afterwards."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    environment |= {"REFEREE_SQLITE": str(folder / "games.sqlite3"), "REFEREE_LOG_LEVEL": "warning"} | settings
    with (folder / "out").open("wb") as out:
        process = subprocess.Popen(
            [REFEREE, "serve", "--port", str(port), *options], env=environment, stdout=out, stderr=out
        )
        try:
            service = Served(port, folder / "out")
            wait_until_ready(process, service)
            yield service
        finally:
            process.terminate()
            process.wait(20)


def wait_until_ready(process: subprocess.Popen[bytes], service: Served) -> None:
    deadline = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < deadline:
        try:
            if service.ask("GET", "/readyz").status == 200:
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"the service did not become ready: {service.printed}")
