"""What is particular to Redis: when it is away, slow, full or killed, and that a session stays in one slot."""

from __future__ import annotations

import secrets
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from referee.store import Caller, Key, OutcomeUnknown, Session, StoreUnavailable
from referee.store.redis import PREFIX, SCRIPTS, RedisStore, code_key, log_key, request_key, session_key
from tests.store.servers import RedisServer, shared_redis

HOST = Caller("host", "hash")


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with RedisServer("--save", "", "--appendonly", "no") as started:
        yield started


def opened(store: RedisStore) -> str:
    random = secrets.token_hex(16)
    return store.create(Session(random, b"{}", random[:8], b"s0", 0, {"host": HOST.token})).id


# -- away, slow, full -------------------------------------------------------------------------------------------------


def test_a_server_that_is_away_has_changed_nothing(server: RedisServer) -> None:
    store = RedisStore(server.url)
    session_id = opened(store)
    server.kill()
    with pytest.raises(StoreUnavailable):
        store.append(session_id, HOST, 0, [b"a"], b"s1")
    with pytest.raises(StoreUnavailable):
        store.load(session_id)


def test_a_paused_server_answers_later_and_the_key_decides(server: RedisServer) -> None:
    store = RedisStore(server.url, timeout=0.2)
    session_id, key = opened(store), Key("scope", "request")
    with server.paused():
        began = time.monotonic()
        with pytest.raises(OutcomeUnknown):
            store.append(session_id, HOST, 0, [b"a"], b"s1", key)
        assert time.monotonic() - began < 1
    written = store.append(session_id, HOST, 0, [b"a"], b"s1", key)
    assert (written.first, written.last) == (1, 1)
    assert store.log(session_id, 0, 9) == [(1, b"a")]


def test_a_new_connection_to_a_paused_server_has_sent_nothing(server: RedisServer) -> None:
    session_id = opened(RedisStore(server.url))
    with server.paused(), pytest.raises(StoreUnavailable):
        RedisStore(server.url, timeout=0.2).append(session_id, HOST, 0, [b"a"], b"s1")
    time.sleep(0.1)
    assert RedisStore(server.url).log(session_id, 0, 9) == []


def test_a_restarted_server_is_found_again(server: RedisServer) -> None:
    store = RedisStore(server.url)
    opened(store)
    server.kill()
    server.start()
    opened(store)


class Mute:
    """A server that answers to the greeting and then only listens, and counts the scripts that it is sent."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "mute.sock"
        self.sent = 0
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.path))
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._hear, args=(connection,), daemon=True).start()

    def _hear(self, connection: socket.socket) -> None:
        while data := connection.recv(65536):
            if b"EVALSHA" in data:
                self.sent += data.count(b"EVALSHA")
            else:
                connection.sendall(b"+OK\r\n" * data.count(b"CLIENT"))


def test_a_write_is_sent_once(tmp_path: Path) -> None:
    mute = Mute(tmp_path)
    with pytest.raises(OutcomeUnknown):
        RedisStore(f"unix://{mute.path}", timeout=0.1).append("0" * 32, HOST, 0, [b"a"], b"s1")
    time.sleep(0.3)
    assert mute.sent == 1


def test_the_library_itself_would_send_it_again(tmp_path: Path) -> None:
    """The control: without our settings redis-py repeats a write that timed out."""
    mute = Mute(tmp_path)
    client = redis.Redis(unix_socket_path=str(mute.path), socket_timeout=0.1, protocol=2)
    with pytest.raises(redis.TimeoutError):
        client.evalsha("0" * 40, 0)
    assert mute.sent > 1


def test_a_full_server_refuses_and_loses_nothing() -> None:
    with RedisServer("--save", "", "--maxmemory", "3mb", "--maxmemory-policy", "noeviction") as server:
        store = RedisStore(server.url)
        session_id, version = opened(store), 0

        def fill() -> None:
            nonlocal version
            for version in range(10_000):
                store.append(session_id, HOST, version, [b"x" * 5000], b"y" * 1000, Key(str(version), "r"))

        with pytest.raises(StoreUnavailable, match="maxmemory"):
            fill()
        assert version > 3
        assert [row[0] for row in store.log(session_id, 0, 10_000)] == list(range(1, version + 1))
        assert store.load(session_id).version == version
        assert store.recall(session_id, Key(str(version), "r")) is None
        server.client().config_set("maxmemory", "100mb")
        assert store.append(session_id, HOST, version, [b"x"], b"y").last == version + 1


def test_a_log_that_lost_its_end_is_not_written_on() -> None:
    store = RedisStore(shared_redis().url)
    session_id = opened(store)
    store.append(session_id, HOST, 0, [b"a", b"b"], b"s2")
    shared_redis().client().xdel(log_key(session_id), "2-0")
    with pytest.raises(StoreUnavailable, match="log"):
        store.append(session_id, HOST, 2, [b"c"], b"s3")


# -- keys -------------------------------------------------------------------------------------------------------------


def test_the_keys_of_a_session_are_in_one_slot() -> None:
    session_id = secrets.token_hex(16)
    names = [session_key(session_id), log_key(session_id), request_key(session_id, "x")]
    assert len({redis.crc.key_slot(name.encode()) for name in names}) == 1


def test_no_script_leaves_its_slot() -> None:
    """Run every write on a server in cluster mode, which refuses a script that reaches into another slot."""
    with RedisServer("--save", "", "--cluster-enabled", "yes") as server:
        client = server.client()
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        while b"cluster_state:ok" not in client.execute_command("CLUSTER", "INFO"):
            time.sleep(0.1)
        store = RedisStore(server.url)
        session_id = opened(store)
        store.append(session_id, HOST, 0, [b"a"], b"s1", Key("scope", "request"))
        store.grant(session_id, "seat:red", "t", key=Key("other", "request"))
        assert store.hit("bucket", 1, 9) == 0
        store.forgive("bucket")
        store.wait(session_id, 0, 1)
        store.delete(session_id, HOST)
        with pytest.raises(redis.ResponseError):
            client.eval("return redis.call('GET', KEYS[1]) or redis.call('GET', KEYS[2])", 2, "a", "b")


def test_everything_in_redis_ends_some_day() -> None:
    with RedisServer("--save", "") as server:
        store = RedisStore(server.url)
        session_id = opened(store)
        store.append(session_id, HOST, 0, [b"a"], b"s1", Key("scope", "request"))
        store.grant(session_id, "seat:red", "t", key=Key("claim", "request"))
        store.hit("bucket", 1, 9)
        client = server.client()
        names = client.keys("*")
        assert len(names) == 6
        assert all(name.startswith(PREFIX.encode()) and client.pttl(name) > 0 for name in names)
        assert client.get(code_key(session_id[:8])) == session_id.encode()


def test_every_check_of_a_script_comes_before_its_first_write() -> None:
    """A script is not rolled back, so after its first write it must not refuse any more."""
    writes = ("XADD", "'HSET'", "'DEL'", "PEXPIRE")
    for name in ("append", "create", "delete", "grant"):
        assert name in SCRIPTS
        lines = (Path(__file__).parents[2] / "referee" / "store" / f"{name}.lua").read_text().splitlines()
        first = next(number for number, line in enumerate(lines) if any(word in line for word in writes))
        assert all("'written'" in line for line in lines[first:] if "return" in line)
