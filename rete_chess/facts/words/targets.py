"""Targets of actions: selectors that are resolved once, to the pieces they mean at that moment."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from rete_chess.core.geometry import COLORS, NEUTRAL, OWNERS
from rete_chess.costs import PIECE
from rete_chess.facts.session import OWNER, get_fact
from rete_chess.facts.vocabulary import GAME, PRESET_STATE
from rete_chess.facts.words.filters import Filter, squares_in
from rete_chess.facts.words.position_patterns import square_behind
from rete_chess.facts.words.terms import Frame, Name, Term, number_of
from rete_chess.facts.words.word import NOTHING_READ, NUMBER, Needs, Senses, Vicinity, Word, dataclass

#: The column of an attribute, and the entity in it: where a fact is stored.
Column = tuple[str, int]


class Target(Word, is_kind=True):
    """Whom an action concerns: pieces or tiles, a side, the game, a preset, the pending event.

    `holder` is what attributes of the target belong to: `piece` stands for tiles, too, `event` for fields
    of the event itself.
    """

    says: ClassVar[tuple[str, ...]] = ("holder", "resolve", "columns", "vicinity", "reads")

    holder: ClassVar[str]

    def resolve(self, frame: Frame) -> list[int]:
        """The entities of the pieces or tiles that are meant."""
        raise NotImplementedError

    def columns(self, attribute: str, frame: Frame) -> list[Column]:
        """Where an attribute of the target is stored."""
        raise NotImplementedError

    def vicinity(self, own: str) -> Vicinity | None:
        """Where places matter to whom it means, seen from one entity; None where no circle holds them."""
        raise NotImplementedError

    @property
    def one(self) -> Term | None:
        """The term of the one piece or tile that is meant, if it is one."""
        return None


class PieceTarget(Target, is_kind=True):
    """Pieces or tiles on the board."""

    says: ClassVar[tuple[str, ...]] = ("resolve", "vicinity", "reads")

    holder = "piece"

    def columns(self, attribute: str, frame: Frame) -> list[Column]:
        return [(attribute, entity) for entity in self.resolve(frame)]


@dataclass(frozen=True)
class OneTarget(PieceTarget):
    """The piece that a term stands for."""

    term: Term

    def resolve(self, frame: Frame) -> list[int]:
        entity = self.term.of(frame)
        return [] if entity is None else [entity]

    def vicinity(self, own: str) -> Vicinity | None:
        return Vicinity() if self.term == Name(own) else None

    @property
    def one(self) -> Term:
        return self.term

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class SquaresTarget(PieceTarget):
    """Whoever stands on some squares."""

    squares: Term

    def resolve(self, frame: Frame) -> list[int]:
        return occupants(frame, squares_in(self.squares.of(frame), frame))

    def vicinity(self, own: str) -> Vicinity | None:
        return None

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True)


@dataclass(frozen=True)
class AroundTarget(PieceTarget):
    """The pieces within some king steps of a square or piece."""

    centre: Term
    radius: Term
    with_centre: bool = False
    filter: Filter | None = None

    def resolve(self, frame: Frame) -> list[int]:
        centre = as_square(frame, self.centre)
        if centre is None:
            return []
        ring = frame.board.book.geometry.around(centre, int(number_of(self.radius, frame)))
        squares = (centre, *ring) if self.with_centre else ring
        return passing(frame, occupants(frame, squares), self.filter)

    def vicinity(self, own: str) -> Vicinity | None:
        is_own = self.filter is None or self.filter.is_own(own)
        if self.centre != Name(own, "square") or not is_own or not self.radius.is_constant:
            return None
        is_even = self.filter is None or self.filter.square is None
        return Vicinity(frozenset((int(self.radius.value),)), is_even)

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True)


@dataclass(frozen=True)
class BehindTarget(PieceTarget):
    """The piece right behind a square, as seen from another."""

    behind: Term
    seen: Term
    filter: Filter | None = None

    def resolve(self, frame: Frame) -> list[int]:
        square = square_behind(frame, as_square(frame, self.behind), as_square(frame, self.seen))
        return [] if square is None else passing(frame, occupants(frame, (square,)), self.filter)

    def vicinity(self, own: str) -> Vicinity | None:
        return None

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True)


@dataclass(frozen=True)
class RelationTarget(PieceTarget):
    """All allies or enemies of a piece, without the piece itself."""

    subject: Term
    relation: str
    filter: Filter | None = None

    def resolve(self, frame: Frame) -> list[int]:
        subject = self.subject.of(frame)
        color = get_fact(frame.board, subject, "Color")
        if color is None:
            return []
        if color == OWNERS[NEUTRAL] and self.relation == "enemy":
            return []  # who is nobody's is nobody's enemy
        side = OWNERS.index(color) ^ (self.relation == "enemy")
        entities = sorted(frame.board.entities[square] for square in frame.board.pieces[side])
        return passing(frame, [entity for entity in entities if entity != subject], self.filter)

    def vicinity(self, own: str) -> Vicinity | None:
        is_placeless = self.filter is None or self.filter.square is None
        is_own = self.filter is None or self.filter.is_own(own)
        return Vicinity() if self.subject == Name(own) and is_placeless and is_own else None

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class SideTarget(Target):
    """A side, for attributes of sides."""

    color: Term
    holder = "side"

    def resolve(self, frame: Frame) -> list[int]:
        return []

    def columns(self, attribute: str, frame: Frame) -> list[Column]:
        color = self.color.of(frame)
        return [(f"{attribute}{OWNER}{color}", GAME)] if color in COLORS else []

    def vicinity(self, own: str) -> Vicinity | None:
        return Vicinity() if self.color.is_own(own) else None

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class GameTarget(Target):
    """The game, for its attributes."""

    holder = "game"

    def resolve(self, frame: Frame) -> list[int]:
        return []

    def columns(self, attribute: str, frame: Frame) -> list[Column]:
        return [(attribute, GAME)]

    def vicinity(self, own: str) -> Vicinity | None:
        return Vicinity()

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class PresetTarget(Target):
    """The state of a preset."""

    preset: str
    holder = "preset"

    def resolve(self, frame: Frame) -> list[int]:
        return []

    def columns(self, attribute: str, frame: Frame) -> list[Column]:
        return [(f"{self.preset}{OWNER}{attribute}", PRESET_STATE)]

    def vicinity(self, own: str) -> Vicinity | None:
        return None

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class EventTarget(Target):
    """The pending event itself, whose fields may be edited."""

    holder = "event"

    def resolve(self, frame: Frame) -> list[int]:
        return []

    def columns(self, attribute: str, frame: Frame) -> list[Column]:
        return []  # an event is no fact

    def vicinity(self, own: str) -> Vicinity | None:
        return None

    def reads(self, own: str) -> Needs:
        return Needs(event=True)


# -- places ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BehindPlace(Term):
    """The square right behind another, as seen from a third."""

    behind: Term
    seen: Term
    is_at_hand = False

    def of(self, frame: Frame) -> Any:
        return square_behind(frame, as_square(frame, self.behind), as_square(frame, self.seen))

    def text(self) -> str:
        return f"{{behind: {self.behind.text()}, seen: {self.seen.text()}}}"

    def sense(self, senses: Senses) -> str:
        return NUMBER

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


#: The directions that have a name, as White sees them.
STEPS: Final = {"forward": (0, 1), "backward": (0, -1)}


@dataclass(frozen=True)
class RayPlace(Term):
    """The last free square from a square in a direction."""

    start: Term
    direction: Term
    is_at_hand = False

    def of(self, frame: Frame) -> Any:
        square, step = as_square(frame, self.start), self._step(frame)
        if square is None or step is None:
            return None
        board = frame.board.book.geometry
        while True:
            file, rank = board.file_of(square) + step[0], board.rank_of(square) + step[1]
            if not (0 <= file < board.width and 0 <= rank < board.height):
                return square
            if frame.board.cells[board.square(file, rank)] >= 0:
                return square
            square = board.square(file, rank)

    def _step(self, frame: Frame) -> tuple[int, int] | None:
        """One step on the line: what documents say is seen by the side that acts, what events say is not."""
        given = self.direction.of(frame)
        step = STEPS.get(given, given) if isinstance(given, str) else given
        if step is None:
            return None
        if not isinstance(step, tuple) or len(step) != 2 or step == (0, 0):
            raise ValueError(f"{given!r} is no direction")
        is_mirrored = self.direction.is_constant and frame.event is not None and frame.event.side == COLORS[1]
        return (step[0], -step[1]) if is_mirrored else (step[0], step[1])

    def text(self) -> str:
        return f"{{ray: {self.start.text()}, direction: {self.direction.text()}}}"

    def sense(self, senses: Senses) -> str:
        return NUMBER

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


def as_square(frame: Frame, term: Term) -> int | None:
    """The square that a term stands for; the compiler reads a piece's name as its square."""
    value = term.of(frame)
    geometry = frame.board.book.geometry
    if isinstance(value, str):
        return geometry.parse_square(value)
    if value is not None and not 0 <= value < geometry.size:
        raise ValueError(f"{value!r} is no square")
    return None if value is None else int(value)


