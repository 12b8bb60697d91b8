"""Single rules in small positions: what random piece sets once brought to light."""

from __future__ import annotations

import pytest

from rete_chess.core.atoms import Topology
from rete_chess.core.attacks import attackers, is_in_check
from rete_chess.core.board import Board
from rete_chess.core.fen import format_fen, parse_fen
from rete_chess.core.lawbook import LOOK, PINS
from rete_chess.core.laws import Laws, Royal
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.core.pseudo import pseudo_moves
from rete_chess.core.san import format_san, parse_san
from rete_chess.core.uci import format_uci, parse_uci
from tests.core.small import KING, ROCK, ROOK, small_board, small_laws, small_piece, texts

#: A pawn that passes squares, and one that takes in passing.
RUNNER = small_piece("p", "moves: [{slide: forward, range: [1, 6], mode: move, enPassant: exposes}]")
TAKER = small_piece("t", "moves: [{leap: forward-diagonal, mode: capture, enPassant: takes}]")


def play(board: Board, *moves: str) -> Board:
    for text in moves:
        board.make(parse_uci(board, text, legal_moves(board)))
    return board


def test_both_tiers_are_in_use() -> None:
    hopper = small_piece("h", "moves: [{hop: all}]")
    assert small_board(small_laws(KING, ROOK), "k1K").book.tier == PINS
    assert small_board(small_laws(KING, ROOK, hopper), "3").book.tier == LOOK


# -- royal pieces --------------------------------------------------------------------------------


def test_a_king_may_make_a_tagged_step() -> None:
    king = small_piece("k", "moves: [{leap: all, tag: stride}]")
    board = small_board(small_laws(king, ROOK, royal="k"), "2r/3/K2 w")
    assert board.book.tier == PINS
    assert texts(board) == ["a1a2", "a1b1", "a1b2"]


def test_a_king_may_promote() -> None:
    king = small_piece("k", "moves: [{leap: all}]\npromotion: {zone: last-rank, to: [k, r]}")
    board = small_board(small_laws(king, ROOK, royal="k"), "4/K2r/4 w")
    assert texts(board) == ["a2a1", "a2a3k", "a2a3r", "a2b1", "a2b3k", "a2b3r"]


def test_promotion_may_make_a_royal_piece_that_stands_in_check() -> None:
    pawn = small_piece("p", "moves: [{leap: forward, mode: move}]\npromotion: {zone: last-rank, to: [k, r]}")
    board = small_board(small_laws(KING, ROOK, pawn, royal="k"), "2r/P2/1K1 w")
    assert board.book.tier == PINS
    assert "a2a3r" in texts(board)
    assert "a2a3k" not in texts(board)


def test_the_last_of_a_group_becomes_royal_when_the_other_promotes() -> None:
    """With two kings none is royal; if one becomes a rook, the other one is, and stands in check."""
    king = small_piece("k", "moves: [{leap: all}]\npromotion: {zone: last-rank, to: [r]}")
    laws = small_laws(king, ROOK)
    laws = Laws(laws.white, laws.black, royal=(Royal(("k",), last=True),))
    board = small_board(laws, "5/K4/5/3Kr w")
    assert board.book.tier == PINS
    assert sorted(legal_moves(board)) == sorted(legal_by_looking(board))
    assert not any(text.startswith("a3") and text.endswith("r") for text in texts(board))
    assert "a3a2" in texts(board)


def test_the_last_of_a_group_is_royal_no_more_when_another_one_comes() -> None:
    pawn = small_piece("p", "moves: [{leap: forward, mode: move}]\npromotion: {zone: last-rank, to: [k, r]}")
    laws = Laws((KING, ROOK, pawn), (KING, ROOK, pawn), royal=(Royal(("k",), last=True),))
    board = small_board(laws, "5/P4/5/3Kr w")
    assert is_in_check(board, 0)
    assert "a3a4k" in texts(board)
    assert "a3a4r" not in texts(board)


def test_a_king_may_eat_the_other_king_of_its_group() -> None:
    """Only the last one is royal: nothing is lost while the eater lives."""
    king = small_piece("k", "moves: [{leap: all}]", captures="ally")
    laws = Laws((king, ROOK), (king, ROOK), royal=(Royal(("k",), last=True),))
    board = small_board(laws, "3/3/KK1 w")
    play(board, "a1b1")
    assert (board.lost, format_fen(board)) == (0, "3/3/1K1 b - - 0 1")
    board.unmake()
    assert format_fen(board) == "3/3/KK1 w - - 0 1"


