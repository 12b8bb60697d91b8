"""Interventions from outside of a move: damage and new pieces, judged and heard as in one.

Between moves an intervention has a run of its own; in the middle of a move, where Python rules may
ask for it, it belongs to that move, happens at once and shares its budget of events.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rete_chess.compiler.catalog import names, pieces
from rete_chess.core import edits
from rete_chess.core.geometry import COLORS
from rete_chess.core.reach import EMPTY
from rete_chess.engine.move.consequences import happen, spawn
from rete_chess.engine.move.run import Run
from rete_chess.errors import GameError, nearest
from rete_chess.facts.vocabulary import round_number


def deal_damage(run: Run, target: int, amount: float, kind: str, attacker: int | None) -> bool:
    """Damage a piece; whether it died."""
    _demand_piece(run, target, "the target")
    if attacker is not None:
        _demand_piece(run, attacker, "the attacker")
    is_number = isinstance(amount, (int, float)) and not isinstance(amount, bool)
    if not is_number or not 0 < amount < 1_000_000:
        raise _refused("damage is a number above 0", amount)
    if not isinstance(kind, str) or not kind:
        raise _refused("the kind of damage is a word, such as poison", kind)
    side = None if attacker is None else run.session.get(attacker, "Color")
    event = run.new_event(
        "damage", side=side, piece=attacker, target=target, amount=round_number(amount), kind=kind
    )
    run.at_once("intervention", lambda: happen(run, [event]))
    _forget_passing(run)
    return run.board.square_of(target) < 0


def spawn_piece(run: Run, kind: str, color: str, square: int, attributes: Mapping[str, Any]) -> int:
    """Put a new piece on a free square, with what it begins with and some attributes as given."""
    board = run.board
    known = names(pieces(), run.program.variant.neighbours)
    if kind not in board.book.types and kind not in known:
        close = nearest(str(kind), (*board.book.types, *known))
        hint = f"did you mean {close!r}?" if close else f"expected one of {', '.join(board.book.types)}"
        raise GameError("E_REQUEST", "no such piece type", found=kind, hint=hint)
    if color not in COLORS:
        raise GameError("E_REQUEST", "no such side", found=color, expected=" or ".join(COLORS))
    if board.cells[square] != EMPTY:
        raise _refused("the square is not free", board.book.geometry.names[square])
    if kind not in board.book.types:
        run.game.join(kind, run)
    made: list[int] = []
    event = run.new_event("spawn", side=color, becomes=kind, square=square)
    run.at_once("intervention", lambda: made.append(spawn(run, event, attributes)))
    _forget_passing(run)
    return made[0]


def _forget_passing(run: Run) -> None:
    """A piece that is gone, or whose way is closed, cannot be taken in passing any more."""
    board = run.board
    exposed = board.exposed
    if exposed is not None and (
        not board.entities[exposed.victim] or any(board.cells[square] != EMPTY for square in exposed.targets)
    ):
        edits.set_exposed(board, None)


def _demand_piece(run: Run, entity: int, role: str) -> None:
    if (
        isinstance(entity, bool)
        or not isinstance(entity, int)
        or run.board.square_of(entity) < 0
        or entity < 1
    ):
        raise _refused(f"{role} is no piece on the board", entity)


def _refused(message: str, found: object) -> GameError:
    return GameError("E_REQUEST", message, found=found)
