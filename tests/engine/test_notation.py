"""Which piece goes without a letter in algebraic notation, in variants with pieces of their own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rete_chess import Engine, catalog

SILVER = """id: silver
name: Silver
letter: s
moves: [{leap: forward}, {leap: diagonal}]
promotion: {zone: last-rank, to: [rook]}
"""
FOOT = """id: foot
name: Foot
letter: f
moves: [{leap: forward, mode: move}, {leap: forward-diagonal, mode: capture}]
"""
PRINCESS = """id: princess
name: Princess
letter: p
moves: [{slide: diagonal}, {leap: knight}]
"""
PROMOTES = "promotion: {zone: last-rank, to: [rook]}\n"

BOARD = """kind: variant
id: own
name: Own
board: {width: 5, height: 5}
royal: [{type: king}]
"""

#: pieces beside kings and rooks by letter, the documents, White's men on the second rank, their moves
OWN = [
    ("s: silver", [SILVER], "S4", {"a2a3": "Sa3", "a2b3": "Sb3"}),
    ("p: foot", [FOOT], "PP3", {"a2a3": "a3"}),
    ("p: foot", [FOOT + PROMOTES], "PP3", {"a2a3": "a3"}),
    ("f: foot", [FOOT], "FF3", {"a2a3": "Fa3"}),
    ("f: foot", [FOOT + PROMOTES], "FF3", {"a2a3": "a3"}),
    ("f: foot, s: silver", [FOOT + PROMOTES, SILVER], "FS3", {"a2a3": "a3", "b2b3": "Sb3"}),
    ("p: princess", [PRINCESS], "P4", {"a2b3": "Pb3"}),
    ("p: princess, f: foot", [PRINCESS, FOOT + PROMOTES], "PF3", {"a2c1": "Pc1", "b2b3": "b3"}),
]


@pytest.mark.parametrize(("pieces", "documents", "men", "moves"), OWN)
def test_the_pawn_of_a_variant_goes_without_a_letter(
    tmp_path: Path, pieces: str, documents: list[str], men: str, moves: dict[str, str]
) -> None:
    for text in documents:
        name = text.split()[1]
        (tmp_path / f"{name}.piece.yaml").write_text(text, encoding="utf-8")
    own = tmp_path / "own.variant.yaml"
    layout = f"fen: 4k/5/5/{men}/4K w - - 0 1\n"
    own.write_text(f"{BOARD}{layout}pieces: {{k: king, r: rook, {pieces}}}\n", encoding="utf-8")
    engine = Engine(own)
    for move, text in moves.items():
        assert engine.san(move) == text
        assert engine.san(text) == text


def test_the_pawns_of_chess_stay_as_they_are_beside_others_that_promote(tmp_path: Path) -> None:
    (tmp_path / "silver.piece.yaml").write_text(SILVER, encoding="utf-8")
    own = tmp_path / "own.variant.yaml"
    text = (
        "kind: variant\nid: own\nname: Own\nextends: chess\npieces: {s: silver}\n"
        "fen: rnbqkbnr/pppppppp/8/8/8/S7/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    )
    own.write_text(text, encoding="utf-8")
    engine = Engine(own)
    assert [engine.san(move) for move in ("e2e4", "a3a4")] == ["e4", "Sa4"]
    engine.apply("e4")
    assert engine.piece_at("e4")


@pytest.mark.parametrize("variant", catalog.variants().list())
def test_all_moves_at_once_are_written_as_one_by_one(variant: str) -> None:
    engine, chance = Engine(variant, network="native"), Random(variant)
    for _ in range(30):
        moves = engine.legal_moves()
        assert engine.sans() == [engine.san(move) for move in moves]
        if not moves:
            break
        engine.apply(chance.choice(moves))
