"""The HTTP service: Flask around the games and the store."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Map, MapAdapter

from referee.api.config import Config
from referee.api.docs import docs
from referee.api.events import Places
from referee.api.games import games
from referee.api.language import spoken
from referee.api.problems import register_errors
from referee.api.sessions import sessions
from referee.api.stores import Keeper, open_store
from referee.core.document import parse
from referee.games import GAMES
from referee.store import Store

ALWAYS = [
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Location, Request-Id, Retry-After"),
    ("Vary", "Authorization, Accept-Language"),
    ("X-Content-Type-Options", "nosniff"),
]
PREFLIGHT = {
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Accept-Language"
    ),
    "Access-Control-Max-Age": "86400",
}

_request_id = re.compile(r"[!-~]{1,128}")


class Address(MapAdapter):
    """Where a request goes. No subdomains, no host names, no redirects: path and method alone decide."""

    def match(self, path_info: str | None = None, method: str | None = None, *given: Any, **more: Any) -> Any:
        return _matched(self.map, path_info or self.path_info, method or self.default_method)


@lru_cache(maxsize=256)
def _matched(routes: Map, path: str, method: str) -> Any:
    return MapAdapter(routes, "", "/", "", "http", path, method).match(return_rule=True)


class NoCookies(SessionInterface):
    """Nothing is kept in cookies."""

    nothing = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self.nothing


class Service(Flask):
    """Flask, with the headers that every answer carries, and without detours for what we have none of."""

    session_interface = NoCookies()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func  # no coroutines

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        return Address(self.url_map, "", "/", "", "http", request.path, request.method) if request else None

    def full_dispatch_request(self) -> Response:
        """Answer a request. Nothing is hooked in before or after our views."""
        try:
            answered = self.dispatch_request()
        except Exception as error:
            answered = self.handle_user_exception(error)
        return self.make_response(answered)

    def do_teardown_request(self, *given: Any, **more: Any) -> None:
        """Leave a request. Nothing is hooked in there either."""

    do_teardown_appcontext = do_teardown_request

    def make_default_options_response(self) -> Response:
        """Tell browsers what they may send."""
        response = super().make_default_options_response()
        response.headers.update({**PREFLIGHT, "Access-Control-Allow-Methods": response.headers["Allow"]})
        return response

    def wsgi_app(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            given = environ.get("HTTP_REQUEST_ID", "")
            headers += ALWAYS
            headers.append(("Request-Id", given if _request_id.fullmatch(given) else os.urandom(16).hex()))
            headers.append(("Content-Language", spoken(environ.get("HTTP_ACCEPT_LANGUAGE"))))
            return start_response(status, headers, *more)

        return super().wsgi_app(environ, start)


def create_app(config: Config | None = None, store: Store | None = None) -> Flask:
    """Put the service together from its configuration. A store that is not given is made when it is first needed."""
    config = config or Config()
    app = Service(__name__, static_folder=None)
    app.config["REFEREE"] = config
    app.extensions["referee-store"] = Keeper(lambda: store or open_store(config))
    app.extensions["referee-streams"] = Places(config.stream_limit)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.merge_slashes = False  # an address is right or not found, never a redirect
    register_errors(app)
    app.register_blueprint(games)
    app.register_blueprint(sessions)
    app.register_blueprint(docs)
    if config.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=config.trusted_proxies, x_proto=0)  # type: ignore[method-assign]
    return app


def warmed_up(app: Flask) -> Flask:
    """Ask for the document and about the example of every game, so that nobody waits for what is made once."""
    client = app.test_client()
    client.get("/openapi.json")
    for game in GAMES:
        example = parse(client.get(f"/v1/games/{game}/examples").data)
        for move in (example["legal_move"], example["illegal_move"]):
            client.post(f"/v1/games/{game}/verdicts", json={"state": example["state"], "move": move})
    return app


__all__ = ["create_app", "warmed_up"]
