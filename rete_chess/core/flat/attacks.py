"""Who attacks what in a flat position, and which moves its pieces have before self-check is looked at."""

from __future__ import annotations

from rete_chess.core.flat import i64, vec
from rete_chess.core.flat.playing import is_exempt
from rete_chess.core.flat.position import BIT, CLEAR, KING, KING_TO, MOVE, OWNER, ROOK, ROOK_TO, Position


def is_hit(at: Position, square: i64, by: i64) -> bool:
    """Whether a piece of colour `by` could capture on a square if an enemy stood there."""
    size: i64 = at.size
    place: i64 = by * size
    end: i64 = place + at.counts[by]
    lists = at.lists
    reaches = at.reaches
    paths = at.tables.paths
    ways = at.ways
    cells = at.cells
    while place < end:
        path: i64 = paths[reaches[lists[place]] * size + square]
        if path >= 0:
            between: i64 = path + 1
            stop: i64 = between + ways[path]
            while between < stop and cells[ways[between]] < 0:
                between += 1
            if between == stop:
                return True
        place += 1
    return at.tables.has_detours and _is_hit_by_detours(at, square, by)


def _is_hit_by_detours(at: Position, square: i64, by: i64) -> bool:
    steps = at.tables.steps
    detours = at.tables.detours
    place: i64 = by * at.size
    end: i64 = place + at.counts[by]
    while place < end:
        found: i64 = detours[at.reaches[at.lists[place]] * at.size + square]
        if found >= 0:
            stop: i64 = found + steps[found]
            at.spent += steps[found]
            while found < stop:
                found += 1
                if at.is_open(steps[found]):
                    return True
        place += 1
    return False


def is_in_check(at: Position, color: i64) -> bool:
    """Whether a royal piece of the side is attacked that can be attacked at all, and nothing exempts it."""
    if at.policies.has_exempt and is_exempt(at, color):
        return False
    base: i64 = color * at.size
    place: i64 = base
    end: i64 = base + at.royal_counts[color]
    while place < end:
        square: i64 = at.royals[place]
        if at.cells[square] < 2 and is_alone(at, square, base, end) and is_hit(at, square, color ^ 1):
            return True
        place += 1
    return False


def is_alone(at: Position, square: i64, base: i64, end: i64) -> bool:
    """Whether a royal piece is royal now: always, or as the last of its group."""
    group: i64 = at.tables.group[at.reaches[square]]
    if group < 0:
        return True
    found: i64 = 0
    place: i64 = base
    while place < end:
        if at.tables.group[at.reaches[at.royals[place]]] == group:
            found += 1
        place += 1
    return found == 1


def standing_royals(at: Position, color: i64) -> i64:
    """The number of royal pieces of a side that can be attacked."""
    base: i64 = color * at.size
    end: i64 = base + at.royal_counts[color]
    place: i64 = base
    found: i64 = 0
    while place < end:
        square: i64 = at.royals[place]
        if at.cells[square] < 2 and is_alone(at, square, base, end):
            found += 1
        place += 1
    return found


# -- read forwards ---------------------------------------------------------------------------------


def add_moves(at: Position, reach: i64, enemy: i64, out: vec[i64], end: i64) -> i64:
    """Write the moves and captures of a piece, without castling and en passant; returns the new end."""
    cells = at.cells
    steps = at.tables.steps
    place: i64 = at.tables.moving[reach]
    stop: i64 = place + steps[place]
    held: i64
    place += 1
    while place < stop:
        held = cells[steps[place]]
        if held < 0 or held == enemy:
            out[end] = steps[place + 1]
            end += 1
        place += 2
    rays: i64 = steps[place]
    place += 1
    while rays > 0:
        stop = place + steps[place]
        place += 1
        while place < stop:
            held = cells[steps[place]]
            if held >= 0:
                if held == enemy:
                    out[end] = steps[place + 1]
                    end += 1
                break
            out[end] = steps[place + 1]
            end += 1
            place += 2
        place = stop + 1
        rays -= 1
    if at.tables.plain[reach] == 0:
        end = _add_one_sided(at, enemy, out, end, place)
    return end


def _add_one_sided(at: Position, enemy: i64, out: vec[i64], end: i64, place: i64) -> i64:
    """Write the moves that only capture or only move, and those that need a closer look."""
    cells = at.cells
    steps = at.tables.steps
    stop: i64 = place + steps[place]
    place += 1
    while place < stop:
        if cells[steps[place]] == enemy:
            out[end] = steps[place + 1]
            end += 1
        place += 2
    trails: i64 = steps[place]
    place += 1
    while trails > 0:
        stop = place + steps[place]
        place += 1
        while place < stop:
            if cells[steps[place]] >= 0:
                break
            out[end] = steps[place + 1]
            end += 1
            place += 2
        place = stop + 1
        trails -= 1
    options: i64 = steps[place]
    place += 1
    while options > 0:
        held: i64 = cells[steps[place]]
        quiet: i64 = place + 2
        strike: i64 = quiet + 1 + steps[quiet]
        if held < 0:
            end = _add_first_open(at, quiet, out, end)
        elif steps[place + 1] >> held & 1 != 0:
            end = _add_first_open(at, strike, out, end)
        place = strike + 1 + steps[strike]
        options -= 1
    return end


def _add_first_open(at: Position, place: i64, out: vec[i64], end: i64) -> i64:
    """Write the moves of the first way of a list that is open."""
    steps = at.tables.steps
    stop: i64 = place + steps[place]
    place += 1
    while place < stop:
        count: i64 = steps[place + 1]
        if at.is_open(steps[place]):
            while count > 0:
                out[end] = steps[place + 1 + count]
                end += 1
                count -= 1
            return end
        place += 2 + count
    return end


