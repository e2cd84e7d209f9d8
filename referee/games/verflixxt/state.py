"""Verflixxt: the documents of a position and of its set-up."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from referee.core.game import Document, Setup, State, Task
from referee.games.verflixxt.components import Action, Card, HeldCard, HeldWorm, Seat, Square, Tile, Worm
from referee.games.verflixxt.moves import PawnNumber

RULES_VERSION = 1

Version = Annotated[int, Meta(ge=1, le=RULES_VERSION)]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=16, description="The colours that play, in clockwise order.")]
Count = Annotated[int, Meta(ge=0, le=1000)]
Value = Annotated[int, Meta(ge=-1, le=6)]
Variant = Literal[2, 3, 4, 5]
LayoutName = Literal["standard", "plus_first", "luck_last", "random", "alt"]
Track = Annotated[
    tuple[Tile, ...], Meta(max_length=44, description="The tiles that lie, from the start to the finish.")
]
NamedPawn = Annotated[tuple[Seat, PawnNumber], Meta(description="A colour and the number of its pawn.")]
Numbers = Annotated[tuple[PawnNumber, ...], Meta(max_length=8)]
Chips = Annotated[tuple[Count, ...], Meta(max_length=16)]
Slot = Literal["before", "throw", "card", "move", "after", "draw"]


# -- which rules are in use -------------------------------------------------------------------------------------------


class VerflixxtRules(Document, frozen=True, kw_only=True):
    """The expansions, variants and rulings that a game is played with; they choose its ruleset."""

    nochmal: bool = False
    wormy: bool = False
    hoch2: bool = False
    attack: bool = False
    variants: Annotated[tuple[Variant, ...], Meta(max_length=8)] = ()
    overtaken: Literal["auto", "keep", "box"] = "auto"
    v3_guards: Literal["box", "with_tile"] = "box"
    pushed_chip: Literal["mover", "owner", "none"] = "mover"


# -- what is still to do ----------------------------------------------------------------------------------------------


class VerflixxtHatDrawing(Task, frozen=True, tag="hat_drawing"):
    """Cards are turned up for the hats; those of each seat so far, in the order drawn."""

    drawn: tuple[Annotated[tuple[Card, ...], Meta(max_length=1000)], ...]


class VerflixxtDealing(Task, frozen=True, tag="dealing"):
    """Runs: a hand is filled up to two cards."""

    player: Seat


class VerflixxtDrawing(Task, frozen=True, tag="drawing"):
    """A card is drawn into a hand (virtual play)."""

    player: Seat


class VerflixxtWormDrawing(Task, frozen=True, tag="worm_drawing"):
    """A worm token is drawn (virtual play)."""

    player: Seat


class VerflixxtBefore(Task, frozen=True, tag="before"):
    """Tokens may be played before the throw."""


class VerflixxtThrow(Task, frozen=True, tag="throw"):
    """The dice are thrown."""


class VerflixxtReveal(Task, frozen=True, tag="reveal"):
    """A movement card is chosen."""


class VerflixxtStep(Task, frozen=True, tag="step"):
    """The normal move."""


class VerflixxtHatChoice(Task, frozen=True, tag="hat_choice"):
    """A pawn has arrived where hats may change heads."""

    pawn: PawnNumber


class VerflixxtAfter(Task, frozen=True, tag="after"):
    """Something optional is still open: tokens, the second card."""


class VerflixxtHome(Task, frozen=True, tag="home"):
    """Runs: a pawn (or, without `pawn`, a guard) has reached the finish. `pushed` by an attack or a token."""

    exact: bool
    seat: Seat
    pawn: PawnNumber | UnsetType = UNSET
    pushed: bool = False


class VerflixxtLeft(Task, frozen=True, tag="left"):
    """Runs: a piece has left a tile on which it was alone; `taker` takes the tile."""

    tile: Tile
    taker: Seat


class VerflixxtSettle(Task, frozen=True, tag="settle"):
    """Runs after a move: overtaken tiles, the end of the game, the hats of the pawn that arrived."""

    arrived: PawnNumber | UnsetType = UNSET


class VerflixxtSlot(Task, frozen=True, tag="slot"):
    """Runs: the next slot of the turn."""

    name: Slot


class VerflixxtAgain(Task, frozen=True, tag="again"):
    """Runs: an extra turn of the same player."""


class VerflixxtNextTurn(Task, frozen=True, tag="next_turn"):
    """Runs: the turn of the next player still in play."""


VerflixxtTask = (
    VerflixxtHatDrawing
    | VerflixxtDealing
    | VerflixxtDrawing
    | VerflixxtWormDrawing
    | VerflixxtBefore
    | VerflixxtThrow
    | VerflixxtReveal
    | VerflixxtStep
    | VerflixxtHatChoice
    | VerflixxtAfter
    | VerflixxtHome
    | VerflixxtLeft
    | VerflixxtSettle
    | VerflixxtSlot
    | VerflixxtAgain
    | VerflixxtNextTurn
)


# -- the state --------------------------------------------------------------------------------------------------------


class VerflixxtToken(Document, frozen=True, omit_defaults=True):
    """A worm token in front of a player: face up in everybody's mind (`open`), or won in this very turn (`fresh`)."""

    kind: HeldWorm
    open: bool = False
    fresh: bool = False


