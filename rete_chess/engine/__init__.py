"""The engine: a game in progress under a program."""

from __future__ import annotations

from rete_chess.engine._engine import Engine
from rete_chess.engine._moves import LegalMove, MoveList
from rete_chess.engine.records import MoveRecord, Piece

__all__ = ["Engine", "LegalMove", "MoveList", "MoveRecord", "Piece"]
