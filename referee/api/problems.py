"""Errors as clients see them: every refusal is `application/problem+json`, and every status is decided here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Flask, Response, current_app
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from referee.api import details
from referee.api.language import language
from referee.core.catalogue import Catalogue, Language, Text
from referee.core.document import BadDocument, NotJson, dump
from referee.core.rules import Fault, ImpossiblePosition, ImpossibleSetup
from referee.store import (
    Expired,
    KeyReused,
    NoSuchSession,
    OutcomeUnknown,
    Refused,
    RoleTaken,
    StoreFull,
    StoreUnavailable,
)

STATUS: dict[str, int] = {
    "not-json": 400,
    "no-token": 401,
    "not-allowed": 403,
    "not-found": 404,
    "method-not-allowed": 405,
    "illegal": 409,
    "not-your-turn": 409,
    "chance-pending": 409,
    "game-over": 409,
    "stale-version": 409,
    "impossible-position": 409,
    "impossible-setup": 409,
    "idempotency-key-reused": 409,
    "seat-taken": 409,
    "window-open": 409,
    "not-over": 409,
    "expired": 410,
    "length-required": 411,
    "too-large": 413,
    "unsupported-media-type": 415,
    "malformed": 422,
    "slow-down": 429,
    "internal": 500,
    "store-unavailable": 503,
    "outcome-unknown": 503,
    "store-full": 507,
}

TITLE: dict[str, Text] = {
    "not-json": Text("The body is not JSON", "Le corps de la requête n'est pas du JSON"),
    "no-token": Text("A token is needed", "Un jeton est nécessaire"),
    "not-allowed": Text("This token may not do that", "Ce jeton ne permet pas cela"),
    "not-found": Text("There is nothing here", "Il n'y a rien ici"),
    "method-not-allowed": Text("This address does not take that method", "Cette adresse n'accepte pas cette méthode"),
    "illegal": Text("The rules forbid this move", "La règle interdit ce coup"),
    "not-your-turn": Text("Somebody else is on turn", "Ce n'est pas le tour de ce joueur"),
    "chance-pending": Text("A throw or draw is due first", "Il faut d'abord un lancer ou un tirage"),
    "game-over": Text("The game is over", "La partie est finie"),
    "stale-version": Text("The game has gone on since", "La partie a continué entre-temps"),
    "impossible-position": Text("The rules exclude this position", "La règle exclut cette position"),
    "impossible-setup": Text("The rules exclude this set-up", "La règle exclut cette mise en place"),
    "idempotency-key-reused": Text("This key was used for another request", "Cette clé a servi à une autre requête"),
    "seat-taken": Text("This seat is taken", "Cette place est prise"),
    "window-open": Text("There is still time to react", "Il est encore temps de réagir"),
    "not-over": Text("The game is not over yet", "La partie n'est pas encore finie"),
    "expired": Text("This session has expired", "Cette session a expiré"),
    "length-required": Text("The request must say its length", "La requête doit indiquer sa longueur"),
    "too-large": Text("The body is too large", "Le corps de la requête est trop volumineux"),
    "unsupported-media-type": Text(
        "The body must be plain application/json", "Le corps de la requête doit être du simple application/json"
    ),
    "malformed": Text("The request does not fit the schema", "La requête ne correspond pas au schéma"),
    "slow-down": Text("Too many requests", "Trop de requêtes"),
    "internal": Text("The referee has made a mistake", "L'arbitre a commis une erreur"),
    "store-unavailable": Text("The store does not answer", "Le stockage ne répond pas"),
    "outcome-unknown": Text("It is not known whether this was carried out", "On ignore si la demande a été exécutée"),
    "store-full": Text("The store is full", "Le stockage est plein"),
}

# What Flask refuses, and what the store refuses: the code, and a sentence for the client.
HTTP_PROBLEMS: dict[int | None, tuple[str, Text]] = {
    404: ("not-found", details.NO_ADDRESS),
    405: ("method-not-allowed", details.NO_METHOD),
}
STORE_PROBLEMS: dict[type[Exception], tuple[str, Text]] = {
    NoSuchSession: ("not-found", details.NO_SESSION),
    Refused: ("not-found", details.NO_SESSION),
    Expired: ("expired", details.EXPIRED),
    RoleTaken: ("seat-taken", details.SEAT_TAKEN),
    KeyReused: ("idempotency-key-reused", details.KEY_REUSED),
    StoreUnavailable: ("store-unavailable", details.STORE_AWAY),
    OutcomeUnknown: ("outcome-unknown", details.ASK_AGAIN),
    StoreFull: ("store-full", details.STORE_FULL),
}
OURS = (StoreUnavailable, OutcomeUnknown, StoreFull)


class Problem(Exception):
    """Something that is answered with a problem document; `more` are its additional members.

    A detail that is no `Text` is in the reader's language already, as the texts of rules are.
    """

    def __init__(self, code: str, detail: Text | str, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.headers = headers or {}
        self.more = more


def problem_body(code: str, detail: str, spoken: Language, status: int) -> dict[str, Any]:
    title = TITLE[code].in_(spoken)
    return {"type": f"urn:referee:problem:{code}", "title": title, "status": status, "detail": detail, "code": code}


def problem(code: str, detail: Text | str, headers: dict[str, str] | None = None, **more: Any) -> Response:
    """Return the answer for a problem."""
    spoken = language()
    told = detail if isinstance(detail, str) else detail.in_(spoken)
    body = {**problem_body(code, told, spoken, STATUS[code]), **more}
    return Response(dump(body), STATUS[code], headers, content_type="application/problem+json")


def cited_faults(catalogue: Catalogue, faults: Iterable[Fault], prefix: str, spoken: Language) -> list[dict[str, Any]]:
    """Return faults as answers list them, with pointers into the request."""
    return [{**catalogue.citation(fault.rule, spoken), "pointer": prefix + fault.pointer} for fault in faults]


def impossible(catalogue: Catalogue, error: ImpossiblePosition, prefix: str = "") -> Problem:
    """Return the problem for a set-up or position that the rules refuse: all faults, and the first as violation."""
    faults = cited_faults(catalogue, error.faults, prefix, language())
    violations = [{name: value for name, value in faults[0].items() if name != "pointer"}]
    code = "impossible-setup" if isinstance(error, ImpossibleSetup) else "impossible-position"
    return Problem(code, faults[0]["text"], faults=faults, violations=violations)


def _pointers(messages: Any, at: str = "") -> Iterable[tuple[str, str]]:
    """Flatten marshmallow's messages to (pointer, detail) pairs."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            step = str(name).replace("~", "~0").replace("/", "~1")
            yield from _pointers(inner, at if name == "_schema" else f"{at}/{step}")
    else:
        yield from ((at, str(message)) for message in messages)


