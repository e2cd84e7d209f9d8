"""The store in one SQLite file: for a club evening on one machine, with several workers on the same file.

Readers never wait (write-ahead log); every write is one immediate transaction, so writers queue up and nobody's
work is lost. With `synchronous=full` a move that was acknowledged survives a power cut.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

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
    StoreFull,
    StoreUnavailable,
    Written,
)

SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, info BLOB NOT NULL, code TEXT NOT NULL UNIQUE, state BLOB NOT NULL, version INTEGER NOT NULL,
    tokens TEXT NOT NULL, names TEXT NOT NULL, expires REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires);
CREATE TABLE IF NOT EXISTS log (
    session TEXT NOT NULL, version INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (session, version)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS keys (
    session TEXT NOT NULL, scope TEXT NOT NULL, request TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    expires REAL NOT NULL, PRIMARY KEY (session, scope)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS keys_by_expiry ON keys (expires);
CREATE TABLE IF NOT EXISTS hits (
    bucket TEXT PRIMARY KEY, count INTEGER NOT NULL, resets REAL NOT NULL
) WITHOUT ROWID;
"""
COLUMNS = "id, info, code, state, version, tokens, names, expires"
BUSY = 3.0  # seconds that a writer waits for its turn
POLL = 0.1  # seconds between two looks at the log
SWEEP = 20  # expired sessions that are cleared away with each new one


