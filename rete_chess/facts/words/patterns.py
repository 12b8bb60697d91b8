"""Patterns over a position: each extends the bound names in every way in which it holds.

The same matcher judges `result.ends`, `check.unless`, `forbid.after` and the guards of rules, so
that a pattern means one thing everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rete_chess.core.attacks import is_in_check
from rete_chess.core.geometry import COLORS
from rete_chess.core.legality import moves_without_results
from rete_chess.core.moves import origin_of, target_of
from rete_chess.facts.session import OWNER, get_fact
from rete_chess.facts.tiles import place_of_tile, tiles
from rete_chess.facts.vocabulary import GAME, PRESET_STATE
from rete_chess.facts.words.filters import Filter, Squares, Test, bound_facts, squares_in
from rete_chess.facts.words.terms import Frame, Term
from rete_chess.facts.words.word import dataclass


@dataclass(frozen=True)
class TileFilter:
    """A condition on a tile; every given part must hold. Zones are seen from White's side."""

    id: Test | None = None
    type: Test | None = None
    square: Squares | None = None
    attributes: tuple[tuple[str, Test], ...] = ()

    def passes(self, entity: int, frame: Frame) -> bool:
        """Whether an entity is a tile that passes."""
        board = frame.board
        kind, place = tiles(board).get(entity), place_of_tile(board, entity)
        if kind is None or place is None:
            return False
        if self.id is not None and not self.id.holds(entity, frame):
            return False
        if self.type is not None and not self.type.holds(kind, frame):
            return False
        if self.square is not None and not self.square.has(place, 0, frame):
            return False
        return all(test.holds(get_fact(board, entity, name), frame) for name, test in self.attributes)


@dataclass(frozen=True)
class TilePattern:
    """A tile that passes a filter; names may be bound to it and to its facts."""

    filter: TileFilter
    entity: str = ""  # the name bound to the tile
    binds: tuple[tuple[str, str], ...] = ()  # (name, fact): bound, or equal if bound already

    def matches(self, frame: Frame) -> Iterator[Frame]:
        known = frame.names.get(self.entity) if self.entity else None
        for entity in [known] if known is not None else sorted(tiles(frame.board)):
            names = bound_facts(frame, self.binds, entity)
            if names is None:
                continue
            if self.entity:
                names[self.entity] = entity
            inner = Frame(frame.board, frame.event, names)
            if self.filter.passes(entity, inner):
                yield inner


@dataclass(frozen=True)
class PiecePattern:
    """A piece on the board that passes a filter; names may be bound to it and to its facts."""

    filter: Filter
    entity: str = ""  # the name bound to the piece
    binds: tuple[tuple[str, str], ...] = ()  # (name, fact): bound, or equal if bound already

    def matches(self, frame: Frame) -> Iterator[Frame]:
        known = frame.names.get(self.entity) if self.entity else None
        if known is not None and not self.binds:
            if self.filter.passes(known, frame):
                yield frame
            return
        board = frame.board
        entities = (
            [known]
            if known is not None
            else sorted(board.entities[square] for side in board.pieces for square in side)
        )
        for entity in entities:
            names = bound_facts(frame, self.binds, entity)
            if names is None:
                continue
            if self.entity:
                names[self.entity] = entity
            inner = Frame(board, frame.event, names)
            if self.filter.passes(entity, inner):
                yield inner


@dataclass(frozen=True)
class SidePattern:
    """A side: its colour may be bound or tested, and what it has and does asked for."""

    name: str = ""
    color: Test | None = None
    to_move: bool | None = None
    moved: bool | None = None
    in_check: bool | None = None
    attributes: tuple[tuple[str, Test], ...] = ()
    binds: tuple[tuple[str, str], ...] = ()

    def matches(self, frame: Frame) -> Iterator[Frame]:
        for color in COLORS:
            if self.name and frame.names.get(self.name, color) != color:
                continue
            binds = [(name, f"{attribute}{OWNER}{color}") for name, attribute in self.binds]
            names = bound_facts(frame, binds, GAME)
            if names is None:
                continue
            inner = Frame(frame.board, frame.event, {**names, self.name: color} if self.name else names)
            if self._holds(color, inner):
                yield inner

    def _holds(self, color: str, frame: Frame) -> bool:
        board, number = frame.board, COLORS.index(color)
        if self.color is not None and not self.color.holds(color, frame):
            return False
        if self.to_move is not None and (board.turn == number) != self.to_move:
            return False
        if self.moved is not None and (last_mover(frame) == number) != self.moved:
            return False
        for attribute, test in self.attributes:
            if not test.holds(get_fact(board, GAME, f"{attribute}{OWNER}{color}"), frame):
                return False
        return self.in_check is None or is_in_check(board, number) == self.in_check


def last_mover(frame: Frame) -> int:
    """The colour that made the last half-move; before the first one, the side that waits."""
    board = frame.board
    return board.turn if board.half_moves else board.turn ^ 1


