"""The log of a server: a line of JSON on standard error for each thing that whoever runs it should know.

Lines tell rooms, numbers, codes and milliseconds. No line holds a token, or the text of a message.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import datetime, timezone
from typing import Any, Final

NAME: Final = "rete_chess.server"
_LOG: Final = logging.getLogger(NAME)


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, timezone.utc).isoformat(timespec="milliseconds")
        told: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        told |= getattr(record, "facts", {})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def set_up(level: str) -> None:
    """Let everything from a level on be written to standard error, what libraries warn of included."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    _LOG.handlers, _LOG.propagate = [handler], False
    _LOG.setLevel(level.upper())
    for library in ("uvicorn", "uvicorn.error", "websockets", "asyncio"):
        logger = logging.getLogger(library)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.WARNING)


def log(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Write a line, without what is not known."""
    if _LOG.isEnabledFor(level):
        _LOG.log(level, event, extra={"facts": {k: v for k, v in facts.items() if v is not None}})


def warn(event: str, **facts: Any) -> None:
    """Write a line about something that should not be."""
    log(event, logging.WARNING, **facts)
