"""Tables over HTTP, on each store: opening, joining, moving, taking back, reading."""

from __future__ import annotations

import re
import secrets
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.api import create_app
from referee.api.config import Config
from referee.store import Lifetimes, Store
from referee.store.redis import RedisStore
from referee.store.sqlite import SqliteStore
from tests.api.schema import body_validator
from tests.api.table import STARTED, At, open_table, pawn, roll
from tests.store.servers import shared_redis

LIFETIMES = Lifetimes(session=1000, expired=500)


class Clock:
    ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "redis"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    made: Store
    if request.param == "redis":
        made = RedisStore(shared_redis().url, LIFETIMES, clock=clock)
    else:
        made = SqliteStore(tmp_path / "games.sqlite3", LIFETIMES, clock=clock, synchronous="off")
    yield made
    made.close()


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(Config(session_seconds=1000, join_attempts=1_000_000), store)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> At:
    return open_table(client)


def problem(answer: Any) -> tuple[int, str]:
    assert answer.content_type == "application/problem+json", answer.data
    return answer.status_code, answer.json["code"]


# -- opening ----------------------------------------------------------------------------------------------------------


def test_a_table_is_opened_with_everything_a_phone_needs(client: FlaskClient) -> None:
    answer = client.post("/v1/sessions", json={"game": "coq", "setup": STARTED, "names": {"red": "Ana", "green": "X"}})
    opened = answer.json
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/v1/sessions/{opened['id']}"
    assert (opened["version"], opened["game"], opened["rules_version"], opened["role"]) == (0, "coq", 1, "host")
    assert re.fullmatch("[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{8}", opened["join_code"])
    assert len(opened["tokens"]["host"]) >= 22
    assert opened["decision"]["phase"] == "roll"
    assert len(opened["legal_moves"]) == 6
    assert opened["seats"] == [{"seat": "red", "claimed": False, "name": "Ana"}, {"seat": "blue", "claimed": False}]
    for link in ("self", "legal_moves", "scores", "description", "record", "moves"):
        assert (
            At(client, opened)
            .client.get(opened["links"][link], headers={"Authorization": f"Bearer {opened['tokens']['host']}"})
            .status_code
            == 200
        )


def test_the_rules_version_is_fixed_when_a_table_is_opened(table: At) -> None:
    assert table.get("/record").json["setup"]["rules_version"] == 1


def test_a_table_may_begin_in_the_middle_of_a_game(client: FlaskClient) -> None:
    position = {"turn": "blue", "pawns": {"red": [[6, False], [0, False]]}, "points": {"blue": 12}}
    table = open_table(client, {"seats": ["red", "blue"], "position": position})
    assert table.now["state"]["turn"] == "blue"
    assert table.moves(roll(1), pawn("blue", 0)).status_code == 201
    record = table.get("/record").json
    verified = client.post("/v1/games/coq/replays", json=record).json
    assert verified["valid"]
    assert verified["state"] == table.now["state"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"game": "coq"}, (422, "malformed")),
        ({"game": "no-such", "setup": STARTED}, (422, "malformed")),
        ({"game": "coq", "setup": STARTED, "more": 1}, (422, "malformed")),
        ({"game": "coq", "setup": {**STARTED, "mode": "virtual"}}, (422, "malformed")),
        ({"game": "coq", "setup": {**STARTED, "seed": 1}}, (422, "malformed")),
        ({"game": "coq", "setup": STARTED, "names": {"red": ""}}, (422, "malformed")),
        ({"game": "coq", "setup": STARTED, "names": {"red": "x" * 41}}, (422, "malformed")),
        ({"game": "coq", "setup": STARTED, "names": {"pink": "Ana"}}, (422, "malformed")),
        ({"game": "coq", "setup": {"seats": ["red", "red"]}}, (409, "impossible-setup")),
        ({"game": "coq", "setup": {**STARTED, "position": {"points": {"red": -1}}}}, (409, "impossible-position")),
        ([], (422, "malformed")),
    ],
)
def test_a_table_that_cannot_be_is_refused(client: FlaskClient, body: Any, expected: tuple[int, str]) -> None:
    assert body_validator("/v1/sessions").is_valid(body) == (expected[0] != 422)
    assert problem(client.post("/v1/sessions", json=body)) == expected


