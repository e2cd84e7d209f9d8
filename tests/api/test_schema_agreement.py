"""422 if and only if the published schema refuses the document."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.games import GAMES
from tests.api.positions import reached
from tests.api.schema import body_validator
from tests.table import Wire
from tests.walks import damaged, places

ROUNDS = 600  # documents of each game and question
JUNK = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.5,
    2.0,
    7,
    200,
    201,
    10**15,
    "",
    "?",
    "red",
    "0",
    [],
    [[]],
    {},
    {"type": "roll"},
)


def twisted(whole: Any, rng: random.Random) -> Any:
    """Return a copy of a document with something done to it that a schema may or may not allow."""
    made = copy.deepcopy(whole)
    containers = [value for _, value in places(made) if isinstance(value, dict | list)]
    inside = rng.choice(containers)
    if isinstance(inside, list):
        where = rng.randint(0, len(inside))
        inside[where : where + rng.randint(0, 1)] = rng.choice([[], [rng.choice(JUNK)], inside[:1], inside * 2])
    elif rng.random() < 0.3 or not inside:
        inside[rng.choice(["x", "", "type", "pawn", "green", "51", "-1", "1.0", "a/b"])] = rng.choice(JUNK)
    elif rng.random() < 0.3:
        del inside[rng.choice(list(inside))]
    else:
        inside[rng.choice(list(inside))] = rng.choice(JUNK)
    return made


def document(game_id: str, question: str, client: FlaskClient, rng: random.Random) -> Wire:
    """Return an honest request."""
    each = rng.choice(reached(game_id))
    if question == "verdicts":
        return {"state": each.state, "move": rng.choice([move for other in reached(game_id) for move in other.moves])}
    if question == "replays":
        return {"game": game_id, "rules_version": 1, "setup": each.setup, "moves": list(each.moves), "result": None}
    described = client.post(f"/v1/games/{game_id}/descriptions", json={"state": each.state})
    return {"mode": "table", **each.setup, **({"position": described.json["position"]} if rng.random() < 0.7 else {})}


@pytest.mark.parametrize("question", ["setups", "verdicts", "replays"])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_document_is_malformed_if_and_only_if_the_schema_refuses_it(client: FlaskClient, game_id: str, question: str):
    rng, path = random.Random(f"{game_id} {question}"), f"/v1/games/{game_id}/{question}"
    schema, seen = body_validator(path), set()
    for _ in range(ROUNDS):
        body: Any = document(game_id, question, client, rng)
        for _ in range(rng.choice([0, 1, 1, 1, 2])):
            body = (damaged if rng.random() < 0.4 else twisted)(body, rng)
        response, fits = client.post(path, json=body), schema.is_valid(body)
        assert (response.status_code != 422) is fits, (body, response.json)
        seen.add(fits)
    assert seen == {True, False}
