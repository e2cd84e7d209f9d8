"""The HTTP service: Flask around the games and the store."""

from __future__ import annotations

import re
import uuid

from flask import Flask, Response, request

from referee.api.config import Config
from referee.api.docs import docs
from referee.api.games import games
from referee.api.language import language
from referee.api.problems import register_errors

_request_id = re.compile(r"[!-~]{1,128}")

CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Location, Request-Id, Retry-After",
}
PREFLIGHT = {
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Accept-Language"
    ),
    "Access-Control-Max-Age": "86400",
}


def create_app(config: Config | None = None) -> Flask:
    """Put the service together from its configuration."""
    app = Flask(__name__, static_folder=None)
    app.config["REFEREE"] = config or Config()
    app.json.sort_keys = False  # type: ignore[attr-defined]
    register_errors(app)
    app.register_blueprint(games)
    app.register_blueprint(docs)

    @app.after_request
    def _finish(response: Response) -> Response:
        """Add what every answer carries."""
        given = request.headers.get("Request-Id", "")
        response.headers["Request-Id"] = given if _request_id.fullmatch(given) else uuid.uuid4().hex
        response.headers.update(CORS)
        if request.method == "OPTIONS":
            response.headers.update(PREFLIGHT)
            response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Content-Language"] = language()
        response.headers["Vary"] = "Authorization, Accept-Language"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    return app


__all__ = ["create_app"]
