"""Special squares as entities: a tile's type and place are facts, a square without a tile is ordinary.

The core knows only whether a square is closed; that is kept in step with the tile here.
"""

from __future__ import annotations

from typing import Final

from rete_chess.core import edits
from rete_chess.core.board import Board
from rete_chess.core.journal import PLACE
from rete_chess.core.reach import EMPTY, WALL

#: The facts that make an entity a tile. A piece's place is on the board, so the column holds tiles alone.
TILE_TYPE: Final = "TileType"
TILE_PLACE: Final = PLACE

#: The ordinary square, which is no entity, and the tile that a closed square of a FEN record is.
STANDARD: Final = "standard"
CLOSED: Final = "wall"


def tiles(board: Board) -> dict[int, str]:
    """The type of every tile, by entity."""
    return board.columns.get(TILE_TYPE, {})


def tile_at(board: Board, square: int) -> int:
    """The tile on a square, 0 if it is an ordinary one."""
    for entity, place in board.columns.get(TILE_PLACE, {}).items():
        if place == square:
            return entity
    return 0


def place_of_tile(board: Board, entity: int) -> int | None:
    """Where a tile lies; None for what is no tile."""
    return board.columns.get(TILE_PLACE, {}).get(entity)


def lay_tile(board: Board, square: int, type_id: str, blocks: bool) -> int:
    """Make a square special, or ordinary again, and return its tile, 0 for none.

    The facts of the tile that was there go; a new type on the same square is the same entity. Only a
    free square can be closed: whoever calls has to look.
    """
    entity = tile_at(board, square)
    if entity:
        _forget(board, entity)
    if type_id != STANDARD:
        is_new, entity = not entity, entity or edits.new_entity(board)
        edits.write(board, TILE_TYPE, entity, type_id)
        if is_new:
            edits.write(board, TILE_PLACE, entity, square)
    elif entity:
        edits.write(board, TILE_TYPE, entity, None)
        edits.write(board, TILE_PLACE, entity, None)
        entity = 0
    if blocks and board.cells[square] == EMPTY:
        edits.build_wall(board, square)
    elif not blocks and board.cells[square] == WALL:
        edits.tear_down_wall(board, square)
    return entity


def _forget(board: Board, entity: int) -> None:
    """Take away what a tile has beside its type and its place."""
    for attribute in sorted(board.columns):
        if entity in board.columns[attribute] and attribute not in (TILE_TYPE, TILE_PLACE):
            edits.write(board, attribute, entity, None)
