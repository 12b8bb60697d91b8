"""Views as pictures: the pieces that are seen, and fog on every square of which nothing is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.core.board import Board
from rete_chess.core.fen import parse_fen
from rete_chess.core.reach import WALL
from rete_chess.drawing import Marks, board_svg
from rete_chess.engine.records import marks_of
from rete_chess.engine.sight.seen_fen import placement
from rete_chess.engine.sight.worlds import letters_in
from rete_chess.facts.tiles import TILE_PLACE, TILE_TYPE

if TYPE_CHECKING:
    from rete_chess.engine.sight.view import View


def view_svg(view: View, is_flipped: bool | None = None) -> str:
    """A view as an SVG document, from the side that looks unless it is said otherwise."""
    if is_flipped is None:
        is_flipped = view.side == "black"
    if view.is_whole:
        return board_svg(view._game.board, marks_of(view._game), is_flipped)
    records = view.records[-1:]
    moved = [square for record in records for square in record.move.squares]
    unseen = [square for square in range(len(view.program.book.geometry.names)) if not view.is_seen(square)]
    marks = Marks(moved=moved, alarmed=view.checked, veiled=unseen)
    return board_svg(board_of(view), marks, is_flipped)


def board_of(view: View) -> Board:
    """A board with what is seen, and nothing else."""
    book = view.program.book
    letters = letters_in(view)
    hands = "".join(_held(view, color) for color in range(2)) if view.hands is not None else ""
    bracket = "" if view.hands is None else f"[{hands}]"
    board = parse_fen(book, f"{placement(book.geometry, letters)}{bracket} {view.turn[0]} - - 0 1")
    for piece in view.pieces:
        for name, value in piece.facts.items():
            board.columns.setdefault(name, {})[board.entities[piece.square]] = value
    for number, tile in enumerate(view.tiles, start=board.next_entity):
        shown = {TILE_TYPE: tile.type, TILE_PLACE: tile.square, **tile.facts}
        for name, value in shown.items():
            board.columns.setdefault(name, {})[number] = value
        if tile.is_closed:
            board.cells[tile.square] = WALL
    return board


def _held(view: View, color: int) -> str:
    book, hands = view.program.book, view.hands or ()
    text = "".join(book.letters[book.index_of(kind)] * count for kind, count in hands[color].items())
    return text.upper() if color == 0 else text
