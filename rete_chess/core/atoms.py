"""Movement as data: what a piece type may do, before any board is known.

An `Atom` is one way of moving, a `Castle` the castling right, `Topology` bends the lines of
slides, and a `PieceType` puts them together. Directions are (files, ranks) with ranks counted
forward, as the piece's own side sees the board; files are those of the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from rete_chess.core.geometry import Zone

Direction = tuple[int, int]

ORTHOGONAL: Final[tuple[Direction, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: Final[tuple[Direction, ...]] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT: Final[tuple[Direction, ...]] = (
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
)

#: The direction words of documents.
DIRECTIONS: Final[dict[str, tuple[Direction, ...]]] = {
    "forward": ((0, 1),),
    "backward": ((0, -1),),
    "sideways": ((-1, 0), (1, 0)),
    "forward-diagonal": ((-1, 1), (1, 1)),
    "orthogonal": ORTHOGONAL,
    "diagonal": DIAGONAL,
    "all": ORTHOGONAL + DIAGONAL,
    "knight": KNIGHT,
}

#: Every square of the largest board, from every other.
ANYWHERE: Final = tuple(
    (files, ranks) for files in range(-15, 16) for ranks in range(-15, 16) if (files, ranks) != (0, 0)
)


def mirrored(step: Direction) -> tuple[Direction, ...]:
    """A step in all eight directions of the board, each once."""
    files, ranks = step
    turned = [(x * i, y * j) for x, y in ((files, ranks), (ranks, files)) for i in (1, -1) for j in (1, -1)]
    return tuple(dict.fromkeys(turned))


#: A range without an upper bound; no line on a 16 x 16 board is longer.
FAR: Final = 256

STEPS: Final = ("leap", "slide", "hop")
MODES: Final = ("both", "move", "capture")
LANDINGS: Final = ("any", "next")
EN_PASSANT: Final = ("exposes", "takes")
ENTERING: Final = "entering"
INSIDE: Final = "inside"
LEAVING: Final = "leaving"
CROSSINGS: Final = (ENTERING, INSIDE, LEAVING)
#: A piece promotes wherever it arrives in the zone.
ARRIVING: Final = (ENTERING, INSIDE)
#: Into whose hand a captured piece goes.
CAPTOR: Final = "captor"
OWNER: Final = "owner"
NOBODY: Final = "nobody"
#: Where a rule takes a piece from that it lets appear, without a move of its own.
HAND: Final = "hand"
CAPTURES: Final = ("enemy", "ally", "any", "none")
#: What else they may capture: pieces that are nobody's.
NEUTRAL_PREY: Final = "neutral"
EDGES: Final = ("files", "ranks", "all")
VIA: Final = ("orthogonal", "diagonal")


@dataclass(frozen=True)
class Atom:
    """One way of moving: `leap` to a square, `slide` along a line, or `hop` over one hurdle.

    `then` continues from every empty square the first leg reaches; the first leg is a move by itself,
    too, unless it does not `stop`. `stay` captures without moving.
    """

    step: str
    directions: tuple[Direction, ...]
    mode: str = "both"
    shortest: int = 1
    longest: int = FAR
    origin: Zone | None = None
    land: str = "any"
    then: tuple[Atom, ...] = ()
    stops: bool = True
    stay: bool = False
    tag: str = ""
    en_passant: str = ""
    via: str = ""  # a lame leap: which steps it begins with, over squares that must be empty
    turned: bool = False  # Black sees its directions turned round, not mirrored: right is its own right

    def seen(self, direction: Direction, is_black: bool) -> Direction:
        """A direction of its as files and ranks of the board."""
        if not is_black:
            return direction
        files, ranks = direction
        return (-files if self.turned else files), -ranks


@dataclass(frozen=True)
class Castle:
    """The right to castle with a piece of one of some types on the same rank.

    `to` and `partner_to` are files, of castling to the right and to the left; without them the castler goes
    where it does in chess, and its partner to its inner side.
    """

    partners: tuple[str, ...]
    tag: str = "castle"
    to: tuple[int, int] | None = None
    partner_to: tuple[int, int] | None = None
    rank: int = 1  # where it has to stand, counted from 1 at its own side

    def fits(self, width: int, height: int) -> bool:
        """Whether a board has the files and the rank that it names."""
        return max((*(self.to or ()), *(self.partner_to or ()), 0)) < width and self.rank <= height


@dataclass(frozen=True)
class Topology:
    """How lines of movement are bent: wrapped edges, reflected slides, added steps, captures from afar."""

    wrap_files: bool = False
    wrap_ranks: bool = False
    captures_stay: bool = False  # whoever captures stays where it is
    bounce_edges: str = ""
    bounce_times: int = 0
    bounce_directions: tuple[Direction, ...] = DIAGONAL
    extra_range: int = 0


@dataclass(frozen=True)
class Promotion:
    """By a move that enters the zone, stays inside it or leaves it the piece becomes one of the types.

    Where it need not, it may also stay what it is, except on some squares.
    """

    zone: Zone
    to: tuple[str, ...]
    when: tuple[str, ...] = ARRIVING
    must: bool = True
    unless_on: Zone | None = None  # where it must, although elsewhere it need not


@dataclass(frozen=True)
class PieceType:
    """A piece type as data. `letter` is lower case; `value` is in pawns, for evaluation."""

    id: str
    letter: str
    atoms: tuple[Atom, ...]
    castle: Castle | None = None
    promotion: Promotion | None = None
    captures: str = "enemy"
    takes_neutral: bool = False  # whether it captures pieces that are nobody's, too
    name: str = ""
    value: float = 0
    topology: Topology = field(default_factory=Topology)
    resets: bool | None = None  # whether its moves set the clock back; None: if it promotes
    override: int = -1  # the number of the document that says these moves in place of the type's own

    def with_topology(self, topology: Topology) -> PieceType:
        return replace(self, topology=topology)

    def at_rest(self) -> PieceType:
        """The same type as a piece of nobody's, which no player moves."""
        return PieceType(self.id, self.letter, (), captures="none", name=self.name, value=self.value)
