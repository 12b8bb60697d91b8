"""What takes time: searches and counts, each done on a thread of its own and held by reins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rete_chess.interop import moves as dialect

if TYPE_CHECKING:
    from rete_chess.engine import Engine
    from rete_chess.match.players import Limits, Question, Reins, Thought

#: Who hears what a task finds while it goes on.
Tell = Callable[[object], None]


class Task(Protocol):
    """Something that takes time."""

    reins: Reins

    def run(self, tell: Tell) -> object:
        """Do it; what is found on the way is told, what comes of it returned."""


class Told(NamedTuple):
    """A line that a search has found, its moves as texts for others."""

    thought: Thought
    line: tuple[str, ...]
    is_answered: bool = False  # whether its second move is the opponent's, and not one of the same turn


class Answer(NamedTuple):
    """What comes of a search: the move as others write it and as ours, and the reply that is expected."""

    move: str | None
    own: str | None
    reply: str | None
    last: Told | None  # the best line, told before or not
    is_new: bool  # whether it has not been told yet
    others: tuple[Told, ...] = ()  # the lines behind a new one, in their order


def _new_reins() -> Reins:
    from rete_chess.match.players import Reins

    return Reins()


@dataclass
class SearchTask:
    """A search of the position of a game, which nobody may change meanwhile."""

    engine: Engine
    limits: Limits
    question: Question
    seed: int = 0
    reins: Reins = field(default_factory=_new_reins)

    def run(self, tell: Tell) -> Answer:
        from rete_chess.match.players import think, think_unseen

        reader = _Reader(self.engine)
        lines: list[Told] = []  # of the last depth, the best first

        def hear(thought: Thought) -> None:
            told = Told(thought, *reader.texts(thought.line))
            lines[thought.rank - 1 :] = [told]
            tell(told)

        ask = think if self.engine.program.sight is None else think_unseen
        thought = ask(
            self.engine, self.limits, self.seed, question=self.question, reins=self.reins, tell=hear
        )
        if thought is None:
            return Answer(None, None, None, None, False)
        move = next(move for move in self.engine.legal_moves() if move.code == thought.move)
        text, best = dialect.foreign(move), lines[0] if lines else None
        if best is not None and best.line[:1] == (text,):
            reply = best.line[1] if best.is_answered else None
            return Answer(text, str(move), reply, best, False)
        if best is not None:  # the best of a depth that was not looked at to its end
            thought = thought._replace(reached=best.thought.reached, full=best.thought.full)
        behind = [told for told in lines if told.line[:1] != (text,)][: self.question.lines - 1]
        others = (
            told._replace(thought=told.thought._replace(rank=rank, nodes=thought.nodes))
            for rank, told in enumerate(behind, start=2)
        )
        return Answer(text, str(move), None, Told(thought, (text,)), True, tuple(others))


class _Reader:
    """Who writes down lines: on a copy of the game, which is made when there is a first one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._copy: Engine | None = None

    def texts(self, line: tuple[int, ...]) -> tuple[tuple[str, ...], bool]:
        """The moves of a line as others write them, as far as the game goes on; and whether the second one is
        the opponent's."""
        from rete_chess.errors import ReteChessError

        if self._copy is None:
            self._copy = self._engine.clone()
        game, found, is_answered = self._copy, list[str](), False
        try:
            for code in line:
                move = next((move for move in game.legal_moves() if move.code == code), None)
                if move is None:
                    break
                text = dialect.foreign(move)
                is_answered |= len(found) == 1 and game.turn != self._engine.turn
                game.apply(move)
                found.append(text)
        except ReteChessError:
            pass  # a rule refuses what the search had from its table
        for _ in found:
            game.undo()
        return tuple(found), is_answered


class NodeCount(NamedTuple):
    """The nodes behind a move, or in all."""

    move: str | None
    nodes: int


@dataclass
class CountTask:
    """A count of the ways to play so many half-moves, move by move."""

    engine: Engine
    depth: int
    reins: Reins = field(default_factory=_new_reins)

    def run(self, tell: Tell) -> NodeCount:
        from rete_chess.metering import BOUNDLESS, OutOfTime, running

        game = self.engine.clone()
        total = int(self.depth == 0)
        self.reins.take(game.board.meter)
        try:
            with running(game.board.meter, BOUNDLESS, "the count"):
                for text, nodes in self._counts(game) if self.depth else ():
                    total += nodes
                    tell(NodeCount(text, nodes))
        except OutOfTime:  # the moves that were counted to their end are told
            pass
        return NodeCount(None, total)

    def _counts(self, game: Engine) -> Iterator[tuple[str, int]]:
        """Each legal move with the nodes behind it."""
        from rete_chess.engine.lookahead.perft import counters
        from rete_chess.errors import MoveRefusedError

        for move in game.legal_moves():
            try:
                game.apply(move)
            except MoveRefusedError:
                continue
            nodes = counters(game)[0](self.depth - 1)
            game.undo()
            yield dialect.foreign(move), nodes
