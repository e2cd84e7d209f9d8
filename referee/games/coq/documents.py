"""The COQ race: what is in the box, and the documents that travel: state, moves, set-up, position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from referee.core.game import Document, Move, Setup, State, Task

RULES_VERSION = 1

COLOURS = ("red", "yellow", "blue", "green")
PAWNS = 2
DEFAULT_SQUARES = (1, 2, 3, 5) * 8  # CQ-BOARD-3: an assumption, the printed board is lost
CIRCLE, START = 0, 1
FIRST_HOME, LATER_HOME = 20, 10
MOST_POINTS = 10**9  # that a described table may begin with; far beyond any game, and far within JSON's integers

CoqSeat = Literal["red", "yellow", "blue", "green"]
CoqActor = Literal["red", "yellow", "blue", "green", "chance"]
Die = Annotated[int, Meta(ge=1, le=6)]
PawnNumber = Annotated[int, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0)]
Seats = Annotated[tuple[CoqSeat, ...], Meta(max_length=16, description="The colours that play, in clockwise order.")]
Squares = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=100)], ...],
    Meta(min_length=6, max_length=200, description="The gain (red figure) of square 1, 2, ... of the board."),
]
Version = Annotated[int, Meta(ge=1, le=RULES_VERSION)]
Pawn = Annotated[tuple[int, bool], Meta(description="Square (0 = circle, N+1 = COQ), and whether the pawn is dry.")]
NamedPawn = Annotated[tuple[CoqSeat, PawnNumber], Meta(description="A colour and the number of its pawn.")]


# -- what is still to do ----------------------------------------------------------------------------------------------


class CoqOrder(Task, frozen=True, tag="order"):
    """The throw-off for the first turn: who takes part in this round of it, and what was thrown so far."""

    contenders: tuple[CoqSeat, ...]
    throws: tuple[Die, ...] = ()


class CoqThrow(Task, frozen=True, tag="throw"):
    """The first throw of a turn."""


class CoqExtra(Task, frozen=True, tag="extra"):
    """A throw after a 6, which may be declined."""


class CoqPick(Task, frozen=True, tag="pick"):
    """A pawn must be moved by the number thrown."""

    value: Die


class CoqMeet(Task, frozen=True, tag="meet"):
    """The opposing pawns that the mover has met and still has to deal with."""

    victims: tuple[NamedPawn, ...]


class CoqThrown(Task, frozen=True, tag="thrown"):
    """Runs when a throw has been played: was it a 6, and was it an extra throw?"""

    six: bool
    extra: bool


CoqTask = CoqOrder | CoqThrow | CoqExtra | CoqPick | CoqMeet | CoqThrown


# -- the state --------------------------------------------------------------------------------------------------------


class CoqLedger(Document, frozen=True):
    """Where a seat's points come from. `start` is what a given position began with."""

    start: Count = 0
    squares: Count = 0
    tolls_in: Count = 0
    tolls_out: Count = 0
    coq: Count = 0

    @property
    def points(self) -> int:
        return self.start + self.squares + self.tolls_in - self.tolls_out + self.coq


class CoqState(State, frozen=True, kw_only=True):
    """A position of the COQ race. Rows of `pawns` and `ledgers` are in the order of `seats`."""

    rules_version: Version
    seats: Seats
    board: Annotated[Literal["default", "given"], Meta(description="`default`: our assumed board.")]
    squares: Squares
    six_rule: Literal["every_six", "one_extra"]
    safe_start: bool
    turn: CoqSeat | None
    pawns: tuple[tuple[Pawn, Pawn], ...]
    ledgers: tuple[CoqLedger, ...]
    todo: tuple[CoqTask, ...]


# -- moves ------------------------------------------------------------------------------------------------------------


class CoqMoveBase(Move, frozen=True):
    actor: CoqActor


class CoqOrderRoll(CoqMoveBase, frozen=True, tag="order_roll"):
    """A throw for the first turn."""

    player: CoqSeat
    value: Die


class CoqRoll(CoqMoveBase, frozen=True, tag="roll"):
    """The throw of the player on turn."""

    value: Die


class CoqAdvance(CoqMoveBase, frozen=True, tag="move"):
    """Move a pawn by the number thrown."""

    pawn: PawnNumber


class CoqKnock(CoqMoveBase, frozen=True, tag="knock"):
    """Send a met pawn to square 1."""

    victim: NamedPawn


class CoqToll(CoqMoveBase, frozen=True, tag="toll"):
    """Ask the owner of a met pawn for the toll."""

    victim: NamedPawn


class CoqDecline(CoqMoveBase, frozen=True, tag="decline"):
    """Do without the throw after a 6."""


CoqMove = CoqOrderRoll | CoqRoll | CoqAdvance | CoqKnock | CoqToll | CoqDecline


# -- set-up -----------------------------------------------------------------------------------------------------------


class CoqOptions(Document, frozen=True, kw_only=True):
    squares: Squares | UnsetType = UNSET
    six_rule: Literal["every_six", "one_extra"] = "every_six"
    safe_start: bool = False


class CoqPosition(Document, frozen=True, kw_only=True):
    """What lies on the table at the beginning of a turn; what is left out is as at the start of the game."""

    turn: CoqSeat | UnsetType = UNSET
    pawns: dict[CoqSeat, tuple[Pawn, ...]] | UnsetType = UNSET
    points: dict[CoqSeat, Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]] | UnsetType = UNSET


class CoqSetup(Setup, frozen=True, kw_only=True):
    seats: Seats
    starter: Annotated[CoqSeat, Meta(description="Who begins; without it the order is thrown for.")] | UnsetType = UNSET
    rules_version: Version | UnsetType = UNSET
    options: CoqOptions = CoqOptions()
    position: CoqPosition | UnsetType = UNSET
