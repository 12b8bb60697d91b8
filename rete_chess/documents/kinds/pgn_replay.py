"""What a game of PGN brings along so that it can be played again: the value of its tag `Replay`, in JSON.

Whatever the other tags tell stands there alone, so that few games have the tag at all.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.kinds.preset import PresetUse
from rete_chess.documents.kinds.save import (
    MOST_DRAWS,
    MOST_INTERVENTIONS,
    MOST_MOVES,
    Draw,
    Embedded,
    SavedDocument,
    SavedEnding,
    SavedIntervention,
    SavedOffer,
    Seed,
)
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many


class PgnRules(DocumentModel):
    """The rules at the start, where they are not those of a shipped variant alone."""

    documents: Annotated[tuple[Embedded, ...], Many(0, 20)] = Field(
        (), description="The variant and what it extends, the most general first; none for a shipped one."
    )
    presets: Annotated[tuple[PresetUse, ...], Many(0, 50)] = Field(
        (), description="All presets in force, in order."
    )
    profiles: Annotated[tuple[Embedded, ...], Many(0, 16)] = Field((), description="The profiles in force.")


class PgnReplay(DocumentModel):
    """What the moves alone do not tell."""

    rules: PgnRules | None = Field(None, description="The rules at the start.")
    library: Annotated[tuple[SavedDocument, ...], Many(0, 1000)] = Field(
        (), description="The documents that are not shipped, of whatever was in force at any time."
    )
    modifiers: Annotated[tuple[Embedded, ...], Many(0, 1000)] = Field(
        (), description="Modifiers that the game knows for good."
    )
    chess960: bool = Field(False, description="Whether castling is written as king takes rook.")
    seed: Seed | None = Field(None, description="The seed from which chance decides.")
    draws: Annotated[tuple[Draw, ...], Many(0, MOST_DRAWS)] = Field(
        (), description="The numbers that were drawn, of a game whose seed is not told."
    )
    changes: Annotated[tuple[SavedIntervention, ...], Many(0, MOST_INTERVENTIONS)] = Field(
        (), description="What happened between moves, in order."
    )
    ending: SavedEnding | None = Field(
        None, description="The players' word that ended the game, where the result does not tell it."
    )
    draw_offers: Annotated[tuple[SavedOffer, ...], Many(0, MOST_MOVES + 2)] = Field(
        (), description="The offers of a draw that stood."
    )
