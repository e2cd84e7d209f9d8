"""The configuration: `REFEREE_*` environment variables, each with its meaning and default."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from marshmallow import Schema, ValidationError, validate
from marshmallow import fields as shapes

PREFIX = "REFEREE_"
DAY = 24 * 60 * 60


class BadConfig(Exception):
    """A setting is wrong; the text says which and why."""


@dataclass(frozen=True)
class Config:
    """How the service runs. Each field is the environment variable of the same name, `REFEREE_HOST` for `host`."""

    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 2
    threads: int = 8
    redis_url: str = ""
    sqlite: str = str(Path.home() / ".local" / "share" / "referee" / "referee.sqlite3")
    sqlite_synchronous: str = "full"
    redis_timeout_ms: int = 500
    session_seconds: int = 30 * DAY
    expired_seconds: int = 7 * DAY
    join_attempts: int = 10
    streams: int | None = None
    stream_seconds: int = 600
    heartbeat_seconds: int = 15
    trusted_proxies: int = 0
    log_level: str = "info"

    @property
    def stream_limit(self) -> int:
        """How many event streams one worker carries: half of its threads, so that moves always find one."""
        return self.threads // 2 if self.streams is None else self.streams

    @property
    def store(self) -> str:
        """Where games are kept: the Redis address without its password, or the SQLite file."""
        return re.sub(r"//[^/@]*@", "//", self.redis_url) if self.redis_url else self.sqlite


class Whole(shapes.Integer):
    """A whole number written with digits alone."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit()):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **more)


class _Settings(Schema):
    host = shapes.String(validate=validate.Length(min=1))
    port = Whole(validate=validate.Range(1, 65535))
    workers = Whole(validate=validate.Range(1, 64))
    threads = Whole(validate=validate.Range(1, 256))
    redis_url = shapes.String(validate=validate.Regexp(r"^$|^(redis|rediss|unix)://"))
    sqlite = shapes.String(validate=validate.Length(min=1))
    sqlite_synchronous = shapes.String(validate=validate.OneOf(["full", "normal", "off"]))
    redis_timeout_ms = Whole(validate=validate.Range(10, 10_000))
    session_seconds = Whole(validate=validate.Range(1, 10 * 365 * DAY))
    expired_seconds = Whole(validate=validate.Range(0, 10 * 365 * DAY))
    join_attempts = Whole(validate=validate.Range(1, 1_000_000))
    streams = Whole(validate=validate.Range(0, 255))
    stream_seconds = Whole(validate=validate.Range(1, DAY))
    heartbeat_seconds = Whole(validate=validate.Range(1, 60))
    trusted_proxies = Whole(validate=validate.Range(0, 10))
    log_level = shapes.String(validate=validate.OneOf(["debug", "info", "warning", "error"]))


def read_config(environment: Mapping[str, str], **given: Any) -> Config:
    """Read the settings from the environment; `given` ones (from the command line, None = not given) come first."""
    known = {PREFIX + field.name.upper(): field.name for field in fields(Config)}
    found = {name: value for name, value in environment.items() if name.startswith(PREFIX)}
    if unknown := sorted(set(found) - set(known)):
        raise BadConfig(f"{unknown[0]} is no setting. The settings are {', '.join(known)}.")
    settings = {known[name]: value for name, value in found.items()}
    settings.update({name: str(value) for name, value in given.items() if value is not None})
    try:
        return Config(**_Settings().load(settings))
    except ValidationError as error:
        name, problems = next(iter(error.messages_dict.items()))
        raise BadConfig(f"{PREFIX}{name.upper()} is {settings.get(name)!r}: {problems[0]}") from error
