"""Moves with their effects on flat positions, and the conditions that policies put to them."""

from __future__ import annotations

from rete_chess.core.flat import i64
from rete_chess.core.flat.policies import AROUND, ASKED, AT_START, BUILDS, DESTROYS, EFFECT
from rete_chess.core.flat.position import CLOSED, Position

# -- conditions ------------------------------------------------------------------------------------


def holds(at: Position, condition: i64) -> bool:
    """Whether one of the clauses of a condition holds."""
    clauses = at.policies.clauses
    left: i64 = clauses[condition]
    place: i64 = condition + 1
    while left > 0:
        if _matches(at, place + 1, place + 1 + clauses[place], -1, -1):
            return True
        place += 1 + clauses[place]
        left -= 1
    return False


def is_exempt(at: Position, color: i64) -> bool:
    """Whether a condition exempts a side from check."""
    condition: i64 = at.policies.exempt_white if color == 0 else at.policies.exempt_black
    return condition >= 0 and holds(at, condition)


def _matches(at: Position, place: i64, end: i64, first: i64, second: i64) -> bool:
    """Whether there are pieces for the rest of a clause; the first two that were found stand on squares."""
    if place == end:
        return True
    clauses = at.policies.clauses
    color: i64 = clauses[place]
    is_absent = clauses[place + 4] != 0
    squares = at.royals if clauses[place + 5] != 0 else at.lists
    count: i64 = at.royal_counts[color] if clauses[place + 5] != 0 else at.counts[color]
    index: i64 = color * at.size
    stop: i64 = index + count
    while index < stop:
        square: i64 = squares[index]
        index += 1
        if _fits(at, place, square, first, second):
            if is_absent:
                return False
            if first < 0:
                if _matches(at, place + ASKED, end, square, second):
                    return True
            elif _matches(at, place + ASKED, end, first, square):
                return True
    return is_absent and _matches(at, place + ASKED, end, first, second)


def _fits(at: Position, place: i64, square: i64, first: i64, second: i64) -> bool:
    """Whether a piece on a square is one that is asked for."""
    clauses = at.policies.clauses
    kind: i64 = at.reaches[square] % at.tables.span // at.size
    if clauses[place + 1] >> kind & 1 == 0:
        return False
    if clauses[place + 2] >= 0 and at.policies.squares[clauses[place + 2] + square] == 0:
        return False
    near: i64 = clauses[place + 3]
    if near < 0:
        return True
    return at.policies.near[(first if near == 0 else second) * at.size + square] != 0


# -- effects ---------------------------------------------------------------------------------------


def play(at: Position, move: i64) -> None:
    """Make a move with its effects."""
    top: i64 = at.top
    at.make(move)
    if at.policies.has_effects:
        first: i64 = at.top
        if at.journal[top + 2] >= 0:
            _apply_all(at, move, top)
        at.note(at.top - first)


def take_back(at: Position) -> None:
    """Take back the last move with its effects."""
    if at.policies.has_effects:
        left: i64 = at.journal[at.top - 1]
        at.top -= 1
        while left > 0:
            at.top -= 1
            left -= 1
            reach: i64 = at.journal[at.top]
            if reach >= 0:
                at.stand(reach, reach % at.size)
            else:
                at.cells[-1 - reach] = -1
    at.unmake()


def _apply_all(at: Position, move: i64, top: i64) -> None:
    """Let a capture, whose numbers stand at `top` of the journal, have its effects, each of them noted."""
    mover: i64 = at.journal[top + 1]
    effects = at.policies.effects
    place: i64 = 0
    end: i64 = EFFECT * at.policies.effect_count
    color: i64 = at.tables.held[mover] & 1
    kind: i64 = mover % at.tables.span // at.size
    while place < end:
        if effects[place + 2] >> color & 1 != 0 and effects[place + 3] >> kind & 1 != 0:
            _apply(at, place, move)
        place += EFFECT


def _apply(at: Position, effect: i64, move: i64) -> None:
    effects = at.policies.effects
    where: i64 = effects[effect + 1]
    square: i64 = move >> 8 & 255 if where == AT_START else move & 255
    if effects[effect] == BUILDS:
        if at.cells[square] == -1:
            at.cells[square] = CLOSED
            at.key ^= at.policies.wall_keys[square]
            at.note(-1 - square)
    elif where == AROUND:
        rings = at.policies.rings
        place: i64 = rings[effects[effect + 5] + square]
        end: i64 = place + rings[place]
        while place < end:
            place += 1
            _strike(at, effects[effect], effects[effect + 4], rings[place])
    else:
        _strike(at, effects[effect], effects[effect + 4], square)


def _strike(at: Position, action: i64, types: i64, square: i64) -> None:
    """Take the piece on a square off the board, if there is one of the types."""
    reach: i64 = at.reaches[square]
    if reach < 0 or types >> (reach % at.tables.span // at.size) & 1 == 0:
        return
    if at.passed >= 0 and at.exposed == square:
        at.cover()
    at.lift(square)
    at.forfeit(at.losing[square])
    at.clock = 0
    if action == DESTROYS and at.tables.royal[reach] != 0:
        at.lose(reach)
    at.note(reach)
