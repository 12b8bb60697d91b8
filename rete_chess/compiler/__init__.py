"""From documents to a program: resolve, check, lower."""

from __future__ import annotations

from rete_chess.compiler._custom_modifiers import CustomModifiers
from rete_chess.compiler._face import (
    compile_chain,
    compile_document,
    demand_joinable,
    program_of,
    with_more_modifiers,
    with_more_types,
    with_presets,
    with_profiles,
)
from rete_chess.compiler._program import ActivePreset, Program
from rete_chess.compiler.loading import load, load_text, load_variant
from rete_chess.compiler.variant import ModifierChoice

__all__ = [
    "ActivePreset",
    "CustomModifiers",
    "ModifierChoice",
    "Program",
    "compile_chain",
    "compile_document",
    "demand_joinable",
    "load",
    "load_text",
    "load_variant",
    "program_of",
    "with_more_modifiers",
    "with_more_types",
    "with_presets",
    "with_profiles",
]