@dataclass(frozen=True)
class GamePattern:
    """Facts of the game."""

    attributes: tuple[tuple[str, Test], ...]
    binds: tuple[tuple[str, str], ...] = ()

    def matches(self, frame: Frame) -> Iterator[Frame]:
        names = bound_facts(frame, self.binds, GAME)
        if names is None:
            return
        inner = Frame(frame.board, frame.event, names)
        if all(test.holds(get_fact(frame.board, GAME, name), inner) for name, test in self.attributes):
            yield inner


@dataclass(frozen=True)
class PresetPattern:
    """Facts of the state of a preset: of one of several, the name of which may be bound."""

    presets: tuple[str, ...]
    name: str = ""
    attributes: tuple[tuple[str, Test], ...] = ()
    binds: tuple[tuple[str, str], ...] = ()

    def matches(self, frame: Frame) -> Iterator[Frame]:
        for preset in self.presets:
            if self.name and frame.names.get(self.name, preset) != preset:
                continue
            binds = [(name, f"{preset}{OWNER}{attribute}") for name, attribute in self.binds]
            names = bound_facts(frame, binds, PRESET_STATE)
            if names is None:
                continue
            inner = Frame(frame.board, frame.event, {**names, self.name: preset} if self.name else names)
            if all(
                test.holds(get_fact(frame.board, PRESET_STATE, f"{preset}{OWNER}{name}"), inner)
                for name, test in self.attributes
            ):
                yield inner


@dataclass(frozen=True)
class SquarePattern:
    """A square: bound to a name, behind another as seen from a third, empty or not."""

    name: str
    behind: Term
    seen: Term
    empty: bool | None = None

    def matches(self, frame: Frame) -> Iterator[Frame]:
        square = square_behind(frame, self.behind.of(frame), self.seen.of(frame))
        if square is None:
            return
        if self.empty is not None and (frame.board.cells[square] < 0) != self.empty:
            return
        yield frame.with_names(**{self.name: square}) if self.name else frame


@dataclass(frozen=True)
class FreePattern:
    """A square that is empty, or is not."""

    square: Term
    empty: bool | None

    def matches(self, frame: Frame) -> Iterator[Frame]:
        for square in squares_in(self.square.of(frame), frame):
            if self.empty is None or (frame.board.cells[square] < 0) == self.empty:
                yield frame


def square_behind(frame: Frame, square: int | None, seen: int | None) -> int | None:
    """The next square on the line from `seen` through `square`, if they lie on a line and it exists."""
    if square is None or seen is None or square == seen:
        return None
    board = frame.board.book.geometry
    files = board.file_of(square) - board.file_of(seen)
    ranks = board.rank_of(square) - board.rank_of(seen)
    if files and ranks and abs(files) != abs(ranks):
        return None
    file = board.file_of(square) + (files > 0) - (files < 0)
    rank = board.rank_of(square) + (ranks > 0) - (ranks < 0)
    inside = 0 <= file < board.width and 0 <= rank < board.height
    return board.square(file, rank) if inside else None


@dataclass(frozen=True)
class MovePattern:
    """A legal move exists (results left aside)."""

    side: Test | None = None
    piece: Filter | None = None
    to: Squares | None = None

    def matches(self, frame: Frame) -> Iterator[Frame]:
        board = frame.board
        if self.side is not None and not self.side.holds(COLORS[board.turn], frame):
            return
        for move in moves_without_results(board):
            mover = board.entities[origin_of(move)]
            if self.piece is not None and not self.piece.passes(mover, frame):
                continue
            if self.to is None or self.to.has(target_of(move), board.turn, frame):
                yield frame
                return


@dataclass(frozen=True)
class NotPattern:
    """No way to match the inner pattern."""

    inner: Pattern

    def matches(self, frame: Frame) -> Iterator[Frame]:
        if next(iter(self.inner.matches(frame)), None) is None:
            yield frame


@dataclass(frozen=True)
class TestPattern:
    """A condition on a value that is at hand, such as a field of the event."""

    term: Term
    test: Test

    def matches(self, frame: Frame) -> Iterator[Frame]:
        if self.test.holds(self.term.of(frame), frame):
            yield frame


@dataclass(frozen=True)
class PlacePattern:
    """A square at hand that belongs to a set, seen from a side."""

    term: Term
    squares: Squares
    side: Term

    def matches(self, frame: Frame) -> Iterator[Frame]:
        square, side = self.term.of(frame), self.side.of(frame)
        if square is not None and self.squares.has(square, COLORS.index(side or "white"), frame):
            yield frame


Pattern = (
    PlacePattern
    | PiecePattern
    | TilePattern
    | FreePattern
    | SidePattern
    | GamePattern
    | PresetPattern
    | SquarePattern
    | MovePattern
    | NotPattern
    | TestPattern
)


def match_all(patterns: Sequence[Pattern], frame: Frame) -> Iterator[Frame]:
    """Every way to match all patterns, in order."""
    if len(patterns) < 2:
        yield from patterns[0].matches(frame) if patterns else (frame,)
        return
    for inner in patterns[0].matches(frame):
        yield from match_all(patterns[1:], inner)


def holds(patterns: Sequence[Pattern], frame: Frame) -> bool:
    """Whether there is a way to match all patterns."""
    return next(match_all(patterns, frame), None) is not None
