"""`promote: []`: pieces that no longer promote."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.compiler import Program, compile_document
from rete_chess.documents import load_document

HEAD = "kind: variant\nid: humble\nname: Humble\nextends: chess\n"
FEN = "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1"
HEXAPAWN = """kind: variant
id: hexapawn
name: Hexapawn
board: {width: 3, height: 3}
fen: "ppp/3/PPP w - - 0 1"
pieces: {p: pawn}
royal: []
moves: [{for: {type: pawn}, promote: []}]
"""
ZEALOUS = "attributes: {Zeal: {of: piece, type: int, start: 0}}\n"


def humble(moves: str) -> Program:
    return compile_document(load_document(f"{HEAD}{moves}\n"))


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_pawn_stays_a_pawn_on_the_last_rank(network: str) -> None:
    engine = Engine(humble("moves: [{for: {type: pawn}, promote: []}]"), FEN, network)
    assert [str(move) for move in engine.legal_moves() if str(move).startswith("a7")] == ["a7a8"]
    engine.apply("a7a8")
    engine.apply("a2a1")
    assert engine.fen().split()[0] == "P3k3/8/8/8/8/8/8/p3K3"
    engine.undo()
    engine.undo()
    assert engine.fen() == FEN


def test_one_side_alone_may_stop() -> None:
    engine = Engine(humble("moves: [{for: {type: pawn, color: white}, promote: []}]"), FEN)
    engine.apply("a7a8")
    assert len([move for move in engine.legal_moves() if str(move).startswith("a2")]) == 4


def test_a_piece_may_stop_by_what_it_has() -> None:
    body = ZEALOUS + "moves: [{for: {type: pawn, Zeal: 0}, promote: []}]"
    engine = Engine(humble(body), FEN)
    assert [str(move) for move in engine.legal_moves() if str(move).startswith("a7")] == ["a7a8"]


def test_a_later_change_lets_them_promote_no_more() -> None:
    """What was switched off stays off: a list of types is for pieces that promote."""
    body = "moves: [{for: {type: pawn}, promote: []}, {for: {type: pawn}, promote: [queen]}]"
    engine = Engine(humble(body), FEN)
    assert [str(move) for move in engine.legal_moves() if str(move).startswith("a7")] == ["a7a8"]


def test_no_other_type_need_be_in_play() -> None:
    engine = Engine(compile_document(load_document(HEXAPAWN)))
    for move in ("b1b2", "a3b2", "a1b2", "c3b2"):
        engine.apply(move)
    engine.apply("c1b2")
    assert engine.fen().split()[0] == "1p1/1P1/3"
