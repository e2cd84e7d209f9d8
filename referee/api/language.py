"""Which language a request is answered in: English or French."""

from __future__ import annotations

from functools import lru_cache

from flask import request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.core.catalogue import LANGUAGES, Language


def language() -> Language:
    """Return the language in which the present request is answered."""
    return spoken(request.environ.get("HTTP_ACCEPT_LANGUAGE"))


@lru_cache(maxsize=256)
def spoken(accept_language: str | None) -> Language:
    """Return what an `Accept-Language` prefers among our languages; English when it says nothing we speak."""
    chosen = parse_accept_header(accept_language, LanguageAccept).best_match(LANGUAGES) if accept_language else None
    return "fr" if chosen == "fr" else "en"
