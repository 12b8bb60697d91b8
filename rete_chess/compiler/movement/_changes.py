"""Changes of piece types by the `moves` of documents, lowered once and applied to any type."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import lower_value
from rete_chess.core.atoms import (
    DIAGONAL,
    Atom,
    Castle,
    Direction,
    PieceType,
    Promotion,
    Topology,
)
from rete_chess.documents.language.atom import to_atom, to_castle, to_directions
from rete_chess.documents.language.movement import Modify, MoveChange
from rete_chess.documents.language.promotion import to_promotion
from rete_chess.documents.language.values import Ref, is_ref
from rete_chess.facts.words.terms import Frame, Term
from rete_chess.facts.words.word import PIECE

#: No piece goes more than so many steps further than its type.
MAX_BONUS = 7


class Reading(NamedTuple):
    """What a change reads off a piece: added steps, directions of its open atoms, what it promotes to."""

    steps: int = 0
    directions: tuple[tuple[Direction, ...], ...] = ()
    promote: tuple[str, ...] = ()


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
    promotion: Promotion | None = None  # in place of the type's own
    open: tuple[tuple[int, Term], ...] = ()  # atoms of `use` or `add` whose directions the piece says
    promote_to: Term | None = None  # where the piece says what it promotes to

    @property
    def is_fixed(self) -> bool:
        """Whether it is the same for all pieces that it concerns."""
        is_steady = self.range is None or self.range.is_constant
        return is_steady and not self.open and self.promote_to is None

    @property
    def terms(self) -> tuple[Term | None, ...]:
        """All that it reads off a piece."""
        return (self.range, self.promote_to, *(term for _, term in self.open))

    @property
    def fixed_reading(self) -> Reading:
        """What it reads of all of them, if that is fixed."""
        return Reading(0 if self.range is None else whole_steps(self.range.value))

    def read(self, frame: Frame) -> Reading:
        """What it reads off the piece that the frame names."""
        return Reading(
            0 if self.range is None else whole_steps(self.range.of(frame)),
            tuple(term.of(frame) or () for _, term in self.open),
            () if self.promote_to is None else self.promote_to.of(frame) or (),
        )

    def without_ways(self) -> PieceChange:
        """The same change for pieces whose ways another one says: what it takes away or lets them do."""
        return replace(self, use=None, add=(), castle=None, modify=None, range=None, open=())

    def on(self, piece: PieceType, reading: Reading) -> PieceType:
        """The changed type; `reading` is what the piece in question says itself."""
        if self.use is not None:
            piece = replace(piece, atoms=self._filled(self.use, reading), castle=self.castle)
        elif self.add or self.castle is not None:
            atoms = piece.atoms + self._filled(self.add, reading)
            piece = replace(piece, atoms=atoms, castle=self.castle or piece.castle)
        if self.drop:
            piece = self._dropped(piece)
        if self.modify is not None:
            piece = replace(piece, topology=_bent(piece.topology, self.modify, reading.steps))
        if self.captures is not None:
            piece = replace(piece, captures=self.captures)
        if self.promotion is not None:
            piece = replace(piece, promotion=self.promotion)
        types = reading.promote or self.promote
        if types is not None and piece.promotion is not None:
            promotion = replace(piece.promotion, to=types) if types else None
            piece = replace(piece, promotion=promotion)
        return piece

    def _filled(self, atoms: tuple[Atom, ...], reading: Reading) -> tuple[Atom, ...]:
        """The atoms with the directions that the piece says; without any, an atom is left out."""
        if not self.open:
            return atoms
        found = dict(zip((index for index, _ in self.open), reading.directions))
        filled = (
            replace(atom, directions=found.get(index, atom.directions)) for index, atom in enumerate(atoms)
        )
        return tuple(atom for atom in filled if atom.directions)

    def _dropped(self, piece: PieceType) -> PieceType:
        castle = None if piece.castle is not None and piece.castle.tag in self.drop else piece.castle
        kept = tuple(atom for atom in piece.atoms if atom.tag not in self.drop)
        return replace(piece, atoms=kept, castle=castle)


def whole_steps(value: Any) -> int:
    """A value as a number of added steps: whole, not negative, at most seven."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return max(0, min(MAX_BONUS, int(value))) if is_number else 0


