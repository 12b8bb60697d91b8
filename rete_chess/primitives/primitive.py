"""The base of all primitives: a kind, parameters, children, and the lowering to rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from rete_chess.documents.kinds.modifier import NODE_MARK, OpenNode
from rete_chess.documents.modelling.findings import refusal
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many
from rete_chess.errors import clip, nearest

if TYPE_CHECKING:
    from rete_chess.primitives.lowering import Context


class Primitive(DocumentModel):
    """One building block of a custom modifier. Its parameters are the fields of the subclass."""

    word: ClassVar[str]  # its kind
    group: ClassVar[str] = "mechanic"  # where people look for it, if it is no trigger: state or mechanic
    child_keys: ClassVar[tuple[str, ...]] = ()  # the fields that hold further primitives
    is_trigger: ClassVar[bool] = False  # whether its children wait for an event
    needs_carrier: ClassVar[bool] = False  # whether it can act for the carrier only
    is_live: ClassVar[bool] = True  # whether it can hold under a condition, outside triggers

    kind: str = Field(description="The kind of the primitive.")

    def children(self) -> Iterator[tuple[str, int, Primitive]]:
        """Its children, each with the key and the place at which it stands."""
        for key in self.child_keys:
            for index, child in enumerate(getattr(self, f"{key}_" if key == "else" else key)):
                yield key, index, child

    @abstractmethod
    def lower(self, context: Context) -> None:
        """Add the rules, attributes and moves of the primitive to the context."""


class Node(OpenNode):
    """A primitive of any kind, read by the model of its kind."""

    def check(self, value: object) -> Any:
        # All kinds together are known only once every one of them is defined.
        from rete_chess.primitives.catalog import PRIMITIVES

        given = super().check(value)
        kind = given["kind"]
        if not isinstance(kind, str) or not PRIMITIVES.has(kind):
            close = nearest(kind, PRIMITIVES.list()) if isinstance(kind, str) else None
            hint = f"did you mean {close!r}?" if close else "`list primitives` names them all"
            message = f"unknown kind of primitive {clip(kind)}"
            raise refusal("E_PRIMITIVE_KIND", message=message, hint=hint, absent="kind")
        return PRIMITIVES.get(kind).model_validate(given)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {NODE_MARK: True}


#: A list of primitives of any kind.
Nodes = Annotated[tuple[Annotated[Primitive, Node()], ...], Many(0, 50)]
SomeNodes = Annotated[tuple[Annotated[Primitive, Node()], ...], Many(1, 50)]
