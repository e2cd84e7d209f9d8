"""A whole evening: four phones play a game to its end over HTTP against two workers, and everybody listens."""

from __future__ import annotations

import random
import uuid
from pathlib import Path
from typing import Any

import pytest

from referee.games import GAMES
from tests.store.conftest import STORES
from tests.store.listeners import Listener
from tests.store.load import read_log
from tests.store.servers import Phone, Service, patience
from tests.store.test_races import place

GAME = "verflixxt" if "verflixxt" in GAMES else "coq"
SEATS = list(GAMES[GAME].colours[:4])


def sit_down(service: Service) -> tuple[dict[str, Any], dict[str, Phone], Phone]:
    """Open a table on one phone and join it with four others and a spectator, as people do."""
    opened = service.phone().post("/v1/sessions", {"game": GAME, "setup": {"seats": SEATS}}).body
    code, phones = opened["join_code"], {}
    for seat in SEATS:
        joined = service.phone().post("/v1/joins", {"join_code": code})
        assert joined.status == 200, joined.body
        found = joined.body
        assert seat in found["free_seats"]
        claim = service.phone().post(
            f"/v1/sessions/{found['id']}/seats/{seat}/claims",
            {"join_code": code, "name": seat.title()},
            key=str(uuid.uuid4()),
        )
        assert claim.status == 201
        phones[seat] = service.phone(claim.body["token"])
    watching = service.phone().post(f"/v1/sessions/{opened['id']}/spectators", {"join_code": code}).body
    return opened, phones, service.phone(watching["token"])


def turn(base: str, phones: dict[str, Phone], rng: random.Random) -> bool:
    """Let one phone do what is to be done now; return whether the game goes on."""
    anybody = rng.choice(list(phones.values()))
    decision = anybody.get(base + "?legal_moves=none").body["decision"]
    if decision is None:
        return False
    seat = decision.get("player") or next((actor for actor in decision["actors"] if actor in phones), SEATS[0])
    listed = phones[seat].get(base + "/legal-moves").body
    move = rng.choice(listed["legal_moves"])
    body = {"move": move, "expected_version": listed["version"]}
    answer = phones[seat].post(base + "/moves", body, key=str(uuid.uuid4()))
    assert answer.status == 201, answer.body
    assert answer.body["version"] > listed["version"]
    return True


@pytest.mark.parametrize("kind", STORES)
def test_four_phones_play_a_whole_game(kind: str, tmp_path: Path) -> None:
    with Service(threads=16, stream_seconds=2, **place(kind, tmp_path)) as service:
        opened, phones, spectator = sit_down(service)
        base = f"/v1/sessions/{opened['id']}"
        listeners = [Listener(service.port, opened["id"], phone.token) for phone in (*phones.values(), spectator)]
        patience(lambda: all(listener.heard for listener in listeners))
        rng = random.Random(7)
        for _ in range(30):
            assert turn(base, phones, rng)
        patience(lambda: all(listener.connections > 1 for listener in listeners))  # streams end and are resumed
        while turn(base, phones, rng):
            pass
        over = spectator.get(base).body
        patience(lambda: all(listener.versions[-1] == over["version"] for listener in listeners))
        for listener in listeners:
            listener.close()
        check(service, opened, over, listeners)


def check(service: Service, opened: dict[str, Any], over: dict[str, Any], listeners: list[Listener]) -> None:
    host = service.phone(opened["tokens"]["host"])
    base = f"/v1/sessions/{opened['id']}"
    assert over["decision"] is None
    assert over["result"]["winners"]
    assert over["legal_moves"] == []
    log = read_log(host, base)
    assert [item["version"] for item in log] == list(range(1, over["version"] + 1))
    assert {item["by"] for item in log} == set(SEATS)
    for listener in listeners:
        assert listener.heard[0][0] == "snapshot"
        assert listener.versions == list(range(listener.versions[0], over["version"] + 1))
        assert listener.heard[-1][2]["result"]["winners"] == over["result"]["winners"]
        assert listener.heard[-1][2]["state"] == over["state"]
        assert all(kind == "move" for kind, _, _ in listener.heard[1:])
    record = host.get(f"{base}/record").body
    verified = host.post(f"/v1/games/{GAME}/replays", record).body
    assert verified["valid"]
    assert verified["state"] == over["state"]
    assert verified["result"] == over["result"]
