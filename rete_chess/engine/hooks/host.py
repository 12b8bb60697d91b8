"""The Python presets of one game outside of its stages: they begin, they end, they judge positions.

Every game has a host, and few have hooks: what only these need is imported where they are asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result
from rete_chess.engine.hooks._engine import HookEngine, ask_quietly
from rete_chess.engine.move.run import Run
from rete_chess.engine.move.trace import Firing, changes_since

if TYPE_CHECKING:
    from rete_chess.core.board import Board
    from rete_chess.engine._game import Game
    from rete_chess.engine.hooks.referee import HookReferee
    from rete_chess.presets.hooked import HookedPreset


class HookHost:
    """What a game keeps for its hooks."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.is_looking = False  # whether moves are tried to see whether they are legal
        self.is_asking = False  # whether a hook is asked about moves

    def referee(self) -> HookReferee | None:
        """Who decides about moves under the game's program; None where tables do."""
        if not self.game.program.laws.referee:
            return None
        from rete_chess.engine.hooks.referee import HookReferee

        return HookReferee(self.game)

    def crown(self, board: Board) -> None:
        """Note on a board that has a referee who is royal there."""
        from rete_chess.engine.hooks.referee import HookReferee

        if isinstance(board.referee, HookReferee):
            board.crowned = board.referee.crowned(board)

    def judge(self, place: int) -> Result | str | None:
        """What `on_check_game_result` of a preset says of the position."""
        from rete_chess.presets import contexts

        game = self.game
        hooked = game.program.hooked[place]
        context = contexts.GameResultHookContext(HookEngine(game, hooked), COLORS[game.board.turn])
        hook = "on_check_game_result"
        answer: Result | str | None = ask_quietly(game, hooked, hook, lambda: hooked.ask(hook, context))
        return answer

    def activate(self, preset: HookedPreset, run: Run | None) -> None:
        """Let a preset begin, in the middle of a move or between moves."""
        self._notify(preset, "on_activate", run)

    def deactivate(self, preset: HookedPreset, run: Run | None) -> None:
        """Let a preset end, while its attributes and its state are still there."""
        self._notify(preset, "on_deactivate", run)

    def _notify(self, hooked: HookedPreset, hook: str, given: Run | None) -> None:
        if not hooked.has(hook):
            return
        from rete_chess.presets import contexts

        run = given or Run(self.game)
        rule, start = f"{hooked.id}/{hook}", len(self.game.board.journal)
        place = len(run.trace.firings)
        event = run.new_event("activate" if hook == "on_activate" else "deactivate", kind=hooked.id)
        hooked.ask(hook, contexts.LifecycleContext(HookEngine(self.game, hooked, run, rule)))
        changes = changes_since(run.board, start)
        origin = hooked.preset.origin(hook)
        run.trace.firings.insert(
            place,
            Firing(run.stage, event.event, event.id, rule, origin, None, None, None, {}, changes, ""),
        )
