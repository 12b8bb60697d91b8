"""FEN of other programs: read whatever dialect it has, written in one, and back again."""

from __future__ import annotations

import random

import chess
import chess.variant
import pytest

from rete_chess import Engine
from rete_chess.compiler import catalog, program_of
from rete_chess.interop.fen import DIALECTS, read_fen, unsaid, write_fen

#: A variant, a record of another program, and ours.
READ = {
    "lichess hands": (
        "crazyhouse",
        "rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR/Qpp w KQkq - 0 4",
        "rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Qpp] w KQkq - 0 4",
    ),
    "lichess empty hands": (
        "crazyhouse",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    ),
    "empty hands as a hyphen": (
        "crazyhouse",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    ),
    "lichess checks": (
        "three-check",
        "4k3/8/8/8/8/8/8/4K2R w K - 5 9 +2+0",
        "4k3/8/8/8/8/8/8/4K2R w K - 1+3 5 9",
    ),
    "fairy checks": (
        "three-check",
        "4k3/8/8/8/8/8/8/4K2R w K - 1+3 5 9",
        "4k3/8/8/8/8/8/8/4K2R w K - 1+3 5 9",
    ),
    "shredder": ("chess", "r3k2r/8/8/8/8/8/8/R3K2R b HAha - 3 7", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7"),
    "without counters": ("chess", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    "placement alone": ("chess", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
}

#: A variant, ours, a dialect and what it writes.
WRITTEN = {
    "lichess hands": ("crazyhouse", READ["lichess hands"][2], "lichess", READ["lichess hands"][1]),
    "lichess checks": ("three-check", READ["lichess checks"][2], "lichess", READ["lichess checks"][1]),
    "fairy checks": ("three-check", READ["fairy checks"][2], "fairy", READ["fairy checks"][1]),
    "fairy hands": ("crazyhouse", READ["lichess hands"][2], "fairy", READ["lichess hands"][2]),
    "fairy in 960": (
        "chess960",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
        "fairy",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    ),
}


@pytest.mark.parametrize(("variant", "theirs", "ours"), READ.values(), ids=READ)
def test_dialects_are_read(variant: str, theirs: str, ours: str) -> None:
    assert Engine(variant, read_fen(program_of(variant), theirs)).fen() == ours


@pytest.mark.parametrize(("variant", "ours", "dialect", "theirs"), WRITTEN.values(), ids=WRITTEN)
def test_dialects_are_written(variant: str, ours: str, dialect: str, theirs: str) -> None:
    assert write_fen(Engine(variant, ours), dialect) == theirs


@pytest.mark.parametrize("name", catalog.variants().list())
def test_what_a_dialect_can_say_comes_back(name: str) -> None:
    chance = random.Random(name)
    engine = Engine(name, network="native")
    for _ in range(14):
        if engine.result is None:
            engine.apply(chance.choice(engine.legal_moves()))
        for dialect in DIALECTS:
            if not unsaid(engine, dialect):
                again = read_fen(engine.program, write_fen(engine, dialect))
                chess960 = engine.board.is_chess960
                assert Engine(engine.program, again, "native", chess960=chess960).fen() == engine.fen()


@pytest.mark.parametrize(
    ("name", "board"),
    [("crazyhouse", chess.variant.CrazyhouseBoard()), ("three-check", chess.variant.ThreeCheckBoard())],
    ids=["crazyhouse", "three-check"],
)
def test_python_chess_reads_what_we_write(name: str, board: chess.Board) -> None:
    chance = random.Random(name)
    engine = Engine(name, network="native")
    for _ in range(40):
        if engine.result is not None:
            break
        move = chance.choice(engine.legal_moves())
        engine.apply(move)
        board.push_uci(str(move))
        for dialect in DIALECTS:
            read = type(board)(write_fen(engine, dialect))
            assert (read.epd(), read.fullmove_number) == (board.epd(), board.fullmove_number)
