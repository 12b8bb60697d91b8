"""CaptureFlags: who cannot be captured, who cannot capture, and who may capture its own side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import AfterValidator

from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.words import LIST, TEXT, Many, OneOf
from rete_chess.modifiers.kind import ModifierKind

CANNOT_BE_CAPTURED: Final = 1
CANNOT_CAPTURE: Final = 2
CAN_CAPTURE_OWN: Final = 4
FLAGS: Final = {
    "CANNOT_BE_CAPTURED": CANNOT_BE_CAPTURED,
    "CANNOT_CAPTURE": CANNOT_CAPTURE,
    "CAN_CAPTURE_OWN": CAN_CAPTURE_OWN,
}
ALL: Final = sum(FLAGS.values())

_Flag = Annotated[str, OneOf(tuple(FLAGS))]


def bits_of(words: Sequence[str]) -> int:
    """The flags as one number."""
    return sum(FLAGS[word] for word in dict.fromkeys(words))


def words_of(bits: int) -> tuple[str, ...]:
    """The flags that a number stands for."""
    return tuple(word for word, bit in FLAGS.items() if bits & bit)


def _one(word: str) -> tuple[str, ...]:
    return (word,)


_VALUE: Any = Annotated[
    tuple[str, ...],
    Shapes(
        "a flag or a list of flags",
        {TEXT: Annotated[_Flag, AfterValidator(_one)], LIST: Annotated[tuple[_Flag, ...], Many(1, 3)]},
    ),
]

KIND: Final = ModifierKind(
    id="CaptureFlags",
    label="Captures",
    value_schema=_VALUE,
    stacking_rule="or",
    type="int",
    least=0,
    most=ALL,
    stored=bits_of,
    describe=lambda value: ", ".join(word.lower().replace("_", " ") for word in words_of(value)),
    ui_form={"control": "flags", "words": list(FLAGS)},
)
