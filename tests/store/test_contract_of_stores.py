"""What every store promises. Each test runs against a real SQLite file and a real Redis."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from referee.store import (
    Caller,
    CodeTaken,
    Expired,
    Key,
    KeyReused,
    Lifetimes,
    NoSuchSession,
    Refused,
    RoleTaken,
    Session,
    StaleVersion,
    Store,
    Written,
)

MakeStore = Callable[..., Store]
HOST = Caller("host", "hash of the host's token")


def a_session(**changes: object) -> Session:
    random = secrets.token_hex(16)
    made = Session(random, b'{"game":"x"}', random[:8], b"state 0", 0, {"host": HOST.token}, {"seat:red": "Ana é"})
    return replace(made, **changes)  # type: ignore[arg-type]


def kept(store: Store) -> str:
    return store.create(a_session()).id


class Clock:
    """A clock that tests put forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


# -- keeping ----------------------------------------------------------------------------------------------------------


def test_a_session_is_found_as_it_was_kept(store: Store) -> None:
    asked = a_session()
    made = store.create(asked)
    assert replace(made, expires=0) == asked
    assert store.load(asked.id).state == b"state 0"
    assert store.find(asked.code) == asked.id


def test_a_session_is_made_once(store: Store) -> None:
    first = store.create(a_session())
    again = store.create(a_session(id=first.id, info=b"other"))
    assert again == store.load(first.id)
    assert again.info == first.info
    assert again.code == first.code


def test_no_two_sessions_have_one_code(store: Store) -> None:
    first = store.create(a_session())
    with pytest.raises(CodeTaken):
        store.create(a_session(code=first.code))
    assert store.find(first.code) == first.id


def test_what_is_not_there_is_not_found(store: Store) -> None:
    nowhere = secrets.token_hex(16)
    for ask in (
        lambda: store.load(nowhere),
        lambda: store.find("22222222"),
        lambda: store.append(nowhere, HOST, 0, [b"e"], b"s"),
        lambda: store.grant(nowhere, "seat:red", "t"),
        lambda: store.delete(nowhere, HOST),
    ):
        with pytest.raises(NoSuchSession):
            ask()
    assert store.log(nowhere, 0, 10) == []


def test_the_other_worker_sees_it(make_store: MakeStore) -> None:
    one, other = make_store(), make_store()
    session_id = kept(one)
    one.append(session_id, HOST, 0, [b"a"], b"state 1")
    assert other.load(session_id).version == 1
    assert other.log(session_id, 0, 10) == [(1, b"a")]


# -- appending --------------------------------------------------------------------------------------------------------


def test_every_entry_is_a_version(store: Store) -> None:
    session_id = kept(store)
    assert store.append(session_id, HOST, 0, [b"a", b"b"], b"state 2") == Written(1, 2, False)
    assert store.append(session_id, HOST, 2, [b"c"], b"state 3") == Written(3, 3, False)
    assert store.log(session_id, 0, 10) == [(1, b"a"), (2, b"b"), (3, b"c")]
    assert store.log(session_id, 1, 1) == [(2, b"b")]
    assert store.log(session_id, 3, 10) == []
    session = store.load(session_id)
    assert (session.version, session.state) == (3, b"state 3")


def test_a_stale_version_changes_nothing(store: Store) -> None:
    session_id = kept(store)
    store.append(session_id, HOST, 0, [b"a"], b"state 1")
    before = store.load(session_id)
    for expected in (0, 2, 99):
        with pytest.raises(StaleVersion) as refused:
            store.append(session_id, HOST, expected, [b"x", b"y"], b"wrong", Key("scope", "request"))
        assert refused.value.current == 1
    assert store.load(session_id) == before
    assert store.log(session_id, 0, 10) == [(1, b"a")]
    assert store.recall(session_id, Key("scope", "request")) is None


