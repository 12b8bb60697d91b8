"""The engine client of python-chess plays by XBoard's protocol, and checks every move and line itself."""

from __future__ import annotations

import logging
import random
import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest

from tests.cli.helpers import environment
from tests.interop.test_uci_games import BOARDS, LONGEST, demand_sound, shown


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    words = [sys.executable, "-m", "rete_chess", "xboard"]
    with chess.engine.SimpleEngine.popen_xboard(words, timeout=60, env=environment()) as found:
        yield found


@pytest.mark.parametrize("name", BOARDS)
def test_whole_games(engine: chess.engine.SimpleEngine, name: str, caplog: pytest.LogCaptureFixture) -> None:
    board, chance = BOARDS[name].copy(), random.Random(name)
    ours = chess.BLACK if sum(map(ord, name)) % 2 else chess.WHITE
    caplog.set_level(logging.WARNING)
    while not board.is_game_over() and board.ply() < LONGEST:
        if board.turn != ours:
            board.push(chance.choice(list(board.legal_moves)))
            continue
        limit = chess.engine.Limit(nodes=60)
        answer = engine.play(shown(board), limit, game=name, info=chess.engine.INFO_ALL)
        assert answer.move is not None, board.fen()
        assert answer.move in board.legal_moves
        if "pv" in answer.info:
            demand_sound(board, answer.info)
        board.push(answer.move)
    # It does not know how XBoard is told about variants that it has not heard of.
    assert not [record for record in caplog.records if "setup (" not in record.getMessage()]
    assert board.ply() > 6


@pytest.mark.parametrize("name", BOARDS)
def test_pondering(engine: chess.engine.SimpleEngine, name: str) -> None:
    board = BOARDS[name].copy()
    expected = 0
    for turn in range(5):
        limit = chess.engine.Limit(depth=2, nodes=9_000)  # the limit of games before would hold on
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


def test_analysis(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    board.push_san("e4")
    found = engine.analyse(board, chess.engine.Limit(depth=2), game="analysis")
    assert found["depth"] >= 2
    demand_sound(board, found)


def test_takebacks_and_clocks(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    clock = chess.engine.Limit(white_clock=1.0, black_clock=1.0)
    for _ in range(2):
        answer = engine.play(board, clock, game="clocks")
        assert answer.move is not None
        board.push(answer.move)
    board.pop()
    assert engine.play(board, clock, game="clocks").move in list(board.legal_moves)