def test_a_table_is_opened_once_for_each_key(client: FlaskClient) -> None:
    body, key = {"game": "coq", "setup": STARTED, "names": {"red": "Ana"}}, {"Idempotency-Key": str(uuid.uuid4())}
    first = client.post("/v1/sessions", json=body, headers=key)
    table = At(client, first.json)
    table.claim("red", name="Bea")
    table.move(roll(1))
    again = client.post("/v1/sessions", json=body, headers=key)
    assert again.status_code == 201
    assert again.json == first.json
    assert table.get().status_code == 200
    assert client.post("/v1/sessions", json=body).json["id"] != table.id
    assert client.post("/v1/sessions", json={**body, "names": {}}, headers=key).json["id"] != table.id


def test_a_key_that_others_might_choose_opens_no_table_of_others(client: FlaskClient) -> None:
    body = {"game": "coq", "setup": STARTED}
    one, other = (client.post("/v1/sessions", json=body, headers={"Idempotency-Key": "1"}).json for _ in range(2))
    assert one["id"] != other["id"]


# -- joining ----------------------------------------------------------------------------------------------------------


def test_a_join_code_leads_to_the_free_seats(client: FlaskClient, table: At) -> None:
    table.claim("red")
    joined = client.post("/v1/joins", json={"join_code": table.code.lower()}).json
    assert (joined["id"], joined["game"], joined["free_seats"]) == (table.id, "coq", ["blue"])


def test_a_claimed_seat_is_named_and_taken(client: FlaskClient, table: At) -> None:
    red = table.claim("red", name="Ana")
    assert red.now["role"] == "seat"
    assert red.now["seats"][0] == {"seat": "red", "claimed": True, "name": "Ana"}
    assert "join_code" not in red.now
    again = client.post(f"{table.base}/seats/red/claims", json={"join_code": table.code})
    assert problem(again) == (409, "seat-taken")


