"""Capabilities: random tokens for host, seats and spectators, join codes, and the keys that make retries safe."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Any

from flask import request
from marshmallow import ValidationError

from referee.api import details
from referee.api.problems import Problem
from referee.core.document import dump
from referee.store import Caller, Key

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_PATTERN = "^[2-9A-HJKMNP-Za-hjkmnp-z]{8}$"
KEY_PATTERN = "^[ -~]{1,255}$"
SESSION_ID = re.compile("[0-9a-f]{32}")
HARD_TO_GUESS = 16  # characters of a key that may bring back a token

_key = re.compile("[ -~]{1,255}")
_bearer = re.compile("bearer +(.+)", re.IGNORECASE)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_session_id() -> str:
    return secrets.token_hex(16)


def new_join_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(8))


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def bearer_token() -> str:
    """Return the token in the Authorization header."""
    found = _bearer.fullmatch(request.headers.get("Authorization", ""))
    if not found:
        header = {"WWW-Authenticate": "Bearer"}
        raise Problem("no-token", details.NO_TOKEN, header)
    return found[1]


def holder(tokens: Mapping[str, str], token: str) -> Caller | None:
    """Return whose token this is. Every hash is compared, in constant time."""
    hashed = token_hash(token)
    holders = [role for role, kept in tokens.items() if hmac.compare_digest(kept, hashed)]
    return Caller(holders[0], hashed) if holders else None


# -- keys of requests -------------------------------------------------------------------------------------------------


def idempotency_key() -> str | None:
    """Return the Idempotency-Key of the request, if it has one."""
    given = request.headers.get("Idempotency-Key")
    if given is not None and not _key.fullmatch(given):
        raise ValidationError({"Idempotency-Key": ["1 to 255 printable ASCII characters."]})
    return given


def secret_key() -> str | None:
    """Return the Idempotency-Key where no token protects it: one that others might choose as well does not count."""
    given = idempotency_key()
    return given if given is not None and len(given) >= HARD_TO_GUESS else None


def request_hash(body: Any) -> str:
    """Return a hash of what is requested, however it is spelled."""
    return hashlib.sha256(dump(_ordered(body))).hexdigest()


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value)}
    return [_ordered(item) for item in value] if isinstance(value, list) else value


def _mac(salt: str, *parts: str) -> bytes:
    return hmac.digest(salt.encode(), "\n".join(parts).encode(), "sha256")


def scoped(salt: str, key: str | None, credential: str, body: Any) -> Key | None:
    """Return the key of a request within its scope: a session, a token (or join code) and a path."""
    if key is None:
        return None
    return Key(_mac(salt, "scope", credential, request.path, key).hex(), request_hash(body))


def token_for(salt: str, key: str | None, credential: str) -> str:
    """Return a new token; for a request with a key always the same one, so that a retry can be answered again.

    The key and the credential are not stored, so nobody can make the token from what is.
    """
    if key is None:
        return new_token()
    made = _mac(salt, "token", credential, request.path, key)
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def session_id_for(key: str | None, body: Any) -> str:
    """Return the id of a new session; for the same request with the same key always the same one."""
    if key is None:
        return new_session_id()
    return hashlib.sha256(f"session\n{key}\n{request_hash(body)}".encode()).hexdigest()[:32]
