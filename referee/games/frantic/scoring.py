"""Frantic: points are penalties, added up over the rounds (section 14)."""

from __future__ import annotations

from typing import Any

from referee.core.scores import ScoreSheet, score_sheet
from referee.games.frantic.components import FUCK_YOU_POINTS, printed
from referee.games.frantic.state import FranticResult, FranticState


def round_result(state: FranticState) -> FranticResult:
    """Return the points of the round as it stands: each pawn's square, and 21 for every Fuck You in hand."""
    held = (sum(copy.card == "fuck_you" for copy in hand) for hand in state.hands)
    return FranticResult(
        round=state.round,
        squares=tuple(printed(step) for step in state.pawns),
        fuck_you=tuple(FUCK_YOU_POINTS * cards for cards in held),
    )


def totals(state: FranticState) -> list[int]:
    """Return everybody's points of the finished rounds, in the order of `seats`."""
    rows = [state.start, *(points for result in state.results for points in (result.squares, result.fuck_you))]
    return [sum(points) for points in zip(*rows, strict=True)]


def limit_reached(state: FranticState) -> bool:
    return any(total >= state.options.limit for total in totals(state))


def scores(state: FranticState) -> ScoreSheet:
    """Add up the finished rounds, and what a described table began with."""
    items: dict[str, dict[str, int]] = {
        seat: {
            **({"start": state.start[row]} if any(state.start) else {}),
            "squares": sum(result.squares[row] for result in state.results),
            "fuck_you": sum(result.fuck_you[row] for result in state.results),
        }
        for row, seat in enumerate(state.seats)
    }
    ended_by = None if state.todo else "FR-GAME-1"
    rounds = tuple(round_row(state, result) for result in state.results)
    return score_sheet(items, ended_by, lowest_wins=True, rounds=rounds)


def round_row(state: FranticState, result: FranticResult) -> dict[str, Any]:
    rows = zip(state.seats, result.squares, result.fuck_you, strict=True)
    seats = {seat: {"square": at, "fuck_you": cards, "total": at + cards} for seat, at, cards in rows}
    return {"round": result.round, "seats": seats}
