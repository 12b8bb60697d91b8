"""The save document, `*.save.json`: a match with its variant, its moves and its facts at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.kinds.layout import Fen
from rete_chess.documents.kinds.preset import PresetUse
from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.ids import Id
from rete_chess.documents.language.values import Number, Owner
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Form, Many, OneOf

#: The version of the format that is written. Older ones are read, see `rete_chess.match._migrations`.
VERSION: Final = 6
#: The moves and the interventions of the longest match that can be saved.
MOST_MOVES: Final = 10_000
MOST_INTERVENTIONS: Final = 1000
#: The numbers of chance that the longest match may have drawn without its seed.
MOST_DRAWS: Final = 100_000

Hash = Annotated[str, Form("[0-9a-f]{32}", "a digest of 32 hexadecimal digits")]
Color = Annotated[str, OneOf(("white", "black"))]
MoveText = Annotated[
    str,
    Form(
        "(?:[a-z0-9@+-]{4,64}|\\+?[A-Z]@[a-p](?:1[0-6]|[1-9])|[a-z-]{1,24}(?::[a-p0-9x]{2,7})?)",
        "a move such as e2e4, a drop such as N@f3, or an act such as pass",
    ),
]
SquareName = Annotated[str, Form("[a-p](?:1[0-6]|[1-9])", "the name of a square, such as e4")]
AttributeKey = Annotated[str, KeyForm(r"[A-Za-z@][\w .@-]{0,127}", "the name of an attribute")]
AttributeText = Annotated[str, Form(r"[A-Za-z@][\w .@-]{0,127}", "the name of an attribute")]
#: A document as it was read; it is checked by its own model.
Embedded = dict[str, Any]


class SavedDocument(DocumentModel):
    """A document that the match goes by: rules that are shipped by their digest, all others in full."""

    kind: Annotated[str, OneOf(("ability", "layout", "modifier", "piece", "preset", "tile"))] = Field(
        description="Its kind."
    )
    id: Id = Field(description="The id by which it is asked for.")
    hash: Hash | None = Field(None, description="The digest of what a document means that every program has.")
    document: Embedded | None = Field(None, description="The document itself, if it is not shipped.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if ("hash" in data) == ("document" in data):
            yield finding("E_DOC_CONFLICT", (), "one of hash and document must be given")

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON."""
        told = {"hash": self.hash} if self.document is None else {"document": self.document}
        return {"kind": self.kind, "id": self.id, **told}


class SavedVariant(DocumentModel):
    """The variant of a match, so that the save needs no other file."""

    id: Id = Field(description="The id of the variant.")
    hash: Hash = Field(description="The digest of all documents below, and of the presets at the start.")
    documents: Annotated[tuple[Embedded, ...], Many(1, 20)] = Field(
        description="The variant and what it extends, the most general first."
    )
    profiles: Annotated[tuple[Embedded, ...], Many(0, 16)] = Field(
        (), description="The profiles that the match began with."
    )
    library: Annotated[tuple[SavedDocument, ...], Many(0, 1000)] = Field(
        (), description="The documents that were used at any time, by kind and id."
    )


Seed = Annotated[str, Field(min_length=1, max_length=100)]
#: A number of a stream of chance, see `rete_chess.engine.stream`.
Draw = Annotated[int, Field(ge=0, lt=2**52)]


class SavedStart(DocumentModel):
    """How the match began."""

    fen: Fen = Field(description="The start position.")
    chess960: bool = Field(False, description="Whether castling is written as king takes rook.")
    presets: Annotated[tuple[PresetUse, ...], Many(0, 50)] = Field(
        description="The presets in force, in order."
    )
    modifiers: Annotated[tuple[Embedded, ...], Many(0, 1000)] = Field(
        (), description="Modifiers of its own that the game knows for good."
    )
    seed: Seed | None = Field(None, description="The seed from which chance decides.")
    draws: Annotated[tuple[Draw, ...], Many(0, MOST_DRAWS)] = Field(
        (), description="The numbers that were drawn first, of a match whose seed is not told."
    )


class SavedSpawn(DocumentModel):
    """A piece that was put on the board between moves."""

    type: TypeId = Field(description="Its type.")
    color: Owner = Field(description="Its side, or neutral.")
    square: SquareName = Field(description="Its square.")
    attributes: FrozenMap[AttributeKey, Any] = Field(
        default_factory=FrozenMap, description="Attributes it was given, each anything that JSON can say."
    )


class SavedDamage(DocumentModel):
    """Damage that was dealt between moves."""

    target: Annotated[int, Field(ge=1)] = Field(description="The piece that took it.")
    amount: Number = Field(description="How much.")
    kind: Annotated[str, Field(min_length=1, max_length=80)] = Field(description="The kind of damage.")
    attacker: Annotated[int, Field(ge=1)] | None = Field(None, description="The piece that dealt it.")


class SavedModifier(DocumentModel):
    """A custom modifier that was given between moves."""

    id: Id = Field(description="The id of the modifier.")
    for_: Embedded = Field(default_factory=dict, description="The filter of the pieces that it was given to.")


class SavedRules(DocumentModel):
    """Presets and profiles that were put in force together between moves."""

    presets: Annotated[tuple[PresetUse, ...], Many(0, 50)] = Field(description="The presets, in order.")
    profiles: Annotated[tuple[Embedded, ...], Many(0, 16)] = Field(description="The profiles, in order.")


