"""Shipped piece documents as the core's piece types."""

from __future__ import annotations

from functools import lru_cache

from rete_chess.core.atoms import PieceType
from rete_chess.documents import PieceDocument, parse_document, read_tree, to_piece_type
from rete_chess.registry import Registry
from rete_chess.resources import files


@lru_cache(maxsize=1)
def shipped_pieces() -> Registry[PieceType]:
    """All piece types in `descriptors/pieces/`, by id."""
    registry: Registry[PieceType] = Registry("piece type")
    for path in files("descriptors", "pieces", "*.piece.yaml"):
        piece = to_piece_type(parse_document(PieceDocument, read_tree(path)))
        registry.register(piece.id, piece)
    return registry
