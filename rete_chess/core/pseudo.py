"""Pseudo-legal moves: all that the movement tables allow, before self-check is looked at."""

from __future__ import annotations

from collections.abc import Callable, Collection
from operator import attrgetter
from typing import Final

from rete_chess.core.attacks import generate, is_attacked, is_in_check, royal_squares
from rete_chess.core.board import Board
from rete_chess.core.castling import Right
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.laws import ACTS, OFFERS, REQUIRE, Query, Sieve, Step
from rete_chess.core.moves import (
    FROM_SHIFT,
    MANNER_SHIFT,
    PROMOTION_BITS,
    SPECIAL,
    SQUARE_MASK,
    Manner,
    encode,
)
from rete_chess.core.reach import EMPTY, Reach
from rete_chess.costs import MOVE, WAY

#: How many ways a piece has.
_ways: Final = attrgetter("ways")


def pseudo_moves(board: Board) -> list[int]:
    """All moves of the side to move before self-check is looked at; castling paths are judged."""
    turn = board.turn
    moves: list[int] = []
    if part_of(board):
        act_moves(board, moves)
        return moves
    own = board.pieces[turn].values()
    if board.book.has_options:
        board.meter.charge(WAY * sum(map(_ways, own)))
    generate(own, board.cells, turn ^ 1, moves)
    if board.exposed is not None:
        en_passant_moves(board, moves)
    if board.castling:
        castling_moves(board, moves)
    if board.hands is not None:
        drop_moves(board, moves)
    if board.book.acts:
        act_moves(board, moves)
    board.meter.charge(MOVE * len(moves))
    return moves


def is_capture(board: Board, move: int) -> bool:
    """Whether a pseudo-legal move sets out to capture."""
    manner = board.book.manners[move >> MANNER_SHIFT]
    return manner.takes or (board.cells[move & 255] >= 0 and not (manner.castles or manner.acts))


def is_drop(board: Board, move: int) -> bool:
    """Whether a move brings a piece from the hand."""
    return move >= SPECIAL and board.book.manners[move >> MANNER_SHIFT].drops


def is_act(board: Board, move: int) -> bool:
    """Whether a move is an act: nobody goes anywhere."""
    return move >= SPECIAL and board.book.manners[move >> MANNER_SHIFT].acts


def promotes(board: Board, move: int) -> bool:
    """Whether a piece becomes another by a move."""
    return bool(move & PROMOTION_BITS) and not is_drop(board, move)


def captures(board: Board, moves: list[int]) -> list[int]:
    """Of some pseudo-legal moves those that set out to capture."""
    cells, manners = board.cells, board.book.manners
    return [
        move
        for move in moves
        if (cells[move & 255] >= 0 and (move < SPECIAL or not _spares(manners[move >> MANNER_SHIFT])))
        or (move >= SPECIAL and manners[move >> MANNER_SHIFT].takes)
    ]


def _spares(manner: Manner) -> bool:
    """Whether a move in this manner leaves whoever stands on its target alone."""
    return manner.castles or manner.acts


#: The kinds of moves, each by a question about a pseudo-legal move.
KINDS: Final[dict[str, Callable[[Board, int], bool]]] = {
    "move": lambda board, code: not (is_capture(board, code) or is_drop(board, code) or is_act(board, code)),
    "capture": is_capture,
    "castle": lambda board, code: board.book.manner_of(code).castles,
    "en-passant": lambda board, code: board.book.manner_of(code).takes,
    "double-step": lambda board, code: board.book.manner_of(code).exposes,
    "promotion": promotes,
    "drop": is_drop,
    "act": is_act,
}


def en_passant_moves(board: Board, moves: list[int]) -> None:
    exposed = board.exposed
    turn = board.turn
    if exposed is None or board.cells[exposed.victim] != turn ^ 1:
        return
    own = board.pieces[turn]
    for target in exposed.targets:
        if board.cells[target] >= 0:
            continue
        for square in board.book.takers[turn][target]:
            taker = own.get(square)
            if taker is not None:
                _take_in_passing(board, taker, target, moves)


def _take_in_passing(board: Board, taker: Reach, target: int, moves: list[int]) -> None:
    """Append the captures of one piece on a square, for each tag the first that is open."""
    tags: set[str] = set()
    for way in taker.takes:
        if way.target == target and way.is_open(board.cells):
            tag = board.book.manner_of(way.moves[0]).tag
            if tag not in tags:
                moves.extend(way.moves)
                tags.add(tag)


def drop_moves(board: Board, moves: list[int], squares: tuple[int, ...] | None = None) -> None:
    """Append the moves by which the side to move drops a piece, on some squares or on any."""
    table, cells, turn = board.book.hands, board.cells, board.turn
    if board.hands is None or table is None:
        return
    empty: list[int] | None = None
    for index, count in enumerate(board.hands[turn]):
        if count > 0:
            if empty is None:
                among = range(len(cells)) if squares is None else squares
                empty = [square for square in among if cells[square] < 0]
            codes = table.codes[turn][index]
            if table.is_free[turn][index]:
                moves.extend([codes[square] for square in empty])
            else:
                moves.extend([codes[square] for square in empty if codes[square]])


def part_of(board: Board) -> str:
    """The id of the act that the turn has come to; nothing where any other move is to be made."""
    parts = board.book.laws.turn_parts[board.turn]
    return parts[(board.half_moves - board.free_acts) % len(parts)] if parts else ""


#: So many free acts has a turn at most.
MOST_FREE: Final = 32


