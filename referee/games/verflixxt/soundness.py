"""Verflixxt: what cannot be so, in a described table or in a state that a client sends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from referee.core.rules import Fault
from referee.games.verflixxt import cards, tokens
from referee.games.verflixxt.board import is_in_play
from referee.games.verflixxt.components import (
    CARDS,
    FACES,
    FINISH,
    FINISH_CHIPS,
    GUARDS,
    HAND,
    RISK,
    ROUND_CHIPS,
    START,
    TILES,
    UNKNOWN,
    VALUE,
    VERFLIXXT,
    WORMS,
    Seat,
    faces,
    pawns_each,
    without,
)
from referee.games.verflixxt.ruleset import VerflixxtRuleset
from referee.games.verflixxt.state import NOTHING_YET, VerflixxtAgain, VerflixxtRules, VerflixxtState
from referee.games.verflixxt.todo import is_pending, still_dealing
from referee.games.verflixxt.variants import ruleset, ruleset_of


class At(NamedTuple):
    """Where things stand in a document: a position names its rows by seat, a state numbers them."""

    top: str = ""
    seats: tuple[Seat, ...] = ()

    def __call__(self, field: str, *path: object) -> str:
        """Point at a field."""
        return "/".join((self.top, field, *map(str, path)))

    def row(self, field: str, row: int, *path: object) -> str:
        """Point at a seat's row of a field."""
        return self(field, self.seats[row] if self.seats else row, *path)

    def hat(self, hat: str) -> str:
        return self("hats", hat) if self.seats else self(hat)


def boxed_tiles(use: VerflixxtRules) -> frozenset[str]:
    """Return the tiles in the boxes that are in use."""
    # RULING (ours): a custom track is free in number and order, but made of the boxes on the table, as the pawns are.
    return (
        TILES - (frozenset() if use.nochmal else frozenset(VERFLIXXT)) - (frozenset() if use.hoch2 else frozenset(RISK))
    )


def seat_faults(seats: tuple[Seat, ...], box: VerflixxtRuleset) -> Iterator[Fault]:
    fewest, most, rule = box.players
    if not fewest <= len(seats) <= most:
        yield Fault(rule, "/seats")
    if len(set(seats)) != len(seats):
        yield Fault("VX-SETUP-1", "/seats")
    for place, seat in enumerate(seats):
        if seat not in box.colours:
            yield Fault("VX-COMP-3", f"/seats/{place}")


# -- what lies on the table -------------------------------------------------------------------------------------------


def table_faults(rules: VerflixxtRuleset, state: VerflixxtState, at: At) -> Iterator[Fault]:
    """List what cannot lie on a table, in the order of section 18."""
    yield from pawn_faults(state, at)
    yield from tile_faults(rules, state, at)
    yield from guard_faults(state, at)
    for expansion, check in CHECKS_OF_AN_EXPANSION:
        if getattr(state.rules, expansion):
            yield from check(state, at)


def pawn_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    squares = {START, FINISH, *state.track}
    for row, pawns in enumerate(state.pawns):
        if len(pawns) != pawns_each(len(state.seats)):
            yield Fault("VX-SETUP-1", at.row("pawns", row))
        if not squares.issuperset(pawns):
            strange = (number for number, square in enumerate(pawns) if square not in squares)
            yield from (Fault("VX-SETUP-5", at.row("pawns", row, number)) for number in strange)


def tile_faults(rules: VerflixxtRuleset, state: VerflixxtState, at: At) -> Iterator[Fault]:
    """Each tile is of this edition and lies in one place; Verflixxt tiles lie on the track."""
    used = [*state.track, *(tile for stack in state.stacks for tile in stack)]
    tiles = rules.layouts[state.layout].tiles
    if state.drop_risk3:
        tiles = without(tiles, "R3")
    if len(set(used)) != len(used) or not set(tiles).issuperset(used):
        left = Counter(boxed_tiles(state.rules)) if state.custom_track else faces(tiles)
        yield from doubled_or_strange(state, left, at)
    for row, stack in enumerate(state.stacks):
        for place, tile in enumerate(stack):
            if tile in VERFLIXXT:
                yield Fault("VX-VT-5", at.row("stacks", row, place))


def doubled_or_strange(state: VerflixxtState, left: Counter[str], at: At) -> Iterator[Fault]:
    """Go through all tiles and point at those for which none is left in the box."""
    seen: set[str] = set()
    for row, tiles in ((-1, state.track), *enumerate(state.stacks)):
        for place, tile in enumerate(tiles):
            name = tile if state.custom_track else FACES.get(tile, tile)
            if tile not in TILES or tile in seen or left[name] == 0:
                yield Fault("VX-SETUP-5", at("track", place) if row < 0 else at.row("stacks", row, place))
            seen.add(tile)
            left[name] -= 1