class SavedEvent(DocumentModel):
    """A single event that was let happen between moves."""

    event: Annotated[str, Field(min_length=1, max_length=80)] = Field(description="Its kind.")
    side: Owner | None = Field(None, description="The side that acts, or neutral.")
    piece: Annotated[int, Field(ge=1)] | None = Field(None, description="The piece that acts.")
    target: Annotated[int, Field(ge=1)] | None = Field(None, description="The piece that suffers.")
    origin: SquareName | None = Field(None, description="From where.")
    to: SquareName | None = Field(None, description="To where.")
    square: SquareName | None = Field(None, description="The square it concerns.")
    amount: Number | None = Field(None, description="How much.")
    kind: Annotated[str, Field(min_length=1, max_length=80)] | None = Field(None, description="What kind.")
    tag: Annotated[str, Field(min_length=1, max_length=80)] | None = Field(None, description="The tag.")
    was: TypeId | None = Field(None, description="The type before.")
    becomes: TypeId | None = Field(None, description="The type after.")
    player: bool | None = Field(None, description="Whether a player is told to have done it.")


class SavedFact(DocumentModel):
    """A fact that was written between moves."""

    entity: Annotated[int, Field(ge=-1)] = Field(description="The entity: 0 is the game, -1 preset state.")
    attribute: AttributeText = Field(description="The attribute.")
    value: Any = Field(
        None,
        description="Its new value, anything that JSON can say; without one the fact was taken away.",
    )


#: What can happen between moves, by its key.
_DEEDS: Final = (
    "presets",
    "spawn",
    "damage",
    "profiles",
    "modifier",
    "event",
    "fact",
    "know",
    "forget",
    "withdraw",
    "rules",
)


class SavedIntervention(DocumentModel):
    """Something that happened between moves: one of these."""

    after: Annotated[int, Field(ge=0)] = Field(description="After how many moves.")
    presets: Annotated[tuple[PresetUse, ...], Many(0, 50)] | None = Field(
        None, description="The presets that were put in force."
    )
    spawn: SavedSpawn | None = Field(None, description="A new piece.")
    damage: SavedDamage | None = Field(None, description="Damage dealt.")
    profiles: Annotated[tuple[Embedded, ...], Many(0, 16)] | None = Field(
        None, description="The profiles that were to be put in force when the turn ended."
    )
    modifier: SavedModifier | None = Field(None, description="A custom modifier that pieces were given.")
    event: SavedEvent | None = Field(None, description="A single event.")
    fact: SavedFact | None = Field(None, description="A fact that was written.")
    know: Embedded | None = Field(None, description="The document of a modifier made known to the match.")
    forget: Id | None = Field(None, description="The id of a modifier that the match was to forget.")
    withdraw: Annotated[str, OneOf(("profiles",))] | None = Field(
        None, description="profiles: those that waited for the turn to end wait no longer."
    )

    rules: SavedRules | None = Field(
        None, description="The presets and profiles that were put in force together."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if sum(key in data for key in _DEEDS) != 1:
            message = f"one of {', '.join(_DEEDS[:-1])} and {_DEEDS[-1]} must be given"
            yield finding("E_DOC_CONFLICT", (), message)


class SavedEnding(DocumentModel):
    """The players' word that ended the game."""

    kind: Annotated[str, OneOf(("resign", "time-out", "draw-agreed", "draw-claim"))] = Field(
        description="What was said."
    )
    side: Color = Field(description="Who said it, or whose time was up.")
    reason: Annotated[str, Field(max_length=80)] = Field(description="The reason of the result.")


class SavedFacts(DocumentModel):
    """All facts of one entity."""

    id: Annotated[int, Field(ge=-1)] = Field(description="The entity: 0 is the game, -1 preset state.")
    facts: FrozenMap[AttributeKey, Any] = Field(
        description="Attribute and value; what presets remember may be anything that JSON can say."
    )


class SavedState(DocumentModel):
    """What the match has come to: the moves must lead to it again."""

    fen: Fen = Field(description="The position.")
    hash: Hash = Field(description="The digest of all facts.")
    presets: Annotated[tuple[PresetUse, ...], Many(0, 50)] = Field(
        description="The presets in force, in order."
    )
    facts: Annotated[tuple[SavedFacts, ...], Many(1, 2000)] = Field(description="All facts, by entity.")


class SavedOffer(DocumentModel):
    """An offer of a draw."""

    after: Annotated[int, Field(ge=0, le=MOST_MOVES + 1)] = Field(
        description="How many steps had been played while it stood."
    )
    side: Color = Field(description="Whose offer it was.")


class SaveDocument(DocumentModel):
    """A match as a document."""

    kind: Annotated[str, OneOf(("save",))] = Field("save", description="The kind of document: save.")
    format_version: Annotated[int, Field(ge=1, le=VERSION)] = Field(description="The version of the format.")
    variant: SavedVariant = Field(description="The rules of the match.")
    start: SavedStart = Field(description="How the match began.")
    moves: Annotated[tuple[MoveText, ...], Many(0, MOST_MOVES)] = Field(
        description="All moves, also those taken back that can be brought back."
    )
    interventions: Annotated[tuple[SavedIntervention, ...], Many(0, MOST_INTERVENTIONS)] = Field(
        (), description="What happened between moves, in order."
    )
    ending: SavedEnding | None = Field(None, description="The players' word that ended the game, if one did.")
    index: Annotated[int, Field(ge=0, le=MOST_MOVES + 1)] = Field(
        description="How many steps are played now."
    )
    draw_offers: Annotated[tuple[SavedOffer, ...], Many(0, MOST_MOVES + 2)] = Field(
        (), description="The offers of a draw that stood, each at a place of the history."
    )
    state: SavedState = Field(description="What the match has come to.")
