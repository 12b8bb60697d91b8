"""Documents: read with bounds and line numbers, then checked against their models.

`load_document` does it all; `read_tree` reads YAML or JSON, `parse_document` makes a tree an
instance of a model.
"""

from __future__ import annotations

from rete_chess.documents.bundle import AbilityDocument, TileDocument
from rete_chess.documents.document import Document, load_document
from rete_chess.documents.layout import LayoutDocument
from rete_chess.documents.model import DocumentModel, parse_document
from rete_chess.documents.modifier import ModifierDocument
from rete_chess.documents.piece import PieceDocument, to_piece_type
from rete_chess.documents.preset import PresetDocument
from rete_chess.documents.profile import ProfileDocument
from rete_chess.documents.reader import read_tree
from rete_chess.documents.tree import Tree
from rete_chess.documents.variant import VariantDocument

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
