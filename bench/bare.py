"""The ceiling: bare Flask views under the same gunicorn settings as the service, with bodies of the same size.

`/bare/<name>` decodes the request and encodes an answer. `/kept/<name>` makes one Redis round trip in between, with the
bytes that a session move keeps. The answers come from a file that the benchmark writes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask, Response, request
from redis import Redis

from referee.api.config import Config, read_config
from referee.api.events import Places
from referee.server import Service

ANSWERS = "BENCH_ANSWERS"


class Sample(msgspec.Struct):
    """What a bare view answers, and what it keeps."""

    answer: Any
    kept: str = ""


def bare_app(samples: dict[str, Sample], redis: Redis | None) -> Flask:
    app = Flask(__name__, static_folder=None)
    app.extensions["referee-streams"] = Places(0)  # a stopping worker closes its streams

    @app.get("/healthz")
    def is_alive() -> Response:
        return Response(b"{}", content_type="application/json")

    @app.post("/bare/<name>")
    def bare(name: str) -> Response:
        msgspec.json.decode(request.get_data())
        return Response(msgspec.json.encode(samples[name].answer), content_type="application/json")

    @app.post("/kept/<name>")
    def kept(name: str) -> Response:
        assert redis
        msgspec.json.decode(request.get_data())
        sample = samples[name]
        redis.set(name, sample.kept, get=True)
        return Response(msgspec.json.encode(sample.answer), content_type="application/json")

    return app


class Bare(Service):
    """The bare application with the service's gunicorn around it."""

    def __init__(self, config: Config, samples: dict[str, Sample]) -> None:
        self.samples = samples
        super().__init__(config)

    def load(self) -> Flask:
        redis = Redis.from_url(self.referee.redis_url, protocol=2) if self.referee.redis_url else None
        return bare_app(self.samples, redis)


def main() -> None:
    samples = msgspec.json.decode(Path(os.environ[ANSWERS]).read_bytes(), type=dict[str, Sample])
    Bare(read_config(os.environ), samples).run()


if __name__ == "__main__":
    main()
