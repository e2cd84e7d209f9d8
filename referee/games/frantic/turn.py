"""Frantic: the course of a round: preparation, the turn in its order, refilling, the end (sections 3, 4 and 14)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.game import Say
from referee.games.frantic.board import (
    counts_bind,
    finished,
    first,
    hand_of,
    hidden_in,
    lay,
    may_be_hidden,
    on_turn,
    pile,
    playing_order,
    right_of,
    unseen,
    with_hand,
    without_marks,
    without_next,
)
from referee.games.frantic.cards import CARDS
from referee.games.frantic.components import DEALT, HAND, HIDDEN, LAST, START, WHEN_PLAYED, FranticSeat
from referee.games.frantic.events import EVENTS
from referee.games.frantic.moves import (
    FranticDeclareCards,
    FranticDecline,
    FranticDie,
    FranticDrawCard,
    FranticFirstPlayer,
    FranticName,
    FranticPass,
    FranticPassPlay,
    FranticPlaceCard,
    FranticPlayCard,
)
from referee.games.frantic.scoring import limit_reached, round_result, totals
from referee.games.frantic.state import (
    FranticAttack,
    FranticCopy,
    FranticDeal,
    FranticDeclare,
    FranticDraw,
    FranticFinishCheck,
    FranticFinishWindow,
    FranticMovement,
    FranticPlace,
    FranticPlay,
    FranticRefill,
    FranticRestock,
    FranticRoll,
    FranticRollOff,
    FranticRollWindow,
    FranticRoundEnd,
    FranticState,
    FranticTarget,
    FranticTask,
    FranticTeleport,
    FranticTurnEnd,
)

UNKNOWN = FranticCopy(HIDDEN)

# -- preparation ------------------------------------------------------------------------------------------------------


def prepare_round(state: FranticState) -> FranticState:
    """Clear the board, shuffle, deal, and roll for the first turn (FR-SETUP-3 to -7, FR-ROUND-1)."""
    dealt = DEALT[len(state.seats)]
    known = state.options.hands == "known"
    deals = tuple(FranticDeal(seat, dealt) for seat in state.seats) if known else ()
    return replace(
        state,
        turn=None,
        pawns=(START,) * len(state.seats),
        board=((),) * LAST,
        teleports=tuple(FranticTeleport(square) for square in state.options.teleports),
        hands=(() if known else (UNKNOWN,) * dealt,) * len(state.seats),
        discards=(),
        todo=(*deals, FranticRollOff(state.seats)),
    )


def deal_or_draw(
    state: FranticState, asked: FranticDeal | FranticDraw, move: FranticDrawCard, say: Say
) -> FranticState:
    """Take a card that nobody else sees into a hand. The event does not name it, so it can be shown to all."""
    state = with_hand(state, move.player, (*hand_of(state, move.player), FranticCopy(move.card)))
    if isinstance(asked, FranticDraw):
        say("draws", "FR-TURN-4", seat=move.player, cards=1)
        return state
    say("dealt", "FR-SETUP-5", seat=move.player)
    return first(state, replace(asked, left=asked.left - 1)) if asked.left > 1 else state


def next_contender(task: FranticRollOff) -> FranticSeat:
    return task.contenders[len(task.rolls)]


def roll_for_first_turn(state: FranticState, task: FranticRollOff, move: FranticDie, say: Say) -> FranticState:
    say("rolls", "FR-SETUP-7", seat=move.player, value=move.value)
    task = replace(task, rolls=(*task.rolls, move.value))
    if len(task.rolls) < len(task.contenders):
        return first(state, task)
    highest = [seat for seat, value in zip(task.contenders, task.rolls, strict=True) if value == max(task.rolls)]
    if len(highest) > 1:
        say("tied", "FR-SETUP-7", seats=highest)
        return first(state, FranticRollOff(tuple(highest)))
    return begin_placement(state, highest[0], say)


def name_first_player(state: FranticState, task: FranticRollOff, move: FranticFirstPlayer, say: Say) -> FranticState:
    return begin_placement(state, move.player, say)


def begin_placement(state: FranticState, starter: FranticSeat, say: Say) -> FranticState:
    say("starts", "FR-SETUP-7", seat=starter)
    return first(replace(state, turn=starter), FranticPlace(starter))


def place(state: FranticState, asked: FranticPlace | FranticRestock, move: FranticPlaceCard, say: Say) -> FranticState:
    """Put a card down without effect; before the first turn, go on until everybody has four (FR-SETUP-9)."""
    restock = isinstance(asked, FranticRestock)
    why = "FR-EV-9" if restock else "FR-SETUP-9"
    say(
        "placed_pointing" if move.dir else "placed",
        why,
        seat=asked.seat,
        card=move.card,
        square=move.to,
        **pointing(move),
    )
    state = lay(state, asked.seat, move.card, move.to, move.dir)
    if restock:
        return state
    for seat in playing_order(state, right_of(state, asked.seat)):
        if len(hand_of(state, seat)) > HAND:
            return first(state, FranticPlace(seat))
    return begin_turn(state, on_turn(state), say)


def pointing(move: FranticPlaceCard | FranticPlayCard) -> dict[str, str]:
    return {"dir": move.dir} if move.dir else {}


# -- the turn ---------------------------------------------------------------------------------------------------------


def turn(state: FranticState, seat: FranticSeat) -> tuple[FranticTask, ...]:
    """Return what a turn consists of, in its order (FR-TURN-1, FR-TURN-5)."""
    return (
        FranticPlay(),
        FranticMovement(pawn=seat, mover=seat),
        FranticRefill(playing_order(state, seat)),
        FranticFinishCheck(),
        FranticTurnEnd(),
    )


def begin_turn(state: FranticState, seat: FranticSeat, say: Say) -> FranticState:
    say("turn", "FR-SETUP-8", seat=seat)
    return replace(state, turn=seat, todo=turn(state, seat))


def play(state: FranticState, asked: FranticPlay, move: FranticPlayCard, say: Say) -> FranticState:
    """Step 1: put the card down, then let it work if it is one that works when played (FR-TURN-2)."""
    say(
        "played_pointing" if move.dir else "played",
        "FR-TURN-2",
        seat=move.actor,
        card=move.card,
        square=move.to,
        **pointing(move),
    )
    state = lay(state, on_turn(state), move.card, move.to, move.dir, spent=move.card in WHEN_PLAYED)
    effect = CARDS[move.card].played
    return effect(state, move.to, say) if effect else state


def pass_play(state: FranticState, asked: FranticPlay, move: FranticPassPlay, say: Say) -> FranticState:
    say("no_card", "FR-TURN-7", seat=move.actor)
    return state


def name(state: FranticState, asked: FranticTarget, move: FranticName, say: Say) -> FranticState:
    """Carry out the effect for the pawn that was named."""
    effect = NAMED[asked.effect]
    return effect(state, asked, move, say) if effect else state


NAMED = {
    "remote": CARDS["remote"].named,
    "gift": CARDS["gift"].named,
    "swap": CARDS["swap"].named,
    "marching_orders": EVENTS[3].named,
    "surprise_party": EVENTS[15].named,
}


# -- rolls and windows ------------------------------------------------------------------------------------------------


def roll(state: FranticState, asked: FranticRoll | FranticRollOff, move: FranticDie, say: Say) -> FranticState:
    if isinstance(asked, FranticRollOff):
        return roll_for_first_turn(state, asked, move, say)
    say("rolls", "FR-OWN-3" if move.die == 6 else "FR-EV-G1", seat=move.player, value=move.value)
    return first(state, FranticRollWindow(move.die, move.player, move.value))


def close(
    state: FranticState, window: FranticRollWindow | FranticFinishWindow, move: FranticPass, say: Say
) -> FranticState:
    """Nobody reacts: a number that was rolled goes to the record that waits for it."""
    if isinstance(window, FranticFinishWindow):
        return state
    waiting = replace(state.todo[0], value=window.value)
    return first(without_next(state), waiting)


def decline(state: FranticState, window: FranticAttack, move: FranticDecline, say: Say) -> FranticState:
    """Do not block: what was announced comes next."""
    return state


# -- step 3 -----------------------------------------------------------------------------------------------------------


def refill(state: FranticState, task: FranticRefill, say: Say) -> FranticState:
    """Let the players draw up to four, one after the other; an empty pile ends the round in step 3 (FR-END-2)."""
    short = tuple(seat for seat in task.seats if len(hand_of(state, seat)) < HAND)
    if not short:
        return state
    left = pile(state)
    if not left:
        say("pile_empty", "FR-EV-G6" if task.event else "FR-END-2", seat=short[0])
        return state if task.event else replace(state, todo=(FranticFinishCheck(), FranticTurnEnd(exhausted=True)))
    task = replace(task, seats=short)
    if state.options.hands == "known":
        return first(state, FranticDraw(short[0]), task)
    hand = hand_of(state, short[0])
    drawn = min(HAND - len(hand), left)
    say("draws", "FR-TURN-4", seat=short[0], cards=drawn)
    return first(with_hand(state, short[0], (*hand, *(UNKNOWN,) * drawn)), task)


# -- the end of a turn, of a round, of the game -----------------------------------------------------------------------


def finish_check(state: FranticState, task: FranticFinishCheck, say: Say) -> FranticState:
    if not finished(state):
        return state
    say("on_the_finish", "FR-REACT-5")
    return first(state, FranticFinishWindow())


def end_turn(state: FranticState, task: FranticTurnEnd, say: Say) -> FranticState:
    """End the round, or let the player on the right begin (FR-END-1, FR-END-5)."""
    state = without_marks(state)
    if not finished(state) and not task.exhausted:
        return begin_turn(state, right_of(state, on_turn(state)), say)
    say("round_over", "FR-END-1" if finished(state) else "FR-END-2", round=state.round)
    return first(state, FranticRoundEnd(state.seats))


def end_round(state: FranticState, task: FranticRoundEnd, say: Say) -> FranticState:
    """Ask for unseen Fuck Yous, then score; prepare the next round, unless somebody has reached the limit."""
    for row, seat in enumerate(task.seats, start=1):
        if must_declare(state, seat):
            return first(state, FranticDeclare(seat), FranticRoundEnd(task.seats[row:]))
    result = round_result(state)
    for seat, square, penalty in zip(state.seats, result.squares, result.fuck_you, strict=True):
        say("scores", "FR-SCORE-2" if penalty else "FR-SCORE-1", seat=seat, points=square + penalty)
    state = replace(state, results=(*state.results, result))
    if limit_reached(state):
        lowest = min(totals(state))
        winners = [seat for seat, total in zip(state.seats, totals(state), strict=True) if total == lowest]
        say("over", "FR-GAME-1", winners=winners)
        return replace(state, todo=())
    say("new_round", "FR-ROUND-1", round=state.round + 1)
    return prepare_round(replace(state, round=state.round + 1))


def must_declare(state: FranticState, seat: FranticSeat) -> bool:
    """Tell whether a player may hold a Fuck You that nobody has seen (FR-INFO-5)."""
    unknown = state.options.hands == "hidden" and hidden_in(state, seat) > 0
    return unknown and may_be_hidden(state, "fuck_you")


def most_fuck_yous(state: FranticState, seat: FranticSeat) -> int:
    """Return how many Fuck Yous a player can declare at most."""
    unknown = hidden_in(state, seat)
    return min(unknown, unseen(state)["fuck_you"]) if counts_bind(state) else unknown


def declare(state: FranticState, asked: FranticDeclare, move: FranticDeclareCards, say: Say) -> FranticState:
    """Turn so many unknown cards of the hand into Fuck Yous."""
    say("declared", "FR-INFO-5", seat=asked.seat, cards=move.fuck_you)
    hand = hand_of(state, asked.seat)
    shown = (FranticCopy("fuck_you"),) * move.fuck_you
    return with_hand(state, asked.seat, (*hand[: len(hand) - move.fuck_you], *shown))
