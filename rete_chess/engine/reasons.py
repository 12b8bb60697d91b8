"""What decides about a move, as explanations tell it."""

from __future__ import annotations

from typing import Final, NamedTuple

from rete_chess.compiler.provenance import Word

#: The code of the reason for a legal move.
LEGAL: Final = "LEGAL"


class Reason(NamedTuple):
    """What decides about a move: a code, a sentence, and the document and line behind it, if any."""

    code: str
    message: str
    rule: str | None = None
    origin: str | None = None


def said(code: str, message: str, word: Word | None) -> Reason:
    """A reason that stands in a document."""
    return Reason(code, message, word.document if word else None, word.origin if word else None)
