"""Documents: read within limits and with line numbers, then checked against their models.

`load_document` does it all; `read_tree` reads YAML or JSON, `parse_document` makes a tree an
instance of a model.
"""

from __future__ import annotations

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
