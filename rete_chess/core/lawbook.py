"""Laws compiled to tables: the reach of every piece type, and how legality is decided.

A lawbook is immutable and shared by every board that plays by it.
"""

from __future__ import annotations

from itertools import count
from typing import Any, Final, NamedTuple

from rete_chess.core.atoms import PieceType
from rete_chess.core.castling import Rights
from rete_chess.core.geometry import COLORS, NEUTRAL, geometry
from rete_chess.core.hands import HandTable
from rete_chess.core.keys import piece_key
from rete_chess.core.laws import Laws, Material, Query
from rete_chess.core.moves import (
    DROP,
    MANNER_SHIFT,
    MAX_TYPES,
    PLAIN,
    Manner,
    manner_of,
    manner_of_act,
    manner_without,
    manners_offered,
    twins_of,
)
from rete_chess.core.reach import Reach
from rete_chess.core.rows import RowSpec, build_row
from rete_chess.errors import RulesError
from rete_chess.keeping import PER_STEP, Keeper, SharingKeeper
from rete_chess.metering import ENGINE, Part, current_meter

#: The tiers of legality: pins and check masks; make, look, unmake; the same with all effects of the move;
#: the same with moves and attacks that functions decide about.
PINS: Final = 1
LOOK: Final = 2
EFFECTS: Final = 3
REFEREE: Final = 4

#: What a piece weighs in the draw by insufficient material.
SUFFICIENT: Final = 0
BARE: Final = 1
SINGLE: Final = 2
BOUND: Final = 3

#: How the tables of a piece type are called among those who spend steps.
MOVES_OF: Final = "the moves of the "

_NUMBERS = count()


