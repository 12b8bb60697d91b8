"""Conditions on positions as functions of the board, for the places that are asked at every node.

Patterns on pieces and sides that speak of types, colours and squares alone become nested loops
over the few squares that can matter; anything else is matched by the general matcher, with the
same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, Final

from rete_chess.compiler.recipes import ANY_OF, PREDICATE, noted
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, NEUTRAL, OWNERS, Geometry, zone_squares
from rete_chess.core.laws import Predicate
from rete_chess.costs import FRAME, PIECE
from rete_chess.facts.words.beforehand import is_static
from rete_chess.facts.words.filters import Filter, Squares, Test
from rete_chess.facts.words.patterns import EitherPattern, NotPattern, Pattern, PiecePattern, holds, match_all
from rete_chess.facts.words.position_patterns import SidePattern, last_mover
from rete_chess.facts.words.terms import Frame
from rete_chess.metering import Spender

#: Conditions of so many patterns may cost enough to be put down to somebody.
WIDE: Final = 3
#: So few pieces, held against as few others, cost nothing worth counting.
FEW: Final = 4

#: What follows a step: the rest of the patterns, given the board and the bound names.
Rest = Callable[[Board, dict[str, Any]], bool]

#: The sides by number and name.
SIDES: Final = tuple(enumerate(COLORS))
#: The colours that pieces can have, as numbers.
ALL_COLORS: Final = tuple(range(len(OWNERS)))

_NO_BOARD: Any = None


class Setting:
    """What is known before the game: the board's geometry, the types, and which are royal."""

    def __init__(self, geometry: Geometry, types: Sequence[str], royal: frozenset[str]) -> None:
        self.geometry = geometry
        self.types = types
        self.royal = royal


def predicate(patterns: Sequence[Pattern], setting: Setting, who: Spender) -> Predicate:
    """Whether there is a way to match all patterns on a board; `who` asks for it, and spends the steps."""
    size = (setting.geometry.width, setting.geometry.height)
    parts = (tuple(patterns), *size, tuple(setting.types), setting.royal, who)
    return noted(_predicate(patterns, setting, who), PREDICATE, *parts)


def _predicate(patterns: Sequence[Pattern], setting: Setting, who: Spender) -> Predicate:
    count = sum(pattern.size for pattern in patterns)
    has_winner = getattr(who, "has_winner", None)  # an end's, which is for sides alone
    is_simple = has_winner is None or getattr(who, "is_for_sides", True)
    steps = _Steps(setting, count, getattr(who, "won_by", ""))
    rest = steps.build(list(patterns), frozenset()) if is_simple else None
    if rest is None:
        general = tuple(patterns)
        if has_winner is None:
            return _on_account(who, lambda board: holds(general, Frame(board)))
        return _on_account(who, lambda board: any(map(has_winner, match_all(general, Frame(board)))))
    found = rest
    if count < WIDE:
        return lambda board: found(board, {})
    return _on_account(who, lambda board: found(board, {}))


def any_of(predicates: Sequence[Predicate]) -> Predicate | None:
    """Whether one of several conditions holds; None if there are none."""
    if not predicates:
        return None
    if len(predicates) == 1:
        return predicates[0]

    def holds_any(board: Board) -> bool:
        for condition in predicates:
            if condition(board):
                return True
        return False

    return noted(holds_any, ANY_OF, tuple(predicates))


def never(board: Board) -> bool:
    """Hold in no position."""
    return False


def _on_account(who: Spender, asked: Predicate) -> Predicate:
    """The same condition, with all that it costs put down to somebody."""

    def ask(board: Board) -> bool:
        meter = board.meter
        spender = meter.turn_to(who)
        answer = asked(board)
        meter.turn_to(spender)
        return answer

    return ask


