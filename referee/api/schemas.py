"""The envelopes around documents: what a request may hold and what an answer holds, for each game.

Requests are read with these schemas; the answers' schemas only describe them in the OpenAPI document.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import msgspec
from marshmallow import EXCLUDE, Schema, fields, validate
from msgspec.structs import asdict

from referee.core.document import BadDocument, exactly, parse, read
from referee.core.game import Game

MAX_MOVES = 5000


class Document(fields.Field[Any]):
    """A field that holds a document of a game. `component` names it in the OpenAPI document."""

    def __init__(self, type: Any, component: str, **more: Any) -> None:
        super().__init__(**more)
        self.document = type
        self.component = component

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        try:
            return read(self.document, value)
        except BadDocument as error:
            raise BadDocument(error.detail, f"/{attr}{error.pointer}") from error


class Envelope(Schema):
    """The body of a request: documents, by name."""

    @cached_property
    def documents(self) -> type[msgspec.Struct]:
        """The same as one document."""
        members = [(name, field.document) for name, field in self.fields.items() if isinstance(field, Document)]
        return msgspec.defstruct(type(self).__name__, members, forbid_unknown_fields=True)

    def read(self, body: bytes) -> dict[str, Any]:
        """Read a body, without a detour if it is written as we write documents."""
        found = exactly(self.documents, body)
        loaded: dict[str, Any] = asdict(found) if found is not None else self.load(parse(body))
        return loaded


class Integer(fields.Integer):
    """A JSON integer: no text, no fraction, no truth value."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **more)


class LegalMoves(fields.Raw):
    """Legal moves of one game: a list or a tree."""

    def __init__(self, component: str, **more: Any) -> None:
        super().__init__(**more)
        self.component = component


class Open(Schema):
    """An answer: clients must expect further members."""

    class Meta:
        unknown = EXCLUDE


class Source(Open):
    document = fields.String(required=True)
    section = fields.String(required=True)


class Violation(Open):
    """A broken rule, in the reader's language."""

    rule = fields.String(required=True)
    text = fields.String(required=True)
    source = fields.Nested(Source, required=True)


class FaultRow(Violation):
    """A fault of a position, and where it stands in the request."""

    pointer = fields.String(required=True)


class Warning(Open):
    """Something a table should think of."""

    rule = fields.String(required=True)
    text = fields.String(required=True)


class EventRow(Open):
    """Something that happened, and the rule that made it happen."""

    type = fields.String(required=True)
    rule = fields.String(required=True)
    text = fields.String(required=True)
    data = fields.Dict(keys=fields.String(), required=True)


class DecisionRow(Open):
    """The open question; `player` is whose throw or draw is reported."""

    phase = fields.String(required=True)
    actors = fields.List(fields.String(), required=True)
    player = fields.String()


class ScoreRowShape(Open):
    """A seat's points; the items add up to the total."""

    seat = fields.String(required=True)
    total = fields.Integer(required=True)
    place = fields.Integer(required=True)
    items = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    luck_used = fields.Integer()
    luck_unused = fields.Integer()


class Scores(Open):
    """The score sheet; `winners` is empty and `ended_by` null until `final`."""

    final = fields.Boolean(required=True)
    seats = fields.List(fields.Nested(ScoreRowShape), required=True)
    winners = fields.List(fields.String(), required=True)
    ended_by = fields.String(required=True, allow_none=True)
    rounds = fields.List(fields.Dict(keys=fields.String()))


class FieldError(Open):
    pointer = fields.String(required=True)
    detail = fields.String(required=True)


class ProblemShape(Open):
    """A refusal (RFC 9457)."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True)
    violations = fields.List(fields.Nested(Violation))
    faults = fields.List(fields.Nested(FaultRow))
    errors = fields.List(fields.Nested(FieldError))
    current_version = fields.Integer()
    missed = fields.List(fields.Dict(keys=fields.String()))
    failed_at = fields.Integer()


@dataclass(frozen=True)
class Envelopes:
    """The schemas of one game. Requests: `state_body`, `verdict_body`, `record`. Answers: the rest."""

    state_body: Envelope
    verdict_body: Envelope
    record: Schema
    listing: type[Schema]
    opening: type[Schema]
    verdict: type[Schema]
    replay: type[Schema]
    description: type[Schema]
    example: type[Schema]


def component(game: Game, name: str) -> str:
    """Return the name of a component of a game, such as CoqState: documents are called after their structs."""
    structs = {"State": game.State, "Setup": game.Setup, "Position": position_type(game)}
    return str(structs[name].__name__) if name in structs else game.id.capitalize() + name


def position_type(game: Game) -> Any:
    """Return the struct of a game's positions."""
    found = next(field.type for field in msgspec.structs.fields(game.Setup) if field.name == "position")
    return next(kind for kind in found.__args__ if kind is not msgspec.UnsetType)