class Lawbook:
    """`Laws` compiled for one board size."""

    def __init__(self, laws: Laws) -> None:
        self.laws = laws
        self.geometry = geometry(laws.width, laws.height)
        self.types = tuple(piece.id for piece in laws.white)
        _check_types(laws, self.types)
        self.letters = tuple(piece.letter for piece in laws.white)
        self.by_letter = {letter: index for index, letter in enumerate(self.letters)}
        #: What pieces that are nobody's are written as, as far as the laws say.
        self.neutral_letters = {self.types.index(name): letter for letter, name in laws.neutral_letters}
        self.by_neutral_letter = {letter: index for index, letter in self.neutral_letters.items()}
        self.wall_letter = "#" if "*" in self.by_neutral_letter else "*"
        self.number = next(_NUMBERS)  # a move is an integer of one book alone
        self.manners = _manners(laws)
        self.rows = [self._rows(laws.white, 0), self._rows(laws.black, 1)]
        #: What is beside the board, None if nothing ever is.
        self.hands = None if laws.hands is None else HandTable(laws.hands, self.types, self.geometry.size)
        if self.hands is not None:
            self.hands.take_codes(self.manners.index(DROP))
        #: What sides may do instead of a move, each with the number of its manner.
        self.acts = tuple([(act, self.manners.index(manner_of_act(act))) for act in laws.acts])
        #: Tags with which moves exist besides: for each manner, by its number, those of the moves it adds.
        numbers = {manner: number for number, manner in enumerate(self.manners)}
        own = [manner for manner in self.manners if not manner.is_offered]
        self.offers = tuple([(offer, twins_of(own, numbers, offer.tag)) for offer in laws.offers])
        self._plainly = [
            numbers[manner_without(manner)] if manner.is_offered else number
            for manner, number in numbers.items()
        ]
        self._others: dict[tuple[int, int, int], list[Reach]] = {}  # see `row_from`
        self.guards_check = tuple(
            laws.self_check[color] and (laws.may_crown or any(row[0].is_royal for row in self.rows[color]))
            for color in (0, 1)
        )
        self.promotes_to_royal = any(
            reach_row[0].is_royal and piece.id in _made(laws)
            for rows in self.rows
            for piece, reach_row in zip(laws.white, rows)
        )
        self.weights = _weights(laws.material, self.types)
        self.is_single_move = laws.turn_moves == (1, 1) and not any(laws.turn_growth)
        self.takers = [self._takers(color) for color in (0, 1)]
        self.tier, self.tier_reason = _tier(self)
        self.has_pins_for_quiet = (
            self.tier == EFFECTS and laws.are_effects_of_captures and not _obstacles(self)
        )
        self.no_rights = Rights((), self.geometry.size)
        self.has_effects = bool(laws.effects) or laws.is_simulated
        self.has_detours = laws.has_profiles or any(
            reach.detours for rows in self.rows for row in rows for reach in row
        )
        #: The steps that its tables take, type by type.
        self.costs = [cost_of(white) + cost_of(black) for white, black in zip(*self.rows)]
        self.has_options = laws.has_profiles or any(
            reach.ways for rows in self.rows for row in rows for reach in row
        )
        #: Whether anybody asks if a side waits in check, or has to pay for the look.
        self.minds_check = any((*self.guards_check, self.has_detours, *laws.exempt, laws.shelters, laws.bans))
        self.query: Query | None = None  # the steps to legal moves, once somebody has asked for them
        self.flat: Any = None  # its tables as vectors or why there are none, once somebody has asked
        self.has_filters = bool(laws.ended or laws.forbids or laws.requires or laws.acts or laws.offers)
        self.is_simple = self.tier == PINS and not self.has_filters and self.guards_check == (True, True)
        self.is_simple = self.is_simple and not any(
            row[0].is_royal and (row[0].is_guarded or row[0].royal_group >= 0)
            for rows in self.rows
            for row in rows
        )

    def turn_moves(self, color: int, fullmove: int) -> int:
        """How many half-moves a turn of a side has."""
        growth = self.laws.turn_growth[color]
        return self.laws.turn_moves[color] if growth is None else growth.at(fullmove)

    def plainly(self, code: int) -> int:
        """The same move without an offer; of castling the manner alone."""
        number = code >> MANNER_SHIFT
        return code ^ (number ^ self._plainly[number]) << MANNER_SHIFT

    def _rows(self, pieces: tuple[PieceType, ...], color: int) -> list[list[Reach]]:
        found, meter = [], current_meter()
        for piece in pieces:
            if meter is not None:
                meter.turn_to(Part(MOVES_OF + piece.id))
            found.append(self.row(piece, color, self._standing(piece.id, color)))
        if meter is not None:
            meter.turn_to(ENGINE)
        return found

    def row(self, piece: PieceType, color: int, standing: Standing) -> list[Reach]:
        """The table of a piece that moves and counts like this."""
        laws, meter = self.laws, current_meter()
        key = RowKey(laws.width, laws.height, piece, color, self.types, self.manners, standing)
        if meter is None:
            return _row(key)
        before, row = meter.spent, _row(key)
        if meter.spent == before and not meter.affords(cost_of(row)):
            row = _new_row(key)
        # A table costs the same whether or not somebody has asked for it before.
        meter.charge(cost_of(row) - (meter.spent - before))
        return row

    def _standing(self, type_id: str, color: int) -> Standing:
        """How the loss of a piece is judged."""
        group = -1
        groups = 0
        is_royal = False
        for royal in self.laws.royal:
            if type_id in royal.types and royal.color in (-1, color) and color != NEUTRAL and not is_royal:
                is_royal = True
                group = groups if royal.last else -1
            groups += royal.last
        return Standing(is_royal, group, (type_id, color) in self.laws.guarded)

    def promotion_row(self, reach: Reach, promotion: int) -> list[Reach]:
        """The table of a piece that promotes; it remembers what it was where a capture brings that out."""
        return self.row_from(reach.color, promotion, reach.type_index if reach.was < 0 else reach.was)

    def row_from(self, color: int, index: int, was: int) -> list[Reach]:
        """The usual table of a piece that has promoted from a type; -1: from none.

        Those of pieces that are nobody's are made when the first of them appears.
        """
        if was < 0 or self.hands is None or not self.hands.is_told(index, was):
            if color != NEUTRAL:
                return self.rows[color][index]
            was = -1
        row = self._others.get((color, index, was))
        if row is None:
            laws, piece = self.laws, self.piece(index, color)
            standing = self._standing(piece.id, color)._replace(was=was)
            key = RowKey(laws.width, laws.height, piece, color, self.types, self.manners, standing)
            row = self._others[color, index, was] = _row(key)
        return row

    def usual_row(self, reach: Reach) -> list[Reach]:
        """The table of pieces such as this one that have no moves of their own."""
        return self.row_from(reach.color, reach.type_index, reach.was)

    def sources_of(self, index: int, color: int) -> list[int]:
        """The types that may promote to one and are told from it once they have, in their order."""
        if self.hands is None:
            return []
        name, sides = self.types[index], (self.laws.white, self.laws.black)
        return [
            number
            for number, pieces in enumerate(zip(*(sides if color == NEUTRAL else sides[color : color + 1])))
            if self.hands.is_told(index, number)
            and any(piece.promotion and name in piece.promotion.to for piece in pieces)
        ]

    def _takers(self, color: int) -> list[tuple[int, ...]]:
        """For every square, from where some piece of the side could take on it en passant."""
        if self.laws.has_profiles:
            return [tuple(range(self.geometry.size))] * self.geometry.size
        squares: list[set[int]] = [set() for _ in range(self.geometry.size)]
        for row in self.rows[color]:
            for reach in row:
                for way in reach.takes:
                    squares[way.target].add(reach.square)
        return [tuple(sorted(origins)) for origins in squares]

    def index_of(self, type_id: str) -> int:
        return self.types.index(type_id)

    def manner_of(self, code: int) -> Manner:
        """What sets a move apart from a plain one."""
        return self.manners[code >> MANNER_SHIFT]

    def piece(self, index: int, color: int) -> PieceType:
        if color == NEUTRAL:
            return self.laws.white[index].at_rest()
        return (self.laws.white, self.laws.black)[color][index]


