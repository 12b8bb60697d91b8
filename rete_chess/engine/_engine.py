"""The engine: one game under a program, with legal moves, results and the way back."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rete_chess.compiler import Program, program_of
from rete_chess.core import results, san, uci
from rete_chess.core.attacks import is_in_check, note_irregular
from rete_chess.core.board import Board
from rete_chess.core.fen import format_fen, parse_fen
from rete_chess.core.geometry import COLORS
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import Result, has_ended
from rete_chess.engine._between_moves import ProfilePart
from rete_chess.engine._game import Game
from rete_chess.engine._moves import LegalMove, MoveList, describe_move, is_of_position
from rete_chess.engine._open_session import OpenSession
from rete_chess.engine._states import Departure, Position
from rete_chess.engine.chronicle import Chronicle
from rete_chess.engine.lookahead.imagined import WhatIf, what_if
from rete_chess.engine.matching.feed import FactKeys
from rete_chess.engine.move.listeners import Ear, Listener, ears_of
from rete_chess.engine.move.run import Run
from rete_chess.engine.move.trace import NO_TRACE, EffectChannel
from rete_chess.engine.records import Incident, MoveRecord, Piece
from rete_chess.engine.setup.fen_fields import join_fields, split_fields
from rete_chess.engine.setup.profile_swap import apply_at_start
from rete_chess.errors import BoardError, GameError, MoveError
from rete_chess.facts.kept import keep
from rete_chess.facts.session import PresetState, Session

if TYPE_CHECKING:
    from rete_chess.engine.explain.explain import Explanation


#: Makes a change between moves by its word and arguments, and writes it down.
Scribe = Callable[[str, Mapping[str, Any]], object]


class Engine(ProfilePart):
    """A game. Squares are names (`e4`) or numbers (a1 = 0), moves are UCI or SAN texts."""

    def __init__(
        self,
        program: Program | str | os.PathLike[str] = "chess",
        fen: str | None = None,
        network: str | None = None,
        *,
        chess960: bool = False,
    ) -> None:
        program = program if isinstance(program, Program) else program_of(program)
        start, given = split_fields(program, program.start if fen is None else fen)
        self.board: Board = parse_fen(program.book, start, chess960)
        self._game = Game(program, self.board, network)
        self._game.begin(given)
        self._game.warnings = apply_at_start(self._game)
        self._facts = FactKeys(self.board)
        self._records = self._game.records
        self._incidents: list[Incident] = []
        self._effects = EffectChannel()
        self._session = OpenSession(self)
        self._scribe: Scribe | None = None  # who writes down what is done between moves, if somebody does
        self._earlier: list[Departure] = []  # one for each move
        self._counts: dict[int, int] = {}
        self._enter()

    def _enter(self) -> None:
        """Find the legal moves of a position just reached, count it and judge it."""
        board, game = self.board, self._game
        game.derive()  # for changes by hand; moves have derived already
        self._note_irregular()
        legal = sorted(legal_moves(board))
        if not legal and board.half_moves and not has_ended(board):
            # A turn of several half-moves ends early where no further one is possible. Here that
            # can be so only after a move that no rule hears, or after a change between moves.
            game.end_turn()
            self._note_irregular()
            legal = sorted(legal_moves(board))
        key = results.repetition_key(board, legal) ^ game.active_key
        if board.columns:
            key ^= self._facts.key()
        self._position = Position(key, legal)
        repetitions = self._counts.get(key, 0) + 1
        self._position = self._judged(repetitions)
        self._counts[key] = repetitions

    def _note_irregular(self) -> None:
        """Look for a side that waits in check, unless all positions of the game follow from moves alone."""
        if self.board.referee is not None:
            return  # it looks at every move and needs no such note
        if self._incidents or self._game.active or not self._game.program.is_regular:
            note_irregular(self.board)

    def _judged(self, repetitions: int) -> Position:
        """The position with its result by what rules said, the ends of documents, the loss of a royal piece
        and the defaults, as far as these hold."""
        program, verdict, position = self._game.program, self._game.verdict, self._position
        if verdict is not None:
            return position._replace(result=verdict)
        defaults = program.defaults
        for end in program.ends:
            found = end.judge(self.board)
            if isinstance(found, Result):
                return position._replace(result=found)
            if found is not None:
                defaults = found.left_of(defaults)
        result = results.judge(self.board, position.legal, repetitions, defaults)
        has_draws = defaults == results.BOTH or program.has_claims
        return position if result is None and has_draws else Position(*position[:2], result, has_draws)

    # -- looking -------------------------------------------------------------------------------

    @property
    def program(self) -> Program:
        """The program in force; presets that end or begin change it."""
        return self._game.program

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

    @property
    def session(self) -> Session:
        """All facts of the game. What is written between moves takes effect at once, see `set_fact`."""
        return self._session

    def _write(self, entity: int, attribute: str, value: Any) -> None:
        """Write a fact, or take it away: as a part of the move in the making, else between moves."""
        session = self._game.session
        if self._game.run is not None:
            if value is None:
                session.retract(entity, attribute)
            else:
                session.insert(entity, attribute, value)
        elif self._scribe is not None:
            kept = None if value is None else keep(value)
            self._scribe("fact", {"entity": entity, "attribute": attribute, "value": kept})
        else:
            self.set_fact(entity, attribute, value)

    def state_hash(self) -> str:
        """A digest of all facts, the same in every process."""
        return self.session.state_hash()

    @property
    def effective_piece_attrs(self) -> tuple[str, ...]:
        """The attributes that a piece may hold now."""
        return self.program.vocabulary.piece_attributes()

    def preset_state(self, preset: str) -> PresetState:
        """The state of an active preset."""
        return PresetState(self.session, preset)

    def fen(self) -> str:
        """The position as a FEN record."""
        return join_fields(self.session, self.program, format_fen(self.board))

    def piece_at(self, square: str | int) -> Piece | None:
        """The piece on a square, if there is one."""
        number = self.square(square)
        cell = self.board.cells[number]
        reach = self.board.pieces[cell & 1].get(number)
        if reach is None:
            return None
        kind = self.board.book.types[reach.type_index]
        return Piece(self.board.entities[number], kind, COLORS[reach.color], number)

    def square(self, square: str | int) -> int:
        """The number of a square that is given by name or number."""
        geometry = self.board.book.geometry
        if isinstance(square, str):
            return geometry.parse_square(square)
        if not 0 <= square < geometry.size:
            raise BoardError("E_SQUARE", "no such square", found=square, expected=f"0 to {geometry.size - 1}")
        return square

    def legal_moves(self) -> MoveList:
        """The legal moves; none once the game is over."""
        return MoveList(self.board, self._legal if self.result is None else [])

    def claims(self) -> list[str]:
        """The draws that the side to move may claim."""
        may_claim = self.result is None and self._position.has_draws
        return results.claims(self.board, self._counts[self.position_key]) if may_claim else []

    def san(self, move: str) -> str:
        """A legal move in algebraic notation."""
        return san.format_san(self.board, self.find(move), self._legal)

    def add_listener(self, listener: Listener) -> None:
        """Let a Python listener hear the events of this game from now on."""
        self._take_ears(ears_of(self._game.ears, listener))

    def remove_listener(self, listener: Listener) -> None:
        """Let a Python listener hear nothing more of this game."""
        left = tuple(ear for ear in self._game.ears if ear.listener is not listener)
        if len(left) == len(self._game.ears):
            raise GameError("E_REQUEST", "this listener does not listen", found=listener)
        self._take_ears(left)

    def _take_ears(self, ears: tuple[Ear, ...]) -> None:
        """Go on with other listeners; if legality asks them, the position is looked at anew."""
        self._demand_rest()
        judges = self._game.judges
        self._game.take_ears(ears)
        if judges != self._game.judges:
            self._uncount()
            self._enter()

    def _repr_svg_(self) -> str:
        """The position as notebooks show it."""
        from rete_chess.drawing import board_svg  # late: no game but one that is looked at draws
        from rete_chess.engine.records import marks_of

        return board_svg(self.board, marks_of(self))

    # -- playing -------------------------------------------------------------------------------

    def apply(self, move: str) -> MoveRecord:
        """Play a move, given as a legal move or as text, and return its record."""
        if self._game.run is not None:
            self._demand_rest()
        if self.result is not None:
            raise GameError("E_GAME_OVER", f"the game is over: {self.result}", found=str(move)[:64])
        code = self._demand(move)
        board = self.board
        if isinstance(move, LegalMove) and move.code == code and is_of_position(move, board):
            legal_move = move
        else:
            legal_move = describe_move(board, code, self._legal)
        mover = board.turn
        run = self._play(code)
        if run is not None and "describe" in run.program.rules_at:
            self._describe(run, COLORS[mover], legal_move)
        flipped = board.turn != mover or not board.half_moves
        trace = run.trace if run else NO_TRACE
        chronicle = Chronicle(self, self._earlier[-1].length, len(board.journal))
        record = MoveRecord(
            len(self._records), legal_move, COLORS[mover], flipped, self.result, trace, chronicle
        )
        self._records.append(record)
        if trace.shown and self._effects.watchers and not self._game.is_imagining:
            self._effects.send(trace.shown)
        return record

    def _play(self, code: int) -> Run | None:
        """Play a legal move without a record."""
        self._earlier.append(Departure(self._position, len(self.board.journal)))
        try:
            run = self._game.play(code)
            self._enter()
        except BaseException:
            self._leave()
            raise
        return run

    def _describe(self, run: Run, mover: str, move: LegalMove) -> None:
        """Let hooks say what they have to say about a move; if they fail, it was not played."""
        try:
            run.outcome = self.result
            run.hear("describe", run.new_event("describe", side=mover, piece=move.piece_id))
        except BaseException:
            self._unplay()
            raise

    def _unplay(self) -> None:
        """Take back the last move without a look at the records."""
        self._uncount()
        self._leave()

    def _leave(self) -> None:
        """Go back to the position before the last move."""
        self._position, length = self._earlier.pop()
        self._facts.follower.expect_rollback(length)
        self._game.rollback(length)
        self._note_irregular()

    def explain(self, move: str) -> Explanation:
        """Why a move is legal or not: which rule, policy or fact decides, and where it is written."""
        from rete_chess.engine.explain.explain import (
            explain,
        )  # late: most games are played without a question

        return explain(self, move)

    def _demand(self, move: str) -> int:
        """The integer of a legal move, or an error that says why the move is not legal."""
        try:
            return self.find(move)
        except MoveError as error:
            if error.code != "E_MOVE_ILLEGAL":
                raise
            reason = self.explain(move).reason
            where = f" ({reason.rule}, {reason.origin})" if reason.origin else ""
            raise MoveError(
                error.code, f"{reason.message}{where}", found=str(move), expected=error.expected
            ) from None

    def find(self, move: str) -> int:
        """The integer of a legal move, given as a legal move or as text."""
        if isinstance(move, LegalMove) and move.book == self.board.book.number and move.code in self._legal:
            return move.code
        if uci.is_uci(move):
            return uci.parse_uci(self.board, move, self._legal)
        return san.parse_san(self.board, move, self._legal)

    def undo(self) -> MoveRecord:
        """Take back the last move, with all that happened after it, and return its record.

        What happened before the first move is part of the start and stays.
        """
        self._demand_rest()
        if not self._records:
            raise GameError("E_NOTHING_TO_UNDO", "no move has been played")
        last = self._records[-1]
        if last.chronicle is not None:
            last.chronicle.keep(last)
        self._unplay()
        while self._incidents and self._incidents[-1].after == len(self._records):
            self._incidents.pop()
        return self._records.pop()

    def what_if(self, move: str, *further: str) -> WhatIf:
        """What a move would come to, or several in a row, rules and all. The game stays as it is."""
        return what_if(self, (move, *further))

    def clone(self) -> Engine:
        """A second game in the same state, with the same way back."""
        other = Engine.__new__(Engine)
        other.board = self.board.copy()
        other.board.journal = self.board.journal.copy()
        other.board.irregular_at = self.board.irregular_at
        other._game = self._game.copy(other.board)
        other._facts = FactKeys(other.board)
        other._session = OpenSession(other)
        other._scribe = None
        other._records = other._game.records
        other._records += self._records
        other._incidents = self._incidents.copy()
        other._effects = EffectChannel()
        other._earlier = self._earlier.copy()
        other._counts = self._counts.copy()
        other._position = self._position
        return other
