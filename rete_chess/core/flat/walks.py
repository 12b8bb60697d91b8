"""Walks through the tree of moves on flat positions: node counts, and random games to their end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rete_chess.core.flat import i64
from rete_chess.core.flat.attacks import is_in_check
from rete_chess.core.flat.legality import legal_moves
from rete_chess.core.flat.playing import holds, play, take_back
from rete_chess.core.flat.position import Position
from rete_chess.core.flat.tables import TAKES
from rete_chess.core.flat.vectors import vector

#: Steps between two looks at the meter, where nothing nearer is asked for; then signals are heard, too.
LOOK: Final[i64] = 200_000

#: Why a random game has ended; `GOES_ON` if the limit came first.
GOES_ON: Final[i64] = 0
ROYAL_LOSS: Final[i64] = 1
NO_MOVE: Final[i64] = 2
CHECKMATE: Final[i64] = 3
CLOCK: Final[i64] = 4
REPETITION: Final[i64] = 5
MATERIAL: Final[i64] = 6

#: The draws that end a game, and the weights of material, as the core has them.
FINAL_CLOCK: Final[i64] = 150
FINAL_COUNT: Final[i64] = 5
SUFFICIENT: Final[i64] = 0
SINGLE: Final[i64] = 2
BOUND: Final[i64] = 3


class Purse:
    """The steps of a walk, brought to the meter of a call before they are more than it allows."""

    def __init__(self, at: Position, meter: Any) -> None:
        self.at: Position = at
        self.meter: Any = meter
        self.most: i64 = 0
        self.settle()

    def settle(self) -> None:
        """Charge what was spent; the meter raises an error where that is too much."""
        meter = self.meter
        spent = int(self.at.spent)
        self.at.spent = 0
        meter.charge(spent)
        left: int = meter.stop - meter.spent
        self.most = left if left < LOOK else LOOK


class Counter:
    """A count of move sequences; a tally, if there is one, bounds it."""

    def __init__(self, at: Position, meter: Any, tally: Any) -> None:
        self.at: Position = at
        self.purse: Purse = Purse(at, meter)
        self.tally: Any = tally
        self.has_tally: bool = tally is not None

    def count(self, depth: i64, start: i64) -> i64:
        """The number of move sequences of that length; moves are written from `start` on."""
        at = self.at
        end: i64 = legal_moves(at, start)
        at.spent += 1
        if at.spent > self.purse.most:
            self.purse.settle()
        if self.has_tally:
            self.tally.take(int(end - start) if depth == 1 else 0)
        if depth == 1:
            return end - start
        moves = at.moves
        nodes: i64 = 0
        while start < end:
            play(at, moves[start])
            start += 1
            nodes += self.count(depth - 1, end)
            take_back(at)
        return nodes


def perft(at: Position, depth: int, meter: Any, tally: Any) -> int:
    """The number of move sequences of that length; the position stays as it is, unless an error stops it."""
    if depth == 0:
        return 1
    counter = Counter(at, meter, tally)
    nodes: i64 = counter.count(depth, 0)
    counter.purse.settle()
    return nodes


# -- random games ----------------------------------------------------------------------------------


def play_out(at: Position, chance: Callable[[], float], longest: int, meter: Any) -> tuple[int, int]:
    """Play random moves until the game ends: the number of half-moves, and why it has ended."""
    purse = Purse(at, meter)
    keys = vector([0] * (int(FINAL_CLOCK) + 2))  # of the positions since the clock began
    plies: i64 = 0
    most: i64 = longest
    while plies < most:
        end: i64 = legal_moves(at, 0)
        if at.spent > purse.most:
            purse.settle()
        clock: i64 = at.clock
        if clock <= FINAL_CLOCK:
            keys[clock] = _repetition_key(at, end)
        why: i64 = _judge(at, end)
        if why == GOES_ON and clock >= FINAL_CLOCK:
            why = CLOCK
        if why == GOES_ON:
            seen: i64 = 0
            index: i64 = clock
            while index >= 0 and seen < FINAL_COUNT:
                if keys[index] == keys[clock]:
                    seen += 1
                index -= 1
            if seen >= FINAL_COUNT:
                why = REPETITION
            elif (clock == 0 or plies == 0) and is_material_insufficient(at):
                why = MATERIAL
        if why != GOES_ON:
            purse.settle()
            return plies, why
        play(at, _chosen(at, end, int(chance() * int(end))))
        at.top = 0  # nobody goes back
        plies += 1
    purse.settle()
    return plies, GOES_ON


def _judge(at: Position, end: i64) -> i64:
    """Why a game is over with so many legal moves, draws by counting left aside."""
    if at.lost != 0:
        return ROYAL_LOSS
    if end == 0:
        return CHECKMATE if is_in_check(at, at.turn) else NO_MOVE
    return GOES_ON


def _chosen(at: Position, end: i64, number: i64) -> i64:
    """The move that would have a number if all were sorted, found by parting them."""
    moves = at.moves
    low: i64 = 0
    high: i64 = end - 1
    while low < high:
        middle: i64 = moves[(low + high) // 2]
        left: i64 = low
        right: i64 = high
        while left <= right:
            while moves[left] < middle:
                left += 1
            while moves[right] > middle:
                right -= 1
            if left <= right:
                move: i64 = moves[left]
                moves[left] = moves[right]
                moves[right] = move
                left += 1
                right -= 1
        if number <= right:
            high = right
        elif number >= left:
            low = left
        else:
            break
    return moves[number]


def _repetition_key(at: Position, end: i64) -> i64:
    """The key by which positions are the same: en passant counts only where it can be played."""
    if at.passed >= 0:
        index: i64 = 0
        while index < end:
            if at.tables.manners[at.moves[index] >> 22] & TAKES != 0:
                return at.key
            index += 1
        return at.key ^ at.exposed_key
    return at.key


def is_material_insufficient(at: Position) -> bool:
    """Whether no sequence of moves can lead to mate, by the lawbook's material policy."""
    if at.policies.scanty >= 0:
        return holds(at, at.policies.scanty)
    tables = at.tables
    if len(tables.weights) == 0 or at.royal_counts[0] > 1 or at.royal_counts[1] > 1:
        return False
    singles: i64 = 0
    shades: i64 = 0
    color: i64 = 0
    while color < 2:
        place: i64 = color * at.size
        end: i64 = place + at.counts[color]
        while place < end:
            square: i64 = at.lists[place]
            weight: i64 = tables.weights[at.reaches[square] % tables.span // at.size]
            if weight == SUFFICIENT:
                return False
            if weight == SINGLE:
                singles += 1
            elif weight == BOUND:
                shades |= 1 << tables.shade[square]
            place += 1
        color += 1
    return singles + (shades & 1) + (shades >> 1) <= 1
