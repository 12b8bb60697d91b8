"""Preset documents that only tests know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from rete_chess.compiler import catalog

_numbers = count(1)


@pytest.fixture
def as_preset(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Make a document known as a shipped preset of another id in every test, and forget it afterwards."""
    added: list[str] = []

    def add(text: str) -> str:
        name = f"told-{next(_numbers)}"
        path = tmp_path / f"{name}.preset.yaml"
        path.write_text(text.replace("id: told", f"id: {name}"), encoding="utf-8")
        catalog.presets().register(name, path)
        added.append(name)
        return name

    yield add
    for name in added:
        catalog.presets().remove(name)
