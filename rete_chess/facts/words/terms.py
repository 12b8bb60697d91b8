"""Terms: values in rules, such as constants, names bound by patterns, event fields, facts, sums and counts.

Everything here is data; there is no other expression and no text is evaluated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.errors import FactError
from rete_chess.facts.events import PLACES, Event
from rete_chess.facts.session import OWNER, get_fact
from rete_chess.facts.tiles import TILE_TYPE, place_of_tile
from rete_chess.facts.vocabulary import CLOSED_FACTS, GAME, PRESET_STATE
from rete_chess.facts.words.word import (
    COLOR,
    EVENT_SENSES,
    NOTHING_READ,
    NUMBER,
    OTHER,
    PIECE,
    SQUARE,
    TILE,
    TYPE,
    Needs,
    Senses,
    Word,
    dataclass,
    facts_read,
    format_value,
)
from rete_chess.facts.words.word import TILE_TYPE as TILE_TYPE_SENSE

if TYPE_CHECKING:
    from rete_chess.facts.words.filters import Filter

NOTHING_SEEN: Final[Mapping[tuple[str, str], Any]] = {}


class Frame:
    """The frame of a rule while it is matched and fired: the board, the event, and bound names.

    While a rule fires, `seen` holds the facts of bound entities as they were at the match.
    """

    __slots__ = ("board", "event", "names", "seen")

    def __init__(self, board: Board, event: Event | None = None, names: dict[str, Any] | None = None) -> None:
        self.board = board
        self.event = event
        self.names: dict[str, Any] = {} if names is None else names
        self.seen: Mapping[tuple[str, str], Any] = NOTHING_SEEN

    def with_names(self, **names: Any) -> Frame:
        """The same frame with further names bound."""
        return Frame(self.board, self.event, {**self.names, **names})


class Term(Word, is_kind=True):
    """A value: what it is in a frame, how documents write it, what is known of it before the game."""

    says: ClassVar[tuple[str, ...]] = ("of", "text", "sense", "is_at_hand", "is_own", "reads")

    #: Whether the same value holds in every position, and which.
    is_constant: ClassVar[bool] = False
    #: Whether chance decides it, anew each time.
    is_drawn: ClassVar[bool] = False
    value: Any = None

    @property
    def event_field(self) -> str:
        """The event's field that it stands for, or nothing."""
        return ""

    @property
    def bare_name(self) -> str:
        """The bound name that it is, without any attribute, or nothing."""
        return ""

    @property
    def fact(self) -> tuple[str, str]:
        """The bound name whose fact it is, and the fact."""
        return "", ""

    @property
    def reference(self) -> str:
        """The term as a reference of documents, or nothing."""
        return ""

    @property
    def outcomes(self) -> tuple[Term, ...]:
        """The terms one of which chance picks; none where it decides nothing."""
        return ()

    def of(self, frame: Frame) -> Any:
        """The value in a frame, or None."""
        raise NotImplementedError

    def greatest(self, frame: Frame) -> Any:
        """The value, or the greatest one that chance could give; nothing is drawn."""
        return self.of(frame)

    def text(self) -> str:
        """The term close to what documents write: `$victim.Hp`, `event.amount`, `3`."""
        raise NotImplementedError

    def sense(self, senses: Senses) -> str:
        """The sense of the value, `OTHER` where that is not known before the game."""
        raise NotImplementedError

    @property
    def is_at_hand(self) -> bool:
        """Whether the event and constants alone decide the value."""
        raise NotImplementedError

    def is_own(self, own: str) -> bool:
        """Whether constants and facts of the entity named `own` alone decide it."""
        raise NotImplementedError


