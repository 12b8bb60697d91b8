"""Matches and positions in foreign formats: PGN and SVG, and the words for a move's events."""

from __future__ import annotations

from rete_chess.io._pgn import format_pgn
from rete_chess.io.svg import board_svg, move_svg

__all__ = ["board_svg", "format_pgn", "move_svg"]
