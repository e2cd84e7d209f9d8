"""Schemathesis reads the OpenAPI document and asks whatever it allows, and what it does not. All its checks are on."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.config import SchemathesisConfig

from referee.api import create_app
from referee.api.config import Config
from referee.games import GAMES
from tests.api.positions import reached, some_moves
from tests.api.schema import published
from tests.walks import damaged

STORE = tempfile.TemporaryDirectory()
APP = create_app(Config(sqlite=str(Path(STORE.name) / "games.sqlite3")))
REFUSED = ["400", "401", "403", "404", "405", "409", "411", "413", "415", "422", "429"]
ACCEPTED = ["2xx", "304", "401", "403", "404", "409", "429"]
CONFIG = {
    "seed": 1,
    "generation": {"deterministic": True, "database": "none"},
    "checks": {
        # A body may break the schema by being too large (413) or missing (411); guessing join codes is slowed (429).
        "negative_data_rejection": {"expected-statuses": REFUSED},
        # What only the rules or the state of a table can refuse is 409, 403 or 404; 422 and 400 are for the schema.
        "positive_data_acceptance": {"expected-statuses": ACCEPTED},
    },
    "operations": [
        {
            # A record's `result` may hold anything, also numbers beyond those that JSON carries safely, which are 400.
            "include-path-regex": "/replays$",
            "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
        }
    ],
}
OTHER_GAMES = "|".join(game_id for game_id in GAMES if game_id != "coq")

schema = schemathesis.openapi.from_wsgi("/openapi.json", APP, config=SchemathesisConfig.from_dict(CONFIG))
# One implementation answers for every game, so the smallest documents, which are invented fastest, stand for all.
plain = schema.exclude(path_regex=f"^/v1/games/({OTHER_GAMES})/")

few = settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@plain.parametrize()
@few
def test_the_service_answers_as_its_document_says(case: Any):
    case.call_and_validate()


@pytest.mark.parametrize("game_id", GAMES)
def test_positions_reached_by_play_are_answered_as_the_document_says(game_id: str):
    rng, base = random.Random(game_id), f"/v1/games/{game_id}"
    for each in reached(game_id, 30):
        state = damaged(each.state, rng) if rng.random() < 0.5 else each.state
        question = {"state": state}
        bodies = {
            "setups": each.setup,
            "verdicts": {**question, "move": rng.choice(some_moves(game_id))},
            "replays": {"setup": each.setup, "moves": list(each.moves)},
            "legal-moves": question,
            "position-checks": question,
            "scores": question,
            "descriptions": question,
        }
        for name, body in bodies.items():
            operation = schema[f"{base}/{name}"]["POST"]
            operation.Case(body=body, media_type="application/json").call_and_validate()


def test_following_the_links_holds_no_surprise():
    config = {**CONFIG, "generation": {**CONFIG["generation"], "mode": "positive"}}
    coq = {path: methods for path, methods in published()["paths"].items() if path.startswith("/v1/games/coq/")}
    linked = schemathesis.openapi.from_dict({**published(), "paths": coq}, config=SchemathesisConfig.from_dict(config))
    linked.app = APP
    answered = set()

    @linked.hook
    def map_body(context: Any, body: Any) -> Any:
        """Begin at a table that the rules allow; invented ones are nearly always impossible."""
        return GAMES["coq"].example.setup if context.operation.path.endswith("/setups") else body

    class Walk(linked.as_state_machine()):
        def after_call(self, response: Any, case: Any) -> None:
            answered.add((case.operation.label, response.status_code))

    Walk.run(settings=settings(few, max_examples=25, stateful_step_count=6))
    for question in ("setups", "legal-moves", "verdicts", "descriptions"):
        assert (f"POST /v1/games/coq/{question}", 200) in answered
