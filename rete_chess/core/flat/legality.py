"""Which moves are legal in a flat position: by pins and a check mask where one royal piece stands, else by
making and looking. The steps of the cost model are those of the core's own legality."""

from __future__ import annotations

from typing import Final

from rete_chess.core.flat import i64
from rete_chess.core.flat.attacks import (
    add_castlings,
    add_moves,
    add_takes,
    is_hit,
    is_in_check,
    is_path_safe,
    lands_safely,
    may_castle,
    standing_royals,
)
from rete_chess.core.flat.playing import holds, play, take_back
from rete_chess.core.flat.position import KING, MOVE, SPECIAL, Position
from rete_chess.core.flat.tables import CASTLES, TAKES
from rete_chess.core.flat.vectors import grown, numbers_of

#: What the cost model says of a move that is tried.
TRIAL: Final[i64] = 24


def legal_moves(at: Position, start: i64) -> i64:
    """Write the legal moves into `at.moves` from `start` on; returns where they end."""
    if at.lost != 0 or (at.policies.ended >= 0 and holds(at, at.policies.ended)):
        return start
    end: i64 = _moves_by_tier(at, start)
    return _keep_captures(at, start, end) if at.policies.must_capture else end


def _keep_captures(at: Position, start: i64, end: i64) -> i64:
    """Keep the captures among the moves, if there are any."""
    out = at.moves
    manners = at.tables.manners
    kept: i64 = start
    index: i64 = start
    while index < end:
        move: i64 = out[index]
        manner: i64 = manners[move >> 22]
        if manner & TAKES != 0 or (at.cells[move & 255] >= 0 and manner & CASTLES == 0):
            out[kept] = move
            kept += 1
        index += 1
    return kept if kept > start else end


def _moves_by_tier(at: Position, start: i64) -> i64:
    """Write the moves that leave no own royal piece in check, by the fastest way that is exact."""
    tables = at.tables
    turn: i64 = at.turn
    most: i64 = at.counts[turn] * tables.most_moves + at.right_count
    while start + most > len(at.moves):
        at.moves = grown(at.moves)
    guards = tables.guards_white if turn == 0 else tables.guards_black
    if not guards:
        return _pseudo_moves(at, False, start)
    if tables.has_pins and not (at.is_irregular and at.top == 0):
        king: i64 = at.royals[turn * at.size]
        # The last of a group is no longer royal once another one comes by promotion.
        is_certain = at.royal_counts[turn] == 1 and (
            not tables.may_crown or tables.group[at.reaches[king]] < 0
        )
        if is_certain and at.cells[king] < 2:
            return _legal_by_pins(at, king, start)
        return _legal_of_many(at, start)
    end: i64 = _pseudo_moves(at, True, start)
    return _surviving(at, start, end)


def _pseudo_moves(at: Position, guards: bool, start: i64) -> i64:
    """Write all moves before self-check is looked at; castling paths are judged."""
    out = at.moves
    place: i64 = at.turn * at.size
    stop: i64 = place + at.counts[at.turn]
    end: i64 = start
    while place < stop:
        reach: i64 = at.reaches[at.lists[place]]
        if at.tables.has_options:
            at.spent += at.tables.closer[reach]
        end = add_moves(at, reach, at.turn ^ 1, out, end)
        place += 1
    if at.passed >= 0:
        end = add_takes(at, out, end)
    if at.castling != 0:
        end = add_castlings(at, guards, out, end)
    at.spent += end - start
    return end


def survives(at: Position, move: i64) -> bool:
    """Whether a pseudo-legal move leaves the mover's royal pieces unharmed."""
    turn: i64 = at.turn
    at.spent += TRIAL
    play(at, move)
    lost: i64 = at.lost
    is_safe = lost >> turn & 1 == 0 and (lost != 0 or not is_in_check(at, turn))
    take_back(at)
    return is_safe


def _surviving(at: Position, start: i64, end: i64) -> i64:
    """Keep the moves from `start` to `end` that stand the look at the position after them."""
    out = at.moves
    kept: i64 = start
    while start < end:
        if survives(at, out[start]):
            out[kept] = out[start]
            kept += 1
        start += 1
    return kept


def _legal_of_many(at: Position, start: i64) -> i64:
    """Write the legal moves of a side with any number of royal pieces."""
    out = at.moves
    turn: i64 = at.turn
    place: i64 = turn * at.size
    stop: i64 = place + at.counts[turn]
    end: i64 = start
    while place < stop:
        end = add_moves(at, at.reaches[at.lists[place]], turn ^ 1, out, end)
        place += 1
    spent: i64 = (
        at.spent + (end - start) * (1 + standing_royals(at, turn)) + TRIAL * _crowning(at, start, end)
    )
    first: i64 = end
    if at.passed >= 0:
        end = add_takes(at, out, end)
    if at.castling != 0:
        end = add_castlings(at, True, out, end)
    spent += TRIAL * (end - first)
    end = _surviving(at, start, end)
    at.spent = spent
    return end


def _crowning(at: Position, start: i64, end: i64) -> i64:
    """The number of special moves by which royal pieces come and go."""
    found: i64 = 0
    while start < end:
        move: i64 = at.moves[start]
        if move >= SPECIAL and (at.tables.royal[at.reaches[move >> 8 & 255]] != 0 or _crowns(at, move)):
            found += 1
        start += 1
    return found


