"""Moves at kept tables, on Redis and SQLite, against a bare view with one Redis round trip of the same bytes."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from redis import Redis

from bench.bare import ANSWERS, Sample
from bench.engine import exactly
from bench.load import Client, Job
from bench.measuring import Progress, Row, by_turns
from bench.positions import Course, one_of_each
from bench.servers import BARE, REFEREE, Server, redis, redis_binary, serving
from bench.sizes import Sizes
from bench.stateless import compared, driven, request
from referee.core.document import dump, parse
from referee.core.play import judge

TARGETS = {"redis": 0.50, "redis, with keys": None, "sqlite normal": 0.30, "sqlite full": None}
MOST_MOVES = 40


def bodies(course: Course) -> list[bytes]:
    """Return the requests that play the first moves of a course; a move may raise the version by more than one."""
    found, version = [], 0
    for place in course.positions[:MOST_MOVES]:
        found.append(dump({"move": place.move, "expected_version": version}))
        version += len(judge(place.rules, place.state, place.move).steps)
    return found


def ask(server: Server, path: str, body: bytes, headers: dict[str, str]) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request("POST", path, body, {"Content-Type": "application/json", **headers})
        response = connection.getresponse()
        answered = response.read()
    finally:
        connection.close()
    if response.status != 201:
        raise RuntimeError(f"{path}: {answered.decode()}")
    return parse(answered)


def open_table(server: Server, course: Course) -> tuple[str, str]:
    """Open a table for a course; return its moves' address and the host's token. Frantic's lists are shown as trees."""
    body = dump({"game": course.game.id, "setup": course.record["setup"]})
    opened = ask(server, "/v1/sessions", body, {})
    listing = "?legal_moves=tree" if course.game.id == "frantic" else ""
    return f"/v1/sessions/{opened['id']}/moves{listing}", f"Authorization: Bearer {opened['tokens']['host']}"


def playing(server: Server, course: Course, sizes: Sizes, keyed: bool) -> Job:
    """Open tables, and return the requests that play on them, a lane for each table."""
    lanes: list[list[bytes]] = [[] for _ in range(sizes.sessions)]
    moves = bodies(course)
    for lane in lanes:
        path, token = open_table(server, course)
        for version, body in enumerate(moves):
            key = (f"Idempotency-Key: {path}-{version}",) if keyed else ()
            lane.append(request(path, body, token, *key))
    return Job(server.port, lanes, sizes.connections)


def keeping(server: Server, game: str, course: Course, sizes: Sizes) -> Job:
    """Return as many requests for the bare view, with the same bodies."""
    once = [request(f"/kept/{game}-{number}", body) for number, body in enumerate(bodies(course))]
    return Job(server.port, [once] * sizes.sessions, sizes.connections)


def drive(client: Client, server: Server, job: Callable[[], Job]) -> Callable[[], tuple[float, ...]]:
    return lambda: driven(client, server, job())


def samples(server: Server, game: str, course: Course) -> dict[str, Sample]:
    """Play a course once; return what is answered to each move, and the bytes that it keeps."""
    path, token = open_table(server, course)
    found = {}
    for number, body in enumerate(bodies(course)):
        answered = ask(server, path, body, {"Authorization": token.removeprefix("Authorization: ")})
        kept = dump([answered["state"], parse(body)["move"], answered["events"]])
        found[f"{game}-{number}"] = Sample(answered, kept.decode())
    return found


def rows(courses: dict[str, Course], client: Client, sizes: Sizes, folder: Path, progress: Progress) -> Iterator[Row]:
    binary = redis_binary()
    if "sessions" not in sizes.parts or binary is None:
        return
    with ExitStack() as running:
        url = running.enter_context(redis(binary, folder))
        servers = {
            "redis": running.enter_context(serving(REFEREE, folder, REFEREE_REDIS_URL=url)),
            "sqlite normal": running.enter_context(serving(REFEREE, folder, REFEREE_SQLITE_SYNCHRONOUS="normal")),
            "sqlite full": running.enter_context(serving(REFEREE, folder, REFEREE_SQLITE_SYNCHRONOUS="full")),
        }
        servers["redis, with keys"] = servers["redis"]
        games = one_of_each(courses)
        answers = {
            name: s for game, course in games.items() for name, s in samples(servers["redis"], game, course).items()
        }
        (folder / "kept.json").write_bytes(dump(answers))
        settings = {ANSWERS: str(folder / "kept.json"), "REFEREE_REDIS_URL": url}
        bare = running.enter_context(serving(BARE, folder, **settings))
        progress.part("sessions", len(games) * ((len(TARGETS) + 1) * (sizes.rounds + 1) + 1))
        for game, course in games.items():
            contenders = {
                store: drive(client, servers[store], partial(playing, servers[store], course, sizes, "keys" in store))
                for store in TARGETS
            }
            contenders["bare"] = drive(client, bare, partial(keeping, bare, game, course, sizes))
            found = by_turns(contenders, sizes.rounds, progress)
            for store, target in TARGETS.items():
                pair = {"ours": found[store], "bare": found["bare"]}
                yield compared("sessions", f"{game}, {store}", pair, target)
            yield weighed(game, course, servers["redis"], client, sizes, url)
            progress.step()


def weighed(game: str, course: Course, server: Server, client: Client, sizes: Sizes, url: str) -> Row:
    """Return the bytes that a table takes in Redis, new and after its moves."""
    with Redis.from_url(url) as known:

        def used() -> int:
            return int(known.info("memory")["used_memory"])

        empty = used()
        job = playing(server, course, sizes, False)
        opened = used()
        client.drive(job)
        moved = used()
    new = max(opened - empty, 0) / sizes.sessions
    moves = len(bodies(course))
    grown = max(moved - opened, 0) / sizes.sessions / moves
    return Row(
        "bytes in redis", game, {"new_table": exactly(new), "each_move": exactly(grown), "moves": exactly(moves)}
    )
