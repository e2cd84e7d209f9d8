"""The games that the referee knows."""

from referee.core.game import Game
from referee.games import coq, frantic, hexenrennen, verflixxt

GAMES: dict[str, Game] = {game.id: game for game in (coq.GAME, frantic.GAME, hexenrennen.GAME, verflixxt.GAME)}
