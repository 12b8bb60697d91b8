"""Patterns over a position: each extends the bound names in every way in which it holds.

The same matcher judges `result.ends`, `check.unless`, `forbid.after` and the guards of rules, so
that a pattern means one thing everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from rete_chess.core.attacks import standing_royals
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.reach import EMPTY
from rete_chess.costs import FRAME, PIECE
from rete_chess.facts.session import piece_name
from rete_chess.facts.tiles import place_of_tile, tiles
from rete_chess.facts.words.filters import Filter, Squares, Test, TileFilter, bound_facts
from rete_chess.facts.words.terms import Frame, Term, fact_of
from rete_chess.facts.words.word import (
    NOTHING_READ,
    Look,
    Needs,
    Word,
    dataclass,
    facts_read,
    walk,
)

#: Names bound to facts: (name, fact), bound, or equal if bound already.
Binds = tuple[tuple[str, str], ...]


class Pattern(Word, is_kind=True):
    """A condition on a position that may bind names: how it matches, what it reads, how it is written."""

    says: ClassVar[tuple[str, ...]] = ("matches", "looks", "text", "is_at_hand", "is_own", "reads")

    #: The piece or tile that a name stands for, what is asked of it, and the names bound to its facts.
    entity: str = ""
    binds: Binds = ()

    def matches(self, frame: Frame) -> Iterator[Frame]:
        """The frame with further names bound, once for every way to match."""
        raise NotImplementedError

    def looks(self, frame: Frame) -> Iterator[Look]:
        """The facts that decide whether it holds, given the names that are bound."""
        raise NotImplementedError

    def text(self) -> str:
        """The pattern as a document might write it: `piece: {id: $k, square: {near: $centre}}`."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """How many patterns it is, with those inside it."""
        return 1

    def asks_hand_of(self, name: str) -> bool:
        """Whether it cannot hold unless the side of a name has something in its hand."""
        return False

    @property
    def is_at_hand(self) -> bool:
        """Whether the event and constants alone decide it."""
        raise NotImplementedError

    def is_own(self, own: str) -> bool:
        """Whether it asks for one entity itself, and binds nothing but its facts."""
        raise NotImplementedError

    @property
    def places(self) -> Squares | None:
        """The squares on which the piece that `entity` names must stand, if they are fixed."""
        return None

    @property
    def beside(self) -> str:
        """The name of the piece that the one that `entity` names must stand beside, or nothing."""
        return ""


@dataclass(frozen=True)
class PiecePattern(Pattern):
    """A piece on the board that passes a filter; names may be bound to it and to its facts."""

    filter: Filter
    entity: str = ""
    binds: Binds = ()
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return not self.entity

    def matches(self, frame: Frame) -> Iterator[Frame]:
        known = frame.names.get(self.entity) if self.entity else None
        if known is None:
            return _passing(self, self._candidates(frame), frame)
        if self.binds:
            return _passing(self, [known], frame)
        return iter((frame,) if self.filter.passes(known, frame) else ())

    def _candidates(self, frame: Frame) -> list[int]:
        """The pieces that may pass; those that it holds against its own names are all of them."""
        return self.filter.candidates(frame) if self._is_open else sorted(frame.board.squares)

    @cached_property
    def _is_open(self) -> bool:
        """Whether the filter speaks of nothing that the pattern itself binds."""
        own = {self.entity, *(name for name, _ in self.binds)}
        return all(own.isdisjoint(word.speaks_of) for word in walk(self.filter))

    def looks(self, frame: Frame) -> Iterator[Look]:
        return _entity_looks(self, frame)

    def text(self) -> str:
        return f"piece: {_entity_text(self)}"

    def is_own(self, own: str) -> bool:
        return self.entity == own and self.filter.is_own(own)

    @property
    def places(self) -> Squares | None:
        squares = self.filter.square
        return squares if squares is not None and squares.is_fixed else None

    @property
    def beside(self) -> str:
        near = None if self.filter.square is None else self.filter.square.near
        name, fact = ("", "") if near is None else near.fact
        return name if fact == "square" else ""

    def reads(self, own: str) -> Needs:
        return facts_read(tuple(fact for _, fact in self.binds), is_own=False)

    @property
    def speaks_of(self) -> tuple[str, ...]:
        return (self.entity,)


@dataclass(frozen=True)
class TilePattern(Pattern):
    """A tile that passes a filter; names may be bound to it and to its facts."""

    filter: TileFilter
    entity: str = ""
    binds: Binds = ()
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return not self.entity

    def matches(self, frame: Frame) -> Iterator[Frame]:
        known = frame.names.get(self.entity) if self.entity else None
        return _passing(self, [known] if known is not None else sorted(tiles(frame.board)), frame)

    def looks(self, frame: Frame) -> Iterator[Look]:
        return _entity_looks(self, frame)

    def text(self) -> str:
        return f"tile: {_entity_text(self)}"

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return NOTHING_READ  # its filter reads more

    @property
    def speaks_of(self) -> tuple[str, ...]:
        return (self.entity,)


def _passing(pattern: PiecePattern | TilePattern, entities: list[int], frame: Frame) -> Iterator[Frame]:
    """The frames in which entities pass, with the names bound to them and to their facts."""
    meter = frame.board.meter
    meter.spent += PIECE * len(entities)
    if meter.spent > meter.stop:
        meter.look()
    for entity in entities:
        names = bound_facts(frame, pattern.binds, entity)
        if names is None:
            continue
        if pattern.entity:
            names[pattern.entity] = entity
        inner = Frame(frame.board, frame.event, names)
        if pattern.filter.passes(entity, inner):
            yield inner


def _entity_looks(pattern: PiecePattern | TilePattern, frame: Frame) -> Iterator[Look]:
    """The facts of the piece or tile that a name stands for, else of all that are of the right kind."""
    board, given = frame.board, pattern.filter
    known = frame.names.get(pattern.entity) if pattern.entity else None
    for entity in given.likely(frame) if known is None else [known]:
        facts = [*given.facts_asked(), *(fact for _, fact in pattern.binds)]
        for fact in dict.fromkeys(facts) or ("square",):
            yield Look(entity_name(board, entity), fact, _fact(board, entity, fact))


def _entity_text(pattern: PiecePattern | TilePattern) -> str:
    named = {"id": f"${pattern.entity}"} if pattern.entity else {}
    return pattern.filter.text(**named, **bound_text(pattern.binds))


@dataclass(frozen=True)
class NotPattern(Pattern):
    """No way to match the inner pattern."""

    inner: Pattern

    @property
    def looks_around(self) -> bool:
        return not (self.inner.entity or self.inner.is_at_hand)

    def matches(self, frame: Frame) -> Iterator[Frame]:
        if next(iter(self.inner.matches(frame)), None) is None:
            yield frame

    def looks(self, frame: Frame) -> Iterator[Look]:
        return self.inner.looks(next(iter(self.inner.matches(frame)), frame))

    @property
    def size(self) -> int:
        return self.inner.size

    def text(self) -> str:
        return f"not: {{{self.inner.text()}}}"

    @property
    def is_at_hand(self) -> bool:
        return self.inner.is_at_hand

    def is_own(self, own: str) -> bool:
        return self.inner.is_own(own)

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class EitherPattern(Pattern):
    """One of several lists of patterns matches; what they bind is known to their own list alone."""

    cases: tuple[tuple[Pattern, ...], ...]

    @property
    def looks_around(self) -> bool:
        return True

    def matches(self, frame: Frame) -> Iterator[Frame]:
        for case in self.cases:
            if holds(case, frame):
                yield frame
                return

    def looks(self, frame: Frame) -> Iterator[Look]:
        for case in self.cases:
            for pattern in case:
                yield from pattern.looks(next(iter(pattern.matches(frame)), frame))

    @property
    def size(self) -> int:
        return sum(pattern.size for case in self.cases for pattern in case)

    def text(self) -> str:
        cases = (", ".join(f"{{{pattern.text()}}}" for pattern in case) for case in self.cases)
        return f"any: [{', '.join(f'[{case}]' for case in cases)}]"

    @property
    def is_at_hand(self) -> bool:
        return all(pattern.is_at_hand for case in self.cases for pattern in case)

    def is_own(self, own: str) -> bool:
        return all(pattern.is_own(own) for case in self.cases for pattern in case)

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class TestPattern(Pattern):
    """A condition on a value that is at hand, such as a field of the event."""

    term: Term
    test: Test

    def matches(self, frame: Frame) -> Iterator[Frame]:
        if self.test.holds(self.term.of(frame), frame):
            yield frame

    def looks(self, frame: Frame) -> Iterator[Look]:
        yield Look("", self.term.text(), _told(frame.board, self.term, self.term.of(frame)))

    def text(self) -> str:
        return f"{self.term.text()}: {self.test.text()}"

    @property
    def is_at_hand(self) -> bool:
        return self.term.is_at_hand and self.test.term.is_at_hand

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class PlacePattern(Pattern):
    """A square at hand that belongs to a set, seen from a side."""

    term: Term
    squares: Squares
    side: Term

    def matches(self, frame: Frame) -> Iterator[Frame]:
        square, side = self.term.of(frame), self.side.of(frame)
        if square is not None and self.squares.has(square, COLORS.index(side or "white"), frame):
            yield frame

    def looks(self, frame: Frame) -> Iterator[Look]:
        yield Look("", self.term.text(), square_name(frame.board, self.term.of(frame)))

    def text(self) -> str:
        return f"{self.term.text()}: {self.squares.text()}"

    @property
    def is_at_hand(self) -> bool:
        return self.squares.is_fixed and self.term.is_at_hand and self.side.is_at_hand

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True)


def match_all(patterns: Sequence[Pattern], frame: Frame) -> Iterator[Frame]:
    """Every way to match all patterns, in order."""
    if not patterns:
        return iter((frame,))
    return patterns[0].matches(frame) if len(patterns) == 1 else _match_several(patterns, frame)


def _match_several(patterns: Sequence[Pattern], frame: Frame) -> Iterator[Frame]:
    meter = frame.board.meter
    for inner in patterns[0].matches(frame):
        meter.spent += FRAME
        if meter.spent > meter.stop:
            meter.look()
        yield from match_all(patterns[1:], inner)


def holds(patterns: Sequence[Pattern], frame: Frame) -> bool:
    """Whether there is a way to match all patterns."""
    return next(match_all(patterns, frame), None) is not None


# -- facts for people ------------------------------------------------------------------------------


def entity_name(board: Board, entity: int, where: int = -1) -> str:
    """`white pawn e4`; `where` is the square of a piece that stands nowhere any more."""
    square = board.square_of(entity)
    if square < 0:
        place = place_of_tile(board, entity)
        square = where if place is None else place
    name = piece_name(board, entity) or f"piece {entity}"
    return name if square < 0 else f"{name} {board.book.geometry.names[square]}"


def _fact(board: Board, entity: int, fact: str) -> Any:
    if fact == "royal":
        square = board.square_of(entity)
        return any(square in standing_royals(board, color) for color in (0, 1))
    value = fact_of(board, entity, fact)
    return square_name(board, value) if fact == "square" else value


def occupant(board: Board, square: int) -> str:
    """Who stands on a square, or that it is empty or closed."""
    entity = board.entities[square]
    if entity:
        return piece_name(board, entity) or "occupied"
    return "empty" if board.cells[square] == EMPTY else "closed"


def square_name(board: Board, value: Any) -> Any:
    """The name of a square; what is no number stays as it is."""
    return board.book.geometry.names[value] if isinstance(value, int) else value


def _told(board: Board, term: Term, value: Any) -> Any:
    """A value as people name it; events hold pieces and squares as numbers."""
    if value is not None and term.event_field in ("piece", "target"):
        return entity_name(board, value)
    if value is not None and term.event_field in ("from", "to", "square"):
        return square_name(board, value)
    return value


def bound_text(binds: Binds) -> dict[str, str]:
    """The names bound to facts as parts of a mapping."""
    return {attribute: f"${name}" for name, attribute in binds}