def _crowns(at: Position, move: i64) -> bool:
    """Whether a piece becomes royal by a move."""
    promotion: i64 = (move >> 16 & 63) - 1
    return promotion >= 0 and at.tables.royal[at.turn * at.tables.span + promotion * at.size] != 0


# -- pins and the check mask -----------------------------------------------------------------------


def _legal_by_pins(at: Position, king: i64, start: i64) -> i64:
    """Write the legal moves of a side with one royal piece, where every attack runs along one clear path."""
    out = at.moves
    turn: i64 = at.turn
    found: i64 = _find_pins(at, king)
    checks: i64 = found >> 32
    pins: i64 = found & 0xFFFFFFFF
    end: i64 = start
    if checks < 2:
        place: i64 = turn * at.size
        stop: i64 = place + at.counts[turn]
        while place < stop:
            square: i64 = at.lists[place]
            if square != king:
                first: i64 = end
                end = add_moves(at, at.reaches[square], turn ^ 1, out, end)
                pin: i64 = 3
                while pin < pins:
                    if at.pins[pin] == square:
                        end = _keep_on_line(at, first, end, pin)
                    pin += 3
            place += 1
        if checks == 1:
            end = _keep_on_line(at, start, end, 0)
    if at.tables.may_crown:
        end = _safely_crowned(at, start, end)
    end = _add_royal_steps(at, king, end)
    if at.passed >= 0:
        end = _surviving(at, end, add_takes(at, out, end))
    if at.castling != 0:
        end = _add_legal_castlings(at, king, checks, end)
    at.spent += end - start
    return end


def _find_pins(at: Position, king: i64) -> i64:
    """Find checks and pins: three numbers each in `at.pins`, the piece, the path and the attacker's square.

    The first three are of a check. Returns the number of checks, shifted, and the length of the list.
    """
    size: i64 = at.size
    turn: i64 = at.turn
    cells = at.cells
    reaches = at.reaches
    lists = at.lists
    paths = at.tables.paths
    ways = at.ways
    pins = at.pins
    checks: i64 = 0
    length: i64 = 3
    place: i64 = (turn ^ 1) * size
    end: i64 = place + at.counts[turn ^ 1]
    while place < end:
        square: i64 = lists[place]
        path: i64 = paths[reaches[square] * size + king]
        if path >= 0:
            blocker: i64 = -1
            between: i64 = path + 1
            stop: i64 = between + ways[path]
            while between < stop:
                if cells[ways[between]] >= 0:
                    if blocker >= 0:
                        break
                    blocker = ways[between]
                between += 1
            if blocker < 0:
                checks += 1
                pins[1] = path
                pins[2] = square
            elif between == stop and cells[blocker] & 1 == turn and reaches[blocker] >= 0:
                if length + 3 > len(pins):
                    at.pins = grown(pins)
                    pins = at.pins
                pins[length] = blocker
                pins[length + 1] = path
                pins[length + 2] = square
                length += 3
        place += 1
    return checks << 32 | length


def _keep_on_line(at: Position, start: i64, end: i64, pin: i64) -> i64:
    """Keep the moves from `start` to `end` that lead to the line of a pin or check."""
    out = at.moves
    ways = at.ways
    path: i64 = at.pins[pin + 1]
    attacker: i64 = at.pins[pin + 2]
    stop: i64 = path + 1 + ways[path]
    kept: i64 = start
    while start < end:
        target: i64 = out[start] & 255
        is_kept = target == attacker
        between: i64 = path + 1
        while between < stop and not is_kept:
            is_kept = ways[between] == target
            between += 1
        if is_kept:
            out[kept] = out[start]
            kept += 1
        start += 1
    return kept


def _safely_crowned(at: Position, start: i64, end: i64) -> i64:
    """Keep the moves by which nobody becomes royal in check."""
    out = at.moves
    kept: i64 = start
    while start < end:
        move: i64 = out[start]
        if not _crowns(at, move) or survives(at, move):
            out[kept] = move
            kept += 1
        start += 1
    return kept


def _add_royal_steps(at: Position, king: i64, start: i64) -> i64:
    """Write the moves of the royal piece to squares that nobody attacks; its own is empty meanwhile."""
    out = at.moves
    cells = at.cells
    turn: i64 = at.turn
    end: i64 = add_moves(at, at.reaches[king], turn ^ 1, out, start)
    held: i64 = cells[king]
    kept: i64 = start
    while start < end:
        move: i64 = out[start]
        if move < SPECIAL:
            cells[king] = -1
            is_safe = not is_hit(at, move & 255, turn ^ 1)
            cells[king] = held
        else:
            is_safe = survives(at, move)
        if is_safe:
            out[kept] = move
            kept += 1
        start += 1
    return kept


def _add_legal_castlings(at: Position, king: i64, checks: i64, end: i64) -> i64:
    """Write castling by the royal piece, which is not in check, or by another one."""
    number: i64 = 0
    while number < at.right_count:
        right: i64 = at.right_places[number]
        number += 1
        if at.rights[right + KING] == king:
            if checks != 0 or not may_castle(at, right):
                continue
            if not is_path_safe(at, right) or not lands_safely(at, right):
                continue
        elif not may_castle(at, right) or not survives(at, at.rights[right + MOVE]):
            continue
        at.moves[end] = at.rights[right + MOVE]
        end += 1
    return end


def listed(at: Position) -> list[int]:
    """The legal moves as a list."""
    end: i64 = legal_moves(at, 0)
    return numbers_of(at.moves, end)
