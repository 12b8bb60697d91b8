"""Presets that exclude each other: both say so, and both exist."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from rete_chess.documents import Document, PresetDocument
from rete_chess.documents.reading.tree import KeyPath, format_path
from rete_chess.errors import DocumentError, Problem, did_you_mean

#: The hint of what cannot be registered before another one.
_TOGETHER = "presets that exclude each other are registered together"


def demand_mutual(
    document: Document, others: Iterable[Document], names: Callable[[], Collection[str]]
) -> None:
    """Refuse a preset that excludes one which nobody knows, or which does not exclude it in return; or that
    is excluded by one which it does not exclude.

    `others` are the presets that users have registered; `names` are all ids. A shipped one cannot know of
    what users register, so it need not exclude that in return.
    """
    problems = []
    own = head_of(document)
    known = {head_of(other).id: head_of(other) for other in others if head_of(other).id != own.id}
    for index, name in enumerate(own.incompatible_with):
        other = known.get(name)
        if other is None and name not in names():
            hint = did_you_mean(name, names()) or _TOGETHER
            problems.append(_problem(document, index, "E_UNKNOWN_NAME", f"unknown preset {name!r}", hint))
        elif other is not None and own.id not in other.incompatible_with:
            problems.append(_one_sided(document, index, own.id, name))
    for name, other in known.items():
        if own.id in other.incompatible_with and name not in own.incompatible_with:
            problems.append(_one_sided(document, None, name, own.id))
    if problems:
        raise DocumentError(document.tree.file, problems)


def head_of(document: Document) -> PresetDocument:
    """What a preset says."""
    assert isinstance(document.model, PresetDocument)
    return document.model


def _one_sided(document: Document, index: int | None, one: str, other: str) -> Problem:
    message = f"{one} excludes {other}, which does not exclude {one}"
    hint = f"add {one} to `incompatibleWith` of {other}"
    return _problem(document, index, "E_PRESETS", message, hint)


def _problem(document: Document, index: int | None, code: str, message: str, hint: str) -> Problem:
    path: KeyPath = ("incompatibleWith",) if index is None else ("incompatibleWith", index)
    return Problem(code, message, "error", format_path(path), *document.tree.place(path), hint)
