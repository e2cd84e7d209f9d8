"""The published OpenAPI document, and validators made from its schemas."""

from __future__ import annotations

from functools import cache

from jsonschema_rs import Draft202012Validator

from referee.api.openapi import openapi
from tests.table import Wire, wire


@cache
def published() -> Wire:
    return wire(openapi())


@cache
def validator(*place: str) -> Draft202012Validator:
    """Return the validator of the schema at a place in the document, such as ("components", "schemas", "CoqState")."""
    pointer = "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in place)
    return Draft202012Validator({"$ref": f"#{pointer.replace('{', '%7B').replace('}', '%7D')}", **published()})


def body_validator(path: str) -> Draft202012Validator:
    return validator("paths", path, "post", "requestBody", "content", "application/json", "schema")


def answer_validator(path: str, method: str, status: int) -> Draft202012Validator:
    content = published()["paths"][path][method]["responses"][str(status)]["content"]
    (media_type,) = content
    return validator("paths", path, method, "responses", str(status), "content", media_type, "schema")
