"""The frozen map: an immutable, hashable mapping for the tables inside documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar, get_args

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from rete_chess.documents.modelling.findings import refusal
from rete_chess.documents.modelling.words import Form
from rete_chess.errors import clip

#: Entries of one mapping: a tile for every square of the largest board.
MAX_ENTRIES: Final = 256

K = TypeVar("K")
V = TypeVar("V", covariant=True)


class FrozenMap(Mapping[K, V]):
    """`FrozenMap[Key, Value]` reads a mapping; keys and values are checked as their types say."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._items = dict(items or {})

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        key, value = get_args(source)
        entries = core_schema.dict_schema(handler.generate_schema(key), handler.generate_schema(value))
        bounded = core_schema.no_info_before_validator_function(_bounded, entries)
        return core_schema.no_info_after_validator_function(cls, bounded)


def _bounded(items: object) -> object:
    """Refuse a mapping that is too large before any entry is read."""
    if isinstance(items, dict) and len(items) > MAX_ENTRIES:
        raise refusal("E_DOC_VALUE", expected=f"a mapping of at most {MAX_ENTRIES} entries")
    return items


class KeyForm(Form):
    """A `Form` for the keys of a mapping: what is wrong is said of the key, and stands at the key."""

    def check(self, value: object) -> str:
        if isinstance(value, str) and re.fullmatch(self.pattern, value):
            return value
        message = f"the key {clip(value)} must be {self.meaning}"
        raise refusal("E_DOC_VALUE", message=message, key=True, hint=self.repair(value))