def as_color(frame: Frame, term: Term) -> str:
    """The side that a term stands for."""
    value = term.of(frame)
    if value not in COLORS:
        raise ValueError(f"{value!r} is no side")
    return str(value)


def as_owner(frame: Frame, term: Term) -> str:
    """The side that a term stands for, or nobody's."""
    value = term.of(frame)
    if value not in OWNERS:
        raise ValueError(f"{value!r} is no side, nor neutral")
    return str(value)


def as_type(frame: Frame, term: Term) -> str:
    """The piece type that a term stands for."""
    value = term.of(frame)
    if value not in frame.board.book.types:
        raise ValueError(f"{value!r} is no piece type in play")
    return str(value)


def occupants(frame: Frame, squares: tuple[int, ...]) -> list[int]:
    """The pieces on some squares, by entity."""
    meter = frame.board.meter
    meter.spent += PIECE + len(squares) // 16
    if meter.spent > meter.stop:
        meter.look()
    entities = frame.board.entities
    return sorted([entities[square] for square in squares if entities[square]])


def passing(frame: Frame, entities: list[int], filter_: Filter | None) -> list[int]:
    """The pieces of some that pass a filter, if there is one."""
    if filter_ is None:
        return entities
    meter = frame.board.meter
    meter.spent += PIECE * len(entities)
    if meter.spent > meter.stop:
        meter.look()
    return [entity for entity in entities if filter_.passes(entity, frame)]