def test_two_kings_must_both_be_safe() -> None:
    board = small_board(small_laws(KING, ROOK, royal="k"), "3rr/5/3R1/5/K2K1 w")
    assert sorted(legal_moves(board)) == sorted(legal_by_looking(board))
    assert {text for text in texts(board) if text.startswith("d3")} == {"d3d2", "d3d4", "d3d5"}


def test_a_guarded_king_knows_no_check() -> None:
    laws = small_laws(KING, ROOK, royal="k", guarded=(("k", 0),))
    board = small_board(laws, "r2/3/K2 w")
    assert not is_in_check(board, 0)
    assert "a3a2" not in texts(play(board, "a1a2"))


def test_a_side_that_may_stand_in_check_can_lose_its_king_to_a_pinned_piece() -> None:
    """White may not move into check, but taking a king comes first."""
    laws = small_laws(KING, ROOK, royal="k", self_check=(True, False))
    board = play(small_board(laws, "4r3/8/8/8/7k/4R3/8/4K3 b"), "h4h3")
    assert "e3h3" in texts(board)
    assert "e3g3" not in texts(board)


def test_the_second_half_move_may_take_a_king_with_a_pinned_piece() -> None:
    step = small_piece("p", "moves: [{leap: forward}]")
    laws = small_laws(KING, ROOK, step, royal="k", turn_moves=(2, 1))
    board = play(small_board(laws, "4r3/8/8/8/8/4R1Pk/8/4K3 w"), "g3g4")
    assert board.turn == 0
    assert "e3h3" in texts(board)
    assert "e3g3" not in texts(board)


def test_castling_by_another_piece_may_answer_a_check() -> None:
    """The black piece on f3 attacks the royal piece on g2 round the corner of f1, where the rook arrives."""
    bent = small_piece("b", "moves: [{slide: forward, range: [2, 2], then: [{leap: [[1, -1]]}]}]")
    laws = small_laws(KING, ROOK, small_piece("q", "moves: []"), bent, royal="q")
    board = small_board(laws, "8/8/8/8/8/5b2/6Q1/4K2R w K")
    assert board.book.tier == PINS
    assert is_in_check(board, 0)
    assert "e1g1" in texts(board)
    assert sorted(legal_moves(board)) == sorted(legal_by_looking(board))


# -- shots ---------------------------------------------------------------------------------------


def test_two_ways_to_shoot_are_one_move() -> None:
    archer = small_piece(
        "a",
        "moves: [{slide: all, mode: capture, stay: true}, {leap: all, mode: capture, stay: true}]",
    )
    assert texts(small_board(small_laws(archer, ROCK), "x1/A1")) == ["a1a2"]


def test_a_shot_and_a_capture_have_texts_of_their_own() -> None:
    archer = small_piece("a", "moves: [{leap: all}, {leap: all, mode: capture, stay: true}]")
    board = small_board(small_laws(archer, ROCK), "x1/A1")
    assert texts(board) == ["a1a2", "a1a2@stay", "a1b1", "a1b2"]
    legal = legal_moves(board)
    assert sorted(format_san(board, move, legal) for move in legal) == ["Ab1", "Ab2", "Axa2", "Axa2@stay"]
    assert format_fen(play(board, "a1a2@stay")) == "2/A1 b - - 0 1"


def test_who_shoots_has_not_moved() -> None:
    rook = small_piece("r", "moves: [{slide: orthogonal, mode: capture, stay: true}]")
    board = small_board(small_laws(KING, rook, ROCK), "8/8/8/8/8/8/7x/4K2R w K")
    assert format_fen(play(board, "h1h2")) == "8/8/8/8/8/8/8/4K2R b K - 0 1"
    board.unmake()
    assert format_fen(board) == "8/8/8/8/8/8/7x/4K2R w K - 0 1"


def test_a_shot_in_passing_leaves_the_shooter_where_it_is() -> None:
    sniper = small_piece(
        "s", "moves: [{leap: forward-diagonal, mode: capture, stay: true, enPassant: takes}]"
    )
    board = play(small_board(small_laws(RUNNER, sniper), "2/2/2/1s/2/2/2/P1 w"), "a1a7")
    assert texts(board) == ["b5a4"]
    assert format_fen(play(board, "b5a4")) == "2/2/2/1s/2/2/2/2 w - - 0 2"
    board.unmake()
    assert format_fen(board) == "2/P1/2/1s/2/2/2/2 b - a2a3a4a5a6a7 1 1"


# -- en passant ----------------------------------------------------------------------------------


