"""The ways in which a condition holds: patterns, and words of the event; rules are made for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

Data = dict[str, Any]

#: More ways than this no primitive has, all conditions around it counted.
MAX_CASES: Final = 64
#: Conditions stand at most so deep in one another.
MAX_JOINS: Final = 6


class Word(NamedTuple):
    """What is known of a word of the event: that it is one, or that it is none of some."""

    is_: str | None = None
    not_: frozenset[str] = frozenset()

    def both(self, other: Word) -> Word | None:
        """What is known by both, or None if they contradict each other."""
        found = self.is_ or other.is_
        banned = self.not_ | other.not_
        if {self.is_, other.is_} - {None, found} or found in banned:
            return None
        return Word(found, frozenset() if found else banned)

    @property
    def test(self) -> Any:
        """The test that a document writes."""
        return self.is_ or {"not": sorted(self.not_)}


class Way(NamedTuple):
    """A way in which a condition holds: the patterns that must match, and the words that the event has."""

    patterns: tuple[Data, ...] = ()
    words: Mapping[str, Word] = MappingProxyType({})

    def both(self, other: Way) -> Way | None:
        """Both ways together, or None if the event cannot be so."""
        words = dict(self.words)
        for key, word in other.words.items():
            found = words.get(key, Word()).both(word)
            if found is None:
                return None
            words[key] = found
        return Way((*self.patterns, *other.patterns), words)

    @property
    def event(self) -> Data:
        """The fields of the event, as a pattern writes them."""
        return {key: word.test for key, word in self.words.items()}


#: The way of no condition at all.
ANYHOW: Final = Way()


def together(choices: Iterable[list[Way]]) -> list[Way]:
    """One way of each, together, where that can be."""
    found = [ANYHOW]
    for ways in choices:
        pairs = [before.both(way) for before in found for way in ways]
        found = [way for way in pairs if way is not None]
    return found
