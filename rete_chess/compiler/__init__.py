"""From documents to a program: resolve, check, lower."""

from __future__ import annotations

from rete_chess.compiler.face import (
    compile_chain,
    compile_document,
    program_of,
    with_presets,
    with_profiles,
)
from rete_chess.compiler.program import ActivePreset, Program

__all__ = [
    "ActivePreset",
    "Program",
    "compile_chain",
    "compile_document",
    "program_of",
    "with_presets",
    "with_profiles",
]
