"""Documents by id, read when first asked for: shipped, in Python, or bundles beside a variant's file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

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
from rete_chess.registry import Registry, unknown_name
from rete_chess.resources import files

#: How the names of documents may end.
ENDINGS: Final = (".yaml", ".yml", ".json")


def _registry(kind: str, folder: str, subfolder: str) -> Registry[Path]:
    registry: Registry[Path] = Registry(kind)
    ending = kind.split()[0]
    for path in files(folder, subfolder, f"*.{ending}.yaml"):
        registry.register(path.name.split(".")[0], path)
    return registry


@lru_cache(maxsize=1)
def variants() -> Registry[Path]:
    """The files of the shipped variants."""
    return _registry("variant", "descriptors", "variants")


@lru_cache(maxsize=1)
def presets() -> Registry[Path]:
    """The files of the shipped presets."""
    return _registry("preset", "rules", "presets")


@lru_cache(maxsize=1)
def pieces() -> Registry[Path]:
    """The files of the shipped piece types."""
    return _registry("piece type", "descriptors", "pieces")


@lru_cache(maxsize=1)
def layouts() -> Registry[Path]:
    """The files of the shipped layouts."""
    return _registry("layout", "descriptors", "layouts")


@lru_cache(maxsize=1)
def tiles() -> Registry[Path]:
    """The files of the shipped tiles."""
    return _registry("tile", "rules", "tiles")


@lru_cache(maxsize=1)
def abilities() -> Registry[Path]:
    """The files of the shipped abilities."""
    return _registry("ability", "rules", "abilities")


@lru_cache(maxsize=1)
def kinds() -> Registry[Path]:
    """The files that say what the attributes of modifier kinds mean."""
    return _registry("preset of a modifier kind", "rules", "kinds")


def kind(name: str) -> Document:
    """What the attribute of a modifier kind means."""
    return _document(kinds().get(name))


@lru_cache(maxsize=1)
def profiles() -> Registry[Path]:
    """The files of the shipped profiles."""
    return _registry("profile", "descriptors", "profiles")


@lru_cache(maxsize=1)
def modifiers() -> Registry[Path]:
    """The files of the shipped custom modifiers."""
    return _registry("modifier", "descriptors", "modifiers")


@lru_cache(maxsize=256)
def _document(path: Path) -> Document:
    return load_document(path)


def _current(file: str) -> Document:
    """The document that a file holds now; only what has not changed is remembered."""
    return _of_text(read_bytes(file), file)


@lru_cache(maxsize=256)
def _of_text(data: bytes, file: str) -> Document:
    return load_document(data, file)


def variant(name: str, folder: Path | None = None) -> Document:
    """A variant document of a folder, else a shipped one."""
    return _found(name, folder, "variant", variants())


def preset(name: str, file: str = "") -> Document:
    """A preset: of a file, shipped, or what a preset written in Python says about itself."""
    if file:
        return _current(file)
    python = python_preset(name)
    if python is not None:
        return python.document
    demand_preset(name)
    return shipped_preset(name)


@lru_cache(maxsize=256)
def shipped_preset(name: str) -> Document:
    """A shipped preset, unless it excludes another one that does not exclude it."""
    document = _document(presets().get(name))
    problems = [
        _one_sided(document, index, other)
        for index, other in enumerate(_preset_model(document).incompatible_with)
        if presets().has(other)
        and name not in _preset_model(_document(presets().get(other))).incompatible_with
    ]
    if problems:
        raise DocumentError(document.tree.file, problems)
    return document


def preset_model(name: str, file: str = "") -> PresetDocument:
    return _preset_model(preset(name, file))


def preset_file(name: str, folder: Path | None) -> str:
    """The file of a preset that lies in a folder, nothing where there is none; shipped ones come first."""
    if folder is None or presets().has(name) or python_preset(name) is not None:
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


def layout(name: str, folder: Path | None = None) -> LayoutDocument:
    """A layout of a folder, else a shipped one."""
    model = _found(name, folder, "layout", layouts()).model
    assert isinstance(model, LayoutDocument)
    return model


def python_preset(name: str) -> PythonPreset | None:
    """The preset of that id that is written in Python, or None."""
    if not presets().has(name):
        return registration.find(name)
    if registration.is_registered(name):
        raise NameLookupError("E_DUPLICATE_NAME", f"a Python preset has the id of the shipped {name!r}")
    return None


def demand_preset(name: str) -> None:
    """Refuse an id that no preset has, shipped or written in Python."""
    if not presets().has(name) and name not in registration.names():
        raise unknown_name("preset", name, preset_ids())


def preset_ids() -> tuple[str, ...]:
    """The ids of all presets, shipped or written in Python, sorted."""
    return tuple(sorted({*presets().list(), *registration.names()}))


def tile(name: str, folder: Path | None = None) -> Document:
    """A tile document of a folder, else a shipped one."""
    return _found(name, folder, "tile", tiles())


def ability(name: str, folder: Path | None = None) -> Document:
    """An ability document of a folder, else a shipped one."""
    return _found(name, folder, "ability", abilities())


def profile(name: str, folder: Path | None = None) -> Document:
    """A profile document of a folder, else a shipped one."""
    return _found(name, folder, "profile", profiles())


@lru_cache(maxsize=256)
def _shipped_modifier(name: str) -> Document:
    return validate_modifier(_document(modifiers().get(name)))


def modifier(name: str, others: Mapping[str, Document], folder: Path | None = None) -> Document:
    """A custom modifier: a shipped one, else one of those given, else one of a folder; checked."""
    if modifiers().has(name):
        return _shipped_modifier(name)
    if name in others:
        return validate_modifier(others[name])
    beside = _beside(name, folder, "modifier")
    if beside is None:
        raise unknown_name("modifier", name, sorted({*modifiers().list(), *others}))
    return validate_modifier(beside)


def piece_document(name: str, folder: Path | None = None) -> Document:
    """The document of a piece type: one of a folder, else a shipped one."""
    return _found(name, folder, "piece", pieces())


def piece(name: str, folder: Path | None = None) -> PieceType:
    """A piece type of a folder, else a shipped one."""
    model = piece_document(name, folder).model
    assert isinstance(model, PieceDocument)
    return _piece_type(model)


@lru_cache(maxsize=256)
def _piece_type(model: PieceDocument) -> PieceType:
    return to_piece_type(model)


def piece_origin(name: str, folder: Path | None = None) -> str:
    """Where a piece type says how it moves, as file:line."""
    tree = piece_document(name, folder).tree
    line, _ = tree.place(("moves",))
    return f"{tree.file}:{line}"


def _found(name: str, folder: Path | None, kind: str, shipped: Registry[Path]) -> Document:
    """A document of a folder, else a shipped one, else an error that names the nearest of all."""
    is_shipped = shipped.has(name)
    if not is_shipped or shipped.get(name).parent != folder:
        beside = _beside(name, folder, kind)
        if beside is not None:
            return beside
    if not is_shipped:
        raise unknown_name(shipped.kind, name, names(shipped, folder, kind))
    return _document(shipped.get(name))


def names(shipped: Registry[Path], folder: Path | None, kind: str) -> tuple[str, ...]:
    """The ids of all documents of a kind that a folder holds or that are shipped, sorted."""
    found = () if folder is None else (path for end in ENDINGS for path in folder.glob(f"*.{kind}{end}"))
    return tuple(sorted({*shipped.list(), *(path.name.split(".")[0] for path in found)}))


def _beside(name: str, folder: Path | None, kind: str) -> Document | None:
    """A document of a folder that is no shipped one."""
    if folder is None:
        return None
    for ending in ENDINGS:
        path = folder / f"{name}.{kind}{ending}"
        if path.is_file():
            return _current(str(path))
    return None
