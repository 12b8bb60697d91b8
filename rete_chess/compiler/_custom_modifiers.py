"""The custom modifiers that one game knows: the shipped ones, and its own, which no other game sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rete_chess import documents, primitives
from rete_chess.compiler import catalog
from rete_chess.errors import NameLookupError
from rete_chess.registry import unknown_name

if TYPE_CHECKING:
    from rete_chess.documents import Document
    from rete_chess.documents.kinds.neighbours import Neighbours
    from rete_chess.documents.reading.reader import AnySource


class CustomModifiers:
    """A registry of modifiers by id; shipped ones come first and cannot be replaced.

    What `register` takes in is for good; `knowing` and `forgetting` make other registries, which a game
    can go back from.
    """

    def __init__(self, beside: Callable[[], Neighbours | None] = lambda: None) -> None:
        self._lasting: dict[str, Document] = {}
        self._recorded: dict[str, Document] = {}
        self._forgotten: frozenset[str] = frozenset()  # of those for good
        self._beside = beside  # the variant's neighbours are known too

    def register(self, source: Document | AnySource, name: str | None = None) -> Document:
        """Take a modifier in for good, a document or its source, once nothing is wrong with it."""
        document = self._checked(source, name)
        if not self.has(catalog.id_of(document)):
            self._lasting[catalog.id_of(document)] = document
            self._forgotten -= {catalog.id_of(document)}
        return document

    def _checked(self, source: Document | AnySource, name: str | None) -> Document:
        document = (
            source if isinstance(source, documents.Document) else primitives.parse_modifier(source, name)
        )
        if not isinstance(document.model, documents.ModifierDocument):
            raise NameLookupError("E_DOC_KIND", "not a modifier", found=document.kind, expected="modifier")
        primitives.validate_modifier(document)
        name = document.model.id
        known = self.get(name) if self.has(name) else self._lasting.get(name)  # the game may come back to it
        if known is not None and known.tree.value != document.tree.value:
            message = f"another modifier has the id {name!r}"
            raise NameLookupError("E_DUPLICATE_NAME", message, hint="give it an id of its own")
        return document

    def knowing(self, source: Document | AnySource, name: str | None = None) -> CustomModifiers:
        """A registry that knows one modifier more, once nothing is wrong with it."""
        document = self._checked(source, name)
        other = self.with_brought({})
        other._recorded[catalog.id_of(document)] = document
        return other

    def forgetting(self, name: str) -> CustomModifiers:
        """A registry that knows one modifier less; shipped ones stay."""
        if name not in self.own:
            raise unknown_name("modifier of this game", name, sorted(self.own))
        other = self.with_brought({})
        other._forgotten |= {name} & self._lasting.keys()
        other._recorded.pop(name, None)
        return other

    def with_brought(self, brought: Mapping[str, Document]) -> CustomModifiers:
        """A registry that knows what a profile brings along, save where the ids are known already."""
        other = CustomModifiers(self._beside)
        other._lasting, other._forgotten = self._lasting, self._forgotten
        fresh = {name: document for name, document in brought.items() if not self.has(name)}
        other._recorded = {**self._recorded, **fresh}
        return other

    @property
    def recorded(self) -> dict[str, Document]:
        """Those that came in the course of the game, and go when it is taken back, by id."""
        return dict(self._recorded)

    @property
    def lasting(self) -> dict[str, Document]:
        """Those that were registered for good, by id, also where they are forgotten now."""
        return dict(self._lasting)

    @property
    def own(self) -> dict[str, Document]:
        """Those that this game alone knows, by id."""
        lasting = {name: known for name, known in self._lasting.items() if name not in self._forgotten}
        return {**lasting, **self._recorded}

    def get(self, name: str) -> Document:
        """The modifier of that id, or an error that names the nearest one."""
        return catalog.modifier(name, self.own, self._beside())

    def has(self, name: str) -> bool:
        """Whether there is a modifier of that id."""
        try:
            self.get(name)
        except NameLookupError:
            return False
        return True

    def list(self) -> tuple[str, ...]:
        """The ids of the shipped ones and of those that were taken in, sorted."""
        return tuple(sorted({*catalog.modifiers().list(), *self.own}))

    def share(self, lasting: dict[str, Document]) -> None:
        """Know these for good, with all that is registered there later."""
        self._lasting = lasting

    def with_recorded(self, recorded: Mapping[str, Document]) -> CustomModifiers:
        """A registry in which these came in the course of the game, and no others."""
        other = self.with_brought({})
        other._recorded = dict(recorded)
        return other

    def copy(self) -> CustomModifiers:
        """The same modifiers for another game."""
        other = CustomModifiers(self._beside)
        other._lasting, other._recorded = dict(self._lasting), dict(self._recorded)
        other._forgotten = self._forgotten
        return other
