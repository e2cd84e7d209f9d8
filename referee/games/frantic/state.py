"""Frantic: the state document, and the records of what is still to do in it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from referee.core.game import Document, State, Task
from referee.games.frantic.components import FranticCard, FranticDirection, FranticFace, FranticSeat

RULES_VERSION = 1

Version = Annotated[int, Meta(ge=1, le=RULES_VERSION)]
Seats = Annotated[tuple[FranticSeat, ...], Meta(max_length=16, description="The pawns' colours in playing order.")]
Step = Annotated[int, Meta(ge=0, le=43, description="Steps from the start; the finish is 43.")]
Square = Annotated[int, Meta(ge=1, le=42)]
Die = Annotated[int, Meta(ge=1, le=20)]
Rolled = Annotated[int, Meta(ge=0, le=20, description="The number rolled; 0 as long as it has not been rolled.")]
Count = Annotated[int, Meta(ge=0)]
TeleportNumber = Annotated[int, Meta(ge=1, le=6)]
EventNumber = Annotated[int, Meta(ge=1, le=20)]
Used = Annotated[
    tuple[FranticSeat, ...],
    Meta(max_length=16, description="The pawns for which the card is used up this turn, in seat order."),
]

TargetEffect = Literal["remote", "gift", "swap", "marching_orders", "surprise_party"]


class FranticCopy(Document, frozen=True, omit_defaults=True):
    """A card that lies on the board or is held in a hand, with its once-per-turn mark.

    `public` belongs to known hands: everybody saw how the card came into the hand (FR-INFO-2).
    """

    card: FranticFace
    dir: FranticDirection | UnsetType = UNSET
    used: Used = ()
    public: bool = False


class FranticTeleport(Document, frozen=True, omit_defaults=True):
    """A numbered teleport: the square where it lies now, and its once-per-turn mark."""

    square: Square
    used: Used = ()


# -- what is still to do: preparation ---------------------------------------------------------------------------------


class FranticDeal(Task, frozen=True, tag="deal"):
    """Cards that a player is still to be dealt (known hands)."""

    player: FranticSeat
    left: Annotated[int, Meta(ge=1, le=8)]


class FranticRollOff(Task, frozen=True, tag="roll_off"):
    """The rolls for the first turn: who takes part in this round of them, and what was rolled so far."""

    contenders: tuple[FranticSeat, ...]
    rolls: tuple[Die, ...] = ()


class FranticPlace(Task, frozen=True, tag="place"):
    """A player puts a card on the board before the first turn."""

    seat: FranticSeat


# -- what is still to do: the slots of a turn, in their order ---------------------------------------------------------


class FranticPlay(Task, frozen=True, tag="play"):
    """Step 1: the player on turn plays a card."""


class FranticMovement(Task, frozen=True, tag="movement"):
    """A movement with all effects: step 2 of the turn, or one that a card or an event brings about.

    `mover` carries it out, and rolls as long as `value`, the number of steps, is 0.
    """

    pawn: FranticSeat
    mover: FranticSeat
    value: Rolled = 0
    backward: bool = False
    ghost: bool = False


class FranticRefill(Task, frozen=True, tag="refill"):
    """Step 3, or the drawing of an event: these players still have to draw up to four, in this order."""

    seats: tuple[FranticSeat, ...]
    event: bool = False


class FranticFinishCheck(Task, frozen=True, tag="finish_check"):
    """Is a pawn on the finish? Then Nice Try may be thrown."""


class FranticTurnEnd(Task, frozen=True, tag="turn_end"):
    """The round ends or the next turn begins. `exhausted`: somebody had to draw from an empty pile."""

    exhausted: bool = False


class FranticRoundEnd(Task, frozen=True, tag="round_end"):
    """The round is over; these players may still have to declare, then it is scored."""

    seats: tuple[FranticSeat, ...]


class FranticDeclare(Task, frozen=True, tag="declare"):
    """A player declares how many of the unknown cards in hand are Fuck You."""

    seat: FranticSeat


# -- what is still to do: inside a turn -------------------------------------------------------------------------------


class FranticRoll(Task, frozen=True, tag="roll"):
    """A die must be rolled; the number is for the record below."""

    die: Literal[6, 20]
    player: FranticSeat


class FranticRollWindow(Task, frozen=True, tag="roll_window"):
    """A die has been rolled and Re-Roll may be thrown; then the number goes to the record below."""

    die: Literal[6, 20]
    player: FranticSeat
    value: Die


class FranticReroll(Task, frozen=True, tag="reroll"):
    """The roll below is void and is repeated."""


class FranticAttack(Task, frozen=True, tag="attack"):
    """A player may block the record below."""

    target: FranticSeat


class FranticFinishWindow(Task, frozen=True, tag="finish_window"):
    """A pawn is on the finish and Nice Try may be thrown."""


class FranticArrive(Task, frozen=True, tag="arrive"):
    """A pawn has come to its square by a movement: the visible card there works."""

    pawn: FranticSeat
    mover: FranticSeat
    backward: bool = False


class FranticTarget(Task, frozen=True, tag="target"):
    """A player names a pawn. `pawn` is the one that landed on Swap, `backward` the direction of its movement."""

    effect: TargetEffect
    seat: FranticSeat
    pawn: FranticSeat
    backward: bool = False


class FranticSwap(Task, frozen=True, tag="swap"):
    """Two pawns exchange their squares."""

    pawn: FranticSeat
    other: FranticSeat
    backward: bool = False


class FranticTake(Task, frozen=True, tag="take"):
    """A player takes a card from the board into `owner`'s hand. `spare`: the square that this Magnet may not take."""

    seat: FranticSeat
    owner: FranticSeat
    spare: Annotated[int, Meta(ge=0, le=42)] = 0


