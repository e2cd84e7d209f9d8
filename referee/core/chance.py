"""Chance is a player: its admissible outcomes, and how likely each of them is."""

from __future__ import annotations

from typing import Any

from referee.core.game import CHANCE, Ruleset
from referee.core.play import legal_moves


def outcomes(rules: Ruleset, state: Any) -> list[tuple[Any, int]]:
    """Return what chance can do here, each outcome with its weight."""
    weighed = []
    for move in legal_moves(rules, state):
        if move.actor == CHANCE:
            weigh = rules.kind_of[type(move)].weight
            weighed.append((move, weigh(state, move) if weigh else 1))
    return weighed
