"""The variants of `tests/data/perft/variants.yaml` as laws, made from piece documents by the real loader."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rete_chess import Engine
from rete_chess.core.atoms import PieceType, Topology
from rete_chess.core.laws import Laws
from rete_chess.documents import PieceDocument, parse_document, read_tree, to_piece_type

DATA = Path(__file__).resolve().parents[1] / "data"


@cache
def chess_laws() -> Laws:
    """The laws of the shipped chess."""
    return Engine().board.book.laws


@cache
def variants() -> dict[str, Any]:
    value = read_tree(DATA / "perft" / "variants.yaml").value
    assert isinstance(value, dict)
    return value


def piece(document: str) -> PieceType:
    """The piece type of a document in `tests/data/pieces`."""
    tree = read_tree(DATA / "pieces" / f"{document}.piece.yaml")
    return to_piece_type(parse_document(PieceDocument, tree))


@cache
def laws_of(variant: str) -> Laws:
    """Chess with the changes that the table names."""
    changes = variants()[variant]
    chess = chess_laws()
    by_letter = {piece.letter: piece for piece in chess.white}
    names = {piece.id: piece.id for piece in chess.white}
    for letter, document in changes.get("pieces", {}).items():
        given = piece(document)
        assert given.letter == letter
        if letter in by_letter:
            names[by_letter[letter].id] = given.id
        by_letter[letter] = given
    topology = Topology(wrap_files=changes.get("wrap", False))
    promote = tuple(by_letter[letter].id for letter in changes.get("promote", ""))
    pieces = tuple(_renamed(piece, names, promote).with_topology(topology) for piece in by_letter.values())
    width, height = changes.get("size", (8, 8))
    royal = tuple(royal._replace(types=tuple(names[name] for name in royal.types)) for royal in chess.royal)
    return replace(chess, white=pieces, black=pieces, width=width, height=height, royal=royal, material=None)


def _renamed(piece: PieceType, names: dict[str, str], promote: tuple[str, ...]) -> PieceType:
    """The piece with its partners called as they are called in the variant."""
    castle, promotion = piece.castle, piece.promotion
    if castle is not None:
        castle = replace(castle, partners=tuple(names[name] for name in castle.partners))
    if promotion is not None:
        promotion = replace(promotion, to=promote or tuple(names[name] for name in promotion.to))
    return replace(piece, castle=castle, promotion=promotion)
