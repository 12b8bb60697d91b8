"""Moves as the world writes them into PGN: one legal move each, or an error that says why not."""

from __future__ import annotations

import pytest

from rete_chess import Engine, ReteChessError
from rete_chess.match.pgn.words import find_move

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PASSED = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"
PROMOTES = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
CAPTURES = "4k3/8/8/3p1n2/4P3/2N5/8/4K3 w - - 0 1"
TWINS = "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1"

#: A position, texts, and the move that each of them means.
SPELLINGS = [
    (START, "Nf3 Ng1f3 Ng1-f3 N1f3 Ngf3 nf3 ♘f3 Nf3! Nf3+ Nf3# Nf3++ g1f3 G1F3 g1-f3 Nxf3 Nf3= Nf3N", "g1f3"),
    (START, "e4 e2e4 e2-e4 E2E4 Pe4 Pe2-e4 pe4 E4 e4+ e4!? e2—e4 ♙e4", "e2e4"),
    (CASTLES, "O-O 0-0 o-o OO 00 O-O+ 0-0!? e1g1 e1h1 Ke1-g1 O–O", "e1g1"),
    (CASTLES, "O-O-O 0-0-0 o-o-o OOO 0-0-0# e1c1 e1a1", "e1c1"),
    (PASSED, "exd6 exd6ep exd6e.p. e5xd6 e5d6 ed6 ed exd e5:d6 e:d6 Pxd6", "e5d6"),
    (PROMOTES, "a8=Q a8Q a8=q a8q a8(Q) a8=(Q) a8/Q a8:Q a7a8q a7a8Q a7-a8=Q Pa8=Q a8=Q+ a7a8=Q", "a7a8q"),
    (PROMOTES, "axb8=N axb8N a7xb8(N) ab8N abN axbN", "a7b8n"),
    (CAPTURES, "exd5 ed5 e4xd5 e4:d5 exd ed Pexd5 pexd5", "e4d5"),
    (CAPTURES, "exf5 ef", "e4f5"),
    (CAPTURES, "Nxd5 Nd5 N:d5 Nc3xd5 Nc3:d5 nxd5 Nd5+", "c3d5"),
    (TWINS, "Nab3 Na1b3 Na1-b3 a1b3", "a1b3"),
]


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [(fen, text, move) for fen, texts, move in SPELLINGS for text in texts.split()],
)
def test_spellings(fen: str, text: str, move: str) -> None:
    engine = Engine("chess", fen)
    assert str(engine.apply(find_move(engine, text)).move) == move


@pytest.mark.parametrize(
    ("fen", "text", "code"),
    [
        (START, "Nf4", "E_MOVE_ILLEGAL"),
        (START, "e5", "E_MOVE_ILLEGAL"),
        (START, "O-O", "E_MOVE_ILLEGAL"),
        (START, "hello", "E_MOVE_TEXT"),
        (START, "", "E_MOVE_TEXT"),
        (START, "--", "E_MOVE_TEXT"),
        (START, "N" * 100_000, "E_MOVE_TEXT"),
        (START, "(" * 64, "E_MOVE_TEXT"),
        (TWINS, "Nb3", "E_MOVE_AMBIGUOUS"),
        (PROMOTES, "a8", "E_MOVE_ILLEGAL"),
        (PROMOTES, "a8=K", "E_MOVE_ILLEGAL"),
        (CAPTURES, "bxc3", "E_MOVE_ILLEGAL"),
    ],
)
def test_what_means_no_move(fen: str, text: str, code: str) -> None:
    engine = Engine("chess", fen)
    with pytest.raises(ReteChessError) as caught:
        find_move(engine, text)
    assert caught.value.code == code
    assert engine.move_log == ()


def test_a_pass_is_one_where_sides_may_pass() -> None:
    engine = Engine("janggi")
    texts = [engine.apply(find_move(engine, text)).move for text in ("--", "Z0", "@@@@", "0000", "null")]
    assert texts == ["pass"] * 5


@pytest.mark.parametrize(
    ("variant", "fen", "text", "move"),
    [
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "@e4", "P@e4"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "P@e4", "P@e4"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "N@e4!", "N@e4"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "n@e4", "N@e4"),
        ("battle-mages", None, "Nf3", "g1f3"),
    ],
)
def test_other_games(variant: str, fen: str | None, text: str, move: str) -> None:
    engine = Engine(variant, fen)
    assert str(engine.apply(find_move(engine, text)).move) == move
