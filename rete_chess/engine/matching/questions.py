"""Questions to networks: what of an event the rules of a point look at, as one value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Final

from rete_chess.facts.events import Event
from rete_chess.facts.rules import Rule

#: How a question is read off an event, and, if these decide it, off its word, side, piece and player.
Quick = Callable[[str, "str | None", "int | None", bool], Any]
Question = tuple[Callable[[Event], Any], "Quick | None"]

#: The fields of an event that are known before it is made.
FORETOLD: Final = ("event", "side", "piece", "player")


def question_of(rules: Sequence[Rule]) -> Question:
    """The function that picks out of an event, as one value, the fields that some of the rules look at."""
    asked = frozenset().union(*(rule.joined.fields for rule in rules))
    names = tuple(name for name in Event._fields if name in asked)
    if not names:
        return _nothing, _nothing_foretold
    pick = itemgetter(*(Event._fields.index(name) for name in names))
    if names == ("piece",):
        return pick, _piece_foretold
    if names == ("side",):
        return pick, _side_foretold
    if not asked <= set(FORETOLD):
        return pick, None
    places = itemgetter(*(FORETOLD.index(name) for name in names))
    return pick, lambda *fields: places(fields)


def _nothing(_event: Event) -> None:
    """The question of rules that hear every event: nothing."""


def _nothing_foretold(_word: str, _side: str | None, _piece: int | None, _player: bool) -> None:
    """The same without the event."""


def _piece_foretold(_word: str, _side: str | None, piece: int | None, _player: bool) -> int | None:
    """The question of rules that ask for a fact of the piece."""
    return piece


def _side_foretold(_word: str, side: str | None, _piece: int | None, _player: bool) -> str | None:
    """The question of rules that ask for the side."""
    return side
