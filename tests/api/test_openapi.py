"""The OpenAPI document: current, complete, valid, and true of what the service answers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema_rs import meta
from openapi_spec_validator import OpenAPIV31SpecValidator

from referee.api import create_app, warmed_up
from referee.api.docs import written
from referee.api.openapi import as_yaml, openapi
from referee.api.schemas import component, position_type
from referee.games import GAMES
from tests.api.positions import reached
from tests.api.schema import answer_validator, body_validator, published, validator
from tests.table import Wire
from tests.walks import places

ROOT = Path(__file__).parents[2]
PAGES = {"/docs", "/docs/{name}", "/openapi.json", "/openapi.yaml"}  # for people, and the document itself
QUESTIONS = ("setups", "legal-moves", "verdicts", "position-checks", "scores", "descriptions", "replays")

game_ids = pytest.mark.parametrize("game_id", GAMES)


def operations() -> Iterator[tuple[str, str, Wire]]:
    for path, methods in published()["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def schemas() -> Wire:
    return published()["components"]["schemas"]


# -- the document -----------------------------------------------------------------------------------------------------


def test_the_committed_document_is_current():
    current = as_yaml(openapi())
    assert (ROOT / "openapi.yaml").read_text(encoding="utf-8") == current, "run `referee openapi`"


def test_the_document_is_written_before_anybody_asks():
    written.cache_clear()
    warmed_up(create_app())
    assert written.cache_info().currsize == 1


def test_the_document_is_openapi_3_1():
    assert published()["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(published()).validate()


def test_every_schema_is_a_schema():
    for schema in schemas().values():
        meta.validate(schema)


def test_routes_and_paths_are_the_same(app: Flask):
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    games = "|".join(GAMES)
    paths = {
        (re.sub(f"^/v1/games/({games})/", "/v1/games/{game_id}/", path), method) for path, method, _ in operations()
    }
    assert {route for route in routes if route[0] not in PAGES} == paths


def test_every_operation_says_what_it_is():
    tags = {tag["name"] for tag in published()["tags"]}
    ids = [operation["operationId"] for _, _, operation in operations()]
    assert len(set(ids)) == len(ids)
    for path, method, operation in operations():
        assert re.fullmatch(r"[a-z][a-z0-9_]*", operation["operationId"]), path
        assert set(operation["tags"]) <= tags, path
        assert operation["summary"], (path, method)
        assert all(response["description"] for response in operation["responses"].values()), path


def test_every_refusal_is_a_problem():
    for path, _, operation in operations():
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
                assert response["content"] == {"application/problem+json": problem}, (path, status)


def test_every_question_says_how_it_refuses_a_body():
    for path, _, operation in operations():
        if "requestBody" in operation:
            assert {"400", "411", "413", "415", "422"} <= set(operation["responses"]), path


def test_every_reference_leads_somewhere():
    for _, value in places(published()):
        if isinstance(value, dict) and isinstance(value.get("$ref"), str):
            target: Any = published()
            for step in value["$ref"].removeprefix("#/").split("/"):
                target = target[step]


def test_every_component_is_used():
    used = {value["$ref"] for _, value in places(published()) if isinstance(value, dict) and "$ref" in value}
    unused = {name for name in schemas() if f"#/components/schemas/{name}" not in used}
    assert not {name for name in unused if not name.endswith("Position")}


@game_ids
def test_a_game_has_its_named_documents(game_id: str):
    game = GAMES[game_id]
    documents = {kind.__name__ for kind in (game.State, game.Setup, position_type(game))}
    envelopes = {component(game, name) for name in ("Move", "Question", "Proposal", "Record", "Verdict", "Listing")}
    assert documents | envelopes <= set(schemas())


@game_ids
def test_moves_are_told_apart_by_their_type(game_id: str):
    move = schemas()[game_id.capitalize() + "Move"]
    assert move["discriminator"]["propertyName"] == "type"
    assert len(move["discriminator"]["mapping"]) == len(move["anyOf"])
    for tag, reference in move["discriminator"]["mapping"].items():
        kind = schemas()[reference.rsplit("/", 1)[1]]
        assert kind["properties"]["type"]["enum"] == [tag]
        assert {"type", "actor"} <= set(kind["required"])


@game_ids
def test_what_is_posted_is_closed_and_what_is_answered_is_open(game_id: str):
    game, name = GAMES[game_id], game_id.capitalize()
    mapping = schemas()[name + "Move"]["discriminator"]["mapping"].values()
    closed = [kind.__name__ for kind in (game.State, game.Setup, position_type(game))]
    closed += [reference.rsplit("/", 1)[1] for reference in mapping]
    for each in [*closed, name + "Question", name + "Proposal", name + "Record"]:
        assert schemas()[each]["additionalProperties"] is False, each
    for part in ("Verdict", "Listing", "Opening", "Replay", "Description", "Example"):
        assert schemas()[name + part].get("additionalProperties") is not False, part


# -- examples ---------------------------------------------------------------------------------------------------------


def test_every_question_has_an_example_that_fits_and_is_answered(client: FlaskClient):
    for path, method, operation in operations():
        if method == "post" and path.startswith("/v1/games/"):
            shown = operation["requestBody"]["content"]["application/json"]["example"]
            body_validator(path).validate(shown)
            response = client.post(path, json=shown)
            assert response.status_code == 200, path
            answer_validator(path, "post", 200).validate(response.json)


def test_every_example_in_a_schema_fits_it():
    for path, value in places(published()):
        if isinstance(value, dict) and isinstance(value.get("examples"), list) and path[-1] == "schema":
            for shown in value["examples"]:
                validator(*map(str, path)).validate(shown)


@game_ids
def test_links_lead_from_a_set_up_to_a_verdict(client: FlaskClient, game_id: str):
    base = f"/v1/games/{game_id}"
    opening = client.post(f"{base}/setups", json=GAMES[game_id].example.setup).json
    by_id = {operation["operationId"]: (path, method) for path, method, operation in operations()}
    for link in published()["paths"][f"{base}/setups"]["post"]["responses"]["200"]["links"].values():
        path, method = by_id[link["operationId"]]
        body = {name: resolve(opening, expression) for name, expression in link["requestBody"].items()}
        assert client.open(path, method=method, json=body).status_code == 200


def resolve(answer: Any, expression: str) -> Any:
    for step in expression.removeprefix("$response.body#/").split("/"):
        answer = answer[int(step)] if isinstance(answer, list) else answer[step]
    return answer


# -- answers ----------------------------------------------------------------------------------------------------------


@game_ids
def test_every_answer_fits_its_schema(client: FlaskClient, game_id: str):
    rng, base = random.Random(game_id), f"/v1/games/{game_id}"
    moves = [move for each in reached(game_id) for move in each.moves]

    def ask(question: str, body: Wire, query: str = "") -> Any:
        answer = client.post(f"{base}/{question}{query}", json=body)
        answer_validator(f"{base}/{question}", "post", answer.status_code).validate(answer.json)
        return answer.json

    for each in reached(game_id, 25):
        body = {"state": each.state}
        for question in QUESTIONS[3:6]:
            ask(question, body)
        for query in ("", "?legal_moves=tree", "?legal_moves=none", "?preview=true", "?preview=true&legal_moves=tree"):
            ask("legal-moves", body, query)
            for move in [*each.moves[:1], rng.choice(moves)]:
                ask("verdicts", {**body, "move": move}, query)
        ask("setups", each.setup)
        ask("replays", {"setup": each.setup, "moves": list(each.moves[:2])})
        assert not ask("position-checks", {"state": {**each.state, "seats": []}}).get("sound")
        assert ask("legal-moves", {"state": {**each.state, "seats": []}})["code"] in (
            "impossible-position",
            "malformed",
        )


@pytest.mark.parametrize(
    "path", [path for path, method, _ in operations() if method == "get" and "session" not in path]
)
def test_every_page_of_the_catalogue_fits_its_schema(client: FlaskClient, path: str):
    for game in GAMES.values():
        address = path.replace("{game_id}", game.id).replace("{rule_id}", next(iter(game.catalogue.rules)))
        response = client.get(address)
        assert response.status_code == 200
        answer_validator(path, "get", 200).validate(response.json)
