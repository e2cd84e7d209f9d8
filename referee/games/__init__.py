"""The games that the referee knows."""

from referee.core.game import Game
from referee.games import coq, hexenrennen

GAMES: dict[str, Game] = {game.id: game for game in (coq.GAME, hexenrennen.GAME)}
