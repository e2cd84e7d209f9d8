"""Which language a request is answered in: English or French."""

from __future__ import annotations

from flask import g, request

from referee.core.catalogue import LANGUAGES, Language


def language() -> Language:
    """Return the language that `Accept-Language` prefers among ours; English when it says nothing we speak."""
    if "language" not in g:
        asked = "Accept-Language" in request.headers
        g.language = (request.accept_languages.best_match(LANGUAGES) if asked else None) or "en"
    chosen: Language = g.language
    return chosen
