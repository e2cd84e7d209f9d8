"""The command line: `referee serve`, `games`, `check`, `replay`, `openapi`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from referee import __version__
from referee.core import document
from referee.core.catalogue import Language
from referee.core.document import BadDocument, NotJson
from referee.core.game import Game
from referee.core.play import Verdict, decision, judge, legal_moves, result
from referee.core.records import Verified, verify
from referee.core.rules import ImpossiblePosition
from referee.games import GAMES

LEGAL, ILLEGAL, BAD_INPUT = 0, 1, 2


class BadInput(Exception):
    """What the person gave cannot be used; the text says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    given = parser().parse_args(arguments)
    try:
        code: int = given.run(given)
        return code
    except BadInput as error:
        print(f"referee: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return LEGAL


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="referee",
        description="A rules referee for board games: is this move legal, and which rule decides?",
        epilog="Every command explains itself with --help.",
    )
    top.add_argument("--version", action="version", version=f"referee {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser(
        "serve",
        help="run the service",
        description="Run the service with gunicorn. Without --redis-url games are kept in a SQLite file. Settings also "
        "come from REFEREE_* environment variables; an option given here counts more.",
    )
    serve.add_argument("--host", help="address to listen on (default 127.0.0.1; 0.0.0.0 lets phones in)")
    serve.add_argument("--port", type=int, help="port to listen on (default 8080)")
    serve.add_argument("--workers", type=int, help="number of processes (default 2)")
    serve.add_argument("--redis-url", help="keep games in this Redis, e.g. redis://127.0.0.1:6379/0")
    serve.set_defaults(run=run_serve)

    games = commands.add_parser("games", help="list the games", description="List the games and their rulesets.")
    games.set_defaults(run=run_games)

    check = commands.add_parser(
        "check",
        help="judge a move",
        description='Judge a move. FILE holds {"state": ..., "move": ...} as the API takes it, or {"setup": ..., '
        '"moves": [...], "move": ...}; "-" reads standard input.',
        epilog="Exit code 0: legal. 1: illegal. 2: the input cannot be used.",
    )
    check.add_argument("game", metavar="GAME", choices=sorted(GAMES), help=f"one of {', '.join(sorted(GAMES))}")
    check.add_argument("file", metavar="FILE")
    check.add_argument("--json", action="store_true", help="print the verdict as JSON")
    check.add_argument("--lang", choices=["en", "fr"], default="en", help="language of the texts (default en)")
    check.set_defaults(run=run_check)

    replay = commands.add_parser(
        "replay",
        help="verify a game record",
        description='Replay a game record ({"game", "setup", "moves", ...}) and say whether every move is legal and '
        'the result is right; "-" reads standard input.',
        epilog="Exit code 0: the record holds. 1: it does not. 2: the input cannot be used.",
    )
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--json", action="store_true", help="print the outcome as JSON")
    replay.add_argument("--lang", choices=["en", "fr"], default="en", help="language of the texts (default en)")
    replay.set_defaults(run=run_replay)

    openapi = commands.add_parser(
        "openapi",
        help="write the OpenAPI document",
        description="Write the OpenAPI document to FILE (default openapi.yaml in this folder).",
    )
    openapi.add_argument("file", metavar="FILE", nargs="?", default="openapi.yaml")
    openapi.add_argument("--stdout", action="store_true", help="print it instead")
    openapi.set_defaults(run=run_openapi)
    return top


# -- commands ---------------------------------------------------------------------------------------------------------


def run_serve(given: argparse.Namespace) -> int:
    from referee.api.config import BadConfig, read_config
    from referee.server import Service, greeting, refuse_taken_port

    try:
        config = read_config(
            os.environ, host=given.host, port=given.port, workers=given.workers, redis_url=given.redis_url
        )
        refuse_taken_port(config)
    except BadConfig as error:
        raise BadInput(str(error)) from error
    print(greeting(config), flush=True)
    Service(config).run()
    return 0


def run_games(given: argparse.Namespace) -> int:
    for game in GAMES.values():
        fewest, most = game.players
        print(f"{game.id}: {game.words.game.title.en}, {fewest} to {most} players (rules version {game.rules_version})")
        print(f"    {game.words.game.summary.en}")
        for name in game.rulesets:
            print(f"    - {name}: {game.words.rulesets[name].en}")
    return 0


def run_check(given: argparse.Namespace) -> int:
    game = GAMES[given.game]
    body = read_object(given.file)
    state = given_state(game, body)
    if "move" not in body:
        raise BadInput('the file has no "move"')
    move = fit(game.Move, body["move"], "/move")
    rules = game.ruleset(state)
    verdict = judge(rules, state, move)
    after = state if verdict.broken else verdict.steps[-1].after
    if given.json:
        print_json({**verdict_fields(game, verdict, given.lang), "decision": decision(rules, after)})
    else:
        print_verdict(game, verdict, given.lang)
        print(next_moves(game, after, given.lang))
    return ILLEGAL if verdict.broken else LEGAL


