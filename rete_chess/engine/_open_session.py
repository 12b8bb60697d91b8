"""The session that a game shows: what is written into it between moves takes effect at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rete_chess.facts.session import Session
from rete_chess.facts.vocabulary import Vocabulary

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine


class OpenSession(Session):
    """All facts of a game. A write between moves is an intervention; inside a move it is part of the move."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        super().__init__(engine.board, engine.program.vocabulary)

    @property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the program in force."""
        return self._engine.program.vocabulary

    @vocabulary.setter
    def vocabulary(self, vocabulary: Vocabulary) -> None:
        """Nothing to remember: the game says which one is in force."""

    def insert(self, entity: int, attribute: str, value: Any) -> None:
        self._engine._write(entity, attribute, value)

    def retract(self, entity: int, attribute: str) -> None:
        if self.contains(entity, attribute):
            self._engine._write(entity, attribute, None)

    def retract_all(self, entity: int) -> None:
        columns = self.board.columns
        for attribute in sorted(name for name in columns if entity in columns[name]):
            self.retract(entity, attribute)
