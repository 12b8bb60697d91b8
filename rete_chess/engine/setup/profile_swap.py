"""Profiles in the course of a game: one stack waits for the turn to end, the last one that was asked for.

It is put in force at the head of the stage turn-start, if the turn has really passed, and judged against
the position then. What comes of it stands in the record of the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rete_chess.core.attacks import note_irregular
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import Result, has_ended
from rete_chess.engine.setup._profile_check import demand, findings, movable_sides, movable_without
from rete_chess.errors import Problem, ReteChessError, problems_in

if TYPE_CHECKING:
    from rete_chess.documents import Document
    from rete_chess.engine._game import Game
    from rete_chess.engine.move.run import Run


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
    game = run.game
    length = len(run.board.journal)
    try:
        warnings = _put(run, profiles)
    finally:
        game.rollback(length)
        run.take_program()
    game.wait(profiles)
    run.new_event("profiles", kind=" ".join(_ids(profiles)) or "none")
    return warnings


def judge(run: Run, profiles: tuple[Document, ...]) -> tuple[Problem, ...]:
    """All that would be found if profiles were put in force now; everything stays as it is."""
    length = len(run.board.journal)
    try:
        return _put(run, profiles)
    except ReteChessError as error:
        return problems_in(error)
    finally:
        run.game.rollback(length)
        run.take_program()


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
    ids = _ids(profiles)
    if is_over:
        run.trace.swap = Swap(ids, "E_GAME_OVER", "the game ended before the profiles were put in force")
    else:
        length = len(run.board.journal)
        try:
            run.trace.swap = Swap(ids, problems=_put(run, profiles))
        except ReteChessError as error:
            game.rollback(length)
            run.take_program()
            run.trace.swap = Swap(ids, error.code, error.message, problems_in(error))
    run.new_event("profiles", kind=" ".join(ids) or "none", tag=run.trace.swap.code or None)
    listed = ", ".join(ids) or "none"
    made = run.trace.swap
    run.trace.texts.append(f"profiles: {listed}" if made.happened else f"profiles stay: {made.message}")


def _put(run: Run, profiles: tuple[Document, ...]) -> tuple[Problem, ...]:
    """Put profiles in force, or raise; the warnings about them."""
    movable = movable_sides(run.game)
    run.game.set_profiles(profiles, run)
    found = findings(run.game, movable)
    demand(found, _ids(profiles))
    return found


def _ids(profiles: tuple[Document, ...]) -> tuple[str, ...]:
    return tuple(profile.model.id for profile in profiles)  # type: ignore[attr-defined]


def _is_over(run: Run) -> bool:
    """Whether the game has ended by what happened before the swap."""
    game, board = run.game, run.board
    if run.result is not None or game.verdict is not None or has_ended(board):
        return True
    if any(isinstance(end.judge(board), Result) for end in run.program.ends):
        return True
    note_irregular(board)
    return not legal_moves(board)


def apply_at_start(game: Game) -> tuple[Problem, ...]:
    """Judge the profiles that a game begins with; the warnings about them."""
    if not game.program.stack.profiles:
        return ()
    found = findings(game, movable_without(game))
    demand(found, game.program.stack.ids)
    return found