def guard_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    if len(state.guards) > GUARDS:
        yield Fault("VX-SETUP-3", at("guards"))
    for place, square in enumerate(state.guards):
        if square == FINISH:
            yield Fault("VX-GUARD-5", at("guards", place))
        elif square != START and square not in state.track:
            yield Fault("VX-SETUP-5", at("guards", place))


def flixxy_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    if state.flixxy not in (None, START, FINISH, *state.track):
        yield Fault("VX-SETUP-5", at("flixxy"))


def round_chip_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    return chip_faults("VX-NSET-5", ROUND_CHIPS, state.round_chips, state.won_round, at, "round")


def finish_chip_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    return chip_faults("VX-HSET-6", FINISH_CHIPS, state.finish_chips, state.won_finish, at, "finish")


def chip_faults(
    rule: str, full: tuple[int, ...], pile: tuple[int, ...], won: tuple[tuple[int, ...], ...], at: At, name: str
) -> Iterator[Fault]:
    """The pile is what is left of the full one, and nobody has won what still lies there."""
    taken = len(full) - len(pile)
    if taken < 0 or pile != full[taken:]:
        yield Fault(rule, at(f"{name}_chips"))
        return
    if not any(won):
        return
    gone = Counter(full[:taken])
    for row, chips in enumerate(won):
        gone.subtract(chips)
        if any(number < 0 for number in gone.values()):
            yield Fault(rule, at.row(f"won_{name}", row))
            return


# Tokens held, extra turns and tiles that bring a token, together: none of them grows but at the cost of another, and a
# state has room for so many.
MOST_TOKENS = 900


def token_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    counts = tokens.how_many(state)
    held = [token.kind for row in state.worms for token in row]
    if len(held) + len(state.worm_pile) > sum(counts.values()):
        yield Fault("VX-COMP-4", at("worm_pile" if state.worm_pile else "worms"))
    if len(held) + state.todo.count(VerflixxtAgain()) + len(state.track) > MOST_TOKENS:
        yield Fault("VX-COMP-4", at("worms"))
    known: Counter[str] = Counter(kind for kind in (*held, *state.worm_pile) if kind != UNKNOWN)
    for kind in too_many(known, counts, WORMS, tokens.composition_binds(state)):
        yield Fault("VX-IN-7", at("worms" if kind in held else "worm_pile"))


def card_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    counts = cards.how_many(state)
    held = [card for hand in state.hands for card in hand]
    if len(held) + len(state.discard) > sum(counts.values()):
        yield Fault("VX-COMP-5", at("discard"))
    known: Counter[str] = Counter((*(card for card in held if card != UNKNOWN), *state.discard))
    for card in too_many(known, counts, CARDS, cards.composition_binds(state)):
        yield Fault("VX-IN-5", at("discard" if card in state.discard else "hands"))


def too_many(known: Mapping[str, int], counts: Mapping[str, int], names: Iterable[str], binding: bool) -> Iterator[str]:
    """Return the faces that do not exist, or of which more are known than there are."""
    return (name for name, number in known.items() if name not in names or (binding and number > counts.get(name, 0)))


def hat_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    worn = {"green": state.green, "red": state.red}
    missing = [hat for hat, pawn in worn.items() if pawn is not None and square_of(state, pawn) is None]
    yield from (Fault("VX-HAT-7", at.hat(hat)) for hat in missing)
    if state.green is None or missing:
        return
    if state.green == state.red:
        yield Fault("VX-HAT-7", at.hat("red"))
    if square_of(state, state.green) == FINISH and is_in_play(state, state.green[0]):
        yield Fault("VX-HAT-9", at.hat("green"))


def square_of(state: VerflixxtState, named: tuple[Seat, int]) -> str | None:
    """Return where a named pawn is, or None if there is no such pawn."""
    seat, pawn = named
    row = state.seats.index(seat) if seat in state.seats else -1
    return state.pawns[row][pawn] if row >= 0 and 0 <= pawn < len(state.pawns[row]) else None


CHECKS_OF_AN_EXPANSION: tuple[tuple[str, Callable[[VerflixxtState, At], Iterator[Fault]]], ...] = (
    ("nochmal", flixxy_faults),
    ("nochmal", round_chip_faults),
    ("hoch2", finish_chip_faults),
    ("wormy", token_faults),
    ("hoch2", card_faults),
    ("hoch2", hat_faults),
)


