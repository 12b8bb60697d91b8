"""The scenario document, `*.scenario.yaml`: a position, moves, and which rules must fire.

A file holds one scenario, or several under `scenarios` that share what stands above them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.core.moves import parse_moves
from rete_chess.documents.kinds.layout import Fen
from rete_chess.documents.kinds.modifier import ModifierDocument, ModifierUse
from rete_chess.documents.kinds.preset import PresetUse
from rete_chess.documents.kinds.scenario_fact import Given
from rete_chess.documents.kinds.scenario_firing import Firings, RuleName
from rete_chess.documents.kinds.scenario_position import MoveText, Part, Position
from rete_chess.documents.language.ids import Description, Name, namesakes
from rete_chess.documents.modelling.alternatives import Heads, Shapes, beside
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import LIST, MAPPING, NUMBER, TEXT, Form, Many, OneOf

ProfileName = Annotated[str, Form(r"[^\s](?:.{0,198}[^\s])?", "the id of a profile or the path of its file")]
ProfileNames = Annotated[tuple[ProfileName, ...], Many(0, 16)]
VariantName = Annotated[str, Form(r"[^\s](?:.{0,198}[^\s])?", "the id of a variant or the path of its file")]


class Consequences(DocumentModel):
    """What a move must have set off."""

    fires: Firings | None = Field(
        None, description="The rules that fire, all of them, in order; [] for none."
    )
    contains: Firings | None = Field(None, description="Rules that fire in this order, among others.")
    not_fires: Annotated[tuple[RuleName, ...], Many(1, 200)] | None = Field(
        None, description="Rules that do not fire."
    )
    says: Annotated[tuple[Part, ...], Many(1, 200)] | None = Field(
        None, description="Texts that the record of the move holds, in this order, among others."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if "fires" in data and "contains" in data:
            yield beside("contains", "fires", "`fires` is the whole list")


#: The keys that assert something.
STATE_KEYS: Final = ("then", "legal", "onlyLegal", "illegal", "result", "fenAfter", "sees")
FIRING_KEYS: Final = ("fires", "contains", "notFires", "says")
COURSE_KEYS: Final = ("before", "play", *FIRING_KEYS, *STATE_KEYS)

#: The codes of the errors that may keep a move from being played.
REFUSALS: Final = (
    "E_MOVE_TEXT",
    "E_MOVE_ILLEGAL",
    "E_MOVE_AMBIGUOUS",
    "E_MOVE_REFUSED",
    "E_EVENT_BUDGET",
    "E_RULE_FAILED",
    "E_FACT_TYPE",
    "E_GAME_OVER",
)


@dataclass(frozen=True)
class Refusal:
    """An error instead of a move: its code, and a part of its message if given."""

    code: str
    because: str | None = None


class _Refusal(DocumentModel):
    """An error, part by part."""

    code: Annotated[str, OneOf(REFUSALS)] = Field(description="The code of the error.")
    because: Part | None = Field(None, description="A part of its message.")


def _refusal(written: _Refusal) -> Refusal:
    return Refusal(written.code, written.because)


ExpectedRefusal = Annotated[
    Refusal,
    Shapes(
        "the code of an error, or a mapping {code, because}",
        {
            TEXT: Annotated[str, OneOf(REFUSALS), AfterValidator(Refusal)],
            MAPPING: Annotated[_Refusal, AfterValidator(_refusal)],
        },
    ),
]


class MoveStep(Position, Consequences):
    """A move, with what it must lead to."""

    move: MoveText = Field(description="The move, as UCI or SAN.")
    refused: ExpectedRefusal | None = Field(
        None, description="The error that is raised instead; then nothing has changed."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from super().conflicts(data)
        for key in FIRING_KEYS:
            if "refused" in data and key in data:
                yield beside(key, "refused", "a refused move leaves no record")


class UndoStep(Position):
    """Moves taken back, with what must hold then."""

    undo: Annotated[int, Field(ge=1, le=500)] = Field(description="How many half-moves are taken back.")


class QueueStep(Position):
    """Profiles that are put in force when the next turn starts, with what must hold until then."""

    queue: ProfileNames = Field(description="The profiles, by id or file; [] for none.")


@dataclass(frozen=True)
class MovesStep:
    """Moves in order without expectations of their own."""

    moves: tuple[str, ...]


def _moves(text: str) -> MovesStep:
    """The moves of a text, without move numbers; a text of numbers alone counts as one (wrong) move."""
    return MovesStep(parse_moves(text) or (text,))


_MOVES = Annotated[
    str,
    Form(r"[^\s]{1,64}(?: [^\s]{1,64}){0,499}", "a move such as e2e4, or several with a space between them"),
    AfterValidator(_moves),
]
Step = Annotated[
    MovesStep | MoveStep | UndoStep | QueueStep,
    Shapes(
        "a move such as e2e4, or a mapping such as {move: e2e4, fires: [lose-hp]}",
        {
            TEXT: _MOVES,
            MAPPING: Annotated[
                Any,
                Heads(
                    "step",
                    {"move": MoveStep, "undo": UndoStep, "queue": QueueStep},
                    (*STATE_KEYS, *FIRING_KEYS, "refused"),
                ),
            ],
        },
    ).named("Step"),
]


def _one(step: MovesStep) -> tuple[MovesStep]:
    return (step,)


Play = Annotated[
    tuple[MovesStep | MoveStep | UndoStep | QueueStep, ...],
    Shapes(
        "moves with a space between them, or a list of moves",
        {
            TEXT: Annotated[_MOVES, AfterValidator(_one)],
            LIST: Annotated[tuple[Step, ...], Many(1, 500)],
        },
    ),
]


#: The seed of a game: a number, or a text.
_SEED = Shapes(
    "a number or a text",
    {NUMBER: Annotated[int, Field(ge=0)], TEXT: Annotated[str, Field(min_length=1, max_length=100)]},
)

# -- scenarios -------------------------------------------------------------------------------------


class Setting(DocumentModel):
    """Where a scenario begins."""

    variant: VariantName | None = Field(
        None, description="The id of a variant, or its file seen from this one; without it, chess."
    )
    presets: Annotated[tuple[PresetUse, ...], Many(0, 50)] | None = Field(
        None, description="Presets that are active after the variant's own, in order."
    )
    profiles: ProfileNames | None = Field(
        None, description="Profiles in force after the variant's own: ids, or files seen from this one."
    )
    custom_modifiers: Annotated[tuple[ModifierDocument, ...], Many(0, 50)] | None = Field(
        None, description="Custom modifiers as documents inside this one."
    )
    modifiers: Annotated[tuple[ModifierUse, ...], Many(0, 50)] | None = Field(
        None, description="Custom modifiers that pieces carry, after the variant's own, in order."
    )
    fen: Fen | None = Field(None, description="The position; without it, the variant's start position.")
    seed: Annotated[int | str, _SEED] | None = Field(None, description="The seed from which chance decides.")
    given: Annotated[tuple[Given, ...], Many(1, 500)] | None = Field(
        None, description="Facts that are set before play."
    )


class _Course(Position, Consequences, Setting):
    """The course of a scenario: its setting, its steps, and what must hold at the end."""

    before: Position | None = Field(None, description="What must hold before the first move.")
    play: Play | None = Field(None, description="The moves, each with what it must lead to if need be.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from super().conflicts(data)
        for key in FIRING_KEYS:
            if key in data and "play" not in data:
                yield finding("E_DOC_CONFLICT", (key,), f"`{key}` needs a move", key=True, hint="add `play`")


class ScenarioEntry(_Course):
    """One scenario of several; what it leaves out of its setting is taken from the document."""

    name: Name = Field(description="The name of the scenario, unique in its document.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from super().conflicts(data)
        yield from _idle(data)


class ScenarioDocument(_Course):
    """A scenario, or several with a common setting."""

    model_config = ConfigDict(
        json_schema_extra={
            "if": {"required": ["scenarios"]},
            "then": {"not": {"anyOf": [{"required": [key]} for key in COURSE_KEYS]}},
        }
    )

    kind: Annotated[str, OneOf(("scenario",))] = Field(
        "scenario", description="The kind of document: scenario."
    )
    name: Name | None = Field(None, description="What the scenario, or the document, is called.")
    description: Description | None = Field(None, description="What it is about, in a sentence or two.")
    scenarios: Annotated[tuple[ScenarioEntry, ...], Many(1, 200)] | None = Field(
        None, description="Scenarios that share the setting above."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if "scenarios" not in data:
            yield from super().conflicts(data)
            yield from _idle(data)
            return
        for key in COURSE_KEYS:
            if key in data:
                yield beside(key, "scenarios", "write it in one of them")
        yield from namesakes("scenarios", data["scenarios"])


def _idle(data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    """The finding of a scenario that asserts nothing."""
    play = data.get("play")
    steps = [data, *(step for step in play if isinstance(step, dict))] if isinstance(play, list) else [data]
    keys = ("before", *FIRING_KEYS, *STATE_KEYS)
    if not any(key in step for step in steps for key in (*keys, "refused")):
        message = f"the scenario asserts nothing: it needs one of {', '.join(keys)}"
        yield finding("E_DOC_MISSING", (), message)
