"""Profiles as plain data, in short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of

Data = dict[str, Any]


def by_type(piece_type: str, kind: str, value: Any = None, color: str = "both") -> Data:
    entry = {"pieceType": piece_type, "color": color, "kind": kind}
    return entry if value is None else {**entry, "value": value}


def by_square(square: str, kind: str, value: Any = None) -> Data:
    return {"square": square, "kind": kind} | ({} if value is None else {"value": value})


def profile(name: str, *entries: Data) -> Data:
    return {
        "kind": "profile",
        "id": name,
        "name": name,
        "perType": [entry for entry in entries if "pieceType" in entry],
        "perInstance": [entry for entry in entries if "square" in entry],
    }


def game(
    *profiles: Any, presets: Sequence[str] = (), fen: str | None = None, network: str = "native"
) -> Engine:
    uses = [ActivePreset(name) for name in presets]
    return Engine(program_of("chess", uses, profiles=profiles), fen, network)


def play(engine: Engine, moves: str) -> Engine:
    for move in moves.split():
        engine.apply(move)
    return engine


def value(engine: Engine, square: str, attribute: str) -> Any:
    piece = engine.piece_at(square)
    assert piece is not None
    return engine.session.effective(piece.id, attribute)
