"""The players for any variant: random, greedy, and searching."""

from __future__ import annotations

import random
from typing import Protocol

from rete_chess.engine import Engine, LegalMove
from rete_chess.engine.explain.reason import refusal
from rete_chess.engine.lookahead.imagined import WhatIf
from rete_chess.engine.lookahead.tree import tree_of
from rete_chess.match.players.evaluation import evaluation_of
from rete_chess.match.players.limits import Allowance, Limits
from rete_chess.match.players.search import Search, Thought
from rete_chess.metering import OutOfTime, running


class Player(Protocol):
    """A player: an object that chooses moves."""

    name: str

    def choose(self, engine: Engine) -> LegalMove | None:
        """The move to play; None where there is none, or rules refuse them all."""


def simulate_turn(engine: Engine, *moves: str) -> WhatIf:
    """The outcome of a turn with all its half-moves, only imagined; the game stays as it is."""
    return engine.what_if(*moves)


class RandomPlayer:
    """A player that plays any legal move that no rule refuses."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)

    def choose(self, engine: Engine) -> LegalMove | None:
        moves = engine.legal_moves()
        left = list(range(len(moves)))
        while left:
            move = moves[left.pop(self._chance.randrange(len(left)))]
            if refusal(engine, move) is None:
                return move
        return None


class GreedyPlayer:
    """A player that plays the move with the best position right after it."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, engine: Engine) -> LegalMove | None:
        self._seed += 1
        return _found(engine, Limits(depth=0), self._seed)


class SearchPlayer:
    """A player that searches for the best move, within limits."""

    def __init__(self, limits: Limits | None = None, seed: int = 0) -> None:
        self.limits = limits or Limits()
        self.name = "search"
        self._seed = seed

    def choose(self, engine: Engine) -> LegalMove | None:
        self._seed += 1
        return _found(engine, self.limits, self._seed)


def think(engine: Engine, limits: Limits, seed: int = 0) -> Thought | None:
    """Search the position of a game; the game stays as it is."""
    if engine.result is not None:
        return None
    allowance = Allowance(limits, engine.budget)
    with running(allowance.meter, engine.budget.move, "the search"):
        try:
            tree = tree_of(engine)
            tree.board.meter = allowance.meter
            return Search(tree, evaluation_of(engine.program), allowance, seed).think()
        except OutOfTime:  # before the first look at a move
            legal = engine.legal_moves()
            return Thought(legal[0].code, 0, 0, 0) if legal else None


def _found(engine: Engine, limits: Limits, seed: int) -> LegalMove | None:
    thought = think(engine, limits, seed)
    if thought is None:
        return None
    return next(move for move in engine.legal_moves() if move.code == thought.move)
