"""A game record: a set-up, the moves made from it, and what it claims. Does it hold?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from referee.core.catalogue import Language
from referee.core.document import dump, parse
from referee.core.game import Game
from referee.core.play import replay, result
from referee.core.rules import Rule
from referee.core.scores import ScoreSheet


@dataclass(frozen=True)
class Verified:
    """How far a record holds. `code` says why it does not, and is None when it does."""

    state: Any
    code: str | None = None
    failed_at: int | None = None
    broken: Rule | None = None
    result: ScoreSheet | None = None

    def told(self, game: Game, language: Language) -> dict[str, Any]:
        """Return the answer for a client."""
        body: dict[str, Any] = {"valid": self.code is None, "state": self.state, "result": self.result}
        if self.code:
            body["code"] = self.code
        if self.broken:
            body["failed_at"] = self.failed_at
            body["violations"] = [game.catalogue.citation(self.broken.id, language)]
        return body


def verify(game: Game, setup: Any, moves: Iterable[Any], claims: Mapping[str, Any]) -> Verified:
    """Replay a record up to its first departure from the rules or from its claims (`game`, `rules_version`, `result`).

    Raises ImpossibleSetup or ImpossiblePosition when the set-up itself cannot be.
    """
    version = claims.get("rules_version", setup.rules_version or game.rules_version)
    known = 1 <= version <= game.rules_version and version == (setup.rules_version or version)
    state = game.set_up(replace(setup, rules_version=version) if known else setup)
    if claims.get("game", game.id) != game.id:
        return Verified(state, "wrong-game")
    if not known:
        return Verified(state, "wrong-rules-version")
    played = replay(game.ruleset(state), state, moves)
    if played.verdict:
        return Verified(played.state, played.verdict.code, played.failed_at, played.verdict.broken)
    outcome = result(game, played.state)
    claimed = claims.get("result")
    code = "wrong-result" if claimed is not None and claimed != parse(dump(outcome)) else None
    return Verified(played.state, code, result=outcome)
