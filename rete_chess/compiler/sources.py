"""The documents that a program goes by because its variant, its presets or its profiles name them."""

from __future__ import annotations

from collections.abc import Sequence

from rete_chess.compiler import catalog
from rete_chess.compiler.bundles import bundles_of
from rete_chess.compiler.profile_documents import sources_of as sources_of_profile
from rete_chess.compiler.program import ActivePreset
from rete_chess.compiler.variant import Variant
from rete_chess.documents import Document
from rete_chess.documents.neighbours import Name


def sources_of(
    variant: Variant, presets: Sequence[ActivePreset] = (), profiles: Sequence[Document] = ()
) -> list[tuple[Name, Document]]:
    """Layouts, piece types, presets, tiles, abilities and modifiers, each with its kind and the name it is
    asked for by."""
    beside = variant.neighbours
    found: list[tuple[Name, Document]] = [
        (("piece", name), catalog.piece_document(name, beside))
        for _, name in sorted(variant.pieces().items())
    ]
    for layout in (model.layout for model in variant.models if isinstance(model.layout, str)):
        found.append((("layout", layout), catalog.layout_document(layout, beside)))
    found += [(("preset", use.id), use.document) for use in presets]
    bundles = bundles_of(variant, presets).sources
    found += [(name, bundles[name]) for name in sorted(bundles)]
    for profile in profiles:
        found += sources_of_profile(profile).items()
    return found
