"""Documents that options and arguments name: by id, by file, or on standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rete_chess.documents import Document
    from rete_chess.documents.kinds.neighbours import Neighbours


#: What stands for standard input, and how messages name it.
STDIN: Final = "-"
STDIN_NAME: Final = "<stdin>"


def read_text() -> str | bytes:
    """The text on standard input, cut behind the limit of a document."""
    from rete_chess.cli.views.line_reader import reading_input
    from rete_chess.documents.reading.source import MAX_BYTES

    with reading_input():
        given: str | bytes = getattr(sys.stdin, "buffer", sys.stdin).read(MAX_BYTES + 1)
    return given


def read_document() -> Document:
    """The document on standard input, which must say its `kind`."""
    from rete_chess.documents import load_document

    return load_document(read_text(), STDIN_NAME)


def beside(variant: str) -> Neighbours:
    """The documents among which ids are searched: beside the variant's file, else in the current folder."""
    from rete_chess.documents.kinds.neighbours import Neighbours, is_file_name

    return Neighbours(Path(variant).parent if is_file_name(variant) else Path())


def variant_source(name: str) -> str | Path:
    """The registered id or the path of a variant; an unregistered id is searched in the current folder."""
    from rete_chess.compiler import catalog
    from rete_chess.documents.kinds.neighbours import is_file_name

    if is_file_name(name):
        return Path(name)
    if catalog.variants().has(name):
        return name
    return Path(catalog.variant(name, beside(name)).tree.file)


def document_of(kind: str, file: str) -> Document:
    """The document of a file, which must be of a kind."""
    from rete_chess.documents import load_document
    from rete_chess.errors import DocumentError, Problem

    found = load_document(Path(file))
    if found.kind != kind:
        message = f"a {found.kind} is no {kind}"
        raise DocumentError(file, [Problem("E_DOC_KIND", message, line=1, column=1)])
    return found
