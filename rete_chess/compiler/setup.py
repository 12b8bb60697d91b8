"""What a game starts with beside its pieces: tiles on squares, abilities on pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rete_chess.core import edits
from rete_chess.core.board import Board
from rete_chess.core.reach import EMPTY, WALL
from rete_chess.errors import FenError
from rete_chess.facts.carriers import Carrier
from rete_chess.facts.tiles import CLOSED, lay_tile
from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.terms import Frame


@dataclass(frozen=True)
class Ability:
    """An ability or modifier in play, with its settings; `value` is what it adds to a piece's worth."""

    id: str
    name: str
    value: float
    carrier: Carrier
    noun: str = "ability"  # or modifier
    triggers: tuple[str, ...] = ()  # what its rules wait for, such as on-capture; one for each


@dataclass(frozen=True)
class Grant:
    """An ability for the pieces that a filter chooses."""

    ability: Ability
    filter: Filter

    @property
    def is_for_new(self) -> bool:
        """Whether pieces that appear later have it too: what is given to squares is given once."""
        return self.filter.square is None


@dataclass(frozen=True)
class Setup:
    """The tiles and abilities of a program."""

    tile_types: tuple[str, ...] = ()  # in play: laid at the start, or made by rules
    walls: frozenset[str] = frozenset()  # those of them that close their squares
    tiles: Mapping[int, str] = field(default_factory=dict)  # where which tile type lies at the start
    abilities: tuple[Ability, ...] = ()
    grants: tuple[Grant, ...] = ()

    def begin(self, board: Board) -> None:
        """Lay the tiles, those of closed squares too, and give all pieces their abilities."""
        # FEN says which squares are closed, but not by what.
        closed = {
            square: CLOSED
            for square, cell in enumerate(board.cells)
            if cell == WALL and self.tiles.get(square) not in self.walls
        }
        for square, type_id in sorted({**self.tiles, **closed}.items()):
            blocks = square in closed or type_id in self.walls
            if blocks and board.cells[square] not in (EMPTY, WALL):
                where = board.book.geometry.names[square]
                raise FenError("E_FEN", f"a piece stands on {where}, which is closed", found=type_id)
            lay_tile(board, square, type_id, blocks)
        for entity in sorted(entity for entity in board.entities if entity):
            self.give(board, entity, is_new=False)

    def give(self, board: Board, entity: int, is_new: bool = True) -> None:
        """Give a piece its abilities; of several grants of one ability the last that fits counts."""
        frame = Frame(board)
        chosen: dict[tuple[str, str], Carrier] = {}
        for grant in self.grants:
            if (grant.is_for_new or not is_new) and grant.filter.passes(entity, frame):
                chosen[grant.ability.noun, grant.ability.id] = grant.ability.carrier
        for carrier in chosen.values():
            edits.write(board, carrier.attribute, entity, carrier.value)

    def twins(self, carrier: Carrier) -> tuple[Carrier, ...]:
        """The others that stand for the same ability or modifier: nobody carries it twice."""
        alike = {(own.noun, own.id) for own in self.abilities if own.carrier == carrier}
        return tuple(
            other.carrier
            for other in self.abilities
            if (other.noun, other.id) in alike and other.carrier != carrier
        )

    def worth(self, board: Board, entity: int) -> float:
        """What the abilities of a piece add to its worth, in pawns."""
        return sum(
            ability.value
            for ability in self.abilities
            if entity in board.columns.get(ability.carrier.attribute, ())
        )
