"""Firings as scenarios expect them: `lose-hp on e4`, or part by part in a mapping."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field

from rete_chess.documents.language.squares import Square
from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.findings import refusal
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import MAPPING, TEXT, Form, Many, OneOf
from rete_chess.stages import POINTS, STAGES

_ID = "[a-z][a-z0-9-]{0,63}"
_RULE = f"(?:{_ID}/)?{_ID}"
_SQUARE = "[a-p](?:1[0-6]|[1-9])"

RuleName = Annotated[str, Form(_RULE, "the id of a rule, such as lose-hp or piece-hp/lose-hp")]


@dataclass(frozen=True)
class ExpectedFiring:
    """A firing as a scenario names it: a rule and further parts; None for a part that may be anything."""

    rule: str
    at: str | None = None
    stage: str | None = None
    square: str | None = None

    def __str__(self) -> str:
        parts = (("at", self.at), ("in", self.stage), ("on", self.square))
        return " ".join([self.rule, *(f"{word} {part}" for word, part in parts if part)])


_FIRING = f"{_RULE}(?: at [a-z-]+)?(?: in [a-z-]+)?(?: on {_SQUARE})?"
_FIRING_PARTS = re.compile(r"(\S+)(?: at (\S+))?(?: in (\S+))?(?: on (\S+))?")


def parse_firing(text: str) -> ExpectedFiring:
    """The firing that a text names; `str` of it is the text again."""
    found = _FIRING_PARTS.fullmatch(text)
    if found is None:
        raise refusal("E_DOC_VALUE", expected="a rule such as lose-hp")
    for word, words in ((found[2], POINTS), (found[3], STAGES)):
        if word is not None and word not in words:
            expected = f"a rule at one of {', '.join(words)}"
            raise refusal("E_DOC_CHOICE", expected=expected, choices=words, word=word)
    return ExpectedFiring(*found.groups())


class _Firing(DocumentModel):
    """A firing, part by part."""

    rule: RuleName = Field(
        description="The rule: its id, with that of its document before a slash if need be."
    )
    at: Annotated[str, OneOf(POINTS)] | None = Field(None, description="The point at which the rule listens.")
    stage: Annotated[str, OneOf(STAGES)] | None = Field(
        None, description="The stage of the move inside which it fires."
    )
    square: Square | None = Field(
        None, description="Where the piece stands, or stood, that the rule speaks of."
    )


def _expected(firing: _Firing) -> ExpectedFiring:
    return ExpectedFiring(firing.rule, firing.at, firing.stage, firing.square)


Firing = Annotated[
    ExpectedFiring,
    Shapes(
        "a rule such as `lose-hp on e4`, or a mapping {rule, at, stage, square}",
        {
            TEXT: Annotated[
                str,
                Form(
                    _FIRING, "a rule such as lose-hp, with `at STAGE`, `in STAGE` and `on SQUARE` if need be"
                ),
                AfterValidator(parse_firing),
            ],
            MAPPING: Annotated[_Firing, AfterValidator(_expected)],
        },
    ).named("Firing"),
]
Firings = Annotated[tuple[Firing, ...], Many(0, 1000)]
