"""What a move does, read off the position before it is made, is what making it does."""

from __future__ import annotations

from hypothesis import given

from rete_chess.core import edits
from rete_chess.core.board import Board
from rete_chess.core.deeds import Deed, deed_of, place_of, victim_of
from rete_chess.core.fen import parse_fen
from rete_chess.core.lawbook import Lawbook, lawbook
from rete_chess.core.legality import legal_moves
from rete_chess.core.moves import Manner, Move, decode, encode, with_promotion
from rete_chess.core.pseudo import captures, is_capture, pseudo_moves
from rete_chess.core.reach import expose
from rete_chess.core.uci import parse_uci
from tests.core.games import Game, examples, games, state, walk
from tests.core.variants import chess_laws


def as_told(board: Board, deed: Deed) -> dict[str, object]:
    """Where everybody stands, and what else is different, after a move does what its deed says."""
    entities = list(board.entities)
    if deed.victim:
        entities[deed.place] = 0
    for step in deed.steps:
        entities[step.origin] = 0
    for step in deed.steps:
        entities[step.target] = step.entity
    types = {
        board.entities[square]: reach.type_index for side in board.pieces for square, reach in side.items()
    }
    types.pop(deed.victim, None)
    types[deed.mover] = deed.becomes
    return {
        "entities": entities,
        "types": types,
        "clock": 0 if deed.resets_clock else board.clock + 1,
    }


def as_seen(board: Board) -> dict[str, object]:
    """The same, read off a board."""
    return {
        "entities": list(board.entities),
        "types": {
            board.entities[square]: reach.type_index
            for side in board.pieces
            for square, reach in side.items()
        },
        "clock": board.clock,
    }


def assert_exposed_as_told(board: Board, deed: Deed) -> None:
    """Whoever passed squares can be taken there if an enemy is ready for it, and nobody else can."""
    expected = expose(board, deed.passed, deed.target, deed.color) if deed.passed else None
    assert board.exposed == expected


@examples(60)
@given(games(plies=6))
def test_making_a_move_does_what_its_deed_says(game: Game) -> None:
    board = game.board()
    for _ in walk(board, game.choices):
        for code in pseudo_moves(board):
            deed = deed_of(board, code)
            assert deed.color == board.turn
            assert bool(deed.victim) == is_capture(board, code)
            assert (deed.victim, deed.place) == (victim_of(board, code), place_of(board, code))
            told = as_told(board, deed)
            board.make(code)
            assert as_seen(board) == told
            assert_exposed_as_told(board, deed)
            board.unmake()


@examples(40)
@given(games(plies=6))
def test_a_move_within_its_turn_leads_to_the_same_position(game: Game) -> None:
    board = game.board()
    for _ in walk(board, game.choices):
        length = len(board.journal)
        for code in legal_moves(board):
            board.make(code)
            made = {**state(board), "journal": None}
            board.rollback(length)
            edits.make_within_turn(board, code)
            edits.count_half_move(board)
            if board.half_moves >= board.turn_length:
                edits.end_turn(board)
            assert {**state(board), "journal": None} == made
            board.rollback(length)


@examples(30)
@given(games(plies=4))
def test_captures_are_the_moves_that_capture(game: Game) -> None:
    board = game.board()
    for _ in walk(board, game.choices):
        moves = pseudo_moves(board)
        assert captures(board, moves) == [move for move in moves if is_capture(board, move)]


# -- the special moves, one by one -----------------------------------------------------------------

BOOK: Lawbook = lawbook(chess_laws())


def deed(fen: str, text: str, chess960: bool = False) -> Deed:
    board = parse_fen(BOOK, fen, chess960)
    return deed_of(board, parse_uci(board, text, legal_moves(board)))


def names(steps: tuple[tuple[int, int, int], ...]) -> list[str]:
    """Steps as text, without the pieces."""
    square = BOOK.geometry.names
    return [square[origin] + square[target] for _, origin, target in steps]


def test_castling_takes_two_pieces_elsewhere() -> None:
    castling = deed("4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9", "e1g1")
    assert names(castling.steps) == ["e1g1", "h1f1"]
    assert [step.entity for step in castling.steps] == [castling.mover, castling.partner]
    assert (castling.victim, castling.resets_clock, castling.side) == (0, False, "white")


def test_a_castler_that_stands_on_its_goal_stays_there() -> None:
    castling = deed("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", chess960=True)
    assert names(castling.steps) == ["h1f1"]
    assert castling.steps[0].entity == castling.partner


def test_who_is_taken_in_passing_stands_beside_the_target() -> None:
    taking = deed("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6")
    square = BOOK.geometry.names
    assert (square[taking.target], square[taking.place]) == ("d6", "d5")
    assert taking.victim
    assert taking.resets_clock
    assert taking.manner.takes


def test_a_promoted_piece_becomes_another() -> None:
    promotion = deed("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n")
    assert BOOK.types[promotion.becomes] == "knight"
    assert promotion.reach is not None
    assert BOOK.types[promotion.reach.type_index] == "pawn"


def test_a_double_step_passes_a_square() -> None:
    step = deed("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4")
    assert [BOOK.geometry.names[square] for square in step.passed] == ["e3"]
    assert deed("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e3").passed == ()


def test_a_code_is_decoded_into_what_it_was_made_of() -> None:
    takes = next(index for index, manner in enumerate(BOOK.manners) if manner.takes)
    code = encode(12, 28, 3, takes)
    assert decode(BOOK, code) == Move(12, 28, 3, BOOK.manners[takes])
    assert decode(BOOK, with_promotion(code, 1)) == Move(12, 28, 1, BOOK.manners[takes])
    assert decode(BOOK, encode(1, 2)) == (1, 2, -1, Manner(), -1)
    assert decode(BOOK, encode(1, 2)).tag == ""
