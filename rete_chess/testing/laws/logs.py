"""Logs played again: the told events of a move, applied to the facts before it, give the facts after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from rete_chess.core.geometry import COLORS
from rete_chess.engine import MoveRecord
from rete_chess.engine.chronicle import Told
from rete_chess.facts.events import Event
from rete_chess.facts.session import Session
from rete_chess.facts.tiles import STANDARD, TILE_TYPE
from rete_chess.facts.vocabulary import CORE_GAME_ATTRIBUTES, GAME
from rete_chess.testing.laws.states import LawBroken

#: Facts by entity and attribute.
Facts = dict[tuple[int, str], Any]

#: Facts of the game that the board itself counts; no event tells them.
COUNTED: Final = tuple(name for name in CORE_GAME_ATTRIBUTES if name != "Turn")


def facts_of(session: Session) -> Facts:
    """All facts that events tell: pieces, places, attributes, tiles and the turn."""
    return {
        (fact.id, fact.attr): fact.value
        for fact in session.all_facts()
        if not (fact.id == GAME and fact.attr in COUNTED)
    }


def after_events(facts: Facts, log: Iterable[Told]) -> Facts:
    """The facts after the events of a log."""
    now = facts.copy()
    for told in log:
        if told.change is not None:
            _set(now, told.change.entity, told.change.attribute, told.change.new)
        elif told.event.event in _APPLIED:
            _APPLIED[told.event.event](now, told.event)
    return now


def demand_log(before: Facts, record: MoveRecord, after: Facts) -> None:
    """Raise an error unless the log of a move leads from the facts before it to the facts after it."""
    if sum(told.event.event == "turn-end" for told in record.log) > 1:
        raise LawBroken(f"the log of {record.move} tells of more than one turn that ends")
    told = after_events(before, record.log)
    for key in sorted(told.keys() | after.keys()):
        if told.get(key) != after.get(key):
            lines = "; ".join(line.text for line in record.log)
            message = f"the log of {record.move} makes {key} {told.get(key)!r}, and it is {after.get(key)!r}"
            raise LawBroken(f"{message}: {lines}")


def _set(facts: Facts, entity: int | None, attribute: str, value: Any) -> None:
    if value is None:
        facts.pop((entity or 0, attribute), None)
    else:
        facts[entity or 0, attribute] = value


def _forget(facts: Facts, entity: int | None) -> None:
    for key in [key for key in facts if key[0] == entity]:
        del facts[key]


def _move(facts: Facts, event: Event) -> None:
    _set(facts, event.piece, "Position", event.to)


def _relocate(facts: Facts, event: Event) -> None:
    _set(facts, event.target, "Position", event.to)


def _swap(facts: Facts, event: Event) -> None:
    _set(facts, event.piece, "Position", event.to)
    _set(facts, event.target, "Position", event.origin)


def _spawn(facts: Facts, event: Event) -> None:
    for attribute, value in (("PieceType", event.becomes), ("Color", event.side), ("Position", event.square)):
        _set(facts, event.target, attribute, value)


def _tile(facts: Facts, event: Event) -> None:
    _forget(facts, event.target)
    if event.becomes != STANDARD:
        _set(facts, event.target, TILE_TYPE, event.becomes)
        _set(facts, event.target, "Position", event.square)


def _advance(facts: Facts, event: Event) -> None:
    _set(facts, GAME, "Turn", COLORS[1 - COLORS.index(event.side or "")])


#: Kind of event -> what it does to the facts; all others change none.
_APPLIED: Final[dict[str, Callable[[Facts, Event], None]]] = {
    "move": _move,
    "relocate": _relocate,
    "swap": _swap,
    "spawn": _spawn,
    "death": lambda facts, event: _forget(facts, event.target),
    "remove": lambda facts, event: _forget(facts, event.target),
    "transform": lambda facts, event: _set(facts, event.target, "PieceType", event.becomes),
    "recolor": lambda facts, event: _set(facts, event.target, "Color", event.side),
    "promotion": lambda facts, event: _set(facts, event.piece, "PieceType", event.becomes),
    "tile": _tile,
    "turn-advance": _advance,
}
