"""Patterns on sides, the game, presets, squares and moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.legality import moves_without_results
from rete_chess.core.moves import origin_of, promotion_of, target_of
from rete_chess.core.pseudo import KINDS, is_act, is_drop
from rete_chess.costs import FRAME, PIECE
from rete_chess.facts.session import OWNER, get_fact
from rete_chess.facts.vocabulary import CLOSED_FACTS, GAME, HAND, PRESET_STATE
from rete_chess.facts.words.filters import Filter, Squares, Test, bound_facts, squares_in
from rete_chess.facts.words.patterns import Binds, Pattern, bound_text, occupant, square_name
from rete_chess.facts.words.terms import Frame, Name, Term
from rete_chess.facts.words.word import Look, Needs, dataclass, format_value, mapping_text


@dataclass(frozen=True)
class SidePattern(Pattern):
    """A side: its colour may be bound or tested, and what it has and does asked for."""

    name: str = ""
    color: Test | None = None
    to_move: bool | None = None
    moved: bool | None = None
    in_check: bool | None = None
    attributes: tuple[tuple[str, Test], ...] = ()
    binds: Binds = ()
    mated: bool | None = None
    stalemated: bool | None = None
    is_at_hand = False

    def asks_hand_of(self, name: str) -> bool:
        is_meant = self.name == name or (self.color is not None and self.color == Test("eq", Name(name)))
        return is_meant and any(
            attribute.startswith(HAND) and test.op in ("ge", "gt") for attribute, test in self.attributes
        )

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
        if self.moved is not None and (last_mover(board) == number) != self.moved:
            return False
        for attribute, test in self.attributes:
            if not test.holds(get_fact(board, GAME, f"{attribute}{OWNER}{color}"), frame):
                return False
        if self.in_check is not None and is_in_check(board, number) != self.in_check:
            return False
        if self.mated is not None and _is_beaten(board, number, by_check=True) != self.mated:
            return False
        return self.stalemated is None or _is_beaten(board, number, by_check=False) == self.stalemated

    def looks(self, frame: Frame) -> Iterator[Look]:
        board = frame.board
        for number, color in enumerate(COLORS):
            if self.name and frame.names.get(self.name, color) != color:
                continue
            if self.color is not None and not self.color.holds(color, frame):
                continue
            if self.to_move is not None:
                yield Look(color, "toMove", board.turn == number)
            if self.moved is not None:
                yield Look(color, "moved", last_mover(board) == number)
            if self.in_check is not None:
                yield Look(color, "inCheck", is_in_check(board, number))
            if self.mated is not None:
                yield Look(color, "mated", _is_beaten(board, number, by_check=True))
            if self.stalemated is not None:
                yield Look(color, "stalemated", _is_beaten(board, number, by_check=False))
            for name in _facts_asked(self.attributes, self.binds):
                yield Look(color, name, get_fact(board, GAME, f"{name}{OWNER}{color}"))

    def text(self) -> str:
        color = {"color": f"${self.name}"} if self.name else {}
        if self.color is not None:
            color = {"color": self.color.text()}
        flags = _flags(
            toMove=self.to_move,
            moved=self.moved,
            inCheck=self.in_check,
            mated=self.mated,
            stalemated=self.stalemated,
        )
        return f"side: {mapping_text({**color, **flags, **_owned(self.attributes, self.binds)})}"

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        asks = self.mated is not None or self.stalemated is not None
        return Needs(game=True, others=True, check=asks or self.in_check is not None, moves=asks)


def _is_beaten(board: Board, color: int, by_check: bool) -> bool:
    """Whether a side is to move and cannot, in check or not; who is not to move is neither."""
    if board.turn != color or is_in_check(board, color) != by_check:
        return False
    return not moves_without_results(board)


def last_mover(board: Board) -> int:
    """The colour that made the last half-move; before the first one, the side that waits."""
    return board.turn if board.half_moves else board.turn ^ 1


@dataclass(frozen=True)
class GamePattern(Pattern):
    """Facts of the game."""

    attributes: tuple[tuple[str, Test], ...]
    binds: Binds = ()
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return not CLOSED_FACTS.isdisjoint([*dict(self.attributes), *(fact for _, fact in self.binds)])

    def matches(self, frame: Frame) -> Iterator[Frame]:
        names = bound_facts(frame, self.binds, GAME)
        if names is None:
            return
        inner = Frame(frame.board, frame.event, names)
        if all(test.holds(get_fact(frame.board, GAME, name), inner) for name, test in self.attributes):
            yield inner

    def looks(self, frame: Frame) -> Iterator[Look]:
        for name in _facts_asked(self.attributes, self.binds):
            yield Look("game", name, get_fact(frame.board, GAME, name))

    def text(self) -> str:
        return f"game: {mapping_text(_owned(self.attributes, self.binds))}"

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(game=True)


@dataclass(frozen=True)
class PresetPattern(Pattern):
    """Facts of the state of a preset: of one of several, the name of which may be bound."""

    presets: tuple[str, ...]
    name: str = ""
    attributes: tuple[tuple[str, Test], ...] = ()
    binds: Binds = ()
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return True

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

    def looks(self, frame: Frame) -> Iterator[Look]:
        for preset in self.presets:
            for name, _ in self.attributes:
                yield Look(preset, name, get_fact(frame.board, PRESET_STATE, f"{preset}{OWNER}{name}"))

    def text(self) -> str:
        parts = {"id": " or ".join(self.presets), **_owned(self.attributes, self.binds)}
        return f"preset: {mapping_text(parts)}"

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(game=True)


@dataclass(frozen=True)
class SquarePattern(Pattern):
    """A square behind another as seen from a third: bound to a name or one that is known, empty or not."""

    name: str
    behind: Term
    seen: Term
    empty: bool | None = None
    known: Term | None = None
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return True

    def matches(self, frame: Frame) -> Iterator[Frame]:
        square = square_behind(frame, self.behind.of(frame), self.seen.of(frame))
        if square is None:
            return
        if self.known is not None and square not in squares_in(self.known.of(frame), frame):
            return
        if self.empty is not None and (frame.board.cells[square] < 0) != self.empty:
            return
        yield frame.with_names(**{self.name: square}) if self.name else frame

    def looks(self, frame: Frame) -> Iterator[Look]:
        board, behind, seen = frame.board, self.behind.of(frame), self.seen.of(frame)
        square = square_behind(frame, behind, seen)
        where = f"behind {square_name(board, behind)} as seen from {square_name(board, seen)}"
        if square is None:
            yield Look("", where, "no square")
        else:
            yield Look(where, board.book.geometry.names[square], occupant(board, square))

    def text(self) -> str:
        named = {"is": f"${self.name}"} if self.name else {}
        if self.known is not None:
            named = {"is": self.known.text()}
        parts = {"behind": self.behind.text(), "seen": self.seen.text()}
        return f"square: {mapping_text({**named, **parts, **_flags(empty=self.empty)})}"

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True)


@dataclass(frozen=True)
class SquareOnPattern(Pattern):
    """A square of a set, seen from White's side: bound to a name or one that is known, empty or not."""

    name: str
    squares: Squares
    empty: bool | None = None
    known: Term | None = None
    is_at_hand = False

    def matches(self, frame: Frame) -> Iterator[Frame]:
        board, name = frame.board, self.name
        found = self._among(frame)
        board.meter.charge(FRAME * len(found))
        for square in found:
            if self.empty is None or (board.cells[square] < 0) == self.empty:
                yield frame.with_names(**{name: square}) if name else frame

    def _among(self, frame: Frame) -> list[int]:
        """The squares of the set, in order; of one that is known, itself if it belongs."""
        given: Collection[int] | None = self.squares.listed(frame)
        if self.known is not None:
            given = squares_in(self.known.of(frame), frame)
        elif given is None:
            given = range(frame.board.book.geometry.size)
        frame.board.meter.charge(PIECE * len(given))
        return [square for square in sorted(set(given)) if self.squares.has(square, 0, frame)]

    def looks(self, frame: Frame) -> Iterator[Look]:
        board = frame.board
        for square in self._among(frame):
            yield Look("", board.book.geometry.names[square], occupant(board, square))

    def text(self) -> str:
        named = f"${self.name}" if self.known is None else self.known.text()
        parts = {"is": named, "on": self.squares.text()}
        return f"square: {mapping_text({**parts, **_flags(empty=self.empty)})}"

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True)


