"""Verflixxt: the moves as they travel. Which of them are legal is the business of the rules."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import astuple

from referee.core.game import Move
from referee.games.verflixxt.components import Action, Actor, Card, Hat, HeldCard, HeldWorm, Seat, Worm

PawnNumber = Annotated[int, Meta(ge=0, le=2)]
Die = Annotated[int, Meta(ge=1, le=6)]
Steps = Annotated[int, Meta(description="How many squares; negative is backwards.")]
NamedSquare = Annotated[str, Meta(max_length=20, description="`start`, a tile id, or `finish`.")]


class VerflixxtMoveBase(Move, frozen=True):
    actor: Actor


def names_only(move: VerflixxtMoveBase, *fields: str) -> bool:
    """Tell whether a move has exactly these fields behind its actor and what it does."""
    given = astuple(move)[2:]
    return len(given) - given.count(UNSET) == len(fields) and UNSET not in [getattr(move, name) for name in fields]


# -- chance -----------------------------------------------------------------------------------------------------------


class VerflixxtRoll(VerflixxtMoveBase, frozen=True, tag="roll"):
    """The throw of a turn: number die, action die, or both."""

    die: Die | UnsetType = UNSET
    action: Action | UnsetType = UNSET


class VerflixxtHatDraw(VerflixxtMoveBase, frozen=True, tag="hat_draw"):
    """A card turned up for the hats."""

    player: Seat
    card: Card


class VerflixxtDraw(VerflixxtMoveBase, frozen=True, tag="draw"):
    """A card drawn into a hand (virtual play); `?` in a log that hides it."""

    player: Seat
    card: HeldCard


class VerflixxtWormDraw(VerflixxtMoveBase, frozen=True, tag="worm_draw"):
    """A worm token drawn (virtual play); `?` in a log that hides it."""

    player: Seat
    kind: HeldWorm


# -- the normal move --------------------------------------------------------------------------------------------------


class VerflixxtPawn(VerflixxtMoveBase, frozen=True, tag="pawn"):
    """Move an own pawn."""

    pawn: PawnNumber
    steps: Steps


class VerflixxtGuard(VerflixxtMoveBase, frozen=True, tag="guard"):
    """Move a guard."""

    from_: NamedSquare = field(name="from")
    steps: Steps


class VerflixxtFlixxy(VerflixxtMoveBase, frozen=True, tag="flixxy"):
    """Move Flixxy."""

    steps: Steps


class VerflixxtStay(VerflixxtMoveBase, frozen=True, tag="stay"):
    """Nobody moves."""


class VerflixxtPass(VerflixxtMoveBase, frozen=True, tag="pass"):
    """There is no legal normal move."""


# -- cards and hats ---------------------------------------------------------------------------------------------------


class VerflixxtCard(VerflixxtMoveBase, frozen=True, tag="card"):
    """Reveal a movement card."""

    card: Card


class VerflixxtSecond(VerflixxtMoveBase, frozen=True, tag="second"):
    """Take the double turn."""


class VerflixxtAttack(VerflixxtMoveBase, frozen=True, tag="attack"):
    """Drive the others off a square with two cards of the same value."""

    square: NamedSquare
    cards: tuple[Card, Card]


class VerflixxtHat(VerflixxtMoveBase, frozen=True, tag="hat"):
    """Take, give, swap or keep a hat after arriving."""

    do: Literal["keep", "take", "give", "swap"]
    hat: Hat | UnsetType = UNSET
    owner: Seat | UnsetType = UNSET
    pawn: PawnNumber | UnsetType = UNSET


# -- tokens, and moves that only end or begin something ---------------------------------------------------------------


class VerflixxtWorm(VerflixxtMoveBase, frozen=True, tag="worm"):
    """Play a worm token."""

    kind: Worm
    pawn: PawnNumber | UnsetType = UNSET
    with_: Literal["pawn", "guard", "flixxy"] | UnsetType = field(default=UNSET, name="with")
    owner: Seat | UnsetType = UNSET
    other: PawnNumber | UnsetType = UNSET
    square: NamedSquare | UnsetType = UNSET


class VerflixxtGo(VerflixxtMoveBase, frozen=True, tag="go"):
    """Throw now; play no more tokens before it."""


class VerflixxtEnd(VerflixxtMoveBase, frozen=True, tag="end"):
    """End the turn."""


VerflixxtMove = (
    VerflixxtRoll
    | VerflixxtHatDraw
    | VerflixxtDraw
    | VerflixxtWormDraw
    | VerflixxtGo
    | VerflixxtPawn
    | VerflixxtGuard
    | VerflixxtFlixxy
    | VerflixxtStay
    | VerflixxtPass
    | VerflixxtCard
    | VerflixxtSecond
    | VerflixxtAttack
    | VerflixxtHat
    | VerflixxtWorm
    | VerflixxtEnd
)
