"""The clock of a game: milliseconds left for each side, and since when the time of one of them runs."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock at a moment. Nothing moves in it: each change makes another one."""

    initial: int  # milliseconds
    increment: int
    white: int
    black: int
    running: str | None = None  # the side whose time runs
    since: int = 0  # from when on

    @classmethod
    def of(cls, initial: float, increment: float) -> Clock:
        """The clock of a game that has not begun, from seconds."""
        start = round(initial * 1000)
        return cls(start, round(increment * 1000), start, start)

    def left(self, side: str, now: int) -> int:
        """The milliseconds that a side has left."""
        kept: int = getattr(self, side)
        return max(0, kept - (max(0, now - self.since) if self.running == side else 0))

    @property
    def deadline(self) -> int | None:
        """When the time that runs is up."""
        if self.running is None:
            return None
        kept: int = getattr(self, self.running)
        return self.since + kept

    def turned(self, side: str, now: int) -> Clock:
        """The clock when a side's turn begins; the other one, if its time ran, gets its increment."""
        if self.running == side:
            return self
        held = self.held(now)
        if self.running is not None:
            rested: int = getattr(held, self.running)
            held = replace(held, **{self.running: rested + self.increment})  # type: ignore[arg-type]
        return replace(held, running=side, since=now)

    def held(self, now: int) -> Clock:
        """The clock when nobody's time runs any longer."""
        return replace(
            self, white=self.left("white", now), black=self.left("black", now), running=None, since=now
        )

    def delayed(self, lost: int) -> Clock:
        """The clock with time given back that nobody could play in."""
        return self if self.running is None else replace(self, since=self.since + lost)

    def to_json(self) -> Json:
        """The clock as stored data."""
        return asdict(self)

    def shown(self, now: int) -> Json:
        """The clock as messages tell it, in seconds."""
        shown = {
            "initial": self.initial / 1000,
            "increment": self.increment / 1000,
            "white": self.left("white", now) / 1000,
            "black": self.left("black", now) / 1000,
            "at": now,
        }
        if self.running is None:
            return shown
        return {**shown, "running": self.running, "expiresAt": self.deadline}
