"""The modifier kind: an attribute, its values, and how they stack."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import TypeAdapter, ValidationError

from rete_chess.documents.modelling.findings import again, raised
from rete_chess.documents.modelling.problems import problems_of
from rete_chess.documents.reading.tree import KeyPath, Tree
from rete_chess.errors import Problem
from rete_chess.facts.vocabulary import Attribute, stack


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class ModifierKind:
    """A kind of modifier. A document of `rules/kinds` says what its attribute does."""

    id: str
    label: str
    value_schema: Any  # the annotation of what a profile may write
    stacking_rule: str  # one of `facts.stacking`
    type: str  # of the attribute
    describe: Callable[[Any], str]  # a value for people
    ui_form: dict[str, Any]  # how an editor asks for a value
    least: float | None = None
    most: float | None = None
    stored: Callable[[Any], Any] = field(default=_same)  # a value as it is stored, from what is written
    raises: str = ""  # the attribute whose ceiling it moves
    provides: frozenset[str] = frozenset()  # attributes that its document declares where nobody else does

    @property
    def attr_name(self) -> str:
        """The attribute of pieces; every reader asks for its value in effect."""
        return self.id

    def apply(self, values: Sequence[Any]) -> Any:
        """The value in effect of the values of all sources, the highest precedence last."""
        return self.attribute.check(stack(self.stacking_rule, values))

    @cached_property
    def attribute(self) -> Attribute:
        """The declaration of the attribute."""
        return Attribute(
            self.id,
            "piece",
            self.type,
            self.least,
            self.most,
            origin=f"the modifier kind {self.id}",
            stacking=self.stacking_rule,
            raises=self.raises,
        )

    @property
    def document_id(self) -> str:
        """The id of the document that gives the attribute its meaning: `hp-bonus` for HpBonus."""
        return re.sub("(?<!^)(?=[A-Z])", "-", self.id).lower()

    def is_needed(self, declared: Collection[str]) -> bool:
        """Whether its document is needed: not if others declare the attributes that it would provide."""
        return not self.provides or not self.provides <= set(declared)

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.value_schema)

    def parse(self, tree: Tree, path: KeyPath) -> tuple[Any, list[Problem]]:
        """The value of an entry as it is stored, or its problems."""
        entry = tree.below(path)
        try:
            return self.stored(self._adapter.validate_python(_value_of(entry))), []
        except ValidationError as error:
            found = [again(item) for item in error.errors(include_url=False)]
            for item in found:
                item["loc"] = ("value", *item.get("loc", ()))
            return None, problems_of(raised(self.id, found), entry)


def _value_of(entry: Tree) -> Any:
    assert isinstance(entry.value, dict)
    return entry.value.get("value")
