"""FEN of what is seen: `?` on squares of which nobody knows who stands there, and for what follows from them.

Of castling only the own rights are told, then `?`; of capturing in passing what the side itself did or may
do; of quiet half-moves `?`, for hidden pawns set them back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from rete_chess.core.board import Board
from rete_chess.core.fen import format_castling, format_en_passant, format_hands, piece_text
from rete_chess.core.geometry import Geometry
from rete_chess.core.moves import target_of
from rete_chess.core.reach import WALL
from rete_chess.engine.setup.fen_fields import join_fields
from rete_chess.engine.sight.seen import Seen

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine

#: What stands for everything that is not known.
UNKNOWN: Final = "?"


def format_seen(engine: Engine, seen: Seen, color: int | None) -> str:
    """The position that a game has reached, as far as it is seen."""
    if seen.is_whole:
        return engine.fen()
    board = engine.board
    castling = "".join(filter(str.isupper if color == 0 else str.islower, format_castling(board)))
    fields = (
        placement(board.book.geometry, letters_of(board, seen, color)) + format_hands(board),
        "wb"[board.turn],
        (castling if color is not None else "") + UNKNOWN,
        format_en_passant(board) if _knows_passing(engine, seen, color) else "-",
        UNKNOWN,
        str(board.fullmove),
    )
    return join_fields(engine._game.session, engine.program, " ".join(fields))


def letters_of(board: Board, seen: Seen, color: int | None) -> dict[int, str]:
    """What FEN writes on each square that is not empty; who was promoted is known of the own pieces."""
    found = {square: UNKNOWN for square in range(len(board.cells)) if square not in seen.squares}
    found |= {square: board.book.wall_letter for square in seen.overseen if board.cells[square] == WALL}
    for side, pieces in enumerate(board.pieces):
        for square, reach in pieces.items():
            if board.entities[square] in seen.pieces:
                letter = piece_text(board.book, reach.type_index, side)
                found[square] = letter + "~" * (reach.was >= 0 and side == color)
    return found


def placement(geometry: Geometry, letters: Mapping[int, str]) -> str:
    """The placement field with these letters on their squares, and nothing elsewhere."""
    rows = []
    for rank in reversed(range(geometry.height)):
        row, empty = "", 0
        for file in range(geometry.width):
            letter = letters.get(geometry.square(file, rank), "")
            if letter:
                row += (str(empty) if empty else "") + letter
            empty = 0 if letter else empty + 1
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def _knows_passing(engine: Engine, seen: Seen, color: int | None) -> bool:
    """Whether a side knows who could be taken in passing: its own piece, or one that it may take, where it
    sees that this is no capture of somebody in the dark."""
    board = engine.board
    if board.exposed is None or color is None:
        return False
    if board.turn != color:
        return board.exposed.victim in board.pieces[color]
    taking = [move for move in engine._legal if board.book.manner_of(move).takes]
    return any(seen.is_clear(target_of(move)) for move in taking)
