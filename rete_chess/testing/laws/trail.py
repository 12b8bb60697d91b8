"""The trail of a match through its history: states that were left must come back with their place."""

from __future__ import annotations

from typing import Final, NamedTuple

from rete_chess.match import Match
from rete_chess.testing.laws.states import LawBroken, State, difference, whole_state

#: Acts that lead back and forth and change nothing else.
TRAVEL: Final = ("undo", "redo", "undo_last_move", "jump_to")


class Stop(NamedTuple):
    """A match as it was seen: its state, its place in the history, its interventions up to there, and whose
    offer of a draw stood."""

    state: State
    place: int
    interventions: int
    offer: str | None

    def demand(self, match: Match, message: str) -> None:
        """Raise an error unless a match is in this state, with this offer."""
        self.demand_state(match, message)
        if match.draw_offer != self.offer:
            raise LawBroken(f"{message}: other offer: {self.offer!r} and {match.draw_offer!r}")

    def demand_state(self, match: Match, message: str) -> None:
        """Raise an error unless a match is in this state, whatever has been said meanwhile."""
        found = difference(self.state, whole_state(match))
        if found is not None:
            raise LawBroken(f"{message}: {found}")


class Trail:
    """What was seen of a match at each place of its history, and before each intervention."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._seen: dict[int, Stop] = {0: self.note()}
        self._before: list[Stop | None] = []  # before each intervention; None where nobody has looked

    def note(self) -> Stop:
        """The match as it is now."""
        match = self.match
        done = len(match.engine.incidents)
        return Stop(whole_state(match), match.current_index, done, match.draw_offer)

    def follow(self, verb: str, before: Stop) -> None:
        """Go on after an act; where it leads to a place that is known, the state must be known too."""
        if verb in TRAVEL:
            self.arrive(verb)
            return
        if verb == "undo_intervention":
            known = self._before[before.interventions - 1]
            if known is not None:
                known.demand_state(self.match, "the state before an intervention does not come back")
        now = self.note()
        if now.interventions > before.interventions:
            unseen = [None] * (now.interventions - before.interventions - 1)
            self._before[before.interventions :] = [before, *unseen]
        last = len(self.match.history)  # what was taken back may be gone for good
        self._seen = {index: stop for index, stop in self._seen.items() if index <= last}
        self._seen[now.place] = now

    def look_at(self, index: int) -> None:
        """Demand the state that was seen at a place of the history, of the match as it was there."""
        seen = self._seen.get(index)
        if seen is not None and index < self.match.current_index:
            seen.demand(self.match.state_at(index), f"state_at({index}) is not what was seen there")

    def arrive(self, verb: str) -> None:
        """Demand the state that was seen at this place."""
        index = self.match.current_index
        self._seen[index].demand(self.match, f"{verb} does not restore the state of step {index}")
