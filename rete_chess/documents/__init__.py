"""Documents: read with bounds and line numbers, then checked against their models.

`read_tree` reads YAML or JSON, `parse_document` makes the tree an instance of a model.
"""

from __future__ import annotations

from rete_chess.documents.model import DocumentModel, parse_document
from rete_chess.documents.piece import PieceDocument, to_piece_type
from rete_chess.documents.reader import read_tree
from rete_chess.documents.tree import Tree

__all__ = ["DocumentModel", "PieceDocument", "Tree", "parse_document", "read_tree", "to_piece_type"]
