"""What is said by UCI: lines about searches, moves and variants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.interop.describe import held_kinds, template

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.interop.tasks import Answer, Told
    from rete_chess.match.players import Thought


def info(told: Told, seconds: float) -> str:
    """The line about what a search has found after a time."""
    thought = told.thought
    milliseconds = max(0, round(1000 * seconds))
    speed = round(thought.nodes / max(seconds, 0.001))
    return (
        f"info depth {thought.depth} seldepth {max(thought.reached, thought.depth)} multipv {thought.rank} "
        f"score {score(thought)} nodes {thought.nodes} nps {speed} hashfull {thought.full} "
        f"time {milliseconds} pv {' '.join(told.line)}"
    )


def score(thought: Thought) -> str:
    """A value as the protocol has it: hundredths of a pawn, or moves to a win, negative for a loss."""
    if thought.wins_in is not None:
        return f"mate {(thought.wins_in + 1) // 2}"
    if thought.loses_in is not None:
        return f"mate {-((thought.loses_in + 1) // 2)}"
    return f"cp {thought.value}"


def best(answer: Answer) -> str:
    """The line that names the move to play."""
    if answer.move is None:
        return "bestmove (none)"
    return f"bestmove {answer.move}" + (f" ponder {answer.reply}" if answer.reply else "")


def described(name: str, program: Program, start: str) -> str:
    """The line about a variant, by the name under which it was asked for."""
    geometry = program.book.geometry
    return (
        f"info string variant {name} files {geometry.width} ranks {geometry.height} "
        f"pocket {held_kinds(program)} template {template(program)} startpos {start}"
    )
