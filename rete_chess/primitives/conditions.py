"""The conditions of `conditional`: tests of the carrier, or of its promotion."""

from __future__ import annotations

from abc import abstractmethod
from itertools import accumulate
from math import prod
from operator import mul
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field

from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.attribute import Constant
from rete_chess.documents.language.filter import AttributeName, Filter
from rete_chess.documents.modelling.alternatives import Heads
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf
from rete_chess.primitives.ways import ANYHOW, Way, Word, together

if TYPE_CHECKING:
    from rete_chess.primitives.lowering import Context, Data

#: Comparisons by their words, with how a document writes them.
OPERATIONS: Final = {"eq": "", "ne": "not", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge"}


class Condition(DocumentModel):
    """Something that holds or not."""

    @property
    def of_promotions(self) -> bool:
        """Whether it asks for what only a promotion says."""
        return False

    def cases(self, is_negated: bool) -> int:
        """The number of its ways, or of those in which it does not hold, none of them impossible."""
        return 1

    @abstractmethod
    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        """The ways in which it holds, or does not, of which never two are so at once. `data` is what the
        document says."""


class CarrierCondition(Condition):
    """A test of the carrier."""

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        pattern = {"piece": {"id": "$self", **self.test(context, data)}}
        return [Way(({"not": pattern} if is_negated else pattern,))]

    @abstractmethod
    def test(self, context: Context, data: Data) -> Data:
        """The filter that the carrier must pass."""


class AttributeCondition(CarrierCondition):
    """`{attr: Hp, op: lt, value: 2}`; a piece without the attribute does not pass, except for `ne`."""

    attr: AttributeName = Field(description="The attribute of the carrier.")
    op: Annotated[str, OneOf(tuple(OPERATIONS))] = Field(description="How it compares with the value.")
    value: Constant = Field(description="The value.")

    def test(self, context: Context, data: Data) -> Data:
        word = OPERATIONS[self.op]
        return {context.mention(self.attr): {word: self.value} if word else self.value}


class PieceCondition(CarrierCondition):
    """`{piece: {type: queen}}`: the carrier passes a filter."""

    piece: Filter = Field(description="The filter.")

    def test(self, context: Context, data: Data) -> Data:
        given: dict[str, Any] = data["piece"]
        for name in self.piece.attributes:
            context.mention(name)
        return given


class PromotionCondition(Condition):
    """A word of the promotion."""

    @property
    def of_promotions(self) -> bool:
        return True

    @staticmethod
    def known(field: str, name: str, is_negated: bool) -> list[Way]:
        """The one way in which a word is a name, or is not."""
        word = Word(not_=frozenset((name,))) if is_negated else Word(name)
        return [Way((), {field: word})]


class PromotedFrom(PromotionCondition):
    """`{promotedFrom: pawn}`: what the carrier was before it promoted."""

    promoted_from: TypeId = Field(description="The piece type.")

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return self.known("was", self.promoted_from, is_negated)


class PromotedTo(PromotionCondition):
    """`{promotedTo: queen}`: what the carrier has become."""

    promoted_to: TypeId = Field(description="The piece type.")

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return self.known("becomes", self.promoted_to, is_negated)


class NotCondition(Condition):
    """`{not: {piece: {type: queen}}}`: a condition does not hold."""

    not_: AnyCondition = Field(description="The condition that must not hold.")

    @property
    def of_promotions(self) -> bool:
        return self.not_.of_promotions

    def cases(self, is_negated: bool) -> int:
        return self.not_.cases(not is_negated)

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return self.not_.ways(context, data["not"], not is_negated)


class JoinedCondition(Condition):
    """Several conditions as one."""

    @property
    @abstractmethod
    def parts(self) -> tuple[Condition, ...]:
        """The conditions."""

    @abstractmethod
    def is_one(self, is_negated: bool) -> bool:
        """Whether it is enough if one of them holds, or does not."""

    @property
    def of_promotions(self) -> bool:
        return any(part.of_promotions for part in self.parts)

    def cases(self, is_negated: bool) -> int:
        if not self.is_one(is_negated):
            return prod(part.cases(is_negated) for part in self.parts)
        others = [1, *accumulate((part.cases(not is_negated) for part in self.parts), mul)]
        return sum(before * part.cases(is_negated) for before, part in zip(others, self.parts))

    def joined(self, context: Context, data: list[Data], is_negated: bool) -> list[Way]:
        """The ways in which all parts hold, or fail; or, for one of them, the first that does so."""
        if not self.is_one(is_negated):
            return together(part.ways(context, one, is_negated) for part, one in zip(self.parts, data))
        found: list[Way] = []
        others = [ANYHOW]
        for part, one in zip(self.parts, data):
            found += together([others, part.ways(context, one, is_negated)])
            others = together([others, part.ways(context, one, not is_negated)])
        return found


class AllCondition(JoinedCondition):
    """`{all: [{attr: Hp, op: lt, value: 2}, {piece: {type: queen}}]}`: every one of them holds."""

    all: Annotated[tuple[AnyCondition, ...], Many(1, 8)] = Field(
        description="The conditions, each of which must hold."
    )

    @property
    def parts(self) -> tuple[Condition, ...]:
        return self.all

    def is_one(self, is_negated: bool) -> bool:
        return is_negated

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return self.joined(context, data["all"], is_negated)


class AnyOfCondition(JoinedCondition):
    """`{any: [{attr: Hp, op: lt, value: 2}, {piece: {type: queen}}]}`: at least one of them holds."""

    any: Annotated[tuple[AnyCondition, ...], Many(1, 8)] = Field(
        description="The conditions, one of which must hold."
    )

    @property
    def parts(self) -> tuple[Condition, ...]:
        return self.any

    def is_one(self, is_negated: bool) -> bool:
        return not is_negated

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return self.joined(context, data["any"], is_negated)


AnyCondition = Annotated[
    AttributeCondition
    | PieceCondition
    | PromotedFrom
    | PromotedTo
    | AllCondition
    | AnyOfCondition
    | NotCondition,
    Heads(
        "condition",
        {
            "attr": AttributeCondition,
            "piece": PieceCondition,
            "promotedFrom": PromotedFrom,
            "promotedTo": PromotedTo,
            "all": AllCondition,
            "any": AnyOfCondition,
            "not": NotCondition,
        },
        ("op", "value"),
    ).named("PrimitiveCondition"),
]
