"""The one door to all facts of a game: (entity, attribute) -> value, with every change journaled.

Core attributes are read from and written to the board's arrays, all others live in its columns.

A fact has a stored value and a value in effect. The stored one is what was written last: `Session.get`,
`all_facts` and the state hash speak of it, and every write changes it. The value in effect is the stored
one with all that continuous rules contribute, within the attribute's bounds: `Session.effective` and
`get_fact` answer it, and so does whatever rules, policies, texts and scenarios ask. The conditions of
continuous rules alone read stored values, so that what is derived never depends on what is derived.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import blake2b
from operator import itemgetter
from typing import Any, Final, NamedTuple

from rete_chess.core import edits
from rete_chess.core.board import DYING, Board
from rete_chess.core.castling import has_moved
from rete_chess.core.fen import format_castling, format_en_passant
from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.core.journal import new
from rete_chess.core.reach import COLOR
from rete_chess.errors import FactError
from rete_chess.facts.kept import keep, plain
from rete_chess.facts.tiles import TILE_TYPE, tiles
from rete_chess.facts.vocabulary import (
    CORE_GAME_ATTRIBUTES,
    CORE_PIECE_ATTRIBUTES,
    GAME,
    HAND,
    MOVED,
    PRESET_STATE,
    RULE,
    Attribute,
    Contribution,
    Vocabulary,
    hand_fact,
)

#: Separates the owner from the name where several owners share an entity: sides and presets.
OWNER = "."


#: What presets may call what they remember.
KEY: Final = re.compile(r"[\w .@-]{1,60}")
KEY_FORM: Final = "a text of at most 60 letters, digits, spaces and _ . @ -"

#: What cannot be set as other facts are.
CORE_ATTRIBUTES: Final = frozenset((*CORE_PIECE_ATTRIBUTES, MOVED, *CORE_GAME_ATTRIBUTES, TILE_TYPE))


_KEY: Final = re.compile(r"[A-Za-z@][\w .@-]{0,127}")


class Fact(NamedTuple):
    id: int
    attr: str
    value: Any


_BY_NAME: Final = itemgetter(0, 1)


class Session:
    """The facts of one board."""

    def __init__(self, board: Board, vocabulary: Vocabulary) -> None:
        self.board = board
        self.vocabulary = vocabulary
        #: Lets a piece type join the game behind the facts, if there is one; whether anybody knows it.
        self.admit: Callable[[str], bool] | None = None

    # -- reading -------------------------------------------------------------------------------

    def get(self, entity: int, attribute: str) -> Any:
        """The stored value of a fact, or None."""
        return get_stored(self.board, entity, attribute)

    def effective(self, entity: int, attribute: str) -> Any:
        """The value of a fact in effect, with all that rules contribute to it, or None."""
        return get_fact(self.board, entity, attribute)

    def contributions(self, entity: int, attribute: str) -> tuple[Contribution, ...]:
        """Who contributes what to an attribute now, in the order of the rules."""
        bonus = self.board.bonuses.get(attribute, {}).get(entity)
        return () if bonus is None else bonus.parts

    def contributors(self) -> frozenset[str]:
        """The rules that contribute to anything now."""
        bonuses = [bonus for column in self.board.bonuses.values() for bonus in column.values()]
        return frozenset(part.rule for bonus in bonuses for part in bonus.parts if part.layer == RULE)

    def contains(self, entity: int, attribute: str) -> bool:
        return self.get(entity, attribute) is not None

    def all_facts(self) -> Iterator[Fact]:
        """Every fact, by entity and then attribute; but for `Moved`, which follows from the moves."""
        return iter(sorted(self._facts(), key=_BY_NAME))

    def _facts(self) -> list[Fact]:
        board = self.board
        found = [Fact(GAME, attribute, self.get(GAME, attribute)) for attribute in CORE_GAME_ATTRIBUTES]
        for side in board.pieces:
            for square, reach in side.items():
                entity = board.entities[square]
                found.append(new(Fact, (entity, "PieceType", board.book.types[reach.type_index])))
                found.append(new(Fact, (entity, "Color", OWNERS[reach.color])))
                found.append(new(Fact, (entity, "Position", square)))
        for color, counts in enumerate(board.hands or ()):
            names = [hand_fact(name, COLORS[color]) for name in board.book.types]
            found += [new(Fact, (GAME, name, count)) for name, count in zip(names, counts) if count]
        for attribute, column in board.columns.items():
            if attribute != DYING:
                found += [new(Fact, (entity, attribute, value)) for entity, value in column.items()]
        return found

    def state_hash(self) -> str:
        """A digest of all facts, the same in every process."""
        told = "".join([f"{entity}\t{name}\t{value!r}\n" for entity, name, value in self.all_facts()])
        digest = blake2b(told.encode(), digest_size=16)
        digest.update(f"{self.board.next_entity}\t{self.board.lost}".encode())
        if self.board.extra_moves:
            digest.update(f"\textra moves {self.board.extra_moves}".encode())
        if self.board.free_acts:
            digest.update(f"\tfree acts {self.board.free_acts}".encode())
        promoted = _promoted(self.board)
        if promoted:
            digest.update(f"\tpromoted {promoted}".encode())
        unmoved = _unmoved(self.board)
        if unmoved:
            digest.update(f"\tunmoved {unmoved}".encode())
        return digest.hexdigest()

    # -- writing -------------------------------------------------------------------------------

    def insert(self, entity: int, attribute: str, value: Any) -> None:
        """Set a fact. Of the core attributes a piece's type and position can be set."""
        if attribute in CORE_ATTRIBUTES:
            self._insert_core(entity, attribute, value)
        elif entity == PRESET_STATE:
            declared = self._declared(attribute)
            if declared is None:
                _demand_key(attribute)
            edits.write(self.board, attribute, entity, declared.check(value) if declared else keep(value))
        else:
            held = self._held(entity, attribute)
            kept = held.check(value)
            if held.type == "types":
                for kind in kept:
                    self._demand_type(kind)
            edits.write(self.board, attribute, entity, kept)

    def demand(self, entity: int, attribute: str) -> None:
        """Raise an error unless there can be a fact of this name, and it can be taken away."""
        if attribute in CORE_ATTRIBUTES:
            if attribute not in ("PieceType", "Position") or self.board.square_of(entity) < 0:
                raise FactError("E_FACT_CORE", f"{attribute} of entity {entity} cannot be taken away")
        elif entity == PRESET_STATE:
            _demand_key(attribute)
        else:
            self._held(entity, attribute)

    def _held(self, entity: int, attribute: str) -> Attribute:
        """The declaration of an attribute that an entity may hold: a piece, a tile, or the game and its
        sides; an error for all others, and for who is not there."""
        if entity in self.board.squares:
            declared = self.vocabulary.get(attribute)
            if declared.of == "piece":
                return declared
        else:
            name, _, owner = attribute.partition(OWNER) if entity == GAME else (attribute, "", "")
            declared = self.vocabulary.get(name)
            holds = {
                "piece": entity > 0 and self.board.reach_of(entity) is not None,
                "tile": entity in tiles(self.board),
                "game": entity == GAME and not owner,
                "side": owner in COLORS,
            }
            if holds.get(declared.of):
                return declared
        what = {"game": "entity 0", "side": f"entity 0, as {declared.name}.white or {declared.name}.black"}
        expected = what.get(declared.of, f"a {declared.of} that is there")
        message = f"{attribute} is no attribute of this entity"
        raise FactError("E_FACT_UNKNOWN", message, found=entity, expected=expected)

    def _declared(self, attribute: str) -> Attribute | None:
        """The declaration of what a preset keeps; its state may hold undeclared values too."""
        declared = self.vocabulary.attributes.get(attribute.partition(OWNER)[2])
        return declared if declared is not None and declared.of == "preset" else None

    def retract(self, entity: int, attribute: str) -> None:
        """Take a fact away; retracting what is not there changes nothing. A piece without its type or its
        place is gone from the board, and so are its other facts."""
        if attribute in ("PieceType", "Position"):
            square = self.board.square_of(entity)
            if square >= 0:  # with all that is known of the piece
                edits.remove(self.board, square)
                edits.forget(self.board, entity)
        elif entity in self.board.columns.get(attribute, {}):
            edits.write(self.board, attribute, entity, None)

    def retract_all(self, entity: int) -> None:
        """Take all declared facts of an entity away."""
        edits.forget(self.board, entity)

    def _insert_core(self, entity: int, attribute: str, value: Any) -> None:
        board = self.board
        square = board.square_of(entity) if entity > 0 else -1
        if square < 0 or attribute not in ("PieceType", "Position"):
            raise FactError("E_FACT_CORE", f"{attribute} of entity {entity} cannot be set", found=value)
        reach = board.pieces[board.cells[square] & COLOR][square]
        if attribute == "PieceType":
            self._demand_type(value)
            if value == board.book.types[reach.type_index]:
                return  # it goes on as it moves now, by whatever it has of its own
            edits.relocate(
                board, square, board.book.row_from(reach.color, board.book.index_of(value), -1)[square]
            )
            return
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < len(board.cells):
            raise FactError("E_FACT_CORE", "no such square", found=value)
        if board.cells[value] >= 0:
            raise FactError("E_FACT_CORE", "the square is not empty", found=board.book.geometry.names[value])
        edits.relocate(board, square, reach.row[value])

    def _demand_type(self, value: Any) -> None:
        """Refuse a piece type that is not in play and cannot join."""
        types = self.board.book.types
        if value in types or (isinstance(value, str) and self.admit is not None and self.admit(value)):
            return
        expected = f"one of {', '.join(types)}"
        raise FactError("E_FACT_CORE", "no such piece type is in play", found=value, expected=expected)


