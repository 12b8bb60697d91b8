"""Numbers of documents, the same in YAML and JSON: finite, and of a bounded number of digits."""

from __future__ import annotations

import math

from rete_chess.documents.limits import MAX_NUMBER_DIGITS
from rete_chess.documents.source import Source
from rete_chess.errors import DocumentError, clip


def read_int(source: Source, text: str, offset: int, base: int = 10) -> int:
    """A whole number; `text` holds a sign and digits of the base only."""
    _check_length(source, text, offset)
    return int(text, base)


def read_float(source: Source, text: str, offset: int) -> float:
    """A number with a fraction or an exponent."""
    _check_length(source, text, offset)
    number = float(text)
    if not math.isfinite(number):
        raise not_finite(source, text, offset)
    return number


def not_finite(source: Source, text: str, offset: int) -> DocumentError:
    """The error of a number that is infinite, too large, or none at all."""
    return source.error("E_DOC_NUMBER", f"{clip(text)} is not a finite number", offset)


def _check_length(source: Source, text: str, offset: int) -> None:
    if len(text) <= MAX_NUMBER_DIGITS:
        return
    if sum(character.isalnum() for character in text) > MAX_NUMBER_DIGITS:
        message = f"the number {clip(text, 20)} has more than {MAX_NUMBER_DIGITS} digits"
        raise source.error("E_DOC_NUMBER", message, offset)
