"""What a plain YAML scalar means: the core schema of YAML 1.2, so `on`, `no` and `1:30` stay texts."""

from __future__ import annotations

import re

from rete_chess.documents.numbers import not_finite, read_float, read_int
from rete_chess.documents.source import Source
from rete_chess.documents.tree import Scalar

_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


def resolve_plain(source: Source, text: str, offset: int) -> Scalar:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _DECIMAL.fullmatch(text):
        return read_int(source, text, offset)
    if _OCTAL.fullmatch(text):
        return read_int(source, text[2:], offset, 8)
    if _HEXADECIMAL.fullmatch(text):
        return read_int(source, text[2:], offset, 16)
    if _FLOAT.fullmatch(text):
        return read_float(source, text, offset)
    if _NOT_FINITE.fullmatch(text):
        raise not_finite(source, text, offset)
    return text