def test_the_same_key_writes_once(store: Store) -> None:
    session_id, key = kept(store), Key("scope", "request")
    assert store.recall(session_id, key) is None
    assert store.append(session_id, HOST, 0, [b"a", b"b"], b"state 2", key) == Written(1, 2, False)
    assert store.append(session_id, HOST, 0, [b"a", b"b"], b"state 2", key) == Written(1, 2, True)
    assert store.recall(session_id, key) == Written(1, 2, True)
    store.append(session_id, HOST, 2, [b"c"], b"state 3")
    assert store.append(session_id, HOST, 0, [b"a", b"b"], b"state 2", key) == Written(1, 2, True)
    assert len(store.log(session_id, 0, 10)) == 3


def test_a_key_belongs_to_one_request_of_one_session(store: Store) -> None:
    session_id, other = kept(store), kept(store)
    store.append(session_id, HOST, 0, [b"a"], b"state 1", Key("scope", "request"))
    with pytest.raises(KeyReused):
        store.append(session_id, HOST, 1, [b"b"], b"state 2", Key("scope", "another"))
    with pytest.raises(KeyReused):
        store.recall(session_id, Key("scope", "another"))
    assert not store.append(session_id, HOST, 1, [b"b"], b"state 2", Key("scope 2", "request")).repeated
    assert not store.append(other, HOST, 0, [b"a"], b"state 1", Key("scope", "request")).repeated


def test_a_key_is_forgotten_in_time(make_store: MakeStore) -> None:
    store = make_store(lifetimes=Lifetimes(key=0.05))
    session_id, key = kept(store), Key("scope", "request")
    store.append(session_id, HOST, 0, [b"a"], b"state 1", key)
    time.sleep(0.1)
    assert store.recall(session_id, key) is None
    with pytest.raises(StaleVersion):
        store.append(session_id, HOST, 0, [b"a"], b"state 1", key)


def test_of_many_at_once_one_writes(make_store: MakeStore) -> None:
    store = make_store()
    session_id = kept(store)

    def write(number: int) -> bool:
        try:
            return not store.append(session_id, HOST, 0, [b"%d" % number], b"state").repeated
        except StaleVersion:
            return False

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(write, range(16))) == 1
    assert len(store.log(session_id, 0, 99)) == 1


def test_of_equal_requests_at_once_one_writes_and_all_know_it(make_store: MakeStore) -> None:
    store = make_store()
    session_id, key = kept(store), Key("scope", "request")
    with ThreadPoolExecutor(16) as pool:
        written = list(pool.map(lambda _: store.append(session_id, HOST, 0, [b"a"], b"state", key), range(16)))
    assert [(each.first, each.last) for each in written] == [(1, 1)] * 16
    assert sum(not each.repeated for each in written) == 1


# -- roles ------------------------------------------------------------------------------------------------------------


def test_a_free_role_is_given_and_a_held_one_is_not(store: Store) -> None:
    session_id = kept(store)
    store.grant(session_id, "seat:red", "t1", name="Bea")
    with pytest.raises(RoleTaken):
        store.grant(session_id, "seat:red", "t2", name="Cem")
    session = store.load(session_id)
    assert session.tokens == {"host": HOST.token, "seat:red": "t1"}
    assert session.names == {"seat:red": "Bea"}
    assert session.version == 0


def test_a_replaced_token_stops_working_at_once(store: Store) -> None:
    session_id, red = kept(store), Caller("seat:red", "t1")
    store.grant(session_id, "seat:red", "t1")
    store.append(session_id, red, 0, [b"a"], b"state 1")
    store.grant(session_id, "seat:red", "t2", caller=HOST)
    with pytest.raises(Refused):
        store.append(session_id, red, 1, [b"b"], b"state 2")
    with pytest.raises(Refused):
        store.grant(session_id, "seat:red", "t3", caller=red)
    with pytest.raises(Refused):
        store.delete(session_id, red)
    assert store.append(session_id, Caller("seat:red", "t2"), 1, [b"b"], b"state 2").last == 2
    assert store.load(session_id).names == {"seat:red": "Ana é"}


def test_a_claim_with_a_key_is_carried_out_once(store: Store) -> None:
    session_id, key = kept(store), Key("claim", "request")
    store.grant(session_id, "seat:red", "t1", key=key)
    store.grant(session_id, "seat:red", "t1", key=key)
    with pytest.raises(KeyReused):
        store.grant(session_id, "seat:red", "t1", key=Key("claim", "another"))


