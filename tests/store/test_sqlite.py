"""What is particular to SQLite: several workers on one new file, and a disk that is full."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.store import Caller, Session, StoreFull, StoreUnavailable
from referee.store.sqlite import SqliteStore

HOST = Caller("host", "hash")


def opened(store: SqliteStore) -> str:
    random = secrets.token_hex(16)
    return store.create(Session(random, b"{}", random[:8], b"s0", 0, {"host": HOST.token})).id


def _open_and_write(path: str, at: float) -> None:
    time.sleep(max(0, at - time.time()))
    opened(SqliteStore(path))


def test_many_workers_may_be_the_first_on_a_file(tmp_path: Path) -> None:
    path = str(tmp_path / "new" / "games.sqlite3")
    context = multiprocessing.get_context("spawn")
    at = time.time() + 1.5
    workers = [context.Process(target=_open_and_write, args=(path, at)) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert [worker.exitcode for worker in workers] == [0] * 8
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM sessions").fetchone() == (8,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_child_process_makes_its_own_connection(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "games.sqlite3")
    session_id = opened(store)
    child = os.fork()
    if child == 0:
        store.append(session_id, HOST, 0, [b"a"], b"s1")
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert store.append(session_id, HOST, 1, [b"b"], b"s2").last == 2


@pytest.mark.parametrize(("setting", "number"), [("full", 2), ("normal", 1), ("off", 0)])
def test_synchronous_is_a_setting(tmp_path: Path, setting: str, number: int) -> None:
    store = SqliteStore(tmp_path / "games.sqlite3", synchronous=setting)
    assert store._connection().execute("PRAGMA synchronous").fetchone() == (number,)


def fill(store: SqliteStore) -> tuple[str, int]:
    """Write until there is no room; return the session and how many entries were acknowledged."""
    session_id = opened(store)
    for version in range(100_000):
        try:
            store.append(session_id, HOST, version, [b"x" * 3000], b"y" * 100)
        except StoreFull:
            return session_id, version
    raise AssertionError("there was always room")


def test_a_full_file_refuses_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    session_id, version = fill(SqliteStore(path, pragmas=["max_page_count = 60"]))
    store = SqliteStore(path)
    assert version > 3
    assert [row[0] for row in store.log(session_id, 0, 9999)] == list(range(1, version + 1))
    assert store.load(session_id).version == version
    assert store.append(session_id, HOST, version, [b"x"], b"y").last == version + 1


FULL_DISK = """
import sys
from pathlib import Path
from tests.store.test_sqlite import fill
from referee.store.sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]) / "games.sqlite3")
session_id, version = fill(store)
assert store.load(session_id).version == version > 3
store.close()
store = SqliteStore(Path(sys.argv[1]) / "games.sqlite3")
assert [row[0] for row in store.log(session_id, 0, 9999)] == list(range(1, version + 1))
print("held", version)
"""


def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    """The same on a real file system of one megabyte, where this machine lets us make one."""
    script = f'mount -t tmpfs -o size=1m none "{tmp_path}" && exec "{sys.executable}" -c "$0" "{tmp_path}"'
    ran = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, FULL_DISK],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": "."},
    )
    if "unshare" in ran.stderr or "mount:" in ran.stderr:
        pytest.skip("this machine does not let us make a small file system")
    assert ran.stdout.startswith("held"), ran.stderr


def test_a_writer_that_never_ends_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.store.sqlite.BUSY", 0.2)
    path = tmp_path / "games.sqlite3"
    store = SqliteStore(path)
    session_id = opened(store)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable):
        store.append(session_id, HOST, 0, [b"a"], b"s1")
    assert store.load(session_id).version == 0
    other.execute("ROLLBACK")
    assert store.append(session_id, HOST, 0, [b"a"], b"s1").last == 1


def test_a_place_where_nothing_can_be_written_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable):
        SqliteStore(tmp_path / "file" / "games.sqlite3").ping()