def _promoted(board: Board) -> list[tuple[int, str]]:
    """The pieces that fall back to what they were when they are captured, and what that is."""
    if board.hands is None:
        return []
    return sorted(
        (board.entities[square], board.book.types[reach.was])
        for side in board.pieces
        for square, reach in side.items()
        if reach.was >= 0
    )


def _unmoved(board: Board) -> list[int]:
    """The pieces that have not moved, where somebody asks."""
    unmoved = board.rights.unmoved
    return sorted(board.entities[square] for square, bit in unmoved.items() if board.castling & bit)


def is_key(attribute: str) -> bool:
    """Whether a preset could keep a value under this name."""
    return _KEY.fullmatch(attribute) is not None


def _demand_key(attribute: str) -> None:
    if not is_key(attribute):
        raise FactError("E_FACT_TYPE", "a preset cannot keep a value under this name", found=attribute)


def get_fact(board: Board, entity: int, attribute: str) -> Any:
    """The value of a fact in effect, or None. Dying pieces still answer, but stand nowhere."""
    if board.bonuses:
        bonus = board.bonuses.get(attribute, _NO_BONUS).get(entity)
        if bonus is not None:
            return bonus.on(get_stored(board, entity, attribute))
    return get_stored(board, entity, attribute)


_NO_BONUS: dict[int, Any] = {}