class Standing(NamedTuple):
    """How the loss of a piece is judged, and whether it can be captured at all."""

    is_royal: bool
    royal_group: int
    is_guarded: bool
    was: int = -1  # the type that it has promoted from


def cost_of(row: list[Reach]) -> int:
    """The steps that a table takes to be worked out."""
    return sum([reach.cost for reach in row])


class RowKey(NamedTuple):
    """All that the table of a piece type depends on."""

    width: int
    height: int
    piece: PieceType
    color: int
    types: tuple[str, ...]
    manners: tuple[Manner, ...]
    standing: Standing


_rows: Final[Keeper[RowKey, list[Reach]]] = Keeper()
_books: Final[SharingKeeper[Laws, Lawbook]] = SharingKeeper()


def _row(key: RowKey) -> list[Reach]:
    """The table of a piece type; equal tables are shared."""
    row = _rows.get(key)
    if row is None:
        row = _new_row(key)
        _rows.put(key, row, PER_STEP * cost_of(row) + 8 * len(row) ** 2)
    return row


def _new_row(key: RowKey) -> list[Reach]:
    indexes = {name: index for index, name in enumerate(key.types)}
    numbers = {manner: number for number, manner in enumerate(key.manners)}
    row = build_row(RowSpec(geometry(key.width, key.height), key.piece, key.color, indexes, numbers))
    for reach in row:
        reach.is_royal = key.standing.is_royal
        reach.royal_group = key.standing.royal_group
        reach.is_guarded = key.standing.is_guarded
        if key.standing.was >= 0:
            reach.was = key.standing.was
            reach.key = piece_key(key.piece.id, key.color, reach.square, key.types[reach.was])
    return row


def _check_types(laws: Laws, types: tuple[str, ...]) -> None:
    if len(types) > MAX_TYPES:
        raise RulesError(
            "E_PIECE_RULES", "too many piece types", found=len(types), expected=f"at most {MAX_TYPES}"
        )
    if types != tuple(piece.id for piece in laws.black):
        raise RulesError("E_PIECE_RULES", "both sides must list the same piece types in the same order")
    for piece in laws.white + laws.black + laws.further:
        named = (piece.promotion.to if piece.promotion else ()) + (
            piece.castle.partners if piece.castle else ()
        )
        for name in named:
            if name not in types:
                raise RulesError(
                    "E_PIECE_RULES",
                    f"the {piece.id} refers to a piece type that is not in play",
                    found=name,
                    expected="one of " + ", ".join(types),
                    hint=_without_promotion(piece, name) if piece.id in types else None,
                )
        if piece.castle is not None and not piece.castle.fits(laws.width, laws.height):
            message = f"the {piece.id} castles to files, or on a rank, that the board does not have"
            raise RulesError("E_PIECE_RULES", message, expected=f"{laws.width} files, {laws.height} ranks")
    seen: dict[str, str] = {}
    for piece in laws.white:
        other = seen.setdefault(piece.letter, piece.id)
        if other != piece.id:
            raise RulesError("E_PIECE_RULES", f"{other} and {piece.id} share the letter", found=piece.letter)


def _without_promotion(piece: PieceType, name: str) -> str | None:
    """How a type does without one that it would promote to."""
    if piece.promotion is None or name not in piece.promotion.to:
        return None
    off = f"`moves: [{{for: {{type: {piece.id}}}, promote: []}}]` for nothing"
    return f"put the {name} in play, or say what the {piece.id} promotes to: {off}"


