"""Stateless questions over HTTP, each against the bare view with the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.bare import ANSWERS, Sample
from bench.load import Client, Job
from bench.measuring import Progress, Row, by_turns, figure, ratios
from bench.positions import Course, one_of_each
from bench.servers import BARE, REFEREE, Server, serving
from bench.sizes import Sizes
from referee.api import create_app
from referee.core.document import dump, parse

TARGETS = {"verflixxt": 0.70, "hexenrennen": 0.70, "coq": 0.70, "frantic": 0.40}


@dataclass(frozen=True)
class Question:
    """A group of requests that are measured together."""

    part: str
    what: str
    path: str
    bodies: tuple[bytes, ...]
    target: float | None = None


def questions(courses: dict[str, Course]) -> Iterator[Question]:
    """Return verdicts of every family, also as other libraries write them, lists of legal moves, and replays."""
    for name, course in courses.items():
        base, game = f"/v1/games/{course.game.id}", course.game.id
        verdicts = tuple(dump(position.question) for position in course.middle)
        if game == "frantic":
            yield Question("verdicts", f"{name}, tree", f"{base}/verdicts?legal_moves=tree", verdicts, TARGETS[game])
            yield Question("verdicts", f"{name}, full", f"{base}/verdicts", verdicts)
        else:
            yield Question("verdicts", name, f"{base}/verdicts", verdicts, TARGETS.get(game))
    for name, course in one_of_each(courses).items():
        spaced = tuple(json.dumps(parse(dump(position.question))).encode() for position in course.middle)
        what, path = f"{name}, longest record, with white space", f"/v1/games/{name}/verdicts?legal_moves=tree"
        yield Question("verdicts", what, path, spaced, TARGETS[name])
    for name, course in one_of_each(courses).items():
        base = f"/v1/games/{name}"
        family = [each for each in courses.values() if each.game is course.game]
        places = [position for each in family for position in each.positions[:: -(-len(each.positions) // 40)]]
        longest = max(places, key=lambda position: len(position.listed))
        body, what = (dump({"state": longest.state}),), f"{name}, {len(longest.listed)} moves"
        yield Question("lists", what, f"{base}/legal-moves", body)
        yield Question("lists", f"{what}, tree", f"{base}/legal-moves?legal_moves=tree", body)
    for name, course in one_of_each(courses).items():
        body = (dump(course.record),)
        yield Question("replays", f"{name}, {len(course.positions)} moves", f"/v1/games/{name}/replays", body)


def request(path: str, body: bytes, *headers: str) -> bytes:
    """Return a request as it travels."""
    head = (f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", *headers)
    return "\r\n".join((*head, f"Content-Length: {len(body)}", "", "")).encode() + body


def answers(asked: list[Question]) -> dict[str, Sample]:
    """Return what the service answers to each body, by the name of its bare view."""
    client = create_app().test_client()
    found = {}
    for number, question in enumerate(asked):
        for index, body in enumerate(question.bodies):
            answered = client.post(question.path, data=body, content_type="application/json")
            if answered.status_code != 200:
                raise RuntimeError(f"{question.what}: {answered.text}")
            found[f"{number}-{index}"] = Sample(parse(answered.data))
    return found


def driven(client: Client, server: Server, job: Job) -> tuple[float, ...]:
    """Do a job; return the server's CPU for a request in µs, requests in a second, slow answers in ms, our own CPU."""
    before = server.cpu()
    done = client.drive(job)
    count = len(done.latencies)
    slow = sorted(done.latencies)[int(count * 0.99)]
    return (server.cpu() - before) / count * 1e6, count / done.seconds, slow * 1e3, done.cpu / count * 1e6


def drive(client: Client, server: Server, requests: list[bytes], sizes: Sizes) -> Callable[[], tuple[float, ...]]:
    """Return a measurement that takes about as long as it should; the first one finds out how much that is."""
    lanes, times = [[each] for each in requests], 0

    def measure() -> tuple[float, ...]:
        nonlocal times
        found = driven(client, server, Job(server.port, lanes, sizes.connections, times or sizes.connections))
        if not times:
            times = max(1, round(sizes.seconds * found[1] / len(requests)))
        return found

    return measure


def rows(courses: dict[str, Course], client: Client, sizes: Sizes, folder: Path, progress: Progress) -> Iterator[Row]:
    asked = [question for question in questions(courses) if question.part in sizes.parts]
    if not asked:
        return
    (folder / "answers.json").write_bytes(dump(answers(asked)))
    with (
        serving(REFEREE, folder) as referee,
        serving(BARE, folder, **{ANSWERS: str(folder / "answers.json")}) as bare,
    ):
        for part in dict.fromkeys(question.part for question in asked):
            numbered = [(number, question) for number, question in enumerate(asked) if question.part == part]
            progress.part(part, len(numbered) * 2 * (sizes.rounds + 1))
            for number, question in numbered:
                ours = [request(question.path, body) for body in question.bodies]
                theirs = [request(f"/bare/{number}-{i}", body) for i, body in enumerate(question.bodies)]
                found = by_turns(
                    {"ours": drive(client, referee, ours, sizes), "bare": drive(client, bare, theirs, sizes)},
                    sizes.rounds,
                    progress,
                )
                yield compared(question.part, question.what, found, question.target)


def compared(part: str, what: str, found: dict[str, list[Any]], target: float | None = None) -> Row:
    """Return the row of a contender against its ceiling, both measured in the same rounds."""
    ours, bare = (list(zip(*found[name], strict=True)) for name in ("ours", "bare"))
    return Row(
        part,
        what,
        {
            "cpu_us": figure(ours[0]),
            "ceiling_cpu_us": figure(bare[0]),
            "ratio": ratios(bare[0], ours[0]),
            "per_second": figure(ours[1]),
            "ratio_per_second": ratios(ours[1], bare[1]),
            "p99_ms": figure(ours[2]),
        },
        target,
    )
