"""The digest of a game: one text for all that decides how it goes on, the same in every process.

It is taken of the facts, the rules, presets and profiles in force, what waits for the turn to end, the
modifiers that the game has come to know, the result, and the positions there have been. How the game came
there is no part of it, nor are listeners, effects and what was registered for good; nor is the stream of
chance, so that nobody finds out what will be drawn by comparing digests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.results import Result
from rete_chess.documents.kinds.document import digest_of
from rete_chess.engine._states import Regime
from rete_chess.facts.session import Session

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine


class State(NamedTuple):
    """What a digest is taken of."""

    board: Board
    regime: Regime
    starts: tuple[int, ...]  # who stood where when the game began
    result: Result | None
    tally: int  # the sum of the keys of all positions there have been

    def digest(self) -> str:
        """32 hexadecimal digits."""
        program, active, verdict, pending, modifiers, *_ = self.regime
        return digest_of(
            Session(self.board, program.vocabulary).state_hash(),
            self.board.is_chess960,
            program.hash,
            [use.to_json() for use in active],
            None if pending is None else [profile.digest for profile in pending],
            {name: document.digest for name, document in modifiers.recorded.items()},
            verdict,
            self.result,
            self.tally,
            self.starts,
        )


def state_of(engine: Engine) -> State:
    """The state that a game is in."""
    game = engine._game
    return State(engine.board, game.regime(), game.starts, engine._position.result, engine._tally)
