"""The golden records show every card at work in every way it can work, and every event."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from referee.core.play import complete, play
from referee.games.frantic.cards import CARDS as AT_WORK
from referee.games.frantic.components import CARDS
from referee.games.frantic.events import EVENTS
from tests.table import Table

RECORDS = sorted((Path(__file__).parents[2] / "records" / "frantic").glob("*.json"))


@cache
def recorded() -> frozenset[tuple[str, str, object]]:
    """Return (type, rule, card) of every event that happens in a record."""
    seen = set()
    for path in RECORDS:
        record = json.loads(path.read_text(encoding="utf-8"))["record"]
        table = Table("frantic", record["setup"])
        for given in record["moves"]:
            for move in complete(table.rules, table.state, table.move(given)):
                table.state, events = play(table.rules, table.state, move)
                seen |= {(event.type, event.rule, event.data.get("card")) for event in events}
    return frozenset(seen)


def happened(type: str, card: str | None = None) -> bool:
    return any(seen == type and (card is None or card == shown) for seen, _, shown in recorded())


@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_put_on_the_board(card: str):
    kinds = ("played", "placed", "played_pointing", "placed_pointing")
    assert any(happened(type, card) for type in kinds)


@pytest.mark.parametrize("card", [card for card in CARDS if AT_WORK[card].played])
def test_every_card_that_works_when_played_is_played(card: str):
    assert happened("played", card)


@pytest.mark.parametrize("card", [card for card in CARDS if AT_WORK[card].landed])
def test_every_card_that_works_on_landing_is_landed_on(card: str):
    assert happened("lands", card)


@pytest.mark.parametrize("card", [card for card in CARDS if AT_WORK[card].thrown])
def test_every_reaction_is_thrown(card: str):
    assert happened("thrown", card)


def test_stop_snail_x_and_the_numbered_teleports_work():
    assert all(happened(type) for type in ("stopped", "slowed", "past_x", "lands_on_tele"))


@pytest.mark.parametrize("number", EVENTS)
def test_every_event_takes_place(number: int):
    assert any(seen == ("event", f"FR-EV-{number}", None) for seen in recorded())


@pytest.mark.parametrize("hands", ["hidden", "known"])
@pytest.mark.parametrize("players", range(2, 7))
def test_a_whole_game_is_on_record_for_each_number_of_players(players: int, hands: str):
    path = next(path for path in RECORDS if path.stem == f"game-{players}-{hands}")
    record = json.loads(path.read_text(encoding="utf-8"))["record"]
    assert len(record["setup"]["seats"]) == players
    assert record["setup"]["options"]["hands"] == hands
    assert record["result"]["final"]
