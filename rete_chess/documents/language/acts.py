"""Acts: what a player may do that is no piece's way of moving, by one of the pieces or by the side itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language._pattern_checks import STATE, pattern_findings
from rete_chess.documents.language._template import TemplateText
from rete_chess.documents.language.action import Action
from rete_chess.documents.language.filter import Filter, SquareMatch
from rete_chess.documents.language.ids import ActId
from rete_chess.documents.language.pattern import SomePatterns
from rete_chess.documents.language.rule import action_findings
from rete_chess.documents.language.values import Ref
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf

ENDS: Final = "ends"
FREE: Final = "free"
#: The moment at which its actions are done.
AT: Final = "act"

_TARGETS: Final = ("piece", "square", "empty")


class ActTarget(DocumentModel):
    """What is chosen as the target of an act: a piece or a square."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": [key]} for key in _TARGETS]})

    piece: Filter | None = Field(None, description="A piece of either side.")
    square: SquareMatch | None = Field(None, description="A square.")
    empty: bool | None = Field(None, description="Whether that square is empty; without `square`, any such.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not any(key in data for key in _TARGETS):
            yield finding("E_DOC_MISSING", (), f"a target needs one of {', '.join(_TARGETS)}")
        if "piece" in data:
            for key in _TARGETS[1:]:
                if key in data:
                    message = f"`{key}` cannot stand beside `piece`"
                    hint = "a piece has its `square` inside `piece`"
                    yield finding("E_DOC_CONFLICT", (key,), message, key=True, hint=hint)


class ActEntry(DocumentModel):
    """One act. Patterns and actions know $self, who acts, $target and $mover, patterns $enemy, too."""

    id: ActId = Field(description="The word by which players and rules name it, such as pass.")
    by: Filter | None = Field(None, description="The own pieces that can do it; without it, the side does.")
    on: ActTarget | None = Field(None, description="What the player chooses as its target.")
    when: SomePatterns | None = Field(None, description="What must hold; without it, it can be done always.")
    do: Annotated[tuple[Action, ...], Many(0, 50)] = Field((), description="The actions, in order.")
    turn: Annotated[str, OneOf((ENDS, FREE))] = Field(
        ENDS, description="Whether it is the move of the turn, or free: the mover goes on."
    )
    describe: TemplateText | None = Field(
        None, description="What people read when it is done, with placeholders such as {target}."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from pattern_findings(data.get("when"), ("when",), STATE)
        yield from action_findings(AT, data.get("do"))
        if "describe" in data and not data.get("do"):
            message = "`describe` tells what `do` does, which is nothing"
            yield finding("E_DOC_CONFLICT", ("describe",), message, key=True, hint="add `do`")

    def made_tiles(self) -> Iterator[tuple[int, str | Ref]]:
        """The types of the tiles that its actions make, each with the number of the action."""
        for number, action in enumerate(self.do):
            made = action.made_tile()
            if made is not None:
                yield number, made
