"""Tells a network what it reads: the declared facts of pieces, lazily, from the journal.

A network sees equalities only, so comparisons become facts of their own that are true or absent,
and numbers become whole thousandths. A value that no rule compares with is not told at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rete_chess.compiler import Program
from rete_chess.core.board import Board
from rete_chess.core.edits import ALL
from rete_chess.engine.follower import Follower
from rete_chess.facts.events import Event
from rete_chess.facts.hooks import Activation, Value
from rete_chess.facts.links import Links
from rete_chess.facts.session import DYING, get_fact, get_stored
from rete_chess.facts.tiles import TILE_PLACE, place_of_tile, tiles
from rete_chess.facts.values import as_value
from rete_chess.network.contract import Memory

#: Changes after which all facts of a piece may be others; a dying piece has them until it is gone.
WHOLE: Final = frozenset((ALL, DYING))


class Feed:
    """The link between a board and a network's memory of it."""

    def __init__(self, board: Board, program: Program, memory: Memory, is_derived: bool = False) -> None:
        self.board = board
        self.memory = memory
        reads = program.reads
        self._read = get_fact
        if is_derived and program.continuous is not None:
            reads, self._read = program.continuous.reads, get_stored
        self.sources = reads.sources
        self.follower = Follower(board, {*WHOLE, *self.sources})
        self.links = Links(program.links)
        self._linked = self.links.linked
        #: For each point how often facts that its rules read have changed.
        self.versions: dict[str, int] = dict.fromkeys(program.rules_at, 0)
        self._readers = reads.readers
        self._questions = program.questions_at
        self._answers: dict[str, dict[Any, list[Activation]]] = {}  # the network's, by point
        self._told: dict[int, dict[str, dict[str, Value]]] = {}  # entity -> attribute -> facts told of it
        # Dying pieces stand nowhere, but rules at their death still speak of them.
        dying = board.columns.get(DYING, {})
        for entity in {*(entity for entity in board.entities if entity), *dying, *tiles(board)}:
            self.follower.dirty[entity] = {ALL}

    def is_open(self, point: str) -> bool:
        """Whether some rule of a point with rules might match, by the facts there are now."""
        return self.caught_up()[point] > 0

    def caught_up(self) -> Mapping[str, int]:
        """How many rules of each point might match, by the facts there are now."""
        follower = self.follower
        if (follower.dirty or follower.seen != len(self.board.journal)) and follower.catch_up():
            self._tell_all()
        return self._linked

    def has_changed(self, point: str, version: int) -> bool:
        """Whether facts that a point's rules read have changed since a version of them."""
        if self.follower.catch_up():
            self._tell_all()
        return self.versions[point] != version

    def activations(self, point: str, event: Event) -> list[Activation]:
        """What the network answers for an event; it is not asked twice while nothing it reads has changed."""
        answers = self._answers.get(point)
        if answers is None:
            answers = self._answers[point] = {}
        asked = self._questions[point](event)
        found = answers.get(asked)
        if found is None:
            found = answers[asked] = self.memory.activations(point, event)
        return found

    def _tell_all(self) -> None:
        """Tell what has changed since the last time."""
        dirty = self.follower.dirty
        sources = self.sources
        for entity in sorted(dirty):
            what = dirty[entity]
            for attribute in what if what.isdisjoint(WHOLE) else sources:
                self._tell(entity, attribute)
        dirty.clear()

    def _tell(self, entity: int, attribute: str) -> None:
        """Tell what follows from one attribute of an entity: its value, and the thresholds it passes."""
        told = self._told.setdefault(entity, {})
        old = told.get(attribute, {})
        if attribute == TILE_PLACE:  # only tiles are joined by their place; a square is no number
            value = place_of_tile(self.board, entity)
        else:
            value = self._read(self.board, entity, attribute) if entity > 0 else None
        new: dict[str, Value] = {}
        if value is not None:
            source = self.sources[attribute]
            if source.is_read:
                fact = value if attribute == TILE_PLACE else as_value(value)
                if self.links.plan.sees(attribute, fact):
                    new[attribute] = fact
            for name in source.passed(value):
                new[name] = True
        if old == new:
            return
        told[attribute] = new
        for name, fact in old.items():
            if name not in new:
                self.memory.drop(entity, name)
                self.links.leave(name, fact)
                self._note(name)
        for name, fact in new.items():
            before = old.get(name)
            if before is None or before != fact:
                self.memory.put(entity, name, fact)
                if before is not None:
                    self.links.leave(name, before)
                self.links.enter(name, fact)
                self._note(name)

    def _note(self, name: str) -> None:
        for point in self._readers.get(name, ()):
            self.versions[point] += 1
            self._answers.pop(point, None)

    def expect_rollback(self, length: int) -> None:
        """Note whom it will concern that the journal is taken back to a length."""
        self.follower.expect_rollback(length)
