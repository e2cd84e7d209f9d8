"""Rulings of the COQ race, one per rule id."""

from __future__ import annotations

from tests.table import Table, move


def at_table(**position: object) -> Table:
    """Red is on turn against Blue on the default board."""
    return Table("coq", {"seats": ["red", "blue"], "position": {"turn": "red", **position}})


def test_a_one_leads_out_of_the_circle():  # CQ-ENTER-1
    table = at_table().play(move("chance", "roll", value=1))
    assert table.legal == [move("red", "move", pawn=0), move("red", "move", pawn=1)]
    table = at_table(pawns={"red": [[7, False], [0, False]]}).play(move("chance", "roll", value=2))
    assert table.refusal(move("red", "move", pawn=1)) == "CQ-ENTER-1"
