"""Players that understand any variant, because they ask its program."""

from __future__ import annotations

from rete_chess.match.players._choice import parse_limits, parse_player
from rete_chess.match.players._player import (
    GreedyPlayer,
    Player,
    RandomPlayer,
    SearchPlayer,
    evaluate,
    simulate_turn,
    think,
    think_unseen,
)
from rete_chess.match.players.limits import Limits, Reins
from rete_chess.match.players.thought import Question, Thought

__all__ = [
    "GreedyPlayer",
    "Limits",
    "Player",
    "Question",
    "RandomPlayer",
    "Reins",
    "SearchPlayer",
    "Thought",
    "evaluate",
    "parse_limits",
    "parse_player",
    "simulate_turn",
    "think",
    "think_unseen",
]
