"""Facts in scenarios: those given before play, and those that must hold after a move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.attribute import Constant
from rete_chess.documents.language.filter import AttributeKey, AttributeModel, AttributeName
from rete_chess.documents.language.ids import Id, Ids
from rete_chess.documents.language.squares import Square
from rete_chess.documents.language.values import Color, Owner
from rete_chess.documents.modelling.alternatives import Heads, beside
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many


class _Facts(AttributeModel):
    """Attributes with their values, beside what else a fact says."""

    # Narrower than in the base: a fact has a value, not a test.
    attributes: FrozenMap[AttributeKey, Constant] = Field(  # type: ignore[assignment]
        default_factory=FrozenMap
    )
    noun: ClassVar[str] = "fact"
    head: ClassVar[str] = ""

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if set(data) == {cls.head}:
            yield finding("E_DOC_MISSING", (), f"the {cls.noun} says nothing about its {cls.head}")
        for key in ("empty", "wall"):
            others = [other for other in data if other not in (cls.head, key)]
            if data.get(key) is True and others:
                yield beside(others[0], f"{key}: true", "nothing stands there")


class GivenSquare(_Facts):
    """What stands on a square before play begins: another piece, nobody, or other attributes."""

    head = "square"

    square: Square = Field(description="The square.")
    type: TypeId | None = Field(None, description="The piece type to put there.")
    color: Owner | None = Field(None, description="Its side, or neutral.")
    abilities: Ids | None = Field(None, description="Abilities in play that the piece gets.")
    empty: bool | None = Field(None, description="true: whoever stands there goes.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from super().conflicts(data)
        for key, other in (("type", "color"), ("color", "type")):
            if key in data and other not in data:
                message = f"`{key}` needs `{other}`"
                yield finding("E_DOC_CONFLICT", (key,), message, key=True, hint=f"add `{other}`")


class GivenTile(_Facts):
    """What a square is before play begins."""

    head = "tile"

    tile: Square = Field(description="The square.")
    type: Id | None = Field(None, description="The tile type; `standard` for an ordinary square.")


class GivenSide(_Facts):
    """Attributes of a side before play begins."""

    head = "side"

    side: Color = Field(description="The side.")


class SquareFact(_Facts):
    """What must stand on a square."""

    head = "square"

    square: Square = Field(description="The square.")
    type: TypeId | None = Field(None, description="The piece type that stands there.")
    color: Owner | None = Field(None, description="Its side, or neutral.")
    empty: bool | None = Field(None, description="Whether no piece stands there.")
    wall: bool | None = Field(None, description="Whether the square is closed.")
    abilities: Ids | None = Field(None, description="The abilities that the piece has, all of them.")
    lacks: Annotated[tuple[AttributeName, ...], Many(1, 64)] | None = Field(
        None, description="Attributes that the piece must not have."
    )


class TileFact(_Facts):
    """What a square must be."""

    head = "tile"

    tile: Square = Field(description="The square.")
    type: Id | None = Field(None, description="The tile type; `standard` for an ordinary square.")
    lacks: Annotated[tuple[AttributeName, ...], Many(1, 64)] | None = Field(
        None, description="Attributes that the tile must not have."
    )


class PresetFact(_Facts):
    """What the state of a preset must hold."""

    head = "preset"

    preset: Id = Field(description="The id of the preset.")
    lacks: Annotated[tuple[AttributeName, ...], Many(1, 64)] | None = Field(
        None, description="Attributes that it must not hold."
    )


class SideFact(_Facts):
    """What must hold of a side."""

    head = "side"

    side: Color = Field(description="The side.")
    to_move: bool | None = Field(None, description="Whether it is its turn.")
    in_check: bool | None = Field(None, description="Whether one of its royal pieces is attacked.")
    lacks: Annotated[tuple[AttributeName, ...], Many(1, 64)] | None = Field(
        None, description="Attributes that the side must not have."
    )


class GameFact(DocumentModel):
    """Attributes of the game, its own such as HalfMovesThisTurn included."""

    game: FrozenMap[AttributeKey, Constant] = Field(description="The attributes and their values.")


Given = Annotated[
    GivenSquare | GivenTile | GivenSide | GameFact,
    Heads(
        "given fact",
        {"square": GivenSquare, "tile": GivenTile, "side": GivenSide, "game": GameFact},
        ("type", "color", "abilities", "empty"),
    ).named("GivenFact"),
]
Fact = Annotated[
    SquareFact | TileFact | SideFact | GameFact | PresetFact,
    Heads(
        "fact",
        {
            "square": SquareFact,
            "tile": TileFact,
            "side": SideFact,
            "game": GameFact,
            "preset": PresetFact,
        },
        ("type", "color", "empty", "wall", "abilities", "lacks", "toMove", "inCheck"),
    ).named("Fact"),
]
