"""Tells a network what it reads: the declared facts of pieces, lazily, from the journal.

A network sees equalities only, so comparisons become facts of their own that are true or absent,
and numbers become whole thousandths.
"""

from __future__ import annotations

from rete_chess.core.board import Board
from rete_chess.core.moves import SPECIAL
from rete_chess.facts.hooks import Value
from rete_chess.facts.reads import Reads
from rete_chess.facts.session import DYING, get_fact
from rete_chess.facts.values import as_value
from rete_chess.network.contract import Memory


class Feed:
    """The link between a board and a network's memory of it."""

    def __init__(self, board: Board, reads: Reads, memory: Memory) -> None:
        self.board = board
        self.reads = reads
        self.memory = memory
        self._seen = len(board.journal)
        self._told: dict[int, dict[str, Value]] = {}
        # Dying pieces stand nowhere, but rules at their death still speak of them.
        dying = board.columns.get(DYING, {})
        self._dirty: set[int] = {*(entity for entity in board.entities if entity), *dying}

    def sync(self) -> set[str]:
        """Tell what changed since the last time; returns the attributes whose facts changed."""
        journal = self.board.journal
        if len(journal) > self._seen:
            self._mark(self._seen)
            self._seen = len(journal)
        changed: set[str] = set()
        for entity in sorted(self._dirty):
            self._tell(entity, changed)
        self._dirty.clear()
        return changed

    def _mark(self, start: int) -> None:
        """Note the entities that journal entries from `start` on speak of."""
        dirty = self._dirty
        for entry in self.board.journal[start:]:
            if isinstance(entry[0], int):
                if entry[2] is not None:
                    dirty.add(entry[4])
                if entry[0] >= SPECIAL:
                    dirty.add(self.board.entities[entry[0] & 255])
            elif entry[1] > 0:
                dirty.add(entry[1])
        dirty.discard(0)

    def expect_rollback(self, length: int) -> None:
        """Note whom it will concern that the journal is taken back to a length."""
        if len(self.board.journal) > length:
            self._mark(length)
            self._seen = min(self._seen, length)

    def _tell(self, entity: int, changed: set[str]) -> None:
        old = self._told.get(entity, {})
        new = self._facts(entity)
        if old == new:
            return
        for attribute in old:
            if attribute not in new:
                self.memory.drop(entity, attribute)
                changed.add(attribute)
        for attribute, value in new.items():
            if old.get(attribute) != value or type(old[attribute]) is not type(value):
                self.memory.put(entity, attribute, value)
                changed.add(attribute)
        self._told[entity] = new

    def _facts(self, entity: int) -> dict[str, Value]:
        board = self.board
        facts: dict[str, Value] = {}
        for attribute in self.reads.attributes:
            value = get_fact(board, entity, attribute)
            if value is not None:
                facts[attribute] = as_value(value)
        for threshold in self.reads.thresholds:
            value = get_fact(board, entity, threshold.attribute)
            if value is not None and threshold.holds(value):
                facts[threshold.name] = True
        return facts
