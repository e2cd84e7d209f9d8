"""The WSGI application for gunicorn: `gunicorn referee.wsgi:app`."""

import os

from referee.api import create_app
from referee.api.config import read_config

app = create_app(read_config(os.environ))
