"""A catalogue with presets of a test beside the shipped ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rete_chess.compiler import catalog
from rete_chess.registry import Registry


def add_presets(bodies: Mapping[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the catalogue know presets by id and body for the time of a test."""
    registry: Registry[Path] = Registry("preset")
    for name in catalog.presets().list():
        registry.register(name, catalog.presets().get(name))
    for name, body in bodies.items():
        path = folder / f"{name}.preset.yaml"
        path.write_text(f"id: {name}\nname: {name}\ndescription: For tests.\n{body}\n", encoding="utf-8")
        registry.register(name, path)
    monkeypatch.setattr(catalog, "presets", lambda: registry)
    catalog.shipped_preset.cache_clear()
