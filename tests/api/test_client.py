"""A client generated from openapi.yaml, by somebody who has nothing else, plays a whole game."""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.api.service import Served

ROOT = Path(__file__).parents[2]
PACKAGE = "generated_referee_client"
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    folder = tmp_path_factory.mktemp("client")
    given = ["--path", ROOT / "openapi.yaml", "--output-path", folder / PACKAGE, "--meta", "none", "--fail-on-warning"]
    with_ruff = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([BIN / "openapi-python-client", "generate", *given], env=with_ruff, check=True, timeout=120)
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(PACKAGE)
    finally:
        sys.path.remove(str(folder))


def module(name: str) -> ModuleType:
    return importlib.import_module(f"{PACKAGE}.{name}")


def test_a_generated_client_plays_a_whole_game(generated: ModuleType, served: Served):
    client, rng = generated.Client(base_url=served.url), random.Random(3)
    set_up, verdict, scores = (module(f"api.coq.coq_{name}").sync for name in ("set_up", "verdict", "scores"))
    models = module("models")
    setup = {"seats": ["red", "blue"], "starter": "red", "options": {"squares": [1, 0, 5, 2, 3, 1]}}
    table = set_up(client=client, body=models.CoqSetup.from_dict(setup))
    for _ in range(3000):
        if table.decision is None:
            break
        move = rng.choice(table.legal_moves)
        table = verdict(client=client, body=models.CoqProposal(state=table.state, move=move))
        assert table.legal, move
    assert table.decision is None
    assert table.result.final
    assert table.result.winners
    assert scores(client=client, body=models.CoqQuestion(state=table.state)) == table.result


def test_a_generated_client_hears_which_rule_forbids_a_move(generated: ModuleType, served: Served):
    client = generated.Client(base_url=served.url)
    shown = module("api.coq.coq_example").sync(client=client)
    proposal = module("models").CoqProposal(state=shown.state, move=shown.illegal_move)
    answer = module("api.coq.coq_verdict").sync(client=client, body=proposal, accept_language="fr")
    assert not answer.legal
    assert [violation.rule for violation in answer.violations] == ["CQ-ENTER-1"]