def _bent(base: Topology, modify: Modify, steps: int) -> Topology:
    if modify.wrap in ("files", "all"):
        base = replace(base, wrap_files=True)
    if modify.wrap in ("ranks", "all"):
        base = replace(base, wrap_ranks=True)
    if modify.captures is not None:
        base = replace(base, captures_stay=True)
    if modify.bounce is not None:
        directions = DIAGONAL if modify.directions is None else to_directions(modify.directions)
        base = replace(
            base,
            bounce_edges=modify.bounce.edges,
            bounce_times=modify.bounce.times,
            bounce_directions=directions,
        )
    return replace(base, extra_range=min(MAX_BONUS, base.extra_range + steps)) if steps else base


# -- lowering --------------------------------------------------------------------------------------


def lower_change(entry: MoveChange, scope: Scope, path: Path) -> PieceChange:
    """A change as the document says it; names that its filter binds are known to the scope."""
    given = (entry.use or ()) + (entry.add or ())
    key = "add" if entry.use is None else "use"
    castles = [to_castle(atom) for atom in given if atom.kind == "castle"]
    steps_of = [(index, atom) for index, atom in enumerate(given) if atom.kind != "castle"]
    atoms = tuple(to_atom(_resolved(atom, scope, (*path, key, index))) for index, atom in steps_of)
    opened = tuple(
        (place, _attribute(getattr(atom, atom.kind), "directions", scope, (*path, key, index, atom.kind)))
        for place, (index, atom) in enumerate(steps_of)
        if is_ref(getattr(atom, atom.kind))
    )
    promote = entry.promote
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
        promote=promote if isinstance(promote, tuple) else None,
        promotion=None if entry.promotion is None else to_promotion(entry.promotion),
        open=opened,
        promote_to=(_attribute(promote, "types", scope, (*path, "promote")) if is_ref(promote) else None),
    )


def _attribute(ref: Ref, type_: str, scope: Scope, path: Path) -> Term:
    """A reference to an attribute of the piece that holds directions or types."""
    term = lower_value(ref, scope, path)
    declared = scope.attributes.get(ref.attr or "")
    if scope.variables.get(ref.name) != PIECE or (declared is not None and declared.type != type_):
        hint = f"name the piece under `for: {{id: $piece}}` and write an attribute of it that holds {type_}"
        scope.report("E_MOVEMENT", f"{ref} holds no {type_}", path, hint)
    return term


def _resolved(atom: Any, scope: Scope, path: Path) -> Any:
    """An atom whose range, if it is a reference, is taken from the settings."""
    changes: dict[str, Any] = {}
    if is_ref(getattr(atom, atom.kind)):
        changes[atom.kind] = "all"  # until the piece says which
    if atom.range is not None and not isinstance(atom.range, tuple):
        value = lower_value(atom.range, scope, (*path, "range"))
        pair = value.value
        if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(n, int) for n in pair):
            scope.report("E_MOVEMENT", "a range is two whole numbers", (*path, "range"))
            pair = (1, 1)
        changes["range"] = pair
    for index, leg in enumerate(atom.then or ()):
        if is_ref(getattr(leg, leg.kind)):
            message = "the directions of a further leg are known before the game"
            scope.report("E_MOVEMENT", message, (*path, "then", index, leg.kind))
    if atom.then:
        changes["then"] = tuple(
            _resolved(leg, scope, (*path, "then", index)) for index, leg in enumerate(atom.then)
        )
    return atom.model_copy(update=changes) if changes else atom
