"""Which line of which document decides about moves: what explanations quote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rete_chess.core.board import Board


@dataclass(frozen=True)
class Word:
    """A document, and the place in it as file:line."""

    document: str
    origin: str


@dataclass(frozen=True)
class Limit:
    """A `forbid` or `require` of a document, however the core carries it out."""

    word: Word
    because: str
    is_required: bool  # only such moves are legal, as long as there are any
    chooses: Callable[[Board, list[int]], list[int]]  # of some moves those it speaks of


@dataclass(frozen=True)
class Provenance:
    """Who has the last word on movement, royalty and limits."""

    limits: tuple[Limit, ...] = ()
    royal: Word | None = None
    movement: Mapping[tuple[str, int], Word] = field(default_factory=dict)  # by type and colour
