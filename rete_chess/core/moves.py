"""A move as one integer, its code; the code decoded; and the manners of moving that a code can name.

Bits 0-7 the target square, 8-15 the origin, 16-21 the promotion (type index + 1, 0 = none),
22 and up the manner. A plain move is below `SPECIAL`, so one comparison tells it apart. Only the core's
own loops take codes apart bit by bit; everybody else decodes them, or asks the functions below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.core.keys import en_passant_key

if TYPE_CHECKING:
    from rete_chess.core.lawbook import Lawbook
    from rete_chess.core.laws import Act

FROM_SHIFT: Final = 8
PROMOTION_SHIFT: Final = 16
MANNER_SHIFT: Final = 22
SQUARE_MASK: Final = 255
PROMOTION_MASK: Final = 63
PROMOTION_BITS: Final = PROMOTION_MASK << PROMOTION_SHIFT  # set in a move that promotes
SPECIAL: Final = 1 << PROMOTION_SHIFT

#: More piece types than this cannot be told apart in a move.
MAX_TYPES: Final = PROMOTION_MASK


class Manner(NamedTuple):
    """What sets a move apart from a plain one: the tag people see and what making it does."""

    tag: str = ""
    castles: bool = False
    takes: bool = False
    exposes: bool = False
    stays: bool = False
    drops: bool = False
    acts: bool = False  # what documents call an act: nobody goes anywhere; its id is the tag
    has_actor: bool = False  # a piece acts, where others set out from
    has_target: bool = False  # a piece or a square is chosen, where others go to
    is_free: bool = False  # the mover goes on
    is_offered: bool = False  # a move that is there besides, its tag that of an offer
    base: str = ""  # the tag of the same move without the offer
    is_part: bool = False  # an act that belongs to the move before it in the turn
    by_partner: bool = False  # castling, offered to the partner: it sets out, and its target is the castler

    @property
    def word(self) -> str:
        """What a text says to tell the manner from another one: the tag or, without one, what is done."""
        if self.acts or self.is_offered:
            return ""  # its text has the tag anyway
        return self.tag or ("en-passant" if self.takes else "stay" if self.stays else "")


PLAIN: Final = Manner()
#: A piece comes from the hand: its type stands where others tell their promotion, its origin is its target.
DROP: Final = Manner(drops=True)


def manner_of_act(act: Act) -> Manner:
    """What sets an act apart from other moves."""
    return Manner(
        act.id,
        acts=True,
        has_actor=act.has_actor,
        has_target=act.has_target,
        is_free=act.is_free,
        is_part=act.is_part,
    )


def manners_offered(manner: Manner, tag: str) -> tuple[Manner, ...]:
    """What sets the moves apart that an offer adds to those of some manner."""
    if manner.drops or manner.acts or manner.is_offered:
        return ()
    offered = manner._replace(tag=tag, is_offered=True, base=manner.tag)
    return (offered, offered._replace(by_partner=True)) if manner.castles else (offered,)


def twins_of(own: Iterable[Manner], numbers: Mapping[Manner, int], tag: str) -> dict[int, tuple[int, ...]]:
    """For the number of each manner to which an offer adds others, the numbers of these."""
    return {
        numbers[manner]: tuple([numbers[twin] for twin in twins])
        for manner in own
        if (twins := manners_offered(manner, tag))
    }


def manner_without(manner: Manner) -> Manner:
    """The manner of the same move without its offer."""
    return manner._replace(tag=manner.base, is_offered=False, base="", by_partner=False)


class Move(NamedTuple):
    """A decoded move: from where to where, as what, and in which manner."""

    origin: int | None  # None: the piece comes from beside the board, or no piece acts
    target: int  # -1: none, of an act that has no target
    promotion: int  # the index of the type that the piece becomes, or -1
    manner: Manner
    dropped: int = -1  # the index of the type that comes from the hand, or -1

    @property
    def tag(self) -> str:
        """The tag that people see, or nothing."""
        return self.manner.tag


def decode(book: Lawbook, code: int) -> Move:
    """The move behind a code, whose manner is one of the lawbook's."""
    manner = book.manners[code >> MANNER_SHIFT]
    promotion = (code >> PROMOTION_SHIFT & PROMOTION_MASK) - 1
    if manner.drops:
        return Move(None, code & SQUARE_MASK, -1, manner, promotion)
    if manner.acts:
        actor = code >> FROM_SHIFT & SQUARE_MASK if manner.has_actor else None
        return Move(actor, code & SQUARE_MASK if manner.has_target else -1, -1, manner)
    origin = code >> FROM_SHIFT & SQUARE_MASK
    return tuple.__new__(Move, (origin, code & SQUARE_MASK, promotion, manner, -1))


def target_of(move: int) -> int:
    """The square that a move leads to."""
    return move & SQUARE_MASK


def origin_of(move: int) -> int:
    """The square that a move sets out from."""
    return move >> FROM_SHIFT & SQUARE_MASK


def is_special(move: int) -> bool:
    """Whether a move does more than to take a piece from one square to another."""
    return move >= SPECIAL


def promotion_of(move: int) -> int:
    """The index of the type the piece becomes, or -1."""
    return (move >> PROMOTION_SHIFT & PROMOTION_MASK) - 1


def manner_of(move: int) -> int:
    """The index of the move's manner in the lawbook, 0 for plain."""
    return move >> MANNER_SHIFT


def encode(origin: int, target: int, promotion: int = -1, manner: int = 0) -> int:
    """The code of a move; `manner` is an index in the lawbook."""
    return target | origin << FROM_SHIFT | (promotion + 1) << PROMOTION_SHIFT | manner << MANNER_SHIFT


def with_promotion(code: int, promotion: int) -> int:
    """The same move by which the piece becomes a type."""
    return code & ~(PROMOTION_MASK << PROMOTION_SHIFT) | (promotion + 1) << PROMOTION_SHIFT


#: `1.`, `12...`, also before a move without a space between.
_NUMBER: Final = re.compile(r"\A\d+\.+")


def parse_moves(text: str) -> tuple[str, ...]:
    """The moves of a line, in UCI or SAN, with spaces or commas between; numbers are left out."""
    words = (_NUMBER.sub("", word) for word in text.replace(",", " ").split())
    return tuple(filter(None, words))


# -- in passing ------------------------------------------------------------------------------------


class Exposed(NamedTuple):
    """A piece that has just passed squares on which it may be taken."""

    targets: tuple[int, ...]
    victim: int
    key: int


def exposed_by(passed: tuple[int, ...], victim: int) -> Exposed:
    """The state of a piece that has just passed some squares."""
    key = 0
    for target in passed:
        key ^= en_passant_key(target, victim)
    return Exposed(passed, victim, key)
