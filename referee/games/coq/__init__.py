"""The COQ race (Le jeu du COQ), 2 to 4 players, one die."""

from importlib.resources import files

from referee.core.catalogue import load_catalogue
from referee.core.game import Example, Game
from referee.core.words import load_words
from referee.games.coq import table
from referee.games.coq.documents import COLOURS, RULES_VERSION, CoqMove, CoqSetup, CoqState
from referee.games.coq.rules import ruleset

GAME = Game(
    id="coq",
    colours=COLOURS,
    players=(2, 4),
    rules_version=RULES_VERSION,
    State=CoqState,
    Move=CoqMove,
    Setup=CoqSetup,
    phases=("order", "roll", "choose_pawn", "encounter", "extra"),
    ruleset=ruleset,
    set_up=table.set_up,
    faults=table.faults,
    describe=table.describe,
    scores=table.scores,
    warnings=table.warnings,
    example=Example(
        setup={
            "seats": ["red", "blue"],
            "position": {
                "turn": "red",
                "pawns": {"red": [[6, False], [0, False]], "blue": [[10, False], [0, False]]},
                "points": {"blue": 12},
            },
        },
        moves=({"actor": "chance", "type": "roll", "value": 4},),
        legal={"actor": "red", "type": "move", "pawn": 0},
        illegal={"actor": "red", "type": "move", "pawn": 1},
    ),
    unknown_move="CQ-API-2",
    catalogue=load_catalogue(files(__name__)),
    words=load_words(files(__name__)),
)
