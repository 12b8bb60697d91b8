"""What a pattern looks at in a position: the facts that decide whether it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rete_chess.core.attacks import is_in_check, standing_royals
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.reach import EMPTY
from rete_chess.facts.session import OWNER, get_fact, piece_name, square_of
from rete_chess.facts.tiles import place_of_tile, tiles
from rete_chess.facts.vocabulary import GAME, PRESET_STATE
from rete_chess.facts.wording import format_term
from rete_chess.facts.words import patterns as kinds
from rete_chess.facts.words.filters import Filter, squares_in
from rete_chess.facts.words.patterns import TileFilter, TilePattern
from rete_chess.facts.words.terms import EventTerm, Frame, Term, fact_of


class Look(NamedTuple):
    """One fact that was looked at: whose, which, and its value, None where there is none."""

    who: str
    what: str
    value: Any


def looks_of(pattern: kinds.Pattern, frame: Frame) -> Iterator[Look]:
    """The facts that a pattern looks at, given the names that are bound."""
    board = frame.board
    if isinstance(pattern, kinds.NotPattern):
        found = next(iter(pattern.inner.matches(frame)), frame)
        yield from looks_of(pattern.inner, found)
    elif isinstance(pattern, kinds.TestPattern):
        yield Look("", format_term(pattern.term), _told(board, pattern.term, pattern.term.of(frame)))
    elif isinstance(pattern, kinds.PlacePattern):
        yield Look("", format_term(pattern.term), _square(board, pattern.term.of(frame)))
    elif isinstance(pattern, (kinds.PiecePattern, TilePattern)):
        yield from _looks_of_entities(pattern, frame)
    elif isinstance(pattern, kinds.SidePattern):
        yield from _looks_of_sides(pattern, frame)
    elif isinstance(pattern, kinds.GamePattern):
        names = [*(name for name, _ in pattern.attributes), *(fact for _, fact in pattern.binds)]
        yield from (Look("game", name, get_fact(board, GAME, name)) for name in names)
    elif isinstance(pattern, kinds.PresetPattern):
        for preset in pattern.presets:
            for name, _ in pattern.attributes:
                yield Look(preset, name, get_fact(board, PRESET_STATE, f"{preset}{OWNER}{name}"))
    elif isinstance(pattern, kinds.SquarePattern):
        behind, seen = pattern.behind.of(frame), pattern.seen.of(frame)
        square = kinds.square_behind(frame, behind, seen)
        where = f"behind {_square(board, behind)} as seen from {_square(board, seen)}"
        if square is None:
            yield Look("", where, "no square")
        else:
            yield Look(where, board.book.geometry.names[square], _occupant(board, square))
    elif isinstance(pattern, kinds.FreePattern):
        for square in squares_in(pattern.square.of(frame), frame):
            yield Look("", board.book.geometry.names[square], _occupant(board, square))
    else:
        yield Look("", "side to move", COLORS[board.turn])


def _looks_of_entities(pattern: kinds.PiecePattern | TilePattern, frame: Frame) -> Iterator[Look]:
    """The facts of the piece or tile that a name stands for, else of all that are of the right kind."""
    board, given = frame.board, pattern.filter
    known = frame.names.get(pattern.entity) if pattern.entity else None
    if known is not None:
        entities = [known]
    elif isinstance(given, Filter):
        entities = Filter(type=given.type, color=given.color).select(frame)
    else:
        entities = sorted(tiles(board))
    for entity in entities:
        facts = list(_facts_asked(given)) + [fact for _, fact in pattern.binds]
        for fact in dict.fromkeys(facts) or ("square",):
            yield Look(entity_name(board, entity), fact, _fact(board, entity, fact))


def _facts_asked(given: Filter | TileFilter) -> Iterator[str]:
    """The facts of a piece or tile that a filter asks for."""
    for key in ("type", "color"):
        if getattr(given, key, None) is not None:
            yield key
    if isinstance(given, Filter) and given.royal is not None:
        yield "royal"
    if given.square is not None:
        yield "square"
    yield from (name for name, _ in given.attributes)


def _fact(board: Board, entity: int, fact: str) -> Any:
    if fact == "royal":
        square = square_of(board, entity)
        return any(square in standing_royals(board, color) for color in (0, 1))
    value = fact_of(board, entity, fact)
    return _square(board, value) if fact == "square" else value


def _looks_of_sides(pattern: kinds.SidePattern, frame: Frame) -> Iterator[Look]:
    board = frame.board
    for number, color in enumerate(COLORS):
        if pattern.name and frame.names.get(pattern.name, color) != color:
            continue
        if pattern.color is not None and not pattern.color.holds(color, frame):
            continue
        if pattern.to_move is not None:
            yield Look(color, "toMove", board.turn == number)
        if pattern.moved is not None:
            yield Look(color, "moved", kinds.last_mover(frame) == number)
        if pattern.in_check is not None:
            yield Look(color, "inCheck", is_in_check(board, number))
        for name in [*(name for name, _ in pattern.attributes), *(fact for _, fact in pattern.binds)]:
            yield Look(color, name, get_fact(board, GAME, f"{name}{OWNER}{color}"))


def entity_name(board: Board, entity: int, where: int = -1) -> str:
    """`white pawn e4`; `where` is the square of a piece that stands nowhere any more."""
    square = square_of(board, entity)
    if square < 0:
        place = place_of_tile(board, entity)
        square = where if place is None else place
    name = piece_name(board, entity) or f"piece {entity}"
    return name if square < 0 else f"{name} {board.book.geometry.names[square]}"


def _occupant(board: Board, square: int) -> str:
    entity = board.entities[square]
    if entity:
        return piece_name(board, entity) or "occupied"
    return "empty" if board.cells[square] == EMPTY else "closed"


def _square(board: Board, value: Any) -> Any:
    return board.book.geometry.names[value] if isinstance(value, int) else value


def _told(board: Board, term: Term, value: Any) -> Any:
    """A value as people name it; events hold pieces and squares as numbers."""
    if isinstance(term, EventTerm) and value is not None:
        if term.field in ("piece", "target"):
            return entity_name(board, value)
        if term.field in ("from", "to", "square"):
            return _square(board, value)
    return value
