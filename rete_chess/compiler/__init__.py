"""From documents to a program: resolve, check, lower."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.registry import shown

if TYPE_CHECKING:
    from rete_chess.compiler._custom_modifiers import CustomModifiers
    from rete_chess.compiler._face import (
        compile_chain,
        compile_document,
        demand_joinable,
        with_more_modifiers,
        with_more_types,
        with_presets,
        with_profiles,
    )
    from rete_chess.compiler._named import program_of
    from rete_chess.compiler._program import ActivePreset, Program
    from rete_chess.compiler.loading import load, load_text, load_variant
    from rete_chess.compiler.profiles.documents import own_modifiers, read_profiles, with_modifiers_of
    from rete_chess.compiler.requests import parse_requests
    from rete_chess.compiler.variant import ModifierChoice, plain_filter

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
    "own_modifiers",
    "parse_requests",
    "plain_filter",
    "program_of",
    "read_profiles",
    "with_modifiers_of",
    "with_more_modifiers",
    "with_more_types",
    "with_presets",
    "with_profiles",
]

# A program that was compiled before needs no compiler.
if not TYPE_CHECKING:
    __getattr__, __dir__ = shown(
        __name__,
        {
            "CustomModifiers": "_custom_modifiers",
            **dict.fromkeys(
                (
                    "compile_chain",
                    "compile_document",
                    "demand_joinable",
                    "with_more_modifiers",
                    "with_more_types",
                    "with_presets",
                    "with_profiles",
                ),
                "_face",
            ),
            "program_of": "_named",
            **dict.fromkeys(("ActivePreset", "Program"), "_program"),
            **dict.fromkeys(("load", "load_text", "load_variant"), "loading"),
            **dict.fromkeys(("own_modifiers", "read_profiles", "with_modifiers_of"), "profiles.documents"),
            "parse_requests": "requests",
            **dict.fromkeys(("ModifierChoice", "plain_filter"), "variant"),
        },
    )
