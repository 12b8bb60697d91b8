"""Who attacks what: the movement tables read backwards, and the royal pieces they are asked about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rete_chess.core.board import Board
from rete_chess.core.moves import target_of
from rete_chess.core.reach import COLOR, EMPTY, GUARDED, WALL, Option, Reach
from rete_chess.costs import WAY


def is_attacked(board: Board, square: int, by: int) -> bool:
    """Whether a piece of colour `by` could capture on a square if an enemy stood there."""
    if board.referee is not None:
        return bool(board.referee.attackers(board, square, by))
    cells = board.cells
    reaches = board.pieces[by].values()
    if is_hit(square, reaches, cells):
        return not board.book.laws.bans or bool(attackers_by_tables(board, square, by))
    if not board.book.has_detours:
        return False
    for reach in reaches:
        ways = reach.detours.get(square)
        if ways is not None:
            board.meter.charge(WAY * len(ways))
            for way in ways:
                if way.is_open(cells):
                    return not board.book.laws.bans or bool(attackers_by_tables(board, square, by))
    return False


def is_hit(square: int, reaches: Iterable[Reach], cells: list[int]) -> bool:
    """Whether one of the pieces attacks a square along its clear path."""
    for reach in reaches:
        path = reach.paths[square]
        if path is not None:
            for between in path:
                if cells[between] >= 0:
                    break
            else:
                return True
    return False


def _hitting(square: int, own: dict[int, Reach], cells: list[int]) -> list[int]:
    """The squares of those pieces that attack a square along their clear paths."""
    found = []
    for origin, reach in own.items():
        path = reach.paths[square]
        if path is not None:
            for between in path:
                if cells[between] >= 0:
                    break
            else:
                found.append(origin)
    return found


def attackers(board: Board, square: int, by: int) -> list[int]:
    """The squares of all pieces of colour `by` that attack a square, in order."""
    if board.referee is not None:
        return board.referee.attackers(board, square, by)
    return attackers_by_tables(board, square, by)


def attackers_by_tables(board: Board, square: int, by: int) -> list[int]:
    """The same by the movement tables and what the laws forbid."""
    own, cells = board.pieces[by], board.cells
    if board.book.has_detours:
        board.meter.charge(sum([WAY * (1 + len(reach.detours.get(square, ()))) for reach in own.values()]))
        found = [
            origin
            for origin, reach in own.items()
            if is_hit(square, (reach,), cells)
            or any(way.is_open(cells) for way in reach.detours.get(square, ()))
        ]
    else:
        board.meter.charge(WAY * len(own))
        found = _hitting(square, own, cells)
    if found and board.book.laws.bans:
        with enemy_on(board, square, by):
            found = [origin for origin in found if _may_capture(board, origin, square, by)]
    return sorted(found)


def reaching(board: Board, square: int, by: int) -> list[int]:
    """The squares of all pieces of colour `by` whose ways of capturing lead to a square, in order.

    What is forbidden to them does not count; the piece on the square itself is left out.
    """
    own, cells = board.pieces[by], board.cells
    board.meter.charge(sum([WAY * (1 + len(reach.detours.get(square, ()))) for reach in own.values()]))
    return sorted(
        [
            origin
            for origin, reach in own.items()
            if origin != square
            and (
                is_hit(square, (reach,), cells)
                or any(way.is_open(cells) for way in reach.detours.get(square, ()))
            )
        ]
    )


def _may_capture(board: Board, origin: int, square: int, by: int) -> bool:
    """Whether nothing forbids a piece to capture on a square that it attacks."""
    moves: list[int] = []
    generate((board.pieces[by][origin],), board.cells, by ^ 1, moves)
    moves = [move for move in moves if target_of(move) == square]
    for ban in board.book.laws.bans:
        moves = ban(board, moves)
    return bool(moves)


@contextmanager
def enemy_on(board: Board, square: int, of: int) -> Iterator[None]:
    """Let an enemy of a side stand on a square for the moment: who stands there, or else a stranger."""
    held = board.cells[square]
    if held == WALL or (held != EMPTY and held & COLOR == of ^ 1):
        yield
        return
    key, entity = board.key, board.entities[square]
    before = None if held == EMPTY else board.lift(square)
    board.stand(board.book.rows[of ^ 1][0][square], square, board.next_entity)
    try:
        yield
    finally:
        board.lift(square)
        if before is not None:
            board.stand(before, square, entity)
        board.key = key


def royal_squares(board: Board, color: int) -> list[int]:
    """Where the royal pieces of a side stand that can be attacked at all."""
    if board.referee is not None:
        return board.referee.royal_squares(board, color)
    return royal_squares_by_type(board, color)


def royal_squares_by_type(board: Board, color: int) -> list[int]:
    """The same by the lawbook alone, which knows types."""
    squares = board.royals[color]
    shelters = board.book.laws.shelters
    if len(squares) == 1 and board.cells[squares[0]] < GUARDED and not shelters:
        return squares
    own = board.pieces[color]
    found = [square for square in standing_royals(board, color) if not own[square].is_guarded]
    for shelter in shelters:
        safe = shelter(board)
        found = [square for square in found if square not in safe]
    return found


def standing_royals(board: Board, color: int) -> list[int]:
    """Where the royal pieces of a side stand; those that are royal only as the last of a group, alone."""
    squares = board.royals[color]
    groups = [board.pieces[color][square].royal_group for square in squares]
    return [square for square, group in zip(squares, groups) if group < 0 or groups.count(group) == 1]


def note_irregular(board: Board) -> None:
    """Note a side that waits in check: rules, extra half-moves or presets that end can leave it so."""
    waits_in_check = board.book.minds_check and is_in_check(board, board.turn ^ 1)
    board.irregular_at = len(board.journal) if waits_in_check else -1


def checks(board: Board) -> frozenset[tuple[int, int]]:
    """Attacker and royal piece, as entities, of every check on the board, of both sides."""
    exempt = board.book.laws.exempt
    return frozenset(
        (board.entities[origin], board.entities[royal])
        for color in (0, 1)
        if not ((is_exempt := exempt[color]) and is_exempt(board))
        for royal in royal_squares(board, color)
        for origin in attackers(board, royal, color ^ 1)
    )


def is_in_check(board: Board, color: int) -> bool:
    """Whether a royal piece of the side is attacked, and no policy exempts the position."""
    exempt = board.book.laws.exempt[color]
    if exempt is not None and exempt(board):
        return False
    for square in royal_squares(board, color):
        if is_attacked(board, square, color ^ 1):
            return True
    return False


# -- read forwards ---------------------------------------------------------------------------------


def generate(reaches: Iterable[Reach], cells: list[int], enemy: int, moves: list[int]) -> None:
    """Append the moves and captures of some pieces, without castling and en passant."""
    for reach in reaches:
        if reach.is_plain:
            for target, move in reach.leaps:
                held = cells[target]
                if held < 0 or held == enemy:
                    moves.append(move)
            for ray in reach.rays:
                for target, move in ray:
                    held = cells[target]
                    if held < 0:
                        moves.append(move)
                    else:
                        if held == enemy:
                            moves.append(move)
                        break
        else:
            for target, move in reach.strikes:
                if cells[target] == enemy:
                    moves.append(move)
            for trail in reach.trails:
                for target, move in trail:
                    if cells[target] >= 0:
                        break
                    moves.append(move)
            if reach.plain_part is not None:
                generate((reach.plain_part,), cells, enemy, moves)
                for option in reach.options:
                    _choose(option, cells, moves)


def _choose(option: Option, cells: list[int], moves: list[int]) -> None:
    held = cells[option.target]
    if held < 0:
        ways = option.quiet
    elif held in option.prey:
        ways = option.strike
    else:
        return
    for way in ways:
        if way.is_open(cells):
            moves.extend(way.moves)
            return
