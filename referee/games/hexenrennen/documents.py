"""Hexenrennen: the documents that travel: state, moves, set-up, position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from referee.core.game import Document, Move, Setup, State, Task

RULES_VERSION = 1

HexenrennenClan = Literal["green", "yellow", "blue", "red"]
HexenrennenActor = Literal["green", "yellow", "blue", "red", "chance"]
Hidden = Literal["?"]
HIDDEN: Hidden = "?"

Die = Annotated[int, Meta(ge=1, le=6)]
WitchNumber = Annotated[int, Meta(ge=0, le=2)]
TilePosition = Annotated[int, Meta(ge=1, le=48)]
Number = Annotated[int, Meta(ge=2, le=10)]
Face = Number | Literal["magic"]
Tile = Annotated[tuple[HexenrennenClan, Face], Meta(description="A clan and a number 2-10 or `magic`.")]
Seats = Annotated[
    tuple[HexenrennenClan, ...],
    Meta(max_length=16, description="The clans that are led by a player, in clockwise order."),
]
Version = Annotated[int, Meta(ge=1, le=RULES_VERSION)]
Choice = tuple[Number, Number, Number] | Hidden | None


# -- what is still to do ----------------------------------------------------------------------------------------------


class HexenrennenChoose(Task, frozen=True, tag="choose_tiles"):
    """The players share out their tiles among the stages (virtual play)."""


class HexenrennenThrow(Task, frozen=True, tag="throw"):
    """The throw of a turn."""


class HexenrennenPick(Task, frozen=True, tag="pick"):
    """A witch must be moved by the number thrown."""

    value: Die


class HexenrennenTurnUp(Task, frozen=True, tag="turn_up"):
    """The moving witch has stopped on a face-down tile. `pushed`: a numbered card has just sent her back there."""

    witch: WitchNumber
    pushed: bool = False


class HexenrennenSpell(Task, frozen=True, tag="spell"):
    """The moving witch is on the magic tile of a player: a card, or stay? `obliged`: only a card will do."""

    witch: WitchNumber
    obliged: bool = False


class HexenrennenDrawing(Task, frozen=True, tag="drawing"):
    """The moving witch is on the magic tile of a neutral clan: a card of its pile is drawn."""

    witch: WitchNumber


HexenrennenTask = (
    HexenrennenChoose | HexenrennenThrow | HexenrennenPick | HexenrennenTurnUp | HexenrennenSpell | HexenrennenDrawing
)


# -- the state --------------------------------------------------------------------------------------------------------


class HexenrennenState(State, frozen=True, kw_only=True):
    """A position of Hexenrennen. Rows of `witches` and `groups` are in the order of `seats`."""

    rules_version: Version
    seats: Seats
    finish_by_tile: bool
    turn: HexenrennenClan
    witches: Annotated[
        tuple[tuple[int, ...], ...], Meta(description="0 = start, 1-48 = tiles, 49-51 = finish squares.")
    ]
    track: Annotated[
        tuple[Tile | None, ...],
        Meta(min_length=48, max_length=48, description="The tiles 1 to 48; null = face down."),
    ]
    cards: Annotated[
        tuple[tuple[Face, ...], ...],
        Meta(
            min_length=4,
            max_length=4,
            description="What is left of the cards of green, yellow, blue, red: a hand, or a neutral clan's pile.",
        ),
    ]
    groups: Annotated[
        tuple[tuple[Choice, Choice], ...],
        Meta(description="The numbers each player chose for stages 1 and 2; empty when the referee was not told."),
    ]
    todo: tuple[HexenrennenTask, ...]


# -- moves ------------------------------------------------------------------------------------------------------------


class HexenrennenMoveBase(Move, frozen=True):
    actor: HexenrennenActor


class HexenrennenChooseTiles(HexenrennenMoveBase, frozen=True, tag="choose_tiles"):
    """Choose the three numbers that go into a stage together with a magic tile; stage 3 gets what is left."""

    stage: Annotated[int, Meta(ge=1, le=2)]
    numbers: (
        Annotated[tuple[Number, ...], Meta(max_length=12, description='In any order; "?" where they are hidden.')]
        | Hidden
    )


class HexenrennenRoll(HexenrennenMoveBase, frozen=True, tag="roll"):
    """The throw of the player on turn."""

    value: Die


class HexenrennenFly(HexenrennenMoveBase, frozen=True, tag="move"):
    """Move a witch by the number thrown."""

    witch: WitchNumber


class HexenrennenReveal(HexenrennenMoveBase, frozen=True, tag="reveal"):
    """Turn up the tile under the moving witch."""

    pos: TilePosition
    tile: Tile


class HexenrennenCard(HexenrennenMoveBase, frozen=True, tag="card"):
    """Play a card on the magic tile of one's clan."""

    card: Face


class HexenrennenStay(HexenrennenMoveBase, frozen=True, tag="stay"):
    """Play no card and leave the witch where she is."""


class HexenrennenDraw(HexenrennenMoveBase, frozen=True, tag="draw"):
    """Draw a card from the pile of a neutral clan."""

    clan: HexenrennenClan
    card: Face


HexenrennenMove = (
    HexenrennenChooseTiles
    | HexenrennenRoll
    | HexenrennenFly
    | HexenrennenReveal
    | HexenrennenCard
    | HexenrennenStay
    | HexenrennenDraw
)


# -- set-up -----------------------------------------------------------------------------------------------------------


class HexenrennenOptions(Document, frozen=True, kw_only=True):
    finish_by_tile: bool = True


# A described table may hold anything that a person can misread; HX-API-6 says what is wrong with it.
SomeFace = int | str
SomeTile = Annotated[tuple[str, SomeFace], Meta(description="A clan and a number 2-10 or `magic`.")]


class HexenrennenPosition(Document, frozen=True, kw_only=True):
    """What lies on the table at the beginning of a turn; what is left out is as at the start of the game."""

    turn: HexenrennenClan | UnsetType = UNSET
    witches: dict[HexenrennenClan, tuple[int, ...]] | UnsetType = UNSET
    revealed: Annotated[dict[str, SomeTile], Meta(description="The face-up tiles by position.")] | UnsetType = UNSET
    hands: dict[HexenrennenClan, tuple[SomeFace, ...]] | UnsetType = UNSET
    piles: dict[HexenrennenClan, tuple[SomeFace, ...]] | UnsetType = UNSET


class HexenrennenSetup(Setup, frozen=True, kw_only=True):
    seats: Seats
    starter: Annotated[HexenrennenClan, Meta(description="Who begins; by default the first seat.")] | UnsetType = UNSET
    rules_version: Version | UnsetType = UNSET
    options: HexenrennenOptions = HexenrennenOptions()
    position: HexenrennenPosition | UnsetType = UNSET
