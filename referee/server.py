"""Running the service: the gunicorn settings that `referee serve` and the deployment share."""

from __future__ import annotations

import errno
import gc
import socket
import time
from mmap import mmap
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.http import errors
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import ThreadWorker

from referee.api import create_app, warmed_up
from referee.api.config import BadConfig, Config
from referee.api.problems import problem_body
from referee.core.document import dump


def settings(config: Config) -> dict[str, Any]:
    """Return the settings of gunicorn for a configuration."""
    return {
        "bind": f"{config.host}:{config.port}",
        "workers": config.workers,
        "threads": config.threads,
        "worker_class": "referee.server.Worker",
        "preload_app": True,
        "when_ready": prepare,
        "pre_fork": show_board,
        "child_exit": clear_place,
        "timeout": 30,
        "graceful_timeout": 10,
        "keepalive": 15,
        "loglevel": config.log_level,
        "proc_name": "referee",
        "control_socket_disable": True,
    }


def prepare(arbiter: Any) -> None:
    """Before workers are forked, put up their board, and keep the garbage collector away from what stays loaded."""
    arbiter.board = memoryview(mmap(-1, 4 * PLACES)).cast("I")
    gc.collect()
    gc.freeze()


# All workers wait at one socket, and whoever wakes first has the connection: often one worker had all. So they share a
# board. Each writes there one more than the connections that it holds, or 0 when it takes none. A place that is out of
# date costs others a moment, never a connection.

PLACES = 256  # more than there are workers, also while a reload replaces all of them
MOMENT = 0.001  # seconds


def show_board(arbiter: Any, worker: Worker) -> None:
    worker.board = arbiter.board


def clear_place(arbiter: Any, worker: Worker) -> None:
    arbiter.board[worker.place] = 0


# What gunicorn refuses before the application sees it: the status line, and the code and detail of the problem.
UNREADABLE: tuple[tuple[type[BaseException], str, str, str], ...] = (
    (errors.LimitRequestLine, "414 URI Too Long", "too-large", "The address is too long."),
    (errors.LimitRequestHeaders, "431 Request Header Fields Too Large", "too-large", "The headers are too large."),
    (errors.ParseException, "400 Bad Request", "not-json", "The request is not HTTP as we take it."),
    (BaseException, "500 Internal Server Error", "internal", "This should not have happened."),
)


class Worker(ThreadWorker):
    """A worker that takes its share of connections, and answers also what it cannot read with a problem document."""

    board: memoryview

    @property
    def place(self) -> int:
        return int(self.age) % PLACES

    def notify(self) -> None:
        """Say that it is alive, in every turn of its loop, and what it holds."""
        super().notify()
        self.board[self.place] = self.nr_conns + 1 if self.alive else 0

    def accept(self, listener: Any) -> None:
        """Let workers that hold fewer connections go first. They may be busy, so wait for them only a moment."""
        if self.nr_conns >= min(filter(None, self.board), default=1):
            time.sleep(MOMENT)
        super().accept(listener)
        self.board[self.place] = self.nr_conns + 1

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        line, code, detail = next(row[1:] for row in UNREADABLE if isinstance(exc, row[0]))
        if code == "internal":
            self.log.error("unexpected %s", type(exc).__name__, exc_info=exc)
        body = dump(problem_body(code, detail, "en", int(line[:3])))
        head = f"HTTP/1.1 {line}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
        try:
            write_nonblock(client, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        except OSError:
            self.log.debug("The client has gone away.")

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Let the event streams end, which would keep the worker from stopping; their clients come back elsewhere."""
        app: Any = self.wsgi
        app.extensions["referee-streams"].close()
        super().handle_exit(sig, frame)


class Service(BaseApplication):
    """The application with gunicorn around it."""

    def __init__(self, config: Config) -> None:
        self.referee = config
        super().__init__()

    def load_config(self) -> None:
        for name, value in settings(self.referee).items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return warmed_up(create_app(self.referee))


def refuse_taken_port(config: Config) -> None:
    """Say clearly that the address cannot be used, before gunicorn tries five times."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((config.host, config.port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = (
                "is taken by another program; choose one with --port" if taken else f"cannot be used: {error.strerror}"
            )
            raise BadConfig(f"Port {config.port} on {config.host} {why}.") from error


def address_for_phones() -> str | None:
    """Return this machine's address in its network, or None without a network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def greeting(config: Config) -> str:
    """Return what a person who has just started the service wants to know."""
    shown = "127.0.0.1" if config.host in ("0.0.0.0", "::") else config.host
    here = f"http://{f'[{shown}]' if ':' in shown else shown}:{config.port}"
    lines = {
        "API": f"{here}/v1/games",
        "Docs": f"{here}/docs",
        "OpenAPI": f"{here}/openapi.yaml",
        "Store": config.store,
    }
    if config.host in ("0.0.0.0", "::") and (phones := address_for_phones()):
        lines["Phones"] = f"http://{phones}:{config.port}"
    return "\n".join(["Referee is ready.", *(f"  {name + ':':<9}{value}" for name, value in lines.items())])
