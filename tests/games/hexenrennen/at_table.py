"""A table of Hexenrennen for rulings: short words for its moves, and positions with Green on turn."""

from __future__ import annotations

from typing import Any

from referee.core import document
from referee.games import GAMES
from tests.table import Table, Wire, move, setup_refusal

GAME = "hexenrennen"
HEXENRENNEN = GAMES[GAME]
FOUR = ["green", "yellow", "blue", "red"]
THREE = FOUR[:3]  # Red is neutral
TWO = ["green", "blue"]  # Yellow and Red are neutral
M = "magic"
ALL_CARDS = [2, 3, 4, 5, 6, 7, 8, 9, 10, M, M, M]


def roll(value: int, actor: str = "chance") -> Wire:
    return move(actor, "roll", value=value)


def fly(witch: int = 0, actor: str = "green") -> Wire:
    return move(actor, "move", witch=witch)


def reveal(pos: int, clan: str, face: Any, actor: str = "chance") -> Wire:
    return move(actor, "reveal", pos=pos, tile=[clan, face])


def card(actor: str, face: Any) -> Wire:
    return move(actor, "card", card=face)


def stay(actor: str) -> Wire:
    return move(actor, "stay")


def draw(clan: str, face: Any, actor: str = "chance") -> Wire:
    return move(actor, "draw", clan=clan, card=face)


def choose(actor: str, stage: int, *numbers: int) -> Wire:
    return move(actor, "choose_tiles", stage=stage, numbers=list(numbers))


def setup(seats: list[str], options: Wire | None = None, **position: Any) -> Wire:
    """Describe a table in the middle of a game, Green on turn; tiles are named by position."""
    if "revealed" in position:
        position["revealed"] = {str(at): tile for at, tile in position["revealed"].items()}
    return {"seats": seats, "options": options or {}, "position": {"turn": "green", **position}}


def at_table(seats: list[str] = FOUR, options: Wire | None = None, **position: Any) -> Table:
    return Table(GAME, setup(seats, options, **position))


def stopped_on(
    pos: int,
    clan: str,
    face: Any,
    seats: list[str] = FOUR,
    options: Wire | None = None,
    tiles: dict[int, Any] | None = None,
    others: Wire | None = None,
    **position: Any,
) -> Table:
    """Green's first witch was two tiles before `pos` and has just stopped there, on this tile."""
    others = others or {}
    witches = {**others, "green": [pos - 2, *others.get("green", [0, 0])]}
    table = at_table(seats, options, witches=witches, revealed={pos - 2: ["blue", 10], **(tiles or {})}, **position)
    return table.play(roll(2), fly(), reveal(pos, clan, face))


def where(table: Table, seat: str = "green") -> list[int]:
    found: list[int] = table.position["witches"][seat]
    return found


def rules(table: Table) -> list[str]:
    """Return the rules of the events of the last call."""
    return [rule for _, rule in table.events]


CHOSEN = (
    choose("green", 1, 2, 3, 4),
    choose("green", 2, 5, 6, 7),
    choose("blue", 1, 8, 9, 10),
    choose("blue", 2, 2, 3, 4),
)


def malformed(document_type: Any, given: Wire) -> str | None:
    """Return the pointer to what the schema refuses, or None when it accepts the document."""
    try:
        document.read(document_type, given)
    except document.BadDocument as bad:
        return bad.pointer
    return None


def faults_of(**position: Any) -> list[tuple[str, str]]:
    """Return what is wrong with a table of Green and Blue; Yellow and Red are neutral."""
    return setup_refusal(GAME, setup(TWO, **position))


def virtual(seats: list[str] = TWO, *moves: Wire) -> Table:
    return Table(GAME, {"seats": seats, "mode": "virtual"}, *moves)
