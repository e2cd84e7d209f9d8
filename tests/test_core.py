"""What every game relies on: the JSON gate, the judge, chance, the score sheet, the words and the catalogue."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, Struct, UnsetType

from referee.core import document
from referee.core.catalogue import Catalogue, Entry, Text
from referee.core.chance import outcomes
from referee.core.document import BadDocument, NotJson
from referee.core.game import Decision, Event, Kind, Move, Ruleset, State, Task, one
from referee.core.play import (
    any_legal_move,
    broken_rule,
    choice_tree,
    complete,
    decision,
    judge,
    legal_moves,
    play,
    preview,
    replay,
    result,
)
from referee.core.rules import Fault, IllegalMove, ImpossiblePosition, Rule, due, goes_on, never, not_due, rule
from referee.core.scores import score_sheet
from referee.core.words import About, Sentence, Words
from tests import toy
from tests.table import Table, move, wire

# -- the JSON gate ----------------------------------------------------------------------------------------------------

BIGGEST = 2**53 - 1


def nested(depth: int, opening: str = "[", closing: str = "]", inside: str = "") -> bytes:
    return (opening * depth + inside + closing * depth).encode()


TAKEN: list[tuple[str, bytes, Any]] = [
    ("an object", b'{"a": [1, true, null, "x"]}', {"a": [1, True, None, "x"]}),
    ("white space around", b' \t\r\n{"a" : 1}\n', {"a": 1}),
    ("a bare value", b"7", 7),
    (
        "the same key in different objects",
        b'[{"a": 1}, {"a": 1}, {"b": {"a": 1}}]',
        [{"a": 1}, {"a": 1}, {"b": {"a": 1}}],
    ),
    ("keys that differ in a space", b'{"a b": 1, "ab": 2}', {"a b": 1, "ab": 2}),
    ("32 arrays", nested(32), json.loads(nested(32))),
    ("32 objects", nested(32, '{"a":', "}", "1"), json.loads(nested(32, '{"a":', "}", "1"))),
    ("many brackets side by side", b"[" + b"[]," * 500 + b"[]]", [[]] * 501),
    ("brackets in a string", b'"' + b"[{" * 100 + b'"', "[{" * 100),
    ("brackets behind an escaped quote", b'"\\"' + b"[" * 100 + b'"', '"' + "[" * 100),
    ("the largest integer", b"9007199254740991", BIGGEST),
    ("the smallest integer", b"-9007199254740991", -BIGGEST),
    ("the largest integer as a fraction", b"9007199254740991.0", BIGGEST),
    ("4.0", b"4.0", 4),
    ("-4.00", b"[-4.00]", [-4]),
    ("4e2", b"4e2", 400),
    ("40e-1", b"40e-1", 4),
    ("minus nothing", b"[-0, -0.0]", [0, 0]),
    ("a fraction stays one", b"0.5", 0.5),
    ("too small to tell from nothing", b"1e-400", 0),
    ("digits in a string", b'"123456789012345678901234567890"', "123456789012345678901234567890"),
    ("letters beyond ASCII", '{"é": "☃ 😀"}'.encode(), {"é": "☃ 😀"}),
    ("a surrogate pair", b'"\\ud83d\\ude00"', "😀"),
    ("an escaped letter", b'"\\u0041\\n"', "A\n"),
    ("an escaped backslash before u", b'"\\\\ud800"', "\\ud800"),
    ("a byte order mark inside a string", b'"\xef\xbb\xbf"', "\ufeff"),
]

REFUSED: list[tuple[str, bytes]] = [
    ("nothing", b""),
    ("white space only", b" \n"),
    ("33 arrays", nested(33)),
    ("33 objects", nested(33, '{"a":', "}", "1")),
    ("33 levels of both kinds", nested(16, '[{"a":', "}]", "[1]")),
    ("33 levels beside many shallow ones", b"[" + b"[]," * 500 + nested(32) + b"]"),
    ("3,000 arrays", nested(3000)),
    ("100,000 arrays never closed", b"[" * 100_000),
    ("100,000 objects never closed", b'{"a":' * 100_000),
    ("NaN", b"NaN"),
    ("NaN inside", b'{"a": [NaN]}'),
    ("Infinity", b"[Infinity]"),
    ("-Infinity", b"[-Infinity]"),
    ("a key twice", b'{"a": 1, "a": 1}'),
    ("a key twice, nested", b'{"x": [{"a": 1, "b": 2, "a": 3}]}'),
    ("a key twice, once escaped", b'{"a": 1, "\\u0061": 1}'),
    ("bad UTF-8", b'{"a": "\xff"}'),
    ("a cut UTF-8 letter", b'"\xc3"'),
    ("an overlong UTF-8 slash", b'"\xc0\xaf"'),
    ("a surrogate in UTF-8", b'"\xed\xa0\x80"'),
    ("UTF-16 with a mark", '{"a": 1}'.encode("utf-16")),
    ("UTF-16 without a mark", '{"a": 1}'.encode("utf-16-le")),
    ("UTF-32", '{"a": 1}'.encode("utf-32")),
    ("a byte order mark", b'\xef\xbb\xbf{"a": 1}'),
    ("half a surrogate pair in a value", b'{"a": "\\ud800"}'),
    ("half a surrogate pair in a key", b'{"\\uDFFF": 1}'),
    ("a surrogate pair the wrong way round", b'"\\ude00\\ud83d"'),
    ("2^53", b"9007199254740992"),
    ("-2^53", b"-9007199254740992"),
    ("2^53 as a fraction", b"9007199254740992.0"),
    ("1e22, which is an integer", b'{"a": 1e22}'),
    ("-1e300", b"-1e300"),
    ("30 digits", b"123456789012345678901234567890"),
    ("5,000 digits", b"1" * 5000),
    ("garbage behind", b'{"a": 1} x'),
    ("two values", b"{} {}"),
    ("a comma too many", b"[1,]"),
    ("a comma too many in an object", b'{"a": 1,}'),
    ("a comment", b"[1] // one"),
    ("single quotes", b"{'a': 1}"),
    ("a key without quotes", b"{a: 1}"),
    ("a leading nought", b"[01]"),
    ("a plus sign", b"[+1]"),
    ("a bare point", b"[.5]"),
    ("a point without digits", b"[1.]"),
    ("a hexadecimal number", b"[0x10]"),
    ("a raw line break in a string", b'"a\nb"'),
    ("a raw tab in a string", b'{"a\tb": 1}'),
    ("a raw NUL in a string", b'"a\x00b"'),
    ("a NUL behind", b"{}\x00"),
    ("a form feed as white space", b"\x0c{}"),
    ("a no-break space as white space", "\u00a0{}".encode()),
    ("an unknown escape", b'"\\x41"'),
    ("a cut escape", b'"\\u00"'),
    ("an open string", b'"abc'),
    ("an open object", b'{"a": 1'),
    ("True", b"[True]"),
]


@pytest.mark.parametrize(("data", "value"), [case[1:] for case in TAKEN], ids=[case[0] for case in TAKEN])
def test_the_gate_takes(data: bytes, value: Any):
    parsed = document.parse(data)
    assert parsed == value
    assert repr(parsed) == repr(value), "4 and 4.0 are equal, but only 4 is an integer"


@pytest.mark.parametrize("data", [case[1] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_the_gate_refuses(data: bytes):
    with pytest.raises(NotJson) as refused:
        document.parse(data)
    assert str(refused.value)


def test_a_number_beyond_all_floats_is_left_to_the_schema():
    """It is no integer to anybody who reads it as a float, so the document refuses it (422)."""
    value = document.parse(b"1e400")
    assert value == float("inf")
    with pytest.raises(BadDocument):
        document.read(int, value)


numbers = st.integers(-BIGGEST, BIGGEST) | st.floats(-1e9, 1e9).filter(lambda number: not number.is_integer())
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, derandomize=True, database=None, deadline=None)
@given(values, st.sampled_from([None, 1]), st.booleans())
def test_the_gate_reads_what_was_written(value: Any, indent: int | None, ascii_only: bool):
    assert document.parse(json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()) == value
    assert document.parse(document.dump(value)) == value


@settings(max_examples=300, derandomize=True, database=None, deadline=None)
@given(st.binary(max_size=40) | st.text('[]{}",:0123456789.eE+-\\ua \n', max_size=40).map(str.encode))
def test_the_gate_lets_nothing_escape_but_its_own_refusal(data: bytes):
    try:
        value = document.parse(data)
    except NotJson:
        return
    assert json.loads(data) == value


# -- documents --------------------------------------------------------------------------------------------------------


class Leaf(Struct, frozen=True, forbid_unknown_fields=True):
    size: int


class Tree(Struct, frozen=True, forbid_unknown_fields=True):
    leaf: Leaf
    rows: tuple[tuple[int, bool], ...] = ()
    by_colour: dict[Literal["red", "blue"], tuple[int, ...]] = {}


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({}, ""),
        ([], ""),
        ({"leaf": {"size": 1}, "bark": 1}, ""),
        ({"leaf": 3}, "/leaf"),
        ({"leaf": {}}, "/leaf"),
        ({"leaf": {"size": 1, "colour": 1}}, "/leaf"),
        ({"leaf": {"size": "1"}}, "/leaf/size"),
        ({"leaf": {"size": 1.5}}, "/leaf/size"),
        ({"leaf": {"size": True}}, "/leaf/size"),
        ({"leaf": {"size": None}}, "/leaf/size"),
        ({"leaf": {"size": 1}, "rows": [[1, True], [2, 0]]}, "/rows/1/1"),
        ({"leaf": {"size": 1}, "rows": [[1, True], [2]]}, "/rows/1"),
        ({"leaf": {"size": 1}, "by_colour": {"pink": [1]}}, "/by_colour"),
        ({"leaf": {"size": 1}, "by_colour": {"red": [1, "x"]}}, "/by_colour"),
    ],
)
def test_a_bad_document_is_pointed_at(given: Any, pointer: str):
    with pytest.raises(BadDocument) as bad:
        document.read(Tree, given)
    assert bad.value.pointer == pointer
    assert "`$" not in bad.value.detail
    assert bad.value.detail


def test_a_good_document_is_read_and_written():
    given = {"leaf": {"size": 1}, "rows": [[1, True]], "by_colour": {"red": [2]}}
    tree = document.read(Tree, given)
    assert tree == Tree(Leaf(1), ((1, True),), {"red": (2,)})
    assert document.parse(document.dump(tree)) == given


# -- the judge --------------------------------------------------------------------------------------------------------


class Ask(Task, frozen=True, tag="ask"):
    """The only question of a game that has no more."""


class Pick(Move, frozen=True, tag="pick"):
    actor: str
    card: str
    where: int | UnsetType = UNSET


class Count(State, frozen=True, kw_only=True):
    picked: int = 0


@rule("X-1")
def something_is_asked(state: Any, move: Any) -> bool:
    return bool(state.todo)


@rule("X-2", "card")
def the_card_is_known(state: Any, move: Any) -> bool:
    return move.card in ("here", "there")


@rule("X-3", "where")
def only_there_has_a_place(state: Any, move: Any) -> bool:
    return (move.where is not UNSET) == (move.card == "there")


@rule("X-4", "actor")
def red_acts(state: Any, move: Any) -> bool:
    return move.actor == "red"


def pick(state: Any, task: Any, move: Pick, say: Any) -> Any:
    say("picked", "X-2", card=move.card)
    return Count(rules_version=1, mode="table", seats=state.seats, todo=(), picked=state.picked + 1)


def nothing(state: Any, move: Any) -> bool:
    return False


PICK = Kind(
    Pick,
    {
        "actor": lambda state, move: ("blue", "red"),
        "card": lambda state, move: ("here", "nowhere", "there"),
        "where": lambda state, move: (1, 2) if move.card == "there" else (UNSET,),
    },
    (something_is_asked, the_card_is_known, only_there_has_a_place, red_acts),
    pick,
)
RULES = Ruleset((PICK,), {Ask: lambda state, task: Decision("pick", ("red",))}, {})
START = Count(rules_version=1, mode="table", seats=("red", "blue"), todo=(Ask(),))
OVER = Count(rules_version=1, mode="table", seats=("red", "blue"), todo=())


def test_a_rule_is_filed_where_its_fields_are_known():
    filed = [[each.id for each in level] for level in PICK.levels]
    assert filed == [["X-1"], ["X-4"], ["X-2"], ["X-3"]]


@pytest.mark.parametrize(
    ("made", "while_asked", "at_the_end"),
    [
        (goes_on("X-5"), True, False),
        (due("X-5", Ask), True, False),
        (due("X-5", Count), False, False),
        (not_due("X-5", Ask), False, True),
        (not_due("X-5", Count), True, True),
        (never("X-5"), False, False),
    ],
)
def test_a_rule_of_the_moment_is_decided_by_what_is_asked(made, while_asked, at_the_end):
    assert (made.holds(START, None), made.holds(OVER, None)) == (while_asked, at_the_end)
    rules = replace(RULES, kinds=(replace(PICK, rules=(*PICK.rules, made)),))
    assert bool(legal_moves(rules, START)) == while_asked
    assert broken_rule(rules, START, Pick("red", "here")) == (None if while_asked else made)


def test_a_rule_of_the_moment_is_cited_in_its_place():
    first, last = (
        replace(RULES, kinds=(replace(PICK, rules=each),))
        for each in ((never("X-5"), *PICK.rules), (*PICK.rules, never("X-5")))
    )
    assert broken_rule(first, START, Pick("red", "nowhere")).id == "X-5"
    assert broken_rule(last, START, Pick("red", "nowhere")).id == "X-2"


def test_the_list_holds_what_the_rules_leave():
    assert legal_moves(RULES, START) == [Pick("red", "here"), Pick("red", "there", 1), Pick("red", "there", 2)]
    assert legal_moves(RULES, OVER) == []


def test_it_is_told_whether_there_is_a_legal_move_at_all():
    assert any_legal_move(RULES, START)
    assert not any_legal_move(RULES, OVER)
    assert not any_legal_move(
        replace(RULES, kinds=(replace(PICK, rules=(*PICK.rules, Rule("X-5", nothing, ("where",)))),)), START
    )


def test_the_tree_asks_field_by_field_and_skips_what_does_not_belong():
    places = {"field": "where", "choices": [{"value": 1, "then": None}, {"value": 2, "then": None}]}
    cards = {"field": "card", "choices": [{"value": "here", "then": None}, {"value": "there", "then": places}]}
    actors = {"field": "actor", "choices": [{"value": "red", "then": cards}]}
    assert wire(choice_tree(RULES, START)) == {"field": "type", "choices": [{"value": "pick", "then": actors}]}
    assert wire(choice_tree(RULES, OVER)) == {"field": "type", "choices": []}


class Lay(Move, frozen=True, tag="lay"):
    actor: str
    where: int | UnsetType = UNSET
    side: str = "up"


def test_the_tree_goes_on_behind_a_field_that_does_not_belong():
    grow = {"actor": one("red"), "where": one(UNSET), "side": lambda state, move: ("up", "down")}
    rules = Ruleset((Kind(Lay, grow, (something_is_asked,), pick),), RULES.asks, {})
    sides = {"field": "side", "choices": [{"value": "up", "then": None}, {"value": "down", "then": None}]}
    actors = {"field": "actor", "choices": [{"value": "red", "then": sides}]}
    assert wire(choice_tree(rules, START)) == {"field": "type", "choices": [{"value": "lay", "then": actors}]}
    assert legal_moves(rules, START) == [Lay("red", UNSET, "up"), Lay("red", UNSET, "down")]


@pytest.mark.parametrize(
    ("proposed", "broken"),
    [
        (Pick("red", "here"), None),
        (Pick("blue", "nowhere", 1), "X-2"),
        (Pick("blue", "here", 1), "X-3"),
        (Pick("red", "there"), "X-3"),
        (Pick("blue", "there", 7), "X-4"),
        (Pick("blue", "here"), "X-4"),
    ],
)
def test_the_first_rule_in_the_list_is_cited(proposed: Pick, broken: str | None):
    found = broken_rule(RULES, START, proposed)
    assert (found.id if found else None) == broken


def test_a_value_that_is_never_offered_is_still_judged():
    """Candidates that offer too little would part list and verdict: the law suite looks for that."""
    assert broken_rule(RULES, START, Pick("red", "there", 7)) is None
    assert Pick("red", "there", 7) not in legal_moves(RULES, START)


def test_an_illegal_move_changes_nothing_and_names_its_rule():
    with pytest.raises(IllegalMove) as refused:
        play(RULES, START, Pick("blue", "here"))
    assert refused.value.rule is red_acts
    assert "X-4" in str(refused.value)


def test_a_legal_move_returns_the_next_state_and_what_happened():
    after, events = play(RULES, START, Pick("red", "here"))
    assert (after.picked, START.picked) == (1, 0)
    assert events == [Event("picked", "X-2", {"card": "here"})]
    assert decision(RULES, after) is None


def toy_table(*moves: Any, **setup: Any) -> Table:
    return Table(toy.GAME, {"seats": ["red", "blue"], **setup}, *moves)


STORM = move("red", "play", card="storm", target="blue")
WALK = move("red", "play", card="walk")


def test_the_code_tells_what_kind_of_refusal_it_is():
    def code(table: Table, given: Any) -> str | None:
        return judge(table.rules, table.state, table.move(given)).code

    assert code(toy_table(), move("blue", "play", card="walk")) == "not-your-turn"
    assert code(toy_table(), STORM | {"target": "red"}) == "illegal"
    assert code(toy_table(WALK), WALK) == "chance-pending"
    assert code(toy_table(WALK), move("chance", "draw", player="red", card="walk")) == "illegal"
    over = toy_table(position={"turn": "red", "places": {"red": 9}, "hands": {"red": ["?"], "blue": ["?"]}})
    assert code(over, WALK) == "game-over"
    assert code(toy_table(), WALK) is None


def test_only_what_is_no_answer_closes_a_window():
    table = toy_table(STORM)
    shield, roll = table.move(move("blue", "shield")), table.move(move("chance", "roll", value=2))
    assert complete(table.rules, table.state, shield) == (shield,)
    assert len(complete(table.rules, table.state, roll)) == 2
    assert complete(toy_table().rules, toy_table().state, roll) == (roll,)


def test_a_preview_is_there_only_while_a_window_is_open():
    assert preview(toy_table().rules, toy_table().state) is None
    table = toy_table(STORM)
    ahead = preview(table.rules, table.state)
    assert ahead is not None
    assert ahead.state == table.play(move("table", "pass")).state


def test_a_replay_stops_at_the_first_illegal_move():
    table = toy_table()
    moves = [table.move(each) for each in (STORM, move("chance", "roll", value=1), WALK)]
    again = replay(table.rules, table.state, moves)
    assert again.failed_at == 2
    assert again.verdict is not None
    assert again.verdict.broken is not None
    assert (again.verdict.broken.id, again.verdict.code) == ("TOY-TURN-1", "not-your-turn")
    assert again.state == toy_table(STORM, move("chance", "roll", value=1)).state
    whole = replay(table.rules, table.state, moves[:2])
    assert (whole.failed_at, whole.verdict) == (None, None)


def test_there_is_a_result_only_at_the_end():
    assert result(toy.GAME, toy_table().state) is None
    over = toy_table(position={"turn": "red", "places": {"red": 9}, "hands": {"red": ["?"], "blue": ["?"]}})
    sheet = result(toy.GAME, over.state)
    assert sheet is not None
    assert (sheet.final, sheet.winners, sheet.ended_by) == (True, ("red",), "TOY-END-1")


def test_a_kind_offers_a_single_value_with_one():
    assert one("chance")(None, None) == ("chance",)


# -- chance -----------------------------------------------------------------------------------------------------------


def test_outcomes_of_chance_are_weighed():
    table = toy_table(mode="virtual")
    assert [(wire(each)["card"], weight) for each, weight in outcomes(table.rules, table.state)] == [
        ("walk", 8),
        ("storm", 5),
        ("shield", 3),
    ]
    table.play(move("chance", "draw", player="red", card="shield"))
    assert [weight for _, weight in outcomes(table.rules, table.state)] == [8, 5, 2]


def test_outcomes_are_equally_likely_unless_weighed_and_nobody_elses_moves_count():
    table = toy_table(WALK)
    assert [weight for _, weight in outcomes(table.rules, table.state)] == [1, 1, 1]
    assert outcomes(toy_table().rules, toy_table().state) == []


# -- faults -----------------------------------------------------------------------------------------------------------


def test_an_impossible_position_lists_every_fault():
    refused = ImpossiblePosition(Fault(f"X-{number}", f"/{number}") for number in (1, 2))
    assert refused.faults == (("X-1", "/1"), ("X-2", "/2"))
    assert str(refused) == "X-1 at /1, X-2 at /2"


def test_a_rule_is_a_value():
    assert Rule("X-9", something_is_asked.holds) == Rule("X-9", something_is_asked.holds, ())
    assert something_is_asked.id == "X-1"
    assert the_card_is_known.needs == ("card",)


# -- scores -----------------------------------------------------------------------------------------------------------


def sheet_of(*totals: int, ended_by: str | None = "X-1", **how: Any) -> Any:
    seats = ("red", "blue", "green", "white")
    return score_sheet(
        {seat: {"a": total, "b": 0} for seat, total in zip(seats, totals, strict=False)}, ended_by, **how
    )


@pytest.mark.parametrize(
    ("totals", "places", "winners"),
    [
        ((5, 5, 3), (1, 1, 3), ("red", "blue")),
        ((3, 5, 5), (3, 1, 1), ("blue", "green")),
        ((1, 2, 3), (3, 2, 1), ("green",)),
        ((4, 4, 4), (1, 1, 1), ("red", "blue", "green")),
        ((9, 7, 7, 1), (1, 2, 2, 4), ("red",)),
        ((-1, 0), (2, 1), ("blue",)),
    ],
)
def test_equal_totals_share_a_place_and_the_next_is_skipped(totals: Any, places: Any, winners: Any):
    sheet = sheet_of(*totals)
    assert tuple(row.place for row in sheet.seats) == places
    assert sheet.winners == winners
    assert tuple(row.total for row in sheet.seats) == totals


def test_the_lowest_total_may_win():
    sheet = sheet_of(7, 2, 2, lowest_wins=True)
    assert [row.place for row in sheet.seats] == [3, 1, 1]
    assert sheet.winners == ("blue", "green")


def test_nobody_has_won_while_play_goes_on():
    sheet = sheet_of(7, 2, ended_by=None)
    assert (sheet.final, sheet.winners, sheet.ended_by) == (False, (), None)
    assert [row.place for row in sheet.seats] == [1, 2]


def test_counts_beside_the_points_are_shown_and_not_added():
    sheet = score_sheet({"red": {"a": 2, "b": -3}}, None, beside={"red": {"luck_used": 2, "luck_unused": 1}})
    assert wire(sheet)["seats"] == [
        {"seat": "red", "total": -1, "place": 1, "items": {"a": 2, "b": -3}, "luck_used": 2, "luck_unused": 1}
    ]
    assert "luck_used" not in wire(sheet_of(1))["seats"][0]
    assert "rounds" not in wire(sheet_of(1))


# -- words and catalogue ----------------------------------------------------------------------------------------------

PLAIN = Text("x", "x")
WORDS = Words(
    game=About(PLAIN, PLAIN),
    options={},
    rulesets={},
    phases={},
    events={"hit": Text("{seat} hits {victims} for {points}.", "{victims} : {points} de la part de {seat}.")},
    sentences={"turn": Text("it is up to {seat}.", "c'est à {seat}.")},
    names={"red": Text("Red", "Rouge"), "blue": Text("Blue", "Bleu")},
)


def test_a_sentence_is_filled_in_the_language_of_the_reader():
    data = {"seat": "red", "victims": ["blue", "red"], "points": 3}
    assert WORDS.event("hit", data, "en") == "Red hits Blue, Red for 3."
    assert WORDS.event("hit", data, "fr") == "Bleu, Rouge : 3 de la part de Rouge."


def test_a_sentence_begins_with_a_capital_and_unknown_names_stay():
    assert WORDS.sentence(Sentence("turn", {"seat": "pink"}), "en") == "It is up to pink."
    assert WORDS.sentence(Sentence("turn", {"seat": "red"}), "fr") == "C'est à Rouge."


def test_a_gap_that_nothing_fills_is_an_error():
    with pytest.raises(KeyError):
        WORDS.event("hit", {"seat": "red"}, "en")


def test_a_rule_is_quoted_with_text_and_source():
    catalogue = Catalogue({"book": Text("Book", "Livre")}, {"X-1": Entry("rule", ("book", "2"), "Yes.", "Oui.")})
    assert catalogue.citation("X-1", "en") == {
        "rule": "X-1",
        "text": "Yes.",
        "source": {"document": "Book", "section": "2"},
    }
    assert catalogue.citation("X-1", "fr")["text"] == "Oui."
    assert catalogue.citation("X-1", "fr")["source"] == {"document": "Livre", "section": "2"}
