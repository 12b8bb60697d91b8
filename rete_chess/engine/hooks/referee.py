"""Legal moves where Python presets have a say: slow, but exact, in the order that hooks are promised.

The royal pieces of the side; for every piece an override, or else its own moves, transformed, with
castling, en passant and promotions, and extra moves; the filters of single pieces; the look at
self-check; the filters of the whole list.

A square is attacked where a piece could capture by its moves after all hooks, as if an enemy stood
there. So a king may not step to where an overridden piece could capture, and a piece whose captures a
hook filters away, or a document forbids, gives no check. Castling is left out of attacks, so that
nothing goes in circles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.compiler.lower.hooks import ListFilter, PieceFilter
from rete_chess.core.attacks import attackers_by_tables, enemy_on, royal_squares_by_type
from rete_chess.core.board import Board
from rete_chess.core.deeds import survivors
from rete_chess.core.geometry import COLORS
from rete_chess.core.laws import MOVEMENT, REQUIRE, ROYALTY, SELF_CHECK, Query, Sieve, Step
from rete_chess.core.moves import target_of
from rete_chess.core.pseudo import (
    act_moves,
    drop_moves,
    last_steps,
    offer_steps,
    part_of,
    pseudo_moves,
    required_step,
)
from rete_chess.core.reach import GUARDED, WALL
from rete_chess.engine.hooks._movement import HookMovement
from rete_chess.engine.hooks._questions import HookQuestions
from rete_chess.engine.hooks.moves import move_of
from rete_chess.presets import contexts

if TYPE_CHECKING:
    from rete_chess.engine._game import Game


class HookReferee:
    """Decides about the moves of one game under one program."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.questions = HookQuestions(game)
        self.movement = HookMovement(self.questions)
        self._crowned: frozenset[int] | None = None  # who is royal while moves of a position are tried

    # -- the whole query -----------------------------------------------------------------------

    def steps(self, board: Board) -> Query:
        """The steps of one query for legal moves. Forbids are asked with the movement, piece by piece."""
        royals: list[int] = []

        def crown(board: Board, moves: list[int]) -> list[int]:
            royals.extend(self.royal_squares(board, board.turn))
            return moves

        def safe(board: Board, moves: list[int]) -> list[int]:
            return self._safe(board, moves) if royals and self.guards_check(board, board.turn) else moves

        return (
            Step(ROYALTY, crown),
            Step(MOVEMENT, lambda board, _: self._moves(board)),
            Step(SELF_CHECK, safe),
            *offer_steps(board.book, safe),
            *map(_list_step, board.book.laws.requires),
            *last_steps(board.book),
        )

    def _moves(self, board: Board) -> list[int]:
        """The moves of all pieces that nothing forbids."""
        turn = board.turn
        if part_of(board):
            return self._besides(board)
        if self.movement.changes(turn):
            moves = [
                move
                for _, square in _standing(board, turn)
                for move in self.movement.piece_moves(board, square, is_own=True)
            ]
            return moves + self._besides(board)
        moves = pseudo_moves(board)
        for forbid in board.book.laws.forbids:
            moves = forbid(board, moves)
        return moves

    def _besides(self, board: Board) -> list[int]:
        """Drops and acts that no document forbids; hooks that filter the moves of a piece are not asked."""
        drops: list[int] = []
        if not part_of(board):
            drop_moves(board, drops)
        act_moves(board, drops)
        for forbid in board.book.laws.forbids:
            if drops and not isinstance(forbid, PieceFilter):
                drops = forbid(board, drops)
        return drops

    def _safe(self, board: Board, moves: list[int]) -> list[int]:
        """The moves after which no own royal piece is lost or attacked."""
        hooks = self.game.hooks
        was_looking, hooks.is_looking = hooks.is_looking, True
        self._crowned = self.crowned(board)
        length = len(board.journal)
        try:
            return survivors(board, moves)
        finally:
            board.rollback(length)  # a hook may have failed in the middle of a move
            hooks.is_looking, self._crowned = was_looking, None

    def guards_check(self, board: Board, color: int) -> bool:
        side = COLORS[color]
        for place in self.questions.places("should_filter_self_check", side):
            context = contexts.SelfCheckFilterContext(self.questions.engines[place], side)
            if self.questions.ask(place, "should_filter_self_check", context) is False:
                return False
        return board.book.laws.self_check[color]

    # -- royalty -------------------------------------------------------------------------------

    def royal_squares(self, board: Board, color: int) -> list[int]:
        named = self._named_royal(color)
        if named is None:
            return royal_squares_by_type(board, color)
        return [
            square
            for entity, square in _standing(board, color)
            if entity in named and board.cells[square] < GUARDED
        ]

    def _named_royal(self, color: int) -> set[int] | None:
        """The union of what hooks say, whoever of it is on the board; None if none has an opinion."""
        union: set[int] | None = None
        for place in self.questions.places("get_royal_pieces"):
            context = contexts.RoyalContext(self.questions.engines[place], COLORS[color])
            named = self.questions.ask(place, "get_royal_pieces", context)
            if named is not None:
                union = {*(union or ()), *named}
        return union

    def crowned(self, board: Board) -> frozenset[int] | None:
        """Who is royal now, of both sides: their death loses the game. None if types alone say it."""
        if self._crowned is not None or not self.questions.places("get_royal_pieces"):
            return self._crowned
        found: set[int] = set()
        for color in (0, 1):
            named = self._named_royal(color)
            if named is None:
                named = {board.entities[square] for square in royal_squares_by_type(board, color)}
            found |= named
        return frozenset(found)

    # -- attacks -------------------------------------------------------------------------------

    def attackers(self, board: Board, square: int, by: int) -> list[int]:
        if not self.movement.changes(by):
            return attackers_by_tables(board, square, by)
        if board.cells[square] == WALL:
            return []
        with enemy_on(board, square, by):
            return self._capturers(board, square, by)

    def _capturers(self, board: Board, square: int, by: int) -> list[int]:
        return sorted(
            origin
            for _, origin in _standing(board, by)
            if any(
                target_of(move) == square for move in self.movement.piece_moves(board, origin, is_own=False)
            )
        )

    # -- filters, as the lawbook finds them in the order of the presets --------------------------

    def filter_piece(self, board: Board, place: int, moves: list[int]) -> list[int]:
        return self.movement.filter_piece(board, place, moves)

    def filter_all(self, board: Board, place: int, moves: list[int]) -> list[int]:
        """What `filter_legal_moves` leaves of all legal moves; what it adds is dropped."""
        codes = {move_of(board, code): code for code in sorted(moves)}
        context = contexts.FilterLegalMovesContext(
            self.questions.engines[place], COLORS[board.turn], tuple(codes)
        )
        answer = self.questions.ask(place, "filter_legal_moves", context)
        kept = self.questions.kept(place, "filter_legal_moves", answer, codes)
        return [codes[move] for move in dict.fromkeys(kept)]


def _list_step(require: Sieve) -> Step:
    """The step of a limit on the whole list: a hook may leave nothing, a document may not."""
    if isinstance(require, ListFilter):
        return Step(REQUIRE, require, require, judges_each=False)
    return required_step(require)


def _standing(board: Board, color: int) -> list[tuple[int, int]]:
    """The pieces of a side with their squares, by entity."""
    return sorted((board.entities[square], square) for square in board.pieces[color])
