"""The policies: check, self-check, the length of a turn, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language._pattern_checks import END, STATE, pattern_findings
from rete_chess.documents.language.filter import Count, whole_amount
from rete_chess.documents.language.ids import ActId, Reason
from rete_chess.documents.language.pattern import SomePatterns
from rete_chess.documents.language.reasons import WORDS, Drawn, reason_findings
from rete_chess.documents.language.values import ColorValue, Ref, Scaled
from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import MAPPING, TEXT, Many, OneOf

#: Whom a policy concerns: everybody, or the sides of the preset's scope.
WHOM: Final = ("any", "$scope")

_ONE_SIDE: Final = "for one side, say `$scope` in a preset and give it `scope: black` where it is used"

#: No document says more half-moves of a turn.
MOST_HALF_MOVES: Final = 16
#: The part of a turn that is any move, drop, or act that is no part by itself.
MOVE: Final = "move"
_TURNS: Final = ("moves", "white", "black", "parts")

Whom = Annotated[str, OneOf(WHOM, hint=_ONE_SIDE)]


class CheckPolicy(DocumentModel):
    """When a royal piece that is attacked is not in check."""

    unless: SomePatterns = Field(description="While these patterns match, nobody is in check.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from pattern_findings(data.get("unless"), ("unless",), STATE)


@dataclass(frozen=True)
class SelfCheck:
    """The sides that may leave their royal pieces in check: None (nobody), `any`, or `$scope`."""

    allow: str | None


class _Allow(DocumentModel):
    """`{allow: any}` or `{allow: $scope}`."""

    allow: Whom = Field(description="Who may: any side, or the sides of the scope.")


def _self_check(written: str | _Allow) -> SelfCheck:
    """The policy that a text or mapping says; the word `allow` alone is for the sides of the scope."""
    if isinstance(written, _Allow):
        return SelfCheck(written.allow)
    return SelfCheck("$scope" if written == "allow" else None)


SelfCheckPolicy = Annotated[
    SelfCheck,
    Shapes(
        "forbid, allow, or a mapping such as {allow: any}",
        {TEXT: Annotated[str, OneOf(("forbid", "allow"))], MAPPING: _Allow},
    ),
    AfterValidator(_self_check),
]


HalfMoves = Annotated[int | Ref | Scaled | Count, whole_amount(1, MOST_HALF_MOVES)]


class ActPart(DocumentModel):
    """A part of a turn that is an act."""

    act: ActId = Field(description="The id of the act, which is done in this part of a turn alone.")


TurnPart = Annotated[
    str | ActPart,
    Shapes("move, or an act such as {act: duck}", {TEXT: Annotated[str, OneOf((MOVE,))], MAPPING: ActPart}),
]


class TurnPolicy(DocumentModel):
    """What a turn consists of: so many half-moves, or parts of different kinds."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": [key]} for key in _TURNS]})

    moves: HalfMoves | None = Field(
        None,
        description="The number of half-moves; by $game.FullmoveNumber, or a multiple of it, it grows.",
    )
    white: HalfMoves | None = Field(
        None, description="The number of White's half-moves, in place of `moves`."
    )
    black: HalfMoves | None = Field(
        None, description="The number of Black's half-moves, in place of `moves`."
    )
    parts: Annotated[tuple[TurnPart, ...], Many(1, MOST_HALF_MOVES)] | None = Field(
        None, description="The half-moves one by one: a move, or an act."
    )
    for_: Whom = Field(
        "$scope",
        description="Whose turns: those of the sides of the scope, as without a word, or any side's.",
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not any(key in data for key in _TURNS):
            yield finding("E_DOC_MISSING", (), f"a turn needs one of {', '.join(_TURNS)}")
        for key in _TURNS[:-1]:
            if key in data and "parts" in data:
                message, hint = f"`{key}` cannot stand beside `parts`", "each part is one half-move"
                yield finding("E_DOC_CONFLICT", (key,), message, key=True, hint=hint)


class End(DocumentModel):
    """One way the game ends: somebody wins, or it is a draw."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["win", "because"]},
                {"required": ["win", "reason"]},
                {"required": ["draw"]},
            ],
            "not": {"anyOf": [{"required": ["draw", word]} for word in WORDS]},
        }
    )

    win: ColorValue | None = Field(None, description="The side that wins.")
    draw: Drawn | None = Field(None, description="The reason of a draw, for people.")
    because: Reason | None = Field(None, description="The reason of a win, for people.")
    reason: Reason | None = Field(None, description="The same as `because`.")
    when: SomePatterns = Field(description="The patterns, all of which must match.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from pattern_findings(data.get("when"), ("when",), END)
        yield from reason_findings(data, is_needed="win" in data)
        if "draw" not in data and "win" not in data:
            yield finding("E_DOC_MISSING", (), "an end needs one of win, draw")
        for key in ("win", *WORDS):
            if "draw" in data and key in data:
                hint = "write two ends" if key == "win" else "`draw` is its own reason"
                message = f"`{key}` cannot stand beside `draw`"
                yield finding("E_DOC_CONFLICT", (key,), message, key=True, hint=hint)

    @property
    def why(self) -> str:
        """The reason of the end."""
        return self.because or self.reason or str(self.draw or "")


class ResultPolicy(DocumentModel):
    """How the game ends."""

    stray = (
        "ways to end the game are items of `ends`, such as `ends: [{win: white, because: hill, when: […]}]`"
    )

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    defaults: Annotated[str, OneOf(("suppress",))] | None = Field(
        None, description="suppress: mate, stalemate and the draws of chess do not count."
    )
    claims: Annotated[str, OneOf(("allow",))] | None = Field(
        None, description="allow: draws of chess may be claimed even where defaults are suppressed."
    )
    ends: Annotated[tuple[End, ...], Many(0, 50)] = Field((), description="Ways to end, asked in order.")
    drawn: Annotated[tuple[End, ...], Many(0, 50)] = Field(
        (), description="Ends that are asked, in order, where the game would be a draw by itself."
    )
    insufficient: Annotated[tuple[SomePatterns, ...], Many(0, 16)] | None = Field(
        None,
        description="Positions in which nobody has enough left to win: one list of patterns for each case.",
    )
    instead: bool = Field(
        False, description="Whether it takes the place of what the variant says of its end."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not data:
            message = "a result needs one of defaults, claims, ends, drawn, insufficient, instead"
            yield finding("E_DOC_MISSING", (), message)
        cases = data.get("insufficient")
        for index, case in enumerate(cases if isinstance(cases, list) else ()):
            yield from pattern_findings(case, ("insufficient", index), STATE)