def test_a_claim_may_be_sent_again_with_its_key(client: FlaskClient, table: At) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    claims = f"{table.base}/seats/red/claims"
    first, again = (client.post(claims, json={"join_code": table.code}, headers=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    other = client.post(claims, json={"join_code": table.code, "name": "Bo"}, headers=key)
    assert problem(other) == (409, "idempotency-key-reused")
    watching = [
        client.post(f"{table.base}/spectators", json={"join_code": table.code}, headers=key).json for _ in range(2)
    ]
    assert watching[0] == watching[1] != first.json


def test_who_does_not_know_the_code_finds_no_table(client: FlaskClient, table: At) -> None:
    other = open_table(client)
    for base in (table.base, "/v1/sessions/" + secrets.token_hex(16), "/v1/sessions/}{"):
        for path in ("/seats/red/claims", "/spectators"):
            for code in ("22222222", other.code):
                answer = client.post(base + path, json={"join_code": code})
                assert problem(answer) == (404, "not-found")
    assert problem(client.post("/v1/joins", json={"join_code": "22222222"})) == (404, "not-found")
    for code in ("", "2222222", "222222222", "2222222O", "2222222\n", 2, None):
        assert not body_validator("/v1/joins").is_valid({"join_code": code})
        assert problem(client.post("/v1/joins", json={"join_code": code})) == (422, "malformed")
    assert problem(client.post(f"{table.base}/seats/green/claims", json={"join_code": table.code}))[0] == 404


def test_guessing_codes_is_slowed_down_in_every_worker(store: Store) -> None:
    address, elsewhere = {"REMOTE_ADDR": "2001:db8::1"}, {"REMOTE_ADDR": "192.0.2.1"}
    nearby = {"REMOTE_ADDR": "2001:db8::2"}
    config = Config(join_attempts=3)
    workers = [create_app(config, store).test_client() for _ in range(2)]
    table = open_table(workers[0])

    def join(worker: int, code: str) -> Any:
        return workers[worker].post("/v1/joins", json={"join_code": code}, environ_base=address)

    for attempt in range(5):
        assert join(attempt % 2, table.code).status_code == 200
    assert [join(n % 2, "22222222").status_code for n in range(3)] == [404] * 3
    slowed = join(1, "22222222")
    assert problem(slowed) == (429, "slow-down")
    assert 0 < int(slowed.headers["Retry-After"]) <= 61
    assert problem(join(0, table.code)) == (429, "slow-down")
    claim = workers[0].post(f"{table.base}/seats/red/claims", json={"join_code": table.code}, environ_base=address)
    assert problem(claim) == (429, "slow-down")
    assert workers[0].post("/v1/joins", json={"join_code": table.code}, environ_base=nearby).status_code == 429
    assert workers[0].post("/v1/joins", json={"join_code": table.code}, environ_base=elsewhere).status_code == 200


def test_the_host_replaces_a_lost_token(table: At) -> None:
    red = table.claim("red")
    key = str(uuid.uuid4())
    new = table.post("/seats/red/tokens", None, key)
    assert new.status_code == 201
    assert problem(red.get()) == (404, "not-found")
    assert problem(red.move(roll(1), 0)) == (404, "not-found")
    assert table.post("/seats/red/tokens", None, key).json == new.json
    seat = At(table.client, table.opened, new.json["token"])
    assert seat.now["seat"] == "red"
    assert problem(seat.post("/seats/red/tokens", None)) == (403, "not-allowed")
    assert problem(table.post("/seats/green/tokens", None))[0] == 404


def test_an_unknown_and_a_forbidden_table_look_the_same(client: FlaskClient, table: At) -> None:
    other = open_table(client)
    foreign = At(client, table.opened, other.token)
    unknown = At(client, {**table.opened, "id": secrets.token_hex(16)}, other.token)
    strange = At(client, {**table.opened, "id": "}{"}, other.token)
    answers = [each.get() for each in (foreign, unknown, strange)]
    assert [problem(answer) for answer in answers] == [(404, "not-found")] * 3
    assert answers[0].data == answers[1].data == answers[2].data
    for base in (table.base, unknown.base):
        for headers in ({}, {"Authorization": ""}, {"Authorization": "Basic abc"}):
            answer = client.get(base, headers=headers)
            assert problem(answer) == (401, "no-token")
            assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_no_token_is_kept_as_it_is(table: At, store: Store) -> None:
    red = table.claim("red")
    kept = store.load(table.id)
    assert table.token not in str(kept)
    assert red.token not in str(kept)
    assert set(kept.tokens) == {"host", "seat:red"}


def test_spectators_have_their_limit(table: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["referee.api.sessions"], "MOST_SPECTATORS", 2)
    table.watch()
    table.watch()
    answer = table.client.post(f"{table.base}/spectators", json={"join_code": table.code})
    assert problem(answer) == (409, "seat-taken")


# -- moving -----------------------------------------------------------------------------------------------------------


def test_a_move_is_answered_with_what_it_changed(table: At) -> None:
    answer = table.move(roll(1), 0)
    assert answer.status_code == 201
    moved = answer.json
    assert (moved["version"], moved["decision"]["phase"], moved["result"]) == (1, "choose_pawn", None)
    assert moved["state"] == table.now["state"]
    assert moved["legal_moves"] == table.now["legal_moves"]
    assert moved["events"][0]["rule"] == "CQ-TURN-1"
    assert moved["events"][0]["text"]


def test_several_moves_are_all_or_nothing(table: At) -> None:
    refused = table.moves(roll(1), pawn("red", 0), pawn("red", 0))
    assert problem(refused) == (409, "chance-pending")
    assert refused.json["failed_at"] == 2
    assert table.version == 0
    assert table.log == []
    done = table.moves(roll(1), pawn("red", 0))
    assert done.json["version"] == 2
    assert [item["version"] for item in table.log] == [1, 2]


def test_a_refusal_cites_its_rule_and_changes_nothing(table: At) -> None:
    table.moves(roll(3))
    before = table.now
    answers = {
        "chance-pending": table.move(pawn("blue", 0)),
        "not-your-turn": open_rolled(table).move(pawn("blue", 0)),
    }
    for code, answer in answers.items():
        assert problem(answer) == (409, code)
        (violation,) = answer.json["violations"]
        assert violation["rule"].startswith("CQ-")
        assert violation["text"] == answer.json["detail"]
    assert table.now == before


def open_rolled(table: At) -> At:
    other = open_table(table.client)
    other.move(roll(1))
    return other


def test_an_illegal_move_names_the_rule_in_french(table: At) -> None:
    table.moves(roll(1), pawn("red", 0), roll(3), roll(4))
    answer = table.move(pawn("red", 1), Accept_Language="fr")
    assert problem(answer) == (409, "illegal")
    assert answer.json["violations"][0]["rule"] == "CQ-ENTER-1"
    assert answer.headers["Content-Language"] == "fr"
    assert answer.json["title"] == "La règle interdit ce coup"


def test_a_game_that_is_over_takes_no_move(client: FlaskClient) -> None:
    home = {"turn": "red", "pawns": {"red": [[33, False], [32, False]]}}
    table = open_table(client, {"seats": ["red", "blue"], "position": home})
    done = table.moves(roll(1), pawn("red", 1))
    assert done.json["decision"] is None
    assert done.json["legal_moves"] == []
    assert done.json["result"]["winners"] == ["red"]
    assert problem(table.move(roll(1))) == (409, "game-over")
    assert table.get("/record").json["result"] == done.json["result"]


def test_a_seat_acts_for_itself_and_for_chance(table: At) -> None:
    red, blue, eye = table.claim("red"), table.claim("blue"), table.watch()
    assert blue.move(roll(1)).status_code == 201
    assert problem(blue.move(pawn("red", 0))) == (403, "not-allowed")
    assert problem(blue.moves(pawn("blue", 0), pawn("red", 0))) == (403, "not-allowed")
    assert problem(blue.move(pawn("blue", 0))) == (409, "not-your-turn")
    assert problem(eye.move(pawn("red", 0))) == (403, "not-allowed")
    assert problem(eye.take_back(0)) == (403, "not-allowed")
    assert red.move(pawn("red", 0)).status_code == 201
    assert table.moves(roll(2), roll(1), pawn("red", 1)).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"expected_version": 0},
        {"move": roll(1)},
        {"move": roll(7), "expected_version": 0},
        {"move": roll(1), "moves": [roll(1)], "expected_version": 0},
        {"moves": [], "expected_version": 0},
        {"moves": [roll(1)] * 101, "expected_version": 0},
        {"moves": roll(1), "expected_version": 0},
        {"moves": [roll(1), 3], "expected_version": 0},
        {"move": roll(1), "expected_version": -1},
        {"move": roll(1), "expected_version": "0"},
        {"move": roll(1), "expected_version": 0.5},
        {"move": roll(1), "expected_version": True},
        {"move": roll(1), "expected_version": 0, "more": 1},
        [],
    ],
)
def test_a_request_that_does_not_fit_the_schema_is_malformed(table: At, body: Any) -> None:
    assert not body_validator("/v1/sessions/{session_id}/moves").is_valid(body)
    assert problem(table.post("/moves", body)) == (422, "malformed")