def _made(laws: Laws) -> set[str]:
    """The types that some piece may become, or that may be dropped."""
    held = () if laws.hands is None else (*laws.hands.holds[0], *laws.hands.holds[1])
    pieces = laws.white + laws.black + laws.further
    return {name for piece in pieces if piece.promotion for name in piece.promotion.to}.union(held)


def _weights(material: Material | None, types: tuple[str, ...]) -> list[int]:
    """The weight of every type, or nothing where material never draws."""
    if material is None:
        return []
    weight = dict.fromkeys(material.bare, BARE)
    weight.update(dict.fromkeys(material.single, SINGLE))
    weight.update(dict.fromkeys(material.bound, BOUND))
    return [weight.get(name, SUFFICIENT) for name in types]


def _manners(laws: Laws) -> tuple[Manner, ...]:
    """All manners of moving in play, plain first, the rest in a fixed order."""
    found = own_manners(laws)
    tags = {offer.tag for offer in laws.offers}
    found |= {twin for manner in found for tag in tags for twin in manners_offered(manner, tag)}
    return (PLAIN, *sorted(found - {PLAIN}))


def own_manners(laws: Laws) -> set[Manner]:
    """The manners of moving in play, but for those that offers add to them."""
    found = {PLAIN}
    for piece in laws.white + laws.black + laws.further:
        if piece.castle is not None:
            found.add(Manner(piece.castle.tag, castles=True))
        pending = list(piece.atoms)
        while pending:
            atom = pending.pop()
            pending.extend(atom.then)
            found.add(Manner(atom.tag, False, False, atom.en_passant == "exposes", atom.stay))
            stays = atom.stay or piece.topology.captures_stay
            if stays:
                found.add(Manner(atom.tag, stays=True))
            if atom.en_passant == "takes":
                found.add(Manner(atom.tag, takes=True, stays=stays))
    if laws.hands is not None:
        found.add(DROP)
    found.update(map(manner_of_act, laws.acts))
    return found


def _tier(book: Lawbook) -> tuple[int, str]:
    """How self-check is decided, and why not in a faster way."""
    if book.laws.referee:
        return REFEREE, book.laws.referee
    if book.laws.is_simulated:
        return EFFECTS, book.laws.simulation
    if book.laws.effects:
        return EFFECTS, "captures change the board beyond the capture"
    for color in (0, 1):
        stands = not (book.is_single_move and book.laws.self_check[color ^ 1])
        if book.guards_check[color] and stands and any(row[0].is_royal for row in book.rows[color ^ 1]):
            return LOOK, f"{COLORS[color]} may meet a royal piece in check and capture it"
    obstacle = _obstacles(book)
    return (LOOK, obstacle) if obstacle else (PINS, "every piece attacks along one clear path")


def _obstacles(book: Lawbook) -> str:
    """What keeps pins and check masks from deciding about moves that only move, or nothing."""
    if any(book.laws.turn_parts):
        return "a turn has parts of different kinds"
    if any(book.laws.exempt):
        return "a condition on the position exempts from check"
    if book.laws.shelters:
        return "some squares shelter a royal piece"
    if book.laws.bans:
        return "some captures are forbidden, and nobody is in check by them"
    if book.laws.has_profiles:
        return "single pieces may move otherwise than their type"
    for color in (0, 1):
        for index, row in enumerate(book.rows[color]):
            obstacle = _obstacle(book, book.piece(index, color), row)
            if obstacle:
                return f"the {COLORS[color]} {book.types[index]} {obstacle}"
    return ""


def _obstacle(book: Lawbook, piece: PieceType, row: list[Reach]) -> str:
    """What about a piece type the pins cannot see, or nothing."""
    names = book.geometry.names
    if piece.captures not in ("enemy", "none"):
        return "may capture its own side"
    for reach in row:
        for target in reach.detours:
            return f"attacks {names[target]} from {names[reach.square]} over a hurdle or by several paths"
        for option in reach.options:
            if any(book.manners[manner_of(move)].stays for way in option.strike for move in way.moves):
                return "captures without moving"
    return ""


def lawbook(laws: Laws) -> Lawbook:
    """The lawbook of some laws, shared as long as somebody uses it."""
    book, meter = _books.get(laws), current_meter()
    if book is None or (meter is not None and not meter.affords(sum(book.costs))):
        book = Lawbook(laws)
        _books.put(laws, book, PER_STEP * sum(book.costs))
    return book
