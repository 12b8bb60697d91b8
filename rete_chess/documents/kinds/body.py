"""The body that presets and variants share: settings, attributes, policies, moves and rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field

from rete_chess.core.geometry import ZONES
from rete_chess.documents.language.attribute import Attribute, Config
from rete_chess.documents.language.filter import AttributeKey, Filter
from rete_chess.documents.language.hands import DropEntry, HandsPolicy
from rete_chess.documents.language.movement import MoveEntry
from rete_chess.documents.language.policy import CheckPolicy, ResultPolicy, SelfCheckPolicy, TurnPolicy
from rete_chess.documents.language.squares import ZONE, SquareChoice
from rete_chess.documents.modelling.findings import refusal
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.promise import Elsewhere
from rete_chess.documents.modelling.words import Many

if TYPE_CHECKING:
    from rete_chess.documents.language.acts import ActEntry
    from rete_chess.documents.language.clock import ClockPolicy
    from rete_chess.documents.language.rule import Rule
    from rete_chess.documents.language.sight import SightEntry
else:
    ActEntry = Annotated[Any, Elsewhere("language.acts", "ActEntry")]
    ClockPolicy = Annotated[Any, Elsewhere("language.clock", "ClockPolicy")]
    Rule = Annotated[Any, Elsewhere("language.rule", "Rule")]
    SightEntry = Annotated[Any, Elsewhere("language.sight", "SightEntry")]


def _is_new(name: str) -> str:
    if name in ZONES:
        raise refusal("E_DOC_VALUE", message=f"every board has a {name}", hint="give it another name")
    return name


ZoneKey = Annotated[str, KeyForm(ZONE, "the name of a zone, such as palace"), AfterValidator(_is_new)]


class Body(DocumentModel):
    """What a document does to the game; every part may be absent."""

    config: Config = Field(default_factory=FrozenMap, description="Settings that rules read as $config.name.")
    attributes: FrozenMap[AttributeKey, Attribute] = Field(
        default_factory=FrozenMap, description="Attributes that the document declares, by name."
    )
    zones: FrozenMap[ZoneKey, SquareChoice] = Field(
        default_factory=FrozenMap, description="Sets of squares by names, which are read wherever a zone is."
    )
    royal: Annotated[tuple[Filter, ...], Many(0, 32)] | None = Field(
        None, description="Which pieces are royal; [] for none."
    )
    check: CheckPolicy | None = Field(None, description="When a royal piece cannot be in check.")
    self_check: SelfCheckPolicy | None = Field(
        None, description="Whether the own royal piece may be left in check."
    )
    turn: TurnPolicy | None = Field(None, description="How many half-moves a turn has.")
    clock: ClockPolicy | None = Field(None, description="What sets the clock of half-moves back.")
    moves: Annotated[tuple[MoveEntry, ...], Many(0, 200)] = Field(
        (), description="Changes of how pieces move, and limits on moves."
    )
    hands: HandsPolicy | None = Field(None, description="What sides have in hand, beside the board.")
    drops: Annotated[tuple[DropEntry, ...], Many(0, 100)] = Field(
        (), description="Limits on dropping pieces in hand; without any, they go on every empty square."
    )
    acts: Annotated[tuple[ActEntry, ...], Many(0, 50)] = Field(
        (), description="What a player may do instead of a move, such as to pass."
    )
    sight: Annotated[tuple[SightEntry, ...], Many(0, 32)] = Field(
        (), description="What a side sees of the other; without it, everybody sees all."
    )
    result: ResultPolicy | None = Field(None, description="How the game ends.")
    rules: Annotated[tuple[Rule, ...], Many(0, 200)] = Field(
        (), description="What happens at the stages of a move."
    )

    def doing(self) -> Iterator[tuple[tuple[str, int], Rule | ActEntry]]:
        """All that holds actions under `do`, rules and acts, each with its path."""
        for index, rule in enumerate(self.rules):
            yield ("rules", index), rule
        for index, act in enumerate(self.acts):
            yield ("acts", index), act
