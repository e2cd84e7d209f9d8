"""The laws of DESIGN section 7, for every registered game in every set-up of its setups.py, and for the toy.

A tests/games/<game>/setups.py holds `SETUPS`, `forget(state)`, `begins_turn(state)`, optionally `LONGEST` (plies within
which every random game ends), and for a game with secrets `conceal_twins(state, viewer)`: states that differ from this
one only in what is hidden from that viewer. REFEREE_LAW_EXAMPLES=100 tries harder, with other positions each time.
"""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee.core import document
from referee.core.game import CHANCE, TABLE, Game, Ruleset, open_entry, open_information
from referee.core.play import (
    any_legal_move,
    canonical,
    choice_tree,
    closing_move,
    complete,
    decision,
    judge,
    legal_moves,
    play,
    preview,
    replay,
    result,
)
from referee.games import GAMES
from tests import toy, walks
from tests.table import Table, Wire, wire
from tests.walks import CASES, Case, Walk

EXAMPLES = int(os.environ.get("REFEREE_LAW_EXAMPLES", "0"))
CODES = {"illegal", "not-your-turn", "chance-pending", "game-over"}
RECORDS = Path(__file__).parent / "records"

law = settings(
    max_examples=EXAMPLES or 12,
    derandomize=not EXAMPLES,
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)

positions = st.tuples(st.integers(0, 5 + EXAMPLES), st.integers(0, 2**20), st.integers(0, 2**20))


@pytest.fixture(scope="module", params=[case for cases in CASES.values() for case in cases], ids=lambda case: case.id)
def case(request: pytest.FixtureRequest) -> Case:
    return request.param


def reach(case: Case, drawn: tuple[int, int, int]) -> tuple[Any, Ruleset, random.Random]:
    """Return a position reached by legal play: in a whole game for the even seeds, early in another one for the odd."""
    seed, ply, luck = drawn
    walk = walks.opening(case, seed) if seed % 2 else walks.whole_game(case)
    state = walk.at(ply)
    return state, case.game.ruleset(state), random.Random(luck)


def viewers(state: Any) -> tuple[str | None, ...]:
    return (*state.seats, None)


def test_every_registered_game_brings_set_ups():
    assert [game for game in GAMES if not CASES[game]] == []


# -- 1 ----------------------------------------------------------------------------------------------------------------


@law
@given(positions)
def test_law_1_a_move_plays_if_and_only_if_it_is_listed_or_completed(case: Case, drawn: Any):
    state, rules, rng = reach(case, drawn)
    listed: dict[Any, set[Any]] = {}
    for move in walks.proposals(case, state, rng):
        *closing, _ = complete(rules, state, move)
        tested = replay(rules, state, closing).state
        if tested not in listed:
            listed[tested] = set(legal_moves(rules, tested))
        verdict = judge(rules, state, move)
        assert (verdict.broken is None) == (canonical(rules, move) in listed[tested]), (move, verdict.broken)
        if verdict.broken is None:
            assert [step.move for step in verdict.steps] == [*closing, canonical(rules, move)]


@law
@given(positions)
def test_law_1_a_listed_move_plays_as_it_stands(case: Case, drawn: Any):
    state, rules, rng = reach(case, drawn)
    moves = legal_moves(rules, state)
    assert len(set(moves)) == len(moves), "listed twice"
    assert legal_moves(rules, state) == moves, "the order is not stable"
    assert any_legal_move(rules, state) == bool(moves)
    for move in walks.some(moves, 60, rng):
        assert canonical(rules, move) == move
        assert complete(rules, state, move) == (move,), "a listed move must be an answer to the open window"
        assert judge(rules, state, move).broken is None


@law
@given(positions)
def test_law_1_the_question_names_those_who_may_move(case: Case, drawn: Any):
    state, rules, _ = reach(case, drawn)
    asked, closing = decision(rules, state), closing_move(rules, state)
    if asked is None:
        assert closing is None
        return
    acting = tuple(dict.fromkeys(move.actor for move in legal_moves(rules, state)))
    assert asked.phase in case.game.phases
    if closing is None:
        assert asked.actors == acting
    else:  # who is asked in a window must not tell what is in the hands
        assert set(acting) <= set(asked.actors)
        assert closing in legal_moves(rules, state)
        closed = preview(rules, state)
        assert closed is not None
        assert closed.closes[0] == closing
        assert closing_move(rules, closed.state) is None


# -- 2 ----------------------------------------------------------------------------------------------------------------


@law
@given(positions)
def test_law_2_every_refusal_cites_the_catalogue(case: Case, drawn: Any):
    state, rules, rng = reach(case, drawn)
    for move in walks.proposals(case, state, rng):
        verdict = judge(rules, state, move)
        if verdict.broken is not None:
            assert verdict.steps == ()
            assert verdict.broken.id in case.game.catalogue.rules
            assert verdict.code in CODES
            if complete(rules, state, move) == (move,):
                assert (verdict.code == "game-over") == (not state.todo)
        else:
            assert verdict.code is None
            for step in verdict.steps:
                assert all(event.rule in case.game.catalogue.rules for event in step.events)


