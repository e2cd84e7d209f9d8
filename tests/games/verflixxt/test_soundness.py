"""Verflixxt: states that a client may send and that no play can have led to."""

from __future__ import annotations

import time
from typing import Any

from referee.core import document
from referee.games.verflixxt import GAME
from tests.games.verflixxt.setups import HOCH2_TRACK_FOR_2
from tests.games.verflixxt.tables import (
    START,
    Table,
    base,
    both,
    card,
    hoch2,
    move,
    pawn,
    phase,
    refused,
    roll,
    swap_with_pawn,
    worm,
    wormy,
)
from tests.table import wire

NOT_OPEN = [("VX-TURN-1", "/todo")]
NOT_SO_FAR = [("VX-TURN-1", "/so_far")]
AFTER, DRAW, NEXT = {"type": "slot", "name": "after"}, {"type": "slot", "name": "draw"}, {"type": "next_turn"}
AGAIN = {"type": "again"}


def faults(table: Table, **changes: Any) -> list[tuple[str, str]]:
    """Return the faults of a table on which something was changed."""
    state = document.read(GAME.State, {**wire(table.state), **changes})
    return [tuple(fault) for fault in GAME.faults(state)]


def todo(table: Table) -> list[Any]:
    return wire(table.state)["todo"]


def test_the_turn_goes_on_when_hats_were_changed():  # VX-TURN-1
    pawns = {"red": ["R4a", START, START], "blue": ["+5", START, START]}
    arrived = hoch2(pawns=pawns, hats={"green": ["blue", 0]}).play(card("o1"), pawn(0, 1))
    choice = todo(arrived)[0]
    assert (phase(arrived), todo(arrived)) == ("hat", [choice, AFTER, DRAW, NEXT])
    assert faults(arrived) == []
    assert faults(arrived, todo=[choice, DRAW, NEXT]) == NOT_OPEN
    assert faults(arrived, todo=[choice, NEXT]) == NOT_OPEN
    card_again = [{"type": "slot", "name": name} for name in ("card", "move", "after", "draw")]
    assert faults(arrived, todo=[choice, *card_again, NEXT]) == NOT_OPEN
    pawns["blue"] = ["+5", "+5", START]
    token = both(pawns=pawns, hats={"green": ["blue", 1]}, options={"wormy": True}, worms={"red": ["swap"]})
    token.play(swap_with_pawn(0, "blue", 0))
    assert (phase(token), faults(token)) == ("hat", [])  # a token was played before the throw


def test_the_turn_goes_on_when_a_token_was_drawn():  # VX-TURN-1
    drawing = wormy(pawns={"red": ["-3a", START, START]}, mode="virtual").play(roll(2, "x"), pawn(0, 2))
    question, settle = todo(drawing)[:2]
    assert (phase(drawing), todo(drawing)) == ("drawing", [question, settle, AFTER, NEXT])
    assert faults(drawing, todo=[question, settle, NEXT]) == NOT_OPEN


def test_the_action_die_lies_idle_without_flixxy():  # VX-TURN-1
    throwing = both()
    assert (phase(throwing), faults(throwing)) == ("roll", [])
    assert faults(throwing, flixxy=None) == NOT_OPEN


def test_a_throw_or_card_moves_one_pawn():  # VX-TURN-1
    thrown = base().play(roll(2))
    assert faults(thrown, so_far={"number": 2, "moved": [0]}) == NOT_OPEN
    assert faults(thrown, so_far={"number": 2, "moved": [0] * 8}) == NOT_SO_FAR
    played = hoch2(hands={"red": ["y2", "o3"]}).play(card("y2"), pawn(0, 2), move("red", "second"))
    assert faults(played) == []
    assert faults(played, so_far={"number": 2, "cards": ["y2"], "moved": [0, 0]}) == NOT_SO_FAR
    assert faults(played.play(card("o3"))) == []


def test_there_is_room_for_all_tokens_and_extra_turns():  # VX-COMP-4
    held = {"worms": {"red": ["double", "double"]}}
    moved = wormy(**held).play(roll(2, "x"), pawn(0, 2))
    assert faults(moved.play(worm("double"))) == []
    assert AGAIN in todo(moved)
    many = [*todo(moved)[:-1], *[AGAIN] * 900, NEXT]
    assert faults(moved, todo=many) == [("VX-COMP-4", "/worms")]
    counts = {"worm_counts": [["double", 1000]]}
    rows = [[{"kind": "double"}] * 950, []]
    assert faults(moved, **counts, worms=rows, worm_pile=[]) == [("VX-COMP-4", "/worms")]
    seats = ["red", "blue", "green", "yellow", "black"]
    everybody = {"worms": {seat: ["double"] * 200 for seat in seats}, "track": ["-3a"]}
    chosen = {"nochmal": True, "wormy": True, "custom_track": True, "worms": {"double": 1000}}
    assert refused(seats, {**everybody, "guards": []}, **chosen) == [("VX-COMP-4", "/position/worms")]


def test_a_long_draw_for_the_hats_is_checked_at_once():  # VX-HSET-8
    begun = Table("verflixxt", {"seats": ["red", "blue"], "options": {"hoch2": True, "track": HOCH2_TRACK_FOR_2}})
    question, *rest = todo(begun)
    level = ["y4"] * 1000
    began = time.process_time()
    assert faults(begun, todo=[{**question, "drawn": [level, level[1:]]}, *rest]) == []
    assert faults(begun, todo=[{**question, "drawn": [level[1:], level]}, *rest]) == NOT_OPEN
    assert faults(begun, todo=[{**question, "drawn": [["y4"], ["y3"]]}, *rest]) == NOT_OPEN
    assert time.process_time() - began < 0.5
