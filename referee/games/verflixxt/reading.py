"""Verflixxt: reading a table aloud, adding up the points, and what each seat may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.core.game import Description, Event
from referee.core.scores import ScoreSheet, score_sheet
from referee.core.words import Sentence
from referee.games.verflixxt.board import pawns_of
from referee.games.verflixxt.components import FINISH, UNKNOWN
from referee.games.verflixxt.hats import HATS, square_of, wearer
from referee.games.verflixxt.moves import VerflixxtDraw, VerflixxtWormDraw
from referee.games.verflixxt.ruleset import ITEMS
from referee.games.verflixxt.scoring import luck_counts
from referee.games.verflixxt.state import VerflixxtHats, VerflixxtPosition, VerflixxtState
from referee.games.verflixxt.variants import ruleset

# -- the position -----------------------------------------------------------------------------------------------------


def rows(field: str) -> Callable[[VerflixxtState], Any]:
    return lambda state: dict(zip(state.seats, getattr(state, field), strict=True))


def hats(state: VerflixxtState) -> VerflixxtHats:
    return VerflixxtHats(green=state.green or UNSET, red=state.red or UNSET)


def worms(state: VerflixxtState) -> Any:
    kinds = (tuple(token.kind for token in tokens) for tokens in state.worms)
    return dict(zip(state.seats, kinds, strict=True))


FIELDS: dict[str, Callable[[VerflixxtState], Any]] = {
    "turn": lambda state: state.turn or UNSET,
    "track": lambda state: state.track,
    "pawns": rows("pawns"),
    "guards": lambda state: state.guards,
    "stacks": rows("stacks"),
    "flixxy": lambda state: state.flixxy,
    "round_chips": lambda state: state.round_chips,
    "won_round": rows("won_round"),
    "worms": worms,
    "worm_pile": lambda state: state.worm_pile,
    "finish_chips": lambda state: state.finish_chips,
    "won_finish": rows("won_finish"),
    "hats": hats,
    "hands": rows("hands"),
    "discard": lambda state: state.discard,
}


def describe(state: VerflixxtState) -> Description:
    """Return the table as WIRE describes it."""
    # RULING (ours): a finished table is described as it is entered, before the tiles of VX-V4-2 and VX-V5-2 are handed
    # out; they are counted in the score. So a finished game can be set up again from its description.
    position = VerflixxtPosition(**{name: FIELDS[name](state) for name in ruleset(state).fields})
    return Description(position, tuple(sentences(state)))


# -- aloud ------------------------------------------------------------------------------------------------------------


def sentences(state: VerflixxtState) -> Iterator[Sentence]:
    yield Sentence("track" if state.track else "no_track", {"tiles": state.track})
    for seat in state.seats:
        for number, square in enumerate(pawns_of(state, seat), start=1):
            yield Sentence("pawn", {"seat": seat, "pawn": number, "square": square})
    yield Sentence("guards" if state.guards else "no_guards", {"squares": state.guards})
    for seat, stack in zip(state.seats, state.stacks, strict=True):
        yield Sentence("stack" if stack else "no_stack", {"seat": seat, "tiles": stack})
    for expansion, aloud in ALOUD.items():
        if getattr(state.rules, expansion):
            yield from aloud(state)
    if not state.todo:
        yield Sentence("over", {"winners": scores(state).winners})
    elif state.turn:
        yield Sentence("turn", {"seat": state.turn})


def nochmal_sentences(state: VerflixxtState) -> Iterator[Sentence]:
    if state.flixxy is None:
        yield Sentence("no_flixxy", {})
    else:
        yield Sentence("flixxy", {"square": state.flixxy})
    yield Sentence("round_chips" if state.round_chips else "no_round_chips", {"chips": state.round_chips})
    for seat, chips in zip(state.seats, state.won_round, strict=True):
        if chips:
            yield Sentence("won_round", {"seat": seat, "chips": chips})


def wormy_sentences(state: VerflixxtState) -> Iterator[Sentence]:
    yield Sentence("worm_pile", {"number": len(state.worm_pile)})
    for seat, tokens in zip(state.seats, state.worms, strict=True):
        if tokens:
            yield Sentence("worms", {"seat": seat, "kinds": [f"worm_{token.kind}" for token in tokens]})


def hoch2_sentences(state: VerflixxtState) -> Iterator[Sentence]:
    yield Sentence("finish_chips" if state.finish_chips else "no_finish_chips", {"chips": state.finish_chips})
    for seat, chips in zip(state.seats, state.won_finish, strict=True):
        if chips:
            yield Sentence("won_finish", {"seat": seat, "chips": chips})
    for hat in HATS:
        if pawn := wearer(state, hat):
            home = square_of(state, hat) == FINISH
            key = "hat_scored" if home else "hat_worn"
            yield Sentence(key, {"hat": f"hat_{hat}", "seat": pawn[0], "pawn": pawn[1] + 1})
    for seat, hand in zip(state.seats, state.hands, strict=True):
        if hand:
            yield Sentence("hand", {"seat": seat, "cards": [UNKNOWN_CARD if c == UNKNOWN else c for c in hand]})
    yield Sentence("discard", {"number": len(state.discard)})


UNKNOWN_CARD = "card_?"
ALOUD: dict[str, Callable[[VerflixxtState], Iterator[Sentence]]] = {
    "nochmal": nochmal_sentences,
    "wormy": wormy_sentences,
    "hoch2": hoch2_sentences,
}


# -- the score --------------------------------------------------------------------------------------------------------


def scores(state: VerflixxtState) -> ScoreSheet:
    rules, over = ruleset(state), not state.todo
    items: dict[str, dict[str, int]] = {}
    luck: dict[str, dict[str, int]] = {}
    for row, seat in enumerate(state.seats):
        tiles = (*state.stacks[row], *(rules.handed_out(state, row) if over else ()))
        items[seat] = {name: rules.items[name](state, row, tiles) for name in ITEMS}
        luck[seat] = luck_counts(tiles)
    return score_sheet(items, rules.ended_by if over else None, beside=luck)


# -- who may see what -------------------------------------------------------------------------------------------------


def view(state: VerflixxtState, viewer: str | None) -> VerflixxtState:
    """Hide the cards and tokens of the others (VX-INFO-4). A real table has told only what it wanted known."""
    if state.mode == "table":
        return state
    hidden = [seat != viewer for seat in state.seats]
    hands = zip(hidden, state.hands, strict=False)
    worms = zip(hidden, state.worms, strict=False)
    return replace(
        state,
        hands=tuple((UNKNOWN,) * len(hand) if hide else hand for hide, hand in hands),
        worms=tuple(
            tuple(token if token.open or not hide else replace(token, kind=UNKNOWN) for token in tokens)
            for hide, tokens in worms
        ),
    )


def view_entry(
    state: VerflixxtState, move: Any, events: tuple[Event, ...], viewer: str | None
) -> tuple[Any, tuple[Event, ...]]:
    """Hide which card or token somebody else has drawn."""
    if isinstance(move, VerflixxtDraw) and move.player != viewer:
        return replace(move, card=UNKNOWN), tuple(hide(event, "drawn_card", "card", UNKNOWN_CARD) for event in events)
    public = bool(state.worm_pile) and state.worm_pile[0] != UNKNOWN
    if isinstance(move, VerflixxtWormDraw) and move.player != viewer and not public:
        return replace(move, kind=UNKNOWN), tuple(hide(event, "worm_won", "kind", "worm_?") for event in events)
    return move, events


def hide(event: Event, type: str, name: str, value: str) -> Event:
    return replace(event, data={**event.data, name: value}) if event.type == type else event
