"""What the flat core can play: which lawbooks, and which positions under them. It says why not, too."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from rete_chess.core.flat.position import Position
from rete_chess.core.flat.tables import Tables
from rete_chess.core.flat.walks import perft
from rete_chess.core.geometry import NEUTRAL
from rete_chess.core.laws import SPAWN, Laws

if TYPE_CHECKING:
    from rete_chess.core.board import Board
    from rete_chess.core.lawbook import Lawbook

#: Whether the flat core runs compiled; interpreted, the core of dictionaries counts faster.
IS_FAST: Final = not hasattr(perft, "__code__")

#: More numbers than this are not written down for the paths of one lawbook.
MOST_NUMBERS: Final = 4_000_000

#: More tags than this cannot be told apart in one number.
MOST_TAGS: Final = 60


#: What of the laws is in the vectors, or concerns nothing that they do.
SAID: Final = frozenset(
    (
        *("white", "black", "width", "height", "royal", "self_check", "guarded", "material", "unlettered"),
        "neutral_letters",
        *("further", "simulation", "are_effects_of_captures", "is_all_or_nothing"),
        *("exempt_when", "ended_when", "scanty_when", "must_capture"),
        "scanty",  # moves do not depend on it; who needs it asks whether the tables know it
    )
)

#: Why the others cannot be said; a law that is in neither table is an obstacle by its name.
REASONS: Final = {
    "effects": "captures change the board beyond the capture",
    "has_profiles": "single pieces may move otherwise than their type",
    "may_crown": "single pieces may be royal where their type is not",
    "exempt": "a condition on the position exempts from check",
    "shelters": "some squares shelter a royal piece",
    "forbids": "some moves are forbidden",
    "bans": "some pieces are kept from capturing",
    "requires": "some moves are required",
    "ended": "a condition on the position ends the game",
    "turn_moves": "a turn has several half-moves",
    "hands": "pieces are dropped out of the hand",
    "acts": "there are acts besides moves",
    "turn_growth": "turns grow with the game",
    "turn_parts": "a turn has parts of different kinds",
    "offers": "moves are there once more with the tags of offers",
    "gates": "it matters who has moved",
    "gates_close": "it matters who has moved",
    "start": "it matters who has moved",
}


def obstacle(book: Lawbook) -> str:
    """What about a lawbook vectors cannot say, or nothing."""
    laws = book.laws
    if laws.referee or laws.is_simulated:
        return laws.referee or laws.simulation
    in_force = [law.name for law in fields(laws) if getattr(laws, law.name) != law.default]
    said = SAID | _said_by_tables(laws)
    unsaid = [name for name in (*REASONS, *in_force) if name in in_force and name not in said]
    if unsaid:
        return REASONS.get(unsaid[0], f"vectors cannot say {unsaid[0]}")
    return "the tables would be too large" if _is_large(book) else ""


def _said_by_tables(laws: Laws) -> set[str]:
    """The laws that functions decide elsewhere, and of which the tables say the same."""
    exempt = all(asked is None or when is not None for asked, when in zip(laws.exempt, laws.exempt_when))
    found = {
        "exempt": exempt,
        "ended": laws.ended_when is not None,
        "requires": laws.must_capture,
        "effects": all(effect.action != SPAWN for effect in laws.effects),
    }
    return {name for name, is_said in found.items() if is_said}


def _is_large(book: Lawbook) -> bool:
    tags = {manner.tag for manner in book.manners}
    return 2 * len(book.types) * book.geometry.size**2 > MOST_NUMBERS or len(tags) > MOST_TAGS


def flat_position(board: Board) -> Position | None:
    """The position of a board as vectors, or None where they cannot say it."""
    if board.referee is not None or board.is_overheard or board.crowned is not None:
        return None
    if board.half_moves or board.extra[1] or board.pieces[NEUTRAL]:
        return None
    tables = tables_of(board.book)
    return None if tables is None else Position(tables, board)


def tables_of(book: Lawbook) -> Tables | None:
    """The tables of a lawbook, made once; None where vectors cannot say it."""
    if book.flat is None:
        book.flat = obstacle(book) or Tables(book)
    return book.flat if isinstance(book.flat, Tables) else None
