"""python-chess as a contender, if it is installed. The only module that imports it."""

from __future__ import annotations

import random

from rete_chess.bench.row import Rival


def python_chess() -> Rival | None:
    """The library's jobs written as its users write them, or None where it is not installed."""
    try:
        import chess
        import chess.variant
    except ImportError:
        return None

    def count(board: chess.Board, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(board, depth - 1)
            board.pop()
        return nodes

    def play_out(board: chess.Board, chance: random.Random, longest: int) -> int:
        """Play random moves to any automatic ending that our engine has too, and return their number."""
        for plies in range(longest):
            moves = list(board.legal_moves)
            if (
                not moves
                or board.is_seventyfive_moves()
                or board.is_fivefold_repetition()
                or board.is_insufficient_material()
            ):
                return plies
            board.push(moves[int(chance.random() * len(moves))])
        return longest

    def playouts(seed: int, plies: int) -> int:
        chance = random.Random(seed)
        done = 0
        while done < plies:
            done += play_out(chess.Board(), chance, plies - done)
        return done

    def perft(variant: str, fen: str, depth: int) -> int:
        return count(boards[variant](fen), depth)

    boards: dict[str, type[chess.Board]] = {
        "chess": chess.Board,
        "antichess": chess.variant.AntichessBoard,
        "atomic": chess.variant.AtomicBoard,
        "crazyhouse": chess.variant.CrazyhouseBoard,
    }
    return Rival(f"python-chess {chess.__version__}", perft, playouts)
