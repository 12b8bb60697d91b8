"""Profiles in the course of a game: one stack waits for the turn to end, the last one that was asked for.

It is put in force at the head of the stage turn-start, if the turn has really passed, and judged against
the position then. What comes of it stands in the record of the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rete_chess import compiler
from rete_chess.core.attacks import note_irregular
from rete_chess.core.derived import change_book
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import Result, has_ended
from rete_chess.engine._states import ProgramChange
from rete_chess.engine.derived.carrying import carry_all
from rete_chess.engine.derived.ceilings import earned_kinds, release, whole
from rete_chess.engine.derived.derive import derive, let_die
from rete_chess.engine.move.run import Run
from rete_chess.engine.setup._profile_check import demand, findings, movable_sides, movable_without
from rete_chess.engine.setup.newcomers import kept
from rete_chess.engine.setup.reconciliation import forget
from rete_chess.errors import Problem, ReteChessError, profile_problems_in

if TYPE_CHECKING:
    from rete_chess.documents import Document
    from rete_chess.engine._game import Game


class Swap(NamedTuple):
    """A change of the profiles in force: what was asked for, and the code of why it did not happen."""

    profiles: tuple[str, ...]
    code: str = ""
    message: str = ""
    problems: tuple[Problem, ...] = ()  # all that was found, errors and warnings

    @property
    def happened(self) -> bool:
        """Whether the profiles are in force now."""
        return not self.code

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings among the problems."""
        return tuple(problem for problem in self.problems if problem.severity == "warning")


def queue(run: Run, profiles: tuple[Document, ...]) -> tuple[Problem, ...]:
    """Let profiles wait; those that could not be put in force now are refused at once."""
    warnings = _imagine(run, profiles)
    run.game.wait(profiles)
    run.new_event("profiles", kind=" ".join(ids_of(profiles)) or "none")
    return warnings


def judge(run: Run, profiles: tuple[Document, ...]) -> tuple[Problem, ...]:
    """All that would be found if profiles were put in force now; everything stays as it is."""
    try:
        return _imagine(run, profiles)
    except ReteChessError as error:
        return profile_problems_in(error)


def withdraw(run: Run) -> None:
    """Let the profiles that wait wait no longer."""
    run.game.wait(None)
    run.new_event("profiles", kind="withdrawn")


def swap(run: Run, profiles: tuple[Document, ...], has_flipped: bool) -> None:
    """Put the profiles that wait in force, now that the turn has passed; or say why not."""
    game = run.game
    is_over = _is_over(run)
    if not has_flipped and not is_over:
        return
    game.wait(None)
    ids = ids_of(profiles)
    if is_over:
        run.trace.swap = Swap(ids, "E_GAME_OVER", "the game ended before the profiles were put in force")
    else:
        try:
            run.trace.swap = Swap(ids, problems=_imagine(run, profiles))
        except ReteChessError as error:
            run.trace.swap = Swap(ids, error.code, error.message, profile_problems_in(error))
        else:
            put_in_force(game, profiles, run)
            game.warn(run.trace.swap.warnings)
    run.new_event("profiles", kind=" ".join(ids) or "none", tag=run.trace.swap.code or None)
    listed = ", ".join(ids) or "none"
    made = run.trace.swap
    run.trace.texts.append(f"profiles: {listed}" if made.happened else f"profiles stay: {made.message}")


def _imagine(run: Run, profiles: tuple[Document, ...]) -> tuple[Problem, ...]:
    """The warnings about profiles, or an error, once they are in force and all that follows from it has
    happened; everything stays as it is, and nobody outside hears of it."""
    game, length = run.game, len(run.board.journal)
    outer, trial = game.run, Run(game, is_imagined=True)
    trial.stage, game.run = run.stage, trial
    try:
        movable = movable_sides(game)
        put_in_force(game, profiles, trial)
        found = findings(game, movable)
        demand(found, ids_of(profiles))
    finally:
        game.rollback(length)
        game.run = outer
        run.take_program()
    return found


def ids_of(profiles: Sequence[Document]) -> tuple[str, ...]:
    """The ids of profiles, in order."""
    return tuple(profile.model.id for profile in profiles)  # type: ignore[attr-defined]


def _is_over(run: Run) -> bool:
    """Whether the game has ended by what happened before the swap."""
    game, board = run.game, run.board
    if run.result is not None or game.verdict is not None or has_ended(board):
        return True
    if any(isinstance(end.judge(board), Result) for end in run.program.ends):
        return True
    note_irregular(board)
    can_move = bool(legal_moves(board))
    run.follow_program()
    return not can_move


def apply_at_start(game: Game) -> tuple[Problem, ...]:
    """Judge the profiles that a game begins with; the warnings about them."""
    if not game.program.stack.profiles:
        return ()
    found = findings(game, movable_without(game))
    demand(found, game.program.stack.ids)
    return found


def put_in_force(game: Game, profiles: Sequence[Document], run: Run) -> None:
    """Go on with other profiles in force: facts that only the old ones gave go, nothing is healed."""
    changed = compiler.with_profiles(game.program, game.active, profiles, earned_kinds(game))
    program = kept(game, changed, game.active)
    if program.hash == game.program.hash:
        return
    before, unhurt = game.program, whole(game)
    game.board.journal.append(ProgramChange(before))
    game.take_program(program)
    carry_all(game, before)
    forget(game.board, before.vocabulary.attributes.keys() - program.vocabulary.attributes.keys())
    change_book(game.board, program.book)
    contributed = derive(game, is_new=True)
    release(game, unhurt)
    run.take_program()
    game.know_brought(profiles)
    let_die(run, contributed)
