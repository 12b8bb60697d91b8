"""The draft of a variant: the parts of its document, its pieces, and what cannot be said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rete_chess.core.geometry import FILES
from rete_chess.interop.fairy.settings import Region, Settings

COLORS: Final = ("white", "black")
WALL: Final = "wall"

#: A square by file and rank from 0.
Squares = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Unsaid:
    """Something of a section that its document does not say: the key, its line in the file, and why not.

    What only decides how long a game goes on without progress is left to the draws of chess; it is told,
    and the document is complete all the same.
    """

    key: str
    why: str
    line: int | None = None
    is_pace: bool = False


@dataclass
class Draft:
    """What has been found of a variant."""

    settings: Settings
    start: str = ""
    letters: dict[str, str] = field(default_factory=dict)  # our piece types by their letters
    types: dict[str, str] = field(default_factory=dict)  # our piece types by the keys of theirs
    promoted: dict[str, str] = field(default_factory=dict)  # those they promote to, by the same keys
    both: list[str] = field(default_factory=list)  # pieces that promote like pawns and have another side
    documents: dict[str, dict[str, Any]] = field(default_factory=dict)  # piece documents by their ids
    attributes: dict[str, Any] = field(default_factory=dict)
    royal: list[Any] = field(default_factory=list)
    check: dict[str, Any] = field(default_factory=dict)
    turn: dict[str, Any] = field(default_factory=dict)
    moves: list[Any] = field(default_factory=list)
    hands: dict[str, Any] = field(default_factory=dict)
    drops: list[Any] = field(default_factory=list)
    acts: list[Any] = field(default_factory=list)
    rules: list[Any] = field(default_factory=list)
    ends: list[Any] = field(default_factory=list)
    unsaid: list[Unsaid] = field(default_factory=list)

    @property
    def width(self) -> int:
        """Files of the board."""
        return int(self.settings["maxFile"])

    @property
    def height(self) -> int:
        """Ranks of the board."""
        return int(self.settings["maxRank"])

    def lacks(self, key: str, why: str) -> None:
        """Note that a key cannot be said."""
        self.unsaid.append(Unsaid(key, why, self.settings.lines.get(key)))

    def leaves(self, key: str, why: str) -> None:
        """Note that a key is left to the draws of chess."""
        self.unsaid.append(Unsaid(key, why, self.settings.lines.get(key), is_pace=True))

    # -- pieces ------------------------------------------------------------------------------------

    def kinds(self, names: Iterable[str]) -> list[str]:
        """Our piece types that are one of theirs, those that were promoted to it too."""
        found: list[str] = []
        pairs = dict(self.settings["promotedPieceType"])
        for name in names:
            found += [self.types[name]] if name in self.types else []
            found += [type_id for base, type_id in self.promoted.items() if pairs.get(base) == name]
        return list(dict.fromkeys(found))

    def every_type(self) -> list[str]:
        """All our piece types in play."""
        return list(self.letters.values())

    # -- squares -----------------------------------------------------------------------------------

    def squares(self, region: Region | None) -> Squares:
        """The squares of a region on this board; None is everywhere."""
        board = {(file, rank) for file in range(self.width) for rank in range(self.height)}
        if region is None:
            return frozenset(board)
        return frozenset(
            (file, rank)
            for file, rank in board
            if {(file, rank), (None, rank), (file, None), (None, None)} & region
        )

    def choice(self, white: Squares, black: Squares) -> dict[str, Any] | None:
        """A set of squares that is each side's own, seen from it; None where there is no such word."""
        if not white or white != frozenset((file, self.height - 1 - rank) for file, rank in black):
            return None
        ranks = {rank for _, rank in white}
        files = {file for file, _ in white}
        if len(white) != len(ranks) * len(files):
            return None
        found: dict[str, Any] = {}
        if len(ranks) < self.height:
            found["ownRank"] = single([rank + 1 for rank in sorted(ranks)])
        if len(files) < self.width:
            found["file"] = single([FILES[file] for file in sorted(files)])
        return found or None

    def of_sides(self, white: Squares, black: Squares) -> list[tuple[dict[str, Any], Any]]:
        """Squares by side: what a filter says of the side, and the squares; empty ones are left out."""
        both = self.choice(white, black)
        if both is not None:
            return [({}, both)]
        if white == black:
            return [({}, self.plain(white))] if white else []
        return [
            ({"color": color}, self.plain(squares))
            for color, squares in zip(COLORS, (white, black))
            if squares
        ]

    def plain(self, squares: Squares) -> Any:
        """Squares as a document names them, the same for both sides: whole ranks, or one by one."""
        ranks = {rank for _, rank in squares}
        if len(squares) == len(ranks) * self.width:
            return {"rank": single([rank + 1 for rank in sorted(ranks)])}
        return self.names(squares)

    def names(self, squares: Squares) -> list[str]:
        """The names of squares, rank by rank."""
        return [square_name(square) for square in sorted(squares, key=lambda one: (one[1], one[0]))]


def square_name(square: tuple[int, int]) -> str:
    """The name of a square."""
    return f"{FILES[square[0]]}{square[1] + 1}"


def single(items: Sequence[Any]) -> Any:
    """One thing by itself, several as a list."""
    return items[0] if len(items) == 1 else list(items)


def among(types: Sequence[str]) -> Any:
    """The test of a type that is one of these."""
    return types[0] if len(types) == 1 else {"in": list(types)}


def but(types: Sequence[str]) -> Any:
    """The test of a type that is none of these."""
    return {"not": single(types)}
