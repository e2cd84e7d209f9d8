"""What the wire tests share: the application, its test client, and the service as it really runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.api import create_app
from referee.api.config import Config
from tests.api.service import Served, running


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_app(Config(sqlite=str(tmp_path_factory.mktemp("store") / "games.sqlite3")))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run the service with gunicorn until the tests are over."""
    with running(tmp_path_factory.mktemp("served"), "--workers", "1") as service:
        yield service
