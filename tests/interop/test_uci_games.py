"""The engine client of python-chess plays by UCI, and checks every move, line and score itself."""

from __future__ import annotations

import logging
import random
import sys
from collections.abc import Iterator

import chess
import chess.engine
import chess.variant
import pytest

from tests.cli.helpers import environment

#: Games that end soon against somebody who plays at random, and how many half-moves are played at most.
BOARDS: dict[str, chess.Board] = {
    "chess": chess.Board("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5"),
    "chess960": chess.Board.from_chess960_pos(321),
    "castling960": chess.Board("bqrknr2/pppp1ppp/8/8/8/8/PPPP1PPP/2RK1R2 w FCc - 0 1", chess960=True),
    "atomic": chess.variant.AtomicBoard(),
    "antichess": chess.variant.AntichessBoard(),
    "giveaway": chess.variant.GiveawayBoard(),
    "three-check": chess.variant.ThreeCheckBoard(),
    "king of the hill": chess.variant.KingOfTheHillBoard(),
    "racing kings": chess.variant.RacingKingsBoard(),
    "horde": chess.variant.HordeBoard(),
    "crazyhouse": chess.variant.CrazyhouseBoard(),
}
LONGEST = 44


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    words = [sys.executable, "-m", "rete_chess", "uci"]
    with chess.engine.SimpleEngine.popen_uci(words, timeout=60, env=environment()) as found:
        yield found


def shown(board: chess.Board) -> chess.Board:
    """A board as the client may tell of it: of crazyhouse without the moves before, since python-chess gives
    the first position what is in hand at the last."""
    return board.copy(stack=not isinstance(board, chess.variant.CrazyhouseBoard))


def demand_sound(board: chess.Board, info: chess.engine.InfoDict) -> None:
    """The line of an answer can be played, and has a score."""
    assert info["score"] is not None
    game = board.copy(stack=False)
    assert info["pv"]
    for move in info["pv"]:
        assert game.is_legal(move), (board.fen(), info["pv"])
        game.push(move)


@pytest.mark.parametrize("name", BOARDS)
def test_whole_games(engine: chess.engine.SimpleEngine, name: str, caplog: pytest.LogCaptureFixture) -> None:
    board, chance = BOARDS[name].copy(), random.Random(name)
    ours = chess.WHITE if sum(map(ord, name)) % 2 else chess.BLACK
    caplog.set_level(logging.WARNING)
    while not board.is_game_over() and board.ply() < LONGEST:
        if board.turn != ours:
            board.push(chance.choice(list(board.legal_moves)))
            continue
        limit = chess.engine.Limit(nodes=60)
        answer = engine.play(shown(board), limit, game=name, info=chess.engine.INFO_ALL)
        assert answer.move is not None, board.fen()
        assert answer.move in board.legal_moves
        demand_sound(board, answer.info)
        assert answer.info["pv"][0] == answer.move
        board.push(answer.move)
    assert not caplog.records
    assert board.ply() > 6
    if board.is_game_over():
        answer = engine.play(board, chess.engine.Limit(nodes=60), game=name)
        assert answer.move is None


@pytest.mark.parametrize("name", BOARDS)
def test_several_lines(engine: chess.engine.SimpleEngine, name: str) -> None:
    board = BOARDS[name].copy()
    found = engine.analyse(board, chess.engine.Limit(depth=2), multipv=4, game=name)
    assert [info["multipv"] for info in found] == list(range(1, 5))
    assert len({info["pv"][0] for info in found}) == 4
    for info in found:
        demand_sound(board, info)
        assert info["depth"] == 2
    values = [info["score"].relative.score(mate_score=100_000) for info in found]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("name", BOARDS)
def test_pondering(engine: chess.engine.SimpleEngine, name: str) -> None:
    """The opponent plays what is expected, and now and then does not."""
    board = BOARDS[name].copy()
    limit = chess.engine.Limit(depth=2, white_clock=60, black_clock=60)
    expected = 0
    for turn in range(5):
        answer = engine.play(board, limit, game=(name, "ponder"), ponder=turn < 4)
        assert answer.move is not None
        board.push(answer.move)
        if board.is_game_over():
            break
        reply = answer.ponder
        others = [move for move in board.legal_moves if move != reply]
        if reply is None or (turn % 2 and others):
            reply = others[0]
        else:
            expected += 1
        board.push(reply)
        if board.is_game_over():
            break
    assert expected


def test_some_moves_alone(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    few = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    answer = engine.play(board, chess.engine.Limit(depth=2), root_moves=few)
    assert answer.move in few
    assert engine.play(board, chess.engine.Limit(depth=1), root_moves=[]).move is None


def test_analysis_without_end_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    with engine.analysis(board, multipv=2) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 2 and "pv" in info:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move is not None
    assert best.move in board.legal_moves


def test_clocks_are_heeded(engine: chess.engine.SimpleEngine) -> None:
    clock = chess.engine.Limit(white_clock=2.0, black_clock=2.0, white_inc=0.01, black_inc=0.01)
    answer = engine.play(chess.Board(), clock, info=chess.engine.INFO_ALL)
    assert answer.move is not None
    assert answer.info["time"] < 2.0


def test_mate_in_two_is_told_as_such(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("7k/8/5K2/8/8/8/8/5Q2 w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(mate=2))
    assert info["score"].white() == chess.engine.Mate(2)
    board.push_uci("f1g1")
    info = engine.analyse(board, chess.engine.Limit(depth=3))
    assert info["score"].white() == chess.engine.Mate(1)
    assert info["score"].relative == chess.engine.Mate(-1)
