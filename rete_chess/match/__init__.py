"""Matches: a game with its history, saves, and players for any variant."""

from __future__ import annotations

from rete_chess.match._entries import Ending
from rete_chess.match._match import Match, Step
from rete_chess.match._saves import format_save, parse_save
from rete_chess.match._snapshots import resume_match

__all__ = ["Ending", "Match", "Step", "format_save", "parse_save", "resume_match"]
