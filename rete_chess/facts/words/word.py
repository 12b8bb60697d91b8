"""Words: what every class of terms, filters, patterns, targets and actions has to say about itself.

Compiler, legality, networks, traces and search ask the word; nobody lists words by name. A class that leaves
something unsaid cannot be defined.
"""

from __future__ import annotations

import dataclasses
import os
import threading
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol

from rete_chess.facts.vocabulary import MOVED

# -- dataclasses made late -------------------------------------------------------------------------

_LOCK = threading.RLock()


def _after_fork() -> None:
    """Take a new lock in a child: a thread that held the old one does not exist there."""
    global _LOCK
    _LOCK = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

#: Classes without an instance so far, and the options of their dataclass.
_unmade: dict[type, dict[str, Any]] = {}


def _declare(cls: type | None = None, /, **options: Any) -> type | Callable[[type], type]:
    """A dataclass whose methods are made together with its first instance.

    They are compiled from text, half a millisecond for each class. What rules can say takes some sixty
    classes, of which a variant uses few and plain chess none. What is made is the dataclass of the standard
    library, and no instance ever sees its class unmade, in any thread.
    """
    if cls is None:
        return partial(_declare, **options)  # type: ignore[return-value]

    def __new__(kind: type, /, *values: Any, **named: Any) -> Any:  # noqa: N807
        if cls in _unmade:
            make(cls)
        return object.__new__(kind)

    _unmade[cls] = options
    cls.__new__ = __new__  # type: ignore[method-assign]
    return cls


def make(cls: type) -> None:
    """Make a class and those it inherits fields from; to other threads it is unmade until all is done."""
    with _LOCK:
        for kind in reversed(cls.__mro__):
            if kind in _unmade:
                dataclasses.dataclass(**_unmade[kind])(kind)
                del _unmade[kind]


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = _declare


# -- what words say --------------------------------------------------------------------------------


class Word:
    """A part of a rule or policy. Each kind of words lists under `says` what its classes must say."""

    says: ClassVar[tuple[str, ...]] = ()

    @property
    def looks_around(self) -> bool:
        """Whether others decide it than those whom it names: whoever it is, nobody, or how many."""
        return False

    def __init_subclass__(cls, is_kind: bool = False, **options: Any) -> None:
        """Refuse a class that leaves something unsaid; a kind of words only lists what is to be said."""
        super().__init_subclass__(**options)
        if is_kind:
            return
        kinds = [kind for kind in cls.__mro__ if "says" in vars(kind)]
        own = cls.__mro__[: cls.__mro__.index(kinds[0])]
        unsaid = [name for name in cls.says if not any(name in vars(kind) for kind in own)]
        if unsaid:
            raise TypeError(f"{cls.__module__}.{cls.__qualname__} does not say: {', '.join(unsaid)}")

    @property
    def speaks_of(self) -> tuple[str, ...]:
        """The bound names that the word itself speaks of, beside those of its parts."""
        return ()

    @property
    def facts_named(self) -> tuple[tuple[str, str], ...]:
        """The facts of bound names that it speaks of, as (name, attribute), beside those of its parts."""
        return ()

    def reads(self, own: str) -> Needs:
        """What the word itself looks at, beside its parts; `own` names the piece in question."""
        return NOTHING_READ


def walk(part: Any) -> Iterator[Word]:
    """Every word in a part of a rule, the outer ones first."""
    if isinstance(part, Word):
        yield part
        for field in dataclasses.fields(part):  # type: ignore[arg-type]
            yield from walk(getattr(part, field.name))
    elif isinstance(part, tuple):
        for item in part:
            yield from walk(item)


def mentions_self(part: Any) -> bool:
    """Whether words speak of who carries them: by name or by one of its facts."""
    return any("self" in word.speaks_of for word in walk(part))


# -- what words look at ----------------------------------------------------------------------------


