"""Rulesets: the presets that say alone how a game ends, `result: {instead: true}`.

A ruleset is switched on as any preset is. Here are only those presets, under the contract of a registry.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rete_chess import documents
from rete_chess.compiler.catalog._document_registry import DocumentRegistry, Source, refusal
from rete_chess.registry import unknown_name

if TYPE_CHECKING:
    from rete_chess.documents import Document


def is_ruleset(document: Document) -> bool:
    """Whether a preset takes the place of what the variant says of its end."""
    model = document.model
    return isinstance(model, documents.PresetDocument) and model.result is not None and model.result.instead


class Rulesets:
    """The rulesets among some presets."""

    def __init__(self, presets: DocumentRegistry) -> None:
        self._presets = presets

    def register(self, source: Source, name: str | None = None) -> Document:
        """Make a preset known that is a ruleset."""
        document = source if isinstance(source, documents.Document) else documents.load_document(source, name)
        if not is_ruleset(document):
            hint = "a ruleset is a preset with `result: {instead: true}`"
            raise refusal(document, "not a ruleset", "result", "E_DOC_MISSING", hint)
        return self._presets.register(document)

    def remove(self, name: str) -> None:
        """Take a ruleset out again that was registered."""
        self.get(name)
        self._presets.remove(name)

    def get(self, name: str) -> Document:
        """The ruleset of that id, or an error that names the nearest one."""
        if not self.has(name):
            raise unknown_name("ruleset", name, self.list())
        return self._presets.get(name)

    def has(self, name: str) -> bool:
        """Whether there is a ruleset of that id."""
        return self._presets.has(name) and is_ruleset(self._presets.get(name))

    def list(self) -> tuple[str, ...]:
        """All ids, sorted."""
        return tuple(filter(self.has, self._presets.list()))

    def __iter__(self) -> Iterator[Document]:
        return map(self._presets.get, self.list())

    def __len__(self) -> int:
        return len(self.list())
