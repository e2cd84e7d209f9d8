"""Set-ups of Verflixxt for the laws, what a description cannot know, and what a player cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.games.verflixxt import cards, hoch2, mix, nochmal, tokens
from referee.games.verflixxt.components import LUCK, RISING, STANDARD, UNKNOWN, shuffle
from referee.games.verflixxt.state import VerflixxtDrawing, VerflixxtState, VerflixxtToken

COLOURS = ["red", "blue", "green", "yellow", "black", "orange", "white", "lilac"]


def shuffled(tiles: Any, seed: int) -> list[str]:
    return list(shuffle(tiles, Random(seed)))


def without_risk3(tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(tile for tile in tiles if tile != "R3")


NOCHMAL_TRACK = shuffled(nochmal.TILES, 1)
HOCH2_TRACK = shuffled((*hoch2.BASE_TILES, *hoch2.RISK_TILES), 2)
HOCH2_TRACK_FOR_2 = shuffled(without_risk3((*hoch2.BASE_TILES, *hoch2.RISK_TILES)), 3)
MIX_TRACK = shuffled(mix.TILES, 4)
MIX_TRACK_FOR_2 = shuffled(without_risk3(mix.TILES), 5)
OTHER_FACES = ["-3a" if tile == "-3b" else "L6" if tile == "L2" else tile for tile in HOCH2_TRACK]


def base(seats: int, **options: Any) -> dict[str, Any]:
    return {"seats": COLOURS[:seats], "options": options}


def with_nochmal(seats: int, mode: str = "table", **options: Any) -> dict[str, Any]:
    options = {"nochmal": True, "track": NOCHMAL_TRACK, **options}
    return {"seats": COLOURS[-seats:], "mode": mode, "options": options}


def with_hoch2(seats: int, mode: str = "table", **options: Any) -> dict[str, Any]:
    track = HOCH2_TRACK_FOR_2 if seats in (2, 4) else HOCH2_TRACK
    return {"seats": COLOURS[:seats], "mode": mode, "options": {"hoch2": True, "track": track, **options}}


def with_both(seats: int, mode: str = "table", **options: Any) -> dict[str, Any]:
    track = MIX_TRACK_FOR_2 if seats in (2, 4) else MIX_TRACK
    options = {"nochmal": True, "hoch2": True, "track": track, **options}
    return {"seats": COLOURS[-seats:], "mode": mode, "options": options}


FEW_CARDS = {"y1": 3, "o2": 3, "y0": 1, "o-1": 2, "y4": 2, "o4": 2, "y6": 2}
TINY = ["V1", "-5a", "+3", "-9b", "L1", "V2"]

SETUPS: list[dict[str, Any]] = [
    *(base(seats) for seats in (2, 3, 4, 5, 6)),
    base(2, layout="plus_first", variants=[2]),
    base(3, layout="luck_last", variants=[3]),
    base(2, layout="random", track=shuffled(STANDARD, 6), variants=[4]),
    base(3, variants=[5]),
    base(3, layout="plus_first", variants=[2, 3, 4], v3_guards="with_tile"),
    base(5, variants=[2, 3, 5], overtaken="box"),
    base(2, overtaken="keep", variants=[2]),
    base(2, overtaken="box", variants=[2]),
    base(2, custom_track=True, track=[*LUCK[:2], *RISING[:3], "-4a"]),
    with_nochmal(2),
    with_nochmal(5, variants=[5], overtaken="box"),
    {"seats": COLOURS, "options": {"nochmal": True, "layout": "alt"}},
    with_nochmal(3, wormy=True),
    with_nochmal(2, "virtual", wormy=True, overtaken="box"),
    with_nochmal(4, wormy=True, worms={"swap": 4, "push": 3}, variants=[4]),
    with_nochmal(3, "virtual", wormy=True, custom_track=True, track=TINY),
    with_hoch2(2, hats={"green": "blue", "red": "red"}),
    with_hoch2(4, "virtual"),
    with_hoch2(6, drop_risk3="no", overtaken="box"),
    with_hoch2(3, attack=True, track=OTHER_FACES, hats={"green": "red", "red": "green"}, pushed_chip="owner"),
    with_hoch2(3, attack=True, cards=FEW_CARDS, variants=[5]),
    with_hoch2(3, "virtual", attack=True, cards=FEW_CARDS, drop_risk3="yes", track=HOCH2_TRACK_FOR_2),
    with_both(3),
    with_both(2, attack=True, wormy=True, hats={"green": "lilac", "red": "white"}),
    with_both(4, "virtual", attack=True, wormy=True, pushed_chip="none", variants=[4]),
    with_both(8, wormy=True, attack=True, overtaken="box"),
    with_both(3, "virtual", wormy=True, attack=True, custom_track=True, track=TINY, pushed_chip="owner"),
    {
        "seats": ["red", "blue", "green"],
        "mode": "virtual",
        "options": {"nochmal": True, "hoch2": True, "attack": True, "wormy": True},
        "position": {
            "turn": "green",
            "track": [tile for tile in MIX_TRACK if tile not in ("-8a", "+3", "R7")],
            "stacks": {"red": ["-8a", "R7"], "blue": ["+3"]},
            "hats": {"green": ["red", 2], "red": ["blue", 0]},
            "hands": {"red": ["y4", "o4"], "green": ["y-1", "o0"]},
            "worms": {"red": ["swap"], "green": ["push", "double"]},
        },
    },
]
LONGEST = 6_000


def forget(state: VerflixxtState) -> VerflixxtState:
    """Forget which tokens of virtual players everybody happens to know."""
    if state.mode == "table":
        return state
    return replace(state, worms=tuple(tuple(replace(token, open=False) for token in row) for row in state.worms))


def begins_turn(state: VerflixxtState) -> bool:
    """Tell whether a turn begins here, with no extra turn to follow, so that a description says it all."""
    tasks = [task.__struct_config__.tag for task in state.todo]
    fresh_turn = tasks[0:1] in (["before"], ["throw"], ["reveal"]) and state.so_far == type(state.so_far)()
    tokens_done = tasks[0:1] == ["throw"] and state.rules.wormy and state.worms[state.seats.index(state.turn)]
    return fresh_turn and not tokens_done and "again" not in tasks


def conceal_twins(state: VerflixxtState, viewer: str | None) -> Iterator[VerflixxtState]:
    """Exchange a hidden card, or a hidden token, of another player for one that nobody can see."""
    if state.mode == "table":
        return
    for row, seat in enumerate(state.seats):
        if seat == viewer:
            continue
        for place, card in enumerate(state.hands[row] if state.hands else ()):
            others = [other for other in cards.how_many(state) if other != card and cards.unseen(state, other)]
            drawing = isinstance(state.todo[0], VerflixxtDrawing) if state.todo else False
            if card != UNKNOWN and others and not drawing:
                hand = (*state.hands[row][:place], others[0], *state.hands[row][place + 1 :])
                yield replace(state, hands=(*state.hands[:row], hand, *state.hands[row + 1 :]))
        for place, token in enumerate(state.worms[row] if state.worms else ()):
            if not token.open and token.kind != "bury" and bury_is_unseen(state):
                other = VerflixxtToken("bury", open=False, fresh=token.fresh)
                tokens = (*state.worms[row][:place], other, *state.worms[row][place + 1 :])
                yield replace(state, worms=(*state.worms[:row], tokens, *state.worms[row + 1 :]))


def bury_is_unseen(state: VerflixxtState) -> bool:
    return tokens.unseen(state, "bury") > 0
