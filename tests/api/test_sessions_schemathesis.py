"""Schemathesis walks the links of the OpenAPI document: open a table, claim a seat, list the moves, move."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.config import SchemathesisConfig

from referee.api import create_app
from referee.api.config import Config
from tests.api.schema import published

# All checks are on but one: `ignored_auth` wants 401 or 403 for a wrong token, where a foreign table must look like
# none (404). `probe` below asks instead for what the wire says.
CONFIG = {
    "seed": 1,
    "generation": {"deterministic": True, "database": "none"},
    "checks": {"ignored_auth": {"enabled": False}},
}
walk = settings(
    max_examples=70,
    stateful_step_count=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def document() -> dict[str, Any]:
    """Return the OpenAPI document, with the bodies of its links taken as they are: `move` without `moves`."""
    made = copy.deepcopy(published())
    for operations in made["paths"].values():
        for operation in operations.values():
            for response in operation["responses"].values():
                for link in response.get("links", {}).values():
                    link["x-schemathesis"] = {"merge_body": False}
    return made


def test_the_links_lead_through_a_session(tmp_path: Path) -> None:
    whole = schemathesis.openapi.from_dict(document(), config=SchemathesisConfig.from_dict(CONFIG))
    schema = whole.include(path_regex="^/v1/(sessions|joins)")
    store = tmp_path / "games.sqlite3"
    app = create_app(Config(sqlite=str(store), sqlite_synchronous="off", join_attempts=100_000, stream_seconds=1))
    schema.app = app
    tokens: dict[str, str] = {}
    seen: dict[str, set[int]] = {}

    @schema.auth(refresh_interval=None)
    class Token:
        """The host's token of the table that is asked for, if it was opened on the way."""

        def get(self, case: Any, _: Any) -> str:
            return tokens.get((case.path_parameters or {}).get("session_id", ""), "unknown")

        def set(self, case: Any, token: str, _: Any) -> None:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}

    class Walk(schema.as_state_machine()):  # type: ignore[misc]
        """Remembers the tokens of tables, and what was answered to each operation."""

        def after_call(self, response: Any, case: Any) -> None:
            name = case.operation.definition.raw["operationId"]
            seen.setdefault(name, set()).add(response.status_code)
            if name == "open_session" and response.status_code == 201:
                opened = response.json()
                tokens[opened["id"]] = opened["tokens"]["host"]

            if case.operation.definition.raw.get("security"):
                probe(case.method, response.request.path_url)

    def probe(method: str, path: str) -> None:
        asked = app.test_client()
        assert asked.open(path, method=method).status_code == 401
        assert asked.open(path, method=method, headers={"Authorization": "Bearer wrong"}).status_code == 404

    Walk.run(settings=walk)
    for name in ("open_session", "claim_seat", "make_moves"):
        assert 201 in seen[name], name
    for name in ("list_moves", "show_session", "show_log"):
        assert 200 in seen[name], name
