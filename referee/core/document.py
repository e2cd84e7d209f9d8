"""Documents: from bytes to frozen structs and back, with a JSON pointer to whatever is wrong."""

from __future__ import annotations

import json
import re
import threading
from functools import cache
from typing import Any, NoReturn, TypeVar

import msgspec

MAX_DEPTH = 32
MAX_INTEGER = 2**53 - 1

T = TypeVar("T")


class NotJson(Exception):
    """The bytes are not JSON as we take it: strict UTF-8, no doubled keys, no NaN, not too deep, no huge numbers."""


class BadDocument(Exception):
    """The JSON does not fit the document; `pointer` leads to the place."""

    def __init__(self, detail: str, pointer: str) -> None:
        super().__init__(f"{detail} (at {pointer or 'the top'})")
        self.detail = detail
        self.pointer = pointer


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson("an object names the same key twice")
    return found


def _number(text: str) -> int | float:
    """Read 4.0 as the integer 4 and 1e22 as an integer that is too large, as JSON Schema does."""
    value = float(text)
    return _within(int(value)) if value.is_integer() else value


def _integer(text: str) -> int:
    return _within(int(text) if len(text) <= 17 else MAX_INTEGER + 1)


def _within(value: int) -> int:
    if abs(value) > MAX_INTEGER:
        raise NotJson(f"integers reach from -{MAX_INTEGER} to {MAX_INTEGER}")
    return value


def _constant(text: str) -> NoReturn:
    raise NotJson(f"{text} is not a JSON number")


_strict = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number, parse_int=_integer, parse_constant=_constant)
_surrogate = re.compile(r"\\u[dD][89a-fA-F]")


def parse(data: bytes) -> Any:
    """Read JSON strictly; this is the one gate that every body and file passes."""
    value = _parse_plain(data)
    return _parse_strictly(data) if value is _NOT_PLAIN else value


def _not_plain(text: str) -> NoReturn:
    raise ValueError(text)


_NOT_PLAIN = object()
_plain = msgspec.json.Decoder(float_hook=_not_plain)
_white = b" \t\r\n"
_digits_to_zero = bytes.maketrans(b"123456789", b"000000000")
_braces_to_brackets = bytes.maketrans(b"{}", b"[]")
_all_but_structure = bytes(set(range(256)) - set(b'[]{}"'))


def _parse_plain(data: bytes) -> Any:
    """Read a text that is, white space aside, exactly what its value is written as: such a text doubles no key.

    Whatever is not so plain, be it an error, an escape, a fraction, a long number or deep nesting, is left to the
    strict reader. This one only saves time.
    """
    if b"\\" in data or b"." in data or b"0" * 16 in data.translate(_digits_to_zero):
        return _NOT_PLAIN
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH and not _is_shallow(data):
        return _NOT_PLAIN
    try:
        value = _plain.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _NOT_PLAIN
    return value if _is_written_so(value, data) else _NOT_PLAIN


def _is_written_so(value: Any, data: bytes) -> bool:
    """Tell whether a text is, white space aside, what we would write for the value that was read from it."""
    written = msgspec.json.encode(value)
    return written == data or written.translate(None, _white) == data.translate(None, _white)


def _is_shallow(data: bytes) -> bool:
    """Tell whether a text without escapes or brackets in strings nests within the limit: peel it, pair by pair."""
    brackets = data.translate(_braces_to_brackets, _all_but_structure).replace(b'""', b"")
    for levels in range(MAX_DEPTH, -1, -1):
        if len(brackets) <= 2 * levels:  # so few cannot nest deeper
            return True
        brackets = brackets.replace(b"[]", b"")
    return False


def _parse_strictly(data: bytes) -> Any:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJson("the text is not UTF-8") from error
    if text.startswith("\ufeff"):
        raise NotJson("the text begins with a byte order mark")
    try:
        value = _strict.decode(text)
    except RecursionError as error:
        raise NotJson(f"nested deeper than {MAX_DEPTH}") from error
    except ValueError as error:
        raise NotJson(f"the text is not JSON: {error}") from error
    if _depth(value) > MAX_DEPTH:
        raise NotJson(f"nested deeper than {MAX_DEPTH}")
    if _surrogate.search(text):
        _refuse_lone_surrogates(value)
    return value


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level := [each for each in level if isinstance(each, dict | list)]:
        depth += 1
        level = [inner for each in level for inner in (each.values() if isinstance(each, dict) else each)]
    return depth


def _refuse_lone_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise NotJson("a string holds half of a surrogate pair") from error


_at = re.compile(r"(?P<detail>.*?)(?: - at `(?P<path>.*)`)?", re.DOTALL)
_step = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


_building = threading.Lock()  # msgspec crashes when a thread uses a type that another is still looking at


@cache
def _box(type: Any) -> Any:
    """Return a row that holds one document: msgspec looks at a struct once, but at a union in every call."""
    with _building:
        box = msgspec.defstruct("Box", [("document", type)], array_like=True)
        msgspec.json.Decoder(box)
    return box


@cache
def _decoder(type: Any) -> Any:
    with _building:
        return msgspec.json.Decoder(type)


def read(type: type[T], value: Any) -> T:
    """Turn parsed JSON into a document, or raise BadDocument."""
    try:
        document: T = msgspec.convert((value,), _box(type)).document  # type: ignore[arg-type]
        return document
    except msgspec.ValidationError as error:
        found = _at.fullmatch(str(error))
        assert found
        known, _, _ = (found["path"] or "").partition("[...]")  # below a key that msgspec does not name
        steps = _step.findall(known)[1:]  # the first leads into the box
        raise BadDocument(found["detail"], "".join(f"/{name or index}" for name, index in steps)) from error


def load(type: type[T], data: bytes) -> T:
    """Read a document that `dump` wrote for ourselves."""
    document: T = _decoder(type).decode(data)  # type: ignore[arg-type]
    return document


def exactly(type: type[T], data: bytes) -> T | None:
    """Read a document from a text that is, white space aside, what `dump` writes for it; None for any other text.

    Such a text is as `parse` wants it; only long numbers must be looked for. This saves reading it twice.
    """
    if b"0" * 16 in data.translate(_digits_to_zero):
        return None
    try:
        document: T = _decoder(type).decode(data)  # type: ignore[arg-type]
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return document if _is_written_so(document, data) else None


def dump(value: Any) -> bytes:
    """Write any document or answer as JSON."""
    return msgspec.json.encode(value)
