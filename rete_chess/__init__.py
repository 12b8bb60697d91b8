"""rete_chess: write a chess variant as a page of YAML, and play it, test it, trace it, share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rete_chess.engine import Engine, LegalMove, MoveRecord
    from rete_chess.errors import ReteChessError

__version__ = "0.1.0"

__all__ = ["Engine", "LegalMove", "MoveRecord", "ReteChessError", "__version__"]

#: Public name -> the module it comes from, imported on first use.
_HOMES = {
    "Engine": "rete_chess.engine",
    "LegalMove": "rete_chess.engine",
    "MoveRecord": "rete_chess.engine",
    "ReteChessError": "rete_chess.errors",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
