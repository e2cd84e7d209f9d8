"""Semantic attacks: documents that fit the schema, or nearly, and cannot be so. No answer is an accident."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.games import GAMES
from tests.api.positions import reached, some_moves
from tests.table import Table, Wire, move, wire
from tests.walks import damaged, places

QUESTIONS = ("legal-moves", "verdicts", "scores", "descriptions", "position-checks")
ROUNDS = 250  # attacks on each game
SLOWEST = 2.0  # seconds for one answer, on a slow machine

game_ids = pytest.mark.parametrize("game_id", GAMES)


def borrowed_todo(state: Wire, game_id: str, rng: random.Random) -> Wire:
    """Give a state what is still to do in another one."""
    return {**state, "todo": rng.choice(reached(game_id)).state["todo"]}


def mixed_todo(state: Wire, game_id: str, rng: random.Random) -> Wire:
    """Shuffle, cut, double or mix what is still to do."""
    mine, other = state["todo"], rng.choice(reached(game_id)).state["todo"]
    todo = rng.choice([[], mine[1:], mine[::-1], mine * 2, mine + other, other + mine, mine[:1] + other[1:], mine * 40])
    return {**state, "todo": todo}


def crossed(state: Wire, game_id: str, rng: random.Random) -> Wire:
    """Take one field from another position."""
    name = rng.choice(list(state))
    return {**state, name: rng.choice(reached(game_id)).state.get(name, state[name])}


def reseated(state: Wire, game_id: str, rng: random.Random) -> Wire:
    seats, colours = state["seats"], list(GAMES[game_id].colours)
    others = [colour for colour in colours if colour not in seats]
    options = [[], seats[:1], seats[:-1], seats[::-1], seats + seats[:1], seats * 4, colours, seats[:-1] + others[:1]]
    return {**state, "seats": rng.choice(options)}


def extreme(state: Wire, game_id: str, rng: random.Random) -> Wire:
    """Replace one number by an extreme one."""
    made = copy.deepcopy(state)
    numbers = [path for path, value in places(made) if type(value) is int]
    *above, last = rng.choice(numbers)
    inner: Any = made
    for key in above:
        inner = inner[key]
    inner[last] = rng.choice([-1, -2, 0, 1, 7, 33, 34, 51, 52, 99, 201, 10**6, 2**31, 2**53 - 1, -(2**53) + 1])
    return made


def broken(state: Wire, game_id: str, rng: random.Random) -> Wire:
    """Change one to three things anywhere."""
    for _ in range(rng.randint(1, 3)):
        state = damaged(state, rng)
    return state


ATTACKS: tuple[Callable[[Wire, str, random.Random], Wire], ...] = (
    borrowed_todo,
    mixed_todo,
    crossed,
    reseated,
    extreme,
    broken,
    broken,
)


def attacks(game_id: str, seed: int) -> Iterator[Wire]:
    rng = random.Random(seed)
    for _ in range(ROUNDS):
        yield rng.choice(ATTACKS)(rng.choice(reached(game_id)).state, game_id, rng)


def calm(client: FlaskClient, path: str, body: Any) -> int:
    """Ask, and demand an answer in time that is no accident."""
    began = time.monotonic()
    response = client.post(path, json=body)
    assert response.status_code in (200, 409, 422), (path, body)
    assert time.monotonic() - began < SLOWEST, (path, body)
    return int(response.status_code)


@game_ids
def test_a_spoilt_state_is_judged_calmly(client: FlaskClient, game_id: str):
    rng, moves, base = random.Random(game_id), some_moves(game_id), f"/v1/games/{game_id}"
    seen = set()
    for state in attacks(game_id, 1):
        for question in QUESTIONS:
            body = {"state": state, **({"move": rng.choice(moves)} if question == "verdicts" else {})}
            status = calm(client, f"{base}/{question}", body)
            seen.add(status)
            assert not (question == "position-checks" and status == 409)
    assert seen == {200, 409, 422}  # else the attacks are too weak or too wild to tell anything


@game_ids
def test_every_question_agrees_on_whether_a_state_is_sound(client: FlaskClient, game_id: str):
    base = f"/v1/games/{game_id}"
    for state in attacks(game_id, 2):
        checked = client.post(f"{base}/position-checks", json={"state": state})
        asked = client.post(f"{base}/legal-moves?legal_moves=none", json={"state": state})
        if checked.status_code == 422:
            assert asked.status_code == 422
        elif checked.json["sound"]:
            assert asked.status_code == 200
        else:
            assert (asked.status_code, asked.json["code"]) == (409, "impossible-position")
            assert asked.json["faults"] == checked.json["faults"]


@game_ids
def test_play_goes_on_from_whatever_passes_as_sound(client: FlaskClient, game_id: str):
    rng, base = random.Random(game_id), f"/v1/games/{game_id}"
    for state in attacks(game_id, 3):
        answer = client.post(f"{base}/legal-moves", json={"state": state})
        for _ in range(6):
            if answer.status_code != 200 or not answer.json["legal_moves"]:
                break
            played = rng.choice(answer.json["legal_moves"])
            answer = client.post(f"{base}/verdicts", json={"state": state, "move": played})
            assert answer.status_code == 200, (state, played)
            assert answer.json["legal"], (state, played)
            state = answer.json["state"]


@game_ids
def test_a_spoilt_set_up_is_judged_calmly(client: FlaskClient, game_id: str):
    rng, base = random.Random(game_id), f"/v1/games/{game_id}"
    seen = set()
    for _ in range(ROUNDS):
        each = rng.choice(reached(game_id))
        position = client.post(f"{base}/descriptions", json={"state": each.state}).json["position"]
        setup = broken({**each.setup, "position": position}, game_id, rng)
        seen.add(calm(client, f"{base}/setups", setup))
        calm(client, f"{base}/replays", {"setup": setup, "moves": list(each.moves)})
    assert seen == {200, 409, 422}


# -- every fault, with its rule and its place -------------------------------------------------------------------------

SOUND = wire(
    Table(
        "coq",
        {"seats": ["red", "blue"], "position": {"turn": "red", "pawns": {"red": [[6, False], [31, True]]}}},
        move("chance", "roll", value=4),
    ).state
)


def spoilt(**changes: Any) -> Wire:
    return {**copy.deepcopy(SOUND), **changes}


def on(*squares: Any) -> list[Any]:
    """Put pawns on squares, both of Red first; a square with an exclamation mark has a dry pawn."""
    pawns = [[square, False] if isinstance(square, int) else [int(square[:-1]), True] for square in squares]
    return [pawns[row : row + 2] for row in range(0, len(pawns), 2)]


DUE = {"type": "thrown", "six": False, "extra": False}
MET = {"type": "meet", "victims": [["blue", 0]]}
THROW_OFF = {"type": "order", "contenders": ["red", "blue"]}
ALONE = {"type": "order", "contenders": ["red"]}
TOO_FEW = [("CQ-COMP-1", "/pawns"), ("CQ-COMP-2", "/ledgers")]
OFF_AND_DRY = [("CQ-BOARD-1", "/pawns/0/0/0"), ("CQ-BOUNCE-2", "/pawns/0/0/1")]
TWO_OFF = [("CQ-BOARD-1", "/pawns/0/0/0"), ("CQ-BOARD-1", "/pawns/1/1/0")]
UNTIDY = [("CQ-API-1", "/todo")]
FAULTS: list[tuple[str, Wire, list[tuple[str, str]]]] = [
    ("nothing wrong", spoilt(), []),
    ("nobody plays", spoilt(seats=[], pawns=[], ledgers=[]), [("CQ-SETUP-1", "/seats"), ("CQ-ORDER-3", "/turn")]),
    ("one seat twice", spoilt(seats=["red", "red"]), [("CQ-SETUP-1", "/seats")]),
    ("no pawns and points for Green", spoilt(seats=["red", "blue", "green"]), TOO_FEW),
    ("pawns of three seats", spoilt(pawns=on(6, 31, 0, 0, 0, 0)), [("CQ-COMP-1", "/pawns")]),
    ("the points of one seat", spoilt(ledgers=[{}]), [("CQ-COMP-2", "/ledgers")]),
    ("a pawn beyond the COQ", spoilt(pawns=on(6, 34, 0, 0)), [("CQ-BOARD-1", "/pawns/0/1/0")]),
    ("a pawn before the circle", spoilt(pawns=on(6, 31, -1, 0)), [("CQ-BOARD-1", "/pawns/1/0/0")]),
    ("a dry pawn where none bounces to", spoilt(pawns=on("6!", 31, 0, 0)), [("CQ-BOUNCE-2", "/pawns/0/0/1")]),
    ("a dry pawn at home", spoilt(pawns=on(6, "33!", 0, 0)), [("CQ-BOUNCE-2", "/pawns/0/1/1")]),
    ("off the board and dry", spoilt(pawns=on("99!", 31, 0, 0)), OFF_AND_DRY),
    ("a fault in every row", spoilt(pawns=on(-1, 31, 0, 40)), TWO_OFF),
    ("a seat in debt", spoilt(ledgers=[{"tolls_out": 1}, {}]), [("CQ-COMP-2", "/ledgers/0")]),
    ("more points than JSON can add up", spoilt(ledgers=[{}, {"coq": 2**53 - 1}]), [("CQ-COMP-2", "/ledgers/1")]),
    ("another board as the default", spoilt(squares=[1, 2, 3, 5] * 8 + [0]), [("CQ-BOARD-3", "/squares")]),
    ("a seat on turn that does not play", spoilt(turn="green"), [("CQ-ORDER-3", "/turn")]),
    ("nobody on turn", spoilt(turn=None), [("CQ-ORDER-3", "/turn")]),
    ("nothing to do before the end", spoilt(todo=[]), UNTIDY),
    ("a throw without what follows it", spoilt(todo=[{"type": "pick", "value": 4}]), UNTIDY),
    ("a six that was a four", spoilt(todo=[{"type": "pick", "value": 4}, {**DUE, "six": True}]), UNTIDY),
    ("a pawn to pick that cannot move", spoilt(pawns=on(0, 33, 0, 0)), UNTIDY),
    ("a throw after the end", spoilt(pawns=on(33, 33, 0, 0)), UNTIDY),
    ("two throws", spoilt(todo=[{"type": "throw"}] * 2), UNTIDY),
    ("a meeting with nobody", spoilt(todo=[{"type": "meet", "victims": []}, DUE]), UNTIDY),
    ("a meeting with a distant pawn", spoilt(todo=[MET, DUE]), UNTIDY),
    ("a meeting with an own pawn", spoilt(todo=[{"type": "meet", "victims": [["red", 1]]}, DUE]), UNTIDY),
    ("a pawn met twice", spoilt(pawns=on(6, 31, 6, 0), todo=[{**MET, "victims": [["blue", 0]] * 2}, DUE]), UNTIDY),
    ("a meeting as it should be", spoilt(pawns=on(6, 31, 6, 0), todo=[MET, DUE]), []),
    ("a throw-off in the middle of the game", spoilt(turn=None, todo=[THROW_OFF]), [("CQ-ORDER-3", "/turn")]),
    ("a throw-off of one", spoilt(turn=None, pawns=on(0, 0, 0, 0), todo=[ALONE]), [("CQ-ORDER-3", "/turn")]),
]  # fmt: skip


@pytest.mark.parametrize(("about", "state", "faults"), FAULTS, ids=[about for about, _, _ in FAULTS])
def test_a_position_check_lists_every_fault(
    client: FlaskClient, about: str, state: Wire, faults: list[tuple[str, str]]
):
    answer = client.post("/v1/games/coq/position-checks", json={"state": state})
    listed = [(fault["rule"], fault["pointer"]) for fault in answer.json["faults"]]
    assert listed == [(rule, f"/state{pointer}") for rule, pointer in faults]
    assert answer.json["sound"] is (not faults)
