"""A worker's first requests arrive on several threads at once, when no document has been read yet."""

from __future__ import annotations

import subprocess
import sys

FIRST_REQUESTS = """
import sys, threading
from referee.api import create_app
from referee.core.document import dump
from referee.games import GAMES

app = create_app()
together = threading.Barrier(8)
statuses = []

def ask():
    client = app.test_client()
    for game in GAMES.values():
        together.wait(60)
        path, body = f"/v1/games/{game.id}/setups", dump(game.example.setup)
        statuses.append(client.post(path, data=body, content_type="application/json").status_code)

sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert statuses == [200] * 8 * len(GAMES), statuses
"""


def test_the_first_requests_of_a_worker_may_come_together() -> None:
    for _ in range(3):  # without our lock, msgspec ends the process in two runs of three
        subprocess.run([sys.executable, "-c", FIRST_REQUESTS], check=True, timeout=120)