def test_every_square_passed_is_written_and_read() -> None:
    board = play(small_board(small_laws(RUNNER, TAKER), "2/2/2/1t/2/2/2/P1 w"), "a1a7")
    text = format_fen(board)
    assert text == "2/P1/2/1t/2/2/2/2 b - a2a3a4a5a6a7 1 1"
    fresh = parse_fen(board.book, text)
    assert (fresh.exposed, fresh.key) == (board.exposed, board.key)
    assert texts(board) == ["b5a4"]
    assert format_fen(play(board, "b5a4")) == "2/2/2/2/t1/2/2/2 w - - 0 2"


def test_nobody_passes_where_nobody_takes() -> None:
    board = play(small_board(small_laws(RUNNER, TAKER), "2/2/2/2/2/2/1t/P1 w"), "a1a3")
    assert board.exposed is None
    assert format_fen(board) == "2/2/2/2/2/P1/1t/2 b - - 1 1"


def test_who_takes_only_its_own_side_takes_nobody_in_passing() -> None:
    cannibal = small_piece(
        "t", "moves: [{leap: forward-diagonal, mode: capture, enPassant: takes}]", captures="ally"
    )
    board = play(small_board(small_laws(RUNNER, cannibal), "2/2/2/1t/2/2/2/P1 w"), "a1a7")
    assert texts(board) == []
    assert format_fen(board) == "2/P1/2/1t/2/2/2/2 b - - 1 1"


def test_who_cannot_be_captured_is_not_taken_in_passing() -> None:
    laws = small_laws(RUNNER, TAKER, guarded=(("p", 0),))
    board = play(small_board(laws, "2/2/2/1t/2/2/2/P1 w"), "a1a7")
    assert texts(board) == []
    assert format_fen(board) == "2/P1/2/1t/2/2/2/2 b - - 1 1"
    assert board.key == parse_fen(board.book, format_fen(board)).key


def test_a_step_and_a_capture_in_passing_have_texts_of_their_own() -> None:
    step, take = (
        "leap: forward-diagonal, mode: move",
        "leap: forward-diagonal, mode: capture, enPassant: takes",
    )
    both = small_piece("t", f"moves: [{{{step}}}, {{{take}}}]")
    board = play(small_board(small_laws(RUNNER, both), "2/2/2/1t/2/2/2/P1 w"), "a1a7")
    assert texts(board) == ["b5a4", "b5a4@en-passant"]
    legal = legal_moves(board)
    for move in legal:
        assert parse_uci(board, format_uci(board, move, legal), legal) == move
        assert parse_san(board, format_san(board, move, legal), legal) == move
    assert format_fen(play(board, "b5a4@en-passant")) == "2/2/2/2/t1/2/2/2 w - - 0 2"


# -- paths ---------------------------------------------------------------------------------------


def test_a_way_over_its_own_target_is_no_attack() -> None:
    """Two steps ahead and one back: the square between is reached, but nobody is captured there."""
    there_and_back = small_piece("a", "moves: [{slide: forward, range: [2, 2], then: [{leap: backward}]}]")
    board = small_board(small_laws(there_and_back), "1/1/1/A w")
    names = board.book.geometry.names
    assert [names[square] for square in range(4) if attackers(board, square, 0)] == ["a3"]


def test_a_ring_is_gone_round_once() -> None:
    """Without an end to the ring this piece would have thousands of ways."""
    piece = small_piece(
        "a", "moves: [{leap: knight, then: [{slide: orthogonal}]}]", topology=Topology(wrap_files=True)
    )
    board = small_board(small_laws(piece), "8/8/8/3A4/8/8/8/8 w")
    assert len(pseudo_moves(board)) == 48


@pytest.mark.parametrize(
    ("placement", "tags"),
    [("1/1/A", "x"), ("2/2/A1", "xy"), ("2/X1/A1", "xy"), ("2/1X/A1", "x"), ("2/XX/A1", "x")],
)
def test_of_several_ways_the_first_open_one_of_each_tag_counts(placement: str, tags: str) -> None:
    """Straight ahead, or over whatever is there, is one move; round the corner has a tag of its own."""
    piece = small_piece(
        "a",
        "moves: [{slide: forward, range: [2, 2], tag: x}, "
        "{leap: [[1, 1]], mode: capture, then: [{leap: [[-1, 1]], tag: y}]}, {leap: [[0, 2]], tag: x}]",
    )
    board = small_board(small_laws(piece, ROCK), placement)
    target = board.book.geometry.parse_square("a3")
    there = [move for move in pseudo_moves(board) if move & 255 == target]
    assert [board.book.manners[move >> 22].tag for move in there] == list(tags)
