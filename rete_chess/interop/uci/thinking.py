"""Between UCI and the players: what `go` asks of a search, and what is said about what comes of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from rete_chess.errors import ReteChessError
from rete_chess.interop import moves as dialect
from rete_chess.interop.clocks import Clock
from rete_chess.interop.tasks import Answer, SearchTask, Task
from rete_chess.interop.uci import answers
from rete_chess.interop.uci.lines import Go

if TYPE_CHECKING:
    from rete_chess.engine import Engine
    from rete_chess.match.players import Limits, Question

#: More steps than a search can spend: whoever asks sets the time.
STEPS: Final = 1 << 60


def seconds_of(go: Go, turn: str) -> float | None:
    """How long to think, or None if no time is given."""
    if go.movetime is not None:
        return max(1, go.movetime) / 1000
    left, increment = (go.wtime, go.winc) if turn == "white" else (go.btime, go.binc)
    if left is None:
        return None
    return Clock(max(0, left) / 1000, max(0, increment or 0) / 1000, go.movestogo).seconds


def limits_of(go: Go, seconds: float | None, memory: int) -> Limits:
    """The limits of a search."""
    from rete_chess.match.players import Limits

    return Limits(math.inf if seconds is None else seconds, go.nodes, go.depth, STEPS, memory)


def question_of(go: Go, engine: Engine, lines: int) -> Question:
    """What a search is asked."""
    from rete_chess.match.players import Question

    moves = None
    if go.moves is not None:
        found = [dialect.legal_move(engine, text) for text in go.moves]
        moves = tuple(move.code for move in found if move is not None)
    mate = None if go.mate is None else 2 * go.mate - 1
    return Question(moves, lines, mate, is_patient=go.ponder or not go.is_timed)


def summary(answer: Answer, task: Task, seconds: float) -> list[str]:
    """What is said about a search at its end, if its last word has not been said."""
    if answer.last is None:
        return [_verdict(task)]
    is_shallow = answer.last.thought.depth == 0
    told = [answer.last, *answer.others] if answer.is_new or is_shallow else []
    return [answers.info(line, seconds) for line in told]


def _verdict(task: Task) -> str:
    """The line about a position in which nobody moves."""
    result = task.engine.result if isinstance(task, SearchTask) else None
    turn = task.engine.turn if isinstance(task, SearchTask) else None
    is_lost = result is not None and result.winner not in (None, turn)
    return f"info depth 0 score {'mate 0' if is_lost else 'cp 0'}"


def failure(outcome: object, task: Task) -> tuple[list[str], Answer]:
    """What is said when a search failed: why, and any legal move, so that a game need not end by it."""
    said = problem(outcome) if isinstance(outcome, BaseException) else "info string nothing came of it"
    legal = task.engine.legal_moves() if isinstance(task, SearchTask) else ()
    move = str(legal[0]) if legal else None
    return [said], Answer(move and dialect.foreign(move), move, None, None, False)


def problem(error: BaseException) -> str:
    """The line about an error."""
    text = str(error) if isinstance(error, ReteChessError) else f"internal error: {error!r}"
    return "info string " + " ".join(text.split())
