"""What sets the clock of half-moves back, as piece types of the core know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.terms import lower_test
from rete_chess.core.atoms import PieceType
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import TYPE

_NO_BOARD: Any = None


def with_clock(pieces: Sequence[PieceType], layers: Sequence[Layer]) -> list[PieceType]:
    """Piece types by the last word on the clock; captures set it back whatever a document says."""
    layer = next((layer for layer in reversed(layers) if layer.body.clock is not None), None)
    if layer is None or layer.body.clock is None:
        return list(pieces)
    tests = [
        lower_test(entry.piece.type, layer.scope, ("clock", "resets", place, "piece", "type"), TYPE)
        for place, entry in enumerate(layer.body.clock.resets)
        if entry.piece is not None
    ]
    frame = Frame(_NO_BOARD)
    return [replace(piece, resets=any(test.holds(piece.id, frame) for test in tests)) for piece in pieces]
