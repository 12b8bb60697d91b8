"""Presets and profiles that come into force together: each is judged beside the other, and both are in force
or neither is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.engine.setup._profile_check import demand, findings, movable_sides
from rete_chess.engine.setup.active_set import ActiveSet, change
from rete_chess.engine.setup.profile_swap import ids_of, put_in_force
from rete_chess.errors import BudgetError, Problem, ReteChessError

if TYPE_CHECKING:
    from rete_chess.documents import Document
    from rete_chess.engine.move.run import Run


def put_together(run: Run, presets: ActiveSet, profiles: tuple[Document, ...]) -> tuple[Problem, ...]:
    """Put presets and profiles in force and no others, and return the warnings about the profiles.

    Profiles that wait wait no longer. Whoever asks takes everything back after an error.
    """
    game = run.game
    movable = movable_sides(game)
    _change(run, presets, profiles)
    found = findings(game, movable)
    ids = ids_of(profiles)
    demand(found, ids)
    game.warn(tuple(problem for problem in found if problem.severity == "warning"))
    if game.pending is not None:
        game.wait(None)
    run.new_event("profiles", kind=" ".join(ids) or "none")
    run.trace.texts.append(f"profiles: {', '.join(ids) or 'none'}")
    return found


def _change(run: Run, presets: ActiveSet, profiles: tuple[Document, ...]) -> None:
    try:
        change(run, presets)
    except BudgetError:
        raise
    except ReteChessError:  # refused before anything has changed: the profiles in force may need what ends
        _leave(run, profiles)
        change(run, presets)
    put_in_force(run.game, profiles, run)


def _leave(run: Run, profiles: tuple[Document, ...]) -> None:
    """Let the profiles in force go before presets do: for the new ones, or for none where those need more."""
    try:
        put_in_force(run.game, profiles, run)
    except BudgetError:
        raise
    except ReteChessError:
        put_in_force(run.game, (), run)
