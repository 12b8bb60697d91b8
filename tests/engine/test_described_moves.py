"""A legal move knows the position it was described in; elsewhere it is described anew."""

from __future__ import annotations

from rete_chess import Engine


def test_a_move_from_another_game_is_described_anew() -> None:
    """The same text captures a pawn in one game and a knight in the other."""
    pawn = Engine(fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    knight = Engine(fen="4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1")
    (move,) = (move for move in pawn.legal_moves() if move == "e4d5")
    assert move.captured_type == "pawn"
    assert knight.apply(move).move.captured_type == "knight"
    assert pawn.apply(move).move is move
