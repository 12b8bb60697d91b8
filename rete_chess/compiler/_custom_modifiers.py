"""The custom modifiers that one game knows: the shipped ones, and its own, which no other game sees."""

from __future__ import annotations

from rete_chess import primitives
from rete_chess.compiler import catalog
from rete_chess.documents import Document, ModifierDocument
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.reading.reader import AnySource
from rete_chess.errors import NameLookupError


class CustomModifiers:
    """A registry of modifiers by id; shipped ones come first and cannot be replaced."""

    def __init__(self, beside: Neighbours | None = None) -> None:
        self._own: dict[str, Document] = {}
        self._beside = beside  # the variant's neighbours are known too

    def register(self, source: Document | AnySource, name: str | None = None) -> Document:
        """Take a modifier in, a document or its source, once nothing is wrong with it."""
        document = source if isinstance(source, Document) else primitives.parse_modifier(source, name)
        primitives.validate_modifier(document)
        assert isinstance(document.model, ModifierDocument)
        known = self.get(document.model.id) if self.has(document.model.id) else None
        if known is not None and known.tree.value != document.tree.value:
            message = f"another modifier has the id {document.model.id!r}"
            raise NameLookupError("E_DUPLICATE_NAME", message, hint="give it an id of its own")
        self._own.setdefault(document.model.id, document)
        return document

    def get(self, name: str) -> Document:
        """The modifier of that id, or an error that names the nearest one."""
        return catalog.modifier(name, self._own, self._beside)

    def has(self, name: str) -> bool:
        """Whether there is a modifier of that id."""
        try:
            self.get(name)
        except NameLookupError:
            return False
        return True

    def list(self) -> tuple[str, ...]:
        """The ids of the shipped ones and of those that were taken in, sorted."""
        return tuple(sorted({*catalog.modifiers().list(), *self._own}))

    def copy(self) -> CustomModifiers:
        """The same modifiers for another game."""
        other = CustomModifiers(self._beside)
        other._own = dict(self._own)
        return other
