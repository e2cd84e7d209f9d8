"""What goes out: verdicts, lists, events and catalogues in the words of the wire."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import msgspec
from flask import Response, request

from referee.api.language import language
from referee.core.catalogue import Language
from referee.core.document import dump, parse, read
from referee.core.game import Game, Ruleset
from referee.core.play import Choice, Question, Verdict, choice_tree, decision, legal_moves, preview, replay, result


class Answer(Response):
    """JSON that goes out as it is: it knows its length, and its address, if it names one, needs no mending."""

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "HEAD" or self.status_code == 304:
            return super().__call__(environ, start_response)
        start_response(self.status, self.headers.to_wsgi_list())
        return cast(list[bytes], self.response)


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return JSON in the language that the request asked for."""
    return Answer(dump(body), status, headers, content_type="application/json")


def cacheable(body: Any) -> Response:
    """Return JSON that changes only with the service: with an ETag, or 304 when the client has it."""
    response = answer(body)
    response.headers["Cache-Control"] = "public, max-age=300"
    response.add_etag()
    return response.make_conditional(request)  # type: ignore[return-value]


# -- positions and moves ----------------------------------------------------------------------------------------------


def listing(rules: Ruleset, state: Any, query: dict[str, Any], actors: frozenset[str] | None = None) -> dict[str, Any]:
    """Return the open question and the legal moves, in the form that the query asks for.

    With `actors` only their moves are listed.
    """
    body: dict[str, Any] = {"decision": decision(rules, state)}
    if query["legal_moves"] == "full":
        moves = legal_moves(rules, state)
        body["legal_moves"] = moves if actors is None else [move for move in moves if move.actor in actors]
    elif query["legal_moves"] == "tree":
        tree = choice_tree(rules, state)
        body["legal_moves"] = tree if actors is None else _branches(tree, actors)
    if query["preview"] == "true" and (ahead := preview(rules, state)):
        shown = listing(rules, ahead.state, {**query, "preview": "false"}, actors)
        body["preview"] = {"closes": ahead.closes, "state": ahead.state, **shown}
    return body


def _branches(tree: Question, actors: frozenset[str]) -> Question:
    """Return the part of a choice tree that belongs to some actors; the actor is asked right after the type."""
    kinds = []
    for kind in tree.choices:
        who = cast(Question, kind.then)
        if own := [choice for choice in who.choices if choice.value in actors]:
            kinds.append(Choice(kind.value, Question(who.field, own)))
    return Question(tree.field, kinds)


def warnings(game: Game, before: Any | None, after: Any) -> dict[str, Any]:
    ids = game.warnings(before, after)
    if not ids:
        return {}
    spoken = language()
    return {"warnings": [{"rule": id, "text": game.catalogue.rules[id].in_(spoken)} for id in ids]}


def verdict(
    game: Game,
    rules: Ruleset,
    state: Any,
    judged: Verdict,
    query: dict[str, Any],
    actors: frozenset[str] | None = None,
) -> dict[str, Any]:
    """Return the judgement on a move proposed in a state. With `actors` only their moves are listed."""
    spoken = language()
    if judged.broken:
        return {
            "legal": False,
            "code": judged.code,
            "violations": [game.catalogue.citation(judged.broken.id, spoken)],
            **listing(rules, state, query, actors),
        }
    after = judged.steps[-1].after
    closes = [step.move for step in judged.steps[:-1]]
    return {
        "legal": True,
        "state": after,
        "events": game.told((event for step in judged.steps for event in step.events), spoken),
        **listing(rules, after, query, actors),
        "result": result(game, after),
        **({"closes": closes} if closes else {}),
        **warnings(game, state, after),
    }


# -- the catalogue ----------------------------------------------------------------------------------------------------


def game_row(game: Game, spoken: Language) -> dict[str, Any]:
    words, base = game.words, f"/v1/games/{game.id}"
    asks = ("setups", "legal-moves", "verdicts", "position-checks", "scores", "descriptions", "replays")
    return {
        "id": game.id,
        "title": words.game.title.in_(spoken),
        "summary": words.game.summary.in_(spoken),
        "seats": game.colours,
        "min_players": game.players[0],
        "max_players": game.players[1],
        "rules_version": game.rules_version,
        "rulesets": [{"name": name, "text": words.rulesets[name].in_(spoken)} for name in game.rulesets],
        "options": option_rows(game, spoken),
        "phases": [{"name": name, "text": words.phases[name].in_(spoken)} for name in game.phases],
        "links": {
            "self": base,
            "rules": f"{base}/rules",
            "examples": f"{base}/examples",
            **{name.replace("-", "_"): f"{base}/{name}" for name in asks},
        },
    }


def option_rows(game: Game, spoken: Language) -> list[dict[str, Any]]:
    options = next(field.type for field in msgspec.structs.fields(game.Setup) if field.name == "options")
    rows = []
    for field in msgspec.structs.fields(options):
        row = {"name": field.encode_name, "meaning": game.words.options[field.encode_name].in_(spoken)}
        if field.default not in (msgspec.UNSET, msgspec.NODEFAULT):
            row["default"] = field.default
        rows.append(row)
    return rows


def rule_row(game: Game, id: str, spoken: Language) -> dict[str, Any]:
    entry = game.catalogue.rules[id]
    ruling = {"ruling": entry.ruling.in_(spoken)} if entry.ruling else {}
    return {**game.catalogue.citation(id, spoken), "kind": entry.kind, **ruling}


def example(game: Game) -> dict[str, Any]:
    """Play the game's example up to the state in which its moves are proposed."""
    state = game.set_up(read(game.Setup, parse(dump(game.example.setup))))
    state = replay(game.ruleset(state), state, [read(game.Move, move) for move in game.example.moves]).state
    return {
        "setup": game.example.setup,
        "state": state,
        "legal_move": game.example.legal,
        "illegal_move": game.example.illegal,
    }
