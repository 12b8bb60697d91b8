"""rete_chess: write a chess variant as a page of YAML, and play it, test it, trace it, share it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.registry import shown

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

if not TYPE_CHECKING:
    __getattr__, __dir__ = shown(
        __name__,
        {
            **dict.fromkeys(("Engine", "LegalMove", "MoveRecord"), "engine"),
            "Match": "match",
            **dict.fromkeys(("Program", "catalog", "load"), "compiler"),
            "compile": "compiler:compile_document",
            "ReteChessError": "errors",
            "preset": "presets",
        },
    )
