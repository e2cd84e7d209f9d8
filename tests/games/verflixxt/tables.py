"""Tables for the rulings of Verflixxt: set up, thrown, played, in few words."""

from __future__ import annotations

from typing import Any

from tests.table import Table, Wire, move, setup_refusal

START, FINISH = "start", "finish"
GONE = [FINISH, FINISH, FINISH]
STANDARD = [
    *(f"-{n}a" for n in range(1, 9)),
    *(f"L{n}" for n in range(1, 7)),
    *(f"+{n}" for n in range(8, 0, -1)),
    *(f"-{n}b" for n in range(1, 11)),
]
# Short tracks on which everything is in sight.
SHORT = ["-1a", "+2", "L1", "-4a", "+5", "-6a"]
SHORT_NOCHMAL = ["-3a", "V1", "+4", "L1", "-5a", "V2"]
SHORT_HOCH2 = ["-3a", "R4a", "+5", "L1", "-6a", "R7"]
SHORT_MIX = ["-3a", "V1", "R4a", "+5", "L1", "-6a", "V2"]


def refused(seats: list[str], position: Wire | None = None, **options: Any) -> list[tuple[str, str]]:
    """Return the faults of a set-up."""
    setup: Wire = {"seats": seats, "options": options}
    return setup_refusal("verflixxt", setup if position is None else {**setup, "position": position})


def lay(options: Wire, position: Wire, seats: tuple[str, ...] = ("red", "blue"), mode: str = "table") -> Table:
    """Lay a short custom track without guards, unless the position says otherwise."""
    options = {"custom_track": True, **options}
    position = {"turn": seats[0], "guards": [], **position}
    return Table("verflixxt", {"seats": list(seats), "mode": mode, "options": options, "position": position})


def base(*seats: str, variants: tuple[int, ...] = (), options: Wire | None = None, **position: Any) -> Table:
    chosen = {"track": SHORT, "variants": list(variants), **(options or {})}
    return lay(chosen, position, seats or ("red", "blue"))


def nochmal(*seats: str, options: Wire | None = None, mode: str = "table", **position: Any) -> Table:
    return lay({"nochmal": True, "track": SHORT_NOCHMAL, **(options or {})}, position, seats or ("red", "blue"), mode)


def wormy(*seats: str, options: Wire | None = None, mode: str = "table", **position: Any) -> Table:
    return nochmal(*seats, options={"wormy": True, **(options or {})}, mode=mode, **position)


def hoch2(*seats: str, options: Wire | None = None, mode: str = "table", **position: Any) -> Table:
    return lay({"hoch2": True, "track": SHORT_HOCH2, **(options or {})}, position, seats or ("red", "blue"), mode)


def both(*seats: str, options: Wire | None = None, mode: str = "table", **position: Any) -> Table:
    chosen = {"nochmal": True, "hoch2": True, "track": SHORT_MIX, **(options or {})}
    return lay(chosen, position, seats or ("red", "blue"), mode)


# -- moves ------------------------------------------------------------------------------------------------------------


def roll(die: int | None = None, action: str | None = None) -> Wire:
    thrown = {"die": die, "action": action}
    return move("chance", "roll", **{name: value for name, value in thrown.items() if value is not None})


def pawn(number: int, steps: int, seat: str = "red") -> Wire:
    return move(seat, "pawn", pawn=number, steps=steps)


def guard(square: str, steps: int, seat: str = "red") -> Wire:
    return {**move(seat, "guard", steps=steps), "from": square}


def flixxy(steps: int, seat: str = "red") -> Wire:
    return move(seat, "flixxy", steps=steps)


def card(face: str, seat: str = "red") -> Wire:
    return move(seat, "card", card=face)


def hat(do: str, seat: str = "red", **fields: Any) -> Wire:
    return move(seat, "hat", do=do, **fields)


def worm(kind: str, seat: str = "red", **fields: Any) -> Wire:
    return move(seat, "worm", kind=kind, **fields)


def swap_with_pawn(number: int, owner: str, other: int, seat: str = "red") -> Wire:
    return worm("swap", seat, pawn=number, **{"with": "pawn"}, owner=owner, other=other)


def swap_with_guard(number: int, square: str, seat: str = "red") -> Wire:
    return worm("swap", seat, pawn=number, **{"with": "guard"}, square=square)


def swap_with_flixxy(number: int, seat: str = "red") -> Wire:
    return worm("swap", seat, pawn=number, **{"with": "flixxy"})


def attack(square: str, *cards: str, seat: str = "red") -> Wire:
    return move(seat, "attack", square=square, cards=list(cards))


def pawns_of(table: Table, seat: str = "red") -> list[str]:
    return table.position["pawns"][seat]


def stack_of(table: Table, seat: str = "red") -> list[str]:
    return table.position["stacks"][seat]


def phase(table: Table) -> str | None:
    return table.decision["phase"] if table.decision else None


def items(table: Table, seat: str = "red") -> dict[str, int]:
    return next(row["items"] for row in table.scores["seats"] if row["seat"] == seat)
