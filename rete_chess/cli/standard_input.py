"""`-` where a file is taken: the document on standard input."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rete_chess.documents import Document

#: What stands for standard input, and how messages name it.
STDIN: Final = "-"
STDIN_NAME: Final = "<stdin>"


def read_text() -> str | bytes:
    """The text on standard input, no more of it than a document may have."""
    from rete_chess.documents.limits import MAX_BYTES

    given: str | bytes = getattr(sys.stdin, "buffer", sys.stdin).read(MAX_BYTES + 1)
    return given


def read_document() -> Document:
    """The document on standard input, which must say its `kind`."""
    from rete_chess.documents import load_document

    return load_document(read_text(), STDIN_NAME)
