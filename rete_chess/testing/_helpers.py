"""Helpers for tests in Python: questions about pieces, and positions made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rete_chess.core import edits
from rete_chess.core.attacks import is_in_check
from rete_chess.core.geometry import OWNERS
from rete_chess.core.reach import EMPTY, WALL
from rete_chess.documents.kinds.scenario_firing import parse_firing
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.derived.derive import derive
from rete_chess.engine.lookahead.perft import game_of
from rete_chess.errors import BoardError, NameLookupError, nearest
from rete_chess.facts import tiles
from rete_chess.testing.firings import compare

# -- questions -------------------------------------------------------------------------------------


def piece_at(engine: Engine, square: str) -> int | None:
    """The id of the piece on a square, if there is one."""
    piece = engine.piece_at(square)
    return None if piece is None else piece.id


def type_of(engine: Engine, piece: int) -> str | None:
    """The type of a piece; None if it is gone."""
    found: str | None = engine.session.get(piece, "PieceType")
    return found


def hp_of(engine: Engine, piece: int) -> int | float | None:
    """The hit points of a piece; None if it has none."""
    found: int | float | None = engine.session.effective(piece, "Hp")
    return found


def exists(engine: Engine, piece: int) -> bool:
    """Whether a piece is on the board."""
    return engine.session.contains(piece, "Position")


def assert_fired(record: MoveRecord, *expected: str) -> None:
    """Fail unless exactly these rules fired, in order: `assert_fired(record, "lose-hp on d5")`."""
    difference = compare([parse_firing(text) for text in expected], record.trace.firings)
    if difference is not None:
        raise AssertionError(f"the firings of {record.move} differ:\n{difference}")


# -- positions -------------------------------------------------------------------------------------


def clear_board(engine: Engine, *, preserve_kings: bool = True) -> None:
    """Take all pieces off the board, but for kings."""
    for square in sorted(square for side in engine.board.pieces for square in side):
        piece = engine.piece_at(square)
        if piece is not None and not (preserve_kings and piece.type == "king"):
            _remove(engine, square)
    settle(engine)


def place_piece(
    engine: Engine, kind: str, color: str, square: str, *, seed: bool = False, **attributes: Any
) -> int:
    """Put a piece on a free square, without any rule hearing of it, and return its id.

    It has the attributes given and no others: `place_piece(engine, "rook", "white", "e4", Hp=1)`;
    with `seed` also those that a new piece begins with.
    """
    entity = put_piece(engine, kind, color, square, seed=seed)
    for name, value in attributes.items():
        engine._game.session.insert(entity, name, value)
    settle(engine)
    return entity


def put_piece(engine: Engine, kind: str, color: str, square: str, *, seed: bool) -> int:
    """Put a piece on a free square as `place_piece` does, without judging the position anew."""
    board = engine.board
    number = board.book.geometry.parse_square(square)
    if board.cells[number] != EMPTY:
        raise BoardError("E_SQUARE", "the square is not free", found=square)
    _check_in_play("piece type", kind, board.book.types)
    row = board.book.row_from(OWNERS.index(color), board.book.index_of(kind), -1)
    entity = edits.put(board, row[number])
    if seed:
        engine.program.welcome(engine._game.session, entity)
    return entity


def give_ability(engine: Engine, piece: int, ability: str) -> None:
    """Give a piece an ability that is in play, with what its carriers begin with."""
    abilities = {item.id: item for item in engine.program.setup.abilities if item.noun == "ability"}
    _check_in_play("ability", ability, abilities)
    carrier = abilities[ability].carrier
    engine._game.session.insert(piece, carrier.attribute, carrier.value)
    engine.program.seed(engine._game.session, piece)


def abilities_of(engine: Engine, piece: int) -> list[str]:
    """The abilities of a piece, by id."""
    return sorted(
        ability.id
        for ability in engine.program.setup.abilities
        if ability.noun == "ability" and engine.session.contains(piece, ability.carrier.attribute)
    )


def lay_tile(engine: Engine, square: str, type_id: str | None) -> int:
    """Make a square special, without any rule hearing of it, and return its tile; None: as it is."""
    board = engine.board
    number = board.book.geometry.parse_square(square)
    if type_id is None:
        return tiles.tile_at(board, number)
    setup = engine.program.setup
    _check_in_play("tile", type_id, (*setup.tile_types, tiles.STANDARD))
    if type_id in setup.walls and board.cells[number] not in (EMPTY, WALL):
        raise BoardError("E_SQUARE", "the square is not free", found=square)
    tile = tiles.lay_tile(board, number, type_id, type_id in setup.walls)
    if tile:
        engine.program.seed(engine._game.session, tile)
    return tile


def _check_in_play(kind: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        close = nearest(name, known)
        hint = f"did you mean {close!r}?" if close else None
        raise NameLookupError("E_UNKNOWN_NAME", f"no such {kind} is in play", found=name, hint=hint)


def tile_type(engine: Engine, square: str) -> str:
    """The type of the tile on a square."""
    board = engine.board
    tile = tiles.tile_at(board, board.book.geometry.parse_square(square))
    return tiles.tiles(board).get(tile, tiles.STANDARD)


def empty_square(engine: Engine, square: str) -> None:
    """Take the piece on a square off the board, without judging the position anew."""
    number = engine.board.book.geometry.parse_square(square)
    if engine.board.entities[number]:
        _remove(engine, number)


def _remove(engine: Engine, square: int) -> None:
    board = engine.board
    clock, entity = board.clock, board.entities[square]
    edits.remove(board, square)
    edits.set_clock(board, clock)
    engine._game.session.retract_all(entity)
    if board.exposed is not None and board.exposed.victim == square:
        edits.set_exposed(board, None)


def settle(engine: Engine) -> None:
    """Judge a position that was changed by hand: its legal moves and its result."""
    board = engine.board
    derive(game_of(engine))
    board.irregular_at = len(board.journal) if is_in_check(board, board.turn ^ 1) else -1
    engine._counts.clear()
    engine._enter()