RuleKey = tuple[str, str]


def rules_of(rules: Ruleset) -> dict[RuleKey, None]:
    return {(rule.id, rule.holds.__qualname__): None for kind in rules.kinds for rule in kind.rules}


def refused_in_records(game: Game) -> Iterator[RuleKey]:
    """Yield the rules that the golden records see refusing a move."""
    for path in sorted((RECORDS / game.id).glob("*.json")):
        golden = json.loads(path.read_text(encoding="utf-8"))
        refusals = [check for check in golden.get("checks", []) if "refused" in check]
        if refusals:
            table = Table(game, {**golden["record"]["setup"], "rules_version": golden["record"]["rules_version"]})
            for played in range(max(check["after"] for check in refusals) + 1):
                if played:
                    table.play(golden["record"]["moves"][played - 1])
                for move, _ in (each for check in refusals if check["after"] == played for each in check["refused"]):
                    broken = judge(table.rules, table.state, table.move(move)).broken
                    assert broken is not None, move
                    yield broken.id, broken.holds.__qualname__


def refused_in_play(case: Case, walk: Walk, most: int) -> Iterator[RuleKey]:
    rng = random.Random(case.id)
    for state in (*walks.some(walk.states, most, rng), walk.last):
        rules = case.game.ruleset(state)
        for move in walks.proposals(case, state, rng):
            if broken := judge(rules, state, move).broken:
                yield broken.id, broken.holds.__qualname__


