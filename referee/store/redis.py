"""The store in Redis: each session is a hash and a stream with one hash tag, each write one Lua script.

A stream entry's id is its version, so the log cannot hold a version twice. The join code leads to a session from
another slot and is written before it: a code may lead nowhere, but no session is without its code.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.resources import files
from typing import Any

from redis import ConnectionPool, Redis, exceptions
from redis.backoff import NoBackoff
from redis.retry import Retry

from referee.store import (
    DEFAULT_LIFETIMES,
    Caller,
    CodeTaken,
    Expired,
    Key,
    KeyReused,
    Lifetimes,
    NoSuchSession,
    OutcomeUnknown,
    Refused,
    RoleTaken,
    Session,
    StaleVersion,
    StoreUnavailable,
    Written,
)

PREFIX = "referee:"
SCRIPTS = ("append", "create", "delete", "forgive", "grant", "hit")


def session_key(session_id: str) -> str:
    return f"{PREFIX}{{{session_id}}}:session"


def log_key(session_id: str) -> str:
    return f"{PREFIX}{{{session_id}}}:log"


def request_key(session_id: str, scope: str) -> str:
    return f"{PREFIX}{{{session_id}}}:key:{scope}"


def code_key(code: str) -> str:
    return f"{PREFIX}code:{code}"


def bucket_key(bucket: str) -> str:
    return f"{PREFIX}hits:{bucket}"


class NotConnected(exceptions.ConnectionError):
    """The server could not be reached, so nothing was sent."""


class _Connecting:
    """Tells failures to connect from failures after sending."""

    def connect(self) -> None:
        try:
            super().connect()  # type: ignore[misc]
        except (exceptions.ConnectionError, exceptions.TimeoutError) as error:
            raise NotConnected(str(error)) from error


def _pool(url: str, **options: Any) -> ConnectionPool:
    """Return connections that never repeat a command: redis-py would repeat a timed-out write up to ten times.

    Protocol 2, because with protocol 3 the pool hands out connections that the server has closed.
    """
    pool = ConnectionPool.from_url(url, retry=Retry(NoBackoff(), 0), protocol=2, **options)
    pool.connection_class = type("Connection", (_Connecting, pool.connection_class), {})
    return pool


REFUSALS: dict[bytes, type[Exception]] = {
    b"none": NoSuchSession,
    b"expired": Expired,
    b"refused": Refused,
    b"reused": KeyReused,
    b"taken": RoleTaken,
}


class RedisStore:
    """Sessions in Redis. Waiting for entries has connections of its own, which may block."""

    name = "redis"

    def __init__(
        self,
        url: str,
        lifetimes: Lifetimes = DEFAULT_LIFETIMES,
        *,
        timeout: float = 0.5,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._lifetimes = lifetimes
        self._clock = clock
        self._client = Redis(connection_pool=_pool(url, socket_timeout=timeout, socket_connect_timeout=timeout))
        self._waiting = Redis(connection_pool=_pool(url, socket_timeout=30, socket_connect_timeout=timeout))
        self._scripts = {
            name: self._client.register_script((files(__package__) / f"{name}.lua").read_text("utf-8"))
            for name in SCRIPTS
        }

    def close(self) -> None:
        self._client.connection_pool.disconnect()
        self._waiting.connection_pool.disconnect()

    # -- talking to the server ----------------------------------------------------------------------------------------

    def _now(self) -> int:
        return round(self._clock() * 1000)

    def _ask(self, *command: Any) -> Any:
        """Send one command, once, and return its answer.

        So does `Redis.execute_command`, but with retries and measurements around it. We want none, and they take time
        with every move. A connection that fails closes itself; the pool mends it before it is used again.
        """
        pool = self._client.connection_pool
        connection = pool.get_connection()
        try:
            connection.send_command(*command)  # type: ignore[no-untyped-call]
            return connection.read_response()
        finally:
            pool.release(connection)

    def _run(self, script: str, keys: Sequence[str], *args: Any) -> Any:
        """Run a script by its digest, or by its text on a server that does not know it yet and so has not run it."""
        known = self._scripts[script]
        try:
            return self._ask("EVALSHA", known.sha, len(keys), *keys, *args)
        except exceptions.NoScriptError:
            return self._ask("EVAL", known.script, len(keys), *keys, *args)

    def _read(self, command: Callable[..., Any], *args: Any, **more: Any) -> Any:
        try:
            return command(*args, **more)
        except exceptions.RedisError as error:
            raise StoreUnavailable(str(error)) from error

    def _write(self, script: str, keys: Sequence[str], *args: Any) -> list[Any]:
        """Run a script once; raise what it refuses with."""
        try:
            answer: list[Any] = self._run(script, keys, *args)
        except (NotConnected, exceptions.ResponseError, exceptions.BusyLoadingError) as error:
            raise StoreUnavailable(str(error)) from error  # not sent, or refused as a whole (OOM, READONLY, LOADING)
        except exceptions.RedisError as error:
            raise OutcomeUnknown(str(error)) from error
        word = answer[0]
        if word in REFUSALS:
            raise REFUSALS[word]()
        if word == b"stale":
            raise StaleVersion(answer[1])
        if word == b"torn":
            raise StoreUnavailable("the log does not end where its session says")
        return answer

    # -- the contract -------------------------------------------------------------------------------------------------

    def ping(self) -> None:
        self._read(self._client.ping)

    def create(self, session: Session) -> Session:
        life = self._lifetimes
        fields: dict[str, Any] = {
            "info": session.info,
            "code": session.code,
            "version": session.version,
            "state": session.state,
            **{f"token:{role}": token for role, token in session.tokens.items()},
            **{f"name:{role}": name for role, name in session.names.items()},
        }
        code = code_key(session.code)
        if not self._read(self._client.set, code, session.id, nx=True, px=self._code_life()):
            raise CodeTaken(session.code)
        flat = [part for pair in fields.items() for part in pair]
        times = self._now(), _ms(life.session), _ms(life.expired)
        if self._write("create", [session_key(session.id)], *times, *flat)[0] == b"exists":
            self._tidy(self._client.delete, code)
        return self.load(session.id)

    def _code_life(self) -> int:
        return 2 * _ms(self._lifetimes.session) + _ms(self._lifetimes.expired)

    def find(self, code: str) -> str:
        found = self._read(self._client.get, code_key(code))
        if found is None:
            raise NoSuchSession
        return str(found, "ascii")

    def load(self, session_id: str) -> Session:
        rows: list[bytes] = self._read(self._ask, "HGETALL", session_key(session_id))
        found = dict(zip(rows[::2], rows[1::2], strict=True))
        if not found:
            raise NoSuchSession
        expires = int(found[b"expires"]) / 1000
        if expires + self._lifetimes.expired <= self._clock():
            raise NoSuchSession
        if expires <= self._clock():
            raise Expired(_by_role(found, b"token:"))
        return Session(
            id=session_id,
            info=found[b"info"],
            code=found[b"code"].decode(),
            state=found[b"state"],
            version=int(found[b"version"]),
            tokens=_by_role(found, b"token:"),
            names=_by_role(found, b"name:"),
            expires=expires,
        )

    def recall(self, session_id: str, key: Key) -> Written | None:
        found = self._read(self._client.hmget, request_key(session_id, key.scope), "request", "first", "last")
        if found[0] is None:
            return None
        if found[0].decode() != key.request:
            raise KeyReused
        return Written(int(found[1]), int(found[2]), True)

    def append(
        self,
        session_id: str,
        caller: Caller,
        expected: int,
        entries: Sequence[bytes],
        state: bytes,
        key: Key | None = None,
    ) -> Written:
        life = self._lifetimes
        keys = [session_key(session_id), log_key(session_id), request_key(session_id, key.scope if key else "")]
        times = _ms(life.session), _ms(life.expired), _ms(life.key)
        word, first, last, *renew = self._write(
            "append", keys, self._now(), *caller, key.request if key else "", expected, state, *times, *entries
        )
        if renew:
            self._tidy(self._client.pexpire, code_key(renew[0].decode()), self._code_life())
        return Written(int(first), int(last), word == b"repeated")

    def _tidy(self, command: Callable[..., Any], *args: Any) -> None:
        """Let a join code live on with its session, or end. What was asked for is done; a failure here is harmless:
        a code that is not renewed is renewed with a later move, and one that is left over leads nowhere.
        """
        with suppress(exceptions.RedisError):
            command(*args)

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
        self._write(
            "grant",
            [session_key(session_id), request_key(session_id, key.scope if key else "")],
            self._now(),
            role,
            token,
            name or "",
            *(caller or ("", "")),
            key.request if key else "",
            _ms(self._lifetimes.expired),
            _ms(self._lifetimes.key),
        )

    def log(self, session_id: str, after: int, limit: int) -> list[tuple[int, bytes]]:
        rows = self._read(self._client.xrange, log_key(session_id), f"({after}-0" if after else "-", "+", count=limit)
        return [(int(id.split(b"-")[0]), fields[b"entry"]) for id, fields in rows]

    def wait(self, session_id: str, after: int, seconds: float) -> bool:
        block = max(_ms(seconds), 1)
        return bool(self._read(self._waiting.xread, {log_key(session_id): f"{after}-0"}, count=1, block=block))

    def delete(self, session_id: str, caller: Caller) -> None:
        keys = [session_key(session_id), log_key(session_id)]
        _, code = self._write("delete", keys, self._now(), *caller, _ms(self._lifetimes.expired))
        self._tidy(self._client.delete, code_key(code.decode()))

    def hit(self, bucket: str, limit: int, seconds: int) -> int:
        milliseconds: Any = self._read(self._run, "hit", [bucket_key(bucket)], limit, seconds * 1000)
        return -(-int(milliseconds) // 1000)

    def forgive(self, bucket: str) -> None:
        self._read(self._run, "forgive", [bucket_key(bucket)])


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _by_role(found: dict[bytes, bytes], prefix: bytes) -> dict[str, str]:
    cut = len(prefix)
    return {name[cut:].decode(): value.decode() for name, value in found.items() if name.startswith(prefix)}
