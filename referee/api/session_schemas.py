"""The envelopes of sessions: what a request about a table may hold, and what the answers hold."""

from __future__ import annotations

from functools import cache
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from referee.api.language import language
from referee.api.problems import Problem
from referee.api.schemas import (
    DecisionRow,
    Document,
    EventRow,
    Integer,
    LegalMoves,
    Open,
    Scores,
    Violation,
    Warning,
    component,
)
from referee.api.tokens import CODE_PATTERN
from referee.core.document import MAX_INTEGER, BadDocument, read
from referee.core.game import Game
from referee.games import GAMES

NAME_LENGTH = 40
MOST_MOVES = 100  # of one request


class Text(fields.String):
    """A text that a person gave, as long as a name is."""

    def __init__(self, **more: Any) -> None:
        super().__init__(validate=validate.Length(1, NAME_LENGTH), **more)


class JoinCode(fields.String):
    """A join code, in capitals or not."""

    def __init__(self) -> None:
        super().__init__(required=True, validate=[validate.Length(equal=8), validate.Regexp(CODE_PATTERN)])

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        return super()._deserialize(value, attr, data, **more).upper()


def version(**more: Any) -> Integer:
    return Integer(validate=validate.Range(0, MAX_INTEGER), **more)


# -- requests ---------------------------------------------------------------------------------------------------------


class JoinRequest(Schema):
    """A join code, read off the host's phone."""

    join_code = JoinCode()


class ClaimRequest(JoinRequest):
    """A join code, and how the player wants to be called."""

    name = Text()


class TakebackRequest(Schema):
    """Back to the state of an earlier version."""

    to_version = version(required=True)
    expected_version = version(required=True)


class TableSetup(Document):
    """The set-up of a session: dice and cards are real, so its mode is `table`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        setup = super()._deserialize(value, attr, data, **more)
        if setup.mode != "table":
            raise BadDocument("sessions are played in mode `table`", f"/{attr}/mode")
        return setup


class SessionMove(fields.Field[Any]):
    """A move at the table. The published schema takes the moves of every game, so one of another game is illegal."""

    def __init__(self, game: Game, **more: Any) -> None:
        super().__init__(**more)
        self.game = game

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        return self.read(value, f"/{attr}")

    def read(self, value: Any, at: str) -> Any:
        try:
            return read(self.game.Move, value)
        except BadDocument as error:
            if any(_fits(other, value) for other in GAMES.values()):
                violation = self.game.catalogue.citation(self.game.unknown_move, language())
                raise Problem("illegal", violation["text"], violations=[violation]) from error
            raise BadDocument(error.detail, at + error.pointer) from error


class SessionMoves(SessionMove):
    """Moves that are played one after the other, all or none of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_MOVES:
            raise ValidationError(f"A list of 1 to {MOST_MOVES} moves.")
        return [self.read(each, f"/{attr}/{number}") for number, each in enumerate(value)]


def _fits(game: Game, value: Any) -> bool:
    try:
        read(game.Move, value)
    except BadDocument:
        return False
    return True


class _MoveRequest(Schema):
    expected_version = version(required=True)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _one_of_both(self, data: Any, original: Any, **_: Any) -> None:
        if isinstance(original, dict) and ("move" in original) == ("moves" in original):
            raise ValidationError("Send either `move` or `moves`.")


@cache
def opening_body(game: Game) -> Schema:
    """Return the schema of a request for a new table."""
    members = {
        "game": fields.String(required=True),
        "setup": TableSetup(game.Setup, component(game, "TableSetup"), required=True),
        "names": fields.Dict(keys=fields.String(validate=validate.OneOf(game.colours)), values=Text()),
    }
    return Schema.from_dict(members, name=component(game, "TableRequest"))()


@cache
def moves_body(game: Game) -> Schema:
    """Return the schema of a request that moves."""
    members = {"move": SessionMove(game), "moves": SessionMoves(game)}
    schema: Schema = type("MoveRequest", (_MoveRequest,), members)()
    return schema


@cache
def proposal_body(game: Game) -> Schema:
    """Return the schema of a dry run."""
    return Schema.from_dict({"move": SessionMove(game, required=True)}, name="MoveProposal")()


