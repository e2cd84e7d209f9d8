"""The OpenAPI document, written from the games' documents, the envelopes around them and the operations listed here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from msgspec import inspect

from referee import __version__
from referee.api import schemas
from referee.api.answers import example
from referee.api.gate import ListingQuery
from referee.api.openapi_sessions import add_sessions
from referee.api.operations import ACCEPT_LANGUAGE, REF, operation, wire
from referee.api.schemas import Document, LegalMoves, component, envelopes, position_type
from referee.core.document import MAX_INTEGER
from referee.core.game import Game
from referee.games import GAMES

ABOUT = """Referee judges moves of board games. Send a position and a proposed move; the answer says whether the move
is legal, which rule of the rulebook decides, what the position is afterwards, and every move that is legal next.

Start with `POST /v1/games/coq/setups` and `{"seats": ["red", "blue"]}`. States and moves are posted back as they came.
Dice and cards are thrown and drawn at the table and reported as moves of the actor `chance`.
"""

TAGS = {
    "catalogue": "The games, their options and their rules.",
    **{game.id: game.words.game.summary.en for game in GAMES.values()},
    "sessions": "Tables that the service keeps: many phones share a game, moves are ordered and safe to send again.",
    "service": "Links, probes and this document.",
}


# -- schemas ----------------------------------------------------------------------------------------------------------


def documents(game: Game) -> dict[str, Any]:
    """Return the JSON Schemas of a game's documents as named components."""
    types = [game.State, game.Move, game.Setup, position_type(game)]
    (_, move, _, _), found = msgspec.json.schema_components(types, ref_template=REF + "{name}")
    for name, kind in _structs(types).items():
        _restrict_keys(found[name], kind)
    return {name: _plain(schema) for name, schema in {**found, component(game, "Move"): move}.items()}


def _structs(types: Iterable[Any]) -> dict[str, inspect.StructType]:
    """Return every struct that the types are made of, by name."""
    found: dict[str, inspect.StructType] = {}
    left: list[Any] = list(inspect.multi_type_info(types))
    while left:
        kind = left.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls.__name__ in found:
                continue
            found[kind.cls.__name__] = kind
            left += [field.type for field in kind.fields]
        for name in ("types", "item_types"):
            left += getattr(kind, name, ())
        for name in ("type", "item_type", "key_type", "value_type"):
            if hasattr(kind, name):
                left.append(getattr(kind, name))
    return found


def _restrict_keys(schema: dict[str, Any], struct: inspect.StructType) -> None:
    """Name the keys that an object may have, which msgspec checks but does not write into the schema."""
    for field in struct.fields:
        kind = _bare(field.type)
        if isinstance(kind, inspect.DictType):
            keys = _bare(kind.key_type)
            if isinstance(keys, inspect.LiteralType):
                schema["properties"][field.encode_name]["propertyNames"] = {"enum": sorted(keys.values, key=str)}


def _bare(kind: Any) -> Any:
    """Return a type without its description."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _plain(schema: Any) -> Any:
    """Bound every integer as our JSON gate does, and leave out `items: false`, which client generators stumble over."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _plain(value) for name, value in schema.items() if not (name == "items" and value is False)}
    if plain.get("type") == "integer":
        plain.setdefault("minimum", -MAX_INTEGER)
        plain.setdefault("maximum", MAX_INTEGER)
    return plain


def _reference(converter: Any, field: Any, **_: Any) -> dict[str, Any]:
    """Describe a field that holds a document by the document's component."""
    if isinstance(field, Document):
        return {"$ref": REF + field.component}
    if isinstance(field, LegalMoves):
        return {"anyOf": [{"type": "array", "items": {"$ref": REF + field.component}}, {"$ref": REF + "ChoiceTree"}]}
    return {}


CHOICE_TREE = {
    "type": "object",
    "description": "Legal moves as questions: a value for this field, then for the next. `then` is null at a move.",
    "properties": {
        "field": {"type": "string"},
        "choices": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "value": {},
                    "then": {"anyOf": [{"$ref": REF + "ChoiceTree"}, {"type": "null"}]},
                },
                "required": ["value", "then"],
            },
        },
    },
    "required": ["field", "choices"],
}


# -- operations -------------------------------------------------------------------------------------------------------


