"""What documents say of sight, put together: hidden pieces, how far sides see, what spectators are shown."""

from __future__ import annotations

from collections.abc import Sequence

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.scope import Path
from rete_chess.compiler.lower.terms import lower_filter
from rete_chess.compiler.policies.acts import check_squares
from rete_chess.compiler.policies.sight_choice import Hiding, Sight
from rete_chess.core.geometry import COLORS, Geometry
from rete_chess.documents.language.sight import AFTER, ALL, REACH, SightEntry
from rete_chess.facts.words.word import mentions_self
from rete_chess.metering import Part


def sight_of(layers: Sequence[Layer], board: Geometry) -> Sight:
    """The sight of all layers: hidings are added up, so is what a side sees; the last word on spectators
    counts. A word for one side hides the pieces of that side, and says how far that side sees.
    """
    hidings: list[Hiding] = []
    said: list[tuple[SightEntry, tuple[bool, bool]]] = []
    spectators = AFTER
    for layer in layers:
        for index, entry in enumerate(layer.body.sight):
            path: Path = ("sight", index)
            if entry.hide is not None:
                hidings.append(_hiding(entry, layer, path, board))
            elif entry.spectators is not None:
                spectators = entry.spectators
            else:
                said.append((entry, layer.scope.limited(path)))
    own = [[entry for entry, sides in said if sides[color]] for color in range(len(COLORS))]
    white, black = (
        (
            not entries or any(entry.see == ALL for entry in entries),
            any(entry.see == REACH for entry in entries),
            max((entry.around for entry in entries if entry.around is not None), default=-1),
        )
        for entries in own
    )
    ranges = tuple(zip(white, black))
    return Sight(tuple(hidings), ranges[0], ranges[1], ranges[2], spectators)  # type: ignore[arg-type]


def _hiding(entry: SightEntry, layer: Layer, path: Path, board: Geometry) -> Hiding:
    scope = layer.scope
    place = (*path, "hide", "piece")
    assert entry.hide is not None
    chosen = lower_filter(entry.hide.piece, scope.with_self(), place)
    carrier = scope.carrier if mentions_self(chosen) else None
    check_squares(chosen.square, board, scope, (*place, "square"))
    part = Part(f"the sight of {scope.document}", scope.origin(path))
    return Hiding(scope.limited(path), chosen, carrier, part)
