"""A table: a stored session, its game, and what the caller may see and do there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from referee.api import answers, details
from referee.api.problems import Problem
from referee.core import document
from referee.core.catalogue import Language
from referee.core.game import CHANCE, TABLE, Event, Game, Ruleset, open_entry, open_information
from referee.core.play import Step, judge, play, result
from referee.games import GAMES
from referee.store import Caller, Key, KeyReused, Session, StaleVersion, Store, Written

HOST = "host"
SEAT = "seat:"
WATCH = "watch:"
SNAPSHOT = 16  # the log holds the state itself at every such version; in between it is played again from there
PAGE = 500


class Info(Struct, frozen=True):
    """What never changes about a session. The set-up names its rules version."""

    game: str
    setup: Any
    salt: str
    created_at: str


class Entry(Struct, frozen=True, omit_defaults=True):
    """What the log says of one version.

    `by` is the seat that sent it, or `host`; `first` is the first version of the same request; `tip` is the last
    move that stands. A takeback has `to_version` and no move.
    """

    at: str
    by: str
    first: int
    tip: int
    move: Any = UNSET
    events: tuple[Event, ...] = ()
    closing: bool = False
    to_version: int | UnsetType = UNSET
    state: Any = UNSET


@dataclass(frozen=True)
class Played:
    """An entry of the log with its move (a takeback has none), between the state before it and the state after it."""

    version: int
    entry: Entry
    move: Any
    before: Any
    after: Any


def timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def rfc3339(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


@dataclass(frozen=True)
class Table:
    """A session as one caller knows it."""

    store: Store
    session: Session
    caller: Caller

    # -- who asks -----------------------------------------------------------------------------------------------------

    @property
    def is_host(self) -> bool:
        return self.caller.role == HOST

    @property
    def seat(self) -> str | None:
        role = self.caller.role
        return role.removeprefix(SEAT) if role.startswith(SEAT) else None

    @property
    def actors(self) -> frozenset[str] | None:
        """For whom the caller may act: the host for everybody (None), a spectator for nobody."""
        if self.is_host:
            return None
        return frozenset({self.seat, CHANCE, TABLE}) if self.seat else frozenset()

    def may_act_for(self, actor: str) -> bool:
        return self.actors is None or actor in self.actors

    # -- what lies there ----------------------------------------------------------------------------------------------

    @cached_property
    def info(self) -> Info:
        return document.load(Info, self.session.info)

    @cached_property
    def game(self) -> Game:
        return GAMES[self.info.game]

    @cached_property
    def setup(self) -> Any:
        return document.read(self.game.Setup, self.info.setup)

    @cached_property
    def state(self) -> Any:
        return document.load(self.game.State, self.session.state)

    @cached_property
    def rules(self) -> Ruleset:
        return self.game.ruleset(self.state)

    @property
    def version(self) -> int:
        return self.session.version

    def seen(self, state: Any) -> Any:
        """Return a state as the caller may see it. At a table the host sees all that was reported."""
        return state if self.is_host else self.game.view(state, self.seat)

    def listing(self, state: Any, query: dict[str, Any]) -> dict[str, Any]:
        """Return the open question and the caller's legal moves, found with what the caller sees."""
        view = self.seen(state)
        return answers.listing(self.game.ruleset(view), view, query, self.actors)

    def result(self, state: Any) -> Any:
        return result(self.game, self.seen(state))

    # -- the log ------------------------------------------------------------------------------------------------------

    def played(self, after: int, limit: int) -> Iterator[Played]:
        """Yield the entries after a version, each with the states around it."""
        start = after - after % SNAPSHOT  # this entry holds its state
        state = None if start else self.game.set_up(self.setup)
        rows = self.store.log(self.session.id, max(start - 1, 0), limit + after - max(start - 1, 0))
        for each in self.replayed(state, rows):
            if each.version > after:
                yield each

    def replayed(self, state: Any, rows: Iterable[tuple[int, bytes]]) -> Iterator[Played]:
        """Yield entries that follow on a state."""
        for version, data in rows:
            entry = document.load(Entry, data)
            before, move = state, self.move_of(entry)
            if entry.state is not UNSET:
                state = document.read(self.game.State, entry.state)
            else:
                state, _ = play(self.rules, before, move)
            yield Played(version, entry, move, before, state)

    def move_of(self, entry: Entry) -> Any:
        return None if entry.move is UNSET else document.read(self.game.Move, entry.move)

    def state_at(self, version: int) -> Any:
        if version == 0:
            return self.game.set_up(self.setup)
        return next(self.played(version - 1, 1)).after

    def tip_at(self, version: int) -> int:
        """Return the version of the last move that stands at a version, 0 before the first."""
        return self.entry(version).tip if version else 0

    def entry(self, version: int) -> Entry:
        ((_, data),) = self.store.log(self.session.id, version - 1, 1)
        return document.load(Entry, data)

    def line(self) -> list[Any]:
        """Return the moves that stand, as they travel."""
        moves, before, tips = {}, {}, {0: 0}
        for version, data in self.rows():
            entry = document.load(Entry, data)
            tips[version] = entry.tip
            if entry.to_version is UNSET:
                moves[version], before[version] = entry.move, tips[version - 1]
        line, at = [], tips[self.version]
        while at:
            line.append(moves[at])
            at = before[at]
        return line[::-1]

    def rows(self) -> Iterator[tuple[int, bytes]]:
        """Yield the whole log, up to the version of this table."""
        after = 0
        while after < self.version and (
            page := self.store.log(self.session.id, after, min(PAGE, self.version - after))
        ):
            yield from page
            after = page[-1][0]

    def items(self, after: int, limit: int, spoken: Language) -> list[dict[str, Any]]:
        """Return entries of the log as the caller may see them."""
        if not self.hides_entries:
            rows = self.store.log(self.session.id, after, limit)
            entries = ((version, document.load(Entry, data)) for version, data in rows)
            plain = (Played(version, entry, self.move_of(entry), None, None) for version, entry in entries)
            return [self.item(each, spoken) for each in plain]
        return [self.item(each, spoken) for each in self.played(after, limit)]

    @property
    def hides_entries(self) -> bool:
        return not self.is_host and self.game.view_entry is not open_entry

    def item(self, played: Played, spoken: Language) -> dict[str, Any]:
        entry = played.entry
        told = {"at": entry.at, "by": entry.by}
        if entry.to_version is not UNSET:
            return {"version": played.version, "takeback": {"to_version": entry.to_version}, "events": [], **told}
        move, events = self.told(played)
        return {"version": played.version, "move": move, "events": self.game.told(events, spoken), **told}

    def told(self, played: Played) -> tuple[Any, tuple[Event, ...]]:
        """Return a move and its events as the caller may see them."""
        move, events = played.move, played.entry.events
        return self.game.view_entry(played.before, move, events, self.seat) if self.hides_entries else (move, events)

    # -- writing ------------------------------------------------------------------------------------------------------

    def play(self, moves: Sequence[Any], expected: int, key: Key | None, spoken: Language) -> list[Played]:
        """Judge moves one after the other and keep them all, or refuse them all."""
        if known := self._known(key, expected):
            return list(self.played(known.first - 1, known.last - known.first + 1))
        steps: list[tuple[Step, bool]] = []
        state = self.state
        for number, move in enumerate(moves):
            verdict = judge(self.rules, state, move)
            if verdict.broken:
                violation = self.game.catalogue.citation(verdict.broken.id, spoken)
                place: dict[str, Any] = {"failed_at": number} if len(moves) > 1 else {}
                problem = Problem(verdict.code or "illegal", violation["text"], violations=[violation], **place)
                raise self._refusal(problem, key)
            steps += [(step, step is not verdict.steps[-1]) for step in verdict.steps]
            state = verdict.steps[-1].after
        at, first = timestamp(), expected + 1
        made = [
            Played(
                version,
                Entry(
                    at=at,
                    by=self.seat or HOST,
                    first=first,
                    tip=version,
                    move=step.move,
                    events=step.events,
                    closing=closing,
                    state=UNSET if version % SNAPSHOT else step.after,
                ),
                step.move,
                step.before,
                step.after,
            )
            for version, (step, closing) in enumerate(steps, start=first)
        ]
        return self._keep(made, expected, key)

    def take_back(self, to_version: int, expected: int, key: Key | None) -> list[Played]:
        """Go back to the state of an earlier version; the log goes on."""
        if known := self._known(key, expected):
            return list(self.played(known.first - 1, 1))
        if to_version >= expected:
            problem = Problem("illegal", details.NOT_EARLIER.filled(to=to_version, current=expected))
            raise self._refusal(problem, key)
        if not self.is_host and not self._is_own_request(to_version):
            raise self._refusal(Problem("not-allowed", details.NOT_THE_SENDER), key)
        state = self.state_at(to_version)
        entry = Entry(
            at=timestamp(),
            by=self.seat or HOST,
            first=expected + 1,
            tip=self.tip_at(to_version),
            to_version=to_version,
            state=state,
        )
        return self._keep([Played(expected + 1, entry, None, self.state, state)], expected, key)

    def _is_own_request(self, to_version: int) -> bool:
        """Tell whether going back to a version undoes no more than the caller's own last request."""
        tip = self.tip_at(self.version)
        if not tip:
            return False
        last = self.entry(tip)
        return last.by == self.seat and last.first - 1 <= to_version < tip

    def _known(self, key: Key | None, expected: int) -> Written | None:
        """Return what an earlier request with this key made; else insist on the present version.

        The same request was not carried out before if it expects the present version: it would have raised it.
        Whether another request used the key, the store sees when it writes.
        """
        if expected == self.version:
            return None
        if key and (known := self.store.recall(self.session.id, key)):
            return known
        raise StaleVersion(self.version)

    def _refusal(self, problem: Problem, key: Key | None) -> Problem:
        """Return why nothing is written; that another request used the key counts more, and is raised."""
        if key:
            self.store.recall(self.session.id, key)
        return problem

    def _keep(self, made: list[Played], expected: int, key: Key | None) -> list[Played]:
        """Write what was made, all of it or nothing; return it, or what the same request made before."""
        rows, state = [document.dump(each.entry) for each in made], document.dump(made[-1].after)
        written = self.store.append(self.session.id, self.caller, expected, rows, state, key)
        if written.repeated:
            return list(self.played(written.first - 1, written.last - written.first + 1))
        return made

    # -- answers ------------------------------------------------------------------------------------------------------

    def seats(self) -> list[dict[str, Any]]:
        names, tokens = self.session.names, self.session.tokens
        return [
            {
                "seat": seat,
                "claimed": SEAT + seat in tokens,
                **({"name": names[SEAT + seat]} if SEAT + seat in names else {}),
            }
            for seat in self.state.seats
        ]

    def links(self) -> dict[str, str]:
        base = f"/v1/sessions/{self.session.id}"
        parts = ("moves", "legal-moves", "verdicts", "takebacks", "scores", "description", "record", "events")
        return {
            "self": base,
            **{part.replace("-", "_"): f"{base}/{part}" for part in parts},
            "spectators": f"{base}/spectators",
            "joins": "/v1/joins",
        }

    def shown(self, query: dict[str, Any]) -> dict[str, Any]:
        """Return the session as the caller may see it."""
        return {
            "id": self.session.id,
            "version": self.version,
            "game": self.game.id,
            "rules_version": self.state.rules_version,
            "mode": self.state.mode,
            "role": HOST if self.is_host else "seat" if self.seat else "spectator",
            **({"seat": self.seat} if self.seat else {}),
            "seats": self.seats(),
            **({"join_code": self.session.code} if self.is_host else {}),
            "state": self.seen(self.state),
            **self.listing(self.state, query),
            "result": self.result(self.state),
            "created_at": self.info.created_at,
            "expires_at": rfc3339(self.session.expires),
            "links": self.links(),
        }

    def outcome(self, played: list[Played], query: dict[str, Any], minimal: bool, spoken: Language) -> dict[str, Any]:
        """Return what a request has changed, as it was right after it."""
        before, after = played[0].before, played[-1].after
        moved = [each for each in played if each.entry.to_version is UNSET]
        closes = [self.told(each)[0] for each in moved if each.entry.closing]
        body = {
            "version": played[-1].version,
            "events": [event for each in moved for event in self.item(each, spoken)["events"]],
            **self.listing(after, {**query, "legal_moves": "none"} if minimal else query),
            **({} if minimal else {"state": self.seen(after)}),
            "result": self.result(after),
            **({"closes": closes} if closes else {}),
        }
        return {**body, **answers.warnings(self.game, before, after)} if moved else body

    def record(self) -> dict[str, Any]:
        """Return the portable record. What is hidden from the caller is in it, so the caller may have to wait."""
        if not self.is_host and self.game.view is not open_information and self.state.todo:
            raise Problem("not-over", details.STILL_HIDDEN)
        return {
            "game": self.game.id,
            "rules_version": self.state.rules_version,
            "setup": self.setup,
            "moves": self.line(),
            "result": self.result(self.state),
        }


__all__ = ["HOST", "SEAT", "WATCH", "Entry", "Info", "KeyReused", "Played", "Table", "rfc3339", "timestamp"]
