"""Verflixxt Hoch²: the green hat and the red cap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from msgspec import UNSET
from msgspec.structs import replace

from referee.core.game import Say, asked
from referee.core.rules import Rule, due, not_due, rule
from referee.games.verflixxt import moves as m
from referee.games.verflixxt.board import Named, goes_beyond_the_start, own_pawns, pawns_of, walk
from referee.games.verflixxt.components import FINISH, HAT_POINTS, Hat, Seat, Square
from referee.games.verflixxt.driving import comes_home
from referee.games.verflixxt.rules import by_the_player_on_turn
from referee.games.verflixxt.ruleset import Sheet
from referee.games.verflixxt.state import VerflixxtHatChoice, VerflixxtHome, VerflixxtState

HATS: tuple[Hat, ...] = ("green", "red")
OTHER: dict[Hat, Hat] = {"green": "red", "red": "green"}

# -- who wears what ---------------------------------------------------------------------------------------------------


def wearer(state: VerflixxtState, hat: Hat) -> tuple[Seat, int] | None:
    """Return the pawn that has a hat, or had it when it came home."""
    return state.green if hat == "green" else state.red


def square_of(state: VerflixxtState, hat: Hat) -> Square | None:
    pawn = wearer(state, hat)
    return pawns_of(state, pawn[0])[pawn[1]] if pawn else None


def hat_of(state: VerflixxtState, seat: Named, pawn: Any) -> Hat | None:
    """Return the hat that a pawn wears; at the finish it has come off (VX-HAT-1)."""
    named = (seat, pawn)
    hat: Hat | None = "green" if state.green == named else "red" if state.red == named else None
    return hat if hat and pawns_of(state, seat)[pawn] != FINISH else None


def wears_the_cap(state: VerflixxtState, pawn: int) -> bool:
    return hat_of(state, state.turn, pawn) == "red"


def heads_on(state: VerflixxtState, square: str) -> list[tuple[Seat, int]]:
    return [
        (seat, pawn)
        for seat, pawns in zip(state.seats, state.pawns, strict=True)
        for pawn, where in enumerate(pawns)
        if where == square
    ]


def bare_heads_on(state: VerflixxtState, square: str) -> list[tuple[Seat, int]]:
    return [head for head in heads_on(state, square) if hat_of(state, *head) is None]


def may_change_hats(state: VerflixxtState, pawn: int) -> bool:
    """Tell whether a pawn that has just arrived can take, give or swap a hat (VX-HAT-3 to -5)."""
    square, own = own_pawns(state)[pawn], hat_of(state, state.turn, pawn)
    if square == FINISH:
        return False
    if own is None:
        return any(square_of(state, hat) == square for hat in HATS)
    return square_of(state, OTHER[own]) == square or bool(bare_heads_on(state, square))


# -- the hat decision -------------------------------------------------------------------------------------------------


def own_hat(state: VerflixxtState) -> Hat | None:
    """Return what the pawn that has arrived wears."""
    return hat_of(state, state.turn, asked(state).pawn)


def square_of_arrival(state: VerflixxtState) -> Square:
    pawn: int = asked(state).pawn
    return own_pawns(state)[pawn]


def doing(id: str, do: str, *needs: str) -> Callable[[Callable[[Any, Any], bool]], Rule]:
    """Make a rule that concerns one thing that can be done with hats."""

    def make(holds: Callable[[Any, Any], bool]) -> Rule:
        def when_done(state: VerflixxtState, move: m.VerflixxtHat) -> bool:
            return move.do != do or holds(state, move)

        when_done.__qualname__ = holds.__qualname__
        return Rule(id, when_done, ("do", *needs))

    return make


@doing("VX-HAT-7", "take")
def the_taker_is_bareheaded(state: VerflixxtState, move: m.VerflixxtHat) -> bool:
    return own_hat(state) is None


@doing("VX-HAT-7", "give", "hat", "owner", "pawn")
def the_receiver_is_bareheaded(state: VerflixxtState, move: m.VerflixxtHat) -> bool:
    unnamed = move.owner is UNSET or move.pawn is UNSET
    return unnamed or hat_of(state, move.owner, move.pawn) is None


@doing("VX-HAT-3", "take", "hat", "owner", "pawn")
def the_hat_is_there(state: VerflixxtState, move: m.VerflixxtHat) -> bool:
    return m.names_only(move, "hat") and square_of(state, cast(Hat, move.hat)) == square_of_arrival(state)


@doing("VX-HAT-4", "give", "hat", "owner", "pawn")
def there_is_a_hat_and_a_head(state: VerflixxtState, move: m.VerflixxtHat) -> bool:
    named = m.names_only(move, "owner", "pawn") and own_hat(state) is not None
    return named and (move.owner, move.pawn) in bare_heads_on(state, square_of_arrival(state))


@doing("VX-HAT-5", "swap", "hat", "owner", "pawn")
def both_hats_are_there(state: VerflixxtState, move: m.VerflixxtHat) -> bool:
    own = own_hat(state)
    return m.names_only(move) and own is not None and square_of(state, OTHER[own]) == square_of_arrival(state)


@doing("VX-HAT-2", "keep", "hat", "owner", "pawn")
def keeping_names_nothing(state: VerflixxtState, move: m.VerflixxtHat) -> bool:
    return m.names_only(move)


def anything(state: VerflixxtState, move: Any) -> Iterable[str]:
    return ("keep", "take") if own_hat(state) is None else ("keep", "give", "swap")


def a_hat(state: VerflixxtState, move: m.VerflixxtHat) -> Iterable[Any]:
    return HATS if move.do == "take" else (UNSET,)


def an_owner(state: VerflixxtState, move: m.VerflixxtHat) -> Iterable[Any]:
    if move.do != "give":
        return (UNSET,)
    return dict.fromkeys(owner for owner, _ in heads_on(state, square_of_arrival(state)))


def a_head(state: VerflixxtState, move: m.VerflixxtHat) -> Iterable[Any]:
    if move.do != "give":
        return (UNSET,)
    return [head for owner, head in heads_on(state, square_of_arrival(state)) if owner == move.owner]


def change_hats(state: VerflixxtState, task: VerflixxtHatChoice, move: m.VerflixxtHat, say: Say) -> VerflixxtState:
    arrived, own = (state.turn, task.pawn), hat_of(state, state.turn, task.pawn)
    match move.do:
        case "take":
            hat = cast(Hat, move.hat)
            say("hat_taken", "VX-HAT-3", seat=state.turn, hat=f"hat_{hat}", owner=cast(Any, wearer(state, hat))[0])
            return replace(state, **{hat: arrived})
        case "give":
            say("hat_given", "VX-HAT-4", seat=state.turn, hat=f"hat_{own}", owner=move.owner)
            return replace(state, **{cast(Hat, own): (move.owner, move.pawn)})
        case "swap":
            say("hats_swapped", "VX-HAT-5", seat=state.turn)
            return replace(state, green=state.red, red=state.green)
        case _:
            say("hat_kept", "VX-HAT-6", seat=state.turn)
            return state


HAT_SHEET = Sheet(
    {"actor": by_the_player_on_turn, "do": anything, "hat": a_hat, "owner": an_owner, "pawn": a_head},
    {
        "hat": (
            due("VX-HAT-2", VerflixxtHatChoice),
            the_taker_is_bareheaded,
            the_receiver_is_bareheaded,
            the_hat_is_there,
            there_is_a_hat_and_a_head,
            both_hats_are_there,
            keeping_names_nothing,
        ),
    },
    change_hats,
)
no_hat_is_due = not_due("VX-HAT-2", VerflixxtHatChoice)


# -- hats and movement ------------------------------------------------------------------------------------------------


@rule("VX-HAT-13", "pawn", "steps")
def the_cap_goes_forward_from_the_start(state: VerflixxtState, move: m.VerflixxtPawn) -> bool:
    return state.so_far.number != -1 or not (goes_beyond_the_start(state, move) and wears_the_cap(state, move.pawn))


@rule("VX-HAT-12", "pawn", "steps")
def the_cap_goes_back_to_the_start_at_most(state: VerflixxtState, move: m.VerflixxtPawn) -> bool:
    return not (goes_beyond_the_start(state, move) and wears_the_cap(state, move.pawn))


def others_in_play(state: VerflixxtState, seat: Named, pawn: int, arriving: Iterable[int] = ()) -> bool:
    """Tell whether a player keeps another pawn in play when these arrive."""
    return any(
        square != FINISH and number != pawn and number not in arriving
        for number, square in enumerate(pawns_of(state, seat))
    )


@rule("VX-HAT-9", "pawn", "steps")
def the_green_hat_comes_home_last(state: VerflixxtState, move: m.VerflixxtPawn) -> bool:
    if hat_of(state, state.turn, move.pawn) != "green":
        return True
    to = walk(state, own_pawns(state)[move.pawn], move.steps)
    return to != FINISH or not others_in_play(state, state.turn, move.pawn)


def green_stays_out(state: VerflixxtState, square: str, steps: int) -> bool:
    """Tell whether driving a square brings the green hat home only together with its owner's last pawns."""
    if state.green is None or square == FINISH:
        return True
    seat, pawn = state.green
    if square != square_of(state, "green") or not comes_home(state, seat, pawn, square, steps):
        return True
    with_it = [number for number, where in enumerate(pawns_of(state, seat)) if where == square]
    return not others_in_play(state, seat, pawn, with_it)


# -- at the finish ----------------------------------------------------------------------------------------------------


def tell_hat_home(state: VerflixxtState, task: VerflixxtHome, say: Say) -> None:
    for hat in HATS:
        if wearer(state, hat) == (task.seat, task.pawn):
            say("hat_home", "VX-HAT-1", seat=task.seat, hat=f"hat_{hat}", points=HAT_POINTS[hat])


def hat_points(state: VerflixxtState, row: int, tiles: tuple[str, ...]) -> int:
    """A hat scores for the owner of the pawn that brought it home; elsewhere it is worth nothing (VX-HAT-10)."""
    home = (hat for hat in HATS if square_of(state, hat) == FINISH)
    return sum(HAT_POINTS[hat] for hat in home if cast(Any, wearer(state, hat))[0] == state.seats[row])
