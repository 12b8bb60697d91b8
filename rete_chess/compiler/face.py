"""Programs on request: of a document, of a shipped id or a path, with more or fewer presets."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rete_chess.compiler import catalog
from rete_chess.compiler.assemble import assemble, fingerprint
from rete_chess.compiler.program import ActivePreset, Program
from rete_chess.compiler.variant import Variant, chain, resolve
from rete_chess.documents import Document, load_document

#: Compiled programs by the hash of all that went into them; the oldest go first.
_programs: dict[str, Program] = {}
_MOST: Final = 256


def compile_document(document: Document, presets: Sequence[ActivePreset] = ()) -> Program:
    """The program of a variant document, with further presets after its own."""
    variant = resolve(document)
    return _program(variant, (*variant.presets(), *presets))


def compile_chain(documents: Sequence[Document], presets: Sequence[ActivePreset]) -> Program:
    """The program of a variant that comes with all it extends, the most general first, and these presets."""
    return _program(chain(documents), tuple(presets))


def program_of(variant: str | os.PathLike[str], presets: Sequence[ActivePreset] = ()) -> Program:
    """The program of a shipped variant or of a file."""
    name = os.fspath(variant)
    if os.sep in name or name.endswith((".yaml", ".yml", ".json")):
        return compile_document(load_document(name), presets)
    if any(catalog.python_preset(use.id) is not None for use in presets):
        return compile_document(catalog.variant(name), presets)  # what an id stands for may change
    return _shipped(name, tuple(presets))


@lru_cache(maxsize=256)
def _shipped(name: str, presets: tuple[ActivePreset, ...]) -> Program:
    return compile_document(catalog.variant(name), presets)


def with_presets(program: Program, presets: Sequence[ActivePreset]) -> Program:
    """The same variant with other presets in force."""
    return _program(program.variant, tuple(presets))


def _program(variant: Variant, presets: tuple[ActivePreset, ...]) -> Program:
    """Durations belong to the game, so programs that differ in them alone are compiled once."""
    timeless = tuple(replace(preset, turns_remaining=None) for preset in presets)
    key = fingerprint(variant, timeless)
    program = _programs.get(key)
    if program is None:
        program = assemble(variant, timeless)
        while len(_programs) >= _MOST:
            del _programs[next(iter(_programs))]
        _programs[key] = program
    return program if timeless == presets else replace(program, presets=presets)
