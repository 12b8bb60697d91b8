"""Changes of piece types by the `moves` of documents, lowered once and applied to any type."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rete_chess.compiler.scope import Path, Scope
from rete_chess.compiler.terms import lower_value
from rete_chess.core.atoms import DIAGONAL, DIRECTIONS, Atom, Castle, PieceType, Promotion, Topology
from rete_chess.core.geometry import Zone
from rete_chess.documents.atom import to_atom, to_castle
from rete_chess.documents.movement import Modify, MoveChange
from rete_chess.facts.terms import Const, Term

#: No piece goes more than so many steps further than its type.
MAX_BONUS = 7


@dataclass(frozen=True)
class PieceChange:
    """What one entry of `moves` makes of a piece type; what it leaves alone is None."""

    use: tuple[Atom, ...] | None = None
    add: tuple[Atom, ...] = ()
    castle: Castle | None = None
    drop: tuple[str, ...] = ()
    modify: Modify | None = None
    range: Term | None = None  # how many steps are added
    captures: str | None = None
    promote: tuple[str, ...] | None = None

    @property
    def is_fixed(self) -> bool:
        """Whether it is the same for all pieces that it concerns."""
        return self.range is None or isinstance(self.range, Const)

    @property
    def fixed_steps(self) -> int:
        """How many steps it adds to all of them, if that is fixed."""
        return whole_steps(self.range.value) if isinstance(self.range, Const) else 0

    def without_use(self) -> PieceChange:
        """The same change for pieces whose moves it may not replace."""
        return replace(self, use=None, castle=None)

    def on(self, piece: PieceType, steps: int) -> PieceType:
        """The changed type; `steps` is the value of its range for the piece in question."""
        if self.use is not None:
            piece = replace(piece, atoms=self.use, castle=self.castle)
        elif self.add or self.castle is not None:
            piece = replace(piece, atoms=piece.atoms + self.add, castle=self.castle or piece.castle)
        if self.drop:
            piece = self._dropped(piece)
        if self.modify is not None:
            piece = replace(piece, topology=_bent(piece.topology, self.modify, steps))
        if self.captures is not None:
            piece = replace(piece, captures=self.captures)
        if self.promote is not None:
            zone = piece.promotion.zone if piece.promotion else Zone(named="last-rank")
            piece = replace(piece, promotion=Promotion(zone, self.promote))
        return piece

    def _dropped(self, piece: PieceType) -> PieceType:
        castle = None if piece.castle is not None and piece.castle.tag in self.drop else piece.castle
        kept = tuple(atom for atom in piece.atoms if atom.tag not in self.drop)
        return replace(piece, atoms=kept, castle=castle)


def whole_steps(value: Any) -> int:
    """A value as a number of added steps: whole, not negative, at most seven."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return max(0, min(MAX_BONUS, int(value))) if is_number else 0


def _bent(base: Topology, modify: Modify, steps: int) -> Topology:
    if modify.wrap is not None:
        base = replace(base, wrap_files=True)
    if modify.bounce is not None:
        directions = DIAGONAL if modify.directions is None else _directions(modify.directions)
        base = replace(
            base,
            bounce_edges=modify.bounce.edges,
            bounce_times=modify.bounce.times,
            bounce_directions=directions,
        )
    return replace(base, extra_range=min(MAX_BONUS, base.extra_range + steps)) if steps else base


def _directions(given: Any) -> tuple[tuple[int, int], ...]:
    if isinstance(given, str):
        return DIRECTIONS[given]
    return tuple((files, ranks) for files, ranks in given)


# -- lowering --------------------------------------------------------------------------------------


def lower_change(entry: MoveChange, scope: Scope, path: Path) -> PieceChange:
    """A change as the document says it; names that its filter binds are known to the scope."""
    given = (entry.use or ()) + (entry.add or ())
    key = "add" if entry.use is None else "use"
    castles = [to_castle(atom) for atom in given if atom.kind == "castle"]
    atoms = tuple(
        to_atom(_resolved(atom, scope, (*path, key, index)))
        for index, atom in enumerate(given)
        if atom.kind != "castle"
    )
    modify = entry.modify
    steps = None if modify is None else modify.range
    return PieceChange(
        use=None if entry.use is None else atoms,
        add=() if entry.add is None else atoms,
        castle=castles[0] if castles else None,
        drop=entry.drop or (),
        modify=modify,
        range=None if steps is None else lower_value(steps, scope, (*path, "modify", "range")),
        captures=entry.captures,
        promote=entry.promote,
    )


def _resolved(atom: Any, scope: Scope, path: Path) -> Any:
    """An atom whose range, if it is a reference, is taken from the settings."""
    changes: dict[str, Any] = {}
    if atom.range is not None and not isinstance(atom.range, tuple):
        value = lower_value(atom.range, scope, (*path, "range"))
        pair = value.value if isinstance(value, Const) else None
        if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(n, int) for n in pair):
            scope.report("E_MOVEMENT", "a range is two whole numbers", (*path, "range"))
            pair = (1, 1)
        changes["range"] = pair
    if atom.then:
        changes["then"] = tuple(
            _resolved(leg, scope, (*path, "then", index)) for index, leg in enumerate(atom.then)
        )
    return atom.model_copy(update=changes) if changes else atom
