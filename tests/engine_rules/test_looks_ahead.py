"""Whoever looks at the position after a move, and at the moves from there, leaves networks as they were."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rete_chess import Engine
from rete_chess.compiler import compile_document
from rete_chess.engine.lookahead.perft import perft

#: Who captures in sight of an enemy queen loses the king: captures are tried with their rules.
JEALOUS = """
kind: variant
id: jealous
name: Jealous
extends: chess
rules:
  - id: jealousy
    at: capture
    when:
      - event: {side: $s}
      - piece: {type: queen, color: {not: $s}}
      - piece: {id: $k, type: king, color: $s}
    do: [{destroy: {target: $k}}]
"""
#: A queen that is made by the bare core gives check, and the king could answer by a capture.
FEN = "7k/P5N1/8/8/p7/1P6/8/K7 w - - 0 1"

LOOKS: dict[str, Callable[[Engine], object]] = {
    "nobody": lambda engine: None,
    "the text of a move": lambda engine: engine.san("a7a8q"),
    "the texts of all moves": lambda engine: engine.sans(),
    "an explanation": lambda engine: [engine.explain(move) for move in ("a7a8q", "a7a8", "b3a4")],
    "a count": lambda engine: perft(engine, 2),
    "an imagined move": lambda engine: engine.what_if("a7a8q", "h8h7"),
}


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("look", LOOKS)
def test_the_queen_that_was_only_looked_at_is_not_there(look: str, network: str) -> None:
    engine = Engine(compile_document(JEALOUS), FEN, network)
    for _ in range(2):
        LOOKS[look](engine)
        engine.apply("a1b1")
        assert {"h8g7", "a4b3"} <= {str(move) for move in engine.legal_moves()}
        engine.undo()
    engine.apply("a7a8q")
    assert [str(move) for move in engine.legal_moves()] == ["h8h7"]