class Look(NamedTuple):
    """One fact that was looked at: whose, which, and its value, None where there is none."""

    who: str
    what: str
    value: Any


class Needs(NamedTuple):
    """What words look at: attributes, and what else. Nothing is derived anew while that stays the same."""

    attributes: frozenset[str] = frozenset()
    place: bool = False  # where pieces stand
    game: bool = False  # whose turn it is, counters, facts of sides and of the game
    others: bool = False  # pieces beside the one in question
    royal: bool = False
    check: bool = False  # what is attacked, or can be played
    event: bool = False
    attacks: bool = False  # who attacks whom, by ways of moving alone
    moves: bool = False  # which moves are legal

    def __or__(self, other: Needs) -> Needs:
        return Needs(self[0] | other[0], *(one or two for one, two in zip(self[1:], other[1:])))

    @property
    def is_wide(self) -> bool:
        """Whether every half-move may change what is read."""
        return self.place or self.is_fleeting

    @property
    def is_fleeting(self) -> bool:
        """Whether every half-move may change what is read, wherever it goes."""
        return self.game or self.check or self.attacks

    @property
    def looks_beyond(self) -> bool:
        """Whether more than the piece in question is looked at."""
        return self.others or self.game or self.check or self.attacks

    def concern(self, what: AbstractSet[str], place: str, everything: str) -> bool:
        """Whether what changed of an entity is read: attributes, its place, or all of it."""
        return everything in what or not self.attributes.isdisjoint(what) or (self.place and place in what)


NOTHING_READ: Final = Needs()


def needs_of(part: Any, own: str = "") -> Needs:
    """What words look at, with all their parts; `own` names the piece in question."""
    found = NOTHING_READ
    for word in walk(part):
        found |= word.reads(own)
    return found


def facts_read(names: tuple[str, ...], is_own: bool) -> Needs:
    """The needs of facts of a bound piece, by the names that references give them."""
    return Needs(
        frozenset(name for name in names if name and name not in ("type", "color", "square")),
        place="square" in names or MOVED in names,
        others=not is_own and any(names),
    )


class Vicinity(NamedTuple):
    """Where places matter to a rule: within some king's steps of the one entity it speaks of."""

    radii: frozenset[int] = frozenset()
    is_even: bool = True  # all squares within a radius count alike


# -- what words stand for --------------------------------------------------------------------------

#: The senses of names and terms; `STORED` is a number that an attribute holds, `OTHER` what is not known.
PIECE, TILE, SQUARE, COLOR, OTHER = "piece", "tile", "square", "color", "other"
TYPE, TILE_TYPE, NUMBER, STORED = "type", "tile-type", "number", "stored"
TEXT, BOOL, DIRECTION = "text", "bool", "direction"


#: The senses of the fields of events.
EVENT_SENSES: Final = {
    **dict.fromkeys(("piece", "target"), PIECE),
    **dict.fromkeys(("from", "to", "square"), SQUARE),
    **dict.fromkeys(("was", "becomes"), TYPE),
    **dict.fromkeys(("kind", "tag"), TEXT),
    **dict.fromkeys(("player", "line"), BOOL),
    "side": COLOR,
    "amount": NUMBER,
    "direction": DIRECTION,
}


class Senses(Protocol):
    """What a document knows of its names: the senses of variables and of attributes."""

    variables: dict[str, str]

    def attribute_sense(self, name: str, owner: str = "") -> str:
        """The sense of what an attribute holds, as far as its declaration says."""


def mapping_text(parts: dict[str, str]) -> str:
    """A mapping as documents write it in one line."""
    return f"{{{', '.join(f'{key}: {value}' for key, value in parts.items())}}}"


def format_value(value: Any) -> str:
    """A value in a word: `2`, `0.5`, `true`, `none`."""
    if value is None:
        return "none"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(format_value(item) for item in value)}]"
    return str(value).lower() if isinstance(value, bool) else str(value)
