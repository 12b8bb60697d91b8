"""What a name on the command line means: a file, or the id of a neighbour or of a registered one.

A variant itself is looked for among the registered ones, then in the current folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rete_chess.documents import Document
    from rete_chess.documents.neighbours import Neighbours


def beside(variant: str) -> Neighbours:
    """Where ids are looked for: beside the file of the variant, else in the current folder."""
    from rete_chess.documents.neighbours import Neighbours, is_file_name

    return Neighbours(Path(variant).parent if is_file_name(variant) else Path())


def variant_name(name: str) -> str:
    """A variant as programs take it: a registered id or a file, by its id one of the current folder."""
    from rete_chess.compiler import catalog
    from rete_chess.documents.neighbours import is_file_name

    if is_file_name(name) or catalog.variants().has(name):
        return name
    return catalog.variant(name, beside(name)).tree.file


def document_of(kind: str, file: str) -> Document:
    """The document of a file that is to be of this kind."""
    from rete_chess.documents import load_document
    from rete_chess.errors import DocumentError, Problem

    found = load_document(Path(file))
    if found.kind != kind:
        message = f"a {found.kind} is no {kind}"
        raise DocumentError(file, [Problem("E_DOC_KIND", message, line=1, column=1)])
    return found
