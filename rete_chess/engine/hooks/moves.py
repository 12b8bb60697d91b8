"""Moves between the board, where they are integers, and the hooks of Python presets."""

from __future__ import annotations

from rete_chess.core.board import Board
from rete_chess.core.deeds import deed_of
from rete_chess.core.moves import Manner, decode, encode, origin_of, with_promotion
from rete_chess.core.pseudo import is_empty
from rete_chess.core.reach import EMPTY, GUARDED
from rete_chess.core.rows import RowSpec
from rete_chess.errors import HookError, nearest
from rete_chess.presets.engine_face import Move


def move_of(board: Board, code: int) -> Move:
    """A move as hooks see it, in the position before it is made; of either side."""
    types = board.book.types
    deed = deed_of(board, code)
    origin, target, promotion, manner, _ = deed.move
    if not manner.by_partner:
        origin, target = deed.origin, deed.target
    victim = board.reach_on(deed.place) if deed.victim else None
    return Move(
        deed.mover,
        "" if deed.reach is None else types[deed.reach.type_index],
        None if origin is None or origin < 0 else origin,
        target if target >= 0 else None,
        types[promotion] if promotion >= 0 else None,
        deed.victim or None,
        None if victim is None else types[victim.type_index],
        manner.tag or None,
        manner.castles,
        manner.takes,
        manner.exposes,
        manner.stays,
        manner.drops,
        manner.tag if manner.acts else None,
    )


def code_of(board: Board, move: Move, entity: int) -> int:
    """The integer of a move that a hook gives for a piece, or an error that says why it cannot be played."""
    origin = board.square_of(entity)
    if move.piece_id != entity or move.from_square != origin:
        raise HookError("the move is of another piece", move, f"a move of piece {entity}")
    target = move.to_square
    if not (isinstance(target, int) and 0 <= target < board.book.geometry.size) or target == origin:
        raise HookError("the move leads nowhere", target, "another square of the board")
    if board.cells[target] >= GUARDED:
        raise HookError(
            "the square cannot be entered, nor its piece captured", board.book.geometry.names[target]
        )
    manner = Manner(move.tag or "", move.is_castle, move.is_en_passant, move.is_double_step, move.stays)
    if manner not in board.book.manners:
        raise _unknown("nobody moves in this manner", move.tag, [m.tag for m in board.book.manners if m.tag])
    code = encode(origin, target, _type_index(board, move.promotion), board.book.manners.index(manner))
    if not _is_possible(board, code, manner, target):
        raise HookError("the move is special, but not possible now", move)
    return code


def _is_possible(board: Board, code: int, manner: Manner, target: int) -> bool:
    """Whether the board can do what sets a move apart: that is known of pieces' own special moves only."""
    if manner.castles:
        right = board.rights.by_move.get(code)
        return right is not None and bool(board.castling & right.bit) and is_empty(right.clear, board.cells)
    if manner.takes:
        exposed = board.exposed
        return exposed is not None and target in exposed.targets and board.cells[target] == EMPTY
    if manner.exposes:
        mover = board.reach_on(origin_of(code))
        return mover is not None and code in mover.passed
    return not manner.stays or board.cells[target] != EMPTY


def _type_index(board: Board, name: str | None) -> int:
    if name is None:
        return -1
    if name not in board.book.types:
        raise _unknown("there is no such piece type", name, list(board.book.types))
    return board.book.index_of(name)


def _unknown(message: str, name: str | None, names: list[str]) -> HookError:
    close = nearest(name, names)
    expected = f"one of {', '.join(sorted(set(names)))}" + (f"; did you mean {close!r}?" if close else "")
    return HookError(message, name, expected)


def made_move(board: Board, entity: int, target: int, promotion: str | None, tag: str | None) -> Move:
    """A move of a hook's making, checked like one that it answers."""
    origin = board.square_of(entity)
    mover = board.reach_on(origin) if origin >= 0 else None
    if mover is None:
        raise HookError("no such piece stands on the board", entity)
    known = [one for one in board.book.manners if not (one.drops or one.acts or one.is_offered)]
    manner = next((manner for manner in known if manner.tag == (tag or "")), None)
    if manner is None:
        raise _unknown("nobody moves in this manner", tag, [m.tag for m in board.book.manners if m.tag])
    code = encode(origin, target, _type_index(board, promotion), board.book.manners.index(manner))
    if not 0 <= target < board.book.geometry.size:
        raise HookError("the move leads nowhere", target, "a square of the board")
    move = move_of(board, code)
    code_of(board, move, entity)
    return move


def with_promotions(board: Board, codes: list[int]) -> list[int]:
    """The moves of one piece, those that end in its promotion zone once for each type it may become."""
    if not codes:
        return codes
    mover = board.reach_on(origin_of(codes[0]))
    assert mover is not None
    promotion = board.book.piece(mover.type_index, mover.color).promotion
    if promotion is None:
        return codes
    book = board.book
    numbers = {name: index for index, name in enumerate(book.types)}
    spec = RowSpec(book.geometry, book.piece(mover.type_index, mover.color), mover.color, numbers, {})
    found: list[int] = []
    for code in codes:
        _, target, promoted, manner, _ = decode(board.book, code)
        is_due = promoted < 0 and spec.promotes(origin_of(code), target) and not manner.stays
        found += [with_promotion(code, index) for index in spec.promotions] if is_due else [code]
        found += [code] if is_due and target in spec.stays_on else []
    return found
