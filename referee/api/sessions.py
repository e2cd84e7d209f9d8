"""Tables: the service keeps the game, many phones share it, moves are ordered and safe to send again."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, current_app, request
from marshmallow import ValidationError

from referee.api import answers, details
from referee.api.answers import answer
from referee.api.games import described, lay_out
from referee.api.gate import ListingQuery, read_json, read_query
from referee.api.language import language
from referee.api.problems import Problem
from referee.api.session_schemas import (
    ClaimRequest,
    JoinRequest,
    LogQuery,
    TakebackRequest,
    moves_body,
    opening_body,
    proposal_body,
)
from referee.api.stores import store
from referee.api.tables import HOST, SEAT, WATCH, Info, Played, Table, timestamp
from referee.api.tokens import (
    SESSION_ID,
    bearer_token,
    holder,
    idempotency_key,
    new_join_code,
    scoped,
    secret_key,
    session_id_for,
    token_for,
    token_hash,
)
from referee.core.document import dump, parse
from referee.core.game import Game
from referee.core.play import judge
from referee.games import GAMES
from referee.store import Caller, CodeTaken, Expired, Key, NoSuchSession, Session, StaleVersion

sessions = Blueprint("sessions", __name__, url_prefix="/v1")

MOST_SPECTATORS = 100
MOST_MISSED = 500
MINUTE = 60


# -- who asks ---------------------------------------------------------------------------------------------------------


def table(session_id: str) -> Table:
    """Return the table that the request's token opens. A foreign table looks like none."""
    token = bearer_token()
    if not SESSION_ID.fullmatch(session_id):
        raise Problem("not-found", details.NO_SESSION)
    try:
        session = store().load(session_id)
    except Expired as expired:
        if holder(expired.tokens, token):
            raise
        raise Problem("not-found", details.NO_SESSION) from expired
    if caller := holder(session.tokens, token):
        return Table(store(), session, caller)
    raise Problem("not-found", details.NO_SESSION)


def hosted(session_id: str) -> Table:
    """Return the table if the request comes from its host."""
    found = table(session_id)
    if not found.is_host:
        raise Problem("not-allowed", details.ONLY_THE_HOST)
    return found


def played_by(session_id: str) -> Table:
    """Return the table if the request comes from its host or from a seat."""
    found = table(session_id)
    if not (found.is_host or found.seat):
        raise Problem("not-allowed", details.ONLY_WATCHING)
    return found


def request_key(at: Table, body: Any) -> Key | None:
    return scoped(at.info.salt, idempotency_key(), at.caller.token, body)


# -- opening ----------------------------------------------------------------------------------------------------------


@sessions.post("/sessions")
def open_session() -> Response:
    query, key, body = read_query(ListingQuery), secret_key(), read_json()
    given = opening_body(_named_game(body)).load(body)
    game = GAMES[given["game"]]
    state = lay_out(game, given["setup"], "/setup")
    names = {SEAT + seat: name for seat, name in given.get("names", {}).items() if seat in state.seats}
    setup = {**parse(dump(given["setup"])), "rules_version": state.rules_version}
    info = Info(game.id, setup, secrets.token_hex(32), timestamp())
    opened, token = _opened(session_id_for(key, body), info, dump(state), names, key)
    more = {"tokens": {"host": token}, **answers.warnings(game, None, state)}
    return answer({**opened.shown(query), **more}, 201, {"Location": f"/v1/sessions/{opened.session.id}"})


def _named_game(body: Any) -> Game:
    named = body.get("game") if isinstance(body, dict) else None
    if not isinstance(named, str) or named not in GAMES:
        raise ValidationError({"game": [f"One of {', '.join(sorted(GAMES))}."]})
    return GAMES[named]