def get_stored(board: Board, entity: int, attribute: str) -> Any:
    """The stored value of a fact, or None."""
    column = board.columns.get(attribute)
    if column is not None and (entity in column or attribute != "Position"):
        return column.get(entity)
    if entity > 0 and attribute in ("PieceType", "Color", "Position", MOVED):
        return _piece_fact(board, entity, attribute)
    if entity == GAME and attribute in CORE_GAME_ATTRIBUTES:
        return _game_fact(board, attribute)
    if entity == GAME and attribute.startswith(HAND):
        return _held(board, attribute)
    return None


def _held(board: Board, attribute: str) -> int | None:
    """How many pieces of a type a side has in hand; None where nobody holds any."""
    name, _, color = attribute.removeprefix(HAND).rpartition(OWNER)
    if board.hands is None or name not in board.book.types or color not in COLORS:
        return None
    return board.hands[COLORS.index(color)][board.book.index_of(name)]


def _piece_fact(board: Board, entity: int, attribute: str) -> Any:
    if attribute == "Position":
        square = board.square_of(entity)
        return square if square >= 0 else None
    if attribute == MOVED:
        square = board.square_of(entity)
        return has_moved(board, square) if square >= 0 and board.book.laws.start else None
    reach = board.reach_of(entity)
    if reach is None:
        return None
    return board.book.types[reach.type_index] if attribute == "PieceType" else OWNERS[reach.color]


def piece_name(board: Board, entity: int) -> str | None:
    """What a piece is, on the board or dying, or a tile: `white queen`, `fog tile`."""
    tile = tiles(board).get(entity)
    if tile is not None:
        return f"{tile} tile"
    reach = board.reach_of(entity)
    return None if reach is None else f"{OWNERS[reach.color]} {board.book.types[reach.type_index]}"


def _game_fact(board: Board, attribute: str) -> Any:
    if attribute == "Turn":
        return COLORS[board.turn]
    if attribute == "HalfMovesThisTurn":
        return board.half_moves
    if attribute == "FullmoveNumber":
        return board.fullmove
    if attribute == "HalfmoveClock":
        return board.clock
    return format_castling(board) if attribute == "Castling" else format_en_passant(board)


class PresetState:
    """What one preset remembers: anything that JSON can say, by texts as keys; null is nothing.

    Every change is journaled; the bag is emptied when the preset ends. Lists and mappings are given and
    taken as copies: who changes one sets it again.
    """

    def __init__(self, session: Session, preset: str) -> None:
        self._session = session
        self._prefix = f"{preset}{OWNER}"

    def get(self, key: str, default: Any = None) -> Any:
        value = self._session.get(PRESET_STATE, self._prefix + key)
        return default if value is None else plain(value)

    def set(self, key: str, value: Any) -> None:
        if not isinstance(key, str) or not KEY.fullmatch(key):
            raise FactError("E_FACT_TYPE", "no key of what a preset remembers", found=key, expected=KEY_FORM)
        self._session.insert(PRESET_STATE, self._prefix + key, value)

    def delete(self, key: str) -> None:
        self._session.retract(PRESET_STATE, self._prefix + key)

    def has(self, key: str) -> bool:
        return self._session.contains(PRESET_STATE, self._prefix + key)

    def all(self) -> dict[str, Any]:
        """All values by key, sorted."""
        columns = self._session.board.columns
        names = sorted(n for n in columns if n.startswith(self._prefix) and PRESET_STATE in columns[n])
        return {name[len(self._prefix) :]: plain(columns[name][PRESET_STATE]) for name in names}

    def clear(self) -> None:
        for key in self.all():
            self.delete(key)
