"""What a game begins with, as plain data that can be stored, and the match that begins with it.

Documents of strangers come as mappings or texts, never as the names of files; whatever a variant names
beside registered documents must come along with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rete_chess.compiler import Program, catalog, compile_chain
from rete_chess.compiler.loading import load_text, load_variant
from rete_chess.compiler.profiles.documents import parse_profiles, with_modifiers_of
from rete_chess.compiler.requests import parse_requests
from rete_chess.compiler.variant import chain, lineage
from rete_chess.documents import Document
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.errors import NameLookupError
from rete_chess.keeping import PER_STEP
from rete_chess.metering import Budget, charge, loading

#: A document as it comes: an id, a text or a mapping.
Source = str | dict[str, Any]

#: What anything that is read, compiled, played, asked or searched in a room may cost.
BUDGET: Final = Budget.server()


@dataclass(frozen=True)
class Setup:
    """The variant, the documents beside it, and the rules in force when the game begins."""

    variant: Source
    documents: tuple[Source, ...] = ()
    fen: str | None = None
    presets: tuple[dict[str, Any], ...] | None = None  # all of them; None: those of the variant
    profiles: tuple[Source, ...] | None = None  # all of them; None: those of the variant
    modifiers: tuple[dict[str, Any], ...] = ()  # custom modifiers that the room knows

    def to_json(self) -> dict[str, Any]:
        """The setup as data that `from_json` takes again."""
        return {key: value for key, value in vars(self).items() if value is not None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setup:
        """The setup of stored data."""
        lists = ("documents", "presets", "profiles", "modifiers")
        fields: dict[str, Any] = {key: tuple(data[key]) for key in lists if key in data}
        return cls(data["variant"], fen=data.get("fen"), **fields)


class Library:
    """The documents that came with one setup, read and checked. Rooms with the same ones share them."""

    def __init__(self, variant: Source, documents: Sequence[Source]) -> None:
        name = f"<variant>.variant.{'yaml' if isinstance(variant, str) else 'json'}"
        with loading("the documents") as meter:
            self.variant = load_variant(variant, name, documents)
            self.cost = meter.cost.steps
        self.beside: Neighbours | None = self.variant.tree.neighbours if documents else None

    @classmethod
    def of(cls, setup: Setup) -> Library:
        """The library of a setup, which costs the same whether or not it was read before."""
        with loading("the documents") as meter:
            found = _library(json.dumps([setup.variant, setup.documents]))
            owed = found.cost - meter.spent
            if not meter.affords(owed):
                cls(setup.variant, setup.documents)
            charge(owed)
        return found

    def presets(self, requests: Iterable[Mapping[str, Any]]) -> tuple[dict[str, Any], ...]:
        """Requests for presets in their common form, each of a preset that there is."""
        return tuple(use.to_json() for use in parse_requests(requests, self.beside))

    def preset_name(self, request: Mapping[str, Any]) -> str:
        """What people call the preset of a request; its id, where it is not written as a document."""
        name = str(request["id"])
        known = catalog.presets()
        document = catalog.own_preset(name, self.beside) or (known.get(name) if known.has(name) else None)
        return name if document is None else catalog.card_of(document).label

    def profiles(self, sources: Iterable[Source], modifiers: Mapping[str, Document]) -> tuple[Document, ...]:
        """Profiles in order, each by its id or as a mapping, with the modifiers of a room that it names."""
        with loading("the profiles"):
            found = parse_profiles(sources, self.beside)
            if self.beside is not None:
                found = tuple(profile.among(self.beside) for profile in found)
            return tuple(with_modifiers_of(profile, modifiers) for profile in found)

    def program(self, setup: Setup) -> Program:
        """The program of a completed setup; rooms with the same rules share it."""
        with loading("the rules"):
            presets = parse_requests(setup.presets or (), self.beside)
            profiles = self.profiles(setup.profiles or (), {})
            return compile_chain(lineage(self.variant), presets, profiles)


@catalog.kept(lambda library, _: PER_STEP * library.cost)
def _library(text: str) -> Library:
    return Library(*json.loads(text))


def completed(setup: Setup, further: Iterable[Mapping[str, Any]] = ()) -> Setup:
    """A setup that names all rules in force: those of its variant, its own, and further presets."""
    library = Library.of(setup)
    variant = chain(lineage(library.variant))
    modifiers = read_modifiers(setup.modifiers)
    own = [profile.tree.value for profile in variant.profiles()]
    sources: list[Any] = [*own, *(setup.profiles or ())]
    profiles = tuple(found.tree.value for found in library.profiles(sources, modifiers))
    presets = (*(use.to_json() for use in variant.presets()), *library.presets(further))
    return replace(setup, presets=presets, profiles=profiles)  # type: ignore[arg-type]


# -- custom modifiers ------------------------------------------------------------------------------


def read_modifier(source: Mapping[str, Any]) -> Document:
    """A custom modifier, judged by structure and meaning."""
    return load_text(source, "<descriptor>.modifier.json")


def read_modifiers(sources: Iterable[Mapping[str, Any]]) -> dict[str, Document]:
    """Custom modifiers by id, without copies of shipped ones; no two may have the same id."""
    known: dict[str, Document] = {}
    for source in sources:
        document = read_modifier(source)
        name = catalog.id_of(document)
        if name in known or (is_taken(name) and not _is_shipped(document)):
            raise taken(name)
        known[name] = document
    return {name: document for name, document in known.items() if not _is_shipped(document)}


def is_taken(name: str, beside: Neighbours | None = None) -> bool:
    """Whether everybody knows a modifier or an ability of that id, or one came along with the variant."""
    own = () if beside is None else (*beside.names("modifier"), *beside.names("ability"))
    return name in own or catalog.modifiers().has(name) or catalog.abilities().has(name)


def taken(name: str) -> NameLookupError:
    """The error of an id that belongs to another modifier."""
    hint = "give it an id of its own"
    return NameLookupError("E_DUPLICATE_NAME", f"the id {name!r} is taken already", hint=hint)


def _is_shipped(modifier: Document) -> bool:
    """Whether a modifier is one that everybody knows."""
    name = catalog.id_of(modifier)
    return catalog.modifiers().has(name) and catalog.modifiers().get(name) == modifier
