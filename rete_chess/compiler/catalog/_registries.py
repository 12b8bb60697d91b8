"""The registries of the package, one for each kind of document that others name by its id."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rete_chess import documents, primitives
from rete_chess.compiler.catalog._document_registry import DocumentRegistry, Source, id_of, refusal
from rete_chess.compiler.catalog._ruleset import Rulesets
from rete_chess.errors import DocumentError
from rete_chess.presets import registration
from rete_chess.resources import files

if TYPE_CHECKING:
    from rete_chess.documents import Document


@lru_cache(maxsize=1)
def variants() -> DocumentRegistry:
    """All variants."""
    return DocumentRegistry("variant", "variant", files("descriptors", "variants", "*.variant.yaml"))


@lru_cache(maxsize=1)
def presets() -> DocumentRegistry:
    """All presets that are documents; those written in Python are registered elsewhere."""
    shipped = files("rules", "presets", "*.preset.yaml")
    made = DocumentRegistry(
        "preset",
        "preset",
        shipped,
        is_taken=lambda name: name in registration.names(),
        admit=registration.demand_mutual_document,
    )
    registration.shelves.append(made)
    return made


@lru_cache(maxsize=1)
def rulesets() -> Rulesets:
    """The presets that say alone how a game ends."""
    return Rulesets(presets())


@lru_cache(maxsize=1)
def pieces() -> DocumentRegistry:
    """All piece types."""
    return DocumentRegistry("piece", "piece type", files("descriptors", "pieces", "*.piece.yaml"))


@lru_cache(maxsize=1)
def layouts() -> DocumentRegistry:
    """All layouts."""
    return DocumentRegistry("layout", "layout", files("descriptors", "layouts", "*.layout.yaml"))


@lru_cache(maxsize=1)
def tiles() -> DocumentRegistry:
    """All tile types."""
    return DocumentRegistry("tile", "tile", files("rules", "tiles", "*.tile.yaml"))


@lru_cache(maxsize=1)
def abilities() -> DocumentRegistry:
    """All abilities."""
    return DocumentRegistry("ability", "ability", files("rules", "abilities", "*.ability.yaml"))


@lru_cache(maxsize=1)
def profiles() -> DocumentRegistry:
    """All profiles."""
    shipped = files("descriptors", "profiles", "*.profile.yaml")
    return DocumentRegistry("profile", "profile", shipped, check=_with_sound_modifiers)


def _with_sound_modifiers(document: Document) -> Document:
    problems = primitives.inner_problems(document)
    if problems:
        raise DocumentError(document.tree.file, problems)
    return document


def _validated(document: Document) -> Document:
    return primitives.validate_modifier(document)  # named here: only modifiers need the primitives


@lru_cache(maxsize=1)
def modifiers() -> DocumentRegistry:
    """All custom modifiers that every game knows; games have more of their own."""
    shipped = files("descriptors", "modifiers", "*.modifier.yaml")
    return DocumentRegistry("modifier", "modifier", shipped, check=_validated)


@lru_cache(maxsize=1)
def kinds() -> DocumentRegistry:
    """What the attributes of the modifier kinds mean; these are built in, and nobody adds to them."""
    shipped = files("rules", "kinds", "*.preset.yaml")
    return DocumentRegistry("preset", "preset of a modifier kind", shipped)


#: The registry of a document, by its kind.
BY_KIND: Final[dict[str, Callable[[], DocumentRegistry]]] = {
    "ability": abilities,
    "layout": layouts,
    "modifier": modifiers,
    "piece": pieces,
    "preset": presets,
    "profile": profiles,
    "tile": tiles,
    "variant": variants,
}


def register(source: Source, name: str | None = None) -> Document:
    """Make a document of any of these kinds known to every game, as its registry would."""
    document = source if isinstance(source, documents.Document) else documents.load_document(source, name)
    return _registry(document).register(document)


def register_all(*sources: Source) -> tuple[Document, ...]:
    """Make documents known that name each other, such as presets that exclude each other; all, or none."""
    added: list[Document] = []
    try:
        for source in sources:
            document = source if isinstance(source, documents.Document) else documents.load_document(source)
            added.append(_registry(document).add(document))
        for document in added:
            _registry(document).admit(document)
    except BaseException:
        _remove(added)
        raise
    return tuple(added)


@contextmanager
def registered(*sources: Source) -> Iterator[None]:
    """Make documents known for a while, as tests do.

    Games that go by them can be played on afterwards, but not be saved, nor take other presets or profiles.
    """
    added = register_all(*sources)
    try:
        yield
    finally:
        _remove(added)


def _remove(added: Sequence[Document]) -> None:
    for document in reversed(added):
        _registry(document).remove(id_of(document))


def _registry(document: Document) -> DocumentRegistry:
    if document.kind not in BY_KIND:
        expected = ", ".join(BY_KIND)
        raise refusal(document, f"a {document.kind} has no registry, expected one of {expected}", "kind")
    return BY_KIND[document.kind]()
