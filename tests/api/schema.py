"""The published OpenAPI document, and validators made from its schemas."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from referee.api.openapi import openapi, wire
from tests.table import Wire

HERE = "urn:openapi"


@cache
def published() -> Wire:
    return wire(openapi())


@cache
def _registry() -> Any:
    return Registry().with_resource(HERE, Resource(published(), DRAFT202012))


@cache
def validator(*place: str) -> Draft202012Validator:
    """Return the validator of the schema at a place in the document, such as ("components", "schemas", "CoqState")."""
    pointer = "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in place)
    return Draft202012Validator({"$ref": f"{HERE}#{pointer}"}, registry=_registry())


def body_validator(path: str) -> Draft202012Validator:
    return validator("paths", path, "post", "requestBody", "content", "application/json", "schema")


def answer_validator(path: str, method: str, status: int) -> Draft202012Validator:
    content = published()["paths"][path][method]["responses"][str(status)]["content"]
    (media_type,) = content
    return validator("paths", path, method, "responses", str(status), "content", media_type, "schema")
