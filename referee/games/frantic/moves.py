"""Frantic: the moves, as they travel (FR-API-5)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from referee.core.game import Move
from referee.games.frantic.components import FranticCard, FranticDirection, FranticFace, FranticSeat
from referee.games.frantic.state import Die, TargetEffect

FranticActor = Literal["red", "blue", "green", "yellow", "white", "black", "chance", "table"]
AnySquare = Annotated[int, Meta(description="The printed number: 0 start, 1 to 42, 50 finish.")]


class FranticMoveBase(Move, frozen=True):
    actor: FranticActor


class FranticPlaceCard(FranticMoveBase, frozen=True, tag="place"):
    """Put a card on the board without effect: before the first turn, or in the event Restock."""

    card: FranticCard
    to: AnySquare
    dir: FranticDirection | UnsetType = UNSET


class FranticPlayCard(FranticMoveBase, frozen=True, tag="play"):
    """Play a card in step 1."""

    card: FranticCard
    to: AnySquare
    dir: FranticDirection | UnsetType = UNSET


class FranticPassPlay(FranticMoveBase, frozen=True, tag="pass_play"):
    """Skip step 1, because no card can be placed."""


class FranticDie(FranticMoveBase, frozen=True, tag="roll"):
    """A die is rolled."""

    die: Literal[6, 20]
    player: FranticSeat
    value: Die


class FranticFirstPlayer(FranticMoveBase, frozen=True, tag="first_player"):
    """Say who begins, in place of the rolls."""

    player: FranticSeat


class FranticDrawCard(FranticMoveBase, frozen=True, tag="draw"):
    """A card is dealt or drawn (known hands). `?` stands in the log of those who may not see it."""

    player: FranticSeat
    card: FranticFace


class FranticRevealCard(FranticMoveBase, frozen=True, tag="reveal"):
    """A card of the Market is turned over."""

    card: FranticCard


class FranticName(FranticMoveBase, frozen=True, tag="target"):
    """Name a pawn; for Gift also the number of squares."""

    effect: TargetEffect
    pawn: FranticSeat
    steps: int | UnsetType = UNSET


class FranticTakeCard(FranticMoveBase, frozen=True, tag="take"):
    """Take a visible card from the board."""

    from_: AnySquare = field(name="from")


class FranticPickCard(FranticMoveBase, frozen=True, tag="pick"):
    """Take a card from the Market."""

    card: FranticCard


class FranticRelocateTeleport(FranticMoveBase, frozen=True, tag="relocate"):
    """Move a teleport card."""

    teleport: int
    to: AnySquare


class FranticReact(FranticMoveBase, frozen=True, tag="react"):
    """Throw a multicolour card."""

    card: FranticCard
    to: AnySquare


class FranticPass(FranticMoveBase, frozen=True, tag="pass"):
    """Nobody reacts: close the roll or finish window."""


class FranticDecline(FranticMoveBase, frozen=True, tag="decline"):
    """Do not block."""


class FranticDeclareCards(FranticMoveBase, frozen=True, tag="declare"):
    """Declare how many unknown cards in hand are Fuck You."""

    fuck_you: int


FranticMove = (
    FranticPlaceCard
    | FranticPlayCard
    | FranticPassPlay
    | FranticDie
    | FranticFirstPlayer
    | FranticDrawCard
    | FranticRevealCard
    | FranticName
    | FranticTakeCard
    | FranticPickCard
    | FranticRelocateTeleport
    | FranticReact
    | FranticPass
    | FranticDecline
    | FranticDeclareCards
)
