"""What the tests of the active set share: presets that only they have, games, and all that a game shows."""

from __future__ import annotations

from typing import Any

from rete_chess import Engine

HP = {"id": "piece-hp"}

#: Presets that only tests have: some require, exclude or override one another.
DOCUMENTS = {
    "needs-hp": "requires: [piece-hp]\nconfig: {amount: 1, words: [a, b], is: true}\n"
    "attributes: {Mark: {of: piece, type: int, start: $config.amount}}",
    "needs-that": "requires: [needs-hp]",
    "fire": "incompatibleWith: [water]",
    "water": "incompatibleWith: [fire]",
    "rooks": "moves: [{for: {type: rook}, use: [{leap: forward}]}]",
    "rooks-too": "moves: [{for: {type: rook}, use: [{leap: backward}]}]",
    "sides": "attributes: {Score: {of: side, type: int, start: 3}}",
}


def game(*moves: str) -> Engine:
    engine = Engine(network="native")
    for move in moves:
        engine.apply(move)
    return engine


def face(engine: Engine) -> tuple[Any, ...]:
    return (
        engine.state_hash(),
        engine.fen(),
        engine.position_key,
        list(engine.legal_moves()),
        engine.result,
        engine.active_presets,
        engine.incidents,
    )
