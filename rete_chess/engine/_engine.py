"""The engine: one game under a program, with legal moves, results and the way back."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rete_chess.compiler import Program, program_of
from rete_chess.compiler.profiles.stack import placement_of
from rete_chess.core import results, san, uci
from rete_chess.core.attacks import note_irregular
from rete_chess.core.board import Board
from rete_chess.core.fen import format_fen
from rete_chess.core.geometry import COLORS
from rete_chess.core.journal import new
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import has_ended
from rete_chess.costs import KEPT
from rete_chess.engine._between_moves import ProfilePart
from rete_chess.engine._game import Game
from rete_chess.engine._moves import LegalMove, describe_move, is_of_position
from rete_chess.engine._open_session import OpenSession
from rete_chess.engine._states import Departure, Origin, Position
from rete_chess.engine.chronicle import Chronicle
from rete_chess.engine.lookahead.imagined import WhatIf, what_if
from rete_chess.engine.matching.fact_keys import FactKeys
from rete_chess.engine.move.run import Run
from rete_chess.engine.move.trace import NO_TRACE, EffectChannel, Trace
from rete_chess.engine.outcomes import ruling, settled
from rete_chess.engine.records import Incident, MoveRecord
from rete_chess.engine.setup.fen_fields import join_fields, split_fields
from rete_chess.engine.setup.positions import note_losses, read_position
from rete_chess.engine.setup.profile_swap import apply_at_start
from rete_chess.engine.stream import DEFAULT_SEED, Stream, stream_of
from rete_chess.errors import BudgetError, GameError, MoveError, Problem
from rete_chess.facts.kept import keep
from rete_chess.facts.session import PresetState, Session
from rete_chess.metering import Budget, Meter, current_budget, metered, running

if TYPE_CHECKING:
    from rete_chess.engine.explain.explain import Explanation
    from rete_chess.engine.sight.view import View
    from rete_chess.engine.snapshots.past import Past


#: Makes a change between moves by its word and arguments, and writes it down.
Scribe = Callable[[str, Mapping[str, Any]], object]


class Engine(ProfilePart):
    """A game. Squares are names (`e4`) or numbers (a1 = 0), moves are UCI or SAN texts. What chance
    decides follows from the seed."""

    def __init__(
        self,
        program: Program | str | os.PathLike[str] = "chess",
        fen: str | None = None,
        network: str | None = None,
        *,
        chess960: bool = False,
        seed: int | str | Stream = DEFAULT_SEED,
        budget: Budget | None = None,
    ) -> None:
        meter = Meter(current_budget() if budget is None else budget)
        if not isinstance(program, Program):
            program = program_of(program, budget=meter.budget)
        with running(meter, meter.budget.move, "the start of the game"):
            self._start(program, fen, network, chess960, stream_of(seed))

    def _start(
        self, program: Program, fen: str | None, network: str | None, chess960: bool, stream: Stream
    ) -> None:
        """Set up the first position and look at it."""
        start, given = split_fields(program, program.start if fen is None else fen)
        #: What was dropped of the position that was given.
        self.start_warnings: tuple[Problem, ...] = ()
        self.board: Board
        self.board, self.start_warnings = read_position(program, start, fen is not None, chess960)
        self._game = Game(program, self.board, network, placement_of(start), stream)
        self._game.begin(given)
        note_losses(program, self.board)
        #: The position that was set up, from which the same game begins again.
        self.start_fen = join_fields(self._game.session, program, self._game.begun)
        self._game.warnings = apply_at_start(self._game)
        self._facts = FactKeys(self.board)
        self._records = self._game.records
        self._incidents: list[Incident] = []
        self._effects = EffectChannel()
        self._session = OpenSession(self)
        self._shown = None
        self._scribe: Scribe | None = None  # who writes down what is done between moves, if somebody does
        self._origin = Origin(program, fen, chess960, stream)
        self._past: Past | None = None  # of a game that was resumed, until somebody asks for it
        self._earlier: list[Departure] = []  # one for each move
        self._counts: dict[int, int] = {}
        self._tally = 0  # the sum of the keys of all positions that are counted
        self._enter()

    def _enter(self) -> None:
        """Find the legal moves of a position just reached, count it and judge it."""
        board, game = self.board, self._game
        if board.bonuses or game.program.continuous is not None:
            game.derive()  # for changes by hand; moves have derived already
        self.note_irregular()
        legal = sorted(legal_moves(board))
        if not legal and board.half_moves and not has_ended(board):
            # A turn of several half-moves ends early where no further one is possible. Here that
            # can be so only after a move that no rule hears, or after a change between moves.
            game.end_turn()
            self.note_irregular()
            legal = sorted(legal_moves(board))
        key = results.repetition_key(board, legal) ^ game.active_key
        if board.columns:
            board.meter.charge(KEPT * len(board.columns))
            key ^= self._facts.key()
        self._shown = None  # a hook may have asked in the middle
        self._position = new(Position, (key, legal, None, True))
        repetitions = self._counts.get(key, 0) + 1
        self._position = self._judged(repetitions)
        self._counts[key] = repetitions
        self._tally += key

    def note_irregular(self) -> None:
        """Look for a side that waits in check, unless all positions of the game follow from moves alone."""
        if self.board.referee is not None:
            return  # it looks at every move and needs no such note
        if self._incidents or self._game.active or not self._game.program.is_regular:
            note_irregular(self.board)

    def _judged(self, repetitions: int) -> Position:
        """The position with its result by what rules said, the ends of documents, the loss of a royal piece
        and the defaults, as far as these hold."""
        position = self._position
        found, defaults = ruling(self._game)
        if found is not None:
            return position._replace(result=found)
        result = results.judge(self.board, position.legal, repetitions, defaults)
        program = self._game.program
        has_draws = (defaults == results.BOTH or program.has_claims) and not program.settled
        if program.settled:
            result = settled(program, self.board, result)
        if result is None and has_draws:
            return position
        return new(Position, (position.key, position.legal, result, has_draws))

    # -- looking -------------------------------------------------------------------------------

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
    def digest(self) -> str:
        """A digest of all that decides how the game goes on, the same in every process and on every network.

        Beside facts it covers the rules, presets and profiles in force, those that wait, the result, and how
        often positions have come up. `MoveRecord.digest` is that of the game right after a move.
        """
        from rete_chess.engine.digest import state_of  # late: most games are played without a question

        return state_of(self).digest()

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

    def claims(self) -> list[str]:
        """The draws that the side to move may claim."""
        may_claim = self.result is None and self._position.has_draws
        return results.claims(self.board, self._counts[self.position_key]) if may_claim else []

    def san(self, move: str) -> str:
        """A legal move in algebraic notation; without its sign, where that costs more than a call may."""
        try:
            return self._san(move, is_bare=False)
        except BudgetError:
            return self._san(move, is_bare=True)

    @metered("the text of the move")
    def _san(self, move: str, is_bare: bool) -> str:
        return san.format_san(self.board, self.find(move), self._legal, is_bare=is_bare)

    def sans(self, moves: Sequence[LegalMove] | None = None, *, foresees: bool = True) -> list[str]:
        """All legal moves, or some, in algebraic notation, in their order; none once the game is over.
        Without foresight the board alone tells which give check; none are marked if that costs too much."""
        chosen = None if moves is None else [move.code for move in moves]
        try:
            return self._sans(chosen, foresees, is_bare=False)
        except BudgetError:
            return self._sans(chosen, foresees, is_bare=True)

    @metered("to tell the moves")
    def _sans(self, chosen: list[int] | None, foresees: bool, is_bare: bool) -> list[str]:
        if self.result is not None:
            return []
        return san.format_all(self.board, self._legal, chosen, foresees=foresees, is_bare=is_bare)

    def _repr_svg_(self) -> str:
        """The position as notebooks show it."""
        from rete_chess.drawing import board_svg  # late: no game but one that is looked at draws
        from rete_chess.engine.records import marks_of

        return board_svg(self.board, marks_of(self))

    # -- playing -------------------------------------------------------------------------------

    def apply(self, move: str) -> MoveRecord:
        """Play a move, given as a legal move or as text, and return its record."""
        meter = self.board.meter
        if meter.is_running:
            return self._apply(move)
        if self._game.program.is_bounded and not self._game.ears:
            meter.spent = 0
            return self._apply(move)
        try:
            meter.begin(meter.budget.move, "the move")
            return self._apply(move)
        finally:
            meter.end()

    def _apply(self, move: str) -> MoveRecord:
        if self._game.run is not None:
            self._demand_rest()
        board, position = self.board, self._position
        if position.result is not None:
            raise GameError("E_GAME_OVER", f"the game is over: {position.result}", found=str(move)[:64])
        if isinstance(move, LegalMove) and (
            self._is_shown(move) or (is_of_position(move, board) and move.code in position.legal)
        ):
            legal_move, code = move, move.code
        else:
            code = self._demand(move)
            legal_move = describe_move(board, code, position.legal)
        mover = board.turn
        run = self._play(code)
        if run is None:
            trace = NO_TRACE
        elif isinstance(run, Trace):
            trace = run
        else:
            if "describe" in run.program.rules_at:
                self._describe(run, COLORS[mover], legal_move)
            trace = run.trace
        flipped = board.turn != mover or not board.half_moves
        chronicle = Chronicle(self, self._earlier[-1].length, len(board.journal))
        result = self._position.result
        record = new(
            MoveRecord, (len(self._records), legal_move, COLORS[mover], flipped, result, trace, chronicle)
        )
        self._records.append(record)
        if trace.shown and self._effects.watchers and not self._game.is_imagining:
            self._effects.send(trace.shown)
        return record

    def _play(self, code: int) -> Run | Trace | None:
        """Play a legal move without a record."""
        board = self.board
        if self._shown is not None:
            self._keep_shown()
        self._earlier.append(new(Departure, (self._position, len(board.journal), board.irregular_at)))
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
        self._return_to(self._earlier.pop())

    def _return_to(self, departure: Departure) -> None:
        """Go back to a position that was left."""
        if self._shown is not None:
            self._keep_shown()
        self._position, length, irregular_at = departure
        self._facts.expect_rollback(length)
        self._game.rollback(length)
        self.board.irregular_at = irregular_at

    @metered("the explanation")
    def explain(self, move: str) -> Explanation:
        """Why a move is legal or not: which rule, policy or fact decides, and where it is written."""
        from rete_chess.engine.explain.explain import explain  # late: most games are played without one

        self._keep_shown()  # moves are tried on the board
        return explain(self, move)

    @metered("the view")
    def view(self, side: str | None) -> View:
        """All that a side knows of the game, or a spectator, for None."""
        from rete_chess.engine.sight.view import view_of  # late: few games hide anything

        return view_of(self, side)

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
        if not self._earlier:
            self._recall()
        last = self._records[-1]
        if last.chronicle is not None and last.chronicle.engine is self:
            last.chronicle.keep(last)
        self._unplay()
        while self._incidents and self._incidents[-1].after == len(self._records):
            self._incidents.pop()
        return self._records.pop()

    @property
    def is_bare(self) -> bool:
        """Whether moves of the core, and nothing else, have led here: each has left one entry of its own.

        Of other moves, acts alone may leave as little.
        """
        is_whole = self._past is None and self.board.referee is None and not self.board.book.acts
        return is_whole and len(self.board.journal) == len(self._records)

    def _recall(self) -> None:
        """Go on with the past of a game that was resumed, so that there is a way back into it."""
        if self._past is not None:
            from rete_chess.engine.snapshots.past import join  # late: few games are resumed

            join(self, self._past)
            self._past = None

    @metered("the question")
    def what_if(self, move: str, *further: str) -> WhatIf:
        """What a move would come to, or several in a row, rules and all. The game stays as it is."""
        return what_if(self, (move, *further))

    def clone(self) -> Engine:
        """A second game in the same state, with the same way back; the same listeners hear it."""
        from rete_chess.engine.copies import cloned  # late: most games are played alone

        return cloned(self)

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Engine:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """A game goes through pickle as plain data, see `Match.snapshot`; whoever watches its effects stays
        behind, and a game that listeners hear is refused."""
        from rete_chess.engine.snapshots.resuming import resume_engine  # late: few games travel
        from rete_chess.engine.snapshots.taking import tell_engine

        self._demand_no_listeners()
        return resume_engine, (tell_engine(self), self.network, (), self.budget)
