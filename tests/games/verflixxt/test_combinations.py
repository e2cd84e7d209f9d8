"""The laws for random legal combinations of options: whole games, sound throughout, the same from their description."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.core import document
from referee.core.play import broken_rule, canonical, legal_moves
from referee.games.verflixxt import GAME
from referee.games.verflixxt.components import CARDS, WORMS
from referee.games.verflixxt.setup import shuffled
from referee.games.verflixxt.state import VerflixxtSetup
from tests import walks
from tests.games.verflixxt import setups
from tests.games.verflixxt.setups import COLOURS, LONGEST
from tests.table import Wire, wire


def a_combination(seed: int) -> Wire:
    """Return a set-up with options chosen at random, as far as they go together."""
    luck = Random(seed)
    nochmal, hoch2 = luck.random() < 0.6, luck.random() < 0.6
    seats = luck.sample(COLOURS if nochmal else COLOURS[:6], luck.randint(2, 8 if nochmal else 6))
    options: Wire = {
        "nochmal": nochmal,
        "hoch2": hoch2,
        "wormy": nochmal and luck.random() < 0.7,
        "attack": hoch2 and luck.random() < 0.7,
        "variants": luck.choice([[], [], [4], [5]]),
        "overtaken": luck.choice(["auto", "keep", "box"]),
        "v3_guards": luck.choice(["box", "with_tile"]),
        "pushed_chip": luck.choice(["mover", "owner", "none"]),
        "drop_risk3": luck.choice(["auto", "yes", "no"]),
    }
    if not nochmal and not hoch2:
        options["variants"] += luck.choice([[], [2], [3], [2, 3]])
        options["layout"] = luck.choice(["standard", "plus_first", "luck_last", "random"])
    elif not hoch2:
        options["layout"] = luck.choice(["random", "alt"])
    if luck.random() < 0.3:
        options["cards"] = {card: luck.randint(0, 4) for card in CARDS} | {"y1": 3 * len(seats)}
    if luck.random() < 0.3:
        options["worms"] = {kind: luck.randint(0, 3) for kind in WORMS}
    if hoch2 and luck.random() < 0.5:
        options["hats"] = dict(zip(("green", "red"), luck.sample(seats, 2), strict=True))
    setup = {"seats": seats, "mode": luck.choice(["table", "virtual"]), "options": options}
    return wire(shuffled(document.read(VerflixxtSetup, setup), luck))


@pytest.mark.parametrize("seed", range(40))
def test_a_random_combination_of_options_obeys_the_laws(seed: int):
    case = walks.Case(f"combination-{seed}", GAME, a_combination(seed), setups)
    walk, luck = walks.wander(case, seed, LONGEST), Random(seed)
    assert walk.ended
    rules = GAME.ruleset(walk.first)
    for ply in walk.plies:
        assert list(GAME.faults(ply.after)) == [], ply.move
    some_moves: list[Any] = [ply.move for ply in luck.sample(walk.plies, min(30, len(walk.plies)))]
    for state in luck.sample(walk.states, min(25, len(walk.states))):
        listed = set(legal_moves(rules, state))
        for move in some_moves:
            assert (broken_rule(rules, state, canonical(rules, move)) is None) == (move in listed)
        if setups.begins_turn(state):
            again = walks.set_up(case, position=wire(GAME.describe(state).position))
            assert setups.forget(again) == setups.forget(state)
        for viewer in (*state.seats, None):
            assert list(GAME.faults(GAME.view(state, viewer))) == []
