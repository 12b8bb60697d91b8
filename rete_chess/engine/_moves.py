"""Legal moves as people handle them: texts that know what they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from typing import Any, Final, NamedTuple, overload

from rete_chess.core.board import Board
from rete_chess.core.deeds import deed_of, victim_of
from rete_chess.core.moves import FROM_SHIFT, SPECIAL, SQUARE_MASK
from rete_chess.core.reach import COLOR
from rete_chess.core.uci import format_among, format_uci, has_word, shared_texts


class Description(NamedTuple):
    """What a move does in the position in which it is legal."""

    position: int  # the key of the position
    book: int  # the number of the lawbook that the code belongs to
    piece_id: int  # 0: an act of the side itself
    piece_type: str | None
    from_square: int | None  # None: the piece comes from the hand, or none acts
    to_square: int | None  # None: an act without a target
    captured_id: int | None = None
    captured_type: str | None = None
    promotion: str | None = None
    tag: str | None = None
    is_castle: bool = False
    is_en_passant: bool = False
    is_double_step: bool = False
    is_drop: bool = False
    act: str | None = None
    target_id: int | None = None  # of an act: the piece on its target


class LegalMove(str):
    """A legal move: its UCI text, with what the move does as attributes.

    Squares are numbers (a1 = 0), pieces are entity ids, types are ids such as `knight`. A move of a list
    is described when somebody asks it, and then knows its list no more.
    """

    __slots__ = ("_list", "_told", "code")

    code: int
    _list: MoveList | None
    _told: Description | None

    @property
    def told(self) -> Description:
        """All that the move does."""
        told = self._told
        if told is None:
            assert self._list is not None
            told = self._told = self._list.tell(self.code)
            self._list = None
        return told

    @property
    def position(self) -> int:
        """The key of the position it was described in."""
        return self.told.position

    @property
    def book(self) -> int:
        """The number of the lawbook that the code belongs to."""
        return self.told.book

    @property
    def piece_id(self) -> int:
        return self.told.piece_id

    @property
    def piece_type(self) -> str | None:
        return self.told.piece_type

    @property
    def from_square(self) -> int | None:
        return self.told.from_square

    @property
    def to_square(self) -> int | None:
        return self.told.to_square

    @property
    def captured_id(self) -> int | None:
        return self.told.captured_id

    @property
    def captured_type(self) -> str | None:
        return self.told.captured_type

    @property
    def promotion(self) -> str | None:
        return self.told.promotion

    @property
    def tag(self) -> str | None:
        return self.told.tag

    @property
    def is_castle(self) -> bool:
        return self.told.is_castle

    @property
    def is_en_passant(self) -> bool:
        return self.told.is_en_passant

    @property
    def is_double_step(self) -> bool:
        return self.told.is_double_step

    @property
    def is_drop(self) -> bool:
        return self.told.is_drop

    @property
    def act(self) -> str | None:
        """The id of the act that it is."""
        return self.told.act

    @property
    def target_id(self) -> int | None:
        """The piece on the target of an act."""
        return self.told.target_id

    @property
    def is_capture(self) -> bool:
        return self.told.captured_id is not None

    def __reduce__(self) -> tuple[Any, ...]:
        """Elsewhere it is a text that knows what the move did; its code belongs to the tables here."""
        return foreign_move, (str(self), tuple(self.told._replace(position=-1, book=-1)))

    @property
    def squares(self) -> tuple[int, ...]:
        """Where it leads from, if it leads from anywhere, and to."""
        return tuple(square for square in (self.from_square, self.to_square) if square is not None)


def foreign_move(text: str, told: Sequence[Any]) -> LegalMove:
    """A move that knows what it did, but is of no lawbook any more."""
    return _made(text, -1, None, Description(*told))


def describe_move(board: Board, code: int, legal: Sequence[int]) -> LegalMove:
    """The legal move behind a move integer, in the position before it is made."""
    return _made(format_uci(board, code, legal), code, None, _described(board, code))


#: Texts are made moves, and tuples descriptions, without the detour of their classes.
_NEW: Final = str.__new__
_FILLED: Final = tuple.__new__


def _made(text: str, code: int, source: MoveList | None, told: Description | None) -> LegalMove:
    move = _NEW(LegalMove, text)
    move.code = code
    move._list = source
    move._told = told
    return move


def _described(board: Board, code: int) -> Description:
    book = board.book
    types = book.types
    if code < SPECIAL:
        origin, target = code >> FROM_SHIFT, code & SQUARE_MASK
        entities, cells = board.entities, board.cells
        piece = types[board.pieces[cells[origin] & COLOR][origin].type_index]
        victim, captured = entities[target] or None, None
        if victim is not None:
            captured = types[board.pieces[cells[target] & COLOR][target].type_index]
        return _FILLED(Description, (
            board.key, book.number, entities[origin], piece, origin, target, victim, captured,
            None, None, False, False, False, False, None, None,
        ))  # fmt: skip
    deed = deed_of(board, code)
    taken = board.reach_on(deed.place) if deed.victim else None
    _, _, promotion, manner, _ = deed.move
    return Description(
        board.key,
        book.number,
        deed.mover,
        None if deed.reach is None else types[deed.reach.type_index],
        deed.origin if deed.origin >= 0 else None,
        deed.target if deed.target >= 0 else None,
        deed.victim or None,
        None if taken is None else types[taken.type_index],
        types[promotion] if promotion >= 0 else None,
        manner.tag or None,
        manner.castles,
        manner.takes,
        manner.exposes,
        manner.drops,
        manner.tag if manner.acts else None,
        board.entities[deed.target] or None if manner.acts and deed.target >= 0 else None,
    )


def is_of_position(move: LegalMove, board: Board) -> bool:
    """Whether a description still holds on a board: the same position with the same pieces."""
    told = move.told
    if (told.position, told.book) != (board.key, board.book.number):
        return False
    aim = None if told.act is None or told.to_square is None else board.entities[told.to_square] or None
    if aim != told.target_id:
        return False
    if told.from_square is None:
        return told.act is not None or board.next_entity == told.piece_id
    if board.entities[told.from_square] != told.piece_id:
        return False
    return told.captured_id == (victim_of(board, move.code) or None)


def _standing(board: Board) -> Board:
    """Who stands where on a board, and no more of it than moves are described by."""
    other = Board.__new__(Board)
    other.book = board.book
    other.key = board.key
    other.cells = board.cells.copy()
    white, black, neutral = board.pieces
    other.pieces = [white.copy(), black.copy(), neutral.copy() if neutral else {}]
    other.entities = board.entities.copy()
    other.next_entity, other.turn, other.hands = board.next_entity, board.turn, None
    other.exposed = board.exposed
    other.rights = board.rights
    other.is_chess960 = board.is_chess960
    return other


class MoveList(Sequence[LegalMove]):
    """The legal moves of a position, sorted, and described only as they are looked at.

    They are read off the board of the game as long as it stands as it did; whoever changes it lets a list
    that somebody still has `keep` who stood where, so that it stays true when the game goes on.
    """

    def __init__(self, board: Board, codes: Sequence[int]) -> None:
        self._board = board
        self._codes = codes

    def has(self, move: LegalMove) -> bool:
        """Whether a move is one of this very list, and not described yet."""
        return move._list is self

    def keep(self) -> None:
        """Note who stands where, because the board is about to change."""
        self._board = _standing(self._board)

    def tell(self, code: int) -> Description:
        """What one of the moves does."""
        return _described(self._board, code)

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> LegalMove: ...
    @overload
    def __getitem__(self, index: slice) -> list[LegalMove]: ...
    def __getitem__(self, index: int | slice) -> LegalMove | list[LegalMove]:
        if isinstance(index, slice):
            return [self._move(code) for code in self._codes[index]]
        return self._move(self._codes[index])

    def _move(self, code: int) -> LegalMove:
        if code < SPECIAL:
            names = self._board.book.geometry.names
            move = _NEW(LegalMove, names[code >> FROM_SHIFT] + names[code & SQUARE_MASK])
        else:
            move = _NEW(LegalMove, self._text(code))
        move.code = code
        move._list = self
        move._told = None
        return move

    def _text(self, code: int) -> str:
        if has_word(self._board, code):
            return format_among(self._board, code, self._shared)
        return format_uci(self._board, code, self._codes)

    @cached_property
    def _shared(self) -> Set[str]:
        """The texts that only tags tell apart, looked for once in however long a list."""
        return shared_texts(self._board, self._codes)

    def __iter__(self) -> Iterator[LegalMove]:
        names, made = self._board.book.geometry.names, []
        for code in self._codes:  # as `_move` makes them, one after the other
            if code < SPECIAL:
                move = _NEW(LegalMove, names[code >> FROM_SHIFT] + names[code & SQUARE_MASK])
            else:
                move = _NEW(LegalMove, self._text(code))
            move.code = code
            move._list = self
            move._told = None
            made.append(move)
        return iter(made)

    def __eq__(self, other: object) -> bool:
        return list(self) == (list(other) if isinstance(other, MoveList) else other)

    def __repr__(self) -> str:
        return f"[{', '.join(self)}]"

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy elsewhere is a plain list, all of it described."""
        return list, (list(self),)
