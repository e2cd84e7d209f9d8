"""The score sheet: what each seat's points are made of, who is where, and why the game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType


class ScoreRow(Struct, frozen=True):
    """One seat's points; the items add up to the total."""

    seat: str
    total: int
    place: int
    items: dict[str, int]
    luck_used: int | UnsetType = UNSET
    luck_unused: int | UnsetType = UNSET


class ScoreSheet(Struct, frozen=True):
    """Everybody's points, in turn order."""

    final: bool
    seats: tuple[ScoreRow, ...]
    winners: tuple[str, ...]
    ended_by: str | None
    rounds: tuple[dict[str, Any], ...] | UnsetType = UNSET


def score_sheet(
    items: Mapping[str, dict[str, int]],
    ended_by: str | None,
    *,
    lowest_wins: bool = False,
    beside: Mapping[str, Mapping[str, int]] | None = None,
    rounds: tuple[dict[str, Any], ...] | UnsetType = UNSET,
) -> ScoreSheet:
    """Add up and rank: equal totals share a place and the next place is skipped. `ended_by` is None while play goes on.

    `beside` holds counts of a seat that are shown but are no points.
    """
    totals = {seat: sum(points.values()) for seat, points in items.items()}
    best_first = sorted(totals.values(), reverse=not lowest_wins)
    rows = tuple(
        ScoreRow(seat, totals[seat], best_first.index(totals[seat]) + 1, points, **(beside[seat] if beside else {}))
        for seat, points in items.items()
    )
    winners = tuple(row.seat for row in rows if row.place == 1) if ended_by else ()
    return ScoreSheet(ended_by is not None, rows, winners, ended_by, rounds)
