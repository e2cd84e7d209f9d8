"""Frantic: states that a client may send and that no play can have led to."""

from __future__ import annotations

from typing import Any

from referee.core import document
from referee.games.frantic import GAME
from tests.games.frantic.at_table import PASS, at, fresh, play, refused, roll
from tests.table import Table, Wire, wire

SEATS = ["red", "blue", "green"]


def faults(table: Table, **changes: Any) -> list[tuple[str, str]]:
    """Return the faults of a table on which something was changed."""
    state = document.read(GAME.State, {**wire(table.state), **changes})
    return [tuple(fault) for fault in GAME.faults(state)]


def placing() -> Table:
    table = fresh(starter="red")
    assert table.decision["phase"] == "place"
    return table


def declaring() -> Table:
    table = at(pawns={"red": 42}).play(play("red", "stop", 20), roll("red", 3), PASS, PASS)
    assert table.decision["phase"] == "declare"
    return table


def marked(lying: list[Wire]) -> list[Wire]:
    return [{**lying[0], "used": SEATS}, *lying[1:]]


def test_no_card_is_used_up_between_two_turns():  # FR-ONCE-1
    for table in (fresh(), placing(), declaring(), at()):
        assert faults(table) == []
        teleports = marked(wire(table.state)["teleports"])
        assert faults(table, teleports=teleports) == [("FR-ONCE-1", "/teleports/0/used")]
    board = wire(declaring().state)["board"]
    board[19] = marked(board[19])
    assert faults(declaring(), board=board) == [("FR-ONCE-1", "/board/19/0/used")]


def test_what_was_dealt_is_in_hand_or_on_the_board_before_the_first_turn():  # FR-SETUP-9
    board = wire(placing().state)["board"]
    covered = [[{"card": "stop"}], *board[1:]]
    assert faults(placing(), board=covered) == [("FR-API-10", "/todo")]
    assert faults(placing(), discards=["?"]) == [("FR-API-10", "/todo")]
    hands = wire(placing().state)["hands"]
    assert faults(placing(), board=covered, hands=[hands[0][1:], *hands[1:]]) == []


def test_a_round_scores_no_more_than_the_finish_and_the_pack():  # FR-SCORE-1, FR-SCORE-2
    result: Wire = {"round": 1, "squares": [0, 50, 42], "fuck_you": [21, 0, 0]}
    later = {"round": 2, "results": [result]}
    assert faults(at(), **later) == []
    assert faults(at(), round=2, results=[{**result, "squares": [0, 51, 42]}]) == [("FR-SCORE-1", "/results/0")]
    assert faults(at(), round=2, results=[{**result, "squares": [0]}]) == [("FR-SCORE-1", "/results/0")]
    assert faults(at(), round=2, results=[{**result, "fuck_you": [2**53 - 1, 0, 0]}]) == [("FR-SCORE-2", "/results/0")]


def test_points_and_rounds_can_be_counted_on():  # FR-SCORE-3, FR-ROUND-1
    assert faults(at(), start=[2**53 - 1, 0, 0]) == [("FR-SCORE-3", "/start")]
    assert faults(at(), round=2**53 - 1) == [("FR-ROUND-1", "/round")]
    assert refused(totals={"red": 2**53 - 1}) == [("FR-SCORE-3", "/position/totals/red")]
    assert refused(round=2**53 - 1) == [("FR-ROUND-1", "/position/round")]
    last = at(round=10**9, pawns={"red": 42}, options={"composition": {"stop": 94}})
    last.play(play("red", "stop", 20), roll("red", 3), PASS, PASS)
    assert (wire(last.state)["round"], last.faults) == (10**9 + 1, [])
