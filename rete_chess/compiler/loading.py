"""Documents of any kind, read and checked: those of files, and those of strangers, which open none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rete_chess import primitives
from rete_chess.compiler import catalog
from rete_chess.compiler.catalog import BY_KIND, id_of
from rete_chess.costs import VALUE
from rete_chess.documents import Document, ModifierDocument, Tree
from rete_chess.documents.kinds.document import document_of
from rete_chess.documents.kinds.neighbours import Name, Neighbours
from rete_chess.documents.reading.reader import AnySource, read_data, read_text, read_tree
from rete_chess.documents.reading.source import MAX_BYTES
from rete_chess.errors import DocumentError, Problem
from rete_chess.metering import charge, loading

#: A document as strangers give it: a text, its bytes, or plain data as JSON gives it.
Text = str | bytes | Mapping[str, Any]
#: Several of them, in a list or by the names that errors call them.
Texts = Sequence[Text] | Mapping[str, Text]

#: The documents that may come along; together they are no longer than one may be.
MAX_DOCUMENTS: Final = 100
#: What is shown of the name that a stranger gives to a document.
MAX_NAME: Final = 200

_ID: Final = re.compile(r"[a-z][a-z0-9-]{0,63}")


def load(source: AnySource, name: str | None = None) -> Document:
    """Read and check a document of any kind, the primitives of custom modifiers too.

    A `str` is always a text, and only an `os.PathLike` the path of a file.
    """
    return _checked(read(source, name))


def read(source: AnySource, name: str | None = None) -> Document:
    """A document that is read now, before the primitives of its modifiers are checked."""
    with loading("the document"):
        return _paid(read_tree(source, name))


def _paid(tree: Tree) -> Document:
    """The document of a tree; its cost goes by the number of its values."""
    charge(VALUE * len(tree.marks))
    return document_of(tree)


def load_text(text: Text, name: str | None = None, documents: Texts = ()) -> Document:
    """Read and check the document of a stranger: a text, or the plain data that JSON gives.

    No file is opened. What it names is found among `documents`, which are given likewise, or in the
    catalogue. `name`, such as `joust.variant.yaml`, is shown in errors; its ending may say the kind.
    """
    return load_tree(read_stranger(text, name), brought(documents))


def load_variant(variant: Text, name: str | None = None, documents: Texts = ()) -> Document:
    """The variant that a stranger names or gives: by its id, or as `load_text` takes documents.

    An id is that of one that comes along, else of a registered variant. No file is opened.
    """
    if not isinstance(variant, str) or not _ID.fullmatch(variant):
        return load_text(variant, name, documents)
    given = brought(documents)
    found = catalog.variant(variant, given)
    return found if given is None else found.among(given)


def load_tree(tree: Tree, given: Neighbours | None = None) -> Document:
    """The document of a tree that was read, with the documents that come along with it."""
    with loading("the document"):
        return _checked(_paid(tree if given is None else replace(tree, given=given)))


def read_stranger(text: Text, name: str | None = None) -> Tree:
    """The tree of a document that is given as a text or as plain data; its name is only shown."""
    if name is not None:
        name = "".join(sign if sign.isprintable() else " " for sign in str(name)[:MAX_NAME])
    return read_data(dict(text), name) if isinstance(text, Mapping) else read_text(text, name)


def brought(documents: Texts) -> Neighbours | None:
    """The documents that come along with another one, each checked; None if there are none."""
    if isinstance(documents, (str, bytes)) or not isinstance(documents, (Mapping, Sequence)):
        raise _refusal("E_DOC_TYPE", "what comes along must be a list of documents, or be given by name")
    if len(documents) > MAX_DOCUMENTS:
        raise _refusal("E_DOC_LIMIT", f"more than {MAX_DOCUMENTS} documents come along")
    trees = [*_trees(documents)]
    if sum(len(tree.source.text) for tree in trees) > MAX_BYTES:
        raise _refusal("E_DOC_LIMIT", f"the documents that come along have more than {MAX_BYTES} characters")
    found: dict[Name, Document] = {}
    for document in map(load_tree, trees):
        key = (_demand_named(document), id_of(document))
        if key in found:
            message = f"a second {document.kind} that comes along has the id {key[1]!r}"
            raise _refusal("E_DUPLICATE_NAME", message, document, "id")
        found[key] = document
    return Neighbours.together(found) if found else None


def _trees(documents: Texts) -> Iterator[Tree]:
    """The trees of documents; those without a name are called by kind and id, as others ask for them."""
    if isinstance(documents, Mapping):
        yield from (read_stranger(text, name) for name, text in documents.items())
        return
    for index, text in enumerate(documents):
        tree = read_stranger(text, f"documents[{index}]")
        told: Any = tree.value if isinstance(tree.value, dict) else {}
        kind, own = told.get("kind"), told.get("id")
        if isinstance(kind, str) and isinstance(own, str):
            tree = replace(tree, source=tree.source.renamed(f"{own[:60]}.{kind[:20]}"))
        yield tree


def _checked(document: Document) -> Document:
    """The document if the primitives of its custom modifiers, too, are as they must be."""
    if isinstance(document.model, ModifierDocument):
        return primitives.validate_modifier(document)
    problems = primitives.inner_problems(document)
    if problems:
        raise DocumentError(document.tree.file, problems)
    return document


def _demand_named(document: Document) -> str:
    """The kind of a document that others can ask for by its id."""
    if document.kind not in BY_KIND:
        message = f"nobody asks for a {document.kind} by its id, so that none comes along"
        raise _refusal("E_DOC_KIND", message, document, "kind")
    return document.kind


def _refusal(code: str, message: str, document: Document | None = None, key: str = "") -> DocumentError:
    if document is None:
        return DocumentError("documents", [Problem(code, message)])
    line, column = document.tree.place((key,))
    return DocumentError(document.tree.file, [Problem(code, message, "error", key, line, column)])
