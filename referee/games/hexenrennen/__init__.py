"""Hexenrennen, the race of the witches, 2 to 4 players, one die."""

from importlib.resources import files

from referee.core.catalogue import load_catalogue
from referee.core.game import Example, Game
from referee.core.words import load_words
from referee.games.hexenrennen import reading
from referee.games.hexenrennen.components import CLANS
from referee.games.hexenrennen.documents import RULES_VERSION, HexenrennenMove, HexenrennenSetup, HexenrennenState
from referee.games.hexenrennen.ruleset import ruleset
from referee.games.hexenrennen.setup import set_up
from referee.games.hexenrennen.soundness import faults

GAME = Game(
    id="hexenrennen",
    colours=CLANS,
    players=(2, 4),
    rules_version=RULES_VERSION,
    State=HexenrennenState,
    Move=HexenrennenMove,
    Setup=HexenrennenSetup,
    phases=("choose_tiles", "roll", "choose_witch", "reveal", "card", "draw"),
    ruleset=ruleset,
    set_up=set_up,
    faults=faults,
    describe=reading.describe,
    scores=reading.scores,
    view=reading.view,
    view_entry=reading.view_entry,
    example=Example(
        setup={
            "seats": ["green", "yellow", "blue", "red"],
            "position": {
                "turn": "green",
                "witches": {"green": [42, 0, 0]},
                "revealed": {"42": ["red", 9], "44": ["green", "magic"]},
                "hands": {"green": [2, 5, 7, 8]},
            },
        },
        moves=(
            {"actor": "chance", "type": "roll", "value": 2},
            {"actor": "green", "type": "move", "witch": 0},
        ),
        legal={"actor": "green", "type": "card", "card": 7},
        illegal={"actor": "green", "type": "card", "card": 8},
    ),
    unknown_move="HX-API-2",
    catalogue=load_catalogue(files(__name__)),
    words=load_words(files(__name__)),
)