def act_moves(board: Board, moves: list[int]) -> None:
    """Append the acts that the side to move may choose."""
    part = part_of(board)
    for act, manner in board.book.acts:
        if (act.is_part or part) and part != act.id:
            continue
        if act.is_free and board.free_acts >= MOST_FREE:
            continue
        for actor, target in act.choices(board):  # -1: there is none, and the other stands for it
            origin, place = max(actor, target, 0) if actor < 0 else actor, max(actor, 0)
            moves.append(encode(origin, place if target < 0 else target, -1, manner))


def required_step(require: Sieve) -> Step:
    """The step of a `require`: if any move passes, only those are left."""
    return Step(REQUIRE, lambda board, moves: require(board, moves) or moves, require, judges_each=False)


def last_steps(book: Lawbook) -> Query:
    """What follows the limits of documents: where acts may be free, some other move has to be left."""
    is_needed = any(act.is_free for act in book.laws.acts)
    return (Step(ACTS, _with_a_move, judges_each=False),) if is_needed else ()


def _with_a_move(board: Board, moves: list[int]) -> list[int]:
    """The same moves, or none where nothing is left but free acts: by these nobody gets on."""
    manners = board.book.manners
    return moves if any(not manners[move >> MANNER_SHIFT].is_free for move in moves) else []


def castling_moves(board: Board, moves: list[int]) -> None:
    for right in board.rights.of_color[board.turn]:
        if board.castling & right.bit and _is_way_free(board, right):
            moves.append(right.move)


def is_empty(squares: tuple[int, ...], cells: list[int]) -> bool:
    for square in squares:
        if cells[square] >= 0:
            return False
    return True


def _is_way_free(board: Board, right: Right) -> bool:
    """Whether the squares are empty and, for a royal castler, safe up to the one before the last."""
    if not is_empty(right.clear, board.cells):
        return False
    castler = board.pieces[right.color].get(right.king)
    if castler is None or not castler.can_castle:
        return False
    referee = board.referee
    if referee is None:
        guards = board.book.guards_check[right.color]
    else:
        guards = referee.guards_check(board, right.color)
    if not guards or right.king not in royal_squares(board, right.color):
        return True
    laws = board.book.laws
    if laws.exempt[right.color] is not None or laws.bans or referee is not None:
        return all(_is_safe_on(board, right, square) for square in (right.king, *right.path))
    return not is_attacked(board, right.king, right.color ^ 1) and is_path_safe(board, right)


def _is_safe_on(board: Board, right: Right, square: int) -> bool:
    """Whether the side is not in check with its castler placed on a square of the way.

    Its partner makes room where it stands on that square itself, and else blocks lines as before.
    """
    entity, other = board.entities[right.king], board.entities[right.rook]
    king = board.lift(right.king)
    partner = board.lift(square) if square == right.rook else None
    board.stand(king.row[square], square, entity)
    try:
        return not is_in_check(board, right.color)
    finally:  # a referee may fail
        board.lift(square)
        if partner is not None:
            board.stand(partner, square, other)
        board.stand(king, right.king, entity)


def is_path_safe(board: Board, right: Right) -> bool:
    """Whether the castler is not attacked on the squares that it passes, placed there."""
    cells = board.cells
    held = cells[right.king]
    cells[right.king] = EMPTY
    try:
        for square in right.path:
            before = cells[square]
            cells[square] = held
            try:
                if is_attacked(board, square, right.color ^ 1):
                    return False
            finally:
                cells[square] = before
    finally:
        cells[right.king] = held
    return True


# -- offers ----------------------------------------------------------------------------------------

#: What of a code says where a piece goes, and what it becomes.
_WAY = (1 << MANNER_SHIFT) - 1


def offer_steps(book: Lawbook, safe: Callable[[Board, list[int]], list[int]]) -> Query:
    """The step that adds to legal moves what offers make of them, as far as that is legal, too.

    `safe` leaves those after which no own royal piece is lost or attacked.
    """
    if not book.offers:
        return ()

    def run(board: Board, moves: list[int]) -> list[int]:
        added = offered_moves(board, moves)
        for forbid in book.laws.forbids if added else ():
            added = forbid(board, added)
        return moves + safe(board, added) if added else moves

    return (Step(OFFERS, run, judges_each=False),)


def offered_moves(board: Board, moves: list[int]) -> list[int]:
    """The moves that offers add to some moves of the side to move; of each tag one along a way."""
    found: list[int] = []
    for offer, twins in board.book.offers:
        origins = offer.origins(board)
        if not origins:
            continue
        ways: set[int] = set()
        board.meter.charge(MOVE * len(moves))
        for move in moves:
            numbers = twins.get(move >> MANNER_SHIFT, ())
            if len(numbers) > 1:
                found += _castlings(board, move, numbers, origins)
            elif numbers and move >> FROM_SHIFT & SQUARE_MASK in origins and move & _WAY not in ways:
                ways.add(move & _WAY)
                found.append(move & _WAY | numbers[0] << MANNER_SHIFT)
    board.meter.charge(MOVE * len(found))
    return found


def _castlings(board: Board, move: int, numbers: tuple[int, ...], origins: Collection[int]) -> list[int]:
    """Castling by an offer to the castler, and by one to its partner."""
    right = board.rights.by_move[move]
    both = ((right.king, right.king_to), (right.rook, right.king))
    return [
        encode(origin, target, manner=number)
        for number, (origin, target) in zip(numbers, both)
        if origin in origins
    ]
