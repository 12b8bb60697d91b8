"""Tells a network what it reads: the declared facts of pieces, lazily, from the journal.

A network sees equalities only, so comparisons become facts of their own that are true or absent,
and numbers become whole thousandths.
"""

from __future__ import annotations

from rete_chess.core.board import Board
from rete_chess.core.edits import ALL
from rete_chess.engine.follower import Follower
from rete_chess.facts.hooks import Value
from rete_chess.facts.reads import Reads
from rete_chess.facts.session import DYING, get_fact
from rete_chess.facts.values import as_value
from rete_chess.network.contract import Memory

NOTHING: frozenset[str] = frozenset()


class Feed:
    """The link between a board and a network's memory of it."""

    def __init__(self, board: Board, reads: Reads, memory: Memory) -> None:
        self.board = board
        self.reads = reads
        self.memory = memory
        self.follower = Follower(board)
        self._told: dict[int, dict[str, dict[str, Value]]] = {}  # entity -> attribute -> facts told of it
        # Dying pieces stand nowhere, but rules at their death still speak of them.
        dying = board.columns.get(DYING, {})
        for entity in {*(entity for entity in board.entities if entity), *dying}:
            self.follower.dirty[entity] = {ALL}

    def sync(self) -> frozenset[str]:
        """Tell what changed since the last time; returns the names of the facts that changed."""
        if not self.follower.catch_up():
            return NOTHING
        dirty = self.follower.dirty
        changed: set[str] = set()
        sources = self.reads.sources
        for entity in sorted(dirty):
            what = dirty[entity]
            for attribute in sources if ALL in what else what & sources.keys():
                self._tell(entity, attribute, changed)
        dirty.clear()
        return frozenset(changed)

    def _tell(self, entity: int, attribute: str, changed: set[str]) -> None:
        """Tell what follows from one attribute of an entity: its value, and the thresholds it passes."""
        told = self._told.setdefault(entity, {})
        old = told.get(attribute, {})
        value = get_fact(self.board, entity, attribute) if entity > 0 else None
        new: dict[str, Value] = {}
        if value is not None:
            source = self.reads.sources[attribute]
            if source.is_read:
                new[attribute] = as_value(value)
            for name in source.passed(value):
                new[name] = True
        if old == new:
            return
        for name in old:
            if name not in new:
                self.memory.drop(entity, name)
                changed.add(name)
        for name, fact in new.items():
            if name not in old or old[name] != fact:
                self.memory.put(entity, name, fact)
                changed.add(name)
        told[attribute] = new

    def expect_rollback(self, length: int) -> None:
        """Note whom it will concern that the journal is taken back to a length."""
        self.follower.expect_rollback(length)
