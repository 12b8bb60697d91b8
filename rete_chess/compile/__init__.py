"""From documents to a program: resolve, check, lower."""

from __future__ import annotations

from rete_chess.compile.program import Program, program_of

__all__ = ["Program", "program_of"]
