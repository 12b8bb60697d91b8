"""Moves that are legal and that a rule at before-move refuses all the same, when they are played.

What only the moment knows is no part of legality; here one can ask for it without a move of record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.compiler import Program
from rete_chess.errors import MoveRefusedError
from rete_chess.facts.actions import CallHook, Refuse

if TYPE_CHECKING:
    from rete_chess.engine.engine import Engine


def may_refuse(program: Program) -> bool:
    """Whether some rule or hook of a program could refuse a legal move."""
    rules = program.rules_at.get("before-move", ())
    return any(isinstance(action, (Refuse, CallHook)) for rule in rules for action in rule.actions)


def refusal(engine: Engine, move: str) -> MoveRefusedError | None:
    """The refusal that a legal move would meet if it were played now; the game stays as it is."""
    if not may_refuse(engine.program) or engine._game.run is not None:
        return None  # while a move is being made, none can be played
    try:
        engine.what_if(move)
    except MoveRefusedError as error:
        return error
    return None
