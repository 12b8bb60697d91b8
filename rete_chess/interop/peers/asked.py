"""The implementations that can be asked, behind one contract: pyffish and python-chess.

They are tools of whoever compares, and no dependencies: one that is missing is told with how to get it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from rete_chess.errors import GameError, nearest

#: The value that pyffish gives for a win; above a half of it somebody has won.
_MATE: Final = 16_000
#: How the variants of python-chess are called there, where another spelling is not enough.
_CHESS: Final = {"fischerandom": "chess", "chess960": "chess"}


class Peer(Protocol):
    """A game of another implementation."""

    def start(self, fen: str | None) -> None:
        """Begin a game, from a position if one is given that the peer can read."""

    def moves(self) -> list[str]:
        """The legal moves, in its own text."""

    def play(self, text: str) -> None:
        """Make one of them."""

    def fen(self) -> str:
        """The position as the peer writes it."""

    def result(self) -> int | None:
        """Where there is no move: 1 if the side to move has won, -1 if it has lost, 0 for a draw."""


class Pyffish:
    """Fairy-Stockfish's rules through pyffish; its games are lists of moves from a position."""

    def __init__(self, module: Any, name: str, chess960: bool) -> None:
        self.module, self.name, self.chess960 = module, name, chess960
        self._first = str(module.start_fen(name))
        self._moves: list[str] = []

    def start(self, fen: str | None) -> None:
        own = str(self.module.start_fen(self.name))
        same = (
            fen is None or fen.partition(" ")[0].partition("[")[0] == own.partition(" ")[0].partition("[")[0]
        )
        self._first = own if same else str(fen)
        self._moves = []

    def moves(self) -> list[str]:
        return list(self.module.legal_moves(self.name, self._first, self._moves, self.chess960))

    def play(self, text: str) -> None:
        self._moves.append(text)

    def fen(self) -> str:
        return str(self.module.get_fen(self.name, self._first, self._moves, self.chess960))

    def result(self) -> int | None:
        value = int(self.module.game_result(self.name, self._first, self._moves, self.chess960))
        return (value > _MATE) - (value < -_MATE)


class PythonChess:
    """The variants of python-chess."""

    def __init__(self, board: Any) -> None:
        self.board = board

    def start(self, fen: str | None) -> None:
        if fen is None:
            self.board.reset()
        else:
            self.board.set_fen(fen)

    def moves(self) -> list[str]:
        if self.board.is_variant_end():
            return []
        return [move.uci() for move in self.board.legal_moves]

    def play(self, text: str) -> None:
        self.board.push_uci(text)

    def fen(self) -> str:
        return str(self.board.fen())

    def result(self) -> int | None:
        outcome = self.board.outcome()
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.winner == self.board.turn else -1


def _pyffish(name: str, ini: str | None, chess960: bool) -> Peer:
    try:
        import pyffish
    except ImportError:
        raise missing("pyffish") from None
    known = list(pyffish.variants())
    if ini is not None and name not in known:
        pyffish.load_variant_config(ini)
        known = list(pyffish.variants())
    if name not in known:
        raise unknown("pyffish", name, known)
    return Pyffish(pyffish, name, chess960)


def _python_chess(name: str, ini: str | None, chess960: bool) -> Peer:
    try:
        import chess.variant
    except ImportError:
        raise missing("python-chess") from None
    try:
        board = chess.variant.find_variant(_CHESS.get(name, name))(chess960=chess960)
    except ValueError:
        known = [alias for kind in chess.variant.VARIANTS for alias in kind.aliases]
        raise unknown("python-chess", name, known) from None
    return PythonChess(board)


#: Whom one can compare with, each by what begins a game there.
PEERS: Final[dict[str, Callable[[str, str | None, bool], Peer]]] = {
    "pyffish": _pyffish,
    "python-chess": _python_chess,
}
#: What installs them.
PACKAGES: Final = {"pyffish": "pyffish", "python-chess": "chess"}


def missing(peer: str) -> GameError:
    """The error of a peer that is not installed, with what installs it."""
    message = f"{peer} is not installed here"
    hint = f"`pip install {PACKAGES[peer]}` into the environment of this command; nothing else needs it"
    return GameError("E_PEER", message, hint=hint)


def unknown(peer: str, name: str, known: list[str]) -> GameError:
    """The error of a variant that a peer does not have."""
    close = nearest(name, known)
    hint = (
        f"did you mean {close!r}? `--as NAME` says what it is called there"
        if close
        else "`--as NAME` says what it is called there"
    )
    return GameError("E_PEER", f"{peer} has no variant {name!r}", hint=hint)
