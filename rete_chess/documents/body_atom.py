"""Atoms of movement in presets and variants: as in piece documents, but a range may come from `config`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.alternatives import Shapes
from rete_chess.documents.atom import MoveAtom, Range
from rete_chess.documents.values import Ref, RefText
from rete_chess.documents.words import LIST, TEXT

AtomRange = Annotated[
    tuple[int, ...] | Ref,
    Shapes("a list [least, most] or a reference to one", {LIST: Range, TEXT: RefText}),
]


class BodyAtom(MoveAtom):
    """One way of moving; `range` may be a reference such as $config.range."""

    # Wider than in the base: models are frozen, so nobody assigns through the base.
    range: AtomRange | None = Field(  # type: ignore[assignment]
        None, description="The least and the most steps of a slide or hop, or a reference to them."
    )
    then: BodyAtoms | None = Field(
        None, description="Ways to go on from every empty square this atom reaches.", min_length=1
    )


BodyAtoms = Annotated[tuple[BodyAtom, ...], Field(strict=False, max_length=64)]
