"""What documents name by an id: registered, written in Python, or a neighbour of a variant or profile."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from rete_chess import primitives
from rete_chess.compiler.catalog import _registries as registries
from rete_chess.compiler.catalog._document_registry import DocumentRegistry
from rete_chess.core.atoms import PieceType
from rete_chess.documents import (
    Document,
    LayoutDocument,
    PieceDocument,
    load_document,
    to_piece_type,
)
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.errors import NameLookupError
from rete_chess.presets import registration
from rete_chess.presets.preset import PythonPreset
from rete_chess.registry import unknown_name
from rete_chess.resources import FOLDERS, folder

#: Piece types by their documents, as long as somebody has those.
_piece_types: WeakKeyDictionary[PieceDocument, PieceType] = WeakKeyDictionary()


def variant(name: str, beside: Neighbours | None = None) -> Document:
    """A variant document: a neighbour, else a registered one."""
    return _found(name, beside, registries.variants())


def kind(name: str) -> Document:
    """What the attribute of a modifier kind means."""
    return registries.kinds().get(name)


# -- presets ---------------------------------------------------------------------------------------


def preset(name: str, beside: Neighbours | None = None) -> Document:
    """A preset: a neighbour, registered, or what a preset written in Python says about itself."""
    own = own_preset(name, beside)
    if own is not None:
        return own
    python = python_preset(name)
    if python is not None:
        return python.document
    demand_preset(name, beside)
    return registries.presets().get(name)


def own_preset(name: str, beside: Neighbours | None) -> Document | None:
    """A preset that not everyone knows, or None: those in a folder come after the registered ones."""
    if beside is None:
        return None
    if not beside.came_along and (registries.presets().has(name) or python_preset(name) is not None):
        return None
    return beside.find("preset", name, load_document)


def python_preset(name: str) -> PythonPreset | None:
    """The preset of that id that is written in Python, or None."""
    if not registries.presets().has(name):
        return registration.find(name)
    if registration.is_registered(name):
        raise NameLookupError("E_DUPLICATE_NAME", f"a Python preset has the id of the registered {name!r}")
    return None


def demand_preset(name: str, beside: Neighbours | None = None) -> None:
    """Refuse an id that no preset has, registered or written in Python; the nearest may be a neighbour."""
    if not registries.presets().has(name) and name not in registration.names():
        others = () if beside is None else beside.names("preset")
        raise unknown_name("preset", name, sorted({*preset_ids(), *others}))


def preset_ids() -> tuple[str, ...]:
    """The ids of all presets, registered or written in Python, sorted."""
    return tuple(sorted({*registries.presets().list(), *registration.names()}))


# -- what may lie beside a variant -----------------------------------------------------------------


def tile(name: str, beside: Neighbours | None = None) -> Document:
    """A tile document: a neighbour, else a registered one."""
    return _found(name, beside, registries.tiles())


def ability(name: str, beside: Neighbours | None = None) -> Document:
    """An ability document: a neighbour, else a registered one."""
    return _found(name, beside, registries.abilities())


def profile(name: str, beside: Neighbours | None = None) -> Document:
    """A profile document: a neighbour, else a registered one."""
    return _found(name, beside, registries.profiles())


def modifier(name: str, others: Mapping[str, Document], beside: Neighbours | None = None) -> Document:
    """A custom modifier: a registered one, else one of those given, else a neighbour; checked."""
    known = registries.modifiers()
    came_along = beside is not None and beside.came_along
    neighbour = _neighbour(name, beside, known.kind) if came_along or not known.has(name) else None
    if neighbour is None and known.has(name):
        return known.get(name)
    found = others.get(name, neighbour)
    if found is None:
        raise unknown_name("modifier", name, sorted({*names(known, beside), *others}))
    return primitives.validate_modifier(found)


def layout_document(name: str, beside: Neighbours | None = None) -> Document:
    """The document of a layout: a neighbour, else a registered one."""
    return _found(name, beside, registries.layouts())


def layout(name: str, beside: Neighbours | None = None) -> LayoutDocument:
    """A layout: a neighbour, else a registered one."""
    model = layout_document(name, beside).model
    assert isinstance(model, LayoutDocument)
    return model


def piece_document(name: str, beside: Neighbours | None = None) -> Document:
    """The document of a piece type: a neighbour, else a registered one."""
    return _found(name, beside, registries.pieces())


def piece(name: str, beside: Neighbours | None = None) -> PieceType:
    """A piece type: a neighbour, else a registered one."""
    model = piece_document(name, beside).model
    assert isinstance(model, PieceDocument)
    found = _piece_types.get(model)
    if found is None:
        found = _piece_types[model] = to_piece_type(model)
    return found


def piece_origin(name: str, beside: Neighbours | None = None) -> str:
    """Where a piece type says how it moves, as file:line."""
    return piece_document(name, beside).origin(("moves",))


def names(known: DocumentRegistry, beside: Neighbours | None) -> tuple[str, ...]:
    """The ids of all documents of a kind that are neighbours or registered, sorted."""
    return tuple(sorted({*known.list(), *(() if beside is None else beside.names(known.kind))}))


def _found(name: str, beside: Neighbours | None, known: DocumentRegistry) -> Document:
    """A neighbour, else a registered document, else an error that names the nearest of all."""
    neighbour = None if _is_there(name, beside, known) else _neighbour(name, beside, known.kind)
    if neighbour is not None:
        return neighbour
    if not known.has(name):
        raise unknown_name(known.noun, name, names(known, beside))
    return known.get(name)


def _is_there(name: str, beside: Neighbours | None, known: DocumentRegistry) -> bool:
    """Whether a registered document is itself the neighbour."""
    if beside is None or beside.came_along or not known.has(name):
        return False
    around = known.get(name).tree.neighbours
    return around is not None and around.folder == beside.folder


def _neighbour(name: str, beside: Neighbours | None, kind: str) -> Document | None:
    return None if beside is None else beside.find(kind, name, load_document)


def is_shipped(document: Document) -> bool:
    """Whether a document comes with the package, so that every other copy of it has it too."""
    path = document.tree.source.path
    return path is not None and any(path.is_relative_to(folder(name)) for name in FOLDERS)
