"""The outcome of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Finding(NamedTuple):
    """One difference from what a scenario says, and where the scenario says it."""

    message: str
    path: str
    line: int
    column: int


class Outcome(NamedTuple):
    """The outcome of one scenario."""

    name: str
    file: str
    problems: tuple[Finding, ...]
    network: str | None = None  # None: the one that is used by default
    rules: Mapping[str, str] = MappingProxyType({})  # the rules that took part, with their origins
    fired: Mapping[str, int] = MappingProxyType({})  # how often each of them fired
    held: Mapping[str, int] = MappingProxyType({})  # in how many positions continuous ones contributed
    skipped: str = ""  # why it was not run, if it was not

    @property
    def passed(self) -> bool:
        return not self.problems and not self.skipped

    def __str__(self) -> str:
        """The outcome for people: the problems, each with its place."""
        if self.passed:
            return f"{self.name}: passed"
        if self.skipped:
            return f"{self.name}: skipped, {self.skipped}"
        lines = [f"{self.file}:{problem.line}: {problem.message}" for problem in self.problems]
        return "\n".join([f"{self.name}: failed", *lines])
