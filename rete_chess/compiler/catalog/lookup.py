"""What documents name by an id: registered, written in Python, or lying beside a variant's file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from rete_chess.compiler.catalog import registries
from rete_chess.compiler.catalog.document_registry import DocumentRegistry, kept
from rete_chess.core.atoms import PieceType
from rete_chess.documents import (
    Document,
    LayoutDocument,
    PieceDocument,
    PresetDocument,
    load_document,
    to_piece_type,
)
from rete_chess.documents.reader import read_bytes
from rete_chess.documents.tree import format_path
from rete_chess.errors import DocumentError, NameLookupError, Problem
from rete_chess.presets import registration
from rete_chess.presets.preset import PythonPreset
from rete_chess.primitives import validate_modifier
from rete_chess.registry import unknown_name

#: How the names of documents may end.
ENDINGS: Final = (".yaml", ".yml", ".json")


def variant(name: str, folder: Path | None = None) -> Document:
    """A variant document of a folder, else a registered one."""
    return _found(name, folder, registries.variants())


def kind(name: str) -> Document:
    """What the attribute of a modifier kind means."""
    return registries.kinds().get(name)


# -- presets ---------------------------------------------------------------------------------------


def preset(name: str, file: str = "") -> Document:
    """A preset: of a file, registered, or what a preset written in Python says about itself."""
    if file:
        return _current(file)
    python = python_preset(name)
    if python is not None:
        return python.document
    demand_preset(name)
    return _mutual_preset(name)


@kept
def _mutual_preset(name: str) -> Document:
    """A registered preset, unless it excludes another one that does not exclude it.

    A shipped one cannot know of those that users register, so these exclude it alone.
    """
    known = registries.presets()
    document = known.get(name)
    problems = [
        _one_sided(document, index, other)
        for index, other in enumerate(_preset_model(document).incompatible_with)
        if known.has(other)
        and (known.is_shipped(name) or not known.is_shipped(other))
        and name not in _preset_model(known.get(other)).incompatible_with
    ]
    if problems:
        raise DocumentError(document.tree.file, problems)
    return document


def preset_model(name: str, file: str = "") -> PresetDocument:
    return _preset_model(preset(name, file))


def preset_file(name: str, folder: Path | None) -> str:
    """The file of a preset that lies in a folder, nothing where there is none; registered ones come first."""
    if folder is None or registries.presets().has(name) or python_preset(name) is not None:
        return ""
    files_there = [folder / f"{name}.preset{ending}" for ending in ENDINGS]
    return next((str(path) for path in files_there if path.is_file()), "")


def _preset_model(document: Document) -> PresetDocument:
    assert isinstance(document.model, PresetDocument)
    return document.model


def _one_sided(document: Document, index: int, other: str) -> Problem:
    path = ("incompatibleWith", index)
    line, column = document.tree.place(path)
    name = _preset_model(document).id
    message = f"{name} excludes {other}, which does not exclude {name}"
    hint = f"add {name} to `incompatibleWith` of {other}"
    return Problem("E_PRESETS", message, "error", format_path(path), line, column, hint)


def python_preset(name: str) -> PythonPreset | None:
    """The preset of that id that is written in Python, or None."""
    if not registries.presets().has(name):
        return registration.find(name)
    if registration.is_registered(name):
        raise NameLookupError("E_DUPLICATE_NAME", f"a Python preset has the id of the registered {name!r}")
    return None


def demand_preset(name: str) -> None:
    """Refuse an id that no preset has, registered or written in Python."""
    if not registries.presets().has(name) and name not in registration.names():
        raise unknown_name("preset", name, preset_ids())


def preset_ids() -> tuple[str, ...]:
    """The ids of all presets, registered or written in Python, sorted."""
    return tuple(sorted({*registries.presets().list(), *registration.names()}))


# -- what may lie beside a variant -----------------------------------------------------------------


def tile(name: str, folder: Path | None = None) -> Document:
    """A tile document of a folder, else a registered one."""
    return _found(name, folder, registries.tiles())


def ability(name: str, folder: Path | None = None) -> Document:
    """An ability document of a folder, else a registered one."""
    return _found(name, folder, registries.abilities())


def profile(name: str, folder: Path | None = None) -> Document:
    """A profile document of a folder, else a registered one."""
    return _found(name, folder, registries.profiles())


def modifier(name: str, others: Mapping[str, Document], folder: Path | None = None) -> Document:
    """A custom modifier: a registered one, else one of those given, else one of a folder; checked."""
    known = registries.modifiers()
    if known.has(name):
        return known.get(name)
    if name in others:
        return validate_modifier(others[name])
    beside = _beside(name, folder, known.kind)
    if beside is None:
        raise unknown_name("modifier", name, sorted({*known.list(), *others}))
    return validate_modifier(beside)


def layout(name: str, folder: Path | None = None) -> LayoutDocument:
    """A layout of a folder, else a registered one."""
    model = _found(name, folder, registries.layouts()).model
    assert isinstance(model, LayoutDocument)
    return model


def piece_document(name: str, folder: Path | None = None) -> Document:
    """The document of a piece type: one of a folder, else a registered one."""
    return _found(name, folder, registries.pieces())


def piece(name: str, folder: Path | None = None) -> PieceType:
    """A piece type of a folder, else a registered one."""
    model = piece_document(name, folder).model
    assert isinstance(model, PieceDocument)
    return _piece_type(model)


@lru_cache(maxsize=256)
def _piece_type(model: PieceDocument) -> PieceType:
    return to_piece_type(model)


def piece_origin(name: str, folder: Path | None = None) -> str:
    """Where a piece type says how it moves, as file:line."""
    return piece_document(name, folder).origin(("moves",))


def names(known: DocumentRegistry, folder: Path | None) -> tuple[str, ...]:
    """The ids of all documents of a kind that a folder holds or that are registered, sorted."""
    kind = known.kind
    found = () if folder is None else (path for end in ENDINGS for path in folder.glob(f"*.{kind}{end}"))
    return tuple(sorted({*known.list(), *(path.name.split(".")[0] for path in found)}))


def _found(name: str, folder: Path | None, known: DocumentRegistry) -> Document:
    """A document of a folder, else a registered one, else an error that names the nearest of all."""
    is_there = folder is not None and known.has(name) and known.get(name).tree.folder == folder
    beside = None if is_there else _beside(name, folder, known.kind)
    if beside is not None:
        return beside
    if not known.has(name):
        raise unknown_name(known.noun, name, names(known, folder))
    return known.get(name)


def _beside(name: str, folder: Path | None, kind: str) -> Document | None:
    """A document of a folder that is not registered."""
    if folder is None:
        return None
    for ending in ENDINGS:
        path = folder / f"{name}.{kind}{ending}"
        if path.is_file():
            return _current(str(path))
    return None


def _current(file: str) -> Document:
    """The document that a file holds now; only what has not changed is remembered."""
    return _of_text(read_bytes(file), file)


@lru_cache(maxsize=256)
def _of_text(data: bytes, file: str) -> Document:
    return load_document(data, file)