@dataclass(frozen=True)
class Const(Term):
    """A constant from the document."""

    value: Any
    is_constant = True
    is_at_hand = True

    def of(self, frame: Frame) -> Any:
        return self.value

    def text(self) -> str:
        return format_value(self.value)

    def sense(self, senses: Senses) -> str:
        return OTHER

    def is_own(self, own: str) -> bool:
        return True

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class Name(Term):
    """A name bound by a pattern, or a fact of the entity that is bound to it (`$victim.Hp`)."""

    name: str
    attribute: str = ""
    is_at_hand = False

    def of(self, frame: Frame) -> Any:
        value = frame.names.get(self.name)
        if not self.attribute or value is None:
            return value
        key = (self.name, self.attribute)
        return frame.seen[key] if key in frame.seen else fact_of(frame.board, value, self.attribute)

    def text(self) -> str:
        return f"${self.name}.{self.attribute}" if self.attribute else f"${self.name}"

    @property
    def reference(self) -> str:
        return self.text()

    @property
    def bare_name(self) -> str:
        return "" if self.attribute else self.name

    @property
    def fact(self) -> tuple[str, str]:
        return (self.name, self.attribute) if self.attribute else ("", "")

    def sense(self, senses: Senses) -> str:
        whole = senses.variables.get(self.name, COLOR if self.name == "color" else OTHER)
        if not self.attribute:
            return whole
        if self.attribute == "type":
            return {PIECE: TYPE, TILE: TILE_TYPE_SENSE}.get(whole, OTHER)
        own = {"color": COLOR, "square": SQUARE}.get(self.attribute)
        return own or senses.attribute_sense(self.attribute)

    def is_own(self, own: str) -> bool:
        return not self.attribute or self.name == own

    def reads(self, own: str) -> Needs:
        return facts_read((self.attribute,), is_own=self.name == own)

    @property
    def speaks_of(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def facts_named(self) -> tuple[tuple[str, str], ...]:
        return ((self.name, self.attribute),) if self.attribute else ()


@dataclass(frozen=True)
class EventTerm(Term):
    """A field of the event."""

    field: str
    is_at_hand = True

    def of(self, frame: Frame) -> Any:
        return None if frame.event is None else frame.event[PLACES[self.field]]

    def text(self) -> str:
        return f"event.{self.field}"

    @property
    def reference(self) -> str:
        return f"$event.{self.field}"

    @property
    def event_field(self) -> str:
        return self.field

    def sense(self, senses: Senses) -> str:
        return EVENT_SENSES.get(self.field, OTHER)

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(event=True)


@dataclass(frozen=True)
class GameTerm(Term):
    """A fact of the game."""

    attribute: str
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return self.attribute in CLOSED_FACTS

    def of(self, frame: Frame) -> Any:
        return get_fact(frame.board, GAME, self.attribute)

    def text(self) -> str:
        return f"$game.{self.attribute}"

    @property
    def reference(self) -> str:
        return self.text()

    def sense(self, senses: Senses) -> str:
        return senses.attribute_sense(self.attribute, "game")

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(game=True)


@dataclass(frozen=True)
class PresetTerm(Term):
    """A fact of a preset's state."""

    preset: str
    attribute: str
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return True

    def of(self, frame: Frame) -> Any:
        return get_fact(frame.board, PRESET_STATE, f"{self.preset}{OWNER}{self.attribute}")

    def text(self) -> str:
        return f"$preset.{self.attribute}"

    @property
    def reference(self) -> str:
        return self.text()

    def sense(self, senses: Senses) -> str:
        return senses.attribute_sense(self.attribute)

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(game=True)


@dataclass(frozen=True)
class Scaled(Term):
    """A multiple of a value plus a constant."""

    base: Term
    times: float = 1
    plus: float = 0
    is_at_hand = False

    def of(self, frame: Frame) -> Any:
        value = self.base.of(frame)
        return None if value is None else value * self.times + self.plus

    def text(self) -> str:
        return f"{{of: {self.base.text()}, times: {self.times:g}, plus: {self.plus:g}}}"

    def sense(self, senses: Senses) -> str:
        return NUMBER

    def is_own(self, own: str) -> bool:
        return self.base.is_own(own)

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class Opponent(Term):
    """The other side of one."""

    side: Term

    def of(self, frame: Frame) -> Any:
        side = self.side.of(frame)
        return COLORS[1 - COLORS.index(side)] if side in COLORS else None

    def text(self) -> str:
        return f"{{opponent: {self.side.text()}}}"

    def sense(self, senses: Senses) -> str:
        return COLOR

    @property
    def is_at_hand(self) -> bool:
        return self.side.is_at_hand

    def is_own(self, own: str) -> bool:
        return self.side.is_own(own)

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class CountOf(Term):
    """The number of pieces that pass a filter."""

    filter: Filter
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return True

    def of(self, frame: Frame) -> Any:
        return len(self.filter.select(frame))

    def text(self) -> str:
        return f"{{count: {self.filter.text()}}}"

    def sense(self, senses: Senses) -> str:
        return NUMBER

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(others=True)


@dataclass(frozen=True)
class SumOf(Term):
    """What the pieces that pass a filter hold together of an attribute."""

    attribute: str
    filter: Filter
    is_at_hand = False

    @property
    def looks_around(self) -> bool:
        return True

    def of(self, frame: Frame) -> Any:
        values = [get_fact(frame.board, entity, self.attribute) for entity in self.filter.select(frame)]
        return sum([value for value in values if isinstance(value, (int, float))])

    def text(self) -> str:
        return f"{{sum: {{of: {self.attribute}, for: {self.filter.text()}}}}}"

    def sense(self, senses: Senses) -> str:
        return NUMBER

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(frozenset((self.attribute,)), others=True)


def number_of(term: Term, frame: Frame) -> Any:
    """The number that a term stands for; an error that says what has none."""
    value = term.of(frame)
    if value.__class__ is int or (isinstance(value, (int, float)) and not isinstance(value, bool)):
        return value
    raise FactError("E_FACT_TYPE", f"{term.text()} has no number to go by", found=value, expected="a number")


def fact_of(board: Board, entity: int, attribute: str) -> Any:
    """A fact by the name that texts and references give it: `type`, `color`, `square` or an attribute."""
    if attribute == "square":
        square = board.square_of(entity)
        return square if square >= 0 else place_of_tile(board, entity)
    if attribute in ("type", "color"):
        reach = board.reach_of(entity)
        if reach is None:
            return None if attribute == "color" else get_fact(board, entity, TILE_TYPE)
        return OWNERS[reach.color] if attribute == "color" else board.book.types[reach.type_index]
    return get_fact(board, entity, attribute)