def _opened(session_id: str, info: Info, state: bytes, names: dict[str, str], key: str | None) -> tuple[Table, str]:
    """Keep a new table, or find the one that the same request made before; return it at version 0, with its token."""
    token = token_for(info.salt, key, session_id)
    tokens = {HOST: token_hash(token)}
    kept = _kept(Session(session_id, dump(info), "", state, 0, tokens, names))
    found = Table(store(), kept, Caller(HOST, kept.tokens[HOST]))
    if found.info != info:
        token = token_for(found.info.salt, key, session_id)
    life: int = current_app.config["REFEREE"].session_seconds
    expires = datetime.fromisoformat(found.info.created_at).timestamp() + life
    tokens = {HOST: found.caller.token}
    at_first = replace(kept, state=state, version=0, tokens=tokens, names=names, expires=expires)
    return Table(store(), at_first, found.caller), token


def _kept(session: Session) -> Session:
    """Keep a new session under a join code that no other has."""
    for _ in range(5):
        with suppress(CodeTaken):
            return store().create(replace(session, code=new_join_code()))
    raise Problem("store-unavailable", details.NO_FREE_CODE, {"Retry-After": "1"})


# -- joining ----------------------------------------------------------------------------------------------------------


def _joined(code: str, session_id: str | None = None) -> Session:
    """Return the session with a join code. Whoever guesses too often has to wait."""
    bucket = f"joins:{_client()}"
    if wait := store().hit(bucket, current_app.config["REFEREE"].join_attempts, MINUTE):
        raise Problem("slow-down", details.WRONG_CODES, {"Retry-After": str(wait)})
    found = store().find(code)
    if session_id not in (None, found):
        raise NoSuchSession
    session = store().load(found)
    store().forgive(bucket)
    return session


def _client() -> str:
    """Return the caller's address; of IPv6 the network, because a caller has all addresses of it."""
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    return str(address) if address.version == 4 else str(ipaddress.ip_network((address, 64), strict=False))


@sessions.post("/joins")
def join() -> Response:
    session = _joined(JoinRequest().load(read_json())["join_code"])
    at = Table(store(), session, Caller("", ""))
    free = [row["seat"] for row in at.seats() if not row["claimed"]]
    return answer({"id": session.id, "game": at.game.id, "free_seats": free, "links": at.links()})


@sessions.post("/sessions/<session_id>/seats/<seat>/claims")
def claim_seat(session_id: str, seat: str) -> Response:
    key, body = secret_key(), read_json()
    given = ClaimRequest().load(body)
    at = Table(store(), _joined(given["join_code"], session_id), Caller("", ""))
    _seated(at, seat)
    token = token_for(at.info.salt, key, given["join_code"])
    known = scoped(at.info.salt, key, given["join_code"], body)
    store().grant(session_id, SEAT + seat, token_hash(token), name=given.get("name"), key=known)
    return answer({"seat": seat, "token": token}, 201)


@sessions.post("/sessions/<session_id>/spectators")
def watch(session_id: str) -> Response:
    key, body = secret_key(), read_json()
    code = JoinRequest().load(body)["join_code"]
    at = Table(store(), _joined(code, session_id), Caller("", ""))
    token = token_for(at.info.salt, key, code)
    role = WATCH + token_hash(token)[:16]
    if role not in at.session.tokens and sum(held.startswith(WATCH) for held in at.session.tokens) >= MOST_SPECTATORS:
        raise Problem("seat-taken", details.FULL_HOUSE.filled(most=MOST_SPECTATORS))
    store().grant(session_id, role, token_hash(token), key=scoped(at.info.salt, key, code, body))
    return answer({"token": token}, 201)


@sessions.post("/sessions/<session_id>/seats/<seat>/tokens")
def replace_token(session_id: str, seat: str) -> Response:
    at, key = hosted(session_id), idempotency_key()
    _seated(at, seat)
    secret = bearer_token()
    token = token_for(at.info.salt, key, secret)
    known = scoped(at.info.salt, key, at.caller.token, None)
    store().grant(session_id, SEAT + seat, token_hash(token), caller=at.caller, key=known)
    return answer({"seat": seat, "token": token}, 201)


def _seated(at: Table, seat: str) -> None:
    if seat not in at.state.seats:
        raise Problem("not-found", details.NOT_SEATED.filled(seat=seat))


