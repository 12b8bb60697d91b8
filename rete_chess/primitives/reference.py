"""The reference of primitives, written from the registry: `python -m rete_chess.primitives.reference`."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator

from rete_chess.documents.modelling.model import keys_of
from rete_chess.primitives.catalog import ORDER
from rete_chess.primitives.primitive import Primitive

HEAD = """\
# Primitives and triggers

A custom modifier is a tree of primitives that a piece carries: at most 3 deep, at most 50 of them. What
stands at the top holds as long as the piece carries it; what stands in a trigger happens each time; a
conditional may stand in either.
This file is generated (`python -m rete_chess.primitives.reference`); do not edit it by hand.
"""


def examples(primitive: type[Primitive]) -> list[str]:
    """The examples of a primitive, as the text of its module gives them."""
    text = importlib.import_module(primitive.__module__).__doc__ or ""
    return re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)


def format_reference() -> str:
    """The whole page: primitives, then triggers, each in the order in which they are explained."""
    parts = [HEAD]
    for title, is_trigger in (("Primitives", False), ("Triggers", True)):
        parts.append(f"## {title}\n")
        for primitive in ORDER:
            if primitive.is_trigger == is_trigger:
                parts += _format(primitive)
    return "\n".join(parts)


def _format(primitive: type[Primitive]) -> Iterator[str]:
    yield f"### {primitive.word}\n"
    yield " ".join((primitive.__doc__ or "").split()) + "\n"
    keys = {key: text for key, text in keys_of(primitive).items() if key != "kind"}
    yield "\n".join(["| parameter | |", "|---|---|", *(f"| `{key}` | {keys[key]} |" for key in keys)]) + "\n"
    for example in examples(primitive):
        yield f"```yaml\n{example}```\n"


if __name__ == "__main__":
    sys.stdout.write(format_reference())
