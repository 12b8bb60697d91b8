"""What is noted of a game while it is played: moves, choices, leads, material, squares, rules that fire."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from rete_chess.balance.plan import Data
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result
from rete_chess.engine import Engine
from rete_chess.match import Match
from rete_chess.match.players import evaluate

#: Leads are told up to this, in hundredths of a pawn.
MOST: Final = 3000
#: What stands behind the type of a piece in hand.
HELD: Final = " in hand"
ADJUDICATED: Final = "adjudication"


class Observer:
    """A match, its moves played through here, and the notes about them."""

    def __init__(self, match: Match, adjudication: list[int] | None = None) -> None:
        self.match = match
        self._adjudication = adjudication
        self._leads: list[int] = []  # of White, after each half-move
        self._choices: list[int] = []
        self._squares: Counter[str] = Counter()
        self._fired: Counter[str] = Counter()
        self._lost = 0
        self._balance = balance_of(match.engine.board)
        self._pieces = _count(match.engine.board)
        self._material: list[list[Any]] = [[0, name, value] for name, value in sorted(self._balance.items())]

    def play(self, move: str) -> None:
        """Play a move, and note what it did."""
        match, engine = self.match, self.match.engine
        self._choices.append(len(engine.legal_moves()))
        record = match.play(move)
        self._fired.update(firing.rule for firing in record.trace.firings)
        if engine.program.continuous is not None:
            self._fired.update(set(engine.session.contributors()))
        if record.move.to_square is not None:
            self._squares[engine.board.book.geometry.names[record.move.to_square]] += 1
        self._note_material(engine.board)
        self._leads.append(lead_of(engine) if not match.is_over else self._last)

    @property
    def _last(self) -> int:
        return self._leads[-1] if self._leads else 0

    def _note_material(self, board: Board) -> None:
        balance, pieces = balance_of(board), _count(board)
        self._lost += max(0, self._pieces - pieces)
        if balance != self._balance:
            ply = len(self._choices)
            for name in sorted(balance.keys() | self._balance.keys()):
                if balance[name] != self._balance[name]:
                    self._material.append([ply, name, balance[name]])
        self._balance, self._pieces = balance, pieces

    def given(self) -> Result | None:
        """The game as it is given to a side that has led by so much for so long; None: it goes on."""
        if self._adjudication is None or self.match.is_over:
            return None
        lead, plies = self._adjudication
        last = self._leads[-plies:]
        if len(last) == plies:
            for color, sign in ((0, 1), (1, -1)):
                if all(sign * value >= lead for value in last):
                    return Result("win", COLORS[color], ADJUDICATED)
        return None

    def told(self, given: Result | None = None) -> Data:
        """All notes, with the result or what the game was given to; null: it was left unfinished."""
        result = given or self.match.result
        return {
            "moves": [str(record.move) for record in self.match.engine.move_log],
            "result": None if result is None else result._asdict(),
            "choices": round(sum(self._choices) / max(1, len(self._choices)), 2),
            "leads": self._leads,
            "captures": self._lost,
            "material": self._material,
            "squares": dict(sorted(self._squares.items())),
            "firings": dict(sorted(self._fired.items())),
        }


def lead_of(engine: Engine) -> int:
    """By how much White leads, in hundredths of a pawn, before any move is looked at."""
    value = evaluate(engine)
    return max(-MOST, min(MOST, value if engine.turn == COLORS[0] else -value))


def balance_of(board: Board) -> Counter[str]:
    """For each type, how many pieces more White has than Black, those in hand apart."""
    found: Counter[str] = Counter()
    types = board.book.types
    for sign, pieces in ((1, board.pieces[0]), (-1, board.pieces[1])):
        for reach in pieces.values():
            if not reach.is_royal:
                found[types[reach.type_index]] += sign
    if board.hands is not None:
        for sign, counts in ((1, board.hands[0]), (-1, board.hands[1])):
            for index, count in enumerate(counts):
                if count:
                    found[types[index] + HELD] += sign * count
    return Counter({name: value for name, value in found.items() if value})


def _count(board: Board) -> int:
    """All pieces on the board and in hand."""
    held = 0 if board.hands is None else sum(map(sum, board.hands))
    return len(board.pieces[0]) + len(board.pieces[1]) + held
