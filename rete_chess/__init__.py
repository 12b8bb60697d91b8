"""rete_chess: write a chess variant as a page of YAML, and play it, test it, trace it, share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rete_chess.compiler import Program, catalog, load
    from rete_chess.compiler import compile_document as compile  # noqa: A004
    from rete_chess.engine import Engine, LegalMove, MoveRecord
    from rete_chess.errors import ReteChessError
    from rete_chess.match import Match
    from rete_chess.presets import preset

__version__ = "0.1.0"

__all__ = [
    "Engine",
    "LegalMove",
    "Match",
    "MoveRecord",
    "Program",
    "ReteChessError",
    "__version__",
    "catalog",
    "compile",
    "load",
    "preset",
]

#: Public name -> the module it comes from and its name there, imported on first use.
_HOMES = {
    "Engine": ("rete_chess.engine", "Engine"),
    "LegalMove": ("rete_chess.engine", "LegalMove"),
    "Match": ("rete_chess.match", "Match"),
    "MoveRecord": ("rete_chess.engine", "MoveRecord"),
    "Program": ("rete_chess.compiler", "Program"),
    "ReteChessError": ("rete_chess.errors", "ReteChessError"),
    "catalog": ("rete_chess.compiler", "catalog"),
    "compile": ("rete_chess.compiler", "compile_document"),
    "load": ("rete_chess.compiler", "load"),
    "preset": ("rete_chess.presets", "preset"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    module, attribute = _HOMES[name]
    return getattr(importlib.import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted(__all__)
