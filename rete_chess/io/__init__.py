"""Matches for the outside world, in the formats it knows."""

from __future__ import annotations

from rete_chess.io.pgn import format_pgn

__all__ = ["format_pgn"]