def test_a_malformed_move_is_pointed_at(table: At) -> None:
    answer = table.moves(roll(1), {"actor": "red", "type": "move", "pawn": 9}, expected=0)
    assert answer.json["errors"][0]["pointer"] == "/moves/1/pawn"


def test_a_move_of_another_game_fits_the_schema_and_is_illegal(table: At) -> None:
    answer = table.move({"actor": "red", "type": "stay"})
    fits = body_validator("/v1/sessions/{session_id}/moves").is_valid
    assert fits({"move": {"actor": "red", "type": "stay"}, "expected_version": 0})
    assert problem(answer) == (409, "illegal")
    assert [violation["rule"] for violation in answer.json["violations"]] == ["CQ-API-2"]
    assert problem(table.move({"actor": "red", "type": "no_such"})) == (422, "malformed")


def test_minimal_answers_leave_out_state_and_moves(table: At) -> None:
    key = str(uuid.uuid4())
    answer = table.move(roll(1), 0, key, Prefer="return=minimal")
    assert set(answer.json) == {"version", "events", "decision", "result"}
    assert answer.headers["Preference-Applied"] == "return=minimal"
    assert "state" in table.move(roll(1), 0, key).json


def test_legal_moves_come_as_list_tree_or_not_at_all(table: At) -> None:
    red, eye = table.claim("red"), table.watch()
    assert "legal_moves" not in table.get("/legal-moves?legal_moves=none").json
    tree = table.get("/legal-moves?legal_moves=tree").json["legal_moves"]
    assert tree["choices"][0]["value"] == "roll"
    assert red.get("/legal-moves?legal_moves=tree").json["legal_moves"] == tree
    assert eye.get("/legal-moves?legal_moves=tree").json["legal_moves"] == {"field": "type", "choices": []}
    table.move(roll(1))
    blue = table.claim("blue")
    assert blue.get("/legal-moves?legal_moves=tree").json["legal_moves"]["choices"] == []
    assert blue.get("/legal-moves").json["legal_moves"] == []
    assert len(red.get("/legal-moves").json["legal_moves"]) == 2
    assert eye.get("/legal-moves").json["legal_moves"] == []
    assert eye.now["decision"]["actors"] == ["red"]


