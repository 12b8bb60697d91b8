"""Actions: what rules do, as data. The engine executes them; nothing here changes anything.

Each class says what it touches, which event it makes, which attributes it writes, whether its only
effect on the board is that a victim survives, whether it takes captures over, which event alone it answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, auto
from functools import cached_property
from typing import ClassVar, Final

from rete_chess.facts.words.targets import PieceTarget, Target
from rete_chess.facts.words.terms import Name, Term
from rete_chess.facts.words.texts import slots
from rete_chess.facts.words.word import Word, dataclass, walk


class Touch(Flag):
    """What an action can change beyond the trace."""

    NOTHING = 0
    BOARD = auto()  # pieces and squares
    JUDGEMENT = auto()  # whether and how the event that is judged happens
    FACTS = auto()  # attributes
    RESULT = auto()
    TURN = auto()  # how long it is
    MOVE = auto()  # whether it may be played at all


#: What legality has to foresee, and what makes positions that do not follow from moves alone.
ON_BOARD: Final = Touch.BOARD | Touch.JUDGEMENT
IRREGULAR: Final = ON_BOARD | Touch.TURN | Touch.MOVE


class Action(Word, is_kind=True):
    """One action of a rule."""

    says: ClassVar[tuple[str, ...]] = ("touches", "makes", "writes", "spares", "consumes", "hears")

    #: The kind of the event that it makes, or nothing if it acts at once.
    makes: ClassVar[str]
    #: The kind of the event that it answers, where it can answer no other.
    hears: ClassVar[str]

    @property
    def touches(self) -> Touch:
        """What it can change."""
        raise NotImplementedError

    @property
    def writes(self) -> tuple[str, ...]:
        """The attributes that it writes, for good or as long as its rule matches."""
        raise NotImplementedError

    @property
    def spares(self) -> bool:
        """Whether its only effect on the board is that the victim survives and the mover stays."""
        raise NotImplementedError

    @property
    def consumes(self) -> bool:
        """Whether it takes captures or damage over, which only one rule may."""
        raise NotImplementedError

    @property
    def edits_event(self) -> bool:
        """Whether it edits a field of the event that is judged."""
        return False

    def may_kill_others(self, names: Mapping[str, Term]) -> bool:
        """Whether somebody else than who is judged may die of it, seen by what names stand for."""
        return False

    @property
    def changes_board(self) -> bool:
        """Whether it changes the board, or what happens to it."""
        return bool(self.touches & ON_BOARD)


@dataclass(frozen=True)
class Damage(Action):
    """Hurt pieces by an amount."""

    target: PieceTarget
    amount: Term
    kind: str = "damage"
    by: Term | None = None
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "damage", (), False, False, ""


@dataclass(frozen=True)
class Heal(Action):
    """Give hit points back, up to what a piece started with."""

    target: PieceTarget
    amount: Term
    attribute: str = "Hp"
    effect: str = ""  # what is shown on each piece that gets some back
    touches, makes, spares, consumes, hears = Touch.FACTS, "", False, False, ""

    @property
    def writes(self) -> tuple[str, ...]:
        return (self.attribute,)


@dataclass(frozen=True)
class Destroy(Action):
    """A death without capture."""

    target: PieceTarget
    kind: str = "destroy"
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "destroy", (), False, False, ""


@dataclass(frozen=True)
class Remove(Action):
    """A conversion: the piece goes, but nobody died."""

    target: PieceTarget
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "remove", (), False, False, ""


@dataclass(frozen=True)
class Capture(Action):
    """A further capture, with its triggers."""

    target: PieceTarget
    by: Term
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "capture", (), False, False, ""


@dataclass(frozen=True)
class Spawn(Action):
    """A new piece."""

    type: Term
    color: Term
    square: Term
    is_held: bool = False  # it comes out of the hand
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "spawn", (), False, False, ""


@dataclass(frozen=True)
class Transform(Action):
    """Another type for a piece, and perhaps another side."""

    target: PieceTarget
    type: Term
    color: Term | None = None
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "transform", (), False, False, ""


@dataclass(frozen=True)
class Recolor(Action):
    """Another side for a piece."""

    target: PieceTarget
    color: Term
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "recolor", (), False, False, ""


@dataclass(frozen=True)
class Relocate(Action):
    """Another square for a piece."""

    target: PieceTarget
    to: Term
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "relocate", (), False, False, ""


@dataclass(frozen=True)
class Swap(Action):
    """Two pieces change places."""

    first: Term
    second: Term
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "swap", (), False, False, ""


@dataclass(frozen=True)
class Write(Action):
    """Set, add to or multiply an attribute of pieces, of a side, or a field of the event."""

    op: str  # set, add, multiply
    target: Target
    attribute: str
    value: Term
    least: float | None = None  # how far down or up an addition goes at most
    most: float | None = None
    rounding: str = ""  # how a product becomes whole: down, up or nearest
    if_missing: bool = False  # whether it is set only where there is no value yet
    vital: bool = False  # whether pieces die that have nothing left of it
    makes, consumes, hears = "", False, ""

    @property
    def edits_event(self) -> bool:
        return self.target.holder == "event"

    @property
    def touches(self) -> Touch:
        if self.edits_event:
            return Touch.JUDGEMENT
        return Touch.FACTS | Touch.BOARD if self.vital and self._may_use_up else Touch.FACTS

    @property
    def _may_use_up(self) -> bool:
        """Whether nothing may be left: never where a constant only adds, or stays above nothing."""
        if self.least is not None and self.least > 0:
            return False
        by = self.value.value
        if not isinstance(by, (int, float)):
            return True
        return not {"set": by > 0, "add": by >= 0, "multiply": by >= 1}[self.op]

    @property
    def writes(self) -> tuple[str, ...]:
        return (self.attribute,)

    @property
    def spares(self) -> bool:
        return self.attribute in ("amount", "kind")


@dataclass(frozen=True)
class Contribute(Action):
    """Add to an attribute of pieces or of a side as long as the rule matches."""

    target: Target
    attribute: str
    amount: Term
    touches, makes, spares, consumes, hears = Touch.FACTS, "", False, False, ""

    @property
    def writes(self) -> tuple[str, ...]:
        return (self.attribute,)

    @cached_property
    def facts(self) -> tuple[Name, ...]:
        """All names and facts by which the amount goes."""
        named = [fact for word in walk(self.amount) for fact in word.facts_named]
        bare = [(name, "") for word in walk(self.amount) for name in word.speaks_of if not word.facts_named]
        return tuple(Name(name, attribute) for name, attribute in dict.fromkeys((*named, *bare)))


@dataclass(frozen=True)
class Absorb(Action):
    """Pay damage with an attribute: at most so much of it, at a rate; fatal if nothing is left of it."""

    target: PieceTarget
    attribute: str
    at_most: Term | None = None
    rate: Term | None = None
    fatal: bool = False
    vital: bool = False  # whether pieces die that have nothing left of it
    touches, makes, spares, consumes = Touch.JUDGEMENT | Touch.FACTS, "", True, False
    hears = "damage"

    def may_kill_others(self, names: Mapping[str, Term]) -> bool:
        payer = self.target.one
        return self.vital and (payer is None or names.get(payer.bare_name, payer).event_field != "target")

    @property
    def writes(self) -> tuple[str, ...]:
        return (self.attribute,)


@dataclass(frozen=True)
class ChangeTile(Action):
    """Another kind of square."""

    square: Term
    type: str
    blocks: bool = False  # whether it is closed
    touches, makes, writes, spares, consumes, hears = Touch.BOARD, "tile", (), False, False, ""


@dataclass(frozen=True)
class Show(Action):
    """A visual effect for whoever watches."""

    kind: str
    square: Term
    ttl: int = 1000
    data: tuple[tuple[str, Term], ...] = ()
    touches, makes, writes, spares, consumes, hears = Touch.NOTHING, "", (), False, False, ""


@dataclass(frozen=True)
class Refuse(Action):
    """Reject the move (at before-move only); everything is rolled back."""

    reason: str
    touches, makes, writes, spares, consumes, hears = Touch.MOVE, "", (), False, False, ""


@dataclass(frozen=True)
class Consume(Action):
    """Take the capture over: nothing of the usual capture happens."""

    touches, makes, writes, spares, consumes, hears = Touch.JUDGEMENT, "", (), True, True, ""


@dataclass(frozen=True)
class Cancel(Action):
    """Drop the event; the move goes on."""

    touches, makes, writes, spares, consumes, hears = Touch.JUDGEMENT, "", (), True, False, ""


@dataclass(frozen=True)
class EndGame(Action):
    """A win for a side, or a draw if there is none."""

    side: Term | None
    reason: str
    touches, makes, writes, spares, consumes, hears = Touch.RESULT, "", (), False, False, ""


@dataclass(frozen=True)
class ExtraMove(Action):
    """The turn does not end with this half-move."""

    touches, makes, writes, spares, consumes, hears = Touch.TURN, "", (), False, False, ""


@dataclass(frozen=True)
class Log(Action):
    """A line in the trace."""

    text: str
    touches, makes, writes, spares, consumes, hears = Touch.NOTHING, "", (), False, False, ""

    @property
    def facts_named(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, attribute) for name, attribute in slots(self.text) if attribute)


@dataclass(frozen=True)
class CallHook(Action):
    """Call a hook of a Python preset: the one at this place among the program's hooked presets.

    A hook may do anything.
    """

    hook: str
    place: int
    touches = Touch.BOARD | Touch.JUDGEMENT | Touch.FACTS | Touch.TURN | Touch.MOVE
    makes, writes, spares, hears = "", (), False, ""

    @property
    def consumes(self) -> bool:
        return self.hook in ("on_before_capture", "on_damage")
