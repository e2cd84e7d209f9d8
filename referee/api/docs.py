"""Where a client starts: links, probes, the OpenAPI document, and a page that shows it without any other host."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, request, send_from_directory

from referee.api.answers import answer, cacheable
from referee.api.openapi import as_yaml, openapi
from referee.api.stores import store
from referee.core.document import dump

docs = Blueprint("docs", __name__)

ASSETS = Path(str(files("flask_swagger_ui"))) / "dist"

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Referee: the API</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script>
  SwaggerUIBundle({
    url: "openapi.json", dom_id: "#page", deepLinking: true, docExpansion: "list", defaultModelsExpandDepth: 0,
    validatorUrl: null
  });
</script>
</html>
"""

LINKS = {
    "games": "/v1/games",
    "sessions": "/v1/sessions",
    "joins": "/v1/joins",
    "docs": "/docs",
    "openapi": "/openapi.yaml",
    "openapi_json": "/openapi.json",
    "health": "/healthz",
    "ready": "/readyz",
}


@docs.get("/")
def show_links() -> Response:
    return cacheable({"service": "referee", "links": LINKS})


@docs.get("/healthz")
def is_alive() -> Response:
    return answer({"status": "ok"})


@docs.get("/readyz")
def is_ready() -> Response:
    store().ping()
    return answer({"status": "ok"})


@cache
def written() -> dict[str, bytes]:
    """Write the document once, in both forms."""
    document = openapi()
    return {"json": dump(document), "yaml": as_yaml(document).encode()}


def _document(form: str, content_type: str) -> Response:
    response = Response(written()[form], content_type=content_type)
    response.headers["Cache-Control"] = "public, max-age=300"
    response.add_etag()
    return response.make_conditional(request)  # type: ignore[return-value]


@docs.get("/openapi.json")
def openapi_json() -> Response:
    return _document("json", "application/json")


@docs.get("/openapi.yaml")
def openapi_yaml() -> Response:
    return _document("yaml", "application/yaml")


@docs.get("/docs")
def show_docs() -> Response:
    return Response(PAGE, content_type="text/html; charset=utf-8")


@docs.get("/docs/<path:name>")
def docs_asset(name: str) -> Response:
    return send_from_directory(ASSETS, name, max_age=86400)
