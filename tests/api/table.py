"""A table over HTTP: what the session tests do at one, through Flask's test client."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Wire = dict[str, Any]

STARTED = {"seats": ["red", "blue"], "starter": "red"}


class At:
    """A table at which one token speaks."""

    def __init__(self, client: FlaskClient, opened: Wire, token: str | None = None) -> None:
        self.client, self.opened = client, opened
        self.id, self.code = opened["id"], opened["join_code"]
        self.token = token or opened["tokens"]["host"]
        self.base = f"/v1/sessions/{self.id}"

    def _headers(self, key: str | None, headers: dict[str, str]) -> dict[str, str]:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return {"Authorization": f"Bearer {self.token}", **({"Idempotency-Key": key} if key else {}), **given}

    def get(self, path: str = "", **headers: str) -> TestResponse:
        return self.client.get(self.base + path, headers=self._headers(None, headers))

    def post(self, path: str, body: Any, key: str | None = None, **headers: str) -> TestResponse:
        return self.client.post(self.base + path, json=body, headers=self._headers(key, headers))

    def delete(self) -> TestResponse:
        return self.client.delete(self.base, headers=self._headers(None, {}))

    def move(self, move: Wire, expected: int | None = None, key: str | None = None, **headers: str) -> TestResponse:
        expected = self.version if expected is None else expected
        return self.post("/moves", {"move": move, "expected_version": expected}, key, **headers)

    def moves(self, *moves: Wire, expected: int | None = None, key: str | None = None) -> TestResponse:
        expected = self.version if expected is None else expected
        return self.post("/moves", {"moves": list(moves), "expected_version": expected}, key)

    def take_back(self, to_version: int, expected: int | None = None, key: str | None = None) -> TestResponse:
        expected = self.version if expected is None else expected
        return self.post("/takebacks", {"to_version": to_version, "expected_version": expected}, key)

    @property
    def now(self) -> Wire:
        shown: Wire = self.get().json  # type: ignore[assignment]
        return shown

    @property
    def version(self) -> int:
        return int(self.now["version"])

    @property
    def log(self) -> list[Wire]:
        return self.get("/moves?limit=500").json["items"]  # type: ignore[index]

    def claim(self, seat: str, **more: str) -> At:
        answer = self.client.post(f"{self.base}/seats/{seat}/claims", json={"join_code": self.code, **more})
        assert answer.status_code == 201, answer.json
        return At(self.client, self.opened, answer.json["token"])  # type: ignore[index]

    def watch(self) -> At:
        answer = self.client.post(f"{self.base}/spectators", json={"join_code": self.code})
        assert answer.status_code == 201, answer.json
        return At(self.client, self.opened, answer.json["token"])  # type: ignore[index]


def open_table(client: FlaskClient, setup: Wire = STARTED, game: str = "coq", **more: Any) -> At:
    answer = client.post("/v1/sessions", json={"game": game, "setup": setup, **more})
    assert answer.status_code == 201, answer.json
    return At(client, answer.json)  # type: ignore[arg-type]


def roll(value: int) -> Wire:
    return {"actor": "chance", "type": "roll", "value": value}


def pawn(seat: str, number: int) -> Wire:
    return {"actor": seat, "type": "move", "pawn": number}
