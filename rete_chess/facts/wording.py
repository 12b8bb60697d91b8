"""Conditions, terms and patterns in words, close to what documents write."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rete_chess.core.geometry import Zone
from rete_chess.facts.network_rules import Condition, Constant, EventField, Value
from rete_chess.facts.words import patterns as kinds
from rete_chess.facts.words.filters import Filter, Squares, Test
from rete_chess.facts.words.patterns import TileFilter, TilePattern
from rete_chess.facts.words.terms import Const, CountOf, EventTerm, GameTerm, Name, PresetTerm, Term

#: The words documents have for tests that are no equality.
WORDS = {"ne": "not", "not-in": "not"}


def format_condition(condition: Condition, thresholds: Collection[str]) -> str:
    """What a network joins: `target.Hp > 0`, `$king.Color = event.side`."""
    subject, attribute, term = condition
    if attribute in thresholds:
        return f"{subject}.{attribute}"
    if isinstance(term, Constant):
        return f"{subject}.{attribute} = {format_constant(term.value)}"
    value = f"event.{term.field}" if isinstance(term, EventField) else f"<{term.name}>"
    return f"{subject}.{attribute} = {value}"


def format_constant(value: Value) -> str:
    """A constant as documents write it; networks are told thousandths."""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else f"{value / 1000:g}"


def format_value(value: Any) -> str:
    """A value in a word: `2`, `0.5`, `true`, `none`."""
    if value is None:
        return "none"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(format_value(item) for item in value)}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def format_term(term: Term) -> str:
    """`$victim.Hp`, `event.amount`, `3`."""
    if isinstance(term, Const):
        return format_value(term.value)
    if isinstance(term, Name):
        return f"${term.name}.{term.attribute}" if term.attribute else f"${term.name}"
    if isinstance(term, EventTerm):
        return f"event.{term.field}"
    if isinstance(term, GameTerm):
        return f"$game.{term.attribute}"
    if isinstance(term, PresetTerm):
        return f"$preset.{term.attribute}"
    if isinstance(term, CountOf):
        return f"{{count: {format_filter(term.filter)}}}"
    return f"{{of: {format_term(term.base)}, times: {term.times:g}, plus: {term.plus:g}}}"


def format_test(test: Test) -> str:
    """`king`, `{not: pawn}`, `{ge: 2}`."""
    value = format_term(test.term)
    return value if test.op == "eq" else f"{{{WORDS.get(test.op, test.op)}: {value}}}"


def format_filter(given: Filter | TileFilter, **first: str) -> str:
    """`{type: king, square: {near: $k}}`; what is given by name stands first."""
    parts = dict(first)
    for key in ("id", "type", "color"):
        test = getattr(given, key, None)
        if test is not None:
            parts[key] = format_test(test)
    if isinstance(given, Filter):
        if given.royal is not None:
            parts["royal"] = format_value(given.royal)
        if given.last:
            parts["last"] = "true"
    if given.square is not None:
        parts["square"] = format_squares(given.square)
    parts |= {name: format_test(test) for name, test in given.attributes}
    return _mapping(parts)


def format_squares(given: Squares) -> str:
    """`$centre`, `{near: $k}`, `{rank: [1, 2]}`."""
    if given.at is not None:
        return format_term(given.at)
    if given.near is not None:
        return f"{{near: {format_term(given.near)}}}"
    zone = given.zone or Zone()
    parts = {
        "in": zone.squares,
        "rank": zone.ranks,
        "ownRank": zone.own_ranks,
        "file": zone.files,
        "zone": zone.named,
    }
    return _mapping({key: format_value(value) for key, value in parts.items() if value is not None})


def format_pattern(pattern: kinds.Pattern) -> str:
    """A pattern as a document might write it: `piece: {id: $k, square: {near: $centre}}`."""
    if isinstance(pattern, kinds.NotPattern):
        return f"not: {{{format_pattern(pattern.inner)}}}"
    if isinstance(pattern, kinds.TestPattern):
        return f"{format_term(pattern.term)}: {format_test(pattern.test)}"
    if isinstance(pattern, kinds.PlacePattern):
        return f"{format_term(pattern.term)}: {format_squares(pattern.squares)}"
    if isinstance(pattern, (kinds.PiecePattern, TilePattern)):
        word = "tile" if isinstance(pattern, TilePattern) else "piece"
        named = {"id": f"${pattern.entity}"} if pattern.entity else {}
        return f"{word}: {format_filter(pattern.filter, **named, **_bound(pattern.binds))}"
    if isinstance(pattern, kinds.SquarePattern):
        parts = {"behind": format_term(pattern.behind), "seen": format_term(pattern.seen)}
        named = {"is": f"${pattern.name}"} if pattern.name else {}
        return f"square: {_mapping({**named, **parts, **_flags(empty=pattern.empty)})}"
    if isinstance(pattern, kinds.FreePattern):
        return f"square: {_mapping({'is': format_term(pattern.square), **_flags(empty=pattern.empty)})}"
    if isinstance(pattern, kinds.MovePattern):
        parts = {} if pattern.side is None else {"side": format_test(pattern.side)}
        parts |= {} if pattern.piece is None else {"piece": format_filter(pattern.piece)}
        parts |= {} if pattern.to is None else {"to": format_squares(pattern.to)}
        return f"move: {_mapping(parts)}"
    return _format_owner(pattern)


def _format_owner(pattern: kinds.SidePattern | kinds.GamePattern | kinds.PresetPattern) -> str:
    """Patterns on what a side, the game or a preset has."""
    parts = _bound(pattern.binds) | {name: format_test(test) for name, test in pattern.attributes}
    if isinstance(pattern, kinds.GamePattern):
        return f"game: {_mapping(parts)}"
    if isinstance(pattern, kinds.PresetPattern):
        return f"preset: {_mapping({'id': ' or '.join(pattern.presets), **parts})}"
    color = {"color": f"${pattern.name}"} if pattern.name else {}
    if pattern.color is not None:
        color = {"color": format_test(pattern.color)}
    flags = _flags(toMove=pattern.to_move, moved=pattern.moved, inCheck=pattern.in_check)
    return f"side: {_mapping({**color, **flags, **parts})}"


def _bound(binds: Collection[tuple[str, str]]) -> dict[str, str]:
    return {attribute: f"${name}" for name, attribute in binds}


def _flags(**flags: bool | None) -> dict[str, str]:
    return {key: format_value(value) for key, value in flags.items() if value is not None}


def _mapping(parts: dict[str, str]) -> str:
    return f"{{{', '.join(f'{key}: {value}' for key, value in parts.items())}}}"
