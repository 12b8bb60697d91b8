"""Attributes that a variant writes into FEN: one more field each, after the en-passant field.

An attribute of a side is written as `3+3` (White first), one of the game as its value. At the end of
a record `+2+0` is read, too: how much of what a side began with is used up, as lichess counts checks.
"""

from __future__ import annotations

import re
from typing import Final

from rete_chess.compiler import Program
from rete_chess.core.geometry import COLORS
from rete_chess.errors import FenError
from rete_chess.facts.session import OWNER, Session
from rete_chess.facts.vocabulary import GAME, Attribute
from rete_chess.facts.words.terms import Frame

#: Fields of a FEN record before those of the variant.
BEFORE = 4

_LEFT: Final = re.compile(r"[0-9]+\+[0-9]+")
_USED: Final = re.compile(r"\+[0-9]+\+[0-9]+")


def declared(program: Program) -> list[Attribute]:
    """The attributes that stand in FEN, by name."""
    found = [a for a in program.vocabulary.attributes.values() if a.in_fen and a.of in ("side", "game")]
    return sorted(found, key=lambda attribute: attribute.name)


def split_fields(program: Program, fen: str) -> tuple[str, dict[str, str]]:
    """A FEN record without the variant's fields, and those fields by attribute, where they are given."""
    attributes = declared(program)
    fields = fen.split()
    if not attributes:
        return fen, {}
    of_sides = [attribute for attribute in attributes if attribute.of == "side"]
    used = fields[-len(of_sides) :] if of_sides else []
    if used and len(fields) > BEFORE and all(map(_USED.fullmatch, used)):
        return " ".join(fields[: -len(used)]), {each.name: text for each, text in zip(of_sides, used)}
    is_short = len(fields) > BEFORE and _LEFT.fullmatch(fields[BEFORE])  # without clocks
    if len(fields) <= 6 and not is_short:
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
        is_used = text.startswith("+")
        parts = text[is_used:].split("+")
        if len(parts) != 2:
            raise FenError(
                "E_FEN", f"the field {attribute.name} is misspelt", found=text, expected="such as 3+3"
            )
        for color, part in zip(COLORS, parts):
            number = _number(attribute, part)
            left = _left(session, program, attribute, color, number) if is_used else number
            session.insert(GAME, f"{attribute.name}{OWNER}{color}", left)


def _left(session: Session, program: Program, attribute: Attribute, color: str, used: int) -> int:
    """What is left to a side of what it begins with."""
    frame = Frame(session.board, None, {"color": color})
    seeds = [seed for seed in program.seeds if seed.attribute == attribute.name and seed.concerns(color)]
    start = seeds[0].start.of(frame) if seeds else 0
    if used > start:
        message = f"more {attribute.name} used up than {color} begins with"
        raise FenError("E_FEN", message, found=f"+{used}", expected=f"at most +{start}")
    return int(start - used)


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
