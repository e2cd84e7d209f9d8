"""The part of the OpenAPI document that describes sessions."""

from __future__ import annotations

import copy
from typing import Any

from apispec import APISpec

from referee.api import session_schemas as shapes
from referee.api.gate import ListingQuery
from referee.api.operations import REF, operation
from referee.api.schemas import Scores, component
from referee.api.session_schemas import MOST_MOVES, NAME_LENGTH
from referee.api.tokens import KEY_PATTERN
from referee.core.document import MAX_INTEGER
from referee.core.game import Game
from referee.games import GAMES

TAG = "sessions"
TOKEN = "token"
VERSION = {"type": "integer", "minimum": 0, "maximum": MAX_INTEGER}

KEY_HEADER = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": (
        "The same request with the same key is carried out once and answered again for 24 hours. "
        "Choose a random one, such as a UUID; to open a table or to join one, a key of fewer than 16 characters "
        "does not count, because somebody else might choose it too."
    ),
    "schema": {"type": "string", "pattern": KEY_PATTERN, "examples": ["2c1f9f0e-6f0f-4c57-9a3e-0e8a5c1f7d11"]},
}
PREFER_HEADER = {
    "name": "Prefer",
    "in": "header",
    "description": "`return=minimal` leaves out the state and the legal moves.",
    "schema": {"type": "string", "examples": ["return=minimal"]},
}
LAST_EVENT_HEADER = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The last version that the client has seen; the stream goes on after it instead of with a snapshot.",
    "schema": {"type": "string", "examples": ["12"]},
}
HEADERS = {"IdempotencyKey": KEY_HEADER, "Prefer": PREFER_HEADER, "LastEventId": LAST_EVENT_HEADER}

STREAM = {
    "description": (
        "`snapshot`: the table as GET answers it. `move` and `takeback`: an item of the log, with `state`, `decision` "
        "and `result` after it. A comment comes when nothing happens; the stream ends after a while: come back with "
        "`Last-Event-ID`."
    )
}

STORED = ("store-unavailable",)
WRITTEN = ("store-unavailable", "outcome-unknown", "store-full")
KNOWN = ("no-token", "not-found", "expired")
REFUSED_MOVES = ("illegal", "not-your-turn", "chance-pending", "game-over", "stale-version", "idempotency-key-reused")


# -- schemas ----------------------------------------------------------------------------------------------------------


def table_setup(setup: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a game's set-up as sessions take it: with real dice and cards."""
    made = copy.deepcopy(setup)
    made["properties"]["mode"] = {"enum": ["table"], "default": "table"}
    return made


def table_request(game: Game) -> dict[str, Any]:
    """Return the schema of a request for a table of a game."""
    name = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH}
    return {
        "type": "object",
        "description": f"A table of {game.words.game.title.en}; names are shown to everybody at it.",
        "properties": {
            "game": {"type": "string", "enum": [game.id]},
            "setup": {"$ref": REF + component(game, "TableSetup")},
            "names": {"type": "object", "propertyNames": {"enum": list(game.colours)}, "additionalProperties": name},
        },
        "required": ["game", "setup"],
    }


def move_request(**members: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**members, "expected_version": VERSION},
        "required": [*members, "expected_version"],
    }


def one_of(*names: str) -> dict[str, Any]:
    return {"oneOf": [{"$ref": REF + name} for name in names]}


def add_schemas(spec: APISpec) -> None:
    for name in ("State", "Move", "Setup", "Position"):
        spec.components.schema(f"Any{name}", {"anyOf": [{"$ref": REF + component(g, name)} for g in GAMES.values()]})
    for game in GAMES.values():
        setup = spec.components.schemas[component(game, "Setup")]
        spec.components.schema(component(game, "TableSetup"), table_setup(setup))
        spec.components.schema(component(game, "TableRequest"), table_request(game))
    move = {"$ref": REF + "AnyMove"}
    moves = {"type": "array", "items": move, "minItems": 1, "maxItems": MOST_MOVES}
    spec.components.schema("OneMoveRequest", move_request(move=move))
    spec.components.schema("MovesRequest", move_request(moves=moves))
    proposal = {"type": "object", "properties": {"move": move}, "required": ["move"]}
    spec.components.schema("SessionProposal", proposal)
    for name, header in HEADERS.items():
        spec.components.parameter(name, "header", header)
    spec.components.security_scheme(
        TOKEN,
        {"type": "http", "scheme": "bearer", "description": "The token of the host, a seat or a spectator."},
    )


