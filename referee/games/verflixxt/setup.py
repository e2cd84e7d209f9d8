"""Verflixxt: setting up a table, from the start or as it lies in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core.play import begin
from referee.core.rules import Fault, ImpossiblePosition, ImpossibleSetup
from referee.games.verflixxt.board import is_in_play, left_of, put_guards
from referee.games.verflixxt.components import (
    ASSUMED_WORMS,
    FINISH_CHIPS,
    HAND,
    ROUND_CHIPS,
    START,
    TILES,
    UNKNOWN,
    Layout,
    Seat,
    faces,
    pawns_each,
    shuffle,
    without,
)
from referee.games.verflixxt.ruleset import VerflixxtRuleset, over
from referee.games.verflixxt.soundness import At, boxed_tiles, hand_faults, seat_faults, table_faults
from referee.games.verflixxt.state import (
    RULES_VERSION,
    VerflixxtDealing,
    VerflixxtHatDrawing,
    VerflixxtHats,
    VerflixxtNextTurn,
    VerflixxtOptions,
    VerflixxtPosition,
    VerflixxtRules,
    VerflixxtSetup,
    VerflixxtState,
    VerflixxtTask,
    VerflixxtToken,
)
from referee.games.verflixxt.variants import ruleset, ruleset_of

# -- set-up -----------------------------------------------------------------------------------------------------------


def set_up(setup: VerflixxtSetup) -> VerflixxtState:
    """Lay out the table: from the start, or from the position that is described."""
    if faults := tuple(setup_faults(setup)):
        raise ImpossibleSetup(faults)
    position = setup.position if setup.position is not UNSET else VerflixxtPosition()
    rules = ruleset_of(rules_in_use(setup.options), setup.rules_version or RULES_VERSION)
    if faults := tuple(unusable_fields(setup, position, rules)):
        raise ImpossiblePosition(faults)
    state = lay_out(setup, position, rules)
    if faults := tuple(position_faults(setup, position, rules, state)):
        raise ImpossiblePosition(faults)
    return first_question(setup, put_guards(state, list(state.guards)))


def rules_in_use(options: VerflixxtOptions) -> VerflixxtRules:
    """Return the part of the options that chooses the ruleset."""
    chosen = {name: getattr(options, name) for name in VerflixxtRules.__struct_fields__}
    return VerflixxtRules(**{**chosen, "variants": tuple(sorted(set(options.variants)))})


def box_of(options: VerflixxtOptions) -> VerflixxtRuleset:
    """Return the edition whose box, layouts and numbers of players count, whatever else is chosen."""
    return ruleset_of(VerflixxtRules(nochmal=options.nochmal, hoch2=options.hoch2), RULES_VERSION)


def layout_name(options: VerflixxtOptions) -> Any:
    return options.layout or next(iter(box_of(options).layouts))


def layout_of(setup: VerflixxtSetup) -> Layout:
    """Return the layout chosen, without the risk tile 3 where it stays in the box (VX-HSET-3)."""
    layout = box_of(setup.options).layouts[layout_name(setup.options)]
    return layout._replace(tiles=without(layout.tiles, "R3")) if drops_risk3(setup) else layout


def drops_risk3(setup: VerflixxtSetup) -> bool:
    options = setup.options
    by_players = options.drop_risk3 == "auto" and len(setup.seats) in (2, 4)
    return options.hoch2 and (options.drop_risk3 == "yes" or by_players)


def starter_of(setup: VerflixxtSetup) -> Seat:
    """Return who begins: the owner of the green hat (VX-HSET-9), else who is named, else the first seat."""
    hats = setup.options.hats
    return hats.green if hats else setup.starter or setup.seats[0]


def shuffled(setup: VerflixxtSetup, luck: Random) -> VerflixxtSetup:
    """Lay the shuffled track of a virtual table and write it into the set-up; others stay as they are."""
    if tuple(option_faults(setup)) or not any(fault.rule == "VX-IN-8" for fault in track_faults(setup)):
        return setup
    return replace(setup, options=replace(setup.options, track=shuffle(layout_of(setup).tiles, luck)))


# -- what is wrong with it --------------------------------------------------------------------------------------------


def setup_faults(setup: VerflixxtSetup) -> Iterator[Fault]:
    options, box = setup.options, box_of(setup.options)
    contradictions = tuple(option_faults(setup))
    yield from contradictions
    yield from seat_faults(setup.seats, box)
    # RULING (ours): who is named but not seated is VX-SETUP-4 as starter and VX-SETUP-1 as owner of a hat; two hats for
    # one player contradict the draw (VX-HSET-8).
    hats = options.hats if options.hoch2 else UNSET
    if setup.starter and setup.starter not in setup.seats:
        yield Fault("VX-SETUP-4", "/starter")
    elif hats and setup.starter and setup.starter != hats.green:
        yield Fault("VX-HSET-9", "/starter")
    if hats:
        for name in ("green", "red"):
            if getattr(hats, name) not in setup.seats:
                yield Fault("VX-SETUP-1", f"/options/hats/{name}")
        if hats.green == hats.red:
            yield Fault("VX-HSET-8", "/options/hats/red")
    if not contradictions:
        yield from track_faults(setup)


def option_faults(setup: VerflixxtSetup) -> Iterator[Fault]:
    """List the options that contradict one another (VX-SETUP-6)."""
    options = setup.options
    expansion = options.nochmal or options.hoch2
    if {4, 5} <= set(options.variants) or (expansion and {2, 3} & set(options.variants)):
        yield Fault("VX-SETUP-6", "/options/variants")
    if options.layout and options.layout not in box_of(options).layouts:
        yield Fault("VX-SETUP-6", "/options/layout")
    if options.wormy and not options.nochmal:
        yield Fault("VX-SETUP-6", "/options/wormy")
    if options.attack and not options.hoch2:
        yield Fault("VX-SETUP-6", "/options/attack")
    if options.hats and not options.hoch2:
        yield Fault("VX-SETUP-6", "/options/hats")
    if options.hoch2 and options.cards is not UNSET and sum(options.cards.values()) < 3 * len(setup.seats):
        yield Fault("VX-SETUP-6", "/options/cards")


def track_faults(setup: VerflixxtSetup) -> Iterator[Fault]:
    """Compare an explicit track with the tiles of the edition, face by face (VX-SETUP-5)."""
    options, layout = setup.options, layout_of(setup)
    track = options.track
    if track is UNSET:
        lies_in_the_position = setup.position is not UNSET and setup.position.track is not UNSET
        if layout.shuffled and not lies_in_the_position:
            yield Fault("VX-IN-8", "/options/track")
        return
    known = boxed_tiles(rules_in_use(options)) if options.custom_track else TILES
    strange = [place for place, tile in enumerate(track) if tile not in known or tile in track[:place]]
    yield from (Fault("VX-SETUP-5", f"/options/track/{place}") for place in strange)
    if not strange and not options.custom_track and faces(track) != faces(layout.tiles):
        yield Fault("VX-SETUP-5", "/options/track")


def unusable_fields(setup: VerflixxtSetup, position: VerflixxtPosition, rules: VerflixxtRuleset) -> Iterator[Fault]:
    """List fields of an expansion that is not in use, and seats at which nobody sits."""
    for name in VerflixxtPosition.__struct_fields__:
        value = getattr(position, name)
        if value is not UNSET and name not in rules.fields:
            yield Fault("VX-SETUP-6", f"/position/{name}")
        elif isinstance(value, dict):
            strangers = (seat for seat in value if seat not in setup.seats)
            yield from (Fault("VX-SETUP-1", f"/position/{name}/{seat}") for seat in strangers)
    if position.turn and position.turn not in setup.seats:
        yield Fault("VX-SETUP-1", "/position/turn")
    if position.hats:
        for name in ("green", "red"):
            pawn = getattr(position.hats, name)
            if pawn and pawn[0] not in setup.seats:
                yield Fault("VX-SETUP-1", f"/position/hats/{name}/0")


def position_faults(
    setup: VerflixxtSetup, position: VerflixxtPosition, rules: VerflixxtRuleset, state: VerflixxtState
) -> Iterator[Fault]:
    at = At("/position", setup.seats)
    faults = tuple(table_faults(rules, state, at))
    yield from faults
    if any(fault.rule in ("VX-SETUP-1", "VX-SETUP-5") for fault in faults):
        return
    if position.turn and not is_in_play(state, position.turn) and not rules.stops(state):
        yield Fault("VX-TURN-2", "/position/turn")
    if setup.options.hoch2 and position.hands:
        named = {seat: len(position.hands[seat]) for seat in position.hands}
        yield from hand_faults(rules, state, named, at)


# -- laying out -------------------------------------------------------------------------------------------------------


def named(given: Any, seats: tuple[Seat, ...], default: Any) -> tuple[Any, ...]:
    """Return a row for each seat: as given, else as at the start."""
    rows = given if given is not UNSET else {}
    return tuple(rows.get(seat, default) for seat in seats)


def lay_out(setup: VerflixxtSetup, position: VerflixxtPosition, rules: VerflixxtRuleset) -> VerflixxtState:
    """Put down what is described, and the rest as at the start (section 18)."""
    options, seats, layout = setup.options, setup.seats, layout_of(setup)
    opening: Any = options.track
    if opening is UNSET:
        opening = position.track if layout.shuffled else layout.tiles
    track: Any = opening if position.track is UNSET else position.track
    guards: Any = tuple(tile for tile in layout.guards(opening) if tile in track)
    state = VerflixxtState(
        rules_version=setup.rules_version or RULES_VERSION,
        mode=setup.mode,
        seats=seats,
        rules=rules_in_use(options),
        layout=layout_name(options),
        custom_track=options.custom_track,
        drop_risk3=drops_risk3(setup),
        turn=None,
        track=track,
        pawns=named(position.pawns, seats, (START,) * pawns_each(len(seats))),
        guards=guards if position.guards is UNSET else position.guards,  # type: ignore[arg-type]
        stacks=named(position.stacks, seats, ()),
        todo=(),
    )
    for expansion, add in LAY_OUT.items():
        if getattr(options, expansion):
            state = add(setup, position, state)
    return state


def lay_out_nochmal(setup: VerflixxtSetup, position: VerflixxtPosition, state: VerflixxtState) -> VerflixxtState:
    return replace(
        state,
        flixxy=START if position.flixxy is UNSET else position.flixxy,
        round_chips=ROUND_CHIPS if position.round_chips is UNSET else position.round_chips,
        won_round=named(position.won_round, state.seats, ()),
    )


def lay_out_worms(setup: VerflixxtSetup, position: VerflixxtPosition, state: VerflixxtState) -> VerflixxtState:
    """Tokens named at a table are known to everybody there; the pile holds what nobody holds."""
    held = named(position.worms, state.seats, ())
    counts = setup.options.worms if setup.options.worms is not UNSET else None
    left = sum((ASSUMED_WORMS if counts is None else counts).values()) - sum(map(len, held))
    told = setup.mode == "table"
    return replace(
        state,
        worms=tuple(tuple(VerflixxtToken(kind, open=told and kind != UNKNOWN) for kind in kinds) for kinds in held),
        worm_pile=(UNKNOWN,) * left if position.worm_pile is UNSET else position.worm_pile,
        worm_counts=counts if counts is None else tuple(sorted(counts.items())),
    )


def lay_out_hoch2(setup: VerflixxtSetup, position: VerflixxtPosition, state: VerflixxtState) -> VerflixxtState:
    """Hands that are left out hold two unknown cards; in virtual play they are still to be dealt."""
    options, owners = setup.options, setup.options.hats
    virtual = setup.mode == "virtual"
    hands = named(position.hands, state.seats, () if virtual else (UNKNOWN,) * HAND)
    hats = position.hats or VerflixxtHats()
    worn = {name: getattr(hats, name) or ((getattr(owners, name), 0) if owners else None) for name in ("green", "red")}
    return replace(
        state,
        finish_chips=FINISH_CHIPS if position.finish_chips is UNSET else position.finish_chips,
        won_finish=named(position.won_finish, state.seats, ()),
        hands=tuple(tuple(card for card in hand if not (virtual and card == UNKNOWN)) for hand in hands),
        discard=position.discard or (),
        card_counts=tuple(sorted(options.cards.items())) if not isinstance(options.cards, UnsetType) else None,
        **worn,
    )


LAY_OUT = {"nochmal": lay_out_nochmal, "wormy": lay_out_worms, "hoch2": lay_out_hoch2}


# -- the first question -----------------------------------------------------------------------------------------------


def first_question(setup: VerflixxtSetup, state: VerflixxtState) -> VerflixxtState:
    """Begin with the draw for the hats, or with the turn of whoever is on turn; a finished table is over."""
    rules = ruleset(state)
    turn = (setup.position.turn if setup.position else UNSET) or starter_of(setup)
    if rules.stops(state):
        return over(replace(state, turn=turn))
    dealt = tuple(
        seat for seat, hand in zip(state.seats, state.hands, strict=False) if must_be_dealt(setup, seat, hand)
    )
    # RULING (ours): in virtual play the hats are drawn for first, then hands are dealt in seat order, two cards each;
    # at a table everybody holds two unknown cards from the beginning.
    todo: tuple[VerflixxtTask, ...] = (*map(VerflixxtDealing, dealt), *rules.row, VerflixxtNextTurn())
    if setup.options.hoch2 and not setup.options.hats and setup.position is UNSET:
        nobody_yet = VerflixxtHatDrawing(((),) * len(state.seats))
        todo = (nobody_yet, *todo)
    else:
        state = replace(state, turn=turn if is_in_play(state, turn) else next_in_play(state, turn))
    settled: VerflixxtState = begin(rules, replace(state, todo=todo))
    return settled


# RULING (ours): if a position names nobody on turn and the one who began is home, the next player in play is on turn.
def next_in_play(state: VerflixxtState, seat: Seat) -> Seat:
    return next(seat for seat in left_of(state, seat) if is_in_play(state, seat))


def must_be_dealt(setup: VerflixxtSetup, seat: Seat, hand: tuple[str, ...]) -> bool:
    """In virtual play the cards that a position leaves out, or does not know, are dealt."""
    if setup.mode != "virtual":
        return False
    given = (setup.position.hands if setup.position else UNSET) or {}
    return seat not in given or len(hand) < len(given[seat])