def test_a_dry_run_changes_nothing(table: At) -> None:
    before = table.now
    tried = table.post("/verdicts", {"move": roll(1)}).json
    assert tried["legal"]
    assert tried["decision"]["phase"] == "choose_pawn"
    refused = table.post("/verdicts", {"move": pawn("red", 0)}).json
    assert (refused["legal"], refused["code"]) == (False, "chance-pending")
    eye = table.watch()
    assert eye.post("/verdicts", {"move": roll(1)}).json["legal_moves"] == []
    assert table.now == before
    assert table.log == []


# -- versions and keys ------------------------------------------------------------------------------------------------


def test_a_stale_version_tells_what_was_missed(table: At) -> None:
    table.moves(roll(1), pawn("red", 0))
    answer = table.move(roll(1), 0)
    assert problem(answer) == (409, "stale-version")
    assert answer.json["current_version"] == 2
    assert answer.json["missed"] == table.log
    assert table.move(roll(1), 1).json["missed"] == table.log[1:]
    assert table.move(roll(1), 99).json["missed"] == []
    assert table.version == 2


def test_a_move_sent_again_is_answered_again(table: At) -> None:
    key = "k"
    first = table.moves(roll(1), pawn("red", 0), expected=0, key=key)
    table.move(roll(2))
    again = table.moves(roll(1), pawn("red", 0), expected=0, key=key)
    assert again.status_code == 201
    assert again.json == first.json
    assert len(table.log) == 3
    assert problem(table.moves(roll(1), expected=0, key=key)) == (409, "idempotency-key-reused")


def test_a_move_sent_again_is_rebuilt_across_snapshots(table: At) -> None:
    answers = []
    for number in range(40):
        answers.append(table.move(roll(3), number, f"key {number}").json)
    for number, answer in enumerate(answers):
        assert table.move(roll(3), number, f"key {number}").json == answer


