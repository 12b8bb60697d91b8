"""Offers of documents as the core takes them: to which pieces each is made, asked of the position before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.choices import lower_own
from rete_chess.compiler.lower.patterns import lower_patterns
from rete_chess.compiler.lower.scope import Path, Scope, Sides
from rete_chess.compiler.policies.hands import bare_board
from rete_chess.compiler.provenance import OfferRules, OfferWord, Word, asking, is_asked
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, Geometry
from rete_chess.core.laws import Offer
from rete_chess.costs import PIECE
from rete_chess.documents.language.movement import MoveChange
from rete_chess.errors import BoardError
from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.patterns import Pattern, holds
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import COLOR, needs_of, walk
from rete_chess.metering import Part


def offers_of(layers: Sequence[Layer], geometry: Geometry) -> OfferRules:
    """The offers of all layers; what several entries say of one tag are several ways to have it."""
    choices: dict[str, list[OfferChoice]] = {}
    words: list[OfferWord] = []
    for layer in layers:
        for index, entry in enumerate(layer.body.moves):
            if isinstance(entry, MoveChange) and entry.offer is not None:
                for tag in entry.offer:
                    choice = _lowered(entry, tag, layer.scope, ("moves", index))
                    choices.setdefault(tag, []).append(choice)
                    word = Word(layer.scope.document, layer.scope.origin(("moves", index)))
                    words.append(OfferWord(word, tag, choice.objection))
    every = [choice for found in choices.values() for choice in found]
    need_hands = all(choice.needs_hand for choice in every)
    offers = [Offer(tag, _united(found)) for tag, found in choices.items()]
    return OfferRules(offers, words, need_hands, _squares(every, geometry))


def _squares(choices: Sequence[OfferChoice], geometry: Geometry) -> frozenset[int] | None:
    """The squares on which alone offers are made, as either side sees them; None where that is not known."""
    frame, found = Frame(bare_board(geometry)), set[int]()
    for choice in choices:
        where = choice.chosen.square
        if where is None or not where.is_fixed:
            return None
        squares = range(geometry.size)
        try:
            found |= {square for square in squares for color in (0, 1) if where.has(square, color, frame)}
        except BoardError:  # of a square that the board lacks
            return None
    return frozenset(found)


def _united(choices: Sequence[OfferChoice]) -> Callable[[Board], frozenset[int]]:
    """The pieces that one of several choices chooses, by their squares."""
    return lambda board: frozenset().union(*(choice(board) for choice in choices))


def _lowered(entry: MoveChange, tag: str, scope: Scope, path: Path) -> OfferChoice:
    inner = scope.with_self()
    inner.variables.update(mover=COLOR, enemy=COLOR)
    name, chosen = lower_own(entry.for_, inner, (*path, "for"))
    assert entry.offer is not None
    when = lower_patterns(entry.offer[tag], inner, (*path, "offer", tag)) if entry.offer[tag] else ()
    part = Part(f"an offer of {scope.document}", scope.origin(path))
    return OfferChoice(scope.limited(path), chosen, name, when, needs_of(when).moves, part)


@dataclass(frozen=True)
class OfferChoice:
    """The own pieces to which an offer is made."""

    sides: Sides
    chosen: Filter
    name: str  # by which its patterns speak of the piece, if they do
    when: tuple[Pattern, ...]
    asks: bool  # it asks for legal moves itself, and is not made inside such a question
    part: Part

    def __call__(self, board: Board) -> frozenset[int]:
        if not self.sides[board.turn] or (self.asks and is_asked(board)):
            return frozenset()
        meter = board.meter
        spender = meter.turn_to(self.part)
        try:
            if not self.asks:
                return self._found(board)
            with asking(board):
                return self._found(board)
        finally:
            meter.turn_to(spender)

    def _found(self, board: Board) -> frozenset[int]:
        frame, own = _frame(board), board.pieces[board.turn]
        is_general = not self.name or not any(self.name in word.speaks_of for word in walk(self.when))
        if is_general and self.when and not holds(self.when, frame):
            return frozenset()
        board.meter.charge(PIECE * len(own))
        return frozenset(
            square
            for square in sorted(own)
            if self.chosen.passes(board.entities[square], frame)
            and (is_general or holds(self.when, self._of(board.entities[square], frame)))
        )

    @property
    def needs_hand(self) -> bool:
        """Whether it asks for something in the hand of the mover."""
        return any(pattern.asks_hand_of("mover") for pattern in self.when)

    def _of(self, entity: int, frame: Frame) -> Frame:
        return Frame(frame.board, frame.event, {**frame.names, self.name: entity})

    def objection(self, board: Board, square: int) -> str:
        """What keeps the offer from being made to an own piece; nothing if all is well."""
        frame, entity = _frame(board), board.entities[square]
        if not self.sides[board.turn]:
            return f"this offer is not made to {COLORS[board.turn]}"
        if not self.chosen.passes(entity, frame):
            return "this offer is not made to the piece that stands there"
        with asking(board):
            is_met = not self.when or holds(self.when, self._of(entity, frame) if self.name else frame)
        return "" if is_met else "what must hold for this offer does not hold now"


def _frame(board: Board) -> Frame:
    names: dict[str, Any] = {"mover": COLORS[board.turn], "enemy": COLORS[board.turn ^ 1]}
    return Frame(board, None, names)
