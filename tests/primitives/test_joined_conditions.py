"""Conditions joined by `all`, `any` and `not`: outside triggers at any time, inside when they fire."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import program_of

ROOK: dict[str, Any] = {"piece": {"type": "rook"}}
WHITE: dict[str, Any] = {"piece": {"color": "white"}}


def game(condition: dict[str, Any], network: str, *, is_trigger: bool = False) -> Engine:
    add = {"kind": "add-to-attribute", "attr": "Charge", "delta": 1}
    gain = {"kind": "modify-movement-range", "delta": 1}
    choice: dict[str, Any] = {
        "kind": "conditional",
        "condition": condition,
        "then": [add if is_trigger else gain],
    }
    if is_trigger:
        choice["else"] = [{**add, "delta": 5}]
    modifier = {
        "kind": "modifier",
        "id": "mood",
        "type": "data",
        "version": 1,
        "name": "Mood",
        "primitives": [
            {"kind": "seed-attribute", "attr": "Charge", "value": 0},
            {"kind": "on-move", "primitives": [choice]} if is_trigger else choice,
        ],
    }
    types = ("rook", "knight")
    given = {
        "id": "moody",
        "name": "Moody",
        "customModifiers": [modifier],
        "perType": [{"pieceType": name, "kind": "mood"} for name in types],
    }
    return Engine(program_of("chess", profiles=[given]), network=network)


CASES = [
    ({"all": [ROOK, WHITE]}, {"a1"}),
    ({"any": [ROOK, WHITE]}, {"a1", "b1", "a8"}),
    ({"not": ROOK}, {"b1", "b8"}),
    ({"all": [{"not": ROOK}, {"not": WHITE}]}, {"b8"}),
    ({"any": [{"not": ROOK}, {"attr": "Charge", "op": "gt", "value": 3}]}, {"b1", "b8"}),
]


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("condition", "expected"), CASES)
def test_outside_triggers(condition: dict[str, Any], expected: set[str], network: str) -> None:
    engine = game(condition, network)
    for square in ("a1", "b1", "a8", "b8"):
        piece = engine.piece_at(square)
        assert piece is not None
        assert (engine.session.effective(piece.id, "RangeBonus") or 0) == (square in expected)  # never twice


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("condition", "expected"), CASES)
def test_inside_triggers(condition: dict[str, Any], expected: set[str], network: str) -> None:
    engine = game(condition, network, is_trigger=True)
    for move in ("b1c3", "b8c6", "a1b1", "a8b8"):
        engine.apply(move)
    for start, now in (("b1", "c3"), ("b8", "c6"), ("a1", "b1"), ("a8", "b8")):
        piece = engine.piece_at(now)
        assert piece is not None
        assert engine.session.get(piece.id, "Charge") == (1 if start in expected else 5)
