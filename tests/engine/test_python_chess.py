"""Chess and Chess960 against python-chess: moves, FEN, SAN, check, results and claims in random games."""

from __future__ import annotations

from collections import Counter
from random import Random

import chess
import pytest

from rete_chess import Engine
from tests.engine.oracle import Duel

#: Few pieces, so that games end in every possible way.
ENDINGS = (
    "kQK",
    "kRK",
    "kPK",
    "kKN",
    "kKB",
    "kbKB",
    "knKN",
    "kKNN",
    "kbbKB",
    "kqKQ",
    "krKR",
    "kpKP",
    "kpKPP",
    "kKBN",
    "kQQK",
    "kRRK",
    "kqrK",
    "kQRRK",
)


@pytest.mark.parametrize("seed", range(8))
def test_games_from_the_start(seed: int) -> None:
    Duel(chess.STARTING_FEN).play(Random(seed), 160)


@pytest.mark.parametrize("number", [0, 42, 100, 321, 518, 692, 863, 959])
def test_games_of_chess960(number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    for seed in range(3):
        Duel(board.fen(), chess960=True).play(Random(1000 * number + seed), 60)


def random_ending(random: Random) -> str:
    """A legal position of a few pieces, sometimes with a long way behind it."""
    while True:
        board = chess.Board(None)
        for sign, square in zip(random.choice(ENDINGS), random.sample(range(64), 8)):
            board.set_piece_at(square, chess.Piece.from_symbol(sign))
        board.turn = random.random() < 0.5
        board.halfmove_clock = random.choice([0, 0, 90, 97, 99, 100, 140, 147, 149, 150])
        if board.is_valid():
            return board.fen()


def test_endings_come_to_the_same_end() -> None:
    random = Random(2023)
    ends = Counter(Duel(random_ending(random)).play(random, 90) for _ in range(120))
    reasons = {str(end).split(" by ")[-1] for end in ends}
    assert {"checkmate", "stalemate", "insufficient material", "seventy-five moves"} <= reasons, ends


def shuffle(duel: Duel, texts: str) -> None:
    for text in texts.split():
        duel.board.push_uci(text)
        duel.engine.apply(text)
        duel.compare()


@pytest.mark.parametrize(
    ("fen", "texts"),
    [
        (chess.STARTING_FEN, "g1f3 g8f6 f3g1 f6g8 " * 4),
        # The first time the pawn can be taken in passing, later not: another position.
        ("4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1", "b2b4 e8d8 " + "e1d1 d8e8 d1e1 e8d8 " * 5),
        # The pawn that could take is pinned, so nothing distinguishes the positions.
        ("4k3/8/8/8/K1p4r/8/1P6/8 w - - 0 1", "b2b4 e8d8 " + "a4a5 d8e8 a5a4 e8d8 " * 4),
        # A king that has moved and come back may not castle: the start counts once only.
        ("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "e1d1 e8d8 d1e1 d8e8 " * 5),
        ("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", "a1b1 a8b8 b1a1 b8a8 " * 5),
    ],
)
def test_repetitions_are_counted_alike(fen: str, texts: str) -> None:
    duel = Duel(fen)
    for text in texts.split():
        if duel.engine.result is not None:
            break
        shuffle(duel, text)
    assert str(duel.engine.result) == "draw by fivefold repetition"


def random_position(random: Random) -> chess.Board:
    """A position reached by random moves."""
    board = chess.Board()
    for _ in range(random.randrange(6, 90)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
    return board


def test_any_passed_square_in_a_fen() -> None:
    """A square that no pawn can have passed is not taken on; a true one is."""
    random = Random(5)
    for _ in range(150):
        board = random_position(random)
        for square in random.sample(range(64), 12):
            board.ep_square = square
            fen = board.fen(en_passant="fen")
            engine = Engine(fen=fen)
            if board.status() & chess.STATUS_INVALID_EP_SQUARE:
                board.ep_square = None
            if board.is_game_over():
                continue
            assert sorted(engine.legal_moves()) == sorted(board.uci(move) for move in board.legal_moves), fen
            assert engine.fen() == board.fen(en_passant="xfen")
