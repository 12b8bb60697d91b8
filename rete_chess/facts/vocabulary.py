"""The attributes a game knows: their types, owners and bounds. Undeclared attributes do not exist."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from rete_chess.errors import FactError, nearest
from rete_chess.facts.stacking import SUM

#: The entity of game-level facts, and that of preset state. Pieces and tiles are above 0.
GAME: Final = 0
PRESET_STATE: Final = -1

#: Attributes that every piece has, and those of the game; they live on the board itself.
CORE_PIECE_ATTRIBUTES: Final = ("PieceType", "Color", "Position")
CORE_GAME_ATTRIBUTES: Final = (
    "Turn",
    "HalfMovesThisTurn",
    "FullmoveNumber",
    "HalfmoveClock",
    "Castling",
    "EnPassant",
)

OWNERS: Final = ("piece", "tile", "side", "game", "preset")
#: What attributes hold. Documents declare the first four; the last two are pairs [files, ranks] and piece
#: types in tuples, which movement reads.
TYPES: Final = ("int", "number", "bool", "string", "directions", "types")


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

    def check(self, value: Any) -> Any:
        """The value as it is stored: of the right type, rounded to thousandths, within the bounds."""
        if type(value) is int and self.type in ("int", "number"):
            return self._bounded(value)
        if self.type == "string":
            return self._typed(value, isinstance(value, str) and len(value) <= 255)
        if self.type == "bool":
            return self._typed(value, isinstance(value, bool))
        if self.type in ("directions", "types"):
            return self._typed(value, isinstance(value, tuple) and len(value) <= 64)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        number = round_number(self._typed(value, is_number))
        return self._bounded(int(number) if self.type == "int" else number)

    def _bounded(self, number: float) -> int | float:
        if self.least is not None and number < self.least:
            number = round_number(self.least)
        if self.most is not None and number > self.most:
            number = round_number(self.most)
        return number

    def _typed(self, value: Any, fits: bool) -> Any:
        if not fits:
            raise FactError("E_FACT_TYPE", f"{self.name} holds another type", found=value, expected=self.type)
        return value


def round_number(value: float) -> int | float:
    """A number rounded to thousandths; whole numbers are ints."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


class Vocabulary:
    """The declared attributes of a program, by name."""

    def __init__(self, attributes: Iterable[Attribute] = ()) -> None:
        self.attributes = {attribute.name: attribute for attribute in attributes}

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
