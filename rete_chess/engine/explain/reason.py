"""The reasons of explanations: what decides about a move, and the refusal that a legal move would meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.compiler import Program
from rete_chess.compiler.provenance import Word
from rete_chess.errors import MoveRefusedError
from rete_chess.facts.words.actions import Touch

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine


#: The code of the reason for a legal move.
LEGAL: Final = "LEGAL"


class Reason(NamedTuple):
    """What decides about a move: a code, a sentence, and the document and line behind it, if any."""

    code: str
    message: str
    rule: str | None = None
    origin: str | None = None


def said(code: str, message: str, word: Word | None) -> Reason:
    """A reason that stands in a document."""
    return Reason(code, message, word.document if word else None, word.origin if word else None)


def may_refuse(program: Program) -> bool:
    """Whether some rule or hook of a program could refuse a legal move."""
    rules = program.rules_at.get("before-move", ())
    return any(Touch.MOVE in action.touches for rule in rules for action in rule.actions)


def refusal(engine: Engine, move: str) -> MoveRefusedError | None:
    """The refusal that a legal move would meet if it were played now; the game stays as it is."""
    if not may_refuse(engine.program) or engine._game.run is not None:
        return None  # while a move is being made, none can be played
    try:
        engine.what_if(move)
    except MoveRefusedError as error:
        return error
    return None
