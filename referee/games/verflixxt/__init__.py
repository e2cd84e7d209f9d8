"""Verflixxt (That's Life!), 2 to 8 players: the base game, its variants, Nochmal, Hoch², and all of them together."""

from importlib.resources import files

from referee.core.catalogue import load_catalogue
from referee.core.game import Example, Game
from referee.core.words import load_words
from referee.games.verflixxt import reading
from referee.games.verflixxt.components import COLOURS
from referee.games.verflixxt.moves import VerflixxtMove
from referee.games.verflixxt.setup import set_up
from referee.games.verflixxt.soundness import faults
from referee.games.verflixxt.state import RULES_VERSION, VerflixxtSetup, VerflixxtState
from referee.games.verflixxt.variants import ruleset

GAME = Game(
    id="verflixxt",
    colours=COLOURS,
    players=(2, 8),
    rules_version=RULES_VERSION,
    State=VerflixxtState,
    Move=VerflixxtMove,
    Setup=VerflixxtSetup,
    phases=("hat_draw", "drawing", "pre", "roll", "card", "move", "hat", "after"),
    ruleset=ruleset,
    set_up=set_up,
    faults=faults,
    describe=reading.describe,
    scores=reading.scores,
    view=reading.view,
    view_entry=reading.view_entry,
    example=Example(
        setup={
            "seats": ["red", "blue"],
            "position": {
                "turn": "red",
                "pawns": {"red": ["-4a", "start", "start"], "blue": ["-4a", "start", "start"]},
            },
        },
        moves=({"actor": "chance", "type": "roll", "die": 5},),
        legal={"actor": "red", "type": "pawn", "pawn": 0, "steps": 5},
        illegal={"actor": "red", "type": "guard", "from": "L1", "steps": 5},
    ),
    rulesets=("base", "variants", "nochmal", "hoch2", "mix"),
    unknown_move="VX-TURN-1",
    catalogue=load_catalogue(files(__name__)),
    words=load_words(files(__name__)),
)
