"""The profiles in force, in their order: what each of their entries gives, and to whom.

A piece that changes its type takes the entries of its new type. Entries by starting square belong to the
piece that stood there when the game began, wherever it goes and whatever it becomes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from rete_chess import documents
from rete_chess.core.board import Board
from rete_chess.core.geometry import OWNERS
from rete_chess.core.keys import name_key
from rete_chess.core.reach import COLOR
from rete_chess.costs import PIECE
from rete_chess.errors import Problem, ProfileProblem
from rete_chess.facts.carriers import Carrier
from rete_chess.facts.vocabulary import Contribution

if TYPE_CHECKING:
    from rete_chess.documents import Document

#: The layers of entries, the lower precedence first: by type, and by the square where a piece began.
BY_TYPE: Final = "type"
BY_START_SQUARE: Final = "instance"


@dataclass(frozen=True)
class Entry:
    """One entry of a profile: a value of an attribute, or a bundle of rules that its pieces carry."""

    profile: str  # its id
    kind: str  # a modifier kind, or the id of a bundle
    value: Any = None
    type: str = ""  # whose pieces, or
    color: str = "both"
    square: int = -1  # which single piece, by where it started
    square_name: str = ""
    carrier: Carrier | None = None
    attributes: tuple[str, ...] = ()  # that come with the bundle
    origin: str = ""
    path: str = ""  # where it stands in its document
    mark: tuple[int, int] = (1, 1)
    layout: str = ""  # the placement that it is for, if for one alone

    @property
    def whom(self) -> str:
        """The pieces that have it, in words."""
        if self.square >= 0:
            return f"the piece that starts on {self.square_name}"
        return f"{self.type}s" if self.color == "both" else f"{self.color} {self.type}s"

    def problem(
        self, code: str, message: str, severity: str = "error", square: str = "", hint: str | None = None
    ) -> ProfileProblem:
        """A finding where the entry stands, about the piece on a square, by default the one it names."""
        where = square or self.square_name
        return ProfileProblem(code, message, severity, self.path, *self.mark, hint, self.profile, where)

    @property
    def layer(self) -> str:
        return BY_TYPE if self.square < 0 else BY_START_SQUARE

    def concerns(self, type_id: str, color: int) -> bool:
        """Whether it is for pieces of a type and colour."""
        return self.square < 0 and self.type == type_id and self.color in ("both", OWNERS[color])

    @property
    def gift(self) -> Contribution:
        """What it contributes to its attribute."""
        return Contribution(self.profile, None, self.value, self.layer)


@dataclass(frozen=True, eq=False)
class Stack:
    """All entries, the lowest precedence first: by type in the order of the profiles, then by square."""

    profiles: tuple[Document, ...] = ()
    entries: tuple[Entry, ...] = ()
    earned: tuple[str, ...] = ()  # modifier kinds of which pieces have something of their own
    notes: tuple[Problem, ...] = ()  # what was found while they were read: entries left out, warnings

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the profiles, in order."""
        return tuple(map(_id, self.profiles))

    @cached_property
    def key(self) -> int:
        """What the profiles add to the key of a position, in whatever order their keys are written."""
        return name_key(f"profiles {[profile.digest for profile in self.profiles]}") if self.profiles else 0

    @property
    def carriers(self) -> tuple[Carrier, ...]:
        """All bundles that it gives."""
        return tuple(dict.fromkeys(entry.carrier for entry in self.entries if entry.carrier is not None))

    def of(self, board: Board, square: int, starts: Sequence[int]) -> Iterator[Entry]:
        """The entries of the piece on a square; `starts` tells who stood where when the game began."""
        reach = board.pieces[board.cells[square] & COLOR][square]
        type_id, entity = board.book.types[reach.type_index], board.entities[square]
        for entry in self.entries:
            if entry.square >= 0:
                if starts[entry.square] == entity:
                    yield entry
            elif entry.concerns(type_id, reach.color):
                yield entry

    def gifts(self, board: Board, starts: Sequence[int]) -> Iterator[tuple[tuple[str, int], Contribution]]:
        """What all entries contribute now, with the attribute and the piece it is for."""
        if not self.entries:
            return
        board.meter.charge(PIECE * len(board.squares) * len(self.entries))
        for side in board.pieces:
            for square in side:
                for entry in self.of(board, square, starts):
                    if entry.carrier is None:
                        yield (entry.kind, board.entities[square]), entry.gift

    @cached_property
    def layouts(self) -> frozenset[str]:
        """The placements for which some entries are."""
        return frozenset(entry.layout for entry in self.entries if entry.layout)

    def laid_out(self, placement: str) -> Stack:
        """The stack of a game whose layout has a placement: single pieces of other layouts are left out."""
        away = {entry.profile for entry in self.entries if entry.layout not in ("", placement)}
        if not away:
            return self
        kept = tuple(entry for entry in self.entries if entry.layout in ("", placement))
        notes = [_is_away(document) for document in self.profiles if _id(document) in away]
        return replace(self, entries=kept, notes=(*self.notes, *notes))

    def orphans(self, starts: Sequence[int]) -> tuple[Entry, ...]:
        """The entries of squares on which nobody stood when the game began."""
        return tuple(entry for entry in self.entries if entry.square >= 0 and not starts[entry.square])


def _id(document: Document) -> str:
    assert isinstance(document.model, documents.ProfileDocument)
    return document.model.id


def _is_away(document: Document) -> ProfileProblem:
    """The warning that a profile is for another layout than the one in play."""
    assert isinstance(document.model, documents.ProfileDocument)
    own = document.model.id
    message = f"{own} is for the layout {document.model.layout_id}, so perInstance is left out"
    mark = document.tree.place(("layoutId",))
    return ProfileProblem("E_PROFILE_ORPHAN_INSTANCE", message, "warning", "layoutId", *mark, None, own)


def placement_of(fen: str) -> str:
    """Who stands where, of a FEN record."""
    return fen.split()[0]


NO_PROFILES: Final = Stack()
