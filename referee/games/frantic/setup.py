"""Frantic: the set-up document, and laying out the table it describes, at the start or in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from referee.core.game import Document, Setup
from referee.core.play import begin
from referee.core.rules import Fault, ImpossiblePosition, ImpossibleSetup
from referee.games.frantic.board import counts_bind, in_order, pile, unseen
from referee.games.frantic.components import (
    CARDS,
    COLOUR_NAMES,
    COMPOSITION,
    DECK,
    FINISH,
    FINISH_NUMBER,
    HAND,
    HIDDEN,
    IN_ORDER,
    LAST,
    MEDIUM_LIMIT,
    MOST,
    SQUARES,
    START,
    TELEPORTS,
    FranticCard,
    FranticDirection,
    FranticFace,
    FranticSeat,
)
from referee.games.frantic.ruleset import ruleset
from referee.games.frantic.scoring import limit_reached
from referee.games.frantic.soundness import agreement_faults, are_six_squares, seat_faults, stack_faults
from referee.games.frantic.state import (
    RULES_VERSION,
    FranticCopy,
    FranticPlace,
    FranticRoundEnd,
    FranticSettings,
    FranticState,
    FranticTeleport,
    Seats,
    Version,
)
from referee.games.frantic.turn import prepare_round, turn

TeleportName = Literal["1", "2", "3", "4", "5", "6"]
SquareName = Annotated[str, Meta(pattern="^(0|[1-9][0-9]{0,2})$")]
Label = Annotated[str, Meta(max_length=40)]

# -- the documents ----------------------------------------------------------------------------------------------------


class FranticOptions(Document, frozen=True, kw_only=True):
    limit: int | UnsetType = UNSET
    hands: Literal["hidden", "known"] | UnsetType = UNSET
    composition: dict[FranticCard, int] | UnsetType = UNSET
    teleports: dict[TeleportName, int] | UnsetType = UNSET
    colour_names: dict[Label, Label] | UnsetType = UNSET
    dual_on_land: bool = True
    once_scope: Literal["card", "card_pawn"] = "card"
    landing_choices: Literal["owner", "mover"] = "owner"
    tsunami_wrap: bool = True
    earthquake: Literal["sequential", "simultaneous"] = "sequential"
    magnet_self: bool = True
    enforce_counts: bool = True


class FranticLaidCard(Document, frozen=True):
    """A card on the board that points somewhere."""

    card: FranticCard
    dir: FranticDirection | UnsetType = UNSET


class FranticPosition(Document, frozen=True, kw_only=True):
    """What lies on the table at the beginning of a turn; what is left out is as at the start of the game."""

    turn: FranticSeat | UnsetType = UNSET
    round: int | UnsetType = UNSET
    pawns: dict[FranticSeat, int] | UnsetType = UNSET
    board: dict[SquareName, tuple[FranticCard | FranticLaidCard, ...]] | UnsetType = UNSET
    teleports: dict[TeleportName, int] | UnsetType = UNSET
    hands: dict[FranticSeat, tuple[FranticFace, ...]] | UnsetType = UNSET
    deck: int | UnsetType = UNSET
    discards: tuple[FranticFace, ...] | UnsetType = UNSET
    totals: dict[FranticSeat, int] | UnsetType = UNSET


class FranticSetup(Setup, frozen=True, kw_only=True):
    seats: Seats
    starter: (
        Annotated[FranticSeat, Meta(description="Who begins the first round; without it the d20 decides.")] | UnsetType
    ) = UNSET
    rules_version: Version | UnsetType = UNSET
    options: FranticOptions = FranticOptions()
    position: FranticPosition | UnsetType = UNSET


# -- laying out the table ---------------------------------------------------------------------------------------------


def set_up(setup: FranticSetup) -> FranticState:
    """Prepare the first round, or lay out the position that the table describes."""
    if faults := tuple(setup_faults(setup)):
        raise ImpossibleSetup(faults)
    state = prepare_round(empty_table(setup))
    if setup.position:
        settled: FranticState = begin(ruleset(state), lay_out(setup, setup.position, state))
        return settled
    if setup.starter:
        *deals, _ = state.todo
        return replace(state, turn=setup.starter, todo=(*deals, FranticPlace(setup.starter)))
    return state


def empty_table(setup: FranticSetup) -> FranticState:
    return FranticState(
        rules_version=setup.rules_version or RULES_VERSION,
        mode=setup.mode,
        seats=setup.seats,
        options=settings(setup),
        round=1,
        turn=None,
        pawns=(),
        board=(),
        teleports=(),
        hands=(),
        discards=(),
        start=(0,) * len(setup.seats),
        results=(),
        todo=(),
    )


def settings(setup: FranticSetup) -> FranticSettings:
    """Write out what the table agreed on; the service itself always knows the hands of a virtual game."""
    options = setup.options
    return FranticSettings(
        limit=MEDIUM_LIMIT[len(setup.seats)] if options.limit is UNSET else options.limit,
        hands="known" if setup.mode == "virtual" else options.hands or "hidden",
        composition=tuple(composition(options).items()),
        teleports=printed_teleports(options),
        colour_names=tuple({**COLOUR_NAMES, **(options.colour_names or {})}.items()),
        dual_on_land=options.dual_on_land,
        once_scope=options.once_scope,
        landing_choices=options.landing_choices,
        tsunami_wrap=options.tsunami_wrap,
        earthquake=options.earthquake,
        magnet_self=options.magnet_self,
        enforce_counts=options.enforce_counts,
    )


def composition(options: FranticOptions) -> dict[FranticCard, int]:
    given = options.composition
    return COMPOSITION if given is UNSET else {card: given.get(card, 0) for card in CARDS}


def printed_teleports(options: FranticOptions) -> tuple[int, ...]:
    given = options.teleports
    return TELEPORTS if given is UNSET else tuple(given[name] for name in sorted(given))


def setup_faults(setup: FranticSetup) -> Iterator[Fault]:
    options = setup.options
    yield from seat_faults(setup.seats)
    if setup.starter and setup.starter not in setup.seats:
        yield Fault("FR-SETUP-7", "/starter")
    yield from agreement_faults(
        1 if options.limit is UNSET else options.limit, composition(options), printed_teleports(options)
    )


# -- a table in the middle of a game ----------------------------------------------------------------------------------


def lay_out(setup: FranticSetup, position: FranticPosition, prepared: FranticState) -> FranticState:
    """Lay out a described table; refuse it if it cannot be so."""
    if faults := tuple(position_faults(setup, position, prepared)):
        raise ImpossiblePosition(faults)
    board, hands = laid_cards(position), position.hands or {}
    full = (HIDDEN,) * HAND
    state = replace(
        prepared,
        round=position.round or 1,
        turn=position.turn or setup.starter or setup.seats[0],
        pawns=tuple(step((position.pawns or {}).get(seat, START)) for seat in setup.seats),
        board=tuple(board.get(square, ()) for square in SQUARES),
        teleports=tuple(FranticTeleport(square) for square in moved_teleports(position, prepared)),
        hands=tuple(in_order(map(FranticCopy, hands.get(seat, full))) for seat in setup.seats),
        start=tuple((position.totals or {}).get(seat, 0) for seat in setup.seats),
    )
    state = replace(state, discards=discards(position, state), todo=())
    if faults := tuple(count_faults(position, state)):
        raise ImpossiblePosition(faults)
    return replace(state, todo=first_work(state))


def first_work(state: FranticState) -> tuple[object, ...]:
    """Return nothing when the game is over, the end of the round with a pawn on the finish, else a turn."""
    if limit_reached(state):
        return ()
    if FINISH in state.pawns:
        return (FranticRoundEnd(state.seats),)
    return turn(state, state.turn or state.seats[0])


def step(number: int) -> int:
    return FINISH if number == FINISH_NUMBER else number


def laid_cards(position: FranticPosition) -> dict[int, tuple[FranticCopy, ...]]:
    return {int(square): tuple(map(laid_card, stack)) for square, stack in (position.board or {}).items()}


def laid_card(card: FranticCard | FranticLaidCard) -> FranticCopy:
    return FranticCopy(card.card, card.dir) if isinstance(card, FranticLaidCard) else FranticCopy(card)


def moved_teleports(position: FranticPosition, prepared: FranticState) -> tuple[int, ...]:
    moved = {int(name): square for name, square in (position.teleports or {}).items()}
    return tuple(moved.get(number, square) for number, square in enumerate(prepared.options.teleports, start=1))


def discards(position: FranticPosition, state: FranticState) -> tuple[FranticFace, ...]:
    """Return the discards: as told, or unknown cards for what board, hands and `deck` leave over."""
    if position.discards is not UNSET:
        return tuple(sorted(position.discards, key=IN_ORDER.__getitem__))
    return (HIDDEN,) * (pile(state) - position.deck) if position.deck is not UNSET else ()


# -- faults of a described table --------------------------------------------------------------------------------------


def position_faults(setup: FranticSetup, position: FranticPosition, prepared: FranticState) -> Iterator[Fault]:
    """List what is wrong with a described table, apart from the number of cards."""
    if position.turn and position.turn not in setup.seats:
        yield Fault("FR-SETUP-8", "/position/turn")
    if position.round is not UNSET and not 1 <= position.round <= MOST:
        yield Fault("FR-ROUND-1", "/position/round")
    if position.deck is not UNSET and not 0 <= position.deck <= DECK:
        yield Fault("FR-COMP-1", "/position/deck")
    for name in ("pawns", "hands", "totals"):
        yield from (
            Fault("FR-SETUP-1", f"/position/{name}/{seat}")
            for seat in getattr(position, name) or {}
            if seat not in setup.seats
        )
    for seat, number in (position.pawns or {}).items():
        if number != FINISH_NUMBER and not START <= number <= LAST:
            yield Fault("FR-GEO-1", f"/position/pawns/{seat}")
    for seat, total in (position.totals or {}).items():
        if not 0 <= total <= MOST:
            yield Fault("FR-SCORE-3", f"/position/totals/{seat}")
    teleports = moved_teleports(position, prepared)
    if not are_six_squares(teleports):
        yield Fault("FR-GEO-7", "/position/teleports")
    for square, stack in laid_cards(position).items():
        if square not in SQUARES:
            yield Fault("FR-PLACE-7", f"/position/board/{square}")
        yield from stack_faults(prepared, stack, square in teleports, f"/position/board/{square}")
    if prepared.options.hands == "known":
        yield from unknown_hand_faults(setup.seats, position.hands or {})


def unknown_hand_faults(
    seats: Iterable[FranticSeat], hands: dict[FranticSeat, tuple[FranticFace, ...]]
) -> Iterator[Fault]:
    """List the cards that a service which knows all hands would have to be told."""
    for seat in seats:
        if seat not in hands:
            yield Fault("FR-INFO-7", "/position/hands")
        yield from (
            Fault("FR-INFO-7", f"/position/hands/{seat}/{number}")
            for number, card in enumerate(hands.get(seat, ()))
            if card == HIDDEN
        )


def count_faults(position: FranticPosition, state: FranticState) -> Iterator[Fault]:
    """List where the cards do not add up to the box."""
    deck = position.deck
    if pile(state) < 0 or (deck is not UNSET and pile(state) != deck):
        yield Fault("FR-COMP-1", "/position" if deck is UNSET else "/position/deck")
    if counts_bind(state) and min(unseen(state).values()) < 0:
        yield Fault("FR-COMP-4", "/position")