def test_a_key_of_another_request_is_refused_whatever_comes_with_it(table: At) -> None:
    red = table.claim("red")
    assert table.move(roll(3), 0, "k").status_code == 201
    assert table.take_back(0, 1, "k").status_code == 201
    assert red.move(roll(1), 2, "k").status_code == 201
    assert red.take_back(2, 3, "k").status_code == 201
    assert table.version == 4
    for legal, illegal in [(roll(3), pawn("red", 0)), (roll(1), pawn("blue", 0))]:
        for expected in (4, 3, 99):
            assert problem(table.move(legal, expected, "k")) == (409, "idempotency-key-reused")
            assert problem(table.move(illegal, expected, "k")) == (409, "idempotency-key-reused")
    for at, to in [(table, 3), (table, 4), (red, 0), (red, 4)]:
        assert problem(at.take_back(to, 4, "k")) == (409, "idempotency-key-reused")
    assert table.version == 4


def test_the_key_belongs_to_its_token_and_path(table: At) -> None:
    red = table.claim("red")
    assert table.move(roll(3), 0, "k").status_code == 201
    assert problem(red.move(roll(3), 0, "k")) == (409, "stale-version")
    assert table.take_back(0, 1, "k").status_code == 201
    assert len(table.log) == 2


@pytest.mark.parametrize("key", ["", "x" * 256, "é", "a\tb"])
def test_a_key_is_printable_and_not_too_long(table: At, key: str) -> None:
    headers = {"Authorization": f"Bearer {table.token}", "Idempotency-Key": key.encode().decode("latin-1")}
    answer = table.client.post(f"{table.base}/moves", json={"move": roll(1), "expected_version": 0}, headers=headers)
    assert problem(answer) == (422, "malformed")


# -- taking back ------------------------------------------------------------------------------------------------------


def test_a_mistyped_die_is_taken_back(table: At) -> None:
    before = table.now
    table.move(roll(1))
    key = str(uuid.uuid4())
    back = table.take_back(0, 1, key)
    assert back.status_code == 201
    assert (back.json["version"], back.json["events"]) == (2, [])
    assert back.json["state"] == before["state"]
    assert back.json["legal_moves"] == before["legal_moves"]
    assert table.take_back(0, 1, key).json == back.json
    assert table.log[1]["takeback"] == {"to_version": 0}
    assert "move" not in table.log[1]
    assert table.get("/record").json["moves"] == []
    assert table.move(roll(2)).json["version"] == 3


def test_the_sender_takes_back_only_the_last_request(table: At) -> None:
    red, blue = table.claim("red"), table.claim("blue")
    red.moves(roll(1), pawn("red", 0))
    blue.move(roll(2))
    assert problem(red.take_back(2)) == (403, "not-allowed")
    assert problem(blue.take_back(0)) == (403, "not-allowed")
    assert blue.take_back(2).status_code == 201
    assert problem(blue.take_back(2)) == (403, "not-allowed")
    assert red.take_back(0).status_code == 201
    assert red.now["state"] == table.opened["state"]
    assert problem(red.take_back(4)) == (403, "not-allowed")
    assert table.take_back(3).status_code == 201
    assert table.now["version"] == 6
    assert len(table.get("/record").json["moves"]) == 3


def test_a_takeback_goes_back_and_expects_the_present(table: At) -> None:
    table.move(roll(3))
    assert problem(table.take_back(1)) == (409, "illegal")
    assert problem(table.take_back(7)) == (409, "illegal")
    assert problem(table.take_back(0, 0)) == (409, "stale-version")
    assert problem(table.post("/takebacks", {"to_version": 0})) == (422, "malformed")


