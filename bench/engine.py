"""The engine alone, without HTTP: what listing, judging and applying cost, and how that grows.

A step lists the legal moves of a position once, then judges and applies every one of them. Next to it, python-chess
lists the legal moves once, then pushes every one of them and writes and reads the position as FEN. `once` lists, and
judges and applies (or pushes, writes and reads) one move only; divided by the number of legal moves it is the stricter
way to compare, because the cost of the one move is shared by few legal moves in our games and by many in chess.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from bench.measuring import Figure, Progress, Row, by_turns, figure, ratios
from bench.positions import Course, Position, wander
from bench.sizes import Sizes
from referee.core.document import dump
from referee.core.play import broken_rule, choice_tree, legal_moves, play
from referee.core.rules import ImpossiblePosition
from referee.games import GAMES

try:
    import chess
except ImportError:  # an optional extra
    chess = None  # type: ignore[assignment]

# Middle games of the opening lines that most players know, to measure python-chess at.
LINES = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3",
    "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8 f1d3 d7d5 g1f3 c7c5 e1g1 b8c6 a2a3 b4c3 b2c3",
    "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5 e7e6 f2f4 f8e7 d1f3 d8c7 e1c1",
)


def _list(position: Position) -> int:
    return len(legal_moves(position.rules, position.state))


def _judge(position: Position) -> int:
    for move in position.listed:
        broken_rule(position.rules, position.state, move)
    return len(position.listed)


def _apply(position: Position) -> int:
    """Apply every listed move; `play` judges it first."""
    for move in position.listed:
        play(position.rules, position.state, move)
    return len(position.listed)


def _step(position: Position) -> int:
    rules, state = position.rules, position.state
    moves = legal_moves(rules, state)
    for move in moves:
        play(rules, state, move)
    return len(moves)


def _travel(position: Position) -> int:
    """Do a step, and write and read every new state as the wire has it."""
    rules, state = position.rules, position.state
    moves = legal_moves(rules, state)
    for move in moves:
        after, _ = play(rules, state, move)
        msgspec.json.decode(dump(after), type=type(after))
    return len(moves)


def _once(position: Position) -> int:
    """List, and judge and apply the one move that was made."""
    rules, state = position.rules, position.state
    legal_moves(rules, state)
    play(rules, state, position.move)
    return 1


def _chess_step(board: Any) -> int:
    moves = list(board.legal_moves)
    for move in moves:
        board.push(move)
        chess.Board(board.fen())
        board.pop()
    return len(moves)


def _chess_once(board: Any) -> int:
    moves = list(board.legal_moves)
    board.push(moves[len(moves) // 2])
    chess.Board(board.fen())
    board.pop()
    return 1


def chess_boards() -> list[Any]:
    boards = []
    for line in LINES:
        board = chess.Board()
        for move in line.split():
            board.push_uci(move)
        boards.append(board)
    return boards


def timed(work: Callable[[Any], int], places: Sequence[Any], repetitions: int) -> Callable[[], tuple[float, float]]:
    """Return a measurement: CPU microseconds of some work for a position, and for a legal move of it."""

    def measure() -> tuple[float, float]:
        moves, started = 0, time.process_time_ns()
        for _ in range(repetitions):
            for place in places:
                moves += work(place)
        spent = (time.process_time_ns() - started) / 1000
        return spent / repetitions / len(places), spent / max(moves, 1)

    return measure


WORK = {"list": _list, "judge": _judge, "apply": _apply, "step": _step, "travel": _travel, "once": _once}


def rows(courses: dict[str, Course], sizes: Sizes, progress: Progress) -> Iterator[Row]:
    """Measure every family at its mid-game positions, by turns with python-chess if it is installed."""
    if "engine" not in sizes.parts:
        return
    rivals = {"chess step": (_chess_step, chess_boards()), "chess once": (_chess_once, chess_boards())} if chess else {}
    chess_count = sum(board.legal_moves.count() for board in chess_boards()) / len(LINES) if chess else 0
    progress.part("engine", len(courses) * (len(WORK) + len(rivals)) * (sizes.rounds + 1))
    for name, course in courses.items():
        places = course.middle
        contenders = {what: timed(work, places, sizes.repetitions) for what, work in WORK.items()}
        contenders |= {what: timed(work, boards, 1) for what, (work, boards) in rivals.items()}
        found = by_turns(contenders, sizes.rounds, progress)
        per_position = {what: [each[0] for each in measured] for what, measured in found.items()}
        per_move = {what: [each[1] for each in measured] for what, measured in found.items()}
        count = sum(len(place.listed) for place in places) / len(places)
        figures = {
            "legal_moves": exactly(count),
            "list_us": figure(per_position["list"]),
            "once_us": figure(per_position["once"]),
            "step_us_per_move": figure(per_move["step"]),
            "with_document_us_per_move": figure(per_move["travel"]),
        }
        if chess:
            figures |= {
                "chess_us_per_move": figure(per_move["chess step"]),
                "ratio": ratios(per_move["chess step"], per_move["step"]),
                "ratio_with_document": ratios(per_move["chess step"], per_move["travel"]),
                "ratio_once": ratios(per_position["chess once"], per_position["once"]),
                "ratio_once_per_move": ratios(
                    [each / chess_count for each in per_position["chess once"]],
                    [each / count for each in per_position["once"]],
                ),
            }
        yield Row("engine", name, figures, 1.0 if chess else None)


def exactly(value: float) -> Figure:
    return Figure(value, value, value)


# -- growth -----------------------------------------------------------------------------------------------------------


def growing(courses: dict[str, Course]) -> Iterator[tuple[str, tuple[Position, ...]]]:
    """Return positions that differ in one thing: seats, length of the track, number of legal moves."""
    for game in GAMES.values():
        fewest, most = game.players
        for seats in range(fewest, most + 1):
            with suppress(ImpossiblePosition):  # more seats than the game has without an expansion
                yield f"{game.id}, {seats} seats", wander(game, {"seats": game.colours[:seats]}, 60).middle
    for squares in (6, 12, 25, 50, 100, 200):
        setup = {"seats": ["red", "blue", "green"], "options": {"squares": [2] * squares}, "starter": "red"}
        yield f"coq, {squares} squares", wander(GAMES["coq"], setup, 100).middle
    by_count: dict[int, Position] = {}
    for course in courses.values():
        if course.game.id == "frantic":
            for place in course.positions:
                by_count.setdefault(len(place.listed), place)
    counts = sorted(by_count)
    for count in counts[:: max(1, len(counts) // 6)] + counts[-1:]:
        yield f"frantic, {count} legal moves", (by_count[count],)


def growth(courses: dict[str, Course], sizes: Sizes, progress: Progress) -> Iterator[Row]:
    if "growth" not in sizes.parts:
        return
    places = dict(growing(courses))
    work = {"list": _list, "tree": lambda place: len(choice_tree(place.rules, place.state).choices), "once": _once}
    progress.part("growth", len(places) * len(work) * (sizes.rounds + 1))
    for name, positions in places.items():
        contenders = {what: timed(each, positions, sizes.repetitions) for what, each in work.items()}
        found = by_turns(contenders, sizes.rounds, progress)
        count = sum(len(place.listed) for place in positions) / len(positions)
        figures = {f"{what}_us": figure(each[0] for each in measured) for what, measured in found.items()}
        yield Row("growth", name, {"legal_moves": exactly(count), **figures})
