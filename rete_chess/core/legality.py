"""Which moves are legal: by pins and check masks where they decide, else by making and looking.

Royal pieces are whatever the lawbook says. A side without a royal piece, or one that may stand in
check, plays every pseudo-legal move. Both tiers give the same answer wherever both apply.

The query is a list of named steps, each of which takes the moves so far and leaves some: who is royal, how
pieces move, what is forbidden, the look at self-check, what is required. Running it gives the legal moves;
running it with an eye on one move tells which step takes it away. Only those who explain know its source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rete_chess.core.attacks import generate, is_attacked, is_in_check, note_irregular, royal_squares
from rete_chess.core.board import Board
from rete_chess.core.castling import Right
from rete_chess.core.deeds import survives, survivors
from rete_chess.core.lawbook import PINS, Lawbook
from rete_chess.core.laws import FORBID, MOVEMENT, OFFERS, SELF_CHECK, Query, Step
from rete_chess.core.moves import PROMOTION_MASK, PROMOTION_SHIFT, SPECIAL
from rete_chess.core.pseudo import (
    act_moves,
    captures,
    castling_moves,
    drop_moves,
    en_passant_moves,
    is_empty,
    is_path_safe,
    last_steps,
    offer_steps,
    pseudo_moves,
    required_step,
)
from rete_chess.core.reach import EMPTY, Reach
from rete_chess.core.results import has_ended
from rete_chess.costs import MOVE


def run(steps: Query, board: Any) -> list[int]:
    """The moves that all steps leave."""
    moves: list[int] = []
    for step in steps:
        moves = step.run(board, moves)
    return moves


def objector(steps: Query, board: Any, move: int) -> Step | None:
    """The first step that takes a move away, be it that it never brings it; None for a legal move."""
    first = next(index for index, step in enumerate(steps) if step.name == MOVEMENT)
    moves = run(steps[: first + 1], board)
    if move not in moves:
        offers = next((index for index, step in enumerate(steps) if step.name == OFFERS), None)
        if offers is None or move not in run(steps[: offers + 1], board):
            return steps[first]
        return _objector_of_list(steps, offers + 1, board, move)
    for index, step in enumerate(steps[first + 1 :], start=first + 1):
        if not step.judges_each:
            return _objector_of_list(steps, index, board, move)
        if move not in step.run(board, [move]):
            return step
    return None


def _objector_of_list(steps: Query, start: int, board: Any, move: int) -> Step | None:
    """The first step from one on that takes a move away; these look at all moves that are left."""
    moves = run(steps[:start], board)
    for step in steps[start:]:
        moves = step.run(board, moves)
        if move not in moves:
            return step
    return None


# -- legal moves -----------------------------------------------------------------------------------


def legal_moves(board: Board) -> list[int]:
    """All legal moves of the side to move, in no particular order; none once the game has ended."""
    royals = board.royals[board.turn]
    if board.is_simple and len(royals) == 1 and board.irregular_at != len(board.journal):
        return [] if board.lost else _legal_by_pins(board, royals[0])
    ended = board.book.laws.ended
    if board.lost or (ended is not None and ended(board)):
        return []
    return moves_without_results(board)


def moves_without_results(board: Board) -> list[int]:
    """The legal moves, whether or not the game has ended by a rule."""
    if board.referee is not None:
        return run(board.referee.steps(board), board)
    if board.is_overheard:  # what comes of a move, nobody knows before it is played
        return run(steps_by_tables(board.book), board)
    query = board.book.query
    if query is None:
        query = board.book.query = fused(steps_by_tables(board.book))
    return run(query, board)


def is_stuck(board: Board) -> bool:
    """Whether a turn has begun and no further half-move of it exists, while the game goes on."""
    if board.half_moves <= board.free_acts or has_ended(board):
        return False
    note_irregular(board)
    return not legal_moves(board)


# -- the steps -------------------------------------------------------------------------------------


def steps_by_tables(book: Lawbook) -> Query:
    """The steps to the legal moves where tables say how pieces move and who is royal."""
    return (
        Step(MOVEMENT, lambda board, _: pseudo_moves(board)),
        *(Step(FORBID, forbid, forbid) for forbid in book.laws.forbids),
        Step(SELF_CHECK, _unchecked),
        *offer_steps(book, _unchecked),
        *(required_step(require) for require in book.laws.requires),
        *last_steps(book),
    )


def fused(steps: Query) -> Query:
    """The same steps with movement and self-check as one, which comes first and goes by the tier.

    A `forbid` judges each move by itself, so it does not matter that it comes after the look.
    """
    rest = [step for step in steps if step.name not in (MOVEMENT, SELF_CHECK)]
    return (Step(MOVEMENT, _moves_by_tier), *rest)


def _moves_by_tier(board: Board, _moves: list[int]) -> list[int]:
    """Pseudo-legal moves that leave no own royal piece in check, by the fastest way that is exact."""
    book = board.book
    if not book.guards_check[board.turn]:
        return pseudo_moves(board)
    if board.irregular_at == len(board.journal):
        return legal_by_looking(board)
    if book.tier == PINS:
        moves = _legal_by_masks(board, royal_squares(board, board.turn))
    elif book.has_pins_for_quiet:
        moves = _legal_by_pins_and_looking(board)
    else:
        return legal_by_looking(board)
    if book.acts:
        _add_if_safe(board, moves, act_moves)
    return moves


def _legal_by_masks(board: Board, royals: list[int]) -> list[int]:
    """Legal moves by pins and check masks, of one royal piece or of several."""
    own = board.royals[board.turn]
    if len(royals) == len(own) == 1:
        # The last of a group is no longer royal once another one comes by promotion.
        royal = board.pieces[board.turn][own[0]]
        if not board.book.promotes_to_royal or royal.royal_group < 0:
            return _legal_by_pins(board, own[0])
    return _legal_by_many_pins(board, royals)


def _unchecked(board: Board, moves: list[int]) -> list[int]:
    """The moves that leave no own royal piece in check, by looking at what comes of each."""
    return survivors(board, moves) if board.book.guards_check[board.turn] else moves


# -- tiers 2 and 3: make and look ------------------------------------------------------------------


def legal_by_looking(board: Board) -> list[int]:
    """Legal moves by playing every pseudo-legal move, with its effects, and looking at what comes."""
    return survivors(board, pseudo_moves(board))


def _legal_by_pins_and_looking(board: Board) -> list[int]:
    """Quiet moves by pins, captures, which have effects, by looking."""
    royals = royal_squares(board, board.turn)
    if len(royals) == len(board.royals[board.turn]) == 1:
        plain = _legal_by_pins(board, royals[0])
    else:
        plain = _legal_by_many_pins(board, royals)
    taking = set(captures(board, plain))
    moves = [move for move in plain if move not in taking]
    tried = captures(board, pseudo_moves(board))
    if tried and board.book.laws.is_all_or_nothing:
        return moves + _legal_captures(board, tried, taking)
    return moves + survivors(board, tried)


def _legal_captures(board: Board, tried: list[int], made: set[int]) -> list[int]:
    """Captures that may come to nothing: only where one of both ends is legal they have to be looked at.

    `made` are those that are legal if they succeed; if they fail, the position is as it was.
    """
    is_safe = not is_in_check(board, board.turn)
    royals = board.royals[board.turn ^ 1]

    def is_legal(move: int) -> bool:
        is_certain = (move in made) == is_safe and move & 255 not in royals
        return is_safe if is_certain else survives(board, move)

    return list(filter(is_legal, tried))


# -- tier 1: pins and check masks ----------------------------------------------------------------


def _legal_by_pins(board: Board, king: int) -> list[int]:
    """Legal moves of a side with one royal piece, where every attack runs along one clear path."""
    cells = board.cells
    turn = board.turn
    enemy = turn ^ 1
    own = board.pieces[turn]
    attacking = board.pieces[enemy].values()
    checks = 0
    mask: tuple[int, ...] = ()
    pins: dict[int, tuple[int, ...]] | None = None
    for reach in attacking:
        path = reach.paths[king]
        if path is not None:
            blockers = 0
            blocker = -1
            for square in path:
                if cells[square] >= 0:
                    blockers += 1
                    if blockers > 1:
                        break
                    blocker = square
            if blockers == 0:
                checks += 1
                mask = (*path, reach.square)
            elif blockers == 1 and blocker in own:
                if pins is None:
                    pins = {}
                _pin(pins, blocker, (*path, reach.square))
    moves: list[int] = []
    royal = own.pop(king)
    if checks < 2:
        generate(own.values(), cells, enemy, moves)
        if checks:
            moves = [move for move in moves if move & 255 in mask]
        if pins is not None:
            moves = _kept_pinned(moves, pins)
        if board.hands is not None:
            drop_moves(board, moves, mask if checks else None)
    own[king] = royal
    if board.book.promotes_to_royal:
        moves = [move for move in moves if not _makes_royal(board, move) or survives(board, move)]
    steps: list[int] = []  # of the royal piece: its square is empty while its targets are judged
    generate((royal,), cells, enemy, steps)
    if steps:
        cells[king] = EMPTY
        _add_unhit(moves, steps, attacking, cells)
        cells[king] = turn
        if not royal.is_plain:
            moves.extend([move for move in steps if move >= SPECIAL and survives(board, move)])
    if board.exposed is not None:
        _add_if_safe(board, moves, en_passant_moves)
    if board.castling:
        for right in board.rights.of_color[turn]:
            if (checks == 0 or right.king != king) and _may_castle(board, right, king):
                moves.append(right.move)
    board.meter.spent += MOVE * len(moves)  # whoever asks next looks whether that was too much
    return moves


def _add_unhit(moves: list[int], steps: list[int], attacking: Iterable[Reach], cells: list[int]) -> None:
    """Append the plain steps to squares that none of the attacking pieces hits along its clear path."""
    for move in steps:
        if move < SPECIAL:
            target = move & 255
            for reach in attacking:
                path = reach.paths[target]
                if path is not None:
                    for between in path:
                        if cells[between] >= 0:
                            break
                    else:
                        break
            else:
                moves.append(move)


def _may_castle(board: Board, right: Right, king: int) -> bool:
    """Whether castling is legal: by the royal piece, which is not in check, or by another one."""
    if not board.castling & right.bit or not is_empty(right.clear, board.cells):
        return False
    if not board.pieces[right.color][right.king].can_castle:
        return False
    if right.king != king:
        return survives(board, right.move)
    return is_path_safe(board, right) and _lands_safely(board, right)


def _pin(pins: dict[int, tuple[int, ...]], blocker: int, line: tuple[int, ...]) -> None:
    """Bind a piece to a line, and to what two lines share if it is bound already."""
    older = pins.get(blocker)
    pins[blocker] = line if older is None else tuple(square for square in older if square in line)


def _kept_pinned(moves: list[int], pins: dict[int, tuple[int, ...]]) -> list[int]:
    """The moves by which no pinned piece leaves its line."""
    return [move for move in moves if (move >> 8 & 255) not in pins or move & 255 in pins[move >> 8 & 255]]


def _lands_safely(board: Board, right: Right) -> bool:
    """Whether the castler, as the only royal piece, is safe where it arrives, its partner moved too."""
    cells = board.cells
    before = cells[right.king], cells[right.rook]
    cells[right.king] = cells[right.rook] = EMPTY
    cells[right.king_to] = cells[right.rook_to] = right.color
    try:
        return not is_attacked(board, right.king_to, right.color ^ 1)
    finally:
        cells[right.king_to] = cells[right.rook_to] = EMPTY
        cells[right.king], cells[right.rook] = before


def _add_if_safe(board: Board, moves: list[int], source: Callable[[Board, list[int]], None]) -> None:
    """Append the moves of a source that stand the look at the position after them."""
    candidates: list[int] = []
    source(board, candidates)
    moves.extend(survivors(board, candidates))


def _makes_royal(board: Board, move: int) -> bool:
    promotion = (move >> PROMOTION_SHIFT & PROMOTION_MASK) - 1
    return promotion >= 0 and board.book.rows[board.turn][promotion][0].is_royal


def _legal_by_many_pins(board: Board, royals: list[int]) -> list[int]:
    """The same for any number of royal pieces: a move has to answer for all of them."""
    turn = board.turn
    cells = board.cells
    moves: list[int] = []
    generate(board.pieces[turn].values(), cells, turn ^ 1, moves)
    board.meter.charge(MOVE * len(moves) * (1 + len(royals)))
    # Royal pieces may come and go by promotion, also those that are royal only as the last of a group.
    own = board.pieces[turn]
    special = [
        move
        for move in moves
        if move >= SPECIAL and (own[move >> 8 & 255].is_royal or _makes_royal(board, move))
    ]
    if board.hands is not None:
        drops: list[int] = []
        drop_moves(board, drops)
        moves += drops
        special += [move for move in drops if _makes_royal(board, move)]
    if special:
        moves = [move for move in moves if move not in special]
    for square in royals:
        steps = [move for move in moves if move >> 8 & 255 == square]
        moves = _answers(board, square, [move for move in moves if move >> 8 & 255 != square])
        held = cells[square]
        cells[square] = EMPTY
        try:
            moves += [move for move in steps if not is_attacked(board, move & 255, turn ^ 1)]
        finally:
            cells[square] = held
    moves.extend(survivors(board, special))
    if board.exposed is not None:
        _add_if_safe(board, moves, en_passant_moves)
    if board.castling:
        _add_if_safe(board, moves, castling_moves)
    return moves


def _answers(board: Board, square: int, moves: list[int]) -> list[int]:
    """The moves of other pieces that leave no attack on a royal piece."""
    own = board.pieces[board.turn]
    pins: dict[int, tuple[int, ...]] = {}
    for reach in board.pieces[board.turn ^ 1].values():
        path = reach.paths[square]
        if path is None:
            continue
        line = (*path, reach.square)
        blockers = [between for between in path if board.cells[between] >= 0]
        if not blockers:
            moves = [move for move in moves if move & 255 in line]
        elif len(blockers) == 1 and blockers[0] in own:
            _pin(pins, blockers[0], line)
    return _kept_pinned(moves, pins)
