"""Changes outside of moves: each can be taken back, and the key keeps up with all of them."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rete_chess.core import edits
from rete_chess.core.board import Board
from rete_chess.core.fen import format_fen, parse_fen
from rete_chess.core.lawbook import lawbook
from rete_chess.core.legality import legal_moves
from rete_chess.core.reach import EMPTY, WALL
from tests.core.games import Game, examples, games, state
from tests.core.test_make_unmake import is_sayable
from tests.core.variants import chess_laws


def everything(board: Board) -> dict[str, Any]:
    """The state of the board and of the columns beside it."""
    columns = {name: dict(column) for name, column in board.columns.items() if column}
    return {**state(board), "lost": board.lost, "columns": columns}


class Hand:
    """Does random things to a board."""

    def __init__(self, board: Board, seed: int) -> None:
        self.board = board
        self.random = Random(seed)

    def squares(self, cell: int | None = None) -> list[int]:
        """Squares with that content; None asks for pieces of any colour."""
        cells = self.board.cells
        if cell is None:
            return [square for square in range(len(cells)) if EMPTY < cells[square] < WALL]
        return [square for square in range(len(cells)) if cells[square] == cell]

    def change(self) -> str:
        """Make one change, and say which; some need what is not there and do nothing."""
        names = [name for name in dir(self) if name.startswith("do_")]
        name = self.random.choice(names)
        getattr(self, name)()
        return name

    def do_put(self) -> None:
        for square in self.random.sample(self.squares(EMPTY), min(1, len(self.squares(EMPTY)))):
            color = self.random.randrange(2)
            reach = self.random.choice(self.board.book.rows[color])[square]
            following = self.board.next_entity
            assert edits.put(self.board, reach) == following
            assert self.board.entities[square] == following

    def do_remove(self) -> None:
        for square in self.random.sample(self.squares(), min(1, len(self.squares()))):
            held = self.board.pieces[self.board.cells[square] % 2][square]
            assert edits.remove(self.board, square, is_death=self.random.random() < 0.5) is held
            assert self.board.cells[square] == EMPTY

    def do_relocate(self) -> None:
        free, held = self.squares(EMPTY), self.squares()
        if free and held:
            origin, target = self.random.choice(held), self.random.choice(free)
            color = self.board.cells[origin] % 2
            entity = self.board.entities[origin]
            edits.relocate(self.board, origin, self.random.choice(self.board.book.rows[color])[target])
            assert self.board.entities[target] == entity

    def do_wall(self) -> None:
        for square in self.random.sample(self.squares(EMPTY), min(1, len(self.squares(EMPTY)))):
            edits.build_wall(self.board, square)

    def do_tear_down(self) -> None:
        for square in self.random.sample(self.squares(WALL), min(1, len(self.squares(WALL)))):
            edits.tear_down_wall(self.board, square)

    def do_clock(self) -> None:
        edits.set_clock(self.board, self.random.randrange(200))

    def do_end_turn(self) -> None:
        edits.end_turn(self.board)

    def do_write(self) -> None:
        entity = self.random.randrange(1, 5)
        edits.write(
            self.board, self.random.choice(["Hp", "Shield"]), entity, self.random.choice([None, 1, "x"])
        )

    def do_move(self) -> None:
        legal = sorted(legal_moves(self.board))
        if legal:
            self.board.make(self.random.choice(legal))


@examples(60)
@given(games(plies=0), st.integers(0, 1 << 32), st.integers(1, 14))
def test_every_change_is_taken_back(game: Game, seed: int, count: int) -> None:
    board = game.board()
    hand = Hand(board, seed)
    seen = []
    for _ in range(count):
        seen.append((len(board.journal), everything(board)))
        hand.change()
    for length, before in reversed(seen):
        board.rollback(length)
        assert everything(board) == before


def places(board: Board) -> dict[int, int]:
    """Where the pieces stand, by their entities, read off the squares."""
    return {entity: square for square, entity in enumerate(board.entities) if entity}


@examples(60)
@given(games(plies=0), st.integers(0, 1 << 32), st.integers(1, 14))
def test_entities_are_found_wherever_changes_take_them(game: Game, seed: int, count: int) -> None:
    board = game.board()
    hand = Hand(board, seed)
    for _ in range(count):
        hand.change()
        assert board.squares == places(board)
        if hand.random.random() < 0.2:
            board.rollback(hand.random.randrange(len(board.journal) + 1))
            assert board.squares == places(board)
    assert board.copy().squares == board.squares


def test_what_stands_nowhere_has_no_square() -> None:
    board = parse_fen(lawbook(chess_laws()), "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1")
    assert [board.square_of(entity) for entity in (1, 2, 0, -1, 3)] == [4, 60, -1, -1, -1]
    assert [board.reach_on(square) for square in (4, 5, 35)] == [board.pieces[0][4], None, None]


@examples(60)
@given(games(plies=0), st.integers(0, 1 << 32), st.integers(1, 14))
def test_the_key_keeps_up(game: Game, seed: int, count: int) -> None:
    board = game.board()
    hand = Hand(board, seed)
    for _ in range(count):
        hand.change()
        if board.exposed is not None:
            edits.set_exposed(board, None)
        if is_sayable(board):
            fresh = parse_fen(board.book, format_fen(board))
            assert fresh.key == board.key
            assert fresh.cells == board.cells
            assert [sorted(side) for side in fresh.royals] == [sorted(side) for side in board.royals]


def chess_board(fen: str) -> Board:
    return parse_fen(lawbook(chess_laws()), fen)


def test_a_removed_rook_takes_its_right_along() -> None:
    board = chess_board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9")
    edits.remove(board, board.book.geometry.parse_square("h1"))
    assert format_fen(board) == "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 9"
    board.rollback(0)
    assert format_fen(board) == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9"


def test_a_relocated_king_gives_up_both_rights() -> None:
    board = chess_board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    geometry = board.book.geometry
    king = board.pieces[0][geometry.parse_square("e1")]
    edits.relocate(board, king.square, king.row[geometry.parse_square("e2")])
    assert format_fen(board) == "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1"
    assert board.royals[0] == [geometry.parse_square("e2")]


def test_castling_by_hand_is_castling() -> None:
    for fen in (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7",
        "1r2k1r1/8/8/8/8/8/8/RK5R w KQkq - 3 7",
        "4k3/8/8/8/8/8/8/5KR1 w K - 0 1",
    ):
        for number in range(len(chess_board(fen).rights.of_color[0])):
            board, other = chess_board(fen), chess_board(fen)
            edits.castle(board, board.rights.of_color[0][number])
            edits.end_turn(board)
            edits.set_clock(board, board.clock + 1)
            other.make(other.rights.of_color[0][number].move)
            assert format_fen(board) == format_fen(other)
            assert board.key == other.key
            assert board.entities == other.entities
            board.rollback(0)
            assert format_fen(board) == format_fen(chess_board(fen))
            assert board.key == chess_board(fen).key


def test_a_wall_stops_everybody() -> None:
    board = chess_board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    names = board.book.geometry.names
    edits.build_wall(board, names.index("c1"))
    edits.build_wall(board, names.index("a3"))
    texts = {names[move >> 8 & 255] + names[move & 255] for move in legal_moves(board)}
    assert {text for text in texts if text.startswith("a1")} == {"a1b1", "a1a2"}
    assert "e1c1" not in texts
    assert format_fen(board) == "4k3/8/8/8/8/*7/8/R1*1K3 w Q - 0 1"
    edits.tear_down_wall(board, names.index("c1"))
    assert "e1c1" in {names[move >> 8 & 255] + names[move & 255] for move in legal_moves(board)}


def test_the_death_of_a_royal_piece_ends_the_game_and_its_removal_does_not() -> None:
    board = chess_board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    king = board.royals[1][0]
    edits.remove(board, king)
    assert board.lost == 0
    board.rollback(0)
    edits.remove(board, king, is_death=True)
    assert board.lost == 0b10
    assert legal_moves(board) == []
    board.rollback(0)
    assert board.lost == 0
    assert board.royals[1] == [king]


def test_attributes_go_and_come_back() -> None:
    board = chess_board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    edits.write(board, "Hp", 1, 3)
    edits.write(board, "Hp", 1, 2)
    edits.write(board, "Hp", 1, None)
    assert board.columns == {}  # a column that nobody has a fact in is none
    for expected in ({"Hp": {1: 2}}, {"Hp": {1: 3}}, {}):
        board.rollback(len(board.journal) - 1)
        assert board.columns == expected


def test_half_moves_of_a_turn_have_keys_of_their_own() -> None:
    board = chess_board("4k3/8/8/8/8/8/8/4K3 b - - 0 5")
    keys = [board.key]
    for _ in range(3):
        edits.count_half_move(board)
        keys.append(board.key)
    edits.end_turn(board)
    keys.append(board.key)
    assert len(set(keys)) == 5
    assert format_fen(board) == "4k3/8/8/8/8/8/8/4K3 w - - 0 6"
    assert board.key == chess_board("4k3/8/8/8/8/8/8/4K3 w - - 0 6").key
    for key in reversed(keys[:-1]):
        board.rollback(len(board.journal) - 1)
        assert board.key == key
