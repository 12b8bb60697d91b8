"""Squares by number: by the width of the board in play."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine, ReteChessError
from rete_chess.compiler import program_of


@pytest.mark.parametrize(("variant", "square", "move"), [("chess", 16, "a2a3"), ("los-alamos", 12, "a2a3")])
def test_numbers_go_by_the_board(variant: str, square: int, move: str) -> None:
    engine = game(variant, square)
    engine.apply(move)
    piece = engine.piece_at("a3")
    assert piece is not None
    assert engine.session.get(piece.id, "Charge") == 1


@pytest.mark.parametrize(("variant", "square"), [("chess", 64), ("chess", 255), ("los-alamos", 36)])
def test_numbers_beyond_the_board_are_refused(variant: str, square: int) -> None:
    with pytest.raises(ReteChessError) as caught:
        game(variant, square)
    assert caught.value.code == "E_SQUARE"


def game(variant: str, square: int) -> Engine:
    modifier: dict[str, Any] = {
        "kind": "modifier",
        "id": "mark",
        "type": "data",
        "version": 1,
        "name": "Mark",
        "primitives": [
            {"kind": "seed-attribute", "attr": "Charge", "value": 0},
            {
                "kind": "on-moved-onto-square",
                "filter": {"kind": "squares", "squares": [square]},
                "primitives": [{"kind": "add-to-attribute", "attr": "Charge", "delta": 1}],
            },
        ],
    }
    entry = {"pieceType": "pawn", "kind": "mark"}
    given = {"id": "p", "name": "P", "customModifiers": [modifier], "perType": [entry]}
    return Engine(program_of(variant, profiles=[given]), network="native")
