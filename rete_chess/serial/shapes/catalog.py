"""The shapes of the catalogue: a card for everything that people choose from."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

from rete_chess.serial.shapes.positions import ActivePreset, RuleTold


class Card(TypedDict):
    """What a picker shows of an entry, as `list KIND --json` prints it."""

    id: str
    kind: Annotated[str, Field(description="Its kind, such as variant.")]
    label: Annotated[str, Field(description="The name people read.")]
    description: Annotated[str, Field(description="One line, possibly of several sentences.")]
    icon: Annotated[str, Field(description="One letter.")]
    value: NotRequired[Annotated[float, Field(description="Its worth in pawns, where it has one.")]]
    parameters: NotRequired[
        Annotated[dict[str, str], Field(description="The parameters of a primitive, each with a sentence.")]
    ]


class VariantCard(Card):
    """A variant."""

    extends: NotRequired[Annotated[str, Field(description="The id of the variant it differs from.")]]
    fen: Annotated[str, Field(description="Its start position.")]
    width: int
    height: int
    pieces: Annotated[dict[str, str], Field(description="The piece type of each letter.")]
    tiles: Annotated[dict[str, str], Field(description="The tile type of each special square.")]
    presets: Annotated[list[ActivePreset], Field(description="The presets it begins with.")]
    tags: Annotated[list[str], Field(description="Its presets by id, and the size of an unusual board.")]
    hides: Annotated[bool, Field(description="Whether it hides something from a side: no room plays it.")]


class PresetCard(Card):
    """A preset or ruleset."""

    config: Annotated[dict[str, Any], Field(description="Its settings, with the values they have.")]
    incompatibleWith: Annotated[list[str], Field(description="Presets that cannot be in force beside it.")]
    requires: Annotated[list[str], Field(description="Presets that must be in force beside it.")]
    isRuleset: Annotated[bool, Field(description="Whether it says alone how a game ends.")]
    isPython: Annotated[bool, Field(description="Whether it is written in Python.")]


class LayoutCard(Card):
    """A start position."""

    fen: str


class PieceCard(Card):
    """A piece type."""

    letter: Annotated[str, Field(description="Its letter in FEN and notation, lower case.")]
    drawing: Annotated[
        str | None,
        Field(description="Its figure as an SVG symbol for both colours; null: a letter on a disc."),
    ]


class TileCard(Card):
    """A tile type."""

    isClosed: Annotated[bool, Field(description="Whether nothing can enter or pass such a square.")]
    drawing: Annotated[
        str | None,
        Field(description="Its picture as an SVG symbol; null: a frame with its name."),
    ]


class AbilityCard(Card):
    """An ability."""

    config: Annotated[dict[str, Any], Field(description="Its settings, with the values they have.")]
    hooks: Annotated[list[str], Field(description="Its triggers in words, such as `1 on-capture trigger`.")]


class ProfileCard(Card):
    """A profile."""

    layoutId: NotRequired[Annotated[str, Field(description="The layout it was made for.")]]
    kinds: Annotated[list[str], Field(description="The modifier kinds, abilities and modifiers it gives.")]


class ModifierCard(Card):
    """A custom modifier."""

    primitives: Annotated[int, Field(description="How many primitives it is made of, all levels counted.")]
    hooks: Annotated[list[str], Field(description="Its triggers in words, such as `1 on-capture trigger`.")]


class ModifierKindCard(Card):
    """A kind of modifier that profiles give."""

    attribute: Annotated[str, Field(description="The attribute of pieces that it changes.")]
    type: Annotated[str, Field(description="What the attribute holds.")]
    min: NotRequired[Annotated[float, Field(description="The least that is in effect.")]]
    max: NotRequired[Annotated[float, Field(description="The most that is in effect.")]]
    stackingRule: Annotated[
        Literal["sum", "or", "union", "complement", "highest precedence"],
        Field(description="How the values of several profiles become one."),
    ]
    uiForm: Annotated[dict[str, Any], Field(description="How an editor asks for a value: its control.")]
    valueSchema: Annotated[dict[str, Any], Field(description="The JSON Schema of a value.")]


class PrimitiveCard(Card):
    """A primitive of custom modifiers."""

    group: Literal["state", "mechanic", "trigger"]
    childKeys: Annotated[list[str], Field(description="The parameters that hold further primitives.")]
    isLive: Annotated[bool, Field(description="Whether it can hold under a condition, outside triggers.")]
    schema: Annotated[dict[str, Any], Field(description="The JSON Schema of the primitive.")]
    examples: Annotated[list[dict[str, Any]], Field(description="Primitives of the kind.")]


class Catalog(TypedDict):
    """Everything that people choose from."""

    variants: list[VariantCard]
    rulesets: list[PresetCard]
    presets: list[PresetCard]
    layouts: list[LayoutCard]
    pieces: list[PieceCard]
    tiles: list[TileCard]
    abilities: list[AbilityCard]
    profiles: list[ProfileCard]
    modifiers: list[ModifierCard]
    modifierKinds: list[ModifierKindCard]
    primitives: list[PrimitiveCard]


AnyCard = (
    VariantCard
    | PresetCard
    | LayoutCard
    | PieceCard
    | TileCard
    | AbilityCard
    | ProfileCard
    | ModifierCard
    | ModifierKindCard
    | PrimitiveCard
)


class CatalogEntry(TypedDict):
    """One entry of the catalogue with its document."""

    card: AnyCard
    text: Annotated[str, Field(description="The document as it is written; empty if it is none.")]
    document: Annotated[
        dict[str, Any] | None, Field(description="The document as JSON; null where there is none.")
    ]
    rulebook: NotRequired[
        Annotated[list[RuleTold], Field(description="How a variant is played, in sentences.")]
    ]
