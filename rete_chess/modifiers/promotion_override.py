"""PromotionOverride: what a piece that promotes becomes, in place of what its type says."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator

from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.words import LIST, TEXT, Many
from rete_chess.modifiers.kind import ModifierKind


def _one(word: str) -> tuple[str, ...]:
    return (word,)


def _each_once(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


_VALUE: Any = Annotated[
    tuple[str, ...],
    Shapes(
        "a piece type or a list of them",
        {TEXT: Annotated[TypeId, AfterValidator(_one)], LIST: Annotated[tuple[TypeId, ...], Many(1, 32)]},
    ),
]

KIND: Final = ModifierKind(
    id="PromotionOverride",
    label="Promotion",
    value_schema=_VALUE,
    stacking_rule="highest precedence",
    type="types",
    stored=_each_once,
    describe=lambda value: f"promotes to {' or '.join(value)}",
    ui_form={"control": "piece types"},
)
