"""Changes of piece types, lowered once and applied to any type."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rete_chess.core.atoms import (
    DIAGONAL,
    Atom,
    Castle,
    Direction,
    PieceType,
    Promotion,
    Topology,
)
from rete_chess.facts.words.terms import Frame, Term

#: No piece goes more than so many steps further than its type.
MAX_BONUS = 7


class Reading(NamedTuple):
    """What a change reads off a piece: added steps, directions of its open atoms, what it promotes to."""

    steps: int = 0
    directions: tuple[tuple[Direction, ...], ...] = ()
    promote: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bend:
    """How lines go on over edges or are reflected there, and whether captures are made from afar."""

    wraps_files: bool = False
    wraps_ranks: bool = False
    captures_stay: bool = False
    edges: str = ""  # at which slides are reflected
    times: int = 0
    directions: tuple[Direction, ...] = DIAGONAL


@dataclass(frozen=True)
class PieceChange:
    """What one entry of `moves` makes of a piece type; what it leaves alone is None."""

    use: tuple[Atom, ...] | None = None
    add: tuple[Atom, ...] = ()
    castle: Castle | None = None
    drop: tuple[str, ...] = ()
    modify: Bend | None = None
    range: Term | None = None  # how many steps are added
    captures: str | None = None
    takes_neutral: bool = False  # beside `captures`: whether they capture pieces that are nobody's
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
            piece = replace(piece, captures=self.captures, takes_neutral=self.takes_neutral)
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


def _bent(base: Topology, bend: Bend, steps: int) -> Topology:
    base = replace(
        base,
        wrap_files=base.wrap_files or bend.wraps_files,
        wrap_ranks=base.wrap_ranks or bend.wraps_ranks,
        captures_stay=base.captures_stay or bend.captures_stay,
    )
    if bend.edges:
        base = replace(
            base, bounce_edges=bend.edges, bounce_times=bend.times, bounce_directions=bend.directions
        )
    return replace(base, extra_range=min(MAX_BONUS, base.extra_range + steps)) if steps else base