def game_operations(game: Game) -> dict[str, dict[str, Any]]:
    """Describe the questions one can ask about a game."""
    shapes, base, shown = envelopes(game), f"/v1/games/{game.id}", example(game)
    state = "$response.body#/state"
    ask = {"state": shown["state"]}
    proposal = {**ask, "move": shown["legal_move"]}
    onward = {
        "legal_moves": {"operationId": f"{game.id}_legal_moves", "requestBody": {"state": state}},
        "verdict": {
            "operationId": f"{game.id}_verdict",
            "requestBody": {"state": state, "move": "$response.body#/legal_moves/0"},
        },
        "description": {"operationId": f"{game.id}_description", "requestBody": {"state": state}},
    }
    record = {
        "game": game.id,
        "rules_version": game.rules_version,
        "setup": game.example.setup,
        "moves": [*game.example.moves, game.example.legal],
    }

    def post(id: str, summary: str, answer: Any, body: Any, sent: Any, **more: Any) -> dict[str, Any]:
        return {"post": operation(f"{game.id}_{id}", game.id, summary, answer, body=body, sent=sent, **more)}

    refused = ("impossible-position",)
    return {
        f"{base}/examples": {
            "get": operation(
                f"{game.id}_example",
                game.id,
                "A state, a legal and an illegal move, ready to paste",
                shapes.example,
                cached=True,
            )
        },
        f"{base}/setups": post(
            "set_up",
            "Set up a game, from the start or from a described table",
            shapes.opening,
            {"$ref": REF + component(game, "Setup")},
            game.example.setup,
            query=ListingQuery,
            refusals=("impossible-setup", "impossible-position"),
            links=onward,
        ),
        f"{base}/legal-moves": post(
            "legal_moves",
            "Every legal move in a state",
            shapes.listing,
            shapes.state_body,
            ask,
            query=ListingQuery,
            refusals=refused,
        ),
        f"{base}/verdicts": post(
            "verdict",
            "Is this move legal, and what follows?",
            shapes.verdict,
            shapes.verdict_body,
            proposal,
            query=ListingQuery,
            refusals=refused,
            links=onward,
        ),
        f"{base}/position-checks": post(
            "position_check", "Everything that is wrong with a state", schemas.PositionCheck, shapes.state_body, ask
        ),
        f"{base}/scores": post("scores", "The score sheet", schemas.Scores, shapes.state_body, ask, refusals=refused),
        f"{base}/descriptions": post(
            "description",
            "The position as a table reads it, and in sentences",
            shapes.description,
            shapes.state_body,
            ask,
            refusals=refused,
        ),
        f"{base}/replays": post(
            "replay",
            "Verify a game record",
            shapes.replay,
            shapes.record,
            record,
            refusals=("impossible-setup", "impossible-position"),
        ),
    }


def catalogue_operations() -> dict[str, dict[str, Any]]:
    games = {"game_id": {"enum": sorted(GAMES)}}

    def get(id: str, tag: str, summary: str, answer: Any, **more: Any) -> dict[str, Any]:
        return {"get": operation(id, tag, summary, answer, **more)}

    return {
        "/v1/games": get("list_games", "catalogue", "The games", schemas.GameList, cached=True),
        "/v1/games/{game_id}": get(
            "show_game",
            "catalogue",
            "A game, its options and phases",
            schemas.GameRow,
            path=games,
            refusals=("not-found",),
            cached=True,
        ),
        "/v1/games/{game_id}/rules": get(
            "list_rules",
            "catalogue",
            "The rules of a game",
            schemas.RuleList,
            path=games,
            refusals=("not-found",),
            cached=True,
        ),
        "/v1/games/{game_id}/rules/{rule_id}": get(
            "show_rule",
            "catalogue",
            "A rule: its text, its source, our ruling on it",
            schemas.RuleRow,
            path={**games, "rule_id": {"type": "string", "examples": ["CQ-ENTER-1"]}},
            refusals=("not-found",),
            cached=True,
        ),
        "/": get("show_links", "service", "Where everything is", schemas.Links, cached=True),
        "/healthz": get("is_alive", "service", "Is the process alive?", schemas.Health),
        "/readyz": get(
            "is_ready", "service", "Does the store answer?", schemas.Health, refusals=("store-unavailable",)
        ),
    }


# -- the document -----------------------------------------------------------------------------------------------------


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document of the service."""
    plugin = MarshmallowPlugin(schema_name_resolver=_component_name)
    spec = APISpec(
        title="Referee",
        version=__version__,
        openapi_version="3.1.0",
        plugins=[plugin],
        info={"description": ABOUT},
        servers=[{"url": "/"}],
    )
    assert plugin.converter
    plugin.converter.add_attribute_function(_reference)  # type: ignore[no-untyped-call]
    plugin.converter.field_mapping.update({Document: (None, None), LegalMoves: (None, None)})
    for name, about in TAGS.items():
        spec.tag({"name": name, "description": about})
    spec.components.parameter("AcceptLanguage", "header", ACCEPT_LANGUAGE)
    spec.components.schema("ChoiceTree", CHOICE_TREE)
    spec.components.schema("Problem", schema=schemas.ProblemShape)
    for game in GAMES.values():
        for name, schema in documents(game).items():
            spec.components.schema(name, schema)
    for path, operations in catalogue_operations().items():
        spec.path(path, operations=operations)
    for game in GAMES.values():
        for path, operations in game_operations(game).items():
            spec.path(path, operations=operations)
    add_sessions(spec)
    return _tidy(spec.to_dict())


def _component_name(schema: Any) -> str:
    """Name a component after its class, without the suffix that keeps the class apart from a core struct."""
    cls = schema if isinstance(schema, type) else type(schema)
    return cls.__name__.removesuffix("Row").removesuffix("Shape")


def _tidy(document: dict[str, Any]) -> dict[str, Any]:
    """Close the envelopes of requests, leave those of answers open, and begin with what a reader looks for first."""
    for name, schema in document["components"]["schemas"].items():
        if "title" in schema:
            schema["title"] = name  # client generators name classes after it
        if name.endswith(("Question", "Proposal", "Record", "Request")):
            schema["additionalProperties"] = False
    first = {name: document[name] for name in ("openapi", "info", "servers", "tags", "paths")}
    return {**first, **document}


# The same in C, where PyYAML came with it: four times as fast.
_FastWriter: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Writer(_FastWriter):  # type: ignore[misc, valid-type]
    """Writes every value where it stands, and texts of several lines as blocks."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(writer: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Writer.add_representer(str, _text)


def as_yaml(document: Any) -> str:
    written: str = yaml.dump(wire(document), Dumper=_Writer, sort_keys=False, allow_unicode=True, width=120)
    return written
