"""The gate: hostile and mistaken requests, each with the status and code that it must get."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from referee.api.gate import BODY_LIMIT, REPLAY_LIMIT
from referee.api.schemas import MAX_MOVES
from tests.api.service import Answer, Served, hear
from tests.table import Table, wire

ASK = "/v1/games/coq/legal-moves"
SETUPS = "/v1/games/coq/setups"
REPLAYS = "/v1/games/coq/replays"
JSON = {"Content-Type": "application/json"}

STATE = wire(Table("coq", {"seats": ["red", "blue"], "starter": "red"}).state)
QUESTION = json.dumps({"state": STATE}).encode()
NO_MOVE = {"actor": "chance", "type": "roll", "value": 2}  # nobody leaves the circle with a 2, so it repeats for ever


def changed(old: str, new: str) -> bytes:
    """Return the question with a piece of its text replaced."""
    text = QUESTION.decode()
    assert text.count(old) == 1, old
    return text.replace(old, new).encode()


def version(text: str) -> bytes:
    """Return the question with something else written as its rules version."""
    return changed('"rules_version": 1', f'"rules_version": {text}')


def setup(**more: Any) -> bytes:
    return json.dumps({"seats": ["red", "blue"], **more}).encode()


def padded(body: bytes, size: int) -> bytes:
    return body + b" " * (size - len(body))


def nested(depth: int) -> bytes:
    """Return a question whose objects and arrays nest so deep."""
    return b'{"state": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


def record(moves: int) -> bytes:
    return json.dumps({"setup": {"seats": ["red", "blue"], "starter": "red"}, "moves": [NO_MOVE] * moves}).encode()


class Case(NamedTuple):
    about: str
    status: int
    code: str | None
    body: bytes | None = QUESTION
    headers: dict[str, str] = JSON
    path: str = ASK
    method: str = "POST"


def kind(type: str, **more: str) -> dict[str, str]:
    return {"Content-Type": type, **{name.replace("_", "-"): value for name, value in more.items()}}


GZIP = kind("application/json", Content_Encoding="gzip")

PLAIN = [
    Case("an honest question", 200, None),
    # -- not JSON
    Case("an empty body", 400, "not-json", b""),
    Case("spaces alone", 400, "not-json", b"   "),
    Case("half an object", 400, "not-json", b"{"),
    Case("something after the object", 400, "not-json", QUESTION + b"x"),
    Case("two objects", 400, "not-json", QUESTION + QUESTION),
    Case("single quotes", 400, "not-json", b"{'state': 1}"),
    Case("a comma too many", 400, "not-json", b'{"state": [1,]}'),
    Case("a comment", 400, "not-json", b'{"state": 1} // state'),
    Case("a raw control character", 400, "not-json", b'{"state": "\x01"}'),
    Case("a NUL byte", 400, "not-json", b'{"state": 1}\x00'),
    Case("NaN", 400, "not-json", b'{"state": NaN}'),
    Case("Infinity", 400, "not-json", b'{"state": Infinity}'),
    Case("-Infinity", 400, "not-json", b'{"state": -Infinity}'),
    Case("a number that overflows to infinity", 422, "malformed", version('1e999')),
    Case("a leading zero", 400, "not-json", version('01')),
    Case("a hexadecimal number", 400, "not-json", version('0x1')),
    Case("a doubled key at the top", 400, "not-json", b'{"state": 1, "state": 1}'),
    Case("a doubled key below", 400, "not-json", version('1, "rules_version": 1')),
    Case("a doubled key in a list", 400, "not-json", b'{"state": [[{"a": 1, "a": 1}]]}'),
    Case("a doubled key in two spellings", 400, "not-json", b'{"state": 1, "st\\u0061te": 1}'),
    # -- encodings
    Case("bytes that are not UTF-8", 400, "not-json", b'{"state": "\xff\xfe"}'),
    Case("an overlong encoding", 400, "not-json", b'{"state": "\xc0\xaf"}'),
    Case("a surrogate in UTF-8", 400, "not-json", b'{"state": "\xed\xa0\x80"}'),
    Case("Latin-1", 400, "not-json", '{"state": "é"}'.encode("latin-1")),
    Case("UTF-16", 400, "not-json", QUESTION.decode().encode("utf-16")),
    Case("UTF-16 without a mark", 400, "not-json", QUESTION.decode().encode("utf-16-le")),
    Case("UTF-32", 400, "not-json", QUESTION.decode().encode("utf-32-be")),
    Case("a byte order mark", 400, "not-json", b"\xef\xbb\xbf" + QUESTION),
    Case("half a surrogate pair", 400, "not-json", b'{"state": "\\ud800"}'),
    Case("the other half", 400, "not-json", b'{"state": "\\udc00"}'),
    Case("the halves in the wrong order", 400, "not-json", b'{"state": "\\udc00\\ud800"}'),
    Case("half a pair as a key", 400, "not-json", b'{"\\uD83D": 1}'),
    Case("a whole surrogate pair", 422, "malformed", b'{"state": "\\ud83d\\ude00"}'),
    Case("an escaped NUL", 422, "malformed", b'{"state": "\\u0000"}'),
    # -- depth
    Case("depth 32", 422, "malformed", nested(32)),
    Case("depth 33", 400, "not-json", nested(33)),
    Case("depth 3,000", 400, "not-json", nested(3000)),
    Case("as deep as the body allows", 400, "not-json", b"[" * BODY_LIMIT),
    Case("objects as deep as the body allows", 400, "not-json", b'{"a":' * (BODY_LIMIT // 5)),
    Case("brackets in a text do not nest", 422, "malformed", b'{"state": "' + b"[" * 100 + b'"}'),
    # -- numbers
    Case("4.0 is an integer", 200, None, version('1.0')),
    Case("10e-1 is an integer", 200, None, version('10e-1')),
    Case("1.5 is none", 422, "malformed", version('1.5')),
    Case("true is none", 422, "malformed", version('true')),
    Case("text is none", 422, "malformed", version('"1"')),
    Case("2^53 - 1", 422, "malformed", b'{"state": 9007199254740991}'),
    Case("2^53", 400, "not-json", b'{"state": 9007199254740992}'),
    Case("-2^53", 400, "not-json", b'{"state": -9007199254740992}'),
    Case("30 digits", 400, "not-json", b'{"state": ' + b"9" * 30 + b"}"),
    Case("5,000 digits", 400, "not-json", b'{"state": ' + b"9" * 5000 + b"}"),
    Case("30 digits in a text", 422, "malformed", b'{"state": "' + b"9" * 30 + b'"}'),
    Case("a fraction of 5,000 digits", 422, "malformed", b'{"state": 0.' + b"1" * 5000 + b"}"),
    # -- shapes
    Case("an array at the top", 422, "malformed", b"[]"),
    Case("a number at the top", 422, "malformed", b"4"),
    Case("a text at the top", 422, "malformed", b'"state"'),
    Case("null at the top", 422, "malformed", b"null"),
    Case("true at the top", 422, "malformed", b"true"),
    Case("an array as set-up", 422, "malformed", b"[]", path=SETUPS),
    Case("null as set-up", 422, "malformed", b"null", path=SETUPS),
    Case("an array as record", 422, "malformed", b"[]", path=REPLAYS),
    Case("nothing in the object", 422, "malformed", b"{}"),
    Case("null as state", 422, "malformed", b'{"state": null}'),
    Case("a key too many", 422, "malformed", QUESTION[:-1] + b', "extra": 1}'),
    Case("an empty key", 422, "malformed", QUESTION[:-1] + b', "": 1}'),
    Case("a key too many in the state", 422, "malformed", version('1, "x": 1')),
    Case("a key missing in the state", 422, "malformed", changed('"rules_version": 1, ', "")),
    Case("null where a field is left out", 422, "malformed", setup(starter=None), path=SETUPS),
    Case("10,000 squares", 422, "malformed", setup(options={"squares": [1] * 10_000}), path=SETUPS),
    Case("17 seats", 422, "malformed", setup(seats=["red"] * 17), path=SETUPS),
    Case("16 seats", 409, "impossible-setup", setup(seats=["red"] * 16), path=SETUPS),
    Case("a seed in a stateless question", 422, "malformed", setup(seed=1), path=SETUPS),
    # -- media types
    Case("no media type", 415, "unsupported-media-type", headers={}),
    Case("text", 415, "unsupported-media-type", headers=kind("text/plain")),
    Case("a form", 415, "unsupported-media-type", headers=kind("application/x-www-form-urlencoded")),
    Case("a form with files", 415, "unsupported-media-type", headers=kind("multipart/form-data; boundary=x")),
    Case("almost JSON", 415, "unsupported-media-type", headers=kind("application/jsonp")),
    Case("problem+json", 415, "unsupported-media-type", headers=kind("application/problem+json")),
    Case("an unfinished media type", 415, "unsupported-media-type", headers=kind("application/")),
    Case("an empty media type", 415, "unsupported-media-type", headers=kind("")),
    Case("charset utf-16", 415, "unsupported-media-type", headers=kind("application/json; charset=utf-16")),
    Case("charset latin-1", 415, "unsupported-media-type", headers=kind("application/json; charset=iso-8859-1")),
    Case("charset utf-8", 200, None, headers=kind("application/json; charset=utf-8")),
    Case('charset "UTF-8"', 200, None, headers=kind('application/json; charset="UTF-8"')),
    Case("a media type in capitals", 200, None, headers=kind("Application/JSON")),
    Case("another parameter", 200, None, headers=kind("application/json; profile=x")),
    Case("gzip", 415, "unsupported-media-type", gzip.compress(QUESTION), GZIP),
    Case("said to be gzip", 415, "unsupported-media-type", headers=GZIP),
    Case("gzip unannounced", 400, "not-json", gzip.compress(QUESTION)),
    Case("brotli", 415, "unsupported-media-type", headers=kind("application/json", Content_Encoding="br")),
    Case("identity", 200, None, headers=kind("application/json", Content_Encoding="identity")),
    # -- limits
    Case("exactly 64 KiB", 200, None, padded(QUESTION, BODY_LIMIT)),
    Case("64 KiB and a byte", 413, "too-large", padded(QUESTION, BODY_LIMIT + 1)),
    Case("a record of exactly 1 MiB", 200, None, padded(record(1), REPLAY_LIMIT), path=REPLAYS),
    Case("a record of 1 MiB and a byte", 413, "too-large", padded(record(1), REPLAY_LIMIT + 1), path=REPLAYS),
    Case("5,000 moves", 200, None, record(MAX_MOVES), path=REPLAYS),
    Case("5,001 moves", 422, "malformed", record(MAX_MOVES + 1), path=REPLAYS),
    Case("too large and no JSON", 413, "too-large", b"x" * (BODY_LIMIT + 1)),
    Case("too large and no such game", 404, "not-found", b"x" * (BODY_LIMIT + 1), path="/v1/games/chess/setups"),
    # -- query
    Case("an unknown query name", 422, "malformed", path=ASK + "?moves=full"),
    Case("a query where none is taken", 422, "malformed", path="/v1/games/coq/scores?preview=true"),
    Case("a doubled query name", 422, "malformed", path=ASK + "?legal_moves=full&legal_moves=full"),
    Case("an unknown query value", 422, "malformed", path=ASK + "?legal_moves=all"),
    Case("an empty query value", 422, "malformed", path=ASK + "?legal_moves="),
    Case("a query value in capitals", 422, "malformed", path=ASK + "?preview=True"),
    Case("a query with bytes that are not UTF-8", 422, "malformed", path=ASK + "?legal_moves=%ff"),
    Case("a query with NUL", 422, "malformed", path=ASK + "?legal_moves=full%00"),
    Case("1,000 query names", 422, "malformed", path=ASK + "?" + "&".join(f"a{n}" for n in range(500))),
    Case("a question mark alone", 200, None, path=ASK + "?"),
    Case("a good query", 200, None, path=ASK + "?legal_moves=tree&preview=true"),
    # -- paths and methods
    Case("no such path", 404, "not-found", None, {}, "/v2", "GET"),
    Case("no such game", 404, "not-found", path="/v1/games/chess/legal-moves"),
    Case("a game in capitals", 404, "not-found", path="/v1/games/COQ/legal-moves"),
    Case("a game with a NUL", 404, "not-found", path="/v1/games/coq%00/legal-moves"),
    Case("a game that is no UTF-8", 404, "not-found", path="/v1/games/%ff/legal-moves"),
    Case("a game with an accent", 404, "not-found", None, {}, "/v1/games/%C3%A9checs", "GET"),
    Case("a rule with a NUL", 404, "not-found", None, {}, "/v1/games/coq/rules/CQ-ENTER-1%00", "GET"),
    Case("a rule that climbs", 404, "not-found", None, {}, "/v1/games/coq/rules/..%2f..%2fetc%2fpasswd", "GET"),
    Case("a rule of 5,000 letters", 404, "not-found", None, {}, "/v1/games/coq/rules/" + "C" * 3000, "GET"),
    Case("an asset that climbs", 404, "not-found", None, {}, "/docs/..%2f__init__.py", "GET"),
    Case("an asset with a NUL", 404, "not-found", None, {}, "/docs/index%00.html", "GET"),
    Case("an asset that is a folder", 404, "not-found", None, {}, "/docs/.", "GET"),
    Case("a slash too many at the end", 404, "not-found", path=ASK + "/"),
    Case("a path segment left empty", 404, "not-found", None, {}, "/v1/games//rules", "GET"),
    Case("GET where only POST is", 405, "method-not-allowed", None, {}, ASK, "GET"),
    Case("PUT", 405, "method-not-allowed", path=ASK, method="PUT"),
    Case("PATCH", 405, "method-not-allowed", path=ASK, method="PATCH"),
    Case("DELETE", 405, "method-not-allowed", None, {}, ASK, "DELETE"),
    Case("TRACE", 405, "method-not-allowed", None, {}, ASK, "TRACE"),
    Case("a method nobody knows", 405, "method-not-allowed", None, {}, ASK, "BREW"),
    Case("POST where only GET is", 405, "method-not-allowed", path="/v1/games"),
    Case("HEAD where only POST is", 405, None, None, {}, ASK, "HEAD"),
    Case("HEAD where GET is", 200, None, None, {}, "/v1/games", "HEAD"),
    Case("OPTIONS", 200, None, None, {}, ASK, "OPTIONS"),
    # -- headers
    Case("a language nobody has", 200, None, headers=kind("application/json", Accept_Language="tlh")),
    Case("a language that is none", 200, None, headers=kind("application/json", Accept_Language=";;q=,,=1, *;q=x")),
    Case("a language without a weight", 200, None, headers=kind("application/json", Accept_Language="fr;q=")),
    Case("a language beyond all weights", 200, None, headers=kind("application/json", Accept_Language="fr;q=9e999")),
    Case("an empty language", 200, None, headers=kind("application/json", Accept_Language="")),
    Case("a thousand languages", 200, None, headers=kind("application/json", Accept_Language="xx," * 1000)),
    Case("no wish for JSON", 200, None, headers=kind("application/json", Accept="text/html")),
    Case("a long Request-Id", 200, None, headers=kind("application/json", Request_Id="x" * 5000)),
    Case("an empty Request-Id", 200, None, headers=kind("application/json", Request_Id="")),
    Case("an ETag that is none", 200, None, None, {"If-None-Match": '"'}, "/v1/games", "GET"),
    Case("a thousand ETags", 200, None, None, {"If-None-Match": '"x",' * 1000}, "/v1/games", "GET"),
    Case("a date that is none", 200, None, None, {"If-Modified-Since": "yesterday"}, "/v1/games", "GET"),
    Case("a range that is none", 200, None, None, {"Range": "bytes=9-1"}, "/v1/games", "GET"),
    Case("a cookie that is none", 200, None, None, {"Cookie": '=;;="'}, "/v1/games", "GET"),
    Case("an authorization that is none", 200, None, None, {"Authorization": "Basic ///"}, "/v1/games", "GET"),
]  # fmt: skip


def through_the_client(client: FlaskClient, case: Case) -> Answer:
    length = {} if case.body is None else {"CONTENT_LENGTH": str(len(case.body))}
    response = client.open(
        case.path, method=case.method, data=case.body, headers=case.headers, environ_overrides=length
    )
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(response.status_code, headers, response.get_data())


def through_the_server(served: Served, case: Case) -> Answer:
    return served.ask(case.method, case.path, case.body, **case.headers)


def check(answer: Answer, status: int, code: str | None) -> None:
    assert (answer.status, answer.code) == (status, code), answer.body[:500]
    if code:
        problem = answer.json
        assert problem["type"] == f"urn:referee:problem:{code}"
        assert problem["status"] == status
        assert problem["title"]
        assert problem["detail"]
    if status == 405:
        assert answer.headers["allow"]


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.about)
def test_the_gate_answers(case: Case, client: FlaskClient, served: Served):
    check(through_the_client(client, case), case.status, case.code)
    check(through_the_server(served, case), case.status, case.code)


# -- what only a server meets -----------------------------------------------------------------------------------------


def post(*headers: bytes, body: bytes = QUESTION, path: str = ASK) -> bytes:
    head = [f"POST {path} HTTP/1.1".encode(), b"Host: 127.0.0.1", b"Content-Type: application/json", *headers]
    return b"\r\n".join(head) + b"\r\n\r\n" + body


def length(of: int) -> bytes:
    return b"Content-Length: %d" % of


def get(path: bytes, *headers: bytes) -> bytes:
    return b"\r\n".join([b"GET " + path + b" HTTP/1.1", b"Host: 127.0.0.1", *headers]) + b"\r\n\r\n"


CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(QUESTION), QUESTION)


class Raw(NamedTuple):
    about: str
    status: int
    code: str | None
    sent: bytes
    hang_up: bool = False


RAW = [
    Raw("as it should be", 200, None, post(length(len(QUESTION)))),
    Raw("HTTP/1.0", 200, None, post(length(len(QUESTION))).replace(b"HTTP/1.1", b"HTTP/1.0")),
    Raw("no length and no body", 411, "length-required", post(body=b"")),
    Raw("no length and a body", 411, "length-required", post(), hang_up=True),
    Raw("in chunks", 411, "length-required", post(b"Transfer-Encoding: chunked", body=CHUNKED)),
    Raw("in chunks that are none", 411, "length-required", post(b"Transfer-Encoding: chunked", body=b"zz\r\n")),
    Raw("in chunks and with a length", 400, "not-json", post(b"Transfer-Encoding: chunked", length(5), body=CHUNKED)),
    Raw("in a coding nobody knows", 400, "not-json", post(b"Transfer-Encoding: braille", body=CHUNKED)),
    Raw("a length too short", 400, "not-json", post(length(len(QUESTION) - 1))),
    Raw("a length too long", 400, "not-json", post(length(len(QUESTION) + 10)), hang_up=True),
    Raw("a negative length", 400, "not-json", post(b"Content-Length: -1")),
    Raw("a length with a sign", 400, "not-json", post(b"Content-Length: +5")),
    Raw("a length that is no number", 400, "not-json", post(b"Content-Length: five")),
    Raw("a length in other digits", 400, "not-json", post("Content-Length: ٥".encode())),
    Raw("two lengths", 400, "not-json", post(length(5), length(len(QUESTION)))),
    Raw("a length of a terabyte", 413, "too-large", post(length(2**40))),
    Raw("a length beyond all numbers", 413, "too-large", post(b"Content-Length: " + b"9" * 40)),
    Raw("a length of zero", 400, "not-json", post(length(0), body=b"")),
    Raw("no request line", 400, "not-json", b"\r\n\r\nnonsense\r\n\r\n"),
    Raw("a request line of two words", 400, "not-json", b"GET /v1/games\r\n\r\n"),
    Raw("another protocol", 400, "not-json", b"GET /v1/games GOPHER/1.0\r\n\r\n"),
    Raw("HTTP/3.0 in letters", 400, "not-json", b"GET /v1/games HTTP/3.0\r\n\r\n"),
    Raw("a method in small letters", 400, "not-json", b"get /v1/games HTTP/1.1\r\n\r\n"),
    Raw("a method with a bracket", 400, "not-json", b"G[T /v1/games HTTP/1.1\r\n\r\n"),
    Raw("a header without a colon", 400, "not-json", get(b"/v1/games", b"Nonsense")),
    Raw("a header name with a space", 400, "not-json", get(b"/v1/games", b"Bad Name: 1")),
    Raw("a header with a NUL", 400, "not-json", get(b"/v1/games", b"X: a\x00b")),
    Raw("a folded header", 400, "not-json", get(b"/v1/games", b"X: a", b" b")),
    Raw("a header in Latin-1", 200, None, get(b"/v1/games", b"Accept-Language: \xe9\xff")),
    Raw("a Request-Id in Latin-1", 200, None, get(b"/v1/games", b"Request-Id: \xe9\xff")),
    Raw("a header of 100 KB", 431, "too-large", get(b"/v1/games", b"X: " + b"x" * 100_000)),
    Raw("1,000 headers", 431, "too-large", get(b"/v1/games", *[b"X: 1"] * 1000)),
    Raw("an address of 10 KB", 414, "too-large", get(b"/" + b"x" * 10_000)),
    Raw("an address in raw UTF-8", 400, "not-json", get("/v1/games/échecs".encode())),
    Raw("an address of bytes that are no UTF-8", 400, "not-json", get(b"/v1/games/\xff\xfe")),
    Raw("two slashes in front", 200, None, get(b"//v1/games")),
    Raw("two slashes further on", 404, "not-found", get(b"/v1//games")),
    Raw("an address that is a URL", 200, None, get(b"http://elsewhere.example/v1/games")),
    Raw("no host", 200, None, b"GET /v1/games HTTP/1.1\r\n\r\n"),
    Raw("a host that is none", 200, None, b"GET /v1/games HTTP/1.1\r\nHost: ][\r\n\r\n"),
    Raw("a star for OPTIONS", 404, "not-found", b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    Raw("CONNECT", 404, "not-found", b"CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
]  # fmt: skip


@pytest.mark.parametrize("case", RAW, ids=lambda case: case.about)
def test_the_server_answers(case: Raw, served: Served):
    check(served.say(case.sent, hang_up=case.hang_up), case.status, case.code)


def test_a_connection_goes_on_after_a_refusal(served: Served):
    for refused, status in [(padded(QUESTION, BODY_LIMIT + 1), 413), (b"{", 400), (b"[]", 422)]:
        with served.connect() as line:
            line.sendall(post(length(len(refused)), body=refused))
            assert hear(line).status == status
            line.sendall(post(length(len(QUESTION))))
            assert hear(line).status == 200


def test_a_body_that_was_not_read_is_not_taken_for_a_request(served: Served):
    smuggled = get(b"/v1/games")
    with served.connect() as line:
        line.sendall(post(length(len(smuggled)), body=smuggled, path="/v1/nowhere"))
        assert hear(line).status == 404
        line.sendall(get(b"/healthz"))
        assert hear(line).json == {"status": "ok"}


def test_two_requests_in_one_go_get_two_answers(served: Served):
    with served.connect() as line:
        line.sendall(get(b"/healthz") + get(b"/v2", b"Connection: close"))
        text = line.makefile("rb").read()
    assert text.index(b"200 OK") < text.index(b"404 NOT FOUND")


def test_a_head_has_no_body(served: Served):
    for path in ("/v1/games", "/docs", "/openapi.yaml", "/v2"):
        with served.connect() as line:
            line.sendall(b"HEAD " + path.encode() + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            received = b"".join(iter(lambda: line.recv(65536), b""))
            assert received.endswith(b"\r\n\r\n")
            assert received.count(b"\r\n\r\n") == 1


def test_the_gate_is_the_same_on_every_question(client: FlaskClient):
    for question in ("setups", "legal-moves", "verdicts", "position-checks", "scores", "descriptions", "replays"):
        path = f"/v1/games/coq/{question}"
        most = REPLAY_LIMIT if question == "replays" else BODY_LIMIT
        for body, status in [
            (b"{", 400),
            (b"[]", 422),
            (b'{"x": 1}', 422),
            (b" " * most, 400),
            (b" " * (most + 1), 413),
        ]:
            assert client.post(path, data=body, headers=JSON).status_code == status, (question, body[:9])
        assert client.post(path, data=b"{}").status_code == 415


# -- where the fault is -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "pointer"),
    [
        (lambda body: body.update(extra=1), "/extra"),
        (lambda body: body.update({"a/b~c": 1}), "/a~1b~0c"),
        (lambda body: body.pop("state"), "/state"),
        (lambda body: body["state"].update(rules_version=0), "/state/rules_version"),
        (lambda body: body["state"].update(rules_version="1"), "/state/rules_version"),
        (lambda body: body["state"]["seats"].append("pink"), "/state/seats/2"),
        (lambda body: body["state"]["pawns"][1][0].__setitem__(0, None), "/state/pawns/1/0/0"),
        (lambda body: body["state"]["ledgers"][0].update(coq=-1), "/state/ledgers/0/coq"),
        (lambda body: body["state"].update(todo=[{"type": "nap"}]), "/state/todo/0/type"),
    ],
)  # fmt: skip
def test_a_malformed_body_is_pointed_at(client: FlaskClient, spoil: Callable[[Any], Any], pointer: str):
    body = json.loads(QUESTION)
    spoil(body)
    answer = client.post(ASK, json=body)
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]
