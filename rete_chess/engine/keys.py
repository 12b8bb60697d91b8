"""What attributes add to a position's key: equal pieces with equal attributes on equal squares."""

from __future__ import annotations

from functools import lru_cache

from rete_chess.core.board import Board
from rete_chess.core.keys import name_key


@lru_cache(maxsize=65536)
def _fact_key(place: int, attribute: str, value: object) -> int:
    return name_key(f"{place} {attribute} {value!r}")


def attributes_key(board: Board) -> int:
    """The key of all declared facts, by square instead of by entity."""
    if not board.columns:
        return 0
    key = 0
    squares = {entity: square for square, entity in enumerate(board.entities) if entity}
    for attribute, column in board.columns.items():
        for entity, value in column.items():
            key ^= _fact_key(squares.get(entity, -1 - entity), attribute, value)
    return key