def test_of_many_claims_at_once_one_succeeds(make_store: MakeStore) -> None:
    store = make_store()
    session_id = kept(store)

    def claim(number: int) -> bool:
        try:
            store.grant(session_id, "seat:red", f"t{number}")
        except RoleTaken:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(claim, range(8))) == 1


# -- time -------------------------------------------------------------------------------------------------------------


def test_a_session_expires_after_its_last_move_and_is_then_forgotten(make_store: MakeStore) -> None:
    clock = Clock()
    store = make_store(clock=clock, lifetimes=Lifetimes(session=100, expired=50))
    session_id = kept(store)
    clock.ahead = 90
    store.append(session_id, HOST, 0, [b"a"], b"state 1")
    clock.ahead = 180
    assert store.load(session_id).version == 1
    clock.ahead = 195
    for ask in (
        lambda: store.load(session_id),
        lambda: store.append(session_id, HOST, 1, [b"b"], b"state 2"),
        lambda: store.grant(session_id, "seat:red", "t"),
        lambda: store.delete(session_id, HOST),
    ):
        with pytest.raises(Expired):
            ask()
    clock.ahead = 245
    for ask in (
        lambda: store.load(session_id),
        lambda: store.append(session_id, HOST, 1, [b"b"], b"state 2"),
        lambda: store.grant(session_id, "seat:red", "t"),
        lambda: store.delete(session_id, HOST),
    ):
        with pytest.raises(NoSuchSession):
            ask()


def test_the_join_code_lives_as_long_as_its_session(make_store: MakeStore) -> None:
    store = make_store(lifetimes=Lifetimes(session=0.4, expired=0.1))
    session = store.create(a_session())
    for version in range(8):
        time.sleep(0.2)
        store.append(session.id, HOST, version, [b"e"], b"s")
    assert store.find(session.code) == session.id


def test_a_deleted_session_leaves_nothing(store: Store) -> None:
    session = store.create(a_session())
    store.append(session.id, HOST, 0, [b"a"], b"state 1")
    store.delete(session.id, HOST)
    with pytest.raises(NoSuchSession):
        store.load(session.id)
    with pytest.raises(NoSuchSession):
        store.find(session.code)
    assert store.log(session.id, 0, 10) == []


# -- waiting and counting ---------------------------------------------------------------------------------------------


def test_who_waits_is_woken_by_an_entry(make_store: MakeStore) -> None:
    store, other = make_store(), make_store()
    session_id = kept(store)
    timer = threading.Timer(0.2, other.append, (session_id, HOST, 0, [b"a"], b"state 1"))
    timer.start()
    began = time.monotonic()
    store.wait(session_id, 0, 5)
    assert 0.1 < time.monotonic() - began < 2
    assert store.log(session_id, 0, 1) == [(1, b"a")]
    store.wait(session_id, 0, 5)
    assert time.monotonic() - began < 3
    timer.join()


def test_waiting_ends(store: Store) -> None:
    began = time.monotonic()
    store.wait(kept(store), 0, 0.2)
    assert 0.15 < time.monotonic() - began < 2


def test_attempts_are_counted_across_workers(make_store: MakeStore) -> None:
    one, other, bucket = make_store(), make_store(), secrets.token_hex(4)
    assert [one.hit(bucket, 3, 60), other.hit(bucket, 3, 60), one.hit(bucket, 3, 60)] == [0, 0, 0]
    assert 0 < other.hit(bucket, 3, 60) <= 61
    assert one.hit(secrets.token_hex(4), 3, 60) == 0


def test_a_forgiven_attempt_does_not_count(store: Store) -> None:
    bucket = secrets.token_hex(4)
    for _ in range(9):
        assert store.hit(bucket, 1, 60) == 0
        store.forgive(bucket)
    store.forgive("never hit " + bucket)


def test_attempts_are_forgotten_in_time(store: Store) -> None:
    bucket = secrets.token_hex(4)
    assert store.hit(bucket, 1, 1) == 0
    assert store.hit(bucket, 1, 1) > 0
    time.sleep(1.1)
    assert store.hit(bucket, 1, 1) == 0


def test_the_store_answers(store: Store) -> None:
    store.ping()
