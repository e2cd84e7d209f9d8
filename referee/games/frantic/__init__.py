"""Frantic, the board game, 2 to 6 players."""

from importlib.resources import files

from referee.core.catalogue import load_catalogue
from referee.core.game import Example, Game
from referee.core.words import load_words
from referee.games.frantic import reading, scoring, setup, soundness
from referee.games.frantic.components import COLOURS
from referee.games.frantic.moves import FranticMove
from referee.games.frantic.ruleset import ruleset
from referee.games.frantic.setup import FranticSetup
from referee.games.frantic.state import RULES_VERSION, FranticState

GAME = Game(
    id="frantic",
    colours=COLOURS,
    players=(2, 6),
    rules_version=RULES_VERSION,
    State=FranticState,
    Move=FranticMove,
    Setup=FranticSetup,
    phases=(
        "deal",
        "first_player",
        "place",
        "play",
        "target",
        "take",
        "roll",
        "roll_window",
        "attack_window",
        "finish_window",
        "reveal",
        "pick",
        "relocate",
        "draw",
        "declare",
    ),
    ruleset=ruleset,
    set_up=setup.set_up,
    faults=soundness.faults,
    describe=reading.describe,
    scores=scoring.scores,
    view=reading.view,
    view_entry=reading.view_entry,
    warnings=reading.warnings,
    example=Example(
        setup={
            "seats": ["red", "blue", "green"],
            "position": {
                "turn": "red",
                "pawns": {"red": 20, "blue": 26, "green": 12},
                "board": {"23": ["snail"], "24": [{"card": "push", "dir": "side_up"}], "30": ["magnet"], "9": ["stop"]},
                "totals": {"red": 31, "blue": 18, "green": 44},
            },
        },
        moves=({"actor": "red", "type": "play", "card": "gift", "to": 6},),
        legal={"actor": "red", "type": "target", "effect": "gift", "pawn": "blue", "steps": 2},
        illegal={"actor": "red", "type": "target", "effect": "gift", "pawn": "red", "steps": 1},
    ),
    unknown_move="FR-TURN-6",
    catalogue=load_catalogue(files(__name__)),
    words=load_words(files(__name__)),
)
