"""Programs on request: of a document, of an id or a path, with more or fewer presets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from rete_chess import primitives
from rete_chess.compiler import catalog
from rete_chess.compiler._joining import joined
from rete_chess.compiler._program import ActivePreset, Program
from rete_chess.compiler.assemble import assemble, fingerprint, trees_of
from rete_chess.compiler.checks.active import after_next_end
from rete_chess.compiler.profiles.documents import ProfileSource, parse_profiles
from rete_chess.compiler.variant import ModifierChoice, Variant, chain, resolve, with_modifiers, with_pieces
from rete_chess.documents import Document, ModifierDocument, load_document
from rete_chess.documents.kinds.neighbours import is_file_name
from rete_chess.documents.reading.reader import AnySource
from rete_chess.errors import DocumentError, ReteChessError, RulesError

#: Compiled programs by the hash of all that went into them, and by its texts, as rules name their lines;
#: the oldest go first.
_programs: dict[tuple[str, ...], Program] = {}
_MOST: Final = 256


def compile_document(
    document: Document | AnySource,
    presets: Sequence[ActivePreset] = (),
    modifiers: Sequence[ModifierChoice] = (),
    *,
    profiles: Iterable[ProfileSource] = (),
) -> Program:
    """The program of a variant document, with further presets, modifiers and profiles after its own.

    A path or a text is loaded first.
    """
    loaded = document if isinstance(document, Document) else load(document)
    variant = with_modifiers(resolve(loaded), modifiers)
    stacked = parse_profiles((*variant.profiles(), *profiles))
    return _program(variant, (*variant.presets(), *presets), stacked)


def compile_chain(
    documents: Sequence[Document], presets: Sequence[ActivePreset], profiles: Sequence[Document] = ()
) -> Program:
    """The program of a variant that comes with all it extends, the most general first, with these presets
    and profiles and no others."""
    return _program(chain(documents), tuple(presets), tuple(profiles))


def program_of(
    variant: str | os.PathLike[str],
    presets: Sequence[ActivePreset] = (),
    modifiers: Sequence[ModifierChoice] = (),
    *,
    profiles: Sequence[ProfileSource] = (),
) -> Program:
    """The program of a registered variant or of a file."""
    name = os.fspath(variant)
    if is_file_name(name):
        return compile_document(load_document(name), presets, modifiers, profiles=profiles)
    if modifiers or profiles or any(catalog.python_preset(use.id) is not None for use in presets):
        # What these stand for may change.
        return compile_document(catalog.variant(name), presets, modifiers, profiles=profiles)
    return _registered(name, tuple(presets))


@catalog.kept
def _registered(name: str, presets: tuple[ActivePreset, ...]) -> Program:
    return compile_document(catalog.variant(name), presets)


def load(source: AnySource, name: str | None = None) -> Document:
    """Read and check a document of any kind, the primitives of custom modifiers too."""
    document = load_document(source, name)
    if isinstance(document.model, ModifierDocument):
        return primitives.validate_modifier(document)
    problems = primitives.inner_problems(document)
    if problems:
        raise DocumentError(document.tree.file, problems)
    return document


def with_more_modifiers(
    program: Program, presets: Sequence[ActivePreset], modifiers: Sequence[ModifierChoice]
) -> Program:
    """The same variant and profiles with some presets in force, whose pieces carry further modifiers."""
    variant = with_modifiers(program.variant, modifiers)
    return _program(variant, tuple(presets), program.stack.profiles, program.stack.earned)


def with_more_types(program: Program, presets: Sequence[ActivePreset], types: Iterable[str]) -> Program:
    """The same program with further piece types in play, each by the letter of its document."""
    before = letters = {piece.letter: piece.id for piece in program.laws.white}
    for name in types:
        letters = joined(letters, name, program.variant.neighbours)
    further = {letter: name for letter, name in letters.items() if letter not in before}
    return _program(
        with_pieces(program.variant, further), tuple(presets), program.stack.profiles, program.stack.earned
    )


def with_presets(program: Program, presets: Sequence[ActivePreset], earned: Sequence[str] = ()) -> Program:
    """The same variant and profiles with other presets in force; `earned` as for `with_profiles`."""
    return _program(program.variant, tuple(presets), program.stack.profiles, tuple(earned))


def with_profiles(
    program: Program,
    presets: Sequence[ActivePreset],
    profiles: Sequence[Document],
    earned: Sequence[str] = (),
) -> Program:
    """The same variant with these presets and profiles in force; `earned` names the modifier kinds of
    which pieces have something of their own, which they keep."""
    return _program(program.variant, tuple(presets), tuple(profiles), tuple(earned))


def _program(
    variant: Variant,
    presets: tuple[ActivePreset, ...],
    profiles: tuple[Document, ...] = (),
    earned: tuple[str, ...] = (),
) -> Program:
    """Durations belong to the game, so programs that differ in them alone are compiled once."""
    timeless = tuple(replace(preset, turns_remaining=None) for preset in presets)
    sources = [tree.source for tree in trees_of(variant, timeless, profiles)]
    key = (
        fingerprint(variant, timeless, profiles, earned),
        *(part for source in sources for part in (source.file, source.text)),
    )
    program = _programs.get(key)
    if program is None:
        program = assemble(variant, timeless, profiles, earned)
        while len(_programs) >= _MOST:
            _programs.pop(next(iter(_programs)), None)  # another thread may have done so
        _programs[key] = program
    if program.variant.neighbours is not variant.neighbours:  # which may say more than has been asked yet
        program = replace(program, variant=variant)
    if timeless == presets:
        return program
    _demand_end(variant, presets, profiles, earned)
    return replace(program, presets=presets)


def _demand_end(
    variant: Variant,
    presets: tuple[ActivePreset, ...],
    profiles: tuple[Document, ...],
    earned: tuple[str, ...],
) -> None:
    """Refuse presets that end in a game whose other rules cannot go on without them."""
    left = after_next_end(presets)
    try:
        _program(variant, left, profiles, earned)
    except ReteChessError as error:
        ended = [use.id for use in presets if all(use.id != other.id for other in left)]
        message = f"the other rules cannot go on when {' and '.join(ended)} ends: {error}"
        raise RulesError("E_PRESETS", message, hint="let it stay for good") from error
