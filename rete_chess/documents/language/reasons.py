"""The reason of an end, for people: `because`, or `reason`, which says the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.ids import Reason
from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import MAPPING, TEXT

#: The two words, the first of which is the one to recommend.
WORDS: Final = ("because", "reason")
#: What a JSON Schema says where one of them is needed.
ONE_NEEDED: Final[dict[str, Any]] = {"oneOf": [{"required": [word]} for word in WORDS]}


def reason_findings(data: Mapping[str, Any], is_needed: bool = True) -> Iterator[InitErrorDetails]:
    """The findings of a mapping that says its reason twice, or not at all."""
    given = [word for word in data if word in WORDS]
    if len(given) > 1:
        message = f"`{given[1]}` cannot stand beside `{given[0]}`"
        yield finding("E_DOC_CONFLICT", (given[1],), message, key=True, hint="they say the same; remove one")
    if is_needed and not given:
        message = "the key `because` is missing"
        yield finding("E_DOC_MISSING", (), message, absent="because", hint="say why, for people")


class DrawReason(DocumentModel):
    """The reason of a draw."""

    model_config = ConfigDict(json_schema_extra=ONE_NEEDED)

    because: Reason | None = Field(None, description="Why, for people.")
    reason: Reason | None = Field(None, description="The same as `because`.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from reason_findings(data)

    def __str__(self) -> str:
        return self.because or self.reason or ""


#: What follows the word `draw`: the reason itself, or a mapping with it.
Drawn = Annotated[
    str | DrawReason,
    Shapes("a reason, or {because: …}", {TEXT: Reason, MAPPING: DrawReason}).named("Drawn"),
]
