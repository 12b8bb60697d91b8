"""The variants that python-chess plays too: the same moves and the same winner in random games."""

from __future__ import annotations

from random import Random

import chess
import chess.variant
import pytest

from rete_chess import Engine
from rete_chess.core.geometry import COLORS
from rete_chess.facts.session import OWNER
from rete_chess.facts.vocabulary import GAME

BOARDS: dict[str, type[chess.Board]] = {
    "antichess": chess.variant.AntichessBoard,
    "atomic": chess.variant.AtomicBoard,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "giveaway": chess.variant.GiveawayBoard,
    "horde": chess.variant.HordeBoard,
    "king-of-the-hill": chess.variant.KingOfTheHillBoard,
    "racing-kings": chess.variant.RacingKingsBoard,
    "three-check": chess.variant.ThreeCheckBoard,
}

#: What python-chess calls a win, a draw and neither; claims and counted moves are compared in chess.
WINNERS = {"1-0": "white", "0-1": "black"}


def play(name: str, random: Random, plies: int) -> None:
    board, engine = BOARDS[name](), Engine(name, network="native")
    for _ in range(plies):
        moves = sorted(board.uci(move) for move in board.legal_moves)
        if engine.result is not None or not moves:
            break
        assert sorted(engine.legal_moves()) == moves, board.fen()
        text = random.choice(moves)
        san = board.san(board.parse_uci(text))
        assert engine.san(text) == san, board.fen()
        board.push_uci(text)
        assert engine.apply(text).san == san
    winner = engine.result.winner if engine.result else None
    assert winner == WINNERS.get(board.result()), board.fen()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", BOARDS)
def test_random_games(name: str, seed: int) -> None:
    play(name, Random(seed), 120)


def test_giveaway_kings_castle_through_attacks() -> None:
    fen = "1k1nrr2/8/8/8/8/4P3/5P2/R3K2R w KQ - 0 1"
    moves = chess.variant.GiveawayBoard(fen).legal_moves
    assert sorted(Engine("giveaway", fen).legal_moves()) == sorted(move.uci() for move in moves)
    assert {"e1g1", "e1c1"} <= set(Engine("giveaway", fen).legal_moves())


@pytest.mark.parametrize("given", [(w, b) for w in range(3) for b in range(3)], ids=str)
@pytest.mark.parametrize("form", ["{} - - {} 0 1", "{} - - 0 1 {}"], ids=["left", "given"])
def test_checks_in_a_fen_belong_to_the_same_side(form: str, given: tuple[int, int]) -> None:
    """White comes first, whether a FEN tells the checks left (3+1) or those a side has given (+0+2)."""
    counts = "+{}+{}".format(*given) if form.endswith("{}") else "{}+{}".format(*(3 - each for each in given))
    for turn, check in (("w", "d2e2"), ("b", "d7e7")):
        fen = form.format(f"4k3/3q4/8/8/8/8/3Q4/4K3 {turn}", counts)
        board, engine = chess.variant.ThreeCheckBoard(fen), Engine("three-check", fen)
        for move in ("", check):
            if move:
                board.push_uci(move)
                engine.apply(move)
            left = [board.remaining_checks[chess.WHITE], board.remaining_checks[chess.BLACK]]
            assert [checks_left(engine, color) for color in COLORS] == left
            assert engine.fen() == board.fen()
        winner = engine.result.winner if engine.result else None
        is_last = given["wb".index(turn)] == 2
        assert winner == WINNERS.get(board.result()) == (COLORS["wb".index(turn)] if is_last else None)


def checks_left(engine: Engine, color: str) -> int:
    found: int = engine.session.get(GAME, f"ChecksLeft{OWNER}{color}")
    return found