def hand_faults(rules: VerflixxtRuleset, state: VerflixxtState, sizes: Mapping[Seat, int], at: At) -> Iterator[Fault]:
    """Who is in play holds exactly two cards; who is not, or when the game has stopped, at most two (VX-HSET-7)."""
    stopped = rules.stops(state)
    for row, seat in enumerate(state.seats):
        size = sizes.get(seat, HAND)
        if size > HAND or (size < HAND and is_in_play(state, seat) and not stopped):
            yield Fault("VX-HSET-7", at.row("hands", row))


# -- states -----------------------------------------------------------------------------------------------------------


def faults(state: VerflixxtState) -> Iterator[Fault]:
    """List everything that cannot be so in a state."""
    shape = tuple(shape_faults(state))
    if shape:
        yield from shape
        return
    rules, at = ruleset(state), At()
    wrong = (*seat_faults(state.seats, rules), *table_faults(rules, state, at))
    yield from wrong
    if wrong:
        return
    if state.turn is not None and state.turn not in state.seats:
        yield Fault("VX-TURN-1", "/turn")
    elif not is_pending(rules, state):
        yield Fault("VX-TURN-1", "/todo")
    elif state.rules.hoch2:
        dealing = still_dealing(state)
        played = {state.turn: len(state.so_far.cards)}
        sizes = {
            seat: HAND if seat in dealing and len(hand) <= HAND else len(hand) + played.get(seat, 0)
            for seat, hand in zip(state.seats, state.hands, strict=True)
        }
        yield from hand_faults(rules, state, sizes, at)


ROWS: Mapping[str, str] = {"won_round": "nochmal", "worms": "wormy", "won_finish": "hoch2", "hands": "hoch2"}
OF_AN_EXPANSION: Mapping[str, str] = {
    **ROWS,
    "flixxy": "nochmal",
    "round_chips": "nochmal",
    "worm_pile": "wormy",
    "worm_counts": "wormy",
    "finish_chips": "hoch2",
    "green": "hoch2",
    "red": "hoch2",
    "discard": "hoch2",
    "card_counts": "hoch2",
    "drop_risk3": "hoch2",
}


@lru_cache(maxsize=1024)
def are_contradictory(use: VerflixxtRules) -> bool:
    """Tell whether no set-up could have chosen these rules together (VX-SETUP-6)."""
    expansion = use.nochmal or use.hoch2
    return (
        (use.wormy and not use.nochmal)
        or (use.attack and not use.hoch2)
        or {4, 5} <= set(use.variants)
        or (expansion and bool({2, 3} & set(use.variants)))
        or use.variants != tuple(sorted(set(use.variants)))
    )


def shape_faults(state: VerflixxtState) -> Iterator[Fault]:
    """List contradictory rules, rows without a seat, and things of an expansion that is not in use."""
    use, seats = state.rules, len(state.seats)
    if are_contradictory(use):
        yield Fault("VX-SETUP-6", "/rules")
        return
    if state.layout not in ruleset_of(use, state.rules_version).layouts:
        yield Fault("VX-SETUP-6", "/layout")
    if not seats or len(set(state.seats)) != seats:
        yield Fault("VX-SETUP-1", "/seats")
    for name in ("pawns", "stacks"):
        if len(getattr(state, name)) != seats:
            yield Fault("VX-SETUP-1", f"/{name}")
    for name, expansion_name in OF_AN_EXPANSION.items():
        value = getattr(state, name)
        if getattr(use, expansion_name):
            if name in ROWS and len(value) != seats:
                yield Fault("VX-SETUP-1", f"/{name}")
        elif value:
            yield Fault("VX-SETUP-6", f"/{name}")
    for name in ("worm_counts", "card_counts"):
        counts: Any = getattr(state, name)
        if counts is not None and len(dict(counts)) != len(counts):
            yield Fault("VX-SETUP-6", f"/{name}")
    if state.card_counts is not None and sum(dict(state.card_counts).values()) < 3 * seats:
        yield Fault("VX-SETUP-6", "/card_counts")
    if state.so_far != NOTHING_YET and not so_far_is_possible(state):
        yield Fault("VX-TURN-1", "/so_far")


def so_far_is_possible(state: VerflixxtState) -> bool:
    """Tell whether the notes of the turn fit the edition: dice or cards, pawns that exist, somebody on turn."""
    done, use = state.so_far, state.rules
    pawns = range(pawns_each(len(state.seats)))
    number_fits = (
        done.number == (VALUE[done.cards[-1]] if done.cards else None)
        if use.hoch2
        else done.number is None or done.number >= 1
    )
    return (
        state.turn in state.seats
        and number_fits
        and (use.hoch2 or not done.cards)
        and (use.nochmal or done.action is None)
        and (use.wormy or not done.swapped)
        and all(pawn in pawns for pawn in (*done.moved, *done.swapped))
        and len(done.moved) <= (len(done.cards) if use.hoch2 else done.number is not None)
    )
