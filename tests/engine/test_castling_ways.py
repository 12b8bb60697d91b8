"""Castling in general form: with whom, on which rank, and to which files."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import Program, compile_document
from rete_chess.documents import load_document
from rete_chess.errors import MoveError, ReteChessError

TEXT = """
kind: variant
id: wide
name: Wide
extends: chess
board: {width: %d, height: 8}
moves:
  - {for: {type: king}, use: [{leap: all}, {castle: %s, tag: castle}]}
fen: "%s"
"""
WAY = "{partner: [rook, knight], to: [g, b], rookTo: [e, d], rank: 2}"
PLACES = "8/r3k2n/8/8/8/8/R3K2N/8"


def program(way: str = WAY, fen: str = f"{PLACES} w KQkq - 0 1", width: int = 8) -> Program:
    return compile_document(load_document(TEXT % (width, way, fen), "wide.variant.yaml"))


#: side, move, placement afterwards
CASTLED = [
    ("w", "O-O", "8/r3k2n/8/8/8/8/R3N1K1/8"),
    ("w", "O-O-O", "8/r3k2n/8/8/8/8/1K1R3N/8"),
    ("b", "O-O", "8/r3n1k1/8/8/8/8/R3K2N/8"),
    ("b", "O-O-O", "8/1k1r3n/8/8/8/8/R3K2N/8"),
]


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("side", "move", "after"), CASTLED)
def test_castler_and_partner_land_where_the_document_says(
    side: str, move: str, after: str, network: str
) -> None:
    match = Match(program(), f"{PLACES} {side} KQkq - 0 1", network)
    before = match.digest
    assert match.engine.fen().split()[2] == "KQkq"
    record = match.play(move)
    assert match.engine.fen().split()[0] == after
    assert (record.san, record.move.is_castle) == (move, True)
    assert match.engine.fen().split()[2] == {"w": "kq", "b": "KQ"}[side]
    assert match.engine.what_if(str(match.legal_moves()[0])).result is None
    again = Match.resume(match.snapshot())
    assert again.digest == match.digest
    match.undo()
    assert match.digest == before
    match.redo()
    assert match.digest == again.digest


def test_a_snapshot_keeps_rights_of_such_castling() -> None:
    match = Match(program())
    again = Match.resume(match.snapshot())
    assert [str(move) for move in again.legal_moves()] == [str(move) for move in match.legal_moves()]
    again.play("O-O-O")
    match.play("O-O-O")
    assert again.digest == match.digest


#: FEN, the castling field that is left, whether it may castle
ELSEWHERE = [
    ("8/8/k7/8/8/8/R3K2N/8 w KQ - 0 1", "KQ", {"O-O", "O-O-O"}),
    ("8/8/k7/8/8/8/8/R3K2N w KQ - 0 1", "-", set()),  # on the first rank
    ("8/8/k7/8/8/8/B3K2B/8 w KQ - 0 1", "-", set()),  # with others
    ("8/8/k7/8/8/8/R2NK2N/8 w Q - 0 1", "Q", set()),  # the outermost partner, and another piece between
    ("8/8/k7/8/8/8/R3KN1N/8 w F - 0 1", "F", {"O-O"}),  # the file of the partner: the king passes it
    ("8/8/k7/8/8/3r4/R3K2N/8 w KQ - 0 1", "KQ", {"O-O"}),  # over an attacked square
]


@pytest.mark.parametrize(("fen", "field", "castlings"), ELSEWHERE)
def test_rights_go_by_rank_and_partners(fen: str, field: str, castlings: set[str]) -> None:
    engine = Engine(program(), fen, chess960=True)
    assert engine.fen().split()[2] == field
    assert {text.rstrip("+#") for text in engine.sans() if text.startswith("O")} == castlings


def test_without_files_all_is_as_in_chess() -> None:
    plain, said = Engine("chess"), Engine(program("{partner: rook}", f"{START} w KQkq - 0 1"))
    for move in ["e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1", "e8g8"]:
        assert sorted(plain.legal_moves()) == sorted(said.legal_moves())
        plain.apply(move)
        said.apply(move)
    assert plain.fen() == said.fen()


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def test_explanations_know_the_rank() -> None:
    engine = Engine(program(), "8/8/k7/8/8/8/R3K3/8 w - - 0 1")
    assert engine.explain("e2b2").reason.code == engine.explain("O-O-O").reason.code == "E_MOVE_CASTLING"
    with pytest.raises(MoveError):
        engine.apply("O-O-O")


@pytest.mark.parametrize(
    ("way", "code"),
    [
        ("{to: [g, c]}", "E_DOC_MISSING"),
        ("{partner: rook, to: [g]}", "E_DOC_VALUE"),
        ("{partner: rook, to: [g, c], rookTo: [g, d]}", "E_DOC_VALUE"),
        ("{partner: rook, rank: 0}", "E_DOC_VALUE"),
        ("{partner: rook, to: [p, c]}", "E_PIECE_RULES"),
        ("{partner: rook, rank: 9}", "E_PIECE_RULES"),
        ("{partner: []}", "E_DOC_VALUE"),
        ("[rook]", "E_DOC_TYPE"),
    ],
)
def test_what_cannot_be_is_refused(way: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(ReteChessError) as raised:
        program(way)
    found = getattr(raised.value, "problems", None)
    assert code in ([problem.code for problem in found] if found else [raised.value.code])
