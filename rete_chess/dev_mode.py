"""Warnings for those who write presets: logged once each, in dev mode only (`RETE_CHESS_DEV=1`)."""

from __future__ import annotations

import logging
import os
from typing import Final

DEV_VARIABLE: Final = "RETE_CHESS_DEV"

_LOG = logging.getLogger("rete_chess")
_said: set[str] = set()


def is_dev_mode() -> bool:
    """Whether the environment asks for warnings that players need not see."""
    return os.environ.get(DEV_VARIABLE, "0") not in ("", "0")


def warn_once(message: str) -> None:
    """Log a warning in dev mode, unless it has been logged before."""
    if is_dev_mode() and message not in _said:
        _said.add(message)
        _LOG.warning(message)
