"""Positions as SVG: our own drawings of the shipped pieces and tiles, letters on discs for other pieces."""

from __future__ import annotations

from rete_chess.drawing._board import Marks, board_svg, draw_board
from rete_chess.drawing._pieces import piece_symbol
from rete_chess.drawing._tiles import tile_symbol
from rete_chess.drawing.markup import Drawing

__all__ = ["Drawing", "Marks", "board_svg", "draw_board", "piece_symbol", "tile_symbol"]