def malformed(found: Iterable[tuple[str, str]]) -> Response:
    errors = [{"pointer": pointer, "detail": detail} for pointer, detail in found]
    first = errors[0]
    return problem("malformed", f"{first['detail']} (at {first['pointer'] or 'the top'})", errors=errors)


def register_errors(app: Flask) -> None:
    """Answer every exception with its problem document."""

    @app.errorhandler(Problem)
    def _problem(error: Problem) -> Response:
        return problem(error.code, error.detail, error.headers, **error.more)

    @app.errorhandler(NotJson)
    def _not_json(error: NotJson) -> Response:
        return problem("not-json", str(error))

    @app.errorhandler(BadDocument)
    def _bad_document(error: BadDocument) -> Response:
        return malformed([(error.pointer, error.detail)])

    @app.errorhandler(ValidationError)
    def _bad_envelope(error: ValidationError) -> Response:
        return malformed(_pointers(error.messages))

    def _store(error: Exception) -> Response:
        code, detail = STORE_PROBLEMS[type(error)]
        if isinstance(error, OURS):
            current_app.logger.warning("%s: %s", code, error)
        return problem(code, detail, {"Retry-After": "1"} if STATUS[code] == 503 else None)

    for kind in STORE_PROBLEMS:
        app.register_error_handler(kind, _store)

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> Response:
        other = ("not-json", details.UNREADABLE) if (error.code or 500) < 500 else ("internal", details.OUR_MISTAKE)
        code, detail = HTTP_PROBLEMS.get(error.code, other)
        kept = {name: value for name, value in error.get_headers() if name == "Allow"}
        return problem(code, detail, kept)

    @app.errorhandler(Exception)
    def _unexpected(error: Exception) -> Response:
        current_app.logger.error("unexpected %s", type(error).__name__, exc_info=error)
        return problem("internal", details.OUR_MISTAKE)
