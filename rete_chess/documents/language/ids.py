"""The types of ids, names and descriptions, the same in every document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.words import Form, Many
from rete_chess.errors import clip

Id = Annotated[
    str,
    Form(
        "(?!.{65})[a-z][a-z0-9]*(?:-[a-z0-9]+)*",
        "an id of lower-case words joined by hyphens, such as piece-hp",
    ),
]
Ids = Annotated[tuple[Id, ...], Many(0, 100)]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Description = Annotated[str, Field(min_length=1, max_length=2000)]
Reason = Annotated[str, Field(min_length=1, max_length=200)]


def repeated(key: str, listed: object) -> Iterator[InitErrorDetails]:
    """The findings of words that a list holds twice."""
    seen: set[str] = set()
    for index, word in enumerate(listed[:300] if isinstance(listed, list) else ()):
        if isinstance(word, str) and word in seen:
            yield finding("E_DOC_VALUE", (key, index), f"{clip(word)} is listed twice", hint="remove it")
        if isinstance(word, str):
            seen.add(word)


def namesakes(key: str, entries: object) -> Iterator[InitErrorDetails]:
    """The findings of scenarios of a list that have the name of an earlier one."""
    seen: set[str] = set()
    for index, entry in enumerate(entries[:200] if isinstance(entries, list) else ()):
        name = entry.get("name") if isinstance(entry, dict) else None
        if isinstance(name, str) and name in seen:
            message = f"a second scenario has the name {name[:80]!r}"
            yield finding("E_DOC_DUPLICATE_ID", (key, index, "name"), message)
        if isinstance(name, str):
            seen.add(name)


#: Moves are told from one another by their texts, and `pass` is one: no digits, which squares have.
ActId = Annotated[
    str, Form("(?!.{25})[a-z]+(?:-[a-z]+)*", "a word of lower-case letters and hyphens, such as fireball")
]
