"""The board of a snapshot: what stands where, whose turn it is, and all facts, told and set up again.

Keys, attacks and what follows from rules are not told: they are found again.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from rete_chess.compiler import Program
from rete_chess.core.board import DYING, Board
from rete_chess.core.castling import LEAST_FILES, USUAL, Right, Rights, give_rights, make_right
from rete_chess.core.geometry import BLACK
from rete_chess.core.hands import take_from_hand
from rete_chess.core.keys import SIDE_KEY, extra_move_key, half_move_key, wall_key
from rete_chess.core.moves import exposed_by
from rete_chess.core.reach import EMPTY, WALL
from rete_chess.engine.snapshots.form import PositionForm, wrong
from rete_chess.errors import ReteChessError
from rete_chess.facts.kept import keep, plain
from rete_chess.facts.session import OWNER, is_key
from rete_chess.facts.tiles import TILE_PLACE, TILE_TYPE, tiles
from rete_chess.facts.vocabulary import GAME, PRESET_STATE, Vocabulary

# -- told ------------------------------------------------------------------------------------------


def position_data(board: Board) -> dict[str, Any]:
    """The position on a board; what is as usual is left out."""
    types = board.book.types
    rights = [right for right in board.rights.all if board.castling & right.bit]
    data: dict[str, Any] = {
        "pieces": sorted(
            [
                *(board.entities[square], square, types[reach.type_index], color),
                *([types[reach.was]] if reach.was >= 0 else []),
            ]
            for color, side in enumerate(board.pieces)
            for square, reach in side.items()
        ),
        "nextEntity": board.next_entity,
        "turn": board.turn,
    }
    further = {
        "walls": [square for square, cell in enumerate(board.cells) if cell == WALL],
        "hands": [
            [color, types[index], count]
            for color, counts in enumerate(board.hands or ())
            for index, count in enumerate(counts)
            if count
        ],
        "halfMoves": board.half_moves,
        "extraMoves": board.extra_moves,
        "freeActs": board.free_acts,
        "rights": sorted([right.color, right.king, right.rook, right.tag] for right in rights),
        "unmoved": sorted(square for square, bit in board.rights.unmoved.items() if board.castling & bit),
        "exposed": board.exposed and [list(board.exposed.targets), board.exposed.victim],
        "clock": board.clock,
        "lost": board.lost,
        "chess960": board.is_chess960,
    }
    return {
        **data,
        "fullmove": board.fullmove,
        **{name: value for name, value in further.items() if value},
    }


def facts_data(board: Board) -> dict[str, Any]:
    """All facts beside those of the position, by attribute."""
    return {
        attribute: sorted([entity, plain(value)] for entity, value in column.items())
        for attribute, column in sorted(board.columns.items())
        if column and attribute != DYING
    }


# -- set up ----------------------------------------------------------------------------------------


def set_up(program: Program, told: PositionForm) -> Board:
    """The board of a position, without its facts."""
    board = Board(program.book)
    _put_pieces(board, told)
    _fill_hands(board, told)
    board.turn, board.half_moves = told.turn, told.half_moves
    board.clock, board.fullmove, board.lost = told.clock, told.fullmove, told.lost
    board.is_chess960 = told.chess960
    if told.extra_moves:
        board.extra = (board.turn_number, told.extra_moves, told.free_acts)
    board.key ^= half_move_key(board.half_moves) ^ extra_move_key(board.extra_moves)
    board.key ^= SIDE_KEY if board.turn == BLACK else 0
    _give_rights(board, told)
    _expose(board, told)
    return board


def _put_pieces(board: Board, told: PositionForm) -> None:
    book = board.book
    for row in told.pieces:
        entity, square, name, color = row[:4]
        _demand_free(board, square)
        if name not in book.types:
            raise wrong("no such piece type is in play", name)
        index, was = book.index_of(name), -1
        if len(row) == 5:
            was = book.index_of(row[4]) if row[4] in book.types else -1
            if book.hands is None or was < 0 or not book.hands.is_told(index, was):
                raise wrong("nothing would come out that the piece has promoted", row[4])
        if entity in board.squares or entity >= told.next_entity:
            raise wrong("two pieces cannot be one, nor one that is still to come", entity)
        board.stand(book.row_from(color, index, was)[square], square, entity)
    for square in told.walls:
        _demand_free(board, square)
        board.cells[square] = WALL
        board.key ^= wall_key(square)
    board.next_entity = told.next_entity


def _fill_hands(board: Board, told: PositionForm) -> None:
    table = board.book.hands
    for color, name, count in told.hands:
        index = board.book.index_of(name) if name in board.book.types else -1
        if table is None or board.hands is None or index < 0 or not table.holds[color][index]:
            raise wrong("no hand holds that", name)
        if board.hands[color][index]:
            raise wrong("a hand is told twice", name)
        take_from_hand(board, color, index, -count)


def _demand_free(board: Board, square: int) -> None:
    if square >= board.book.geometry.size or board.cells[square] != EMPTY:
        raise wrong("a square is not on the board, or is taken", square)


def _give_rights(board: Board, told: PositionForm) -> None:
    rights = tuple(_right(board, 1 << number, *row) for number, row in enumerate(told.rights))
    unmoved = sorted(told.unmoved) if board.book.laws.start else ()
    if any(square >= len(board.cells) or board.reach_on(square) is None for square in unmoved):
        raise wrong("nobody stands where a piece has not moved")
    give_rights(board, Rights(rights, board.book.geometry.size, unmoved))


def _right(board: Board, bit: int, color: int, king: int, rook: int, tag: str) -> Right:
    geometry, own = board.book.geometry, board.pieces[color]
    is_there = king in own and rook in own and king != rook
    if not is_there or geometry.width < LEAST_FILES or geometry.rank_of(king) != geometry.rank_of(rook):
        raise wrong("those who may castle do not stand there", [king, rook])
    castle = board.book.piece(own[king].type_index, color).castle or USUAL
    return make_right(geometry, bit, color, king, rook, replace(castle, tag=tag)).in_manners(
        board.book.manners
    )


def _expose(board: Board, told: PositionForm) -> None:
    if told.exposed is None:
        return
    targets, victim = told.exposed
    size = board.book.geometry.size
    if max(targets) >= size or victim >= size or board.reach_on(victim) is None:
        raise wrong("nobody stands there who could be taken in passing", victim)
    board.exposed = exposed_by(tuple(targets), victim)
    board.key ^= board.exposed.key


def insert_facts(board: Board, vocabulary: Vocabulary, told: dict[str, list[tuple[int, Any]]]) -> None:
    """Give a board its facts; each must be one that the game could have written."""
    for attribute, rows in told.items():
        column = board.columns.setdefault(attribute, {})
        for entity, value in rows:
            if entity in column or value is None:
                raise wrong(f"{attribute} of entity {entity} is told twice, or has no value")
            column[entity] = _checked(board, vocabulary, attribute, entity, keep(value))
    for entity in {entity for column in board.columns.values() for entity in column}:
        if entity > 0 and entity not in board.squares and entity not in tiles(board):
            raise wrong("there are facts of something that is not there", entity)
    if board.columns.get(TILE_PLACE, {}).keys() != tiles(board).keys():
        raise wrong("a tile has no place, or a place no tile")


def _checked(board: Board, vocabulary: Vocabulary, attribute: str, entity: int, value: Any) -> Any:
    if attribute == TILE_TYPE and entity > 0 and isinstance(value, str):
        return value
    if attribute == TILE_PLACE and entity > 0 and type(value) is int and 0 <= value < len(board.cells):
        return value
    owner, _, name = attribute.partition(OWNER)
    if entity == PRESET_STATE:
        declared = vocabulary.attributes.get(name)
        if (declared is None or declared.of != "preset") and is_key(attribute):
            return value
    else:
        declared = vocabulary.attributes.get(owner if entity == GAME else attribute)
    with suppress(ReteChessError):
        if declared is not None and declared.check(value) == value:
            return declared.check(value)
    raise wrong(f"{attribute} of entity {entity} cannot be that", value)
