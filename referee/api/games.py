"""The stateless questions: the client keeps the state and sends it with each question."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from referee.api import answers, details
from referee.api.answers import answer, cacheable
from referee.api.gate import REPLAY_LIMIT, ListingQuery, NoQuery, read_body, read_json, read_query
from referee.api.language import language
from referee.api.problems import Problem, cited_faults, impossible
from referee.api.schemas import envelopes
from referee.core import document
from referee.core.game import Game, Ruleset
from referee.core.play import judge
from referee.core.records import verify
from referee.core.rules import ImpossiblePosition
from referee.games import GAMES

games = Blueprint("games", __name__, url_prefix="/v1/games")


def find(game_id: str) -> Game:
    if game_id not in GAMES:
        raise Problem("not-found", details.NO_GAME.filled(game=game_id))
    return GAMES[game_id]


def lay_out(game: Game, setup: Any, prefix: str = "") -> Any:
    """Set up a game, or answer why the rules exclude it."""
    try:
        return game.set_up(setup)
    except ImpossiblePosition as error:
        raise impossible(game.catalogue, error, prefix) from error


def sound(game: Game, state: Any) -> Ruleset:
    """Return the rules for a state that a client sent, or answer what is wrong with it."""
    if faults := tuple(game.faults(state)):
        raise impossible(game.catalogue, ImpossiblePosition(faults), "/state")
    return game.ruleset(state)


def asked_state(game: Game) -> Any:
    """Read `{"state": ...}` from the body of a question that has no query."""
    read_query(NoQuery)
    return envelopes(game).state_body.read(read_body())["state"]


# -- the catalogue ----------------------------------------------------------------------------------------------------


@games.get("")
def list_games() -> Response:
    return cacheable({"games": [answers.game_row(game, language()) for game in GAMES.values()]})


@games.get("/<game_id>")
def show_game(game_id: str) -> Response:
    return cacheable(answers.game_row(find(game_id), language()))


@games.get("/<game_id>/rules")
def list_rules(game_id: str) -> Response:
    game = find(game_id)
    rules = [answers.rule_row(game, id, language()) for id in game.catalogue.rules]
    return cacheable({"game": game.id, "rules_version": game.rules_version, "rules": rules})


@games.get("/<game_id>/rules/<rule_id>")
def show_rule(game_id: str, rule_id: str) -> Response:
    game = find(game_id)
    if rule_id not in game.catalogue.rules:
        raise Problem("not-found", details.NO_RULE.filled(game=game.id, rule=rule_id))
    return cacheable(answers.rule_row(game, rule_id, language()))


@games.get("/<game_id>/examples")
def show_example(game_id: str) -> Response:
    return cacheable(answers.example(find(game_id)))


# -- questions --------------------------------------------------------------------------------------------------------


@games.post("/<game_id>/setups")
def set_up(game_id: str) -> Response:
    game, query = find(game_id), read_query(ListingQuery)
    state = lay_out(game, document.read(game.Setup, read_json()))
    shown = answers.listing(game.ruleset(state), state, query)
    return answer({"state": state, **shown, **answers.warnings(game, None, state)})


@games.post("/<game_id>/legal-moves")
def list_legal_moves(game_id: str) -> Response:
    game, query = find(game_id), read_query(ListingQuery)
    state = envelopes(game).state_body.read(read_body())["state"]
    return answer(answers.listing(sound(game, state), state, query))


@games.post("/<game_id>/verdicts")
def give_verdict(game_id: str) -> Response:
    game, query = find(game_id), read_query(ListingQuery)
    given = envelopes(game).verdict_body.read(read_body())
    rules = sound(game, given["state"])
    judged = judge(rules, given["state"], given["move"])
    return answer(answers.verdict(game, rules, given["state"], judged, query))


@games.post("/<game_id>/position-checks")
def check_position(game_id: str) -> Response:
    game = find(game_id)
    faults = cited_faults(game.catalogue, game.faults(asked_state(game)), "/state", language())
    return answer({"sound": not faults, "faults": faults})


@games.post("/<game_id>/scores")
def show_scores(game_id: str) -> Response:
    game = find(game_id)
    state = asked_state(game)
    sound(game, state)
    return answer(game.scores(state))


@games.post("/<game_id>/descriptions")
def describe(game_id: str) -> Response:
    game = find(game_id)
    state = asked_state(game)
    sound(game, state)
    return answer(described(game, state))


def described(game: Game, state: Any) -> dict[str, Any]:
    description = game.describe(state)
    spoken = language()
    return {
        "position": description.position,
        "sentences": [game.words.sentence(sentence, spoken) for sentence in description.sentences],
    }


# -- replays ----------------------------------------------------------------------------------------------------------


@games.post("/<game_id>/replays")
def verify_record(game_id: str) -> Response:
    game = find(game_id)
    read_query(NoQuery)
    record = envelopes(game).record.load(read_json(REPLAY_LIMIT))
    try:
        verified = verify(game, record["setup"], record["moves"], record)
    except ImpossiblePosition as error:
        raise impossible(game.catalogue, error, "/setup") from error
    return answer(verified.told(game, language()))
