"""The part of an engine that is looked at: what holds in the position that the game has reached."""

from __future__ import annotations

from abc import ABC
from weakref import ref

from rete_chess.compiler import Program
from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.core.results import Result
from rete_chess.engine._game import Game
from rete_chess.engine._moves import LegalMove, MoveList
from rete_chess.engine._states import Position
from rete_chess.engine.records import MoveRecord, Piece
from rete_chess.engine.stream import Dice
from rete_chess.errors import BoardError
from rete_chess.metering import Budget, Cost


class Looking(ABC):
    """The questions to a game that its position answers; the engine holds the state."""

    board: Board
    _game: Game
    _records: list[MoveRecord]
    _counts: dict[int, int]
    _position: Position
    _shown: ref[MoveList] | None  # the list of the legal moves, if somebody asked

    @property
    def program(self) -> Program:
        """The program in force; presets that end or begin change it."""
        return self._game.program

    @property
    def budget(self) -> Budget:
        """What each call on this game may cost."""
        return self.board.meter.budget

    @property
    def cost(self) -> Cost:
        """What the last call on this game has cost, and who spent most of it."""
        return self.board.meter.cost

    @property
    def network(self) -> str | None:
        """The network that was asked for; None: the default."""
        return self._game.network_kind

    @property
    def _legal(self) -> list[int]:
        """The legal moves of the position as integers, sorted, even if the game is over."""
        return self._position.legal

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self._position.result

    def legal_moves(self) -> MoveList:
        """The legal moves; none once the game is over."""
        position = self._position
        moves = None if self._shown is None else self._shown()
        if moves is None:
            moves = MoveList(self.board, position.legal if position.result is None else [])
            if self._game.run is None:
                self._shown = ref(moves)
            else:
                moves.keep()  # the board changes any moment
        return moves

    def _keep_shown(self) -> None:
        """Let the list of moves that somebody still has stay true when the board changes."""
        moves = None if self._shown is None else self._shown()
        if moves is not None:
            moves.keep()
        self._shown = None

    def _is_shown(self, move: LegalMove) -> bool:
        """Whether a move was shown as one of this position; then it is described now, before it is played."""
        moves = None if self._shown is None else self._shown()
        return moves is not None and moves.has(move) and move.told is not None

    @property
    def dice(self) -> Dice:
        """What chance decides by: the seed, and how much was drawn."""
        return self._game.dice

    @property
    def turn(self) -> str:
        """The colour to move."""
        return COLORS[self.board.turn]

    @property
    def in_check(self) -> bool:
        """Whether a royal piece of the side to move is attacked."""
        return is_in_check(self.board, self.board.turn)

    @property
    def move_log(self) -> tuple[MoveRecord, ...]:
        """The moves played so far."""
        return tuple(self._records)

    @property
    def position_key(self) -> int:
        """A number for the position without its history: equal positions have equal keys."""
        return self._position.key

    @property
    def position_counts(self) -> dict[int, int]:
        """How often each position has come up, by its key."""
        return self._counts.copy()

    def piece_at(self, square: str | int) -> Piece | None:
        """The piece on a square, if there is one."""
        number = self.square(square)
        reach = self.board.reach_on(number)
        if reach is None:
            return None
        kind = self.board.book.types[reach.type_index]
        return Piece(self.board.entities[number], kind, OWNERS[reach.color], number)

    def square(self, square: str | int) -> int:
        """The number of a square that is given by name or number."""
        geometry = self.board.book.geometry
        if isinstance(square, str):
            return geometry.parse_square(square)
        if not isinstance(square, int) or not 0 <= square < geometry.size:
            raise BoardError("E_SQUARE", "no such square", found=square, expected=f"0 to {geometry.size - 1}")
        return square