def test_the_record_leaves_out_what_was_taken_back(client: FlaskClient, table: At) -> None:
    table.moves(roll(1), pawn("red", 0), roll(5))
    table.take_back(2)
    table.moves(roll(6), roll(1), pawn("blue", 1))
    table.take_back(5)
    table.move(roll(2))
    record = table.get("/record").json
    assert record["moves"] == [
        {"type": "roll", "actor": "chance", "value": 1},
        {"type": "move", "actor": "red", "pawn": 0},
        {"type": "roll", "actor": "chance", "value": 6},
        {"type": "roll", "actor": "chance", "value": 2},
    ]
    verified = client.post("/v1/games/coq/replays", json=record).json
    assert verified["valid"]
    assert verified["state"] == table.now["state"]


# -- reading ----------------------------------------------------------------------------------------------------------


def test_the_log_is_paged_by_version(table: At) -> None:
    for _ in range(20):
        table.move(roll(3))
    page = table.get("/moves?after=0&limit=5").json
    assert [item["version"] for item in page["items"]] == [1, 2, 3, 4, 5]
    assert page["next"] == 5
    rest = table.get("/moves?after=5&limit=500").json
    assert [item["version"] for item in rest["items"]] == list(range(6, 21))
    assert rest["next"] is None
    assert table.get("/moves?after=20").json == {"items": [], "next": None}
    assert table.get("/moves?after=15&limit=5").json["next"] is None
    first = table.log[0]
    assert set(first) == {"version", "move", "events", "at", "by"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", first["at"])
    for query in ("after=-1", "after=x", "limit=0", "limit=501", "limit=", "more=1", "after=1&after=2"):
        assert problem(table.get(f"/moves?{query}")) == (422, "malformed")


@pytest.mark.parametrize("path", ["", "/legal-moves", "/moves", "/scores", "/description", "/record"])
def test_a_client_that_has_it_already_gets_304(table: At, path: str) -> None:
    first = table.get(path)
    etag = first.headers["ETag"]
    assert etag.startswith('"0-')
    assert table.get(path, If_None_Match=etag).status_code == 304
    table.moves(roll(1), pawn("red", 0))
    assert table.get(path, If_None_Match=etag).status_code == 200
    assert "private" in first.headers["Cache-Control"]


def test_language_and_view_have_etags_of_their_own(table: At) -> None:
    red = table.claim("red")
    table.move(roll(1))
    assert table.get().headers["ETag"] != red.get().headers["ETag"]
    assert table.get("/moves").headers["ETag"] != table.get("/moves", Accept_Language="fr").headers["ETag"]


def test_scores_and_description_are_those_of_the_live_state(client: FlaskClient, table: At) -> None:
    table.moves(roll(1), pawn("red", 0))
    state = {"state": table.now["state"]}
    assert table.get("/scores").json == client.post("/v1/games/coq/scores", json=state).json
    assert table.get("/description").json == client.post("/v1/games/coq/descriptions", json=state).json


def test_a_table_expires_and_is_forgotten(table: At, clock: Clock) -> None:
    clock.ahead = 900
    table.move(roll(3))
    clock.ahead = 1800
    assert table.get().status_code == 200
    clock.ahead = 1950
    assert problem(table.get()) == (410, "expired")
    assert problem(At(table.client, table.opened, "another token").get()) == (404, "not-found")
    assert problem(table.move(roll(3), 1)) == (410, "expired")
    assert problem(table.client.post("/v1/joins", json={"join_code": table.code})) == (410, "expired")
    clock.ahead = 2500
    assert problem(table.get()) == (404, "not-found")


def test_the_host_deletes_a_table(table: At) -> None:
    red = table.claim("red")
    assert problem(red.delete()) == (403, "not-allowed")
    gone = table.delete()
    assert (gone.status_code, gone.data) == (204, b"")
    assert problem(table.get()) == (404, "not-found")
    assert problem(table.client.post("/v1/joins", json={"join_code": table.code})) == (404, "not-found")


def test_names_do_not_stand_in_the_log_of_the_service(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    table = open_table(client, names={"red": "Hildegard"})
    table.claim("blue", name="Hildegard")
    table.move(roll(9), 0)
    assert "Hildegard" not in caplog.text
    assert table.token not in caplog.text
