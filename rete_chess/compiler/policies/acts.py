"""Acts of documents as the core takes them: who may act on whom, asked of the position before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.patterns import lower_patterns
from rete_chess.compiler.lower.rules import acting_scope
from rete_chess.compiler.lower.scope import Path, Scope, Sides
from rete_chess.compiler.lower.terms import lower_filter, lower_squares
from rete_chess.compiler.provenance import ActRules, ActWord, Word, asking, is_asked
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, Geometry
from rete_chess.core.laws import Act
from rete_chess.costs import PIECE
from rete_chess.documents.language.acts import FREE, ActEntry
from rete_chess.facts.carriers import Carrier
from rete_chess.facts.words.filters import Filter, Squares
from rete_chess.facts.words.patterns import Pattern, holds
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import COLOR, SQUARE, needs_of, walk
from rete_chess.facts.words.word import PIECE as PIECE_SENSE
from rete_chess.metering import Part


def acts_of(layers: Sequence[Layer], board: Geometry, parts: frozenset[str]) -> ActRules:
    """The acts of all layers; some of them are parts of a turn."""
    found = ActRules()
    for number, layer in enumerate(layers):
        for index, entry in enumerate(layer.body.acts):
            found.places[entry.id] = (number, index)
    for number, index in found.places.values():
        layer = layers[number]
        entry, path, scope = layer.body.acts[index], ("acts", index), acting_scope(layer.scope)
        choice = _lowered(entry, scope, path, board)
        is_free = entry.turn == FREE
        has_actor = entry.by is not None or scope.carrier is not None
        bare, is_part = not (entry.do or is_free), entry.id in parts
        if is_part and is_free:
            message = f"the act {entry.id} is a part of a turn, and is not free"
            layer.scope.report("E_TURN", message, (*path, "turn"), "leave `turn: free` out")
        found.acts.append(Act(entry.id, has_actor, entry.on is not None, is_free, bare, is_part, choice))
        word = Word(layer.scope.document, layer.scope.origin(path))
        found.words.append(ActWord(word, entry.id, choice.objection))
    return found


def _lowered(entry: ActEntry, scope: Scope, path: Path, board: Geometry) -> ActChoice:
    inner = scope.with_self()
    inner.variables.update(mover=COLOR, enemy=COLOR)
    by = piece = None
    squares = None
    if entry.by is not None:
        by = lower_filter(entry.by, inner, (*path, "by"))
        inner.variables["self"] = PIECE_SENSE
    on = entry.on
    if on is not None:
        if on.piece is not None:
            piece = lower_filter(on.piece, inner, (*path, "on", "piece"))
        if on.square is not None:
            squares = lower_squares(on.square, inner, (*path, "on", "square"))
        inner.variables["target"] = SQUARE if piece is None else PIECE_SENSE
    _check_squares(squares, board, scope, path)
    when = () if entry.when is None else lower_patterns(entry.when, inner, (*path, "when"))
    return ActChoice(
        scope.limited(path),
        by,
        scope.carrier,
        piece,
        squares,
        None if on is None else on.empty,
        on is not None,
        when,
        needs_of(when).moves,
        Part(f"an act of {scope.document}", scope.origin(path)),
    )


def _check_squares(squares: Squares | None, board: Geometry, scope: Scope, path: Path) -> None:
    """Report squares by name that the board lacks; all others are known when the game is played."""
    at = None if squares is None else squares.at
    for name in at.value if at is not None and isinstance(at.value, tuple) else ():
        if not board.has_square(name):
            place = (*path, "on", "square")
            scope.report("E_SQUARE", f"{name} is not on the board", place, f"a1 to {board.names[-1]}")


@dataclass(frozen=True)
class ActChoice:
    """Who may do an act, and on whom: squares of both, -1 for neither."""

    sides: Sides
    by: Filter | None
    carrier: Carrier | None
    piece: Filter | None
    squares: Squares | None
    is_empty: bool | None
    has_target: bool
    when: tuple[Pattern, ...]
    asks: bool  # it asks for legal moves itself, and does not exist inside such a question
    part: Part

    def __call__(self, board: Board) -> list[tuple[int, int]]:
        if not self.sides[board.turn] or (self.asks and is_asked(board)):
            return []
        meter = board.meter
        spender = meter.turn_to(self.part)
        try:
            if not self.asks:
                return list(self._found(board))
            with asking(board):
                return list(self._found(board))
        finally:
            meter.turn_to(spender)

    def _found(self, board: Board) -> Iterator[tuple[int, int]]:
        frame = _frame(board)
        is_general = self._is_general
        if is_general and self.when and not holds(self.when, frame):
            return
        for actor, acting in self._actors(board, frame):
            for target, aimed in self._targets(board, acting):
                if is_general or not self.when or holds(self.when, aimed):
                    yield actor, target

    @property
    def _is_general(self) -> bool:
        """Whether its condition speaks of nobody in particular."""
        return not any({"self", "target"} & set(word.speaks_of) for word in walk(self.when))

    def _actors(self, board: Board, frame: Frame) -> Iterator[tuple[int, Frame]]:
        """The squares of those who may act, each with what is known by then."""
        if self.by is None and self.carrier is None:
            yield -1, frame
            return
        own = board.pieces[board.turn]
        carriers = None if self.carrier is None else set(self.carrier.entities(board))
        board.meter.charge(PIECE * len(own))
        for square in sorted(own):
            entity = board.entities[square]
            if carriers is None or entity in carriers:
                acting = _known(frame, "self", entity)
                if self.by is None or self.by.passes(entity, acting):
                    yield square, acting

    def _targets(self, board: Board, frame: Frame) -> Iterator[tuple[int, Frame]]:
        """The squares that may be chosen by an actor, each with what is known by then."""
        if not self.has_target:
            yield -1, frame
            return
        if self.piece is not None:
            places = sorted([*board.pieces[0], *board.pieces[1]])
        else:
            places = list(range(len(board.cells)))
        board.meter.charge(PIECE * len(places))
        for square in places:
            target = self._target(board, square, frame)
            if target is not None:
                yield square, _known(frame, "target", target)

    def _target(self, board: Board, square: int, frame: Frame) -> int | None:
        """The piece on a square or the square itself, if it may be chosen."""
        if self.piece is not None:
            entity = board.entities[square]
            return entity if entity and self.piece.passes(entity, frame) else None
        if self.squares is not None and not self.squares.has(square, board.turn, frame):
            return None
        return square if self.is_empty in (None, board.cells[square] < 0) else None

    def objection(self, board: Board, actor: int, target: int) -> str:
        """What keeps an actor from the act, or a target from being chosen; nothing if all is well."""
        if not self.sides[board.turn]:
            return f"this act is not one of {COLORS[board.turn]}"
        acting = [known for square, known in self._actors(board, _frame(board)) if square == actor]
        if not acting:
            return "nobody who can do this acts" if actor < 0 else "who stands there cannot do this now"
        aimed = [known for square, known in self._targets(board, acting[0]) if square == target]
        if not aimed:
            return "this act needs another target" if self.has_target else "this act has no target"
        with asking(board):
            return "" if holds(self.when, aimed[0]) else "what must hold for this act does not hold now"


def _known(frame: Frame, name: str, value: int) -> Frame:
    """The frame with one more name."""
    return Frame(frame.board, frame.event, {**frame.names, name: value})


def _frame(board: Board) -> Frame:
    names: dict[str, Any] = {"mover": COLORS[board.turn], "enemy": COLORS[board.turn ^ 1]}
    return Frame(board, None, names)
