"""What the service answers: the catalogue, languages, verdicts, replays, and the headers around them."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.api import details
from referee.core.catalogue import LANGUAGES, Text
from referee.games import GAMES
from tests.table import Table, Wire, move, wire
from tests.test_catalogue import gaps

BASE = "/v1/games/coq"
CATALOGUE = ["/v1/games", BASE, f"{BASE}/rules", f"{BASE}/rules/CQ-ENTER-1", f"{BASE}/examples", "/"]
RED = {"seats": ["red", "blue"], "starter": "red"}
ROLL = move("chance", "roll", value=2)


def french(client: FlaskClient, path: str, body: Any = None) -> TestResponse:
    headers = {"Accept-Language": "fr"}
    return client.get(path, headers=headers) if body is None else client.post(path, json=body, headers=headers)


def state(*moves: Wire, **setup: Any) -> Wire:
    return wire(Table("coq", {**RED, **setup}, *moves).state)


def verdict(client: FlaskClient, proposed: Wire, *moves: Wire, **setup: Any) -> Any:
    return client.post(f"{BASE}/verdicts", json={"state": state(*moves, **setup), "move": proposed}).json


# -- the catalogue ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*CATALOGUE, "/openapi.yaml", "/openapi.json"])
def test_the_catalogue_may_be_kept(client: FlaskClient, path: str):
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=300"
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert client.get(path, headers={"If-None-Match": '"another"'}).status_code == 200


@pytest.mark.parametrize("path", CATALOGUE[:4])
def test_each_language_has_its_own_etag(client: FlaskClient, path: str):
    assert client.get(path).headers["ETag"] != french(client, path).headers["ETag"]


def test_the_catalogue_lists_every_game(client: FlaskClient):
    listed = client.get("/v1/games").json["games"]
    assert [row["id"] for row in listed] == list(GAMES)
    for row in listed:
        assert client.get(row["links"]["self"]).json == row
        for name in ("rules", "examples"):
            assert client.get(row["links"][name]).status_code == 200


def test_a_game_explains_its_options(client: FlaskClient):
    options = {row["name"]: row for row in client.get(BASE).json["options"]}
    assert set(options) == {"squares", "six_rule", "safe_start"}
    assert options["six_rule"]["default"] == "every_six"
    assert options["safe_start"]["default"] is False
    assert all(row["meaning"] for row in options.values())


@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_can_be_looked_up(client: FlaskClient, game_id: str):
    listed = client.get(f"/v1/games/{game_id}/rules").json["rules"]
    assert [rule["rule"] for rule in listed] == list(GAMES[game_id].catalogue.rules)
    for rule in listed:
        assert client.get(f"/v1/games/{game_id}/rules/{rule['rule']}").json == rule


@pytest.mark.parametrize("game_id", GAMES)
def test_the_example_is_as_it_says(client: FlaskClient, game_id: str):
    base = f"/v1/games/{game_id}"
    shown = client.get(f"{base}/examples").json
    for name, legal in [("legal_move", True), ("illegal_move", False)]:
        answer = client.post(f"{base}/verdicts", json={"state": shown["state"], "move": shown[name]}).json
        assert answer["legal"] is legal
    assert client.post(f"{base}/setups", json=shown["setup"]).status_code == 200


# -- languages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("FR", "fr"),
        ("en", "en"),
        ("en-GB", "en"),
        ("de", "en"),
        ("", "en"),
        ("*", "en"),
        ("de, fr;q=0.5", "fr"),
        ("fr;q=0.2, en;q=0.8", "en"),
        ("en;q=0, fr", "fr"),
        ("fr;q=0", "en"),
        ("nonsense;;", "en"),
    ],
)
def test_the_language_is_english_or_french(client: FlaskClient, asked: str, spoken: str):
    answer = client.get(f"{BASE}/rules/CQ-ENTER-1", headers={"Accept-Language": asked})
    assert answer.headers["Content-Language"] == spoken
    assert answer.json["text"] == GAMES["coq"].catalogue.rules["CQ-ENTER-1"].in_(spoken)  # type: ignore[arg-type]


def test_everything_that_is_read_is_in_french(client: FlaskClient):
    words = GAMES["coq"].words
    assert french(client, BASE).json["summary"] == words.game.summary.fr
    assert french(client, "/v1/nowhere").json["title"] == "Il n'y a rien ici"
    told = french(client, f"{BASE}/verdicts", {"state": state(), "move": ROLL}).json["events"]
    english = client.post(f"{BASE}/verdicts", json={"state": state(), "move": ROLL}).json["events"]
    assert [event["data"] for event in told] == [event["data"] for event in english]
    assert all(event["text"] != other["text"] for event, other in zip(told, english, strict=True))
    read = [
        client.post(f"{BASE}/descriptions", json={"state": state()}),
        french(client, f"{BASE}/descriptions", {"state": state()}),
    ]
    assert len({tuple(answer.json["sentences"]) for answer in read}) == len(LANGUAGES)


def test_a_problem_speaks_the_language_of_its_reader(client: FlaskClient):
    doubled = french(client, f"{BASE}/setups", {"seats": ["red", "red"]})
    assert doubled.status_code == 409
    assert doubled.headers["Content-Language"] == "fr"
    assert doubled.json["violations"][0]["text"] == GAMES["coq"].catalogue.rules["CQ-SETUP-1"].fr
    assert doubled.json["faults"][0]["pointer"] == "/seats"
    strange = french(client, "/v1/games/chess")
    assert strange.json["detail"] == details.NO_GAME.filled(game="chess").fr


def test_every_detail_of_a_problem_is_told_in_both_languages():
    texts = {name: text for name, text in vars(details).items() if isinstance(text, Text)}
    assert texts
    for name, text in texts.items():
        assert text.en != text.fr, name
        assert gaps(text.en) == gaps(text.fr), name


def test_every_detail_of_a_problem_comes_from_the_texts_or_the_rules():
    """A text that is written where a problem is raised would be in one language only."""
    folder = Path(details.__file__).parent
    calls = [node for path in folder.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    raised = [call for call in calls if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Problem"]
    assert len(raised) > 10
    assert [ast.unparse(call) for call in raised if isinstance(call.args[1], ast.Constant | ast.JoinedStr)] == []


# -- set-ups and verdicts ---------------------------------------------------------------------------------------------


def test_an_assumed_board_is_warned_of(client: FlaskClient):  # CQ-BOARD-3
    assert [row["rule"] for row in client.post(f"{BASE}/setups", json=RED).json["warnings"]] == ["CQ-BOARD-3"]
    given = {**RED, "options": {"squares": [1, 2, 3, 4, 5, 6]}}
    assert "warnings" not in client.post(f"{BASE}/setups", json=given).json


def test_a_legal_move_is_answered_with_all_that_follows(client: FlaskClient):
    answer = verdict(client, ROLL)
    assert answer["legal"] is True
    assert [event["rule"] for event in answer["events"]] == ["CQ-TURN-1", "CQ-MOVE-3", "CQ-ORDER-3"]
    assert answer["decision"] == {"phase": "roll", "actors": ["chance"], "player": "blue"}
    assert answer["legal_moves"] == [{"type": "roll", "actor": "chance", "value": value} for value in range(1, 7)]
    assert answer["result"] is None
    assert answer["state"]["turn"] == "blue"


LAST_STEP = {"position": {"turn": "red", "pawns": {"red": [[33, False], [32, False]]}, "points": {"red": 9}}}


def test_the_last_move_is_answered_with_the_result(client: FlaskClient):
    answer = verdict(client, move("red", "move", pawn=1), move("chance", "roll", value=1), **LAST_STEP)
    assert (answer["decision"], answer["legal_moves"]) == (None, [])
    assert answer["result"]["final"]
    assert answer["result"]["winners"] == ["red"]
    assert answer["result"]["ended_by"] == "CQ-END-1"
    assert client.post(f"{BASE}/scores", json={"state": answer["state"]}).json == answer["result"]


ON_THE_WAY = {"position": {"turn": "red", "pawns": {"red": [[5, False], [0, False]]}}}
FINISHED = {"position": {"pawns": {"red": [[33, False], [33, False]]}}}


@pytest.mark.parametrize(
    ("code", "rule", "proposed", "moves", "setup"),
    [
        ("illegal", "CQ-ENTER-1", move("red", "move", pawn=1), [move("chance", "roll", value=2)], ON_THE_WAY),
        ("not-your-turn", "CQ-TURN-1", move("blue", "move", pawn=0), [move("chance", "roll", value=1)], {}),
        ("chance-pending", "CQ-API-1", move("red", "move", pawn=0), [], {}),
        ("game-over", "CQ-END-1", ROLL, [], FINISHED),
    ],
)
def test_a_refusal_says_what_kind_it_is(
    client: FlaskClient, code: str, rule: str, proposed: Wire, moves: list[Wire], setup: Wire
):
    answer = verdict(client, proposed, *moves, **setup)
    assert (answer["legal"], answer["code"]) == (False, code)
    assert [violation["rule"] for violation in answer["violations"]] == [rule]
    assert set(answer["violations"][0]["source"]) == {"document", "section"}
    assert {"decision", "legal_moves"} <= set(answer)
    assert "state" not in answer


def test_the_list_comes_as_list_as_tree_or_not_at_all(client: FlaskClient):
    def asked(query: str) -> Any:
        return client.post(f"{BASE}/legal-moves{query}", json={"state": state()}).json

    assert asked("") == asked("?legal_moves=full")
    assert "legal_moves" not in asked("?legal_moves=none")
    tree = asked("?legal_moves=tree")["legal_moves"]
    assert tree["field"] == "type"
    assert [choice["value"] for choice in tree["choices"]] == ["roll"]


# -- replays ----------------------------------------------------------------------------------------------------------

RECORD = {"game": "coq", "rules_version": 1, "setup": RED, "moves": [ROLL, ROLL], "result": None}


def replay(client: FlaskClient, **changes: Any) -> Any:
    answer = client.post(f"{BASE}/replays", json={**RECORD, **changes})
    assert answer.status_code == 200
    return answer.json


def test_a_record_that_holds_leads_to_its_state(client: FlaskClient):
    assert replay(client) == {"valid": True, "state": state(ROLL, ROLL), "result": None}
    bare = client.post(f"{BASE}/replays", json={"setup": RED, "moves": []}).json
    assert bare == {"valid": True, "state": state(), "result": None}


def test_a_record_fails_at_its_first_illegal_move(client: FlaskClient):
    answer = replay(client, moves=[ROLL, move("red", "decline"), move("red", "decline")])
    assert (answer["valid"], answer["failed_at"], answer["code"]) == (False, 1, "chance-pending")
    assert [violation["rule"] for violation in answer["violations"]] == ["CQ-API-1"]
    assert answer["state"] == state(ROLL)


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ({"game": "frantic"}, "wrong-game"),
        ({"rules_version": 99}, "wrong-rules-version"),
        ({"result": {"final": True}}, "wrong-result"),
    ],
)
def test_a_record_that_claims_something_else_does_not_hold(client: FlaskClient, claim: Wire, code: str):
    answer = replay(client, **claim)
    assert (answer["valid"], answer["code"]) == (False, code)


def test_a_record_with_its_result_holds(client: FlaskClient):
    played = {"setup": {**RED, **LAST_STEP}, "moves": [move("chance", "roll", value=1), move("red", "move", pawn=1)]}
    result = replay(client, **played)["result"]
    assert result["winners"] == ["red"]
    assert replay(client, **played, result=result)["valid"]
    assert replay(client, **played, result={**result, "winners": ["blue"]})["code"] == "wrong-result"


def test_a_record_of_an_impossible_table_is_refused(client: FlaskClient):
    answer = client.post(f"{BASE}/replays", json={**RECORD, "setup": {"seats": ["red"]}})
    assert (answer.status_code, answer.json["code"]) == (409, "impossible-setup")
    assert answer.json["faults"][0]["pointer"] == "/setup/seats"


# -- headers ----------------------------------------------------------------------------------------------------------

EVERYWHERE = ["/", "/v1/games", "/healthz", "/docs", "/openapi.json", "/v1/nowhere", f"{BASE}/setups"]


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_may_be_read_by_a_page_from_elsewhere(client: FlaskClient, path: str):
    headers = client.get(path, headers={"Origin": "https://elsewhere.example"}).headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    exposed = {name.strip() for name in headers["Access-Control-Expose-Headers"].split(",")}
    assert exposed == {"ETag", "Location", "Request-Id", "Retry-After"}
    assert "Access-Control-Allow-Credentials" not in headers
    assert {"Authorization", "Accept-Language"} <= {name.strip() for name in headers["Vary"].split(",")}
    assert headers.getlist("Request-Id") == [headers["Request-Id"]]


def test_a_browser_may_ask_before_it_posts(client: FlaskClient):
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    answer = client.options(f"{BASE}/verdicts", headers={**asked, "Access-Control-Request-Headers": "content-type"})
    assert answer.status_code == 200
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    allowed = {name.strip() for name in answer.headers["Access-Control-Allow-Headers"].split(",")}
    wanted = {"Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID", "Prefer"}
    assert allowed == {*wanted, "Accept-Language"}


@pytest.mark.parametrize(
    ("given", "kept"), [("abc-123", True), ("x" * 128, True), ("x" * 129, False), ("a b", False), ("é", False)]
)
def test_a_request_id_comes_back_when_it_can_be_trusted(client: FlaskClient, given: str, kept: bool):
    for path in ("/v1/games", "/v1/nowhere"):
        answered = client.get(path, headers={"Request-Id": given}).headers["Request-Id"]
        assert (answered == given) is kept
        assert re.fullmatch("[!-~]{1,128}", answered)


def test_requests_without_an_id_get_one_each(client: FlaskClient):
    assert client.get("/").headers["Request-Id"] != client.get("/").headers["Request-Id"]


# -- the service ------------------------------------------------------------------------------------------------------


def test_every_link_leads_somewhere(client: FlaskClient):
    for path in client.get("/").json["links"].values():
        assert client.get(path).status_code in (200, 405), path


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_the_probes_answer(client: FlaskClient, path: str):
    assert client.get(path).json == {"status": "ok"}


def test_the_docs_page_needs_no_other_host(client: FlaskClient):
    page = client.get("/docs")
    assert page.mimetype == "text/html"
    used = re.findall(r'(?:href|src|url)[=:]\s*"([^"]+)"', page.text)
    assert len(used) >= 4
    for address in used:
        assert "//" not in address
        asset = client.get(f"/{address}")
        assert asset.status_code == 200
        assert asset.data
    for style in [address for address in used if address.endswith(".css")]:
        assert not re.findall(r"url\(\s*['\"]?(?:https?:)?//", client.get(f"/{style}").text)


def test_the_document_is_the_same_in_both_forms(client: FlaskClient):
    assert yaml.safe_load(client.get("/openapi.yaml").text) == client.get("/openapi.json").json
