"""A view: all that one side, or a spectator, knows of a game, as a value that tells nothing else.

Pieces and special squares are numbered by where they stand, so that no number tells of what is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from rete_chess.core import san
from rete_chess.core.attacks import is_attacked, royal_squares
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.core.reach import WALL
from rete_chess.core.results import Result
from rete_chess.documents.kinds.document import digest_of
from rete_chess.engine._moves import LegalMove, foreign_move
from rete_chess.engine.sight.seen import Seen, seen_by
from rete_chess.engine.sight.seen_fen import format_seen
from rete_chess.errors import GameError, did_you_mean
from rete_chess.facts.carriers import is_carried
from rete_chess.facts.kept import plain
from rete_chess.facts.session import get_fact
from rete_chess.facts.tiles import tiles
from rete_chess.facts.vocabulary import CORE_GAME_ATTRIBUTES, GAME

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.engine._engine import Engine
    from rete_chess.engine.explain.explain import Explanation
    from rete_chess.engine.records import MoveRecord
    from rete_chess.metering import Budget


class SeenPiece(NamedTuple):
    """A piece that is seen; its number is that of its square, counted from 1."""

    id: int
    type: str
    color: str
    square: int
    facts: Mapping[str, Any]
    carries: tuple[str, ...] = ()  # the facts by which it carries abilities and modifiers


class SeenTile(NamedTuple):
    """A special square that is seen; its number comes after those of all squares."""

    id: int
    type: str
    square: int
    is_closed: bool
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class View:
    """What a side knows of a game at one moment; it stays as it is when the game goes on."""

    side: str | None  # None: who only watches
    fen: str
    squares: tuple[int, ...]  # of which it is known who stands there, or that nobody does
    overseen: tuple[int, ...]  # the same, and those where somebody may hide from an eye upon them
    pieces: tuple[SeenPiece, ...]
    tiles: tuple[SeenTile, ...]
    facts: Mapping[str, Any]  # of the game and of the sides, which everybody knows
    hands: tuple[Mapping[str, int], ...] | None
    turn: str
    ply: int
    half_moves: int  # made in this turn so far
    in_check: bool  # who is in check knows it, and nobody else
    checked: tuple[int, ...]  # the squares of the royal pieces that are attacked then
    legal_moves: tuple[LegalMove, ...]  # of the side itself, when it is to move
    sans: tuple[str, ...]  # the same in algebraic notation, without signs
    captured: tuple[str, ...]  # the types that the side's own moves have taken
    result: Result | None
    is_whole: bool  # whether nothing is hidden from it
    program: Program = field(compare=False, repr=False)
    _game: Engine = field(compare=False, repr=False)

    @property
    def budget(self) -> Budget:
        """What each question about it may cost."""
        return self._game.budget

    @cached_property
    def digest(self) -> str:
        """A digest of all that is known."""
        legal = [str(move) for move in self.legal_moves]
        now = (
            self.side,
            self.fen,
            self.squares,
            self.overseen,
            self.ply,
            self.half_moves,
            self.in_check,
            self.checked,
        )
        told = [[*piece[:4], dict(piece.facts), piece.carries] for piece in self.pieces]
        told += [[*tile[:4], dict(tile.facts)] for tile in self.tiles]
        common = (dict(self.facts), self.captured, self.result, self.program.hash)
        return digest_of(*now, told, legal, *common)

    @cached_property
    def records(self) -> tuple[MoveRecord, ...]:
        """The moves that were played, each with as much as was seen of it then."""
        from rete_chess.engine.sight.past import seen_records  # late: it is asked for more seldom

        return seen_records(self._game, self.side, self.is_whole)

    def explain(self, move: str) -> Explanation:
        """Why a move is legal or not, as far as the side can know."""
        if self.is_whole:
            return self._game.explain(move)
        from rete_chess.engine.sight.reasons import explain_seen  # late, as above

        return explain_seen(self, move)

    def find(self, move: str) -> LegalMove:
        """The legal move that a text means; an error gives the reason, as far as the side can know it."""
        from rete_chess.engine.sight.reasons import demand_seen  # late, as above

        return demand_seen(self, move)

    def piece_at(self, square: int) -> SeenPiece | None:
        """The piece that is seen on a square."""
        return next((piece for piece in self.pieces if piece.square == square), None)

    def is_seen(self, square: int) -> bool:
        """Whether it is known who stands on a square."""
        return square in self.squares

    def _repr_svg_(self) -> str:
        """The position as notebooks show it."""
        from rete_chess.engine.sight.pictures import view_svg  # late: few views are drawn

        return view_svg(self)


def view_of(engine: Engine, side: str | None, is_over: bool = False) -> View:
    """What a side knows of a game, which may be over by the word of its players."""
    color = _color(side)
    board = engine.board
    seen = seen_by(engine, color, is_over)
    is_mover = color is not None and color == board.turn and not (is_over or engine.result)
    alarmed = engine.in_check if seen.is_whole else is_mover and engine.in_check
    moves = list(engine.legal_moves()) if is_mover else []
    if not seen.is_whole:
        moves.sort()  # their order in the game tells of captures
    return View(
        side=side,
        fen=format_seen(engine, seen, color),
        squares=tuple(sorted(seen.squares)),
        overseen=tuple(sorted(seen.overseen)),
        pieces=_pieces(engine, seen),
        tiles=_tiles(engine, seen),
        facts=_common(board),
        hands=_hands(board),
        turn=engine.turn,
        ply=len(engine._records),
        half_moves=board.half_moves,
        in_check=alarmed,
        checked=_checked(board) if alarmed else (),
        legal_moves=tuple(shown_move(move, board, seen) for move in moves),
        sans=_sans(engine, moves, seen),
        captured=_captured(engine, side),
        result=engine.result,
        is_whole=seen.is_whole,
        program=engine.program,
        _game=engine.clone(),
    )


def _color(side: str | None) -> int | None:
    if side is None:
        return None
    if side not in COLORS:
        hint = did_you_mean(str(side), COLORS)
        raise GameError(
            "E_UNKNOWN_NAME", "no such side", found=side, expected="white, black or None", hint=hint
        )
    return COLORS.index(side)


def number_of(square: int) -> int:
    """The number by which views speak of the piece on a square."""
    return square + 1


def shown_move(move: LegalMove, board: Board, seen: Seen) -> LegalMove:
    """A legal move of who looks, without a word about victims and targets that are not seen."""
    told = move.told
    victim = told.captured_id if told.captured_id in seen.pieces and tells(move, seen, board) else None
    aim = told.target_id if told.target_id in seen.pieces else None
    number = board.squares.get(told.piece_id, -1)
    shown = told._replace(
        position=-1,
        book=-1,
        piece_id=number_of(number),
        captured_id=None if victim is None else number_of(board.squares[victim]),
        captured_type=None if victim is None else told.captured_type,
        target_id=None if aim is None else number_of(board.squares[aim]),
        is_en_passant=told.is_en_passant and told.to_square is not None and seen.is_clear(told.to_square),
    )
    return foreign_move(str(move), shown)


def _sans(engine: Engine, moves: Any, seen: Seen) -> tuple[str, ...]:
    if not moves:
        return ()
    if seen.is_whole:
        return tuple(engine.sans())
    texts = san.format_all(engine.board, [move.code for move in moves], is_bare=True)
    return tuple(text if tells(move, seen, engine.board) else str(move) for move, text in zip(moves, texts))


def tells(move: LegalMove, seen: Seen, board: Board) -> bool:
    """Whether it is seen whom a move takes, or that it takes nobody: what is told of captures tells nothing
    else then."""
    told = move.told
    if told.to_square is None or told.act is not None or seen.is_clear(told.to_square):
        return True
    return board.entities[told.to_square] in seen.pieces


def _facts(board: Board, entity: int, names: list[str]) -> dict[str, Any]:
    values = ((name, get_fact(board, entity, name)) for name in names)
    return {name: plain(value) for name, value in values if value is not None}


def _names(engine: Engine, owner: str) -> list[str]:
    """The attributes of pieces or tiles that anybody holds, without those that say who carries a bundle."""
    held = {*engine.board.columns, *engine.board.bonuses}
    known = engine.program.vocabulary.attributes
    return sorted(name for name in held if name in known and known[name].of == owner and not is_carried(name))


def _pieces(engine: Engine, seen: Seen) -> tuple[SeenPiece, ...]:
    board, names = engine.board, _names(engine, "piece")
    bundles = sorted(filter(is_carried, board.columns))
    found = []
    for color, pieces in enumerate(board.pieces):
        for square, reach in pieces.items():
            entity = board.entities[square]
            if entity in seen.pieces:
                kind = board.book.types[reach.type_index]
                facts = _facts(board, entity, names)
                carries = tuple(name for name in bundles if entity in board.columns[name])
                found.append(SeenPiece(number_of(square), kind, OWNERS[color], square, facts, carries))
    return tuple(sorted(found, key=lambda piece: piece.square))


def _tiles(engine: Engine, seen: Seen) -> tuple[SeenTile, ...]:
    board, names = engine.board, _names(engine, "tile")
    found = []
    for entity, kind in tiles(board).items():
        square = get_fact(board, entity, "Position")
        if square in seen.overseen:
            number = len(board.cells) + number_of(square)
            is_closed = board.cells[square] == WALL
            found.append(SeenTile(number, kind, square, is_closed, _facts(board, entity, names)))
    return tuple(sorted(found, key=lambda tile: tile.square))


def _common(board: Board) -> dict[str, Any]:
    return {
        name: plain(column[GAME])
        for name, column in sorted(board.columns.items())
        if GAME in column and name not in CORE_GAME_ATTRIBUTES
    }


def _hands(board: Board) -> tuple[Mapping[str, int], ...] | None:
    if board.hands is None:
        return None
    types = board.book.types
    return tuple(
        {types[index]: count for index, count in enumerate(counts) if count} for counts in board.hands
    )


def _checked(board: Board) -> tuple[int, ...]:
    royal = royal_squares(board, board.turn)
    return tuple(square for square in royal if is_attacked(board, square, board.turn ^ 1))


def _captured(engine: Engine, side: str | None) -> tuple[str, ...]:
    found = (record.move.captured_type for record in engine._records if record.mover == side)
    return tuple(kind for kind in found if kind is not None)
