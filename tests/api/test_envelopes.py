"""A body that is written as we write documents is read without a detour, and means the same."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from marshmallow import ValidationError

from referee.api.schemas import Envelope, envelopes
from referee.core.document import BadDocument, NotJson, dump, exactly, parse
from referee.games import GAMES
from tests import walks
from tests.walks import Case

CASES = [case for game in GAMES for case in walks.CASES[game]]


def outcome(read: Any, body: bytes) -> Any:
    try:
        return read(body)
    except (NotJson, BadDocument, ValidationError) as refused:
        return type(refused), str(refused)


def bodies(case: Case, rng: random.Random) -> list[bytes]:
    """Return questions as clients may write them: as we do, and with something changed."""
    ply = rng.choice(walks.opening(case, 1).plies)
    body = dump({"state": ply.before, "move": ply.move})
    start, end = sorted(rng.sample(range(len(body)), 2))
    digits = [place for place, byte in enumerate(body) if chr(byte).isdigit()]
    at = rng.choice(digits)
    return [
        body,
        json.dumps(json.loads(body), indent=1).encode(),
        dump({"move": ply.move, "state": ply.before}),
        body.replace(b'"move"', b'"mov\\u0065"'),
        body.replace(b'{"state":', b'{"state":1,"state":'),
        body[:-1] + b',"more":1}',
        body[:at] + b"9" * 17 + body[at:],
        body[:at] + body[at + 1 :],
        body[:at] + b"4.0" + body[at + 1 :],
        body[:at] + b"-0" + body[at + 1 :],
        body[:start] + body[end:],
        body[:end] + body[start:],
        body[:start] + b"\xff" + body[start:],
    ]


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_reading_without_a_detour_means_the_same(case: Case):
    rng = random.Random(case.id)
    envelope: Envelope = envelopes(case.game).verdict_body
    for _ in range(4):
        plain, spaced, *others = bodies(case, rng)
        assert exactly(envelope.documents, plain) == exactly(envelope.documents, spaced) is not None
        for body in (plain, spaced, *others):
            assert outcome(envelope.read, body) == outcome(lambda text: envelope.load(parse(text)), body)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nothing_but_documents_is_left_out_of_the_short_way(game):
    for envelope in (envelopes(game).state_body, envelopes(game).verdict_body):
        assert envelope.documents.__struct_fields__ == tuple(envelope.fields)


def references(schema: Any) -> set[str]:
    if isinstance(schema, dict):
        here = {schema["$ref"].rsplit("/", 1)[-1]} if isinstance(schema.get("$ref"), str) else set()
        return here.union(*map(references, schema.values()))
    return set().union(*map(references, schema)) if isinstance(schema, list) else set()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_document_holds_another_of_its_kind_so_that_none_is_deep(game):
    _, parts = msgspec.json.schema_components([envelopes(game).verdict_body.documents])
    inside = {name: references(part) for name, part in parts.items()}
    for _ in range(32):
        inside = {name: within.union(*(inside[each] for each in within)) for name, within in inside.items()}
    assert [name for name, within in inside.items() if name in within] == []
