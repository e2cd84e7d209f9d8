"""What comes in: bodies and query strings pass here before anything looks at them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from flask import request
from marshmallow import Schema, ValidationError, fields, validate
from werkzeug.wsgi import get_content_length

from referee.api import details
from referee.api.problems import Problem
from referee.core.document import parse

BODY_LIMIT = 64 * 1024
REPLAY_LIMIT = 1024 * 1024


def read_json(limit: int = BODY_LIMIT) -> Any:
    """Read the request's body as JSON, or raise the problem that says why not."""
    return parse(read_body(limit))


def read_body(limit: int = BODY_LIMIT) -> bytes:
    """Read the request's body, which must be JSON, or raise the problem that says why not."""
    environ = request.environ
    if environ.get("CONTENT_TYPE") != "application/json" and not _is_json():
        raise Problem("unsupported-media-type", details.JSON_IN_UTF_8)
    if environ.get("HTTP_CONTENT_ENCODING", "identity") != "identity":
        raise Problem("unsupported-media-type", details.NO_COMPRESSION)
    length = get_content_length(environ)
    if length is None:
        raise Problem("length-required", details.CONTENT_LENGTH)
    if length > limit:
        if length <= 2 * REPLAY_LIMIT:
            environ["wsgi.input"].read(length)  # so that the client hears the refusal and can go on
        raise Problem("too-large", details.TOO_MANY_BYTES.filled(limit=limit))
    body: bytes = environ["wsgi.input"].read(length)
    if len(body) < length:
        raise Problem("not-json", details.ENDS_EARLY)
    return body


def _is_json() -> bool:
    charset = request.mimetype_params.get("charset", "utf-8")
    return request.mimetype == "application/json" and charset.lower() == "utf-8"


class ListingQuery(Schema):
    """How an answer shows the legal moves."""

    legal_moves = fields.String(
        load_default="full",
        validate=validate.OneOf(["full", "tree", "none"]),
        metadata={"description": "All legal moves, a choice tree of them, or none."},
    )
    preview = fields.String(
        load_default="false",
        validate=validate.OneOf(["true", "false"]),
        metadata={"description": "Also show the position as it will be if nobody reacts, while a window is open."},
    )


class NoQuery(Schema):
    """A question that takes nothing in its query string."""


def read_query(schema: type[Schema]) -> dict[str, Any]:
    """Read the query string; unknown and doubled names are refused. What is returned is shared: leave it alone."""
    return _loaded(schema, request.environ.get("QUERY_STRING", ""))


@lru_cache(maxsize=256)
def _loaded(schema: type[Schema], query: str) -> dict[str, Any]:
    given = parse_qsl(query.encode("latin1").decode(errors="replace"), keep_blank_values=True)
    if doubled := [name for name, times in Counter(name for name, _ in given).items() if times > 1]:
        raise ValidationError({name: ["Given twice."] for name in doubled})
    loaded: dict[str, Any] = schema().load(dict(given))
    return loaded
