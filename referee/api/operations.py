"""The parts that operations of the OpenAPI document are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from referee.api.problems import STATUS
from referee.core.document import dump, parse

REF = "#/components/schemas/"


def problems(*codes: str) -> dict[str, Any]:
    """Describe refusals, by status."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(STATUS[code], []).append(code)
    content = {"application/problem+json": {"schema": {"$ref": REF + "Problem"}}}
    return {
        str(status): {"description": "Code " + " or ".join(f"`{code}`" for code in same), "content": content}
        for status, same in sorted(by_status.items())
    }


BODY_PROBLEMS = ("not-json", "length-required", "too-large", "unsupported-media-type", "malformed")
LANGUAGE = "AcceptLanguage"  # the component below
ACCEPT_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "description": "`en` or `fr`; anything else is answered in English.",
    "schema": {"type": "string", "examples": ["fr"]},
}


def json_body(schema: Any, example: Any = None) -> dict[str, Any]:
    content = {"schema": schema, **({"example": wire(example)} if example is not None else {})}
    return {"content": {"application/json": content}}


def wire(value: Any) -> Any:
    return parse(dump(value))


def operation(
    id: str,
    tag: str,
    summary: str,
    answer: Any,
    *,
    body: Any = None,
    sent: Any = None,
    query: type[Schema] | None = None,
    path: Mapping[str, Any] | None = None,
    refusals: tuple[str, ...] = (),
    links: Mapping[str, Any] | None = None,
    cached: bool = False,
    status: int = 200,
    headers: tuple[str, ...] = (),
    media_type: str = "application/json",
) -> dict[str, Any]:
    """Describe one operation. `body` and `answer` are schemas, `sent` is an example of the body.

    `headers` are components that describe headers of the request.
    """
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": schema} for name, schema in (path or {}).items()
    ]
    described: dict[str, Any] = {"operationId": id, "tags": [tag], "summary": summary}
    described["parameters"] = [*parameters, *([{"in": "query", "schema": query}] if query else []), *headers, LANGUAGE]
    if body is not None:
        described["requestBody"] = {"required": True, **json_body(body, sent)}
        refusals = (*BODY_PROBLEMS, *refusals)
    elif query:
        refusals = ("malformed", *refusals)
    good: dict[str, Any] = {"description": "The answer."}
    if answer is not None:
        good["content"] = {media_type: {"schema": answer}}
    if cached:
        good["headers"] = {"ETag": {"schema": {"type": "string"}}}
    if links:
        good["links"] = dict(links)
    not_modified = {"304": {"description": "The client has it already."}} if cached else {}
    described["responses"] = {str(status): good, **not_modified, **problems(*refusals)}
    return described
