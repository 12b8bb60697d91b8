"""What a game begins with, as plain data that can be stored, and the match that begins with it.

Documents of strangers come as mappings or texts, never as the names of files; whatever a variant names
beside shipped documents must come along with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from rete_chess.compiler import catalog, compile_chain, load
from rete_chess.compiler.profiles.documents import parse_profiles, with_modifiers_of
from rete_chess.compiler.requests import parse_requests
from rete_chess.compiler.variant import chain, lineage
from rete_chess.documents import Document
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.errors import NameLookupError, RulesError
from rete_chess.match import Match
from rete_chess.primitives import parse_modifier, validate_modifier

#: A document as it comes: an id, a text or a mapping.
Source = str | dict[str, Any]

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
#: The kinds of documents that may come along with a variant.
COMPANIONS: Final = ("ability", "layout", "modifier", "piece", "preset", "profile", "tile", "variant")


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
        return {key: value for key, value in asdict(self).items() if value is not None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setup:
        """The setup of stored data."""
        lists = ("documents", "presets", "profiles", "modifiers")
        fields: dict[str, Any] = {key: tuple(data[key]) for key in lists if key in data}
        return cls(data["variant"], fen=data.get("fen"), **fields)


class Library:
    """The documents of one setup, read and checked."""

    def __init__(self, setup: Setup) -> None:
        known: dict[tuple[str, str], Document] = {}
        for number, source in enumerate(setup.documents, start=1):
            document = _read(source, f"document-{number}")
            if document.kind not in COMPANIONS:
                message = f"a {document.kind} cannot come along with a variant"
                raise RulesError("E_DOC_KIND", message, expected=f"one of {', '.join(COMPANIONS)}")
            name = (document.kind, catalog.id_of(document))
            if name in known:
                raise NameLookupError("E_DUPLICATE_NAME", f"two documents are the {name[0]} {name[1]!r}")
            known[name] = document
        self.beside = Neighbours(None, known)
        self.variant = self._variant(setup.variant)

    def _variant(self, source: Source) -> Document:
        if isinstance(source, str) and _ID.fullmatch(source) is not None:
            return catalog.variant(source, self.beside).among(self.beside)
        return _read(source, "variant", "variant").among(self.beside)

    def presets(self, requests: Iterable[Mapping[str, Any]]) -> tuple[dict[str, Any], ...]:
        """Requests for presets in their common form, each of a preset that there is."""
        return tuple(use.to_json() for use in parse_requests(requests, self.beside))

    def profile(self, source: Source, modifiers: Mapping[str, Document]) -> Document:
        """A profile by its id or as a mapping, with the modifiers of a room that it names."""
        if isinstance(source, str):
            found = catalog.profile(source, self.beside)
        else:
            (found,) = parse_profiles([source])
        return with_modifiers_of(found.among(self.beside), modifiers)

    def profiles(self, sources: Iterable[Source], modifiers: Mapping[str, Document]) -> tuple[Document, ...]:
        """Profiles in order, each with all that it needs."""
        return parse_profiles(self.profile(source, modifiers) for source in sources)


def _read(source: Source, name: str, kind: str | None = None) -> Document:
    """A document from its text or mapping; its name only shows in messages."""
    ending = f".{kind}" if kind else ""
    if isinstance(source, str):
        return load(source.encode("utf-8", "surrogatepass"), f"<{name}>{ending}.yaml")
    return load(json.dumps(source).encode(), f"<{name}>{ending}.json")


def read_modifier(source: Mapping[str, Any]) -> Document:
    """A custom modifier, judged by structure and meaning."""
    document = parse_modifier(json.dumps(source).encode(), "<descriptor>.modifier.json")
    return validate_modifier(document)


def is_taken(name: str, beside: Neighbours | None = None) -> bool:
    """Whether everybody knows a modifier or an ability of that id, or one came along with the variant."""
    own = () if beside is None else (*beside.names("modifier"), *beside.names("ability"))
    return name in own or catalog.modifiers().has(name) or catalog.abilities().has(name)


def read_modifiers(sources: Iterable[Mapping[str, Any]]) -> dict[str, Document]:
    """Custom modifiers by id, without copies of shipped ones; no two may have the same id."""
    known: dict[str, Document] = {}
    for source in sources:
        document = read_modifier(source)
        name = catalog.id_of(document)
        if name in known or (is_taken(name) and not _is_shipped(document)):
            raise NameLookupError(
                "E_DUPLICATE_NAME", f"the id {name!r} is taken already", hint="give it an id of its own"
            )
        known[name] = document
    return {name: document for name, document in known.items() if not _is_shipped(document)}


def _is_shipped(modifier: Document) -> bool:
    """Whether a modifier is one that everybody knows."""
    name = catalog.id_of(modifier)
    return catalog.modifiers().has(name) and catalog.modifiers().get(name) == modifier


def completed(setup: Setup, further: Iterable[Mapping[str, Any]] = ()) -> Setup:
    """A setup that names all rules in force: those of its variant, its own, and further presets."""
    library = Library(setup)
    variant = chain(lineage(library.variant))
    modifiers = read_modifiers(setup.modifiers)
    own = [profile.tree.value for profile in variant.profiles()]
    sources: list[Any] = [*own, *(setup.profiles or ())]
    profiles = tuple(found.tree.value for found in library.profiles(sources, modifiers))
    presets = (*(use.to_json() for use in variant.presets()), *library.presets(further))
    return replace(setup, presets=presets, profiles=profiles)  # type: ignore[arg-type]


def begin(setup: Setup, library: Library, network: str | None = None) -> Match:
    """The match of a completed setup."""
    presets = parse_requests(setup.presets or (), library.beside)
    profiles = library.profiles(setup.profiles or (), {})
    program = compile_chain(lineage(library.variant), presets, profiles)
    return Match(program, setup.fen, network)
