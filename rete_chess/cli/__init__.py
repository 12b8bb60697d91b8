"""The command line `rete-chess`. Nothing here is imported before the command that needs it."""

from __future__ import annotations

from rete_chess.cli._app import main

__all__ = ["main"]