@pytest.mark.parametrize("game", walks.ALL_GAMES, ids=lambda game: game.id)
def test_law_2_every_rule_that_forbids_is_refused_somewhere(game: Game):
    """A rule that no record and no random proposal ever breaks is dead, or shadowed by one above it."""
    cases = CASES[game.id]
    quiet: dict[RuleKey, None] = {}
    for case in cases:
        quiet |= rules_of(game.ruleset(walks.set_up(case)))

    def hear(refused: Iterator[RuleKey]) -> None:
        for key in refused:
            quiet.pop(key, None)

    hear(refused_in_records(game))
    openings = [partial(walks.opening, seed=seed) for seed in (1, 2, 3)]
    sources: list[Callable[[Case], Walk]] = [*openings, walks.whole_game]
    for source in sources:
        for case in cases:
            if quiet:
                hear(refused_in_play(case, source(case), 30))
    assert sorted(quiet) == []


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail, rather than hang, when something never comes to an end."""

    def too_long(*_: object) -> None:
        raise TimeoutError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def points_at(whole: Any, pointer: str) -> bool:
    """Tell whether a JSON pointer leads to a place in the document, or to one that is missing there."""
    steps = pointer.split("/")[1:]
    for step in steps[:-1]:
        if isinstance(whole, dict) and step in whole:
            whole = whole[step]
        elif isinstance(whole, list) and step.isdigit() and int(step) < len(whole):
            whole = whole[int(step)]
        else:
            return False
    return pointer == "" or pointer.startswith("/")


@law
@given(positions)
def test_law_2_a_damaged_state_is_malformed_or_faulty_or_can_be_played(case: Case, drawn: Any):
    state, _, rng = reach(case, drawn)
    whole = wire(state)
    for _ in range(15):
        hurt = walks.damaged(whole, rng)
        try:
            read = document.read(case.game.State, hurt)
        except document.BadDocument:
            continue
        with at_most(10):
            faults = list(case.game.faults(read))
            for fault in faults:
                assert fault.rule in case.game.catalogue.rules
                assert points_at(hurt, fault.pointer), fault
            if not faults:
                everything_answers(case, read, rng)


def everything_answers(case: Case, state: Any, rng: random.Random) -> None:
    """Ask everything that can be asked about a state; no exception may escape."""
    game, rules = case.game, case.game.ruleset(state)
    decision(rules, state)
    for move in walks.some(legal_moves(rules, state), 12, rng):
        judge(rules, state, move)
    document.dump(choice_tree(rules, state))
    preview(rules, state)
    written = game.describe(state)
    assert all(game.words.sentence(sentence, "fr") for sentence in written.sentences)
    game.scores(state)
    for viewer in viewers(state):
        game.view(state, viewer)


# -- 3 ----------------------------------------------------------------------------------------------------------------


def test_law_3_a_random_game_ends(case: Case):
    walk = walks.whole_game(case)
    assert walk.ended, f"not over after {case.longest} plies"
    for state in (walk.first, *(ply.before for ply in walk.plies[-50:])):
        assert result(case.game, state) is None


@law
@given(positions)
def test_law_3_no_legal_move_and_game_over_and_final_scores_are_one(case: Case, drawn: Any):
    over_or_not(case, reach(case, drawn)[0])
    over_or_not(case, walks.whole_game(case).last)


def over_or_not(case: Case, state: Any) -> None:
    rules, sheet = case.game.ruleset(state), case.game.scores(state)
    over = not state.todo
    assert (legal_moves(rules, state) == []) == over
    assert (decision(rules, state) is None) == over
    assert sheet.final == over
    assert (result(case.game, state) is not None) == over
    assert (sheet.ended_by is not None) == over
    assert bool(sheet.winners) == over
    assert sheet.ended_by is None or sheet.ended_by in case.game.catalogue.rules
    assert [row.seat for row in sheet.seats] == list(state.seats)
    for row in sheet.seats:
        assert sum(row.items.values()) == row.total
    if over:
        assert sheet.winners == tuple(row.seat for row in sheet.seats if row.place == 1)


# -- 4 ----------------------------------------------------------------------------------------------------------------


def test_law_4_after_every_move_the_position_is_sound(case: Case):
    walk = walks.whole_game(case)
    assert list(case.game.faults(walk.first)) == []
    for ply in walk.plies:
        assert list(case.game.faults(ply.after)) == [], ply.move


# -- 5 ----------------------------------------------------------------------------------------------------------------


@law
@given(positions)
def test_law_5_a_document_read_back_is_the_same(case: Case, drawn: Any):
    state, rules, rng = reach(case, drawn)
    assert document.read(case.game.State, wire(state)) == state
    for move in walks.some(legal_moves(rules, state), 30, rng):
        assert document.read(case.game.Move, wire(move)) == move
    position = case.game.describe(state).position
    assert document.read(type(position), wire(position)) == position


@law
@given(positions)
def test_law_5_playing_twice_gives_equal_states(case: Case, drawn: Any):
    state, rules, rng = reach(case, drawn)
    before = document.dump(state)
    for move in walks.some(legal_moves(rules, state), 10, rng):
        assert play(rules, state, move) == play(rules, state, move)
    assert document.dump(state) == before, "a move changed the old state"


def test_law_5_replaying_the_log_gives_the_stored_state(case: Case):
    walk = walks.whole_game(case)
    again = replay(case.game.ruleset(walk.first), walks.set_up(case), [ply.move for ply in walk.plies])
    assert again.failed_at is None
    assert again.state == walk.last


def test_law_5_a_position_set_up_from_its_description_is_the_same(case: Case):
    walk, forget = walks.whole_game(case), case.hooks.forget
    turns = [state for state in walk.states if case.hooks.begins_turn(state)]
    assert turns, "begins_turn is never true"
    for state in walks.some(turns, 40 + EXAMPLES, random.Random(case.id)):
        again = walks.set_up(case, position=wire(case.game.describe(state).position))
        assert forget(again) == forget(state)


def test_law_5_a_finished_table_can_be_described_and_scored(case: Case):
    last = walks.whole_game(case).last
    again = walks.set_up(case, position=wire(case.game.describe(last).position))
    told, before = case.game.scores(again), case.game.scores(last)
    assert not again.todo
    assert {row.seat: (row.total, row.place) for row in told.seats} == {
        row.seat: (row.total, row.place) for row in before.seats
    }
    assert told.winners == before.winners


@law
@given(positions)
def test_law_5_a_description_is_written_in_both_languages(case: Case, drawn: Any):
    state, _, _ = reach(case, drawn)
    words = case.game.words
    for sentence in case.game.describe(state).sentences:
        for language in ("en", "fr"):
            written = words.sentence(sentence, language)
            assert written
            assert "UNSET" not in written
            assert "None" not in written


# -- 6 ----------------------------------------------------------------------------------------------------------------


def twins(case: Case, state: Any, viewer: str | None) -> list[Any]:
    hook = getattr(case.hooks, "conceal_twins", None)
    return list(hook(state, viewer)) if hook else []


def own_moves(case: Case, state: Any, viewer: str | None) -> list[Any]:
    return [move for move in legal_moves(case.game.ruleset(state), state) if move.actor == viewer]


@pytest.mark.parametrize("game", walks.ALL_GAMES, ids=lambda game: game.id)
def test_law_6_a_game_with_secrets_says_what_they_are(game: Game):
    """Without twins the laws of secrecy would hold for want of a test."""
    hooks = walks.hooks_of(game)
    open_to_all = game.view is open_information and game.view_entry is open_entry
    assert open_to_all != hasattr(hooks, "conceal_twins")
    if not open_to_all:
        rng = random.Random(game.id)
        assert any(
            twins(case, state, viewer)
            for case in CASES[game.id]
            for state in walks.some(walks.opening(case, 1).states, 10, rng)
            for viewer in viewers(state)
        )


@law
@given(positions)
def test_law_6_a_view_is_a_state_from_which_a_seat_finds_its_moves(case: Case, drawn: Any):
    state, _, _ = reach(case, drawn)
    for viewer in viewers(state):
        seen = case.game.view(state, viewer)
        assert document.read(case.game.State, wire(seen)) == seen
        assert case.game.view(seen, viewer) == seen
        if viewer is not None:
            assert own_moves(case, seen, viewer) == own_moves(case, state, viewer)


@law
@given(positions)
def test_law_6_views_moves_and_errors_do_not_depend_on_what_is_hidden(case: Case, drawn: Any):
    state, rules, rng = reach(case, drawn)
    moves = walks.proposals(case, state, rng)
    for viewer in viewers(state):
        for twin in twins(case, state, viewer):
            assert list(case.game.faults(twin)) == []
            assert case.game.view(twin, viewer) == case.game.view(state, viewer)
            assert own_moves(case, twin, viewer) == own_moves(case, state, viewer)
            assert decision(rules, twin) == decision(rules, state)
            for move in moves:
                if move.actor in (viewer, TABLE):
                    here, there = judge(rules, state, move), judge(rules, twin, move)
                    assert (here.broken, here.code) == (there.broken, there.code), move


@law
@given(positions)
def test_law_6_the_log_tells_no_more_than_the_view(case: Case, drawn: Any):
    state, rules, rng = reach(case, drawn)
    for viewer in viewers(state):
        for twin in twins(case, state, viewer):
            both = set(legal_moves(rules, twin))
            for move in walks.some([move for move in legal_moves(rules, state) if move in both], 12, rng):
                here, there = judge(rules, state, move).steps, judge(rules, twin, move).steps
                if hides_more(case, here, there, viewer):
                    continue
                for left, right in zip(here, there, strict=True):
                    assert entry(case, left, viewer) == entry(case, right, viewer), move


@law
@given(positions)
def test_law_6_what_cannot_be_told_apart_afterwards_is_one_in_the_log(case: Case, drawn: Any):
    """Two moves that leave different states and equal views differ in a secret, such as the card that was drawn."""
    state, rules, rng = reach(case, drawn)
    steps = [judge(rules, state, move).steps[-1] for move in walks.some(legal_moves(rules, state), 12, rng)]
    for viewer in viewers(state):
        seen: dict[tuple[type, Any], Any] = {}
        for step in steps:
            if step.move.actor != viewer:
                first = seen.setdefault((type(step.move), case.game.view(step.after, viewer)), step)
                if first.after != step.after:
                    assert entry(case, first, viewer) == entry(case, step, viewer)


def entry(case: Case, step: Any, viewer: str | None) -> Any:
    move, events = case.game.view_entry(step.before, step.move, step.events, viewer)
    document.read(case.game.Move, wire(move))
    return wire(move), wire(events)


def hides_more(case: Case, here: Any, there: Any, viewer: str | None) -> bool:
    """A move may reveal what was hidden (a hand laid open); then the views part, and so may the log."""
    return case.game.view(here[-1].after, viewer) != case.game.view(there[-1].after, viewer)


# -- 7 ----------------------------------------------------------------------------------------------------------------


def leaves(node: Wire | None, chosen: Wire) -> Iterator[Wire]:
    if node is None:
        yield chosen
    else:
        for choice in node["choices"]:
            yield from leaves(choice["then"], {**chosen, node["field"]: choice["value"]})


@law
@given(positions)
def test_law_7_the_leaves_of_the_choice_tree_are_the_legal_moves(case: Case, drawn: Any):
    state, rules, _ = reach(case, drawn)
    assert list(leaves(wire(choice_tree(rules, state)), {})) == wire(legal_moves(rules, state))


# -- 8 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_law_8_every_way_a_game_ends_is_on_record(game: Game):
    """The records themselves are judged in test_records.py. The toy has none: only registered games are recorded."""
    recorded = [json.loads(path.read_text(encoding="utf-8")) for path in (RECORDS / game.id).glob("*.json")]
    ends = {golden["record"]["result"]["ended_by"] for golden in recorded if golden["record"].get("result")}
    reached = {case.game.scores(walks.whole_game(case).last).ended_by for case in CASES[game.id]}
    assert reached <= ends


# -- chance -----------------------------------------------------------------------------------------------------------


@law
@given(positions)
def test_chance_has_a_weight_for_everything_it_can_do(case: Case, drawn: Any):
    state, rules, _ = reach(case, drawn)
    weighed = walks.outcomes(rules, state)
    assert [move for move, _ in weighed] == [move for move in legal_moves(rules, state) if move.actor == CHANCE]
    assert all(weight > 0 for _, weight in weighed)


def test_the_toy_is_only_in_the_tests():
    assert toy.GAME.id not in GAMES
