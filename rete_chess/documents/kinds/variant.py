"""The variant document, `*.variant.yaml`: board, start position, pieces, presets, and a body of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.core.geometry import MAX_SIDE
from rete_chess.documents.kinds.body import Body
from rete_chess.documents.kinds.layout import Fen
from rete_chess.documents.kinds.modifier import ModifierDocument, ModifierUse
from rete_chess.documents.kinds.preset import PresetUse
from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.attribute import Config
from rete_chess.documents.language.filter import Filter
from rete_chess.documents.language.ids import Description, Id, Ids, Name, namesakes, repeated
from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.promise import Elsewhere
from rete_chess.documents.modelling.words import MAPPING, TEXT, Many, OneOf

if TYPE_CHECKING:
    from rete_chess.documents.kinds.scenario import ScenarioEntry
else:
    ScenarioEntry = Annotated[Any, Elsewhere("kinds.scenario", "ScenarioEntry")]

Side = Annotated[int, Field(ge=1, le=MAX_SIDE)]
Letter = Annotated[str, KeyForm("\\+?[a-z]", "one lower-case letter, a to z, perhaps with a + before it")]
Mark = Annotated[str, KeyForm("[a-z*]", "one lower-case letter, a to z, or *")]
SquareKey = Annotated[str, KeyForm("[a-p](?:1[0-6]|[1-9])", "the name of a square, such as e4")]
Depth = Annotated[int, KeyForm("[1-9][0-9]?", "a depth in half-moves, 1 to 99"), AfterValidator(int)]
Nodes = Annotated[int, Field(ge=0, le=10**18)]


class Board(DocumentModel):
    """The size of the board."""

    width: Side = Field(description="Files, 1 to 16.")
    height: Side = Field(description="Ranks, 1 to 16.")


class FenLayout(DocumentModel):
    """A start position in the variant itself."""

    fen: Fen = Field(description="The position as FEN.")


class AbilityUse(DocumentModel):
    """An ability that pieces have from the start."""

    stray = "settings of the ability stand under `config`, such as `config: {charges: 2}`"

    id: Id = Field(description="The id of the ability.")
    for_: Filter = Field(description="The pieces that have it, chosen in the start position.")
    config: Config = Field(default_factory=FrozenMap, description="Settings that replace the ability's own.")


class _VariantHead(DocumentModel):
    """The head of a variant: its names, and the documents it is made of."""

    kind: Annotated[str, OneOf(("variant",))] = Field("variant", description="The kind of document: variant.")
    id: Id = Field(description="The id by which people and documents name the variant.")
    name: Name = Field(description="The name people read.")
    description: Description | None = Field(None, description="What it is about, in a sentence or two.")
    extends: Id | None = Field(None, description="The id of the variant from which this one differs.")
    board: Board | None = Field(None, description="The size of the board; without it, 8 x 8.")
    layout: (
        Annotated[
            str | FenLayout,
            Shapes("the id of a layout or a mapping {fen: …}", {TEXT: Id, MAPPING: FenLayout}),
        ]
        | None
    ) = Field(None, description="The start position: the id of a layout, or {fen: …}.")
    fen: Fen | None = Field(None, description="The start position as FEN.")
    pieces: FrozenMap[Letter, TypeId] = Field(
        default_factory=FrozenMap, description="The piece type of each letter."
    )
    neutral: FrozenMap[Mark, TypeId] = Field(
        default_factory=FrozenMap,
        description="What pieces that are nobody's are written as in FEN, by piece type; others as in `=n`.",
    )
    presets: Annotated[tuple[PresetUse, ...], Many(0, 50)] = Field(
        (), description="The presets that are active, in order."
    )
    tiles: FrozenMap[SquareKey, Id] = Field(
        default_factory=FrozenMap, description="The tile type of special squares."
    )
    abilities: Annotated[tuple[AbilityUse, ...], Many(0, 100)] = Field(
        (), description="The abilities that pieces have."
    )
    profiles: Ids = Field((), description="The ids of the profiles in force, in order; the last counts most.")
    custom_modifiers: Annotated[tuple[ModifierDocument, ...], Many(0, 50)] = Field(
        (), description="Custom modifiers as documents inside this one."
    )
    modifiers: Annotated[tuple[ModifierUse, ...], Many(0, 100)] = Field(
        (), description="The custom modifiers that pieces carry, in order."
    )
    tests: Annotated[tuple[ScenarioEntry, ...], Many(0, 200)] = Field(
        (), description="Scenarios that must hold in this variant."
    )
    perft: FrozenMap[Depth, Nodes] = Field(
        default_factory=FrozenMap, description="Known numbers of move sequences by depth, to test against."
    )


class VariantDocument(Body, _VariantHead):
    """A variant as a document."""

    model_config = ConfigDict(json_schema_extra={"not": {"required": ["layout", "fen"]}})

    @property
    def start(self) -> str | None:
        """The FEN of the start position, if the document gives one under `fen` or `layout`."""
        return self.layout.fen if isinstance(self.layout, FenLayout) else self.fen

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if "layout" in data and "fen" in data:
            message = "`fen` cannot stand beside `layout`"
            yield finding("E_DOC_CONFLICT", ("fen",), message, key=True, hint="keep one of them")
        if "extends" in data and data.get("extends") == data.get("id"):
            yield finding("E_DOC_VALUE", ("extends",), "a variant cannot extend itself")
        yield from repeated("profiles", data.get("profiles"))
        yield from namesakes("tests", data.get("tests"))
        yield from _foreign_tests(data.get("tests"))


def _foreign_tests(entries: object) -> Iterator[InitErrorDetails]:
    """The findings of scenarios inside a variant that name another variant to play."""
    for index, entry in enumerate(entries[:200] if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and "variant" in entry:
            message = "a scenario inside a variant plays that variant"
            yield finding("E_DOC_CONFLICT", ("tests", index, "variant"), message, key=True, hint="remove it")