# -- reading ----------------------------------------------------------------------------------------------------------


def versioned(at: Table, body: Any) -> Response:
    """Return what a version of the table looks like to the caller, or 304 when the client has it."""
    response = answer(body)
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.set_etag(f"{at.version}-{response.get_etag()[0]}")
    return response.make_conditional(request)  # type: ignore[return-value]


@sessions.get("/sessions/<session_id>")
def show_session(session_id: str) -> Response:
    at, query = table(session_id), read_query(ListingQuery)
    return versioned(at, at.shown(query))


@sessions.delete("/sessions/<session_id>")
def delete_session(session_id: str) -> Response:
    store().delete(session_id, hosted(session_id).caller)
    return Response(status=204)


@sessions.get("/sessions/<session_id>/legal-moves")
def list_moves(session_id: str) -> Response:
    at, query = table(session_id), read_query(ListingQuery)
    return versioned(at, {"version": at.version, **at.listing(at.state, query)})


@sessions.get("/sessions/<session_id>/scores")
def show_scores(session_id: str) -> Response:
    at = table(session_id)
    return versioned(at, at.game.scores(at.seen(at.state)))


@sessions.get("/sessions/<session_id>/description")
def describe(session_id: str) -> Response:
    at = table(session_id)
    return versioned(at, described(at.game, at.seen(at.state)))


@sessions.get("/sessions/<session_id>/record")
def show_record(session_id: str) -> Response:
    at = table(session_id)
    return versioned(at, at.record())


@sessions.get("/sessions/<session_id>/moves")
def show_log(session_id: str) -> Response:
    at, query = table(session_id), read_query(LogQuery)
    items = at.items(query["after"], query["limit"], language())
    more = bool(items) and items[-1]["version"] < at.version
    return versioned(at, {"items": items, "next": items[-1]["version"] if more else None})


@sessions.post("/sessions/<session_id>/verdicts")
def try_move(session_id: str) -> Response:
    at, query = table(session_id), read_query(ListingQuery)
    move = proposal_body(at.game).load(read_json())["move"]
    view = at.seen(at.state)
    rules = at.game.ruleset(view)
    return answer(answers.verdict(at.game, rules, view, judge(rules, view, move), query, at.actors))


# -- moving -----------------------------------------------------------------------------------------------------------


@sessions.post("/sessions/<session_id>/moves")
def make_moves(session_id: str) -> Response:
    at, body = played_by(session_id), read_json()
    given = moves_body(at.game).load(body)
    moves = given.get("moves") or [given["move"]]
    for move in moves:
        if not at.may_act_for(move.actor):
            raise Problem("not-allowed", details.ANOTHER_SEAT.filled(seat=at.seat, actor=move.actor))
    expected, key = given["expected_version"], request_key(at, body)
    return _changed(at, expected, lambda: at.play(moves, expected, key, language()))


@sessions.post("/sessions/<session_id>/takebacks")
def take_back(session_id: str) -> Response:
    at, body = played_by(session_id), read_json()
    given = TakebackRequest().load(body)
    expected, key = given["expected_version"], request_key(at, body)
    return _changed(at, expected, lambda: at.take_back(given["to_version"], expected, key))


def _changed(at: Table, expected: int, write: Callable[[], list[Played]]) -> Response:
    """Carry out a write and say what it changed, or what the caller has missed."""
    query = read_query(ListingQuery)
    preferences = request.headers.get("Prefer", "").lower().replace(" ", "").split(",")
    minimal = "return=minimal" in preferences
    try:
        played = write()
    except StaleVersion as stale:
        unseen = min(max(stale.current - expected, 0), MOST_MISSED)
        missed = at.items(expected, unseen, language()) if unseen else []
        detail = details.OTHER_VERSION.filled(current=stale.current, expected=expected)
        raise Problem("stale-version", detail, current_version=stale.current, missed=missed) from stale
    applied = {"Preference-Applied": "return=minimal"} if minimal else {}
    return answer(at.outcome(played, query, minimal, language()), 201, applied)
