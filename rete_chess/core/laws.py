"""Everything that decides about movement, as plain data: what the compiler passes in.

Policies that no table can say arrive as functions of the board; the core calls them and knows
nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from rete_chess.core.atoms import NOBODY, PieceType

#: A question about a board, and a choice among moves: the second returns those that pass.
Predicate = Callable[[Any], bool]
Sieve = Callable[[Any, list[int]], list[int]]
#: The squares of a board on which nobody can be captured.
Shelter = Callable[[Any], frozenset[int]]

#: No turn grows beyond so many half-moves.
MOST_GROWN: Final = 64

#: What an effect does: a death (the loss of a royal piece counts), a conversion, a new piece, a wall.
DESTROY: Final = 0
REMOVE: Final = 1
SPAWN: Final = 2
RAISE_WALL: Final = 3

#: Where: the square of the capture, where the mover came from, the squares around the capture.
AT_TARGET: Final = 0
AT_ORIGIN: Final = 1
AROUND_TARGET: Final = 2


class Royal(NamedTuple):
    """Whose loss loses the game: pieces of these types, or only the last piece of them."""

    types: tuple[str, ...]
    last: bool = False
    color: int = -1


class Material(NamedTuple):
    """Which pieces cannot force mate, for the draw by insufficient material.

    `bare` types count for nothing, a single piece of the `single` types is too little, and any
    number of `bound` pieces is too little while all of them stand on squares of one shade.
    """

    bare: tuple[str, ...] = ()
    single: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()


class Hands(NamedTuple):
    """Pieces beside the board, by side: what may be held, what is held first, and where it may be dropped."""

    holds: tuple[tuple[str, ...], tuple[str, ...]]
    gains: tuple[str, str] = (NOBODY, NOBODY)  # of what captures a side's hand grows
    becomes: tuple[tuple[str, str], ...] = ()  # captured types that are others in the hand
    returns: bool = True  # promoted pieces are what they were before
    start: tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]] = ((), ())
    #: The squares of types that may not be dropped everywhere.
    squares: tuple[tuple[tuple[str, frozenset[int]], ...], tuple[tuple[str, frozenset[int]], ...]] = ((), ())


class Act(NamedTuple):
    """What a side may do instead of a move: an act of one of its pieces, or of its own."""

    id: str
    has_actor: bool
    has_target: bool
    is_free: bool  # the mover goes on
    is_bare: bool  # nothing comes of it but that the turn passes
    is_part: bool  # it is a part of a turn, and belongs to the move before it
    #: On a board, for the side to move: the squares of those who act and of their targets, -1 for neither.
    choices: Callable[[Any], Iterable[tuple[int, int]]]


class Growth(NamedTuple):
    """How many half-moves a turn has by the number of the move."""

    times: float
    plus: float

    def at(self, fullmove: int) -> int:
        """The number of half-moves, at least one."""
        return max(1, min(MOST_GROWN, int(self.times * fullmove + self.plus)))


class Offer(NamedTuple):
    """A tag with which the moves of some pieces exist besides; what comes of it is for rules to say."""

    tag: str
    #: On a board, for the side to move: the squares of the pieces to which it is made.
    origins: Callable[[Any], Collection[int]]


class Effect(NamedTuple):
    """One change of the board that follows a capture.

    `movers` are the types of capturing pieces it applies to, `types` those it strikes (None: all);
    `radius` belongs to AROUND_TARGET, `piece` is the type that SPAWN creates for the mover's side.
    """

    action: int
    where: int
    movers: frozenset[str] | None = None
    types: frozenset[str] | None = None
    radius: int = 1
    piece: str = ""
    sides: tuple[bool, bool] = (True, True)  # whose captures have it


#: Why moves are simulated, unless there is more to say.
BY_RULES: Final = "rules decide what a move does to the board"


class Stands(NamedTuple):
    """A piece that a condition asks for: of a colour, of some types by their indexes, on some squares."""

    color: int
    types: frozenset[int]
    squares: frozenset[int] | None = None  # None: anywhere
    near: int = -1  # the number of a piece before it beside which it stands
    is_absent: bool = False  # no such piece stands anywhere


#: A condition on the position in tables: one of the clauses holds, that is, all of its pieces stand.
Clauses = tuple[tuple[Stands, ...], ...]


@dataclass(frozen=True)
class Laws:
    """The rules of movement of one game."""

    white: tuple[PieceType, ...]
    black: tuple[PieceType, ...]
    width: int = 8
    height: int = 8
    royal: tuple[Royal, ...] = ()
    self_check: tuple[bool, bool] = (True, True)  # is it forbidden to White, to Black
    turn_moves: tuple[int, int] = (1, 1)
    turn_growth: tuple[Growth | None, Growth | None] = (None, None)  # half-moves that become more and more
    turn_parts: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # the ids of acts, "" for any other move
    guarded: tuple[tuple[str, int], ...] = ()  # (type, color) that cannot be captured
    material: Material | None = None
    scanty: Predicate | None = None  # in place of it: in such a position nobody has enough left
    neutral_letters: tuple[tuple[str, str], ...] = ()  # how pieces of nobody's are written, by letter
    unlettered: str = ""  # the type that SAN writes without a letter
    effects: tuple[Effect, ...] = ()
    is_simulated: bool = False  # moves have effects that only `Board.simulate` can foresee
    simulation: str = BY_RULES  # why, if they have
    has_profiles: bool = False  # single pieces may move or count otherwise than their type
    may_crown: bool = False  # and may be royal where their type is not
    further: tuple[PieceType, ...] = ()  # what pieces can do by such profiles, beyond their types
    referee: str = ""  # why `Board.referee` decides about moves, if it does
    are_effects_of_captures: bool = True  # quiet moves do nothing but move
    is_all_or_nothing: bool = False  # what captures nobody after all leaves the board as it was
    exempt: tuple[Predicate | None, Predicate | None] = (None, None)  # then White, Black is not in check
    ended: Predicate | None = None  # in such a position the game is over
    exempt_when: tuple[Clauses | None, Clauses | None] = (None, None)  # the same in tables
    ended_when: Clauses | None = None
    scanty_when: Clauses | None = None
    must_capture: bool = False  # `requires` asks for captures and for nothing else
    shelters: tuple[Shelter, ...] = ()  # a royal piece there cannot be attacked; `forbids` drops the moves
    forbids: tuple[Sieve, ...] = ()  # applied to pseudo-legal moves
    bans: tuple[Sieve, ...] = ()  # those of them that keep pieces from capturing, and so from giving check
    hands: Hands | None = None  # pieces beside the board, if there are any
    acts: tuple[Act, ...] = ()  # what sides may do instead of a move
    requires: tuple[Sieve, ...] = ()  # if any legal move passes, only those are legal
    offers: tuple[Offer, ...] = ()  # tags with which moves exist besides
    gates: frozenset[int] | None = None  # the squares on which it matters who has moved; None: all
    gates_close: bool = False  # who has moved matters only to a side with something in its hand
    start: str = ""  # the FEN of the start position, where somebody asks who has moved


# -- the query for legal moves ----------------------------------------------------------------------

ROYALTY: Final = "royalty"
MOVEMENT: Final = "movement"
FORBID: Final = "forbid"
SELF_CHECK: Final = "self-check"
REQUIRE: Final = "require"
ACTS: Final = "acts"
OFFERS: Final = "offers"


class Step(NamedTuple):
    """One step: of a board and the moves so far it returns the moves that are left."""

    name: str
    run: Callable[[Any, list[int]], list[int]]
    source: Any = None  # what stands behind it, if not the core alone
    judges_each: bool = True  # each move by itself, whatever others there are


Query = tuple[Step, ...]


class Referee(Protocol):
    """What takes the place of the movement tables and of the lawbook's royal pieces on a board."""

    def steps(self, board: Any) -> Query:
        """The steps of the query for legal moves of the side to move."""
        ...

    def attackers(self, board: Any, square: int, by: int) -> list[int]:
        """The squares of all pieces of colour `by` that attack a square, in order."""
        ...

    def royal_squares(self, board: Any, color: int) -> list[int]:
        """Where the royal pieces of a side stand that can be attacked at all."""
        ...

    def guards_check(self, board: Any, color: int) -> bool:
        """Whether a side may not leave its royal pieces attacked."""
        ...
