"""Modifiers that profiles bring along and no entry names: put to use, so that they are judged like others.

What is idle may be meant for another game, so attributes that any known document declares are lent to it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from rete_chess.compiler import catalog
from rete_chess.compiler.profiles.documents import model_of
from rete_chess.documents import Document, ProfileDocument, parse_document
from rete_chess.documents.reading.tree import copied
from rete_chess.errors import Problem


def put_to_use(profiles: Iterable[Document], piece_type: str) -> Iterator[Document]:
    """Each profile that has idle modifiers, with entries of a piece type for these and for nothing else."""
    for profile in profiles:
        model = model_of(profile)
        named = {entry.kind for entry in (*model.per_type, *model.per_instance)}
        idle = dict.fromkeys(own.id for own in model.custom_modifiers if own.id not in named)
        if idle:
            yield _with_entries(profile, [{"pieceType": piece_type, "kind": name} for name in idle])


def one_by_one(profile: Document) -> Iterator[Document]:
    """The same profile with each of its entries alone, so that no problem hides another."""
    value: Any = profile.tree.value
    return (_with_entries(profile, [entry]) for entry in value["perType"])


def _with_entries(profile: Document, entries: list[Any]) -> Document:
    value: Any = copied(profile.tree.value)
    value["perType"] = entries
    value.pop("perInstance", None)
    tree = replace(profile.tree, value=value)
    return Document("profile", parse_document(ProfileDocument, tree), tree)


def lent_to(profile: Document, declared: Collection[str]) -> dict[str, Any]:
    """The attributes that a profile speaks of and a game does not have, as other documents declare them."""
    words = set(re.findall(r"\w+", profile.tree.source.text))
    borrowed = catalog.borrowed_attributes(profile)
    return {name: given for name, given in borrowed.items() if name in words and name not in declared}


def blamed(found: Iterable[Problem]) -> list[Problem]:
    """Those problems that are errors of modifiers which a profile brings along."""
    return [one for one in found if one.severity == "error" and one.path.startswith("customModifiers")]
