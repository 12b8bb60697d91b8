"""Rules: at a stage, when patterns match, do actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language._pattern_checks import RULE, pattern_findings
from rete_chess.documents.language._template import TemplateText
from rete_chess.documents.language.action import ACTIONS, Action
from rete_chess.documents.language.ids import Id
from rete_chess.documents.language.pattern import Patterns
from rete_chess.documents.language.values import Ref
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.stages import DERIVE, POINTS


class Rule(DocumentModel):
    """One rule."""

    id: Id = Field(description="The name of the rule, unique in its document.")
    at: Annotated[str, OneOf(POINTS)] = Field(description="The stage at which it is asked.")
    priority: Annotated[int, Field(ge=-1000, le=1000)] = Field(
        0, description="Lower comes first within a stage."
    )
    choice: Id | None = Field(
        None, description="Of several rules with the same word only the first that matches an event fires."
    )
    when: Patterns = Field((), description="The patterns, all of which must match; names bind in order.")
    do: Annotated[tuple[Action, ...], Many(1, 50)] = Field(description="The actions, in order.")
    describe: TemplateText | None = Field(
        None, description="What people read when it fires, with placeholders such as {piece}."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        at, when = data.get("at"), data.get("when")
        yield from pattern_findings(when, ("when",), RULE)
        if at == DERIVE:
            yield from _eventless(when)
        yield from action_findings(at, data.get("do"))

    def made_tiles(self) -> Iterator[tuple[int, str | Ref]]:
        """The types of the tiles that its actions make, each with the number of the action."""
        for number, action in enumerate(self.do):
            made = action.made_tile()
            if made is not None:
                yield number, made


def _eventless(when: object) -> Iterator[InitErrorDetails]:
    for index, pattern in enumerate(when if isinstance(when, list) else ()):
        if isinstance(pattern, dict) and "event" in pattern:
            message = "at `derive` there is no event"
            yield finding("E_DOC_CONFLICT", ("when", index, "event"), message, key=True)


def action_findings(at: object, actions: object) -> Iterator[InitErrorDetails]:
    """The findings of actions at a stage where they cannot act; unknown words are found elsewhere."""
    if at not in POINTS:
        return
    for index, action in enumerate(actions if isinstance(actions, list) else ()):
        for word in _words(action):
            path: KeyPath = ("do", index, word) if isinstance(action, dict) else ("do", index)
            stages = ACTIONS[word].points
            if at not in stages:
                message = f"`{word}` is possible only at {', '.join(f'`{stage}`' for stage in stages)}"
                yield finding("E_DOC_CONFLICT", path, message, key=True)
            elif at == DERIVE and word != "contribute":
                hint = "write `contribute`, or choose another stage"
                yield finding(
                    "E_DOC_CONFLICT", path, "at `derive` rules only contribute", key=True, hint=hint
                )


def _words(action: object) -> list[str]:
    """The words of actions that an item of `do` holds, one if it is well formed."""
    given = list(action) if isinstance(action, dict) else [action]
    return [word for word in given if isinstance(word, str) and word in ACTIONS]
