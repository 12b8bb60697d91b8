"""The expectations of a scenario about a position: facts, legal and illegal moves, result, FEN."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.kinds.layout import Fen
from rete_chess.documents.kinds.scenario_fact import Fact
from rete_chess.documents.language.reasons import WORDS, Drawn, reason_findings
from rete_chess.documents.language.values import Color
from rete_chess.documents.modelling.alternatives import Heads, Shapes
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import MAPPING, TEXT, Form, Many, OneOf

MoveText = Annotated[str, Form(r"[^\s]{1,64}", "a move, such as e2e4 or Nf3")]
MoveTexts = Annotated[tuple[MoveText, ...], Many(1, 500)]
Viewer = Annotated[str, KeyForm("white|black|spectators", "white, black or spectators")]
Part = Annotated[str, Field(min_length=1, max_length=200)]


#: The word for those who only watch.
SPECTATORS: Final = "spectators"


class Win(DocumentModel):
    """A win."""

    win: Color = Field(description="The side that has won.")
    because: Part | None = Field(None, description="Why; without it, for whatever reason.")
    reason: Part | None = Field(None, description="The same as `because`.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from reason_findings(data, is_needed=False)

    @property
    def why(self) -> str | None:
        """The reason, if one is given."""
        return self.because or self.reason


class Draw(DocumentModel):
    """A draw."""

    draw: Drawn = Field(description="Why the game is drawn.")


_FORMS = "ongoing, {win: white}, {win: white, because: checkmate} or {draw: stalemate}"
ExpectedResult = Annotated[
    str | Win | Draw,
    Shapes(
        _FORMS,
        {
            TEXT: Annotated[str, OneOf(("ongoing",), _FORMS)],
            MAPPING: Annotated[Any, Heads("result", {"win": Win, "draw": Draw}, WORDS)],
        },
    ).named("Result"),
]


@dataclass(frozen=True)
class IllegalMove:
    """A move that must be illegal, and the code, document or reason that forbids it; None for any."""

    move: str
    forbidden_by: str | None = None


class _Illegal(DocumentModel):
    """A move that is not legal, with what forbids it."""

    move: MoveText = Field(description="The move.")
    forbidden_by: Part = Field(
        description="What forbids it: the id of a document, a code, or a part of the reason."
    )


def _illegal(written: _Illegal) -> IllegalMove:
    return IllegalMove(written.move, written.forbidden_by)


ExpectedIllegal = Annotated[
    IllegalMove,
    Shapes(
        "a move such as e2e5, or a mapping {move, forbiddenBy}",
        {
            TEXT: Annotated[MoveText, AfterValidator(IllegalMove)],
            MAPPING: Annotated[_Illegal, AfterValidator(_illegal)],
        },
    ).named("IllegalMove"),
]


class Position(DocumentModel):
    """What must hold of a position."""

    then: Annotated[tuple[Fact, ...], Many(1, 500)] | None = Field(None, description="Facts that hold then.")
    legal: MoveTexts | None = Field(None, description="Moves that are legal then, among others.")
    only_legal: MoveTexts | None = Field(None, description="All moves that are legal then, in any order.")
    illegal: Annotated[tuple[ExpectedIllegal, ...], Many(1, 500)] | None = Field(
        None, description="Moves that are not legal then, each with what forbids it if need be."
    )
    result: ExpectedResult | None = Field(
        None, description="ongoing, {win: SIDE, because: …} or {draw: REASON}."
    )
    fen_after: Fen | None = Field(None, description="The position then as FEN.")
    sees: FrozenMap[Viewer, Fen] = Field(
        default_factory=FrozenMap, description="The position as white, black or spectators see it, as FEN."
    )
