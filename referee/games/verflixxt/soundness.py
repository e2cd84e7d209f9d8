"""Verflixxt: what cannot be so, in a described table or in a state that a client sends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from referee.core.rules import Fault
from referee.games.verflixxt import cards, tokens
from referee.games.verflixxt.board import is_in_play
from referee.games.verflixxt.components import (
    ASSUMED_WORMS,
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

NEVER_TAKEN = frozenset(VERFLIXXT)


def table_faults(rules: VerflixxtRuleset, state: VerflixxtState, at: At) -> Iterator[Fault]:
    """List what cannot lie on a table, in the order of section 18."""
    squares: set[str] = {START, FINISH, *state.track}
    yield from pawn_faults(state, squares, at)
    yield from tile_faults(rules, state, at)
    yield from guard_faults(state, squares, at)
    for expansion, check in CHECKS_OF_AN_EXPANSION:
        if getattr(state.rules, expansion):
            yield from check(state, at)


def pawn_faults(state: VerflixxtState, squares: set[str], at: At) -> Iterator[Fault]:
    each = pawns_each(len(state.seats))
    for row, pawns in enumerate(state.pawns):
        if len(pawns) != each:
            yield Fault("VX-SETUP-1", at.row("pawns", row))
        if not squares.issuperset(pawns):
            strange = (number for number, square in enumerate(pawns) if square not in squares)
            yield from (Fault("VX-SETUP-5", at.row("pawns", row, number)) for number in strange)


def tile_faults(rules: VerflixxtRuleset, state: VerflixxtState, at: At) -> Iterator[Fault]:
    """Each tile is of this edition and lies in one place; Verflixxt tiles lie on the track."""
    used, box = [*state.track, *chain.from_iterable(state.stacks)], tiles_in_play(rules, state.layout, state.drop_risk3)
    if len(set(used)) != len(used) or not box.issuperset(used):
        left = Counter(boxed_tiles(state.rules)) if state.custom_track else faces(box)
        yield from doubled_or_strange(state, left, at)
    for row, stack in enumerate(state.stacks):
        if not NEVER_TAKEN.isdisjoint(stack):
            taken = (place for place, tile in enumerate(stack) if tile in NEVER_TAKEN)
            yield from (Fault("VX-VT-5", at.row("stacks", row, place)) for place in taken)


@lru_cache(maxsize=1024)
def tiles_in_play(rules: VerflixxtRuleset, layout: str, drop_risk3: bool) -> frozenset[str]:
    tiles = rules.layouts[layout].tiles
    return frozenset(without(tiles, "R3") if drop_risk3 else tiles)


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


def guard_faults(state: VerflixxtState, squares: set[str], at: At) -> Iterator[Fault]:
    if len(state.guards) > GUARDS:
        yield Fault("VX-SETUP-3", at("guards"))
    for place, square in enumerate(state.guards):
        if square == FINISH:
            yield Fault("VX-GUARD-5", at("guards", place))
        elif square not in squares:
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
    gone = list(full[:taken])
    for row, chips in enumerate(won):
        for chip in chips:
            if chip not in gone:
                yield Fault(rule, at.row(f"won_{name}", row))
                return
            gone.remove(chip)


# Tokens held, extra turns and tiles that bring a token, together: none of them grows but at the cost of another, and a
# state has room for so many.
MOST_TOKENS = 900


def token_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    counts = tokens.how_many(state)
    held = [token.kind for token in chain.from_iterable(state.worms)]
    if len(held) + len(state.worm_pile) > sum(counts.values()):
        yield Fault("VX-COMP-4", at("worm_pile" if state.worm_pile else "worms"))
    if len(held) + state.todo.count(VerflixxtAgain()) + len(state.track) > MOST_TOKENS:
        yield Fault("VX-COMP-4", at("worms"))
    known = [kind for kind in (*held, *state.worm_pile) if kind != UNKNOWN]
    for kind in too_many(known, counts, ASSUMED_WORMS, tokens.composition_binds(state)):
        yield Fault("VX-IN-7", at("worms" if kind in held else "worm_pile"))


def card_faults(state: VerflixxtState, at: At) -> Iterator[Fault]:
    counts = cards.how_many(state)
    held = [*chain.from_iterable(state.hands)]
    if len(held) + len(state.discard) > sum(counts.values()):
        yield Fault("VX-COMP-5", at("discard"))
    known = [*(card for card in held if card != UNKNOWN), *state.discard]
    for card in too_many(known, counts, VALUE, cards.composition_binds(state)):
        yield Fault("VX-IN-5", at("discard" if card in state.discard else "hands"))


def too_many(known: Sequence[str], counts: Mapping[str, int], names: Container[str], binding: bool) -> list[str]:
    """Return the faces that do not exist, or of which more are known than there are."""
    return [
        name
        for name in dict.fromkeys(known)
        if name not in names or (binding and known.count(name) > counts.get(name, 0))
    ]


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
    for row, seat in enumerate(state.seats):
        size = sizes.get(seat, HAND)
        if size > HAND or (size < HAND and is_in_play(state, seat) and not rules.stops(state)):
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
        yield from hand_faults(rules, state, hand_sizes(state), at)


def hand_sizes(state: VerflixxtState) -> dict[Seat, int]:
    """Count the cards of each hand as if everybody had been dealt two and nobody had played any in this turn."""
    sizes = dict(zip(state.seats, map(len, state.hands), strict=True))
    if state.turn is not None:
        sizes[state.turn] += len(state.so_far.cards)
    return {**sizes, **{seat: max(HAND, len(cards.hand_of(state, seat))) for seat in still_dealing(state)}}


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


@lru_cache(maxsize=1024)
def things_of_expansions(use: VerflixxtRules) -> tuple[tuple[str, bool], ...]:
    """Return the rows of expansions that are in use (True), and all that belongs to those that are not (False)."""
    in_use = {name: getattr(use, expansion) for name, expansion in OF_AN_EXPANSION.items()}
    return tuple((name, used) for name, used in in_use.items() if not used or name in ROWS)


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
    for name, in_use in things_of_expansions(use):
        value = getattr(state, name)
        if in_use and len(value) != seats:
            yield Fault("VX-SETUP-1", f"/{name}")
        elif value and not in_use:
            yield Fault("VX-SETUP-6", f"/{name}")
    for name, counts in (("worm_counts", state.worm_counts), ("card_counts", state.card_counts)):
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
