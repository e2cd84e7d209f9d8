"""A listener to a table's events that comes back when its stream ends, as a browser does."""

from __future__ import annotations

import http.client
import json
import threading
import time
from typing import Any


class Listener:
    """Hears events in the background. `heard` are (kind, version, data), in the order in which they came."""

    def __init__(self, port: int, session_id: str, token: str, last: int | None = None) -> None:
        self.port, self.path, self.token = port, f"/v1/sessions/{session_id}/events", token
        self.heard: list[tuple[str, int, Any]] = []
        self.connections = 0
        self.refusals = 0
        self.heartbeats = 0
        self._last = last
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            try:
                self._listen(connection)
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
            finally:
                connection.close()

    def _listen(self, connection: http.client.HTTPConnection) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        if self._last is not None:
            headers["Last-Event-ID"] = str(self._last)
        connection.request("GET", self.path, headers=headers)
        response = connection.getresponse()
        if response.status != 200:
            self.refusals += 1
            time.sleep(0.1)
            return
        self.connections += 1
        event: dict[str, str] = {}
        while not self._stop.is_set() and (raw := response.readline()):
            line = raw.decode().rstrip("\n")
            if not line:
                if "data" in event:
                    self._last = int(event["id"])
                    self.heard.append((event["event"], self._last, json.loads(event["data"])))
                event = {}
            elif line.startswith(":"):
                self.heartbeats += 1
            else:
                name, _, value = line.partition(": ")
                event[name] = value

    @property
    def versions(self) -> list[int]:
        return [version for _, version, _ in self.heard]

    def close(self) -> None:
        self._stop.set()
        self._thread.join(25)
