"""Short words for the rulings of Frantic: a table to begin with, and its moves."""

from __future__ import annotations

from typing import Any

from tests.table import Table, Wire, move, setup_refusal

PASS = move("table", "pass")


def at(*moves: Wire, seats: str = "red blue green", options: Wire | None = None, **position: Any) -> Table:
    """Lay out a table on which Red is on turn, and play moves."""
    return Table("frantic", {"seats": seats.split(), "options": options or {}, "position": position}, *moves)


def fresh(*moves: Wire, seats: str = "red blue green", options: Wire | None = None, **setup: Any) -> Table:
    """Set up a game from its beginning."""
    return Table("frantic", {"seats": seats.split(), "options": options or {}, **setup}, *moves)


def refused(seats: str = "red blue", options: Wire | None = None, mode: str = "table", **position: Any) -> list[Any]:
    """Return the faults of a set-up with this position."""
    setup = {"seats": seats.split(), "options": options or {}, "mode": mode}
    return setup_refusal("frantic", {**setup, "position": position} if position else setup)


def play(seat: str, card: str, to: int, **dir: str) -> Wire:
    return move(seat, "play", card=card, to=to, **dir)


def place(seat: str, card: str, to: int, **dir: str) -> Wire:
    return move(seat, "place", card=card, to=to, **dir)


def roll(player: str, value: int, die: int = 6) -> Wire:
    return move("chance", "roll", die=die, player=player, value=value)


def d20(player: str, value: int) -> Wire:
    return roll(player, value, 20)


def draw(player: str, card: str) -> Wire:
    return move("chance", "draw", player=player, card=card)


def reveal(card: str) -> Wire:
    return move("chance", "reveal", card=card)


def name(seat: str, effect: str, pawn: str, **steps: int) -> Wire:
    return move(seat, "target", effect=effect, pawn=pawn, **steps)


def take(seat: str, square: int) -> Wire:
    return move(seat, "take", **{"from": square})


def react(seat: str, card: str, to: int) -> Wire:
    return move(seat, "react", card=card, to=to)


def decline(seat: str) -> Wire:
    return move(seat, "decline")


def starts(seat: str) -> Wire:
    return move("chance", "first_player", player=seat)


def declare(seat: str, cards: int) -> Wire:
    return move(seat, "declare", fuck_you=cards)


def relocate(seat: str, teleport: int, to: int) -> Wire:
    return move(seat, "relocate", teleport=teleport, to=to)


def event(number: int, you: str = "red", to: int = 2) -> tuple[Wire, ...]:
    """Play a Troublemaker, roll this event, and close the window."""
    return play(you, "troublemaker", to), d20(you, number), PASS


def pawn(table: Table, seat: str) -> int:
    return table.position["pawns"][seat]


def pawns(table: Table) -> list[int]:
    return list(table.position["pawns"].values())


def phase(table: Table) -> tuple[str, list[str]]:
    asked = table.decision
    assert asked is not None
    return asked["phase"], asked["actors"]


def where(table: Table, **fields: Any) -> list[Wire]:
    """Return the listed moves with these fields."""
    return [each for each in table.legal if fields.items() <= each.items()]


def squares(table: Table, card: str) -> list[int]:
    """Return where a card may go."""
    return sorted({each["to"] for each in where(table, card=card)})


def walked(seat: str, value: int, **position: Any) -> Table:
    """Let Red play a Skip-free, harmless card on 41 and walk."""
    return at(play(seat, "block", 41), roll(seat, value), PASS, **position)


PUSH_UP, PUSH_DOWN = {"card": "push", "dir": "side_up"}, {"card": "push", "dir": "side_down"}
PUSH, PUSH_BACK = {"card": "push", "dir": "forward"}, {"card": "push", "dir": "backward"}
JUMP, JUMP_BACK = {"card": "jump", "dir": "forward"}, {"card": "jump", "dir": "backward"}

DEALT_KNOWN = {"red": ["skip", "push", "block", "gift"], "blue": ["stop"] * 4}