def run_replay(given: argparse.Namespace) -> int:
    record = read_object(given.file)
    if record.get("game") not in GAMES:
        raise BadInput(f'"game" must be one of {", ".join(sorted(GAMES))}')
    if type(record.get("rules_version", 1)) is not int:
        raise BadInput('"rules_version" must be an integer')
    game = GAMES[record["game"]]
    setup = fit(game.Setup, record.get("setup"), "/setup")
    moves = [fit(game.Move, move, f"/moves/{n}") for n, move in enumerate(listed(record, "moves"))]
    try:
        verified = verify(game, setup, watched(moves), record)
    except ImpossiblePosition as error:
        raise BadInput(fault_lines(game, error, "/setup")) from error
    if given.json:
        print_json(verified.told(game, given.lang))
    else:
        print(in_words(game, verified, moves, given.lang))
    return ILLEGAL if verified.code else LEGAL


def run_openapi(given: argparse.Namespace) -> int:
    from referee.api.openapi import as_yaml, openapi

    text = as_yaml(openapi())
    if given.stdout:
        sys.stdout.write(text)
    else:
        Path(given.file).write_text(text, encoding="utf-8")
        print(f"Wrote {given.file}.")
    return 0


# -- reading ----------------------------------------------------------------------------------------------------------


def read_object(file: str) -> dict[str, Any]:
    """Read a JSON object from a file or, for "-", from standard input."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        value = document.parse(data)
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from error
    except NotJson as error:
        raise BadInput(f"{file}: {error}") from error
    if not isinstance(value, dict):
        raise BadInput(f"{file}: expected a JSON object")
    return value


def listed(body: dict[str, Any], name: str) -> list[Any]:
    found = body.get(name, [])
    if not isinstance(found, list):
        raise BadInput(f'"{name}" must be a list')
    return found


def fit(type: Any, value: Any, at: str) -> Any:
    try:
        return document.read(type, value)
    except BadDocument as error:
        raise BadInput(f"{error.detail} (at {at}{error.pointer})") from error


def lay_out(game: Game, setup: Any) -> Any:
    try:
        return game.set_up(fit(game.Setup, setup, "/setup"))
    except ImpossiblePosition as error:
        raise BadInput(fault_lines(game, error, "/setup")) from error


def given_state(game: Game, body: dict[str, Any]) -> Any:
    """Return the state that the file holds or leads to."""
    if "state" not in body:
        state = lay_out(game, body.get("setup"))
        for n, move in enumerate(listed(body, "moves")):
            verdict = judge(game.ruleset(state), state, fit(game.Move, move, f"/moves/{n}"))
            if verdict.broken:
                raise BadInput(f"move {n + 1} of the list is illegal: {verdict.broken.id}")
            state = verdict.steps[-1].after
        return state
    state = fit(game.State, body["state"], "/state")
    if faults := tuple(game.faults(state)):
        raise BadInput(fault_lines(game, ImpossiblePosition(faults), "/state"))
    return state


def fault_lines(game: Game, error: ImpossiblePosition, at: str) -> str:
    rows = [f"{f.rule} at {at}{f.pointer}: {game.catalogue.rules[f.rule].en}" for f in error.faults]
    return "the rules exclude this position\n  " + "\n  ".join(rows)


# -- writing ----------------------------------------------------------------------------------------------------------


def print_json(value: Any) -> None:
    print(document.dump(value).decode())


def verdict_fields(game: Game, verdict: Verdict, language: Language) -> dict[str, Any]:
    if verdict.broken:
        violation = game.catalogue.citation(verdict.broken.id, language)
        return {"legal": False, "code": verdict.code, "violations": [violation]}
    after = verdict.steps[-1].after
    happened = game.told((event for step in verdict.steps for event in step.events), language)
    return {"legal": True, "state": after, "events": happened, "result": result(game, after)}


def print_verdict(game: Game, verdict: Verdict, language: Language) -> None:
    fields = verdict_fields(game, verdict, language)
    if verdict.broken:
        broken = fields["violations"][0]
        print(f"Illegal ({fields['code']}): {broken['rule']}")
        print(f"  {broken['text']}")
        print(f"  Source: {broken['source']['document']}, {broken['source']['section']}")
        return
    print("Legal.")
    for event in fields["events"]:
        print(f"  {event['text']}  [{event['rule']}]")


def next_moves(game: Game, state: Any, language: Language) -> str:
    """Return what may be done now, in one line."""
    rules = game.ruleset(state)
    asked = decision(rules, state)
    if asked is None:
        return f"The game is over. Won by {', '.join(game.scores(state).winners)}."
    phase = game.words.phases[asked.phase].in_(language)
    return f"Next: {phase} ({', '.join(asked.actors)}), {len(legal_moves(rules, state))} legal moves."


def in_words(game: Game, verified: Verified, moves: list[Any], language: Language) -> str:
    """Return what a person wants to know of a record."""
    if verified.broken and verified.failed_at is not None:
        move = document.dump(moves[verified.failed_at]).decode()
        text = game.catalogue.rules[verified.broken.id].in_(language)
        return f"Move {verified.failed_at + 1} is illegal: {move}\n  {verified.broken.id}: {text}"
    if verified.code:
        return f"The record claims something else: {verified.code}."
    won = f"Won by {', '.join(verified.result.winners)}." if verified.result else "The game goes on."
    return f"All {len(moves)} moves are legal. {won}"


def watched(moves: list[Any]) -> Iterator[Any]:
    """Hand out moves, and show a person at a terminal how far a long replay is."""
    shown = len(moves) >= 500 and sys.stderr.isatty()
    for done, move in enumerate(moves, start=1):
        yield move
        if shown and (done % 100 == 0 or done == len(moves)):
            print(
                f"\r{done} of {len(moves)} moves", end="\n" if done == len(moves) else "", file=sys.stderr, flush=True
            )
