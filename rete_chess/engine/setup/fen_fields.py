"""Attributes that a variant writes into FEN: one more field each, after the en-passant field.

An attribute of a side is written as `3+3` (White first), one of the game as its value.
"""

from __future__ import annotations

from rete_chess.compiler import Program
from rete_chess.core.geometry import COLORS
from rete_chess.errors import FenError
from rete_chess.facts.session import OWNER, Session
from rete_chess.facts.vocabulary import GAME, Attribute

#: Fields of a FEN record before those of the variant.
BEFORE = 4


def declared(program: Program) -> list[Attribute]:
    """The attributes that stand in FEN, by name."""
    found = [a for a in program.vocabulary.attributes.values() if a.in_fen and a.of in ("side", "game")]
    return sorted(found, key=lambda attribute: attribute.name)


def split_fields(program: Program, fen: str) -> tuple[str, dict[str, str]]:
    """A FEN record without the variant's fields, and those fields by attribute, where they are given."""
    attributes = declared(program)
    fields = fen.split()
    if not attributes or len(fields) <= 6:
        return fen, {}
    given = fields[BEFORE : BEFORE + len(attributes)]
    rest = fields[:BEFORE] + fields[BEFORE + len(attributes) :]
    return " ".join(rest), {attribute.name: text for attribute, text in zip(attributes, given)}


def insert_fields(session: Session, program: Program, given: dict[str, str]) -> None:
    """Set the attributes that a FEN record names."""
    for attribute in declared(program):
        text = given.get(attribute.name)
        if text is None:
            continue
        if attribute.of == "game":
            session.insert(GAME, attribute.name, _number(attribute, text))
            continue
        parts = text.split("+")
        if len(parts) != 2:
            raise FenError(
                "E_FEN", f"the field {attribute.name} is misspelt", found=text, expected="such as 3+3"
            )
        for color, part in zip(COLORS, parts):
            session.insert(GAME, f"{attribute.name}{OWNER}{color}", _number(attribute, part))


def _number(attribute: Attribute, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise FenError(
            "E_FEN", f"the field {attribute.name} is no number", found=text, expected="a whole number"
        )
    return int(text)


def join_fields(session: Session, program: Program, fen: str) -> str:
    """A FEN record with the variant's fields."""
    attributes = declared(program)
    if not attributes:
        return fen
    fields = fen.split()
    texts = []
    for attribute in attributes:
        if attribute.of == "game":
            texts.append(str(session.get(GAME, attribute.name)))
        else:
            texts.append("+".join(str(session.get(GAME, f"{attribute.name}{OWNER}{c}")) for c in COLORS))
    return " ".join(fields[:BEFORE] + texts + fields[BEFORE:])
