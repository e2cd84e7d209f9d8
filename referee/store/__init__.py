"""Where tables are kept: the contract that every store fulfils.

A store keeps documents (bytes) and versions. It knows no game: it compares versions, remembers keys of requests and
hands out what was put in. Every write is one atomic step; what a write refuses has changed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

DAY = 24 * 60 * 60


class NoSuchSession(Exception):
    """There is no such session, or nobody may know of it."""


class Expired(Exception):
    """The session lived, and nobody has moved for too long. `tokens` are its hashes by role, where they were read."""

    def __init__(self, tokens: Mapping[str, str] | None = None) -> None:
        super().__init__("the session has expired")
        self.tokens = tokens or {}


class Refused(Exception):
    """The caller's token has been replaced."""


class RoleTaken(Exception):
    """Somebody else holds the role."""


class CodeTaken(Exception):
    """Another session has this join code."""


class StaleVersion(Exception):
    """The session is not at the expected version."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the session is at version {current}")
        self.current = current


class KeyReused(Exception):
    """The key was used for another request."""


class StoreUnavailable(Exception):
    """The store cannot be reached, or cannot take this now; nothing was changed."""


class OutcomeUnknown(Exception):
    """The write was sent and no answer came; the same request with the same key decides it."""


class StoreFull(Exception):
    """There is no room left; nothing was changed."""


class Key(NamedTuple):
    """The key of a request, within its scope, and a hash of what was requested."""

    scope: str
    request: str


class Caller(NamedTuple):
    """Who writes: a role, and the hash of the token that proves it."""

    role: str
    token: str


class Written(NamedTuple):
    """The versions that a request made; `repeated` when an earlier request with the same key made them."""

    first: int
    last: int
    repeated: bool


@dataclass(frozen=True)
class Session:
    """A session as it is stored. `info` never changes; `tokens` are hashes by role, `names` are texts by role."""

    id: str
    info: bytes
    code: str
    state: bytes
    version: int = 0
    tokens: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    expires: float = 0  # seconds since 1970


@dataclass(frozen=True)
class Lifetimes:
    """How long, in seconds, things are kept: a session after its last move, what says that it expired, a key."""

    session: float = 30 * DAY
    expired: float = 7 * DAY
    key: float = DAY


DEFAULT_LIFETIMES = Lifetimes()


class Store(Protocol):
    """The contract. Every call may also raise StoreUnavailable, every write OutcomeUnknown or StoreFull."""

    name: str

    def ping(self) -> None:
        """Return when the store answers."""

    def create(self, session: Session) -> Session:
        """Keep a new session and return it; if one with this id exists, return that. Raise CodeTaken."""

    def find(self, code: str) -> str:
        """Return the id of the session with this join code. Raise NoSuchSession."""

    def load(self, session_id: str) -> Session:
        """Return a session as it is now. Raise NoSuchSession, Expired."""

    def recall(self, session_id: str, key: Key) -> Written | None:
        """Return what an earlier request with this key made. Raise KeyReused."""

    def append(
        self,
        session_id: str,
        caller: Caller,
        expected: int,
        entries: Sequence[bytes],
        state: bytes,
        key: Key | None = None,
    ) -> Written:
        """Add entries to the log, one version each, and keep the state after them.

        Raise NoSuchSession, Expired, Refused, KeyReused, StaleVersion, checked in this order.
        """

    def grant(
        self,
        session_id: str,
        role: str,
        token: str,
        *,
        name: str | None = None,
        caller: Caller | None = None,
        key: Key | None = None,
    ) -> None:
        """Give a role a token. With a caller the token is replaced; without one a role that is held is RoleTaken."""

    def log(self, session_id: str, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Return entries with their versions, from the first one after a version on."""

    def wait(self, session_id: str, after: int, seconds: float) -> bool:
        """Wait until the log has an entry after a version; return False when the time is over first."""

    def delete(self, session_id: str, caller: Caller) -> None:
        """Forget a session. Raise NoSuchSession, Expired, Refused."""

    def hit(self, bucket: str, limit: int, seconds: int) -> int:
        """Count an attempt; return 0, or in how many seconds to come back when there were more than the limit."""

    def forgive(self, bucket: str) -> None:
        """Take back one counted attempt."""

    def close(self) -> None:
        """Let go of connections."""
