"""The document of any kind: its loading, its model and its lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

from rete_chess.documents.kinds.body import Body
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.language.scope_check import scope_problems
from rete_chess.documents.modelling.model import DocumentModel, parse_document
from rete_chess.documents.modelling.promise import Elsewhere
from rete_chess.documents.reading.reader import AnySource, looks_like_a_file, read_tree
from rete_chess.documents.reading.source import MAX_PROBLEMS
from rete_chess.documents.reading.tree import KeyPath, Tree, copied, format_path
from rete_chess.errors import DocumentError, Problem, clip, nearest

#: The lists whose items have ids, with the noun for an item.
_LISTS: Final = {"rules": "rule", "presets": "preset", "acts": "act"}


def id_problems(tree: Tree) -> list[Problem]:
    """The problems of ids that a list of the document holds twice."""
    body = tree.value if isinstance(tree.value, dict) else {}
    return [problem for key, noun in _LISTS.items() for problem in _repeated(tree, key, noun, body.get(key))]


def _repeated(tree: Tree, key: str, noun: str, listed: object) -> Iterator[Problem]:
    lines: dict[str, int] = {}
    for index, item in enumerate(listed if isinstance(listed, list) else ()):
        name = item.get("id") if isinstance(item, dict) else None
        path: KeyPath = (key, index, "id")
        if not isinstance(name, str):
            continue
        line, column = tree.place(path)
        if name in lines:
            message = f"a second {noun} has the id {clip(name)}"
            hint = f"the first one stands on line {lines[name]}"
            yield Problem("E_DOC_DUPLICATE_ID", message, "error", format_path(path), line, column, hint)
        lines.setdefault(name, line)


class Models(Mapping[str, type[DocumentModel]]):
    """The models of the kinds of documents, each imported when its kind is first met."""

    def __init__(self, homes: Mapping[str, Elsewhere]) -> None:
        self._homes = homes

    def __getitem__(self, kind: str) -> type[DocumentModel]:
        return self._homes[kind].model()

    def __contains__(self, kind: object) -> bool:
        return kind in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


#: The kinds of documents and their models.
MODELS: Final = Models(
    {
        "ability": Elsewhere("kinds.bundle", "AbilityDocument"),
        "layout": Elsewhere("kinds.layout", "LayoutDocument"),
        "modifier": Elsewhere("kinds.modifier", "ModifierDocument"),
        "piece": Elsewhere("kinds.piece", "PieceDocument"),
        "preset": Elsewhere("kinds.preset", "PresetDocument"),
        "profile": Elsewhere("kinds.profile", "ProfileDocument"),
        "save": Elsewhere("kinds.save", "SaveDocument"),
        "scenario": Elsewhere("kinds.scenario", "ScenarioDocument"),
        "tile": Elsewhere("kinds.bundle", "TileDocument"),
        "variant": Elsewhere("kinds.variant", "VariantDocument"),
    }
)

_ENDING = re.compile(r"\.([a-z]+)\.(?:yaml|yml|json)\Z", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Document:
    """A valid document: its kind, its model, and the tree it was read from. Equal ones have equal values."""

    kind: str
    model: DocumentModel
    tree: Tree

    def origin(self, path: KeyPath = ()) -> str:
        """The origin of a part as `file:line`: `origin(("rules", 0))`."""
        return f"{self.tree.file}:{self.tree.place(path)[0]}"

    def to_json(self) -> dict[str, Any]:
        """The document as a JSON value of its own, with its kind; it loads again to an equal document."""
        value: Any = copied(self.tree.value)
        return value if "kind" in value else {"kind": self.kind, **value}

    @cached_property
    def digest(self) -> str:
        """The digest of its value, whether its kind stands in it or only in the name of its file."""
        value: Any = self.tree.value
        return digest_of({**value, "kind": self.kind})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def among(self, neighbours: Neighbours) -> Document:
        """A copy of the document with neighbours that come along with it."""
        return replace(self, tree=replace(self.tree, given=neighbours))


def digest_of(*parts: Any) -> str:
    """A digest of values as JSON has them; the order of keys does not matter."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def load_document(source: AnySource, name: str | None = None) -> Document:
    """Read and check a document, or raise one error with all its problems; see `read_tree`.

    Its kind is that of the file name, such as `atomic.variant.yaml`, or else that of its key `kind`.
    """
    return document_of(read_tree(source, name))


def document_of(tree: Tree) -> Document:
    """The document of a tree that was read, or one error with all its problems."""
    kind = kind_of(tree)
    found = [*id_problems(tree), *scope_problems(tree, kind)] if issubclass(MODELS[kind], Body) else []
    try:
        model = parse_document(MODELS[kind], tree)
    except DocumentError as error:
        if len(error.problems) > MAX_PROBLEMS:
            raise
        raise DocumentError(tree.file, _limited([*error.problems, *found])) from None
    if found:
        raise DocumentError(tree.file, _limited(found))
    return Document(kind, model, tree)


def is_document_name(file: str) -> bool:
    """Whether a file says by its name that it is a document."""
    ending = _ENDING.search(file)
    return ending is not None and ending[1].lower() in MODELS


def kind_of(tree: Tree) -> str:
    """The kind of a document, by its name or its key `kind`."""
    ending = _ENDING.search(tree.file)
    if ending is not None and ending[1].lower() in MODELS:
        return ending[1].lower()
    kinds = ", ".join(MODELS)
    if not isinstance(tree.value, dict):
        hint = (
            "a text is given; for a file, give its pathlib.Path" if looks_like_a_file(tree.source) else None
        )
        raise _error(tree, "E_DOC_TYPE", "the document must be a mapping", (), hint)
    if "kind" not in tree.value:
        say = f"begin it with `kind:` and one of {kinds}"
        raise _error(tree, "E_DOC_KIND", "the document does not say of which kind it is", (), say)
    kind = tree.value["kind"]
    if isinstance(kind, str) and kind in MODELS:
        return kind
    close = nearest(kind, MODELS) if isinstance(kind, str) else None
    hint = f"did you mean '{close}'?" if close else None
    raise _error(tree, "E_DOC_KIND", f"unknown kind {clip(kind)}, expected one of {kinds}", ("kind",), hint)


def _error(tree: Tree, code: str, message: str, path: KeyPath, hint: str | None = None) -> DocumentError:
    line, column = tree.place(path)
    where = ".".join(map(str, path))
    return DocumentError(tree.file, [Problem(code, message, "error", where, line, column, hint)])


def _limited(problems: list[Problem]) -> list[Problem]:
    """At most `MAX_PROBLEMS` problems in the order of lines, and a line that counts the rest."""
    if len(problems) <= MAX_PROBLEMS:
        return problems
    placed = sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0))
    first, more = placed[MAX_PROBLEMS], len(placed) - MAX_PROBLEMS
    message = f"{more} further problems are not listed"
    return [*placed[:MAX_PROBLEMS], Problem("E_DOC_LIMIT", message, line=first.line, column=first.column)]