class Whole(fields.Integer):
    """A whole number in a query string, written with digits alone."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 17):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **more)


class LogQuery(Schema):
    """Which part of the log."""

    after = Whole(
        load_default=0,
        validate=validate.Range(0, MAX_INTEGER),
        metadata={"description": "Only what came after this version."},
    )
    limit = Whole(load_default=100, validate=validate.Range(1, 500), metadata={"description": "How many at most."})


# -- answers ----------------------------------------------------------------------------------------------------------
# The OpenAPI document calls the documents of all games together AnyState, AnyMove, AnySetup and AnyPosition.


def any_document(name: str, **more: Any) -> Document:
    return Document(Any, name, **more)


class SeatRow(Open):
    """A seat: whether somebody holds its token, and the player's name."""

    seat = fields.String(required=True)
    claimed = fields.Boolean(required=True)
    name = fields.String()


class SessionPreview(Open):
    """The position as it will be if nobody reacts."""

    closes = fields.List(any_document("AnyMove"), required=True)
    state = any_document("AnyState", required=True)
    decision = fields.Nested(DecisionRow, required=True, allow_none=True)
    legal_moves = LegalMoves("AnyMove")


class _Asked(Open):
    decision = fields.Nested(DecisionRow, required=True, allow_none=True)
    legal_moves = LegalMoves("AnyMove")
    preview = fields.Nested(SessionPreview)


class SessionListing(_Asked):
    """The open question, and the moves that the caller may make."""

    version = fields.Integer(required=True)


class SessionShape(_Asked):
    """A table as the caller may see it."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    game = fields.String(required=True)
    rules_version = fields.Integer(required=True)
    mode = fields.String(required=True)
    role = fields.String(required=True, validate=validate.OneOf(["host", "seat", "spectator"]))
    seat = fields.String(metadata={"description": "Whose token this is, if it is a seat's."})
    seats = fields.List(fields.Nested(SeatRow), required=True)
    join_code = fields.String(metadata={"description": "Shown to the host."})
    state = any_document("AnyState", required=True)
    result = fields.Nested(Scores, required=True, allow_none=True)
    created_at = fields.String(required=True)
    expires_at = fields.String(required=True, metadata={"description": "When the table expires if nobody moves."})
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class HostTokens(Open):
    host = fields.String(required=True)


class OpenedSession(SessionShape):
    """A new table. Its tokens are shown once."""

    tokens = fields.Nested(HostTokens, required=True)
    warnings = fields.List(fields.Nested(Warning))


class Moved(_Asked):
    """What a request has changed. `Prefer: return=minimal` leaves out the state and the legal moves."""

    version = fields.Integer(required=True)
    events = fields.List(fields.Nested(EventRow), required=True)
    state = any_document("AnyState")
    result = fields.Nested(Scores, required=True, allow_none=True)
    closes = fields.List(any_document("AnyMove"))
    warnings = fields.List(fields.Nested(Warning))


class SessionVerdict(_Asked):
    """What a move would do. Nothing is changed."""

    legal = fields.Boolean(required=True)
    state = any_document("AnyState")
    closes = fields.List(any_document("AnyMove"))
    events = fields.List(fields.Nested(EventRow))
    result = fields.Nested(Scores, allow_none=True)
    warnings = fields.List(fields.Nested(Warning))
    code = fields.String()
    violations = fields.List(fields.Nested(Violation))


class Joined(Open):
    """Where a join code leads."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    free_seats = fields.List(fields.String(), required=True)
    links = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class SeatToken(Open):
    """The token of a seat. It is shown once."""

    seat = fields.String(required=True)
    token = fields.String(required=True)


class SpectatorToken(Open):
    """The token of a spectator. It is shown once."""

    token = fields.String(required=True)


class TakenBack(Open):
    to_version = fields.Integer(required=True)


class LogItem(Open):
    """A version of the log: a move, or a takeback. A value that is hidden from the caller is `?`."""

    version = fields.Integer(required=True)
    move = fields.Dict(keys=fields.String())
    takeback = fields.Nested(TakenBack)
    events = fields.List(fields.Nested(EventRow), required=True)
    at = fields.String(required=True)
    by = fields.String(required=True, metadata={"description": "Who sent it: a seat, or `host`."})


class Log(Open):
    """A page of the log; `next` is the `after` of the next page, or null."""

    items = fields.List(fields.Nested(LogItem), required=True)
    next = fields.Integer(required=True, allow_none=True)


class RecordOfSession(Open):
    """The portable record, which `replays` verifies."""

    game = fields.String(required=True)
    rules_version = fields.Integer(required=True)
    setup = any_document("AnySetup", required=True)
    moves = fields.List(any_document("AnyMove"), required=True)
    result = fields.Nested(Scores, required=True, allow_none=True)


class SessionDescription(Open):
    """The position as a table reads it, and in sentences."""

    position = any_document("AnyPosition", required=True)
    sentences = fields.List(fields.String(), required=True)
