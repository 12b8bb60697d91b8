"""Legal moves as people handle them: texts that know what they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from rete_chess.core.board import Board
from rete_chess.core.deeds import deed_of, victim_of
from rete_chess.core.moves import SPECIAL
from rete_chess.core.uci import format_uci


class LegalMove(str):
    """A legal move: its UCI text, with what the move does as attributes.

    Squares are numbers (a1 = 0), pieces are entity ids, types are ids such as `knight`.
    """

    code: int
    position: int  # the key of the position it was described in
    book: int  # the number of the lawbook that the code belongs to
    piece_id: int
    piece_type: str
    from_square: int
    to_square: int
    captured_id: int | None = None
    captured_type: str | None = None
    promotion: str | None = None
    tag: str | None = None
    is_castle: bool = False
    is_en_passant: bool = False
    is_double_step: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Elsewhere it is a text that knows what the move did; its code belongs to the tables here."""
        return _told, (str(self), {**vars(self), "code": -1, "position": -1, "book": -1})

    @property
    def is_capture(self) -> bool:
        return self.captured_id is not None


def _told(text: str, facts: dict[str, Any]) -> LegalMove:
    move = LegalMove(text)
    vars(move).update(facts)
    return move


def describe_move(board: Board, code: int, legal: Sequence[int]) -> LegalMove:
    """The legal move behind a move integer, in the position before it is made."""
    types = board.book.types
    deed = deed_of(board, code)
    move = LegalMove(format_uci(board, code, legal))
    move.code = code
    move.position = board.key
    move.book = board.book.number
    move.piece_id = deed.mover
    move.piece_type = types[deed.reach.type_index]
    move.from_square, move.to_square = deed.origin, deed.target
    if deed.victim:
        victim = board.reach_on(deed.place)
        move.captured_id = deed.victim
        move.captured_type = None if victim is None else types[victim.type_index]
    if code >= SPECIAL:
        _, _, promotion, manner = deed.move
        move.promotion = types[promotion] if promotion >= 0 else None
        move.tag = manner.tag or None
        move.is_castle = manner.castles
        move.is_en_passant = manner.takes
        move.is_double_step = manner.exposes
    return move


def is_of_position(move: LegalMove, board: Board) -> bool:
    """Whether a description still holds on a board: the same position with the same pieces."""
    if (move.position, move.book) != (board.key, board.book.number):
        return False
    if board.entities[move.from_square] != move.piece_id:
        return False
    return move.captured_id == (victim_of(board, move.code) or None)


def _standing(board: Board) -> Board:
    """Who stands where on a board, and no more of it than moves are described by."""
    other = Board.__new__(Board)
    other.book = board.book
    other.key = board.key
    other.cells = board.cells.copy()
    white, black = board.pieces
    other.pieces = [white.copy(), black.copy()]
    other.entities = board.entities.copy()
    other.exposed = board.exposed
    other.rights = board.rights
    other.is_chess960 = board.is_chess960
    return other


class MoveList(Sequence[LegalMove]):
    """The legal moves of a position, sorted, and described only as they are looked at.

    The list keeps who stands where, so it stays true when the game goes on.
    """

    def __init__(self, board: Board, codes: Sequence[int]) -> None:
        self._board = _standing(board)
        self._codes = codes
        self._moves: dict[int, LegalMove] = {}

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> LegalMove: ...
    @overload
    def __getitem__(self, index: slice) -> list[LegalMove]: ...
    def __getitem__(self, index: int | slice) -> LegalMove | list[LegalMove]:
        if isinstance(index, slice):
            return [self._describe(code) for code in self._codes[index]]
        return self._describe(self._codes[index])

    def _describe(self, code: int) -> LegalMove:
        move = self._moves.get(code)
        if move is None:
            move = self._moves[code] = describe_move(self._board, code, self._codes)
        return move

    def __iter__(self) -> Iterator[LegalMove]:
        return (self._describe(code) for code in self._codes)

    def __eq__(self, other: object) -> bool:
        return list(self) == (list(other) if isinstance(other, MoveList) else other)

    def __repr__(self) -> str:
        return f"[{', '.join(self)}]"

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy elsewhere is a plain list, all of it described."""
        return list, (list(self),)