# -- operations -------------------------------------------------------------------------------------------------------

SESSION = {"session_id": {"type": "string"}}
SEAT = {**SESSION, "seat": {"enum": sorted({seat for game in GAMES.values() for seat in game.colours})}}


def _described(id: str, summary: str, answer: Any, *, token: bool = True, **more: Any) -> dict[str, Any]:
    made = operation(id, TAG, summary, answer, **more)
    if token:
        made["security"] = [{TOKEN: []}]
    return made


def _read(id: str, summary: str, answer: Any, **more: Any) -> dict[str, Any]:
    refusals = (*KNOWN, *more.pop("refusals", ()), *STORED)
    return _described(id, summary, answer, path=SESSION, refusals=refusals, cached=True, **more)


def _write(id: str, summary: str, answer: Any, *refusals: str, **more: Any) -> dict[str, Any]:
    headers = ("IdempotencyKey", *more.pop("headers", ()))
    return _described(id, summary, answer, status=201, headers=headers, refusals=(*refusals, *WRITTEN), **more)


def onward(session: str) -> dict[str, Any]:
    """Return links from an answer that shows a table: what a client does next."""
    at = {"session_id": session}
    version = "$response.body#/version"
    return {
        "move": {
            "operationId": "make_moves",
            "parameters": at,
            "requestBody": {"move": "$response.body#/legal_moves/0", "expected_version": version},
        },
        "verdict": {
            "operationId": "try_move",
            "parameters": at,
            "requestBody": {"move": "$response.body#/legal_moves/0"},
        },
        "legal_moves": {"operationId": "list_moves", "parameters": at},
        "take_back": {
            "operationId": "take_back",
            "parameters": at,
            "requestBody": {"to_version": 0, "expected_version": version},
        },
        "log": {"operationId": "show_log", "parameters": at},
        "record": {"operationId": "show_record", "parameters": at},
        "session": {"operationId": "show_session", "parameters": at},
    }


def joining() -> dict[str, Any]:
    """Return links from a new table: how others come to it."""
    code = {"join_code": "$response.body#/join_code"}
    at = {"session_id": "$response.body#/id"}
    return {
        "join": {"operationId": "join", "requestBody": code},
        "claim": {
            "operationId": "claim_seat",
            "parameters": {**at, "seat": "$response.body#/seats/0/seat"},
            "requestBody": code,
        },
        "watch": {"operationId": "watch", "parameters": at, "requestBody": code},
        "replace_token": {
            "operationId": "replace_token",
            "parameters": {**at, "seat": "$response.body#/seats/1/seat"},
        },
    }


