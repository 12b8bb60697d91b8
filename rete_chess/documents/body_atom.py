"""Atoms of movement in presets and variants: as in piece documents, but a range may come from `config`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.alternatives import Shapes
from rete_chess.documents.atom import MoveAtom, Range
from rete_chess.documents.values import Ref, ref_or
from rete_chess.documents.words import LIST, TEXT, Many

AtomRange = Annotated[
    tuple[int, ...] | Ref,
    Shapes(
        "a list [least, most] or a reference to one",
        {LIST: Range, TEXT: ref_or("a list [least, most] or a reference to one")},
    ),
]


class BodyAtom(MoveAtom):
    """One way of moving; `range` may be a reference such as $config.range."""

    # Wider than in the base: models are frozen, so nobody assigns through the base.
    range: AtomRange | None = Field(  # type: ignore[assignment]
        None, description="The least and the most steps of a slide or hop, or a reference to them."
    )
    then: Annotated[tuple[BodyAtom, ...], Many(1, 64)] | None = Field(
        None, description="Ways to go on from every empty square this atom reaches."
    )


BodyAtoms = Annotated[tuple[BodyAtom, ...], Many(0, 64)]
