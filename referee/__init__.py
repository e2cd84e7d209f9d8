"""Referee: says whether a move of a board game is legal, and which rule decides."""

__version__ = "0.1.0"