@dataclass(frozen=True)
class FreePattern(Pattern):
    """A square that is empty, or is not."""

    square: Term
    empty: bool | None
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return True

    def matches(self, frame: Frame) -> Iterator[Frame]:
        for square in squares_in(self.square.of(frame), frame):
            if self.empty is None or (frame.board.cells[square] < 0) == self.empty:
                yield frame

    def looks(self, frame: Frame) -> Iterator[Look]:
        board = frame.board
        for square in squares_in(self.square.of(frame), frame):
            yield Look("", board.book.geometry.names[square], occupant(board, square))

    def text(self) -> str:
        return f"square: {mapping_text({'is': self.square.text(), **_flags(empty=self.empty)})}"

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True)


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
class MovePattern(Pattern):
    """A legal move exists (results left aside)."""

    side: Test | None = None
    piece: Filter | None = None
    to: Squares | None = None
    kind: str = ""
    tag: str = ""
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return True

    def matches(self, frame: Frame) -> Iterator[Frame]:
        board = frame.board
        if self.side is not None and not self.side.holds(COLORS[board.turn], frame):
            return
        moves = moves_without_results(board)
        board.meter.charge(PIECE * len(moves))
        for move in moves:
            origin, target = origin_of(move), target_of(move)
            if self.piece is not None and not self._moves(origin, move, frame):
                continue
            if self.kind and not KINDS[self.kind](board, move):
                continue
            if self.tag and board.book.manner_of(move).tag != self.tag:
                continue
            if self.to is None or (_arrives(board, move) and self.to.has(target, board.turn, frame)):
                yield frame
                return

    def _moves(self, origin: int, move: int, frame: Frame) -> bool:
        """Whether the piece that moves is asked for; one in hand has a type and a colour alone."""
        board, chosen = frame.board, self.piece
        if is_act(board, move) and not board.book.manner_of(move).has_actor:
            return chosen is None
        if chosen is None or not is_drop(board, move):
            return chosen is None or chosen.passes(board.entities[origin], frame)
        is_plain = replace(chosen, type=None, color=None) == Filter()
        kind, color = board.book.types[promotion_of(move)], COLORS[board.turn]
        return is_plain and all(
            test is None or test.holds(value, frame)
            for test, value in ((chosen.type, kind), (chosen.color, color))
        )

    def looks(self, frame: Frame) -> Iterator[Look]:
        yield Look("", "side to move", COLORS[frame.board.turn])

    def text(self) -> str:
        given = {"side": self.side, "piece": self.piece, "to": self.to}
        said = {key: part.text() for key, part in given.items() if part is not None}
        said |= {key: word for key, word in (("kind", self.kind), ("tag", self.tag)) if word}
        return f"move: {mapping_text(said)}"

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True, check=True, moves=True)


def _arrives(board: Board, move: int) -> bool:
    """Whether a move has a target, which an act may lack."""
    return not is_act(board, move) or board.book.manner_of(move).has_target


# -- texts -----------------------------------------------------------------------------------------


def _facts_asked(attributes: Collection[tuple[str, Test]], binds: Binds) -> list[str]:
    return [*(name for name, _ in attributes), *(fact for _, fact in binds)]


def _owned(attributes: Collection[tuple[str, Test]], binds: Binds) -> dict[str, str]:
    return bound_text(binds) | {name: test.text() for name, test in attributes}


def _flags(**flags: bool | None) -> dict[str, str]:
    return {key: format_value(value) for key, value in flags.items() if value is not None}