class VerflixxtSoFar(Document, frozen=True, kw_only=True, omit_defaults=True):
    """What has happened in this turn: the throw or card that counts, the cards played, the pawns moved and swapped."""

    number: Value | None = None
    action: Action | None = None
    cards: Annotated[tuple[Card, ...], Meta(max_length=2)] = ()
    moved: Numbers = ()
    swapped: Numbers = ()


#: One object, because what is left out of a written state is told by identity.
NOTHING_YET = VerflixxtSoFar()


class VerflixxtState(State, frozen=True, kw_only=True, omit_defaults=True):
    """A position of Verflixxt. Rows (`pawns`, `stacks`, `hands`, ...) are in the order of `seats`."""

    rules_version: Version
    seats: Seats
    rules: VerflixxtRules = VerflixxtRules()
    layout: LayoutName
    custom_track: bool = False
    drop_risk3: bool = False
    turn: Seat | None
    so_far: VerflixxtSoFar = NOTHING_YET
    track: Track
    pawns: tuple[tuple[Square, ...], ...]
    guards: Annotated[tuple[Square, ...], Meta(max_length=16, description="Where guards stand, from the start on.")]
    stacks: tuple[tuple[Tile, ...], ...]
    # Nochmal
    flixxy: Square | None = None
    round_chips: Chips = ()
    won_round: tuple[Chips, ...] = ()
    worms: tuple[Annotated[tuple[VerflixxtToken, ...], Meta(max_length=1000)], ...] = ()
    worm_pile: Annotated[tuple[HeldWorm, ...], Meta(max_length=5000, description="Top first.")] = ()
    worm_counts: Annotated[tuple[tuple[Worm, Count], ...] | None, Meta(description="As named by the client.")] = None
    # Hoch²
    finish_chips: Chips = ()
    won_finish: tuple[Chips, ...] = ()
    green: Annotated[NamedPawn | None, Meta(description="Who wears the green hat; on the finish it has scored.")] = None
    red: NamedPawn | None = None
    hands: tuple[Annotated[tuple[HeldCard, ...], Meta(max_length=8)], ...] = ()
    discard: Annotated[tuple[Card, ...], Meta(max_length=20000)] = ()
    card_counts: Annotated[tuple[tuple[Card, Count], ...] | None, Meta(description="As named by the client.")] = None
    todo: Annotated[tuple[VerflixxtTask, ...], Meta(max_length=1000)]


# -- set-up -----------------------------------------------------------------------------------------------------------

AnyName = Annotated[str, Meta(max_length=20)]
Names = Annotated[tuple[AnyName, ...], Meta(max_length=200)]
PawnOf = tuple[Seat, int]


class VerflixxtHatOwners(Document, frozen=True):
    """Who has won which hat, if the table has drawn for them itself."""

    green: Seat
    red: Seat


class VerflixxtOptions(VerflixxtRules, frozen=True, kw_only=True):
    layout: LayoutName | UnsetType = UNSET
    track: Names | UnsetType = UNSET
    custom_track: bool = False
    drop_risk3: Literal["auto", "yes", "no"] = "auto"
    cards: dict[Card, Count] | UnsetType = UNSET
    worms: dict[Worm, Count] | UnsetType = UNSET
    hats: VerflixxtHatOwners | UnsetType = UNSET


class VerflixxtHats(Document, frozen=True, kw_only=True):
    """Which pawn wears which hat: [seat, pawn]. On the finish the hat has scored for that seat."""

    green: PawnOf | UnsetType = UNSET
    red: PawnOf | UnsetType = UNSET


class VerflixxtPosition(Document, frozen=True, kw_only=True):
    """What lies on the table at the beginning of a turn; what is left out is as at the start of the game."""

    turn: Seat | UnsetType = UNSET
    track: Names | UnsetType = UNSET
    pawns: dict[Seat, Names] | UnsetType = UNSET
    guards: Names | UnsetType = UNSET
    stacks: dict[Seat, Names] | UnsetType = UNSET
    flixxy: AnyName | UnsetType | None = UNSET
    round_chips: Chips | UnsetType = UNSET
    won_round: dict[Seat, Chips] | UnsetType = UNSET
    worms: dict[Seat, Names] | UnsetType = UNSET
    worm_pile: Names | UnsetType = UNSET
    finish_chips: Chips | UnsetType = UNSET
    won_finish: dict[Seat, Chips] | UnsetType = UNSET
    hats: VerflixxtHats | UnsetType = UNSET
    hands: dict[Seat, Names] | UnsetType = UNSET
    discard: Annotated[tuple[AnyName, ...], Meta(max_length=20000)] | UnsetType = UNSET


class VerflixxtSetup(Setup, frozen=True, kw_only=True):
    seats: Seats
    starter: Annotated[Seat, Meta(description="Who begins; the first seat if left out.")] | UnsetType = UNSET
    rules_version: Version | UnsetType = UNSET
    options: VerflixxtOptions = VerflixxtOptions()
    position: VerflixxtPosition | UnsetType = UNSET
