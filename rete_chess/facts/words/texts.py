"""Texts with names in braces, such as `{rook} explodes`, filled with what the names stand for."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from rete_chess.costs import TOLD
from rete_chess.facts.session import get_fact
from rete_chess.facts.tiles import place_of_tile, tiles
from rete_chess.facts.words.terms import Frame, Name


class Kinds(NamedTuple):
    """The names that stand for pieces or tiles and those for squares; all others are words and numbers."""

    pieces: frozenset[str] = frozenset()
    squares: frozenset[str] = frozenset()


_SLOT: Final = re.compile(r"\{([A-Za-z][\w-]*)(?:\.([A-Za-z][\w-]*))?\}")


def fill(template: str, frame: Frame, kinds: Kinds) -> str:
    """The text `{rook} explodes on {centre}` with every name replaced by what it stands for."""
    frame.board.meter.charge(TOLD * template.count("{"))
    return _SLOT.sub(lambda slot: _shown(slot[1], slot[2], frame, kinds), template)


def slots(template: str) -> list[tuple[str, str]]:
    """The names in a text, each with the attribute behind its point or nothing."""
    return _SLOT.findall(template)


def _shown(name: str, attribute: str | None, frame: Frame, kinds: Kinds) -> str:
    if name == "event" and frame.event is not None:
        value = frame.event.field(attribute or "event")
        return _square_name(value, frame) if attribute in ("from", "to", "square") else str(value)
    if attribute is not None and f"{name}.{attribute}" in frame.names:
        return str(frame.names[f"{name}.{attribute}"])
    value = frame.names.get(name)
    if attribute is not None and isinstance(value, int):
        fact = Name(name, attribute).of(frame)
        return _square_name(fact, frame) if attribute == "square" else str(fact)
    if name in kinds.pieces:
        return _piece_name(value, frame)
    return _square_name(value, frame) if name in kinds.squares else str(value)


def _piece_name(entity: Any, frame: Frame) -> str:
    """A piece or tile as people name it: colour and type, and where it stands or lies."""
    tile = tiles(frame.board).get(entity)
    if tile is not None:
        return f"the {tile} tile on {_square_name(place_of_tile(frame.board, entity), frame)}"
    kind = get_fact(frame.board, entity, "PieceType")
    color = get_fact(frame.board, entity, "Color")
    square = frame.board.square_of(entity)
    where = f" on {frame.board.book.geometry.names[square]}" if square >= 0 else ""
    return f"the {color} {kind}{where}" if kind else "nobody"


def _square_name(value: Any, frame: Frame) -> str:
    is_square = isinstance(value, int) and not isinstance(value, bool)
    return frame.board.book.geometry.names[value] if is_square else str(value)
