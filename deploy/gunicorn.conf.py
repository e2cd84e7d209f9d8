"""The gunicorn configuration of the deployment: the settings of `referee serve`, from the same environment.

gunicorn --config deploy/gunicorn.conf.py referee.wsgi:app
"""

import os

from referee.api.config import read_config
from referee.server import settings

globals().update(settings(read_config(os.environ)))
