"""The deployment: its Dockerfile passes a linter, its settings are settings, its Redis and gunicorn really start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import yaml

from referee.api.config import read_config
from tests.store.load import Table, harmless_roll
from tests.store.servers import ROOT, RedisServer, Service

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def instructions() -> list[tuple[str, str]]:
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines]


def test_the_dockerfile_passes_its_linter() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    ran = subprocess.run([hadolint, DEPLOY / "Dockerfile"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_the_linter_would_object(tmp_path: Path) -> None:
    """The control."""
    (tmp_path / "Dockerfile").write_text("FROM python\nRUN cd /tmp && sudo apt-get install x\n")
    hadolint = Path(sys.executable).with_name("hadolint")
    assert subprocess.run([hadolint, tmp_path / "Dockerfile"], capture_output=True).returncode != 0


def test_the_image_is_built_in_two_stages_and_runs_without_privileges() -> None:
    names = [name for name, _ in instructions()]
    assert names.count("FROM") == 2
    user = next(value for name, value in reversed(instructions()) if name == "USER")
    assert int(user) > 0


def test_what_the_image_copies_is_there_and_not_ignored() -> None:
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for name, value in instructions():
        if name == "COPY" and "--from" not in value:
            for source in value.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert source in kept, source


def test_the_settings_of_image_and_compose_are_settings() -> None:
    image = " ".join(value for name, value in instructions() if name == "ENV").split()
    given = dict(pair.split("=", 1) for pair in image if pair.startswith("REFEREE_"))
    config = read_config({**given, **COMPOSE["services"]["referee"]["environment"]})
    assert config.host == "0.0.0.0"
    assert config.redis_url.startswith("redis://redis:")


def test_compose_names_files_that_exist() -> None:
    referee, redis = COMPOSE["services"]["referee"], COMPOSE["services"]["redis"]
    assert (DEPLOY / referee["build"]["context"] / referee["build"]["dockerfile"]).exists()
    file = redis["volumes"][0].split(":")[0]
    assert (DEPLOY / file).exists()
    assert redis["volumes"][1].split(":")[0] in COMPOSE["volumes"]
    assert referee["depends_on"]["redis"]["condition"] == "service_healthy"


def test_the_service_runs_with_this_gunicorn_and_this_redis() -> None:
    """`Service` starts gunicorn with deploy/gunicorn.conf.py."""
    with RedisServer(config=DEPLOY / "redis.conf") as server:
        asked = server.client().config_get("append*", "maxmemory-policy", "save")
        assert asked["appendonly"] == "yes"
        assert asked["appendfsync"] == "always"
        assert asked["maxmemory-policy"] == "noeviction"
        assert asked["save"] == ""
        with Service(redis_url=server.url, workers=2, threads=3) as service:
            table = Table(service)
            moved = table.phone().post(f"{table.base}/moves", {"move": harmless_roll(), "expected_version": 0})
            assert moved.status == 201
            assert len(service.workers()) == 2
