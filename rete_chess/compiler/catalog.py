"""Shipped documents by id: variants and presets, read when they are first asked for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rete_chess.core.atoms import PieceType
from rete_chess.documents import Document, PieceDocument, load_document, to_piece_type
from rete_chess.registry import Registry
from rete_chess.resources import files


def _registry(kind: str, folder: str, subfolder: str) -> Registry[Path]:
    registry: Registry[Path] = Registry(kind)
    for path in files(folder, subfolder, f"*.{subfolder.rstrip('s')}.yaml"):
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


@lru_cache(maxsize=256)
def _document(path: Path) -> Document:
    return load_document(path)


def variant(name: str) -> Document:
    return _document(variants().get(name))


def preset(name: str) -> Document:
    return _document(presets().get(name))


@lru_cache(maxsize=256)
def piece(name: str) -> PieceType:
    """A shipped piece type."""
    model = _document(pieces().get(name)).model
    assert isinstance(model, PieceDocument)
    return to_piece_type(model)
