"""Documents: read within limits and with line numbers, then checked against their models.

`load_document` does it all; `read_tree` reads YAML or JSON, `parse_document` makes a tree an
instance of a model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.registry import shown

if TYPE_CHECKING:
    from rete_chess.documents.kinds.bundle import AbilityDocument, TileDocument
    from rete_chess.documents.kinds.document import Document, load_document
    from rete_chess.documents.kinds.layout import LayoutDocument
    from rete_chess.documents.kinds.modifier import ModifierDocument
    from rete_chess.documents.kinds.piece import PieceDocument, to_piece_type
    from rete_chess.documents.kinds.preset import PresetDocument
    from rete_chess.documents.kinds.profile import ProfileDocument
    from rete_chess.documents.kinds.variant import VariantDocument
    from rete_chess.documents.modelling.model import DocumentModel, parse_document
    from rete_chess.documents.reading.reader import read_tree
    from rete_chess.documents.reading.tree import Tree

__all__ = [
    "AbilityDocument",
    "Document",
    "DocumentModel",
    "LayoutDocument",
    "ModifierDocument",
    "PieceDocument",
    "PresetDocument",
    "ProfileDocument",
    "TileDocument",
    "Tree",
    "VariantDocument",
    "load_document",
    "parse_document",
    "read_tree",
    "to_piece_type",
]

# Models take long to import, and only who reads a document needs one.
if not TYPE_CHECKING:
    __getattr__, __dir__ = shown(
        __name__,
        {
            **dict.fromkeys(("AbilityDocument", "TileDocument"), "kinds.bundle"),
            **dict.fromkeys(("Document", "load_document"), "kinds.document"),
            "LayoutDocument": "kinds.layout",
            "ModifierDocument": "kinds.modifier",
            **dict.fromkeys(("PieceDocument", "to_piece_type"), "kinds.piece"),
            "PresetDocument": "kinds.preset",
            "ProfileDocument": "kinds.profile",
            "VariantDocument": "kinds.variant",
            **dict.fromkeys(("DocumentModel", "parse_document"), "modelling.model"),
            "read_tree": "reading.reader",
            "Tree": "reading.tree",
        },
    )
