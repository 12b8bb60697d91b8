"""Atoms of movement in presets and variants: as in piece documents, but a range may come from `config`,
and the directions from an attribute of the piece."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.alternatives import Shapes
from rete_chess.documents.atom import Directions, MoveAtom, Range
from rete_chess.documents.values import OrRef, Ref, ref_or
from rete_chess.documents.words import LIST, TEXT, Many

AtomRange = Annotated[
    tuple[int, ...] | Ref,
    Shapes(
        "a list [least, most] or a reference to one",
        {LIST: Range, TEXT: ref_or("a list [least, most] or a reference to one")},
    ),
]


AtomDirections = Annotated[str | tuple[tuple[int, ...], ...] | Ref, OrRef(Directions).named("AtomDirections")]


class BodyAtom(MoveAtom):
    """One way of moving; `range` may be a reference such as $config.range, the directions an attribute."""

    leap: AtomDirections | None = Field(  # type: ignore[assignment]
        None,
        description="Go straight to a square, whatever stands between; or an attribute with directions.",
    )
    slide: AtomDirections | None = Field(  # type: ignore[assignment]
        None, description="Go along a line of empty squares; or an attribute with directions."
    )

    # Wider than in the base: models are frozen, so nobody assigns through the base.
    range: AtomRange | None = Field(  # type: ignore[assignment]
        None, description="The least and the most steps of a slide or hop, or a reference to them."
    )
    then: Annotated[tuple[BodyAtom, ...], Many(1, 64)] | None = Field(
        None, description="Ways to go on from every empty square this atom reaches."
    )


BodyAtoms = Annotated[tuple[BodyAtom, ...], Many(0, 64)]
