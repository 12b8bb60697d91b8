"""Which moves a filter chooses: those that a limit speaks of."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rete_chess.compiler.recipes import SIEVE, noted
from rete_chess.core.board import Board
from rete_chess.core.deeds import place_of, play
from rete_chess.core.laws import Sieve
from rete_chess.core.moves import origin_of, promotion_of, target_of
from rete_chess.core.pseudo import KINDS, captures, is_act, is_drop
from rete_chess.costs import FRAME, PIECE, TRIAL
from rete_chess.facts.carriers import Carrier
from rete_chess.facts.words.beforehand import fits, is_own, is_static
from rete_chess.facts.words.filters import Filter, Squares
from rete_chess.facts.words.patterns import Pattern, holds, match_all
from rete_chess.facts.words.terms import Frame, Name, fact_of
from rete_chess.facts.words.word import needs_of
from rete_chess.metering import ENGINE, Part


@dataclass(frozen=True)
class MoveChoice:
    """Which moves a filter chooses."""

    kind: str | None
    piece: Filter | None
    target: Filter | None
    origin: Squares | None
    to: Squares | None
    tag: str | None
    after: tuple[Pattern, ...]
    carrier: Carrier | None = None  # whose `$self` the filter speaks of
    sides: tuple[bool, bool] = (True, True)  # whose moves
    part: Part = ENGINE  # what the document says it by
    before: tuple[Pattern, ...] = ()  # what holds in the position in which the move is made
    over: Filter | None = None  # who stands between

    @property
    def _is_bare(self) -> bool:
        more = self.origin or self.to or self.tag or self.after or self.before or self.over
        return self.kind == "capture" and not more

    @property
    def _is_of_target(self) -> bool:
        """Whether it chooses captures by whomever."""
        return self._is_bare and self.piece is None and all(self.sides)

    @property
    def is_immunity(self) -> bool:
        """Whether it chooses all captures of some types and colours."""
        return self._is_of_target and self.target is not None and is_static(self.target)

    @property
    def is_own_immunity(self) -> bool:
        """Whether it chooses all captures of pieces by their own facts."""
        return self._is_of_target and self.target is not None and is_own(self.target)

    @property
    def is_pacifism(self) -> bool:
        """Whether it chooses all captures by some types and colours, or by pieces of some facts."""
        return self._is_bare and self.target is None and self.piece is not None and is_own(self.piece)

    @property
    def is_ban(self) -> bool:
        """Whether it chooses captures alone, and says so before the move is made.

        Who may not move at all gives check nevertheless, as a pinned piece does.
        """
        return (self.kind == "capture" or self.target is not None) and not self.after

    @property
    def asks(self) -> bool:
        """Whether it asks for legal moves."""
        return needs_of((self.after, self.before)).moves

    @property
    def filters(self) -> tuple[Filter | Squares | None, ...]:
        """All that it asks of pieces and squares before the move is made."""
        return self.piece, self.target, self.origin, self.to, self.over

    @property
    def is_shelter(self) -> bool:
        """Whether it chooses all captures on the carriers' own squares."""
        own = Filter(square=Squares(at=Name("self", "square")))
        return self._is_of_target and self.target == own and self.carrier is not None

    def shelter(self, board: Board) -> frozenset[int]:
        """The squares of the carriers."""
        assert self.carrier is not None
        places = (fact_of(board, entity, "square") for entity in self.carrier.entities(board))
        return frozenset(place for place in places if place is not None)

    def sieve(self) -> Sieve:
        """The function that picks the chosen moves out of a list."""
        if replace(self, part=ENGINE) == MoveChoice("capture", None, None, None, None, None, ()):
            return captures
        return noted(self._sieve(), SIEVE, self)

    def _sieve(self) -> Sieve:
        if not all(self.sides):
            sides, picked = self.sides, replace(self, sides=(True, True)).sieve()
            # Attacks are moves of the other side, all of one.
            return lambda board, moves: (
                picked(board, moves) if moves and sides[_mover(board, moves[0])] else []
            )
        carrier = self.carrier
        if carrier is None and not self.before:

            def having(board: Board, moves: list[int]) -> list[int]:
                board.meter.charge(PIECE * len(moves))
                frame = Frame(board)
                return [move for move in moves if self.has(board, move, frame)]

            return having
        if carrier is None:

            def told(board: Board, moves: list[int]) -> list[int]:
                frames = self._before(board, Frame(board)) if moves else []
                board.meter.charge(PIECE * len(frames) * len(moves))
                return [move for move in moves if any(self.has(board, move, frame) for frame in frames)]

            return told

        def chosen(board: Board, moves: list[int]) -> list[int]:
            frames = [Frame(board, None, {"self": entity}) for entity in carrier.entities(board)]
            frames = [inner for frame in frames for inner in self._before(board, frame)]
            board.meter.charge(PIECE * len(frames) * len(moves))
            return [move for move in moves if any(self.has(board, move, frame) for frame in frames)]

        return chosen

    def _before(self, board: Board, frame: Frame) -> list[Frame]:
        """The ways in which the position before the move is as it must be."""
        if not self.before:
            return [frame]
        spender = board.meter.turn_to(self.part)
        found: list[Frame] = []
        for inner in match_all(self.before, frame):
            board.meter.charge(FRAME)  # which is kept, and asked about every move
            found.append(inner)
        board.meter.turn_to(spender)
        return found

    def has(self, board: Board, code: int, frame: Frame) -> bool:
        """Whether a move is one of those that the filter chooses."""
        if self.tag is not None and board.book.manner_of(code).tag != self.tag:
            return False
        if self.kind is not None and not KINDS[self.kind](board, code):
            return False
        origin, target = origin_of(code), target_of(code)
        turn = _mover(board, code)
        if is_drop(board, code):
            if self.origin is not None or not _drops(self.piece, board, code):
                return False
        elif is_act(board, code) and not board.book.manner_of(code).has_actor:
            if self.origin is not None or self.piece is not None:
                return False
        else:
            if self.piece is not None and not self.piece.passes(board.entities[origin], frame):
                return False
            if self.origin is not None and not self.origin.has(origin, turn, frame):
                return False
        if self.to is not None and not (_arrives(board, code) and self.to.has(target, turn, frame)):
            return False
        if self.target is not None:
            held = board.entities[place_of(board, code)]
            if not held or not self.target.passes(held, frame):
                return False
        if self.over is not None and not self._leads_over(board, code, frame):
            return False
        return not self.after or self._holds_after(board, code, frame)

    def _leads_over(self, board: Board, code: int, frame: Frame) -> bool:
        """Whether somebody who is asked for stands between the squares of a move, on its line."""
        assert self.over is not None
        if is_drop(board, code) or is_act(board, code):
            return False
        between = board.book.geometry.between(origin_of(code), target_of(code))
        passed = [board.entities[square] for square in between]
        return any(self.over.passes(entity, frame) for entity in passed if entity)

    def _holds_after(self, board: Board, move: int, frame: Frame) -> bool:
        length, meter = len(board.journal), board.meter
        spender = meter.turn_to(self.part)
        meter.charge(TRIAL)
        try:
            play(board, move)
            answer = holds(self.after, Frame(board, None, dict(frame.names)))
        finally:
            board.rollback(length)
        meter.turn_to(spender)
        return answer


def _mover(board: Board, code: int) -> int:
    """The side that makes a move: attacks are moves of the other side, drops and acts of the side to move."""
    return board.turn if is_drop(board, code) or is_act(board, code) else board.cells[origin_of(code)] & 1


def _arrives(board: Board, code: int) -> bool:
    """Whether a move has a target, which an act may lack."""
    return not is_act(board, code) or board.book.manner_of(code).has_target


def _drops(chosen: Filter | None, board: Board, code: int) -> bool:
    """Whether a filter chooses the piece that a drop brings; what is in hand has a type and a colour."""
    kind = board.book.types[promotion_of(code)]
    return chosen is None or (is_static(chosen) and fits(chosen, kind, board.turn))