def _fault(error: sqlite3.Error, *, committing: bool = False) -> Exception:
    """Say what an error of SQLite means. A failed commit that was not refused for want of room is uncertain."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return StoreFull(str(error))
    if committing and not name.startswith("SQLITE_BUSY"):
        return OutcomeUnknown(str(error))
    return StoreUnavailable(str(error))


class SqliteStore:
    """Sessions in a file. Each thread has its own connection; `pragmas` are set on every one of them."""

    name = "sqlite"

    def __init__(
        self,
        path: str | Path,
        lifetimes: Lifetimes = DEFAULT_LIFETIMES,
        *,
        synchronous: str = "full",
        clock: Callable[[], float] = time.time,
        pragmas: Sequence[str] = (),
    ) -> None:
        self.path = Path(path).expanduser()
        self._lifetimes = lifetimes
        self._clock = clock
        self._pragmas = (f"synchronous = {synchronous}", *pragmas)
        self._here = threading.local()
        self._open: list[sqlite3.Connection] = []

    # -- connections and transactions ---------------------------------------------------------------------------------

    def _connection(self) -> sqlite3.Connection:
        """Return this thread's connection, made in this process."""
        made: tuple[int, sqlite3.Connection] | None = getattr(self._here, "made", None)
        if made and made[0] == os.getpid():
            return made[1]
        try:
            connection = self._connect()
        except sqlite3.Error as error:
            raise _fault(error) from error
        except OSError as error:
            raise StoreUnavailable(str(error)) from error
        self._here.made = (os.getpid(), connection)
        self._open.append(connection)
        return connection

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=BUSY, isolation_level=None, check_same_thread=False)
        try:
            self._begin_wal(connection)
            for pragma in self._pragmas:
                connection.execute(f"PRAGMA {pragma}")
            connection.execute("BEGIN IMMEDIATE")
            for statement in filter(str.strip, SCHEMA.split(";")):
                connection.execute(statement)
            connection.execute("COMMIT")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _begin_wal(self, connection: sqlite3.Connection) -> None:
        """Switch to the write-ahead log. Several workers may do so at once, and SQLite does not queue them here."""
        give_up = time.monotonic() + BUSY
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.01)

    def close(self) -> None:
        while self._open:
            self._open.pop().close()
        self._here = threading.local()

    def _rows(self, sql: str, *args: Any) -> list[Any]:
        try:
            return self._connection().execute(sql, args).fetchall()
        except sqlite3.Error as error:
            raise _fault(error) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Run one immediate transaction; whatever is raised inside undoes it."""
        connection = self._connection()
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise _fault(error) from error
        try:
            yield connection
        except BaseException as error:
            _undo(connection)
            if isinstance(error, sqlite3.Error):
                raise _fault(error) from error
            raise
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            _undo(connection)
            raise _fault(error, committing=True) from error

    # -- the contract -------------------------------------------------------------------------------------------------

    def ping(self) -> None:
        self._rows("SELECT 1 FROM sessions LIMIT 1")

    def create(self, session: Session) -> Session:
        now = self._clock()
        kept = replace(session, expires=now + self._lifetimes.session)
        with self._writing() as db:
            self._sweep(db, now)
            if db.execute("SELECT 1 FROM sessions WHERE id = ?", (session.id,)).fetchone():
                return self._found(db, session.id)
            if db.execute("SELECT 1 FROM sessions WHERE code = ?", (session.code,)).fetchone():
                raise CodeTaken(session.code)
            row = (kept.id, kept.info, kept.code, kept.state, kept.version)
            texts = (json.dumps(dict(kept.tokens)), json.dumps(dict(kept.names)))
            db.execute(f"INSERT INTO sessions ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?)", (*row, *texts, kept.expires))
        return kept

    def _sweep(self, db: sqlite3.Connection, now: float) -> None:
        """Clear away what nobody may ask for any more."""
        gone = db.execute(
            "SELECT id FROM sessions WHERE expires <= ? LIMIT ?", (now - self._lifetimes.expired, SWEEP)
        ).fetchall()
        for (session_id,) in gone:
            _forget(db, session_id)
        db.execute("DELETE FROM keys WHERE expires <= ?", (now,))
        db.execute("DELETE FROM hits WHERE resets <= ?", (now,))

    def find(self, code: str) -> str:
        rows = self._rows("SELECT id FROM sessions WHERE code = ?", code)
        if not rows:
            raise NoSuchSession
        found: str = rows[0][0]
        return found

    def load(self, session_id: str) -> Session:
        try:
            return self._found(self._connection(), session_id)
        except sqlite3.Error as error:
            raise _fault(error) from error

    def _found(self, db: sqlite3.Connection, session_id: str, caller: Caller | None = None) -> Session:
        """Return a session that lives, and that the caller's token still opens."""
        row = db.execute(f"SELECT {COLUMNS} FROM sessions WHERE id = ?", (session_id,)).fetchone()
        if row is None or row[-1] + self._lifetimes.expired <= self._clock():
            raise NoSuchSession
        id, info, code, state, version, tokens, names, expires = row
        session = Session(id, info, code, state, version, json.loads(tokens), json.loads(names), expires)
        if expires <= self._clock():
            raise Expired(session.tokens)
        if caller and session.tokens.get(caller.role) != caller.token:
            raise Refused
        return session

    def recall(self, session_id: str, key: Key) -> Written | None:
        try:
            return self._recalled(self._connection(), session_id, key)
        except sqlite3.Error as error:
            raise _fault(error) from error

    def _recalled(self, db: sqlite3.Connection, session_id: str, key: Key | None) -> Written | None:
        if key is None:
            return None
        row = db.execute(
            "SELECT request, first, last FROM keys WHERE session = ? AND scope = ? AND expires > ?",
            (session_id, key.scope, self._clock()),
        ).fetchone()
        if row is None:
            return None
        if row[0] != key.request:
            raise KeyReused
        return Written(row[1], row[2], True)

    def _remember(self, db: sqlite3.Connection, session_id: str, key: Key | None, first: int, last: int) -> None:
        if key:
            row = (session_id, *key, first, last, self._clock() + self._lifetimes.key)
            db.execute("INSERT OR REPLACE INTO keys VALUES (?,?,?,?,?,?)", row)

    def append(
        self,
        session_id: str,
        caller: Caller,
        expected: int,
        entries: Sequence[bytes],
        state: bytes,
        key: Key | None = None,
    ) -> Written:
        with self._writing() as db:
            session = self._found(db, session_id, caller)
            if known := self._recalled(db, session_id, key):
                return known
            if session.version != expected:
                raise StaleVersion(session.version)
            first, last = expected + 1, expected + len(entries)
            rows = [(session_id, version, entry) for version, entry in enumerate(entries, start=first)]
            db.executemany("INSERT INTO log VALUES (?,?,?)", rows)
            db.execute(
                "UPDATE sessions SET version = ?, state = ?, expires = ? WHERE id = ?",
                (last, state, self._clock() + self._lifetimes.session, session_id),
            )
            self._remember(db, session_id, key, first, last)
        return Written(first, last, False)

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
        with self._writing() as db:
            session = self._found(db, session_id, caller)
            if self._recalled(db, session_id, key):
                return
            if role in session.tokens and caller is None:
                raise RoleTaken(role)
            tokens = json.dumps({**session.tokens, role: token})
            names = json.dumps({**session.names, role: name} if name else dict(session.names))
            db.execute("UPDATE sessions SET tokens = ?, names = ? WHERE id = ?", (tokens, names, session_id))
            self._remember(db, session_id, key, 0, 0)

    def log(self, session_id: str, after: int, limit: int) -> list[tuple[int, bytes]]:
        return self._rows(
            "SELECT version, entry FROM log WHERE session = ? AND version > ? ORDER BY version LIMIT ?",
            session_id,
            after,
            limit,
        )

    def wait(self, session_id: str, after: int, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not self._rows("SELECT 1 FROM log WHERE session = ? AND version = ?", session_id, after + 1):
            if (left := end - time.monotonic()) <= 0:
                return False
            time.sleep(min(POLL, left))
        return True

    def delete(self, session_id: str, caller: Caller) -> None:
        with self._writing() as db:
            self._found(db, session_id, caller)
            _forget(db, session_id)

    def hit(self, bucket: str, limit: int, seconds: int) -> int:
        now = self._clock()
        with self._writing() as db:
            db.execute("DELETE FROM hits WHERE bucket = ? AND resets <= ?", (bucket, now))
            db.execute(
                "INSERT INTO hits VALUES (?, 1, ?) ON CONFLICT (bucket) DO UPDATE SET count = count + 1",
                (bucket, now + seconds),
            )
            count, resets = db.execute("SELECT count, resets FROM hits WHERE bucket = ?", (bucket,)).fetchone()
        return 0 if count <= limit else max(1, round(resets - now + 0.5))

    def forgive(self, bucket: str) -> None:
        with self._writing() as db:
            db.execute("UPDATE hits SET count = count - 1 WHERE bucket = ? AND count > 0", (bucket,))


def _forget(db: sqlite3.Connection, session_id: str) -> None:
    db.execute("DELETE FROM sessions WHERE id = ?", (session_id,))
    db.execute("DELETE FROM log WHERE session = ?", (session_id,))
    db.execute("DELETE FROM keys WHERE session = ?", (session_id,))


def _undo(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
