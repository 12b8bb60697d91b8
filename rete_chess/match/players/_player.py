"""The players for any variant: random, greedy, and searching."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Protocol

from rete_chess.engine import Engine, LegalMove
from rete_chess.engine.explain.reason import refusal
from rete_chess.engine.lookahead.imagined import WhatIf
from rete_chess.engine.lookahead.tree import tree_of
from rete_chess.match.players._flat import can_think, think_flat, worth_flat
from rete_chess.match.players.evaluation import evaluation_of
from rete_chess.match.players.limits import Allowance, Limits, Reins
from rete_chess.match.players.search import Search
from rete_chess.match.players.thought import USUAL, Listener, Question, Thought
from rete_chess.metering import Meter, OutOfTime, running


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
        moves: Sequence[LegalMove] = engine.legal_moves()
        if engine.program.sight is not None:
            moves = sorted(moves)  # their order tells of captures in the dark
        left = list(range(len(moves)))
        with running(Meter(engine.budget), engine.budget.thinking, "the choice of a move"):
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


def think(
    engine: Engine,
    limits: Limits,
    seed: int = 0,
    *,
    question: Question = USUAL,
    reins: Reins | None = None,
    tell: Listener | None = None,
) -> Thought | None:
    """Search the position of a game; the game stays as it is.

    Whoever has the reins may end it from another thread; `tell` hears after each depth what was found, with
    the lines that are expected, which cost steps but no positions.
    """
    if engine.result is not None:
        return None
    allowance = Allowance(limits, engine.budget, reins)
    meter = Meter(engine.budget, allowance.meter.deadline)
    if reins is not None:
        reins.take(meter)
    try:
        # What the game strives for is found out once; that is no part of what a choice costs.
        with running(meter, engine.budget.move, "the objective"):
            evaluation = evaluation_of(engine.program)
        with running(allowance.meter, engine.budget.move, "the search"):
            tree = tree_of(engine)
            tree.board.meter = allowance.meter
            if can_think(engine, tree, evaluation):
                thought = think_flat(engine, tree.board, evaluation, allowance, seed, question, tell)
                if thought is not None:
                    return thought
            return Search(tree, evaluation, allowance, seed).think(question, tell)
    except OutOfTime:  # before the first look at a move
        legal = [move.code for move in engine.legal_moves()]
        codes = legal if question.moves is None else [code for code in legal if code in question.moves]
        return Thought(codes[0], 0, 0, 0) if codes else None


def think_unseen(
    engine: Engine,
    limits: Limits,
    seed: int = 0,
    *,
    question: Question = USUAL,
    reins: Reins | None = None,
    tell: Listener | None = None,
) -> Thought | None:
    """The same for a side that does not see all and goes by its view alone; one move is told, at the end."""
    from rete_chess.match.players._unseen import choose_unseen  # late: few games hide anything

    if engine.result is not None:
        return None

    def ask(world: Engine, share: Limits, seed: int, question: Question) -> Thought | None:
        if reins is not None and reins.end <= time.monotonic():
            return None
        return think(world, share, seed, question=question, reins=reins)

    codes = {str(move): move.code for move in engine.legal_moves()}
    among = None if question.moves is None else {text for text in codes if codes[text] in question.moves}
    chosen = choose_unseen(engine.view(engine.turn), limits, seed, ask, among)
    if chosen is None or chosen.move not in codes:
        return None
    thought = Thought(codes[chosen.move], *chosen[1:])
    if tell is not None:
        tell(thought._replace(line=(thought.move,)))
    return thought


def evaluate(engine: Engine) -> int:
    """The worth of a position for the side to move, in hundredths of a pawn, before any move is looked at."""
    evaluation = evaluation_of(engine.program)
    tree = tree_of(engine)
    if can_think(engine, tree, evaluation):
        worth = worth_flat(engine.program, tree.board, evaluation)
        if worth is not None:
            return worth
    return evaluation.of(tree.board)


def _found(engine: Engine, limits: Limits, seed: int) -> LegalMove | None:
    ask = think if engine.program.sight is None else think_unseen
    thought = ask(engine, limits, seed)
    if thought is None:
        return None
    return next(move for move in engine.legal_moves() if move.code == thought.move)
