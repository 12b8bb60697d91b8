"""The part of an engine that speaks of profiles: which are in force, which wait, who contributes what."""

from __future__ import annotations

from collections.abc import Iterable

from rete_chess.compiler.profile_documents import ProfileSource, parse_profiles
from rete_chess.documents import Document
from rete_chess.engine.between_moves import BetweenMoves
from rete_chess.engine.swap import queue
from rete_chess.errors import GameError, Problem
from rete_chess.facts.bonuses import BASE, Contribution


class ProfilePart(BetweenMoves):
    """What can be asked of a game about profiles."""

    @property
    def active_profiles(self) -> tuple[Document, ...]:
        """The profiles in force, in order; the last counts most."""
        return self._game.program.stack.profiles

    @property
    def pending_profiles(self) -> tuple[Document, ...] | None:
        """The profiles that wait for the turn to end, or None."""
        return self._game.pending

    @property
    def profile_warnings(self) -> tuple[Problem, ...]:
        """What was found about the profiles in force that does not keep the game from going on."""
        for record in reversed(self._records):
            if record.swap is not None and record.swap.happened:
                return record.swap.warnings
        return self._game.warnings

    def queue_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """Let these profiles, and no others, be in force when the next turn starts; returns warnings.

        A profile is given by its id, as a file, a document or plain data. One list waits, the last one
        given. It is judged now, and again when its time comes: `swap` of that move's record tells.
        """
        documents = parse_profiles(profiles)
        self._demand_rest()
        if self._result is not None:
            raise GameError("E_GAME_OVER", f"the game is over: {self._result}")
        return self._intervene("profiles", lambda run: queue(run, documents))

    def contributions(self, piece: int | str, attribute: str) -> tuple[Contribution, ...]:
        """Who contributes what to an attribute of a piece, given by its id or square: first what is
        stored, then rules on behalf of pieces, then profiles by type and by instance."""
        entity = self.board.entities[self.square(piece)] if isinstance(piece, str) else piece
        self._game.program.vocabulary.get(attribute)
        stored = self._game.session.get(entity, attribute)
        base = () if stored is None else (Contribution(BASE, entity, stored, BASE),)
        return (*base, *self._game.session.contributions(entity, attribute))
