"""The attributes a game knows: their types, owners and bounds, and how several sources become one value.

Undeclared attributes do not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Final, NamedTuple

from rete_chess.core.values import FORBIDDEN, LARGEST, bounded, clamped, round_number
from rete_chess.errors import FactError, nearest


def _any_bit(values: Sequence[Any]) -> int:
    bits = 0
    for value in values:
        bits |= int(value)
    return bits


def _union(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(sorted({item for value in values for item in value}))


def _complement(values: Sequence[Any]) -> float:
    """1 - (1 - a)(1 - b)...; the factors are sorted, so that the order of the sources leaves no trace."""
    factors = sorted(1.0 - value for value in values)
    left = 0.0 if 0 in factors else prod(factors)  # which may be infinite
    return clamped(max(0, 1 - left))


def _last(values: Sequence[Any]) -> Any:
    return values[-1]


SUM: Final = "sum"
#: The ways by name. Sources come in the order of their precedence, the highest last.
STACKINGS: Final[dict[str, Callable[[Sequence[Any]], Any]]] = {
    SUM: sum,
    "or": _any_bit,
    "union": _union,
    "complement": _complement,
    "highest precedence": _last,
}


def stack(way: str, values: Sequence[Any]) -> Any:
    """One value from those of all sources."""
    return STACKINGS[way](values)


#: The entity of game-level facts, and that of preset state. Pieces and tiles are above 0.
GAME: Final = 0
PRESET_STATE: Final = -1

#: What a piece has of a vital attribute where no document says how much: one capture takes it.
ONE_LIFE: Final = 1

#: Attributes that every piece has, and those of the game; they live on the board itself.
CORE_PIECE_ATTRIBUTES: Final = ("PieceType", "Color", "Position")
#: Whether a piece has left the square where it began, or has come later: kept where a document asks for it.
MOVED: Final = "Moved"
CORE_GAME_ATTRIBUTES: Final = (
    "Turn",
    "HalfMovesThisTurn",
    "FullmoveNumber",
    "HalfmoveClock",
    "Castling",
    "EnPassant",
)


#: Those of them that tell of moves which a side may not have seen.
CLOSED_FACTS: Final = frozenset(("HalfmoveClock", "Castling", "EnPassant"))

#: What a side has in hand is a fact of the game for each type: `Hand knight.white`.
HAND: Final = "Hand "


def hand_fact(type_id: str, color: str) -> str:
    """The name of the fact that tells how many pieces of a type a side has in hand."""
    return f"{HAND}{type_id}.{color}"


@dataclass(frozen=True)
class Attribute:
    """A declared attribute: what it belongs to, its type, bounds, start value and who declared it."""

    name: str
    of: str
    type: str
    least: float | None = None
    most: float | None = None
    start: Any = None
    in_fen: bool = False
    origin: str = ""
    stacking: str = SUM  # how several sources become one value
    words: tuple[str, ...] = ()  # all that it may be, if these are given
    vital: bool = False  # whether a piece dies that has nothing left of it
    raises: str = ""  # the attribute whose ceiling it moves

    def check(self, value: Any) -> Any:
        """The value as it is stored: of the right type, rounded to thousandths, within the bounds.

        A number that no declared bound stops is refused where it is larger than games keep.
        """
        if type(value) is int and self.type in ("int", "number"):
            return self._bounded(value)
        if self.type == "string":
            fits = isinstance(value, str) and len(value) <= 255 and not FORBIDDEN.search(value)
            return self._typed(value, fits and (not self.words or value in self.words))
        if self.type == "bool":
            return self._typed(value, isinstance(value, bool))
        if self.type in _LISTS:
            fits = isinstance(value, tuple) and len(value) <= 64 and all(map(_LISTS[self.type], value))
            return self._typed(value, fits)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        number = round_number(self._typed(value, is_number))
        return self._bounded(int(number) if self.type == "int" else number)

    def _bounded(self, number: float) -> int | float:
        if self.least is not None and number < self.least:
            number = round_number(self.least)
        if self.most is not None and number > self.most:
            number = round_number(self.most)
        return number if -LARGEST <= number <= LARGEST else bounded(number, self.name)

    def derived(self, value: Any) -> Any:
        """The value as it is in effect, which may stop at a bound but is never refused for its size."""
        return self.check(clamped(value) if self.type in ("int", "number") else value)

    def _typed(self, value: Any, fits: bool) -> Any:
        if not fits and self.words:
            expected = f"one of {', '.join(self.words)}"
            raise FactError("E_FACT_TYPE", f"{self.name} is never that", found=value, expected=expected)
        if not fits:
            raise FactError("E_FACT_TYPE", f"{self.name} holds another type", found=value, expected=self.type)
        return value


#: The declaration of `MOVED`, which a document makes by asking for it.
MOVED_ATTRIBUTE: Final = Attribute(MOVED, "piece", "bool")


def _is_direction(item: Any) -> bool:
    """Whether an item is a pair of files and ranks that leads somewhere."""
    is_pair = isinstance(item, tuple) and len(item) == 2 and all(type(part) is int for part in item)
    return is_pair and item != (0, 0) and max(map(abs, item)) <= FURTHEST


def _is_name(item: Any) -> bool:
    return isinstance(item, str) and 0 < len(item) <= 64


#: The most files or ranks of one step.
FURTHEST: Final = 15
#: The types of lists, each with what its items are.
_LISTS: Final[dict[str, Callable[[Any], bool]]] = {"directions": _is_direction, "types": _is_name}


class Vocabulary:
    """The declared attributes of a program, by name."""

    def __init__(self, attributes: Iterable[Attribute] = ()) -> None:
        self.attributes = {attribute.name: attribute for attribute in attributes}

    @cached_property
    def limited(self) -> Mapping[str, tuple[str, ...]]:
        """The attributes with a ceiling, vital ones and those that others raise, each with who raises it."""
        raisers: dict[str, list[str]] = {}
        for name, attribute in self.attributes.items():
            if attribute.vital:
                raisers.setdefault(name, [])
            if attribute.raises in self.attributes:
                raisers.setdefault(attribute.raises, []).append(name)
        return {name: tuple(sorted(found)) for name, found in sorted(raisers.items())}

    @cached_property
    def vital(self) -> frozenset[str]:
        """The attributes that no piece lives without, once it has lost the last of them."""
        return frozenset(name for name, attribute in self.attributes.items() if attribute.vital)

    def get(self, name: str) -> Attribute:
        """The declaration of an attribute, or an error that names the nearest one."""
        try:
            return self.attributes[name]
        except KeyError:
            close = nearest(name, self.attributes)
            raise FactError(
                "E_FACT_UNKNOWN",
                "undeclared attribute",
                found=name,
                hint=f"did you mean {close!r}?" if close else None,
            ) from None

    def piece_attributes(self) -> tuple[str, ...]:
        """What a piece may hold: the core attributes, then the declared ones by name."""
        declared = sorted(name for name, attribute in self.attributes.items() if attribute.of == "piece")
        return (*CORE_PIECE_ATTRIBUTES, *declared)


#: The layers of contributions by precedence, beside those of profiles: what is stored, and what rules add.
BASE: Final = "base"
RULE: Final = "rule"


class Contribution(NamedTuple):
    """What one rule adds on behalf of one piece (None: of nobody), or one entry of a profile."""

    rule: str
    source: int | None
    amount: Any
    layer: str = RULE


class Bonus(NamedTuple):
    """All that is contributed to one attribute of one entity."""

    attribute: Attribute
    parts: tuple[Contribution, ...]

    def on(self, stored: Any) -> Any:
        """The value in effect: what is stored and all contributions, within the attribute's bounds."""
        way = self.attribute.stacking
        if way == SUM:
            return self.attribute.derived((stored or 0) + sum(part.amount for part in self.parts))
        values = [] if stored is None else [stored]
        return self.attribute.derived(stack(way, [*values, *(part.amount for part in self.parts)]))
