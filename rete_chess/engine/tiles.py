"""Changes of special squares in the course of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.core.reach import EMPTY, WALL
from rete_chess.facts.events import Event
from rete_chess.facts.tiles import STANDARD, lay_tile, tile_at, tiles

if TYPE_CHECKING:
    from rete_chess.engine.run import Run


def change_tile(run: Run, event: Event) -> None:
    """Make a square what the event says, and let it be heard. No wall grows where a piece stands."""
    board, square = run.board, event.square
    if square is None or event.becomes is None:
        return
    was = tiles(board).get(tile_at(board, square), STANDARD)
    blocks = event.becomes in run.program.setup.walls
    if was == event.becomes or (blocks and board.cells[square] not in (EMPTY, WALL)):
        return
    tile = lay_tile(board, square, event.becomes, blocks)
    if tile:
        run.program.seed(run.session, tile)
    run.at("tile-change", event._replace(was=was))
