"""The same game on the engine and on python-chess, compared in every respect after every move."""

from __future__ import annotations

from random import Random

import chess

from rete_chess import Engine


class Duel:
    """A game played on both boards."""

    def __init__(self, fen: str, chess960: bool = False) -> None:
        self.board = chess.Board(fen, chess960=chess960)
        self.engine = Engine(fen=fen, chess960=chess960)

    def compare(self, thoroughly: bool = False) -> None:
        board, engine = self.board, self.engine
        where = board.fen()
        assert engine.fen() == board.fen(en_passant="xfen"), where
        assert engine.in_check == board.is_check(), where
        assert self.ending() == self.expected_ending(), where
        assert set(engine.claims()) == (set() if engine.result else self.expected_claims()), where
        if engine.result is not None:
            assert list(engine.legal_moves()) == []
            return
        expected = {board.uci(move): move for move in board.legal_moves}
        assert sorted(engine.legal_moves()) == sorted(expected), where
        if thoroughly:
            for text, move in expected.items():
                assert engine.san(text) == board.san(move), where

    def ending(self) -> str | None:
        return None if self.engine.result is None else str(self.engine.result)

    def expected_ending(self) -> str | None:
        """What the package says about an end that python-chess finds."""
        board = self.board
        if board.is_checkmate():
            return f"{chess.COLOR_NAMES[not board.turn]} wins by checkmate"
        if board.is_stalemate():
            return "draw by stalemate"
        if board.is_seventyfive_moves():
            return "draw by seventy-five moves"
        if board.is_fivefold_repetition():
            return "draw by fivefold repetition"
        if board.is_insufficient_material():
            return "draw by insufficient material"
        return None

    def expected_claims(self) -> set[str]:
        found = set()
        if self.board.is_fifty_moves():
            found.add("fifty moves")
        if self.board.is_repetition(3):
            found.add("threefold repetition")
        return found

    def play(self, random: Random, plies: int) -> str | None:
        """Play random moves, compare after each of them, and return the end of the game."""
        self.compare(thoroughly=True)
        for ply in range(plies):
            if self.engine.result is not None:
                break
            text = random.choice(sorted(self.engine.legal_moves()))
            move = self.board.parse_uci(text)
            san = self.board.san(move)
            assert self.engine.san(text) == san
            self.board.push(move)
            self.engine.apply(san if ply % 2 else text)
            self.compare(thoroughly=ply % 8 == 0)
        return self.ending()