class _Steps:
    def __init__(self, setting: Setting, patterns: int, won_by: str = "") -> None:
        self.setting = setting
        self.patterns = patterns  # that may be held against each other
        self.won_by = won_by  # a name that stands for a side, and never for nobody

    def build(self, patterns: list[Pattern], bound: frozenset[str]) -> Rest | None:
        """The function for a list of patterns, or None if one of them is not simple."""
        if not patterns:
            return lambda board, names: True
        first, others = patterns[0], patterns[1:]
        simple = SIMPLE.get(type(first))
        return None if simple is None else simple(self, first, others, bound)

    def _not(self, absence: NotPattern, others: list[Pattern], bound: frozenset[str]) -> Rest | None:
        inner = self.build([absence.inner], bound)
        rest = self.build(others, bound)
        if inner is None or rest is None:
            return None
        absent, onward = inner, rest
        return lambda board, names: not absent(board, names) and onward(board, names)

    def _either(self, either: EitherPattern, others: list[Pattern], bound: frozenset[str]) -> Rest | None:
        cases = [self.build(list(case), bound) for case in either.cases]
        rest = self.build(others, bound)
        built = [case for case in cases if case is not None]
        if rest is None or len(built) < len(cases):
            return None
        onward = rest
        return lambda board, names: any(case(board, names) for case in built) and onward(board, names)

    def _side(self, side: SidePattern, others: list[Pattern], bound: frozenset[str]) -> Rest | None:
        if (
            side.attributes
            or side.binds
            or side.in_check is not None
            or side.mated is not None
            or side.stalemated is not None
            or side.color is not None
            or not side.name
        ):
            return None
        rest = self.build(others, bound | {side.name})
        if rest is None:
            return None
        onward, name, to_move, moved = rest, side.name, side.to_move, side.moved
        way = FRAME if self.patterns >= WIDE else 0

        def match(board: Board, names: dict[str, Any]) -> bool:
            for number, color in SIDES:
                if to_move is not None and (board.turn == number) != to_move:
                    continue
                if moved is not None and (last_mover(board) == number) != moved:
                    continue
                if names.get(name, color) == color:
                    if way:
                        board.meter.charge(way)
                    if onward(board, {**names, name: color}):
                        return True
            return False

        return match

    def _piece(self, piece: PiecePattern, others: list[Pattern], bound: frozenset[str]) -> Rest | None:
        chosen = piece.filter
        binds = {attribute: name for name, attribute in piece.binds}
        bound_to = tuple(binds.items())
        colors = self._colors(chosen.color)
        if self.won_by and binds.get("color") == self.won_by and colors is not None:
            colors = _of_sides(colors)
        types = self._types(chosen)
        if types is None or colors is None or not set(binds) <= {"color", "square"}:
            return None
        if piece.entity or not is_static(Filter(chosen.id, None, None, chosen.royal, chosen.last)):
            return None
        if chosen.attributes or chosen.attacks:
            return None
        rest = self.build(others, bound | set(binds.values()))
        squares = self._squares(chosen.square)
        if rest is None or squares is None:
            return None
        if not binds and not others and chosen.square is None and len(types) == len(self.setting.types):
            return lambda board, names: any(map(board.pieces.__getitem__, colors(names)))
        onward, is_joined, is_anywhere = rest, self.patterns > 1, chosen.square is None
        few = 0 if self.patterns >= WIDE else FEW
        is_royal = all(self.setting.types[index] in self.setting.royal for index in types)

        def match(board: Board, names: dict[str, Any]) -> bool:
            for color in colors(names):
                own = board.pieces[color]
                places: Collection[int] = board.royals[color] if is_royal and color != NEUTRAL else own
                if is_joined and len(places) > few:
                    board.meter.charge(PIECE * len(places))
                for square in places:
                    if own[square].type_index in types and (is_anywhere or squares(square, color, names)):
                        inner = _extended(names, bound_to, square, color) if bound_to else names
                        if inner is not None and onward(board, inner):
                            return True
            return False

        return match

    def _types(self, chosen: Filter) -> frozenset[int] | None:
        """The indexes of the types that a filter chooses."""
        if chosen.type is not None and not chosen.type.term.is_constant:
            return None
        return frozenset(
            index
            for index, name in enumerate(self.setting.types)
            if chosen.type is None or chosen.type.holds(name, _NO_BOARD)
        )

    def _colors(self, test: Test | None) -> Callable[[dict[str, Any]], tuple[int, ...]] | None:
        """The colours that a test allows, given the bound names."""
        if test is None:
            return lambda names: ALL_COLORS
        term = test.term
        if term.is_constant:
            fixed = tuple(n for n, color in enumerate(OWNERS) if test.holds(color, _NO_BOARD))
            return lambda names: fixed
        if term.bare_name and test.op in ("eq", "ne"):
            name, same = term.bare_name, test.op == "eq"
            return lambda names: tuple([n for n in ALL_COLORS if (OWNERS[n] == names[name]) == same])
        return None

    def _squares(self, squares: Squares | None) -> Callable[[int, int, dict[str, Any]], bool] | None:
        """Whether a square belongs, given its piece's colour and the bound names."""
        if squares is None:
            return lambda square, color, names: True
        if squares.parts:
            return None  # these are left to the general matcher
        geometry = self.setting.geometry
        if squares.near is not None:
            term = squares.near
            if squares.at is not None or squares.zone is not None:
                return None
            name = term.bare_name
            if not name:
                return None
            around = cache(lambda square: frozenset(geometry.around(square)))
            return lambda square, color, names: square in around(names[name])
        if squares.at is not None and not squares.at.is_constant:
            return None
        allowed = [self._allowed(squares, color) for color in ALL_COLORS]
        return lambda square, color, names: square in allowed[color]

    def _allowed(self, squares: Squares, color: int) -> frozenset[int]:
        geometry = self.setting.geometry
        found = frozenset(range(geometry.size))
        if squares.zone is not None:
            found &= zone_squares(squares.zone, geometry, color)
        if squares.at is not None:
            names = squares.at.value if isinstance(squares.at.value, tuple) else (squares.at.value,)
            found &= {geometry.parse_square(name) for name in names if geometry.has_square(name)}
        return found


#: Patterns that become loops; a list with any other is left to the general matcher.
SIMPLE: Final[dict[type, Callable[[_Steps, Any, list[Pattern], frozenset[str]], Rest | None]]] = {
    SidePattern: _Steps._side,
    PiecePattern: _Steps._piece,
    NotPattern: _Steps._not,
    EitherPattern: _Steps._either,
}


def _of_sides(colors: Callable[[dict[str, Any]], tuple[int, ...]]) -> Callable[[Any], tuple[int, ...]]:
    """The same colours without those of pieces that are nobody's."""
    return lambda names: tuple([color for color in colors(names) if color != NEUTRAL])


def _extended(
    names: dict[str, Any], binds: tuple[tuple[str, str], ...], square: int, color: int
) -> dict[str, Any] | None:
    """The names with a piece's colour and square bound, or None where a bound name differs."""
    inner = names.copy()
    for attribute, name in binds:
        value = square if attribute == "square" else OWNERS[color]
        if inner.setdefault(name, value) != value:
            return None
    return inner