# -- en passant and castling -----------------------------------------------------------------------


def add_takes(at: Position, out: vec[i64], end: i64) -> i64:
    """Write the captures en passant."""
    turn: i64 = at.turn
    if at.cells[at.exposed] != turn ^ 1:
        return end
    ways = at.ways
    steps = at.tables.steps
    index: i64 = at.passed
    last: i64 = index + ways[index]
    while index < last:
        index += 1
        target: i64 = ways[index]
        if at.cells[target] < 0:
            place: i64 = at.tables.takers[turn * at.size + target]
            stop: i64 = place + steps[place]
            while place < stop:
                place += 1
                square: i64 = steps[place]
                if at.reaches[square] >= 0 and at.cells[square] & 1 == turn:
                    end = _add_takes_of(at, at.reaches[square], target, out, end)
    return end


def _add_takes_of(at: Position, reach: i64, target: i64, out: vec[i64], end: i64) -> i64:
    """Write the captures en passant of one piece, for each tag by the first way that is open."""
    steps = at.tables.steps
    place: i64 = at.tables.taking[reach]
    stop: i64 = place + steps[place]
    seen: i64 = 0
    while place < stop:
        count: i64 = steps[place + 4]
        tag: i64 = 1 << steps[place + 2]
        if steps[place + 1] == target and seen & tag == 0 and at.is_open(steps[place + 3]):
            seen |= tag
            index: i64 = place + 5
            while index < place + 5 + count:
                out[end] = steps[index]
                end += 1
                index += 1
        place += 4 + count
    return end


def may_castle(at: Position, right: i64) -> bool:
    """Whether a right is alive and the squares that it needs are clear."""
    rights = at.rights
    if rights[right + OWNER] != at.turn or at.castling & rights[right + BIT] == 0:
        return False
    place: i64 = right + CLEAR + 1
    end: i64 = place + rights[right + CLEAR]
    while place < end:
        if at.cells[rights[place]] >= 0:
            return False
        place += 1
    reach: i64 = at.reaches[rights[right + KING]]
    return reach >= 0 and at.tables.castler[reach] != 0


def is_path_safe(at: Position, right: i64) -> bool:
    """Whether the castler is not attacked on the squares that it passes, placed there."""
    rights = at.rights
    cells = at.cells
    place: i64 = right + CLEAR + 1 + rights[right + CLEAR]
    end: i64 = place + rights[place]
    king: i64 = rights[right + KING]
    held: i64 = cells[king]
    cells[king] = -1
    is_safe = True
    while place < end and is_safe:
        place += 1
        before: i64 = cells[rights[place]]
        cells[rights[place]] = held
        is_safe = not is_hit(at, rights[place], at.turn ^ 1)
        cells[rights[place]] = before
    cells[king] = held
    return is_safe


def lands_safely(at: Position, right: i64) -> bool:
    """Whether the castler, as the only royal piece, is safe where it arrives, its partner moved too."""
    rights = at.rights
    cells = at.cells
    king: i64 = rights[right + KING]
    rook: i64 = rights[right + ROOK]
    king_held: i64 = cells[king]
    rook_held: i64 = cells[rook]
    cells[king] = -1
    cells[rook] = -1
    cells[rights[right + KING_TO]] = at.turn
    cells[rights[right + ROOK_TO]] = at.turn
    is_safe = not is_hit(at, rights[right + KING_TO], at.turn ^ 1)
    cells[rights[right + KING_TO]] = -1
    cells[rights[right + ROOK_TO]] = -1
    cells[king] = king_held
    cells[rook] = rook_held
    return is_safe


def add_castlings(at: Position, guards: bool, out: vec[i64], end: i64) -> i64:
    """Write the castling moves whose ways are free and, for a royal castler, safe but for the last square."""
    number: i64 = 0
    while number < at.right_count:
        right: i64 = at.right_places[number]
        if may_castle(at, right) and (not guards or _may_leave(at, right)):
            out[end] = at.rights[right + MOVE]
            end += 1
        number += 1
    return end


def _may_leave(at: Position, right: i64) -> bool:
    """Whether a castler that is not royal, or not in check, may go its way."""
    king: i64 = at.rights[right + KING]
    base: i64 = at.turn * at.size
    is_royal = at.tables.royal[at.reaches[king]] != 0 and at.cells[king] < 2
    if not is_royal or not is_alone(at, king, base, base + at.royal_counts[at.turn]):
        return True
    if at.policies.has_exempt:
        return _is_safe_all_the_way(at, right)
    return not is_hit(at, king, at.turn ^ 1) and is_path_safe(at, right)


def _is_safe_all_the_way(at: Position, right: i64) -> bool:
    """Whether the side is not in check with its castler on each square but the last."""
    rights = at.rights
    place: i64 = right + CLEAR + 1 + rights[right + CLEAR]
    end: i64 = place + rights[place]
    if is_in_check(at, at.turn):
        return False
    while place < end:
        place += 1
        if not _is_safe_on(at, rights[right + KING], rights[right + ROOK], rights[place]):
            return False
    return True


def _is_safe_on(at: Position, king: i64, rook: i64, square: i64) -> bool:
    """Whether the side is not in check with its castler placed on a square; its partner makes room there."""
    key: i64 = at.key
    castler: i64 = at.lift(king)
    partner: i64 = at.lift(rook) if square == rook else -1
    at.stand(castler + square - king, square)
    is_safe = not is_in_check(at, at.turn)
    at.lift(square)
    if partner >= 0:
        at.stand(partner, rook)
    at.stand(castler, king)
    at.key = key
    return is_safe
