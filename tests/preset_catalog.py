"""A catalog with presets of a test beside the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rete_chess.compiler import catalog
from rete_chess.documents import load_document


@contextmanager
def known_presets(bodies: Mapping[str, str]) -> Iterator[None]:
    """Let the catalog know presets by id and body for the time of a test."""
    texts = {
        name: f"id: {name}\nname: {name}\ndescription: For tests.\n{body}\n" for name, body in bodies.items()
    }
    documents = [load_document(text, f"{name}.preset.yaml") for name, text in texts.items()]
    with catalog.registered(*documents):
        yield
