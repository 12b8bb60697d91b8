"""The documents that a program is made from, and a digest of them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rete_chess.compiler import catalog
from rete_chess.compiler._joining import letters_in_play, speakers_of
from rete_chess.compiler._program import ActivePreset
from rete_chess.compiler.bundles import bundles_of
from rete_chess.compiler.profiles.documents import sources_of as sources_of_profile
from rete_chess.compiler.variant import Variant
from rete_chess.documents import Document
from rete_chess.documents.kinds.document import digest_of
from rete_chess.documents.kinds.neighbours import Name
from rete_chess.documents.reading.tree import Tree


def sources_of(
    variant: Variant, presets: Sequence[ActivePreset] = (), profiles: Sequence[Document] = ()
) -> list[tuple[Name, Document]]:
    """Layouts, piece types, presets, tiles, abilities and modifiers, each with its kind and the name it is
    asked for by."""
    beside = variant.neighbours
    bundles = bundles_of(variant, presets)
    letters, _ = letters_in_play(variant, speakers_of(variant, presets, bundles), profiles)
    found: list[tuple[Name, Document]] = [
        (("piece", name), catalog.piece_document(name, beside)) for _, name in sorted(letters.items())
    ]
    for layout in (model.layout for model in variant.models if isinstance(model.layout, str)):
        found.append((("layout", layout), catalog.layout_document(layout, beside)))
    found += [(("preset", use.id), use.document) for use in presets]
    found += [(name, bundles.sources[name]) for name in sorted(bundles.sources)]
    for profile in profiles:
        found += sources_of_profile(profile).items()
    return found


def trees_of(
    variant: Variant, active: Sequence[ActivePreset], profiles: Sequence[Document] = ()
) -> list[Tree]:
    """All documents that a program is made from."""
    sources = [document.tree for _, document in sources_of(variant, active, profiles)]
    return [*variant.trees, *sources, *(profile.tree for profile in profiles)]


def fingerprint(
    variant: Variant,
    active: Sequence[ActivePreset],
    profiles: Sequence[Document] = (),
    earned: Sequence[str] = (),
) -> str:
    """A digest of all that a program is made from, whatever form it is written in."""
    parts: list[Any] = [variant.start, *(tree.value for tree in trees_of(variant, active, profiles))]
    for use in active:
        python = None if use.own is not None else catalog.python_preset(use.id)
        parts.append([use.id, use.scope, list(use.config), None if python is None else python.mark])
    return digest_of(*parts, *earned)
