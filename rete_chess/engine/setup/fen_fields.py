"""Attributes that a variant writes into FEN: one more field each, after the en-passant field.

An attribute of a side is written as `3+3` (White first), one of the game as its value: a number, `true`,
`false`, or a word whose signs, but for `_`, `.`, `-` and `~`, are written as in web addresses; `-` is no
value. At the end of a record `+2+0` is read, too: how much of what a side began with is used up, as lichess
counts checks.
"""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import quote, unquote

from rete_chess.compiler import Program
from rete_chess.core.geometry import COLORS
from rete_chess.errors import FenError
from rete_chess.facts.session import OWNER, Session
from rete_chess.facts.vocabulary import GAME, Attribute
from rete_chess.facts.words.terms import Frame

#: Fields of a FEN record before those of the variant.
BEFORE = 4

#: No value, and a text without letters.
_NONE: Final = "-"
_EMPTY: Final = "''"
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,3})?")
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
            _insert(session, attribute.name, parse_value(attribute, text))
            continue
        is_used = text.startswith("+")
        parts = text[is_used:].split("+")
        if len(parts) != 2:
            raise _misspelt(attribute, text, "such as 3+3")
        for color, part in zip(COLORS, parts):
            left = _left(session, program, attribute, color, part) if is_used else None
            value = parse_value(attribute, part) if left is None else left
            _insert(session, f"{attribute.name}{OWNER}{color}", value)


def _insert(session: Session, attribute: str, value: Any) -> None:
    if value is not None:
        session.insert(GAME, attribute, value)


def _left(session: Session, program: Program, attribute: Attribute, color: str, text: str) -> int:
    """What is left to a side of what it begins with."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise _misspelt(attribute, text, "a whole number")
    used = int(text)
    start = _start(session, program, attribute, color)
    if used > start:
        message = f"more {attribute.name} used up than {color} begins with"
        raise FenError("E_FEN", message, found=f"+{used}", expected=f"at most +{start}")
    return int(start - used)


def _start(session: Session, program: Program, attribute: Attribute, color: str) -> Any:
    """What a side begins with."""
    frame = Frame(session.board, None, {"color": color})
    seeds = [seed for seed in program.seeds if seed.attribute == attribute.name and seed.concerns(color)]
    return seeds[0].start.greatest(frame) if seeds else 0


def format_used(session: Session, program: Program, attribute: Attribute) -> str:
    """How much of what the sides began with is used up: `+2+0`, as `insert_fields` reads it."""
    left = [session.get(GAME, f"{attribute.name}{OWNER}{color}") or 0 for color in COLORS]
    starts = [_start(session, program, attribute, color) for color in COLORS]
    return "".join(f"+{max(0, int(start - now))}" for start, now in zip(starts, left))


def parse_value(attribute: Attribute, text: str) -> Any:
    """The value of an attribute by its text, None for none."""
    if text == _NONE:
        return None
    if attribute.type == "string":
        value = "" if text == _EMPTY else unquote(text)
        if attribute.words and value not in attribute.words:
            raise _misspelt(attribute, text, f"one of {', '.join(attribute.words)}")
        return value
    if attribute.type == "bool":
        if text not in ("true", "false"):
            raise _misspelt(attribute, text, "true or false")
        return text == "true"
    if not _NUMBER.fullmatch(text) or (attribute.type == "int" and "." in text):
        raise _misspelt(attribute, text, "a whole number" if attribute.type == "int" else "a number")
    return float(text) if "." in text else int(text)


def format_value(value: Any) -> str:
    """The text of a value in a field."""
    if value is None:
        return _NONE
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return str(value)
    return "%2D" if value == _NONE else quote(value, safe="") or _EMPTY


def _misspelt(attribute: Attribute, text: str, expected: str) -> FenError:
    return FenError("E_FEN", f"the field {attribute.name} is misspelt", found=text, expected=expected)


def join_fields(session: Session, program: Program, fen: str) -> str:
    """A FEN record with the variant's fields."""
    attributes = declared(program)
    if not attributes:
        return fen
    fields = fen.split()
    texts = []
    for attribute in attributes:
        if attribute.of == "game":
            texts.append(format_value(session.get(GAME, attribute.name)))
        else:
            values = [session.get(GAME, f"{attribute.name}{OWNER}{color}") for color in COLORS]
            texts.append("+".join(map(format_value, values)))
    return " ".join(fields[:BEFORE] + texts + fields[BEFORE:])