def session_operations() -> dict[str, dict[str, Any]]:
    base, here = "/v1/sessions/{session_id}", "$request.path.session_id"
    first = next(iter(GAMES.values()))
    opening = one_of(*(component(game, "TableRequest") for game in GAMES.values()))
    mapping = {game.id: REF + component(game, "TableRequest") for game in GAMES.values()}
    opening["discriminator"] = {"propertyName": "game", "mapping": mapping}
    opened = {"game": first.id, "setup": {"seats": list(first.colours[:2])}, "names": {first.colours[0]: "Ana"}}
    move = {"move": first.example.legal, "expected_version": 0}
    after_moves = {**onward(here)}
    return {
        "/v1/sessions": {
            "post": _write(
                "open_session",
                "Open a table",
                shapes.OpenedSession,
                "impossible-setup",
                "impossible-position",
                "expired",
                token=False,
                body=opening,
                sent=opened,
                query=ListingQuery,
                links={**joining(), **onward("$response.body#/id")},
            )
        },
        "/v1/joins": {
            "post": _described(
                "join",
                "Which session is it, and which seats are free?",
                shapes.Joined,
                token=False,
                body=shapes.JoinRequest,
                refusals=("not-found", "expired", "slow-down", *WRITTEN),
            )
        },
        f"{base}/seats/{{seat}}/claims": {
            "post": _write(
                "claim_seat",
                "Take a seat",
                shapes.SeatToken,
                "not-found",
                "seat-taken",
                "idempotency-key-reused",
                "expired",
                "slow-down",
                token=False,
                path=SEAT,
                body=shapes.ClaimRequest,
                links={"legal_moves": {"operationId": "list_moves", "parameters": {"session_id": here}}},
            )
        },
        f"{base}/spectators": {
            "post": _write(
                "watch",
                "Watch without a seat",
                shapes.SpectatorToken,
                "not-found",
                "seat-taken",
                "idempotency-key-reused",
                "expired",
                "slow-down",
                token=False,
                path=SESSION,
                body=shapes.JoinRequest,
                links={"session": {"operationId": "show_session", "parameters": {"session_id": here}}},
            )
        },
        f"{base}/seats/{{seat}}/tokens": {
            "post": _write(
                "replace_token",
                "Replace the token of a seat; the old one stops working (host)",
                shapes.SeatToken,
                *KNOWN,
                "not-allowed",
                "idempotency-key-reused",
                "malformed",
                path=SEAT,
            )
        },
        base: {
            "get": _read(
                "show_session",
                "The table as the token's owner may see it",
                shapes.SessionShape,
                query=ListingQuery,
                links=onward(here),
            ),
            "delete": _described(
                "delete_session",
                "Delete the table (host)",
                None,
                status=204,
                path=SESSION,
                refusals=(*KNOWN, "not-allowed", *WRITTEN),
            ),
        },
        f"{base}/legal-moves": {
            "get": _read(
                "list_moves",
                "The moves that the token's owner may make now",
                shapes.SessionListing,
                query=ListingQuery,
                links={name: onward(here)[name] for name in ("move", "verdict")},
            )
        },
        f"{base}/verdicts": {
            "post": _described(
                "try_move",
                "What would this move do? Nothing is changed",
                shapes.SessionVerdict,
                path=SESSION,
                body={"$ref": REF + "SessionProposal"},
                sent={"move": first.example.legal},
                query=ListingQuery,
                refusals=(*KNOWN, "illegal", *STORED),
            )
        },
        f"{base}/moves": {
            "get": _read("show_log", "The log, paged by version", shapes.Log, query=shapes.LogQuery),
            "post": _write(
                "make_moves",
                "Make a move, or several: all or none",
                shapes.Moved,
                *KNOWN,
                "not-allowed",
                *REFUSED_MOVES,
                path=SESSION,
                body=one_of("OneMoveRequest", "MovesRequest"),
                sent=move,
                query=ListingQuery,
                headers=("Prefer",),
                links=after_moves,
            ),
        },
        f"{base}/takebacks": {
            "post": _write(
                "take_back",
                "Go back to an earlier version; the log goes on",
                shapes.Moved,
                *KNOWN,
                "not-allowed",
                "illegal",
                "stale-version",
                "idempotency-key-reused",
                path=SESSION,
                body=shapes.TakebackRequest,
                query=ListingQuery,
                headers=("Prefer",),
                links=after_moves,
            )
        },
        f"{base}/scores": {"get": _read("show_scores", "The score sheet", Scores)},
        f"{base}/description": {
            "get": _read("describe_session", "The position in the words of a table", shapes.SessionDescription)
        },
        f"{base}/record": {
            "get": _read("show_record", "The game record", shapes.RecordOfSession, refusals=("not-over",))
        },
        f"{base}/events": {
            "get": _described(
                "follow",
                "What happens at the table, as server-sent events; the id of an event is its version",
                STREAM,
                media_type="text/event-stream",
                path=SESSION,
                query=ListingQuery,
                headers=("LastEventId",),
                refusals=(*KNOWN, *STORED),
            )
        },
    }


def add_sessions(spec: APISpec) -> None:
    """Add the sessions to the OpenAPI document."""
    add_schemas(spec)
    for path, operations in session_operations().items():
        spec.path(path, operations=operations)
