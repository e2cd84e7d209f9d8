"""What a problem document says in its `detail`, in both languages. The texts of rules come from the catalogues."""

from __future__ import annotations

from referee.core.catalogue import Text

# -- the request itself -----------------------------------------------------------------------------------------------

JSON_IN_UTF_8 = Text("Send the body as application/json in UTF-8.", "Envoyez le corps en application/json et en UTF-8.")
NO_COMPRESSION = Text("Send the body without compression.", "Envoyez le corps sans compression.")
CONTENT_LENGTH = Text("Send a Content-Length.", "Indiquez un Content-Length.")
TOO_MANY_BYTES = Text("This body may hold {limit} bytes.", "Ce corps peut compter {limit} octets.")
ENDS_EARLY = Text("The body ends before its Content-Length.", "Le corps se termine avant son Content-Length.")
UNREADABLE = Text("The request could not be read.", "La requête n'a pas pu être lue.")
NO_ADDRESS = Text(
    "Nothing has this address; GET / shows where to begin.", "Rien n'a cette adresse ; GET / montre par où commencer."
)
NO_METHOD = Text("The header Allow lists the methods.", "L'en-tête Allow énumère les méthodes.")
OUR_MISTAKE = Text(
    "This should not have happened. The request has changed nothing.",
    "Cela n'aurait pas dû arriver. La requête n'a rien changé.",
)

# -- games ------------------------------------------------------------------------------------------------------------

NO_GAME = Text(
    "There is no game '{game}'; GET /v1/games lists them.",
    "Il n'y a pas de jeu « {game} » ; GET /v1/games les énumère.",
)
NO_RULE = Text(
    "{game} has no rule '{rule}'; GET /v1/games/{game}/rules lists them.",
    "{game} n'a pas de règle « {rule} » ; GET /v1/games/{game}/rules les énumère.",
)

# -- tables -----------------------------------------------------------------------------------------------------------

NO_TOKEN = Text(
    "Send the token of the host, a seat or a spectator: Authorization: Bearer …",
    "Envoyez le jeton de l'hôte, d'une place ou d'un spectateur : Authorization: Bearer …",
)
NO_SESSION = Text(
    "There is no such session, or this token does not open it.",
    "Cette session n'existe pas, ou ce jeton ne l'ouvre pas.",
)
EXPIRED = Text("Nobody has moved here for too long.", "Personne n'a joué ici depuis trop longtemps.")
WRONG_CODES = Text("Too many wrong join codes came from here.", "Trop de codes faux sont venus d'ici.")
NO_FREE_CODE = Text("No free join code was found.", "Aucun code libre n'a été trouvé.")
NOT_SEATED = Text("Nobody plays {seat} at this table.", "Personne ne joue {seat} à cette table.")
SEAT_TAKEN = Text(
    "Somebody sits here already; the host can replace the seat's token.",
    "Quelqu'un est déjà assis ici ; l'hôte peut remplacer le jeton de cette place.",
)
FULL_HOUSE = Text("{most} spectators are watching already.", "{most} spectateurs regardent déjà.")
ONLY_THE_HOST = Text("Only the host may do this.", "Seul l'hôte peut faire cela.")
ONLY_WATCHING = Text("A spectator only watches.", "Un spectateur ne fait que regarder.")
ANOTHER_SEAT = Text("The token of {seat} does not act for {actor}.", "Le jeton de {seat} n'agit pas pour {actor}.")
OTHER_VERSION = Text(
    "The table is at version {current}, not {expected}.", "La table en est à la version {current}, pas {expected}."
)
NOT_EARLIER = Text(
    "Version {to} is not before the present version {current}.",
    "La version {to} ne précède pas la version actuelle {current}.",
)
NOT_THE_SENDER = Text(
    "Only the sender of the last request may take it back; the host anything.",
    "Seul l'auteur de la dernière requête peut la reprendre ; l'hôte peut tout reprendre.",
)
STILL_HIDDEN = Text(
    "The record shows what is still hidden; only the host has it before the end.",
    "Le compte rendu montre ce qui est encore caché ; avant la fin, seul l'hôte l'obtient.",
)
KEY_REUSED = Text(
    "This Idempotency-Key came with another request before; choose a new one.",
    "Cette Idempotency-Key a déjà accompagné une autre requête ; choisissez-en une nouvelle.",
)
NO_MORE_STREAMS = Text(
    "This worker carries no more streams; moves need its other threads. Come back, or poll the session.",
    "Ce processus ne porte pas plus de flux ; les coups ont besoin du reste. Revenez, ou relisez la session.",
)

# -- the store --------------------------------------------------------------------------------------------------------

STORE_AWAY = Text(
    "The store cannot take this now; nothing was changed.",
    "Le stockage ne peut rien prendre pour l'instant ; rien n'a été changé.",
)
STORE_FULL = Text("The store has no room; nothing was changed.", "Le stockage n'a plus de place ; rien n'a été changé.")
ASK_AGAIN = Text(
    "Send the same request with the same Idempotency-Key again to know.",
    "Renvoyez la même requête avec la même Idempotency-Key pour le savoir.",
)