class FranticTeleporting(Task, frozen=True, tag="teleporting"):
    """A pawn goes to the teleport whose number the player rolls."""

    pawn: FranticSeat
    player: FranticSeat
    value: Rolled = 0


class FranticEvent(Task, frozen=True, tag="event"):
    """A player triggers the event whose number they roll."""

    you: FranticSeat
    value: Rolled = 0


class FranticInTurn(Task, frozen=True, tag="in_turn"):
    """An event that everybody carries out in turn: who still has to, and what was rolled before."""

    event: EventNumber
    you: FranticSeat
    seats: tuple[FranticSeat, ...]
    rolls: tuple[Die, ...] = ()
    value: Rolled = 0


class FranticRestock(Task, frozen=True, tag="restock"):
    """A player puts a card on the board in the event Restock."""

    seat: FranticSeat


class FranticReveal(Task, frozen=True, tag="reveal"):
    """Cards of the Market are turned over."""

    you: FranticSeat
    left: Annotated[int, Meta(ge=1, le=6)]
    cards: tuple[FranticCard, ...] = ()


class FranticPick(Task, frozen=True, tag="pick"):
    """The players take a card each from the Market."""

    seats: tuple[FranticSeat, ...]
    cards: tuple[FranticCard, ...]


class FranticRelocate(Task, frozen=True, tag="relocate"):
    """A player moves two teleport cards; these were moved already."""

    seat: FranticSeat
    moved: tuple[TeleportNumber, ...] = ()


class FranticDraw(Task, frozen=True, tag="draw"):
    """A player draws a card (known hands)."""

    player: FranticSeat


FranticTask = (
    FranticDeal
    | FranticRollOff
    | FranticPlace
    | FranticPlay
    | FranticMovement
    | FranticRefill
    | FranticFinishCheck
    | FranticTurnEnd
    | FranticRoundEnd
    | FranticDeclare
    | FranticRoll
    | FranticRollWindow
    | FranticReroll
    | FranticAttack
    | FranticFinishWindow
    | FranticArrive
    | FranticTarget
    | FranticSwap
    | FranticTake
    | FranticTeleporting
    | FranticEvent
    | FranticInTurn
    | FranticRestock
    | FranticReveal
    | FranticPick
    | FranticRelocate
    | FranticDraw
)


# -- the state --------------------------------------------------------------------------------------------------------


class FranticSettings(Document, frozen=True, kw_only=True):
    """What the table agreed on before the game (section 17), with every default written out."""

    limit: int
    hands: Literal["hidden", "known"]
    composition: Annotated[tuple[tuple[FranticCard, int], ...], Meta(description="The copies of each card.")]
    teleports: Annotated[tuple[Square, ...], Meta(description="The squares printed with the numbers 1 to 6.")]
    colour_names: tuple[tuple[str, str], ...]
    dual_on_land: bool
    once_scope: Literal["card", "card_pawn"]
    landing_choices: Literal["owner", "mover"]
    tsunami_wrap: bool
    earthquake: Literal["sequential", "simultaneous"]
    magnet_self: bool
    enforce_counts: bool


class FranticResult(Document, frozen=True):
    """The points of a finished round, in the order of `seats`."""

    round: int
    squares: tuple[Count, ...]
    fuck_you: tuple[Count, ...]


class FranticState(State, frozen=True, kw_only=True):
    """A position of Frantic. Rows of `pawns`, `hands` and `start` are in the order of `seats`.

    The pile is not stored: it is what board, hands, discards and the open cards of the Market leave of the 94.
    """

    rules_version: Version
    seats: Seats
    options: FranticSettings
    round: int
    turn: FranticSeat | None
    pawns: tuple[Step, ...]
    board: Annotated[
        tuple[tuple[FranticCopy, ...], ...],
        Meta(description="The cards on squares 1, 2, ... 42, each stack from bottom to top, without the teleports."),
    ]
    teleports: tuple[FranticTeleport, ...]
    hands: tuple[tuple[FranticCopy, ...], ...]
    discards: tuple[FranticFace, ...]
    start: Annotated[tuple[int, ...], Meta(description="Points of rounds that were finished before the set-up.")]
    results: tuple[FranticResult, ...]
    todo: tuple[FranticTask, ...]
