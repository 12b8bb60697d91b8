"""Players that understand any variant, because they ask its program."""

from __future__ import annotations

from rete_chess.match.players.choice import parse_player
from rete_chess.match.players.limits import Limits
from rete_chess.match.players.player import (
    GreedyPlayer,
    Player,
    RandomPlayer,
    SearchPlayer,
    simulate_turn,
    think,
)

__all__ = [
    "GreedyPlayer",
    "Limits",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "parse_player",
    "simulate_turn",
    "think",
]
