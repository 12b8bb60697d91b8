"""Random courses of matches, with what each place of the history looked like when the match stood there."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from rete_chess import Match, MoveRecord
from tests.match.games import meddle


def face(match: Match) -> tuple[Any, ...]:
    """All that can be seen of a match where it stands."""
    engine = match.engine
    return (
        match.digest,
        engine.fen(),
        [str(move) for move in match.legal_moves()],
        engine.claims(),
        engine.active_presets,
        engine.active_profiles,
        engine.pending_profiles,
        engine.profile_warnings,
        sorted(engine.custom_modifiers.recorded),
        engine.position_counts,
        match.result,
        match.draw_offer,
        list(engine.session.all_facts()),
    )


@dataclass
class Course:
    """A match that was played, with the face of every place, and digest and notation of every move."""

    match: Match
    faces: list[Any] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    notations: list[str] = field(default_factory=list)

    def play(self, chance: Random) -> None:
        """Play a random move, with what happens after it."""
        match = self.match
        index = match.current_index
        del self.digests[index:], self.notations[index:], self.faces[index + 1 :]
        move = chance.choice(match.legal_moves())
        self.notations.append(match.engine.san(move))
        match.play(move)
        self.digests.append(match.engine.digest)
        while chance.random() < 0.3:
            meddle(match, chance)
        self.faces.append(face(match))


def run_course(match: Match, chance: Random, steps: int) -> Course:
    """Play random moves with things between them, and go back and forth."""
    if chance.random() < 0.3:
        meddle(match, chance)
    course = Course(match, [face(match)])
    for _ in range(steps):
        if match.is_over:
            break
        course.play(chance)
        if chance.random() < 0.25:
            match.jump_to(chance.randrange(match.current_index + 1))
            if chance.random() < 0.5:
                match.jump_to(len(match.history))
    match.jump_to(chance.randrange(max(0, len(match.history) - 3), len(match.history) + 1))
    return course


def records_of(match: Match) -> list[MoveRecord]:
    """The records of all moves, also of those taken back."""
    return [step for step in match.history if isinstance(step, MoveRecord)]
