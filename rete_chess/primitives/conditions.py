"""The conditions of `conditional`: tests of the carrier, or of its promotion."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from pydantic import Field

from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.attribute import Constant
from rete_chess.documents.language.filter import AttributeName, Filter
from rete_chess.documents.modelling.alternatives import Heads
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import OneOf

if TYPE_CHECKING:
    from rete_chess.primitives.lowering import Context, Data

#: Comparisons by their words, with how a document writes them.
OPERATIONS: Final = {"eq": "", "ne": "not", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge"}


class Condition(DocumentModel):
    """Something that holds or not."""

    of_promotions: ClassVar[bool] = False  # whether it asks for what only a promotion says

    @abstractmethod
    def asked(self, context: Context, is_negated: bool) -> tuple[list[Data], Data]:
        """The patterns that must match, and the fields that the event must have."""


class CarrierCondition(Condition):
    """A test of the carrier."""

    def asked(self, context: Context, is_negated: bool) -> tuple[list[Data], Data]:
        pattern = {"piece": {"id": "$self", **self.test(context)}}
        return [{"not": pattern} if is_negated else pattern], {}

    @abstractmethod
    def test(self, context: Context) -> Data:
        """The filter that the carrier must pass."""


class AttributeCondition(CarrierCondition):
    """`{attr: Hp, op: lt, value: 2}`; a piece without the attribute does not pass, except for `ne`."""

    attr: AttributeName = Field(description="The attribute of the carrier.")
    op: Annotated[str, OneOf(tuple(OPERATIONS))] = Field(description="How it compares with the value.")
    value: Constant = Field(description="The value.")

    def test(self, context: Context) -> Data:
        word = OPERATIONS[self.op]
        return {context.mention(self.attr): {word: self.value} if word else self.value}


class PieceCondition(CarrierCondition):
    """`{piece: {type: queen}}`: the carrier passes a filter."""

    piece: Filter = Field(description="The filter.")

    def test(self, context: Context) -> Data:
        given: dict[str, Any] = context.data["condition"]["piece"]
        for name in self.piece.attributes:
            context.mention(name)
        return given


class PromotedFrom(Condition):
    """`{promotedFrom: pawn}`: what the carrier was before it promoted."""

    of_promotions = True

    promoted_from: TypeId = Field(description="The piece type.")

    def asked(self, context: Context, is_negated: bool) -> tuple[list[Data], Data]:
        return [], {"was": {"not": self.promoted_from} if is_negated else self.promoted_from}


class PromotedTo(Condition):
    """`{promotedTo: queen}`: what the carrier has become."""

    of_promotions = True

    promoted_to: TypeId = Field(description="The piece type.")

    def asked(self, context: Context, is_negated: bool) -> tuple[list[Data], Data]:
        return [], {"becomes": {"not": self.promoted_to} if is_negated else self.promoted_to}


AnyCondition = Annotated[
    AttributeCondition | PieceCondition | PromotedFrom | PromotedTo,
    Heads(
        "condition",
        {
            "attr": AttributeCondition,
            "piece": PieceCondition,
            "promotedFrom": PromotedFrom,
            "promotedTo": PromotedTo,
        },
        ("op", "value"),
    ).named("PrimitiveCondition"),
]
