"""The service as processes: two workers against one, the time to the first answer, memory over a long life."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bench.engine import exactly
from bench.load import Client, Job
from bench.measuring import Progress, Row, by_turns, figure, ratios
from bench.positions import Course
from bench.servers import REFEREE, serving
from bench.sizes import Sizes
from bench.stateless import drive, request
from referee.core.document import dump


def mixed(courses: dict[str, Course]) -> list[bytes]:
    """Return verdict requests of every family, mixed."""
    return [
        request(f"/v1/games/{course.game.id}/verdicts?legal_moves=tree", dump(position.question))
        for course in courses.values()
        for position in course.middle
    ]


def rows(courses: dict[str, Course], client: Client, sizes: Sizes, folder: Path, progress: Progress) -> Iterator[Row]:
    asked = {"workers": workers, "start": start, "memory": memory}
    for part, measure in asked.items():
        if part in sizes.parts:
            yield measure(courses, client, sizes, folder, progress)


def workers(courses: dict[str, Course], client: Client, sizes: Sizes, folder: Path, progress: Progress) -> Row:
    """Compare throughput; `limit` is what two cores can give when the load client takes its part of them.

    The single worker is kept to one core: its threads are slower when they wander, which would flatter two workers.
    """
    requests, sizes = mixed(courses), replace(sizes, connections=8 * sizes.connections, seconds=4 * sizes.seconds)
    progress.part("workers", 2 * (sizes.rounds + 1))
    with serving(REFEREE, folder) as one, serving(REFEREE, folder, roams=True, workers=2) as two:
        contenders = {"one": drive(client, one, requests, sizes), "two": drive(client, two, requests, sizes)}
        found = by_turns(contenders, sizes.rounds, progress)
    single, double = (list(zip(*found[name], strict=True)) for name in ("one", "two"))
    figures = {
        "one_per_second": figure(single[1]),
        "two_per_second": figure(double[1]),
        "ratio": ratios(double[1], single[1]),
        "one_cpu_us": figure(single[0]),
        "two_cpu_us": figure(double[0]),
        "client_cpu_us": figure(double[3]),
        "limit": figure(2 * a / (b + c) for a, b, c in zip(single[0], double[0], double[3], strict=True)),
    }
    return Row("workers", "two against one", figures, 1.7)


def start(courses: dict[str, Course], client: Client, sizes: Sizes, folder: Path, progress: Progress) -> Row:
    progress.part("start", sizes.starts)
    seconds = []
    for _ in range(sizes.starts):
        with serving(REFEREE, folder, roams=True, workers=2) as server:
            seconds.append(server.seconds_to_first_answer)
        progress.step()
    return Row("start", "to the first answer", {"seconds": figure(seconds)})


def memory(courses: dict[str, Course], client: Client, sizes: Sizes, folder: Path, progress: Progress) -> Row:
    """Ask many questions of one worker. Growth counts from the start, and from a twentieth of them on, once warm."""
    requests = mixed(courses)
    with serving(REFEREE, folder) as server:
        fresh = server.memory()
        job = Job(server.port, [requests] * sizes.connections, sizes.connections)
        each = len(requests) * sizes.connections
        measures = -(-sizes.lifetime // each)
        progress.part("memory", measures)
        for number in range(measures):
            client.drive(job)
            if number == measures // 20:
                warm = server.memory()
            progress.step()
        grown = server.memory()
    figures = {
        "fresh_mib": exactly(fresh),
        "warm_mib": exactly(warm),
        "after_mib": exactly(grown),
        "requests": exactly(measures * each),
        "growth_percent": exactly(100 * (grown - fresh) / fresh),
        "growth_once_warm_percent": exactly(100 * (grown - warm) / warm),
    }
    return Row("memory", "of a worker", figures, limit=5)
