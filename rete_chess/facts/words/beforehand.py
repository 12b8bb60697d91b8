"""What types and colours decide of filters on single pieces before there is a board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rete_chess.core.geometry import OWNERS
from rete_chess.facts.words.filters import Filter, Test

_NO_FRAME: Any = None


def is_static(chosen: Filter) -> bool:
    """Whether a piece's type and colour alone decide a filter."""
    return _is_constant(chosen.type) and _is_constant(chosen.color) and not _asks_more(chosen)


def is_own(chosen: Filter) -> bool:
    """Whether constants and the piece's own facts, but not its place, decide a filter."""
    tests = (chosen.type, chosen.color, *(test for _, test in chosen.attributes))
    others = (chosen.id, chosen.royal, chosen.square)
    is_plain = not chosen.last and not chosen.attacks
    return is_plain and all(map(_is_constant, tests)) and all(part is None for part in others)


def fits(chosen: Filter, type_id: str, color: int) -> bool:
    """Whether pieces of a type and colour pass, as far as constants decide it."""
    return _may_hold(chosen.type, type_id) and _may_hold(chosen.color, OWNERS[color])


def rest_of(chosen: Filter) -> Filter:
    """What a filter asks beyond constants on type and colour, of pieces that these let in."""
    return replace(
        chosen,
        type=None if _is_constant(chosen.type) else chosen.type,
        color=None if _is_constant(chosen.color) else chosen.color,
    )


def is_bare(chosen: Filter) -> bool:
    """Whether a filter asks for attributes at most."""
    parts = (chosen.id, chosen.type, chosen.color, chosen.royal, chosen.square)
    return all(part is None for part in parts) and not chosen.last and not chosen.attacks


def _asks_more(chosen: Filter) -> bool:
    others = (chosen.id, chosen.royal, chosen.square)
    more = chosen.attributes or chosen.attacks
    return any(part is not None for part in others) or chosen.last or bool(more)


def _is_constant(test: Test | None) -> bool:
    return test is None or test.term.is_constant


def _may_hold(test: Test | None, value: str) -> bool:
    return test is None or not _is_constant(test) or test.holds(value, _NO_FRAME)
