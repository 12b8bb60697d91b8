"""Preset documents that only tests know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count

import pytest

from rete_chess.compiler import catalog
from rete_chess.documents import load_document

_numbers = count(1)


@pytest.fixture
def as_preset() -> Iterator[Callable[[str], str]]:
    """Make a document known as a preset of another id in every test, and forget it afterwards."""
    with ExitStack() as stack:

        def add(text: str) -> str:
            name = f"told-{next(_numbers)}"
            document = load_document(text.replace("id: told", f"id: {name}"), f"{name}.preset.yaml")
            stack.enter_context(catalog.registered(document))
            return name

        yield add
