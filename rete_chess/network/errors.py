"""The error of all networks. Its codes stand in the table of the package."""

from __future__ import annotations

from rete_chess.errors import ReteChessError


class NetworkError(ReteChessError):
    """Rules that a network cannot hold, a network that is not to be had, or one that failed."""
