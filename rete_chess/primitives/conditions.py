"""The conditions of `conditional`: tests of the carrier, or of its promotion."""

from __future__ import annotations

from abc import abstractmethod
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, NamedTuple

from pydantic import Field

from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.attribute import Constant
from rete_chess.documents.language.filter import AttributeName, Filter
from rete_chess.documents.modelling.alternatives import Heads
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf

if TYPE_CHECKING:
    from rete_chess.primitives.lowering import Context, Data

#: Comparisons by their words, with how a document writes them.
OPERATIONS: Final = {"eq": "", "ne": "not", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge"}


class Way(NamedTuple):
    """A way in which a condition holds: the patterns that must match, and the fields that the event has."""

    patterns: tuple[Data, ...]
    fields: Data


class Condition(DocumentModel):
    """Something that holds or not."""

    of_promotions: ClassVar[bool] = False  # whether it asks for what only a promotion says

    @abstractmethod
    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        """The ways in which it holds, or does not, of which never two are so at once. `data` is what the
        document says."""


class CarrierCondition(Condition):
    """A test of the carrier."""

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        pattern = {"piece": {"id": "$self", **self.test(context, data)}}
        return [Way(({"not": pattern} if is_negated else pattern,), {})]

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


_TESTS: Final[dict[str, Any]] = {"attr": AttributeCondition, "piece": PieceCondition}


class PromotedFrom(Condition):
    """`{promotedFrom: pawn}`: what the carrier was before it promoted."""

    of_promotions = True

    promoted_from: TypeId = Field(description="The piece type.")

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return [Way((), {"was": {"not": self.promoted_from} if is_negated else self.promoted_from})]


class PromotedTo(Condition):
    """`{promotedTo: queen}`: what the carrier has become."""

    of_promotions = True

    promoted_to: TypeId = Field(description="The piece type.")

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return [Way((), {"becomes": {"not": self.promoted_to} if is_negated else self.promoted_to})]


class NotCondition(Condition):
    """`{not: {piece: {type: queen}}}`: a test of the carrier fails."""

    not_: Annotated[
        AttributeCondition | PieceCondition,
        Heads("condition", _TESTS, ("op", "value")).named("CarrierCondition"),
    ] = Field(description="The test that must fail.")

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return self.not_.ways(context, data["not"], not is_negated)


_Parts = Annotated[
    tuple[
        Annotated[
            AttributeCondition | PieceCondition | NotCondition,
            Heads("condition", {**_TESTS, "not": NotCondition}, ("op", "value")).named("ConditionPart"),
        ],
        ...,
    ],
    Many(1, 8),
]


class AllCondition(Condition):
    """`{all: [{attr: Hp, op: lt, value: 2}, {piece: {type: queen}}]}`: every one of them holds."""

    all: _Parts = Field(description="The conditions, each of which must hold.")

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return _joined(self.all, context, data["all"], is_negated, is_negated)


class AnyOfCondition(Condition):
    """`{any: [{attr: Hp, op: lt, value: 2}, {piece: {type: queen}}]}`: at least one of them holds."""

    any: _Parts = Field(description="The conditions, one of which must hold.")

    def ways(self, context: Context, data: Data, is_negated: bool) -> list[Way]:
        return _joined(self.any, context, data["any"], not is_negated, is_negated)


def _joined(
    parts: tuple[Condition, ...], context: Context, data: list[Data], is_one: bool, is_negated: bool
) -> list[Way]:
    """The ways in which all parts hold, or fail; or, for one of them, the first that does so."""

    def ways(number: int, is_failing: bool) -> list[Way]:
        return parts[number].ways(context, data[number], is_failing)

    if not is_one:
        return _product([ways(number, is_negated) for number in range(len(parts))])
    return [
        way
        for last in range(len(parts))
        for way in _product(
            [*(ways(number, not is_negated) for number in range(last)), ways(last, is_negated)]
        )
    ]


def _product(choices: list[list[Way]]) -> list[Way]:
    """One way of each, together."""
    return [
        Way(
            tuple(pattern for way in together for pattern in way.patterns),
            {key: value for way in together for key, value in way.fields.items()},
        )
        for together in product(*choices)
    ]


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
