"""Positions to begin with: impossible rights, games that are over, and castling past one's partner."""

from __future__ import annotations

from random import Random

import chess
import chess.variant
import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.errors import GameError, MoveError

#: FEN, the castling field that is left, the letters that are told of
RIGHTS = [
    ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "-", "K"),
    ("4k3/8/8/8/8/8/8/3RK2R w KQ - 0 1", "K", "Q"),
    ("4kr2/8/8/8/8/8/8/R3K2R w KQk - 0 1", "KQ", "k"),
    ("3k3r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "KQ", "k"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", ""),
    ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "K", ""),  # the file of the rook means Chess960
    ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "-", ""),  # nobody to castle with
]


@pytest.mark.parametrize(("fen", "castling", "dropped"), RIGHTS)
def test_rights_from_other_squares_are_dropped_with_a_warning(fen: str, castling: str, dropped: str) -> None:
    engine = Engine("chess", fen)
    assert engine.fen().split()[2] == castling
    assert [warning.code for warning in engine.start_warnings] == ["W_CASTLING"] * bool(dropped)
    assert all(f"castling {dropped} is dropped" in warning.message for warning in engine.start_warnings)
    if dropped or castling == "KQkq":
        assert not engine.board.is_chess960
        known = {move.uci() for move in chess.Board(fen).legal_moves}
        assert set(engine.legal_moves()) == known
    assert engine.clone().start_warnings == engine.start_warnings


@pytest.mark.parametrize(("fen", "castling", "dropped"), RIGHTS[:4])
def test_in_chess960_they_stay(fen: str, castling: str, dropped: str) -> None:
    for engine in (Engine("chess", fen, chess960=True), Engine("chess960", fen)):
        assert engine.fen().split()[2] == fen.split()[2]
        assert engine.board.is_chess960
        assert not engine.start_warnings


#: variant, FEN, who has won
OVER = [
    ("chess", "4k3/8/8/8/8/8/8/Q7 w - - 0 1", "black"),
    ("chess", "8/8/8/8/8/8/8/Q3K3 b - - 0 1", "white"),
    ("atomic", "rnbq1bnr/8/8/8/8/8/8/RNBQKBNR b KQ - 0 1", "white"),
    ("coregal", "4k3/8/8/8/8/8/8/Q7 w - - 0 1", None),  # the queen is royal, too
    ("horde", "4k3/8/8/8/8/8/8/P7 w - - 0 1", None),  # the horde never had a king
    ("antichess", "4k3/8/8/8/8/8/8/P7 w - - 0 1", None),
    ("chess", "8/8/8/8/8/8/8/R7 w - - 0 1", None),  # a study of one rook
    ("knightmate", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1", "white"),
]


@pytest.mark.parametrize(("variant", "fen", "winner"), OVER)
def test_a_side_that_has_lost_its_royal_pieces_has_lost(variant: str, fen: str, winner: str | None) -> None:
    engine = Engine(variant, fen)
    if winner is None:
        assert engine.result is None
        assert engine.legal_moves()
        return
    assert engine.result is not None
    assert (engine.result.winner, engine.result.reason) == (winner, "loss of a royal piece")
    assert not engine.legal_moves()
    assert engine.clone().result == engine.result
    with pytest.raises(GameError, match="over"):
        engine.apply("a1a2")


@pytest.mark.parametrize("preset", ["suicide-chess", "capture-all", "last-piece-standing", "capture-to-win"])
@pytest.mark.parametrize(
    ("scope", "fen", "winner"),
    [
        ("white", "8/p7/8/8/8/8/P7/4K3 b - - 0 1", "white"),
        ("black", "4k3/p7/8/8/8/8/P7/8 w - - 0 1", "black"),
        ("white", "4k3/p7/8/8/8/8/P7/8 w - - 0 1", None),
        ("both", "8/p7/8/8/8/8/P7/4K3 b - - 0 1", None),
    ],
)
def test_who_needs_a_royal_piece_has_lost_without_one(
    preset: str, scope: str, fen: str, winner: str | None
) -> None:
    """Whether or not the other side, under a preset of its own, needs one too."""
    engine = Engine(program_of("chess", [ActivePreset(preset, scope)]), fen)
    assert (engine.result.winner if engine.result else None) == winner


@pytest.mark.parametrize("seed", range(4))
def test_atomic_kings_castle_past_their_rooks(seed: int) -> None:
    """Random places of king, rooks and enemies on the first rank, against python-chess."""
    chance = Random(seed)
    castled = 0
    for _ in range(60):
        files = sorted(chance.sample(range(8), 3))
        row = ["." for _ in range(8)]
        row[files[0]], row[files[1]], row[files[2]] = "R", "K", "R"
        letters = "ABCDEFGH"
        enemies = ["." for _ in range(8)]
        for file in chance.sample(range(8), 2):
            enemies[file] = chance.choice("rbqn")
        rank = chance.choice((1, 2, 5))
        rows = ["k......." if index == 0 else "." * 8 for index in range(7)]
        rows[7 - rank] = "".join(enemies) if rows[7 - rank][0] == "." else rows[7 - rank]
        placement = "/".join(_run_lengths(text) for text in [*rows, "".join(row)])
        fen = f"{placement} w {letters[files[2]]}{letters[files[0]]} - 0 1"
        board = chess.variant.AtomicBoard(fen, chess960=True)
        if not board.is_valid():
            continue
        moves = sorted(board.uci(move) for move in board.legal_moves)
        engine = Engine("atomic", fen, chess960=True)
        before = engine.digest
        assert sorted(engine.legal_moves()) == moves, fen
        assert engine.digest == before
        castled += sum(board.is_castling(move) for move in board.legal_moves)
    assert castled > 0


def _run_lengths(text: str) -> str:
    for count in range(8, 0, -1):
        text = text.replace("." * count, str(count))
    return text


def test_the_named_castling_position() -> None:
    """A rook alone wins no game of atomic: that position is drawn. With a pawn more it is played."""
    drawn = Engine("atomic", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", chess960=True)
    assert str(drawn.result) == "draw by insufficient material"
    engine = Engine("atomic", "4k3/8/8/8/8/8/P7/3RK3 w D - 0 1", chess960=True)
    assert "e1d1" in engine.legal_moves()
    engine.apply("e1d1")
    assert engine.fen().startswith("4k3/8/8/8/8/8/P7/2KR4 b")


#: FEN, a text that means no legal move, the text that does
BARE = [
    ("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "d5", "cxd5"),
    ("4k3/8/8/8/3p4/2P5/8/4K3 b - - 0 1", "c3", "dxc3"),
    ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "b8=Q", "axb8=Q"),
    ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "d6", "cxd6"),
]


@pytest.mark.parametrize(("fen", "text", "meant"), BARE)
def test_a_bare_square_is_no_capture_of_a_pawn(fen: str, text: str, meant: str) -> None:
    engine = Engine("chess", fen)
    with pytest.raises(MoveError) as raised:
        engine.apply(text)
    assert raised.value.code == "E_MOVE_ILLEGAL"
    with pytest.raises(ValueError, match="illegal san"):
        chess.Board(fen).parse_san(text)
    assert engine.apply(meant).san.startswith(meant)


def test_a_bare_square_is_the_step_where_a_capture_goes_there_too() -> None:
    engine = Engine("berolina", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1")
    assert {"c4d5", "e4d5"}.isdisjoint(engine.legal_moves())
    engine = Engine("chess", "4k3/8/8/1p6/P7/1P6/8/4K3 w - - 0 1")
    assert engine.apply("b4").move == "b3b4"