@cache
def envelopes(game: Game) -> Envelopes:
    """Build the schemas of a game."""

    def request(name: str, base: type[Schema] = Envelope, **members: Any) -> Any:
        return base.from_dict(members, name=component(game, name))()

    def answer(name: str, base: type[Schema] = Open, **members: Any) -> type[Schema]:
        return type(component(game, name), (base,), members)

    def document(type: Any, name: str, **more: Any) -> Document:
        return Document(type, component(game, name), **more)

    def state(**more: Any) -> Document:
        return document(game.State, "State", **more)

    moves = fields.List(document(game.Move, "Move"), required=True, validate=validate.Length(max=MAX_MOVES))
    listing = answer(
        "Listing",
        decision=fields.Nested(DecisionRow, required=True, allow_none=True),
        legal_moves=LegalMoves(component(game, "Move")),
        preview=fields.Nested(
            answer(
                "Preview",
                closes=fields.List(document(game.Move, "Move"), required=True),
                state=state(required=True),
                decision=fields.Nested(DecisionRow, required=True, allow_none=True),
                legal_moves=LegalMoves(component(game, "Move")),
            )
        ),
    )
    warnings = fields.List(fields.Nested(Warning))
    return Envelopes(
        state_body=request("Question", state=state(required=True)),
        verdict_body=request("Proposal", state=state(required=True), move=document(game.Move, "Move", required=True)),
        record=request(
            "Record",
            Schema,
            game=fields.String(),
            rules_version=Integer(),
            setup=document(game.Setup, "Setup", required=True),
            moves=moves,
            result=fields.Dict(keys=fields.String(), allow_none=True),
        ),
        listing=listing,
        opening=answer("Opening", listing, state=state(required=True), warnings=warnings),
        verdict=answer(
            "Verdict",
            listing,
            legal=fields.Boolean(required=True),
            state=state(),
            closes=fields.List(document(game.Move, "Move")),
            events=fields.List(fields.Nested(EventRow)),
            result=fields.Nested(Scores, allow_none=True),
            warnings=warnings,
            code=fields.String(),
            violations=fields.List(fields.Nested(Violation)),
        ),
        replay=answer(
            "Replay",
            valid=fields.Boolean(required=True),
            state=state(required=True),
            result=fields.Nested(Scores, required=True, allow_none=True),
            failed_at=fields.Integer(),
            code=fields.String(),
            violations=fields.List(fields.Nested(Violation)),
        ),
        description=answer(
            "Description",
            position=document(position_type(game), "Position", required=True),
            sentences=fields.List(fields.String(), required=True),
        ),
        example=answer(
            "Example",
            setup=document(game.Setup, "Setup", required=True),
            state=state(required=True),
            legal_move=document(game.Move, "Move", required=True),
            illegal_move=document(game.Move, "Move", required=True),
        ),
    )


class PositionCheck(Open):
    sound = fields.Boolean(required=True)
    faults = fields.List(fields.Nested(FaultRow), required=True)


class OptionRow(Open):
    name = fields.String(required=True)
    default = fields.Raw(allow_none=True, metadata={"description": "Left out when there is none."})
    meaning = fields.String(required=True)


class NamedText(Open):
    name = fields.String(required=True)
    text = fields.String(required=True)


class GameRow(Open):
    """What the catalogue says of a game."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    summary = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)
    min_players = fields.Integer(required=True)
    max_players = fields.Integer(required=True)
    rules_version = fields.Integer(required=True)
    rulesets = fields.List(fields.Nested(NamedText), required=True)
    options = fields.List(fields.Nested(OptionRow), required=True)
    phases = fields.List(fields.Nested(NamedText), required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class GameList(Open):
    games = fields.List(fields.Nested(GameRow), required=True)


class RuleRow(Violation):
    """A rule of the catalogue; `ruling` is what we decided where the rulebook is silent."""

    kind = fields.String(required=True, validate=validate.OneOf(["rule", "ruling"]))
    ruling = fields.String()


class RuleList(Open):
    game = fields.String(required=True)
    rules_version = fields.Integer(required=True)
    rules = fields.List(fields.Nested(RuleRow), required=True)


class Links(Open):
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class Health(Open):
    status = fields.String(required=True)
