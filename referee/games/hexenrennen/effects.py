"""Hexenrennen: what a move does, tile by tile, until somebody is asked or the turn is over."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.core.game import Say
from referee.games.hexenrennen.components import CLANS, LAST_SQUARE, LAST_TILE, MAGIC, POINTS, START
from referee.games.hexenrennen.documents import (
    HexenrennenCard,
    HexenrennenChoose,
    HexenrennenChooseTiles,
    HexenrennenDraw,
    HexenrennenDrawing,
    HexenrennenFly,
    HexenrennenPick,
    HexenrennenReveal,
    HexenrennenRoll,
    HexenrennenSpell,
    HexenrennenState,
    HexenrennenStay,
    HexenrennenTask,
    HexenrennenThrow,
    HexenrennenTurnUp,
)
from referee.games.hexenrennen.rules import some_card_can_be_played, some_witch_can_move
from referee.games.hexenrennen.track import (
    all_home,
    can_land,
    card_landing,
    cards_of,
    die_landing,
    is_free,
    tile_at,
    witches_of,
)

# -- changing the table -----------------------------------------------------------------------------------------------


def put(state: HexenrennenState, witch: int, position: int) -> HexenrennenState:
    """Put a witch of the player on turn somewhere else."""
    seat = state.seats.index(state.turn)
    row = list(state.witches[seat])
    row[witch] = position
    return replace(state, witches=(*state.witches[:seat], tuple(row), *state.witches[seat + 1 :]))


def discard(state: HexenrennenState, clan: str, card: Any) -> HexenrennenState:
    row = CLANS.index(clan)
    left = list(state.cards[row])
    left.remove(card)
    return replace(state, cards=(*state.cards[:row], tuple(left), *state.cards[row + 1 :]))


def ask(state: HexenrennenState, task: HexenrennenTask) -> HexenrennenState:
    return replace(state, todo=(task,))


def next_turn(state: HexenrennenState, say: Say) -> HexenrennenState:
    after = state.seats[(state.seats.index(state.turn) + 1) % len(state.seats)]
    say("turn", "HX-SETUP-6", seat=after)
    return replace(state, turn=after, todo=(HexenrennenThrow(),))


# -- set-up and die ---------------------------------------------------------------------------------------------------


def choose_tiles(
    state: HexenrennenState, asked: HexenrennenChoose, move: HexenrennenChooseTiles, say: Say
) -> HexenrennenState:
    say("tiles_chosen", "HX-SETUP-3", seat=move.actor, stage=move.stage)
    seat = state.seats.index(move.actor)
    pair: list[Any] = list(state.groups[seat])
    pair[move.stage - 1] = move.numbers
    state = replace(state, groups=(*state.groups[:seat], tuple(pair), *state.groups[seat + 1 :]))
    if any(None in pair for pair in state.groups):
        return ask(state, asked)
    say("tiles_laid", "HX-SETUP-4")
    return ask(state, HexenrennenThrow())


def roll(state: HexenrennenState, asked: HexenrennenThrow, move: HexenrennenRoll, say: Say) -> HexenrennenState:
    say("roll", "HX-TURN-1", seat=state.turn, value=move.value)
    asking = ask(state, HexenrennenPick(move.value))
    if some_witch_can_move(asking):
        return asking
    say("lost", "HX-TURN-3", seat=state.turn, value=move.value)
    return next_turn(state, say)


def fly(state: HexenrennenState, pick: HexenrennenPick, move: HexenrennenFly, say: Say) -> HexenrennenState:
    here = witches_of(state, state.turn)[move.witch]
    to = die_landing(state, here, pick.value)
    if here == START:
        say("enter", "HX-ENTER-1", seat=state.turn, witch=move.witch, to=to)
    elif to <= LAST_TILE:
        say("advance", "HX-MOVE-2", seat=state.turn, witch=move.witch, to=to)
    return arrive(state, move.witch, to, say)


# -- arriving ---------------------------------------------------------------------------------------------------------


def arrive(state: HexenrennenState, witch: int, to: int, say: Say, *, pushed: bool = False) -> HexenrennenState:
    """Stop the moving witch on a tile, which is turned up and acts, or on a finish square."""
    state = put(state, witch, to)
    if to > LAST_TILE:
        return come_home(state, witch, "finish", "HX-FIN-1", say)
    if tile_at(state, to) is None:
        return ask(state, HexenrennenTurnUp(witch, pushed))
    return act(state, witch, say, pushed=pushed)


def come_home(state: HexenrennenState, witch: int, event: str, why: str, say: Say) -> HexenrennenState:
    say(event, why, seat=state.turn, witch=witch, points=POINTS[witches_of(state, state.turn)[witch]])
    if not all_home(state, state.turn):
        return next_turn(state, say)
    say("over", "HX-END-1", seat=state.turn)
    return replace(state, todo=())


def turn_up(state: HexenrennenState, asked: HexenrennenTurnUp, move: HexenrennenReveal, say: Say) -> HexenrennenState:
    clan, face = move.tile
    say("turned_up", "HX-REVEAL-1", pos=move.pos, clan=clan, face=face)
    track = (*state.track[: move.pos - 1], move.tile, *state.track[move.pos :])
    return act(replace(state, track=track), asked.witch, say, pushed=asked.pushed)


def act(state: HexenrennenState, witch: int, say: Say, *, pushed: bool) -> HexenrennenState:
    """Let the face-up tile under the moving witch take effect (HX-CHAIN-1). It is read by the player on turn."""
    here = witches_of(state, state.turn)[witch]
    tile = tile_at(state, here)
    assert tile
    clan, face = tile
    if face != MAGIC:
        return own_number(state, witch, here, face, say) if clan == state.turn else other_number(state, here, tile, say)
    if clan in state.seats:
        return magic_of_a_player(state, witch, clan, say, pushed=pushed)
    return magic_of_a_neutral_clan(state, witch, clan, say)


def own_number(state: HexenrennenState, witch: int, here: int, number: int, say: Say) -> HexenrennenState:
    to = here + number
    data = {"seat": state.turn, "witch": witch, "pos": here, "number": number}
    if to > LAST_SQUARE:
        say("too_far", "HX-CHAIN-4", **data)
    elif to > LAST_TILE and not state.finish_by_tile:
        say("not_by_tile", "HX-FIN-3", **data)
    elif not is_free(state, to):
        say("blocked", "HX-CHAIN-3", **data, to=to)
    elif to > LAST_TILE:
        return come_home(put(state, witch, to), witch, "finish_by_tile", "HX-FIN-3", say)
    else:
        say("carried", "HX-CHAIN-2", **data, to=to)
        return arrive(state, witch, to, say)
    return next_turn(state, say)


def other_number(state: HexenrennenState, here: int, tile: tuple[str, int], say: Say) -> HexenrennenState:
    clan, number = tile
    say("stopped", "HX-CHAIN-5" if clan in state.seats else "HX-NEUT-6", pos=here, clan=clan, number=number)
    return next_turn(state, say)


# -- magic tiles of players -------------------------------------------------------------------------------------------


def magic_of_a_player(state: HexenrennenState, witch: int, clan: Any, say: Say, *, pushed: bool) -> HexenrennenState:
    """Ask the leader of the symbol for a card, unless no card left in that hand can move the witch."""
    asking = ask(state, HexenrennenSpell(witch, obliged=pushed))
    own = clan == state.turn
    if not some_card_can_be_played(asking, clan):
        say("no_card", "HX-FORCE-3" if pushed else "HX-MAGIC-6" if own else "HX-HEX-6", clan=clan)
        return next_turn(state, say)
    if pushed:
        say("obliged", "HX-FORCE-1", clan=clan)
    elif own:
        say("own_magic", "HX-MAGIC-1", clan=clan)
    else:
        say("other_magic", "HX-HEX-1", clan=clan)
    return asking


def stay(state: HexenrennenState, asked: HexenrennenSpell, move: HexenrennenStay, say: Say) -> HexenrennenState:
    say("stayed", "HX-MAGIC-1" if move.actor == state.turn else "HX-HEX-2", clan=move.actor)
    return next_turn(state, say)


def play_card(state: HexenrennenState, asked: HexenrennenSpell, move: HexenrennenCard, say: Say) -> HexenrennenState:
    say("played", "HX-CARD-1", clan=move.actor, card=move.card)
    to = card_landing(state, witches_of(state, state.turn)[asked.witch], move.actor, move.card)
    assert to is not None
    state = discard(state, move.actor, move.card)
    if move.actor != state.turn:
        return push(state, asked.witch, move.actor, move.card, to, ("HX-HEX-4", "HX-HEX-3"), say)
    if move.card == MAGIC:
        say("to_symbol", "HX-MAGIC-3", clan=move.actor, to=to)
        say("magic_ends", "HX-MAGIC-4", seat=state.turn)
        return next_turn(put(state, asked.witch, to), say)
    if to <= LAST_TILE:
        say("forward", "HX-MAGIC-2", seat=state.turn, witch=asked.witch, to=to)
    return arrive(state, asked.witch, to, say)


def push(
    state: HexenrennenState, witch: int, clan: str, card: Any, to: int, why: tuple[str, str], say: Say
) -> HexenrennenState:
    """Push the witch back: a number onto a tile that acts, a magic card onto a symbol that does not."""
    by_number, by_magic = why
    if card == MAGIC:
        say("back_to_symbol", by_magic, seat=state.turn, witch=witch, clan=clan, to=to)
        return next_turn(put(state, witch, to), say)
    say("pushed", by_number, seat=state.turn, witch=witch, to=to)
    return arrive(state, witch, to, say, pushed=True)


# -- magic tiles of neutral clans -------------------------------------------------------------------------------------


def magic_of_a_neutral_clan(state: HexenrennenState, witch: int, clan: str, say: Say) -> HexenrennenState:
    if not cards_of(state, clan):
        say("pile_empty", "HX-NEUT-5", clan=clan)
        return next_turn(state, say)
    say("neutral_magic", "HX-NEUT-3", clan=clan)
    return ask(state, HexenrennenDrawing(witch))


def draw(state: HexenrennenState, asked: HexenrennenDrawing, move: HexenrennenDraw, say: Say) -> HexenrennenState:
    say("drawn", "HX-NEUT-3", clan=move.clan, card=move.card)
    to = card_landing(state, witches_of(state, state.turn)[asked.witch], move.clan, move.card)
    state = discard(state, move.clan, move.card)
    if to is None or not can_land(state, to):
        say("ignored", "HX-NEUT-4", clan=move.clan, card=move.card)
        return next_turn(state, say)
    return push(state, asked.witch, move.clan, move.card, to, ("HX-NEUT-3", "HX-NEUT-3"), say)
