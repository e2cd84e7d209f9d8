"""Verflixxt: which expansions and variants there are, and the one order in which they are applied."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from referee.core.game import versions
from referee.games.verflixxt.attack import attack
from referee.games.verflixxt.basevariants import (
    box_after_each_move,
    box_unless_flixxy,
    keep,
    variant_2,
    variant_3,
    variant_4,
    variant_5,
)
from referee.games.verflixxt.hoch2 import hoch2
from referee.games.verflixxt.mix import attack_mix, mix, wormy_mix
from referee.games.verflixxt.nochmal import nochmal
from referee.games.verflixxt.rules import BASE
from referee.games.verflixxt.ruleset import VerflixxtRuleset, assemble
from referee.games.verflixxt.state import VerflixxtRules, VerflixxtState
from referee.games.verflixxt.wormy import wormy

Change = Callable[[VerflixxtRuleset], VerflixxtRuleset]


def an_expansion(use: VerflixxtRules) -> bool:
    return use.nochmal or use.hoch2


# When it applies, and what it changes; from top to bottom. What stands below may replace what stands above.
ORDER: tuple[tuple[Callable[[VerflixxtRules], bool], Callable[[VerflixxtRules], Change]], ...] = (
    (lambda use: use.nochmal, lambda use: nochmal),
    (lambda use: use.wormy, lambda use: wormy),
    (lambda use: use.hoch2, lambda use: hoch2(use.pushed_chip)),
    (lambda use: use.attack, lambda use: attack),
    (lambda use: use.nochmal and use.hoch2, lambda use: mix),
    (lambda use: use.wormy and use.hoch2, lambda use: wormy_mix),
    (lambda use: use.nochmal and use.attack, lambda use: attack_mix),
    (lambda use: use.overtaken == "box", lambda use: box_unless_flixxy if an_expansion(use) else box_after_each_move),
    (lambda use: use.overtaken == "keep", lambda use: keep),
    (lambda use: use.overtaken == "auto" and (an_expansion(use) or 2 in use.variants), lambda use: keep),
    (lambda use: 2 in use.variants, lambda use: variant_2),
    (lambda use: 3 in use.variants, lambda use: variant_3(use.v3_guards)),
    (lambda use: 4 in use.variants, lambda use: variant_4),
    (lambda use: 5 in use.variants, lambda use: variant_5),
)


@lru_cache(maxsize=1024)
def ruleset_of(use: VerflixxtRules, version: int) -> VerflixxtRuleset:
    """Return the ruleset of an edition: the base game, and everything in use on top of it."""
    rules = BASE
    for applies, change in ORDER:
        if applies(use):
            rules = change(use)(rules)
    judged = versions(assemble(rules))[version]
    assert isinstance(judged, VerflixxtRuleset)
    return judged


def ruleset(state: VerflixxtState) -> VerflixxtRuleset:
    return ruleset_of(state.rules, state.rules_version)
