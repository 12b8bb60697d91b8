"""Replies: a status and a JSON text, which travel between processes; every error is one with its code."""

from __future__ import annotations

from typing import Any, Final

import orjson
from typing_extensions import TypedDict

from rete_chess.errors import ReteChessError
from rete_chess.serial import error_data


class Reply(TypedDict):
    """An answer that can be sent: its HTTP status, and its body as a JSON text."""

    status: int
    text: str


class HttpError(ReteChessError):
    """A request that an address does not answer: its method or its content type is another."""

    def __init__(
        self, status: int, message: str, *, found: object = None, expected: str | None = None
    ) -> None:
        self.status = status
        super().__init__("E_HTTP", message, found=found, expected=expected)


OK: Final = 200
REFUSED: Final = 422
MISSING: Final = 404

#: The statuses of codes that are no refusal of what was asked.
_STATUSES: Final = {
    "E_MESSAGE_SIZE": 413,
    "E_ROOM": MISSING,
    "E_TOKEN": 403,
    "E_ORIGIN": 403,
    "E_SIGHT": 403,
    "E_RATE": 429,
    "E_STORE": 503,
    "E_CLOSING": 503,
    "E_INTERNAL": 500,
}


def status_of(error: ReteChessError) -> int:
    """The status of an error: 400 for what is no JSON mapping, 422 for what is refused for what it says."""
    if isinstance(error, HttpError):
        return error.status
    if error.code == "E_MESSAGE" and not getattr(error, "problems", ()):
        return 400
    return _STATUSES.get(error.code, REFUSED)


def error_reply(error: ReteChessError, status: int | None = None) -> Reply:
    """The reply that tells of an error: its code and its message, and what else is known of it."""
    return reply({"error": error_data(error)}, status or status_of(error))


def reply(body: Any, status: int = OK) -> Reply:
    """The reply that says plain data."""
    return {"status": status, "text": orjson.dumps(body).decode()}
