"""The WSGI application for gunicorn: `gunicorn referee.wsgi:app`."""

import os

from referee.api import create_app, warmed_up
from referee.api.config import read_config

app = warmed_up(create_app(read_config(os.environ)))
