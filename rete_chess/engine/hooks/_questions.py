"""Questions to hooks about moves: asked in order, answered without any change of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.engine.hooks._engine import HookEngine, ask_quietly
from rete_chess.engine.hooks.moves import code_of
from rete_chess.errors import HookError
from rete_chess.presets.engine_face import Move
from rete_chess.presets.hooked import HookedPreset
from rete_chess.presets.hooks import HOOKS
from rete_chess.resources import warn_once

if TYPE_CHECKING:
    from rete_chess.engine._game import Game


class HookQuestions:
    """The Python presets of one program, by their places in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hooked = game.program.hooked
        self.engines = [HookEngine(game, hooked) for hooked in self.hooked]
        self._places = {
            (hook, color): [
                place
                for place, hooked in enumerate(self.hooked)
                if hooked.has(hook) and (not color or hooked.covers(color))
            ]
            for hook in HOOKS
            for color in ("", *COLORS)
        }

    def places(self, hook: str, color: str = "") -> list[int]:
        """The places of the presets that have a hook and are active for a colour (or any), in order."""
        return self._places[hook, color]

    def ask(self, place: int, hook: str, *arguments: Any) -> Any:
        return self.quietly(place, hook, lambda hooked: hooked.ask(hook, *arguments))

    def quietly(self, place: int, hook: str, work: Callable[[HookedPreset], Any]) -> Any:
        """Let a preset do some work that may change nothing, nor ask for checks."""
        hooked, hooks = self.hooked[place], self.game.hooks
        was_asking, hooks.is_asking = hooks.is_asking, True
        try:
            return ask_quietly(self.game, hooked, hook, lambda: work(hooked))
        finally:
            hooks.is_asking = was_asking

    def codes(self, board: Board, place: int, hook: str, moves: Iterable[Move], entity: int) -> list[int]:
        """The moves that a hook gives for a piece, as the board takes them."""
        try:
            return [code_of(board, move, entity) for move in moves]
        except HookError as error:
            raise self.hooked[place].named(error, hook) from None

    def kept(
        self, place: int, hook: str, answer: tuple[Move, ...], given: Iterable[Move]
    ) -> tuple[Move, ...]:
        """What a filter leaves of the moves it was given; what it adds is dropped."""
        known = set(given)
        kept = tuple(move for move in answer if move in known)
        if len(kept) < len(answer):
            warn_once(f"{self.hooked[place].id}/{hook} added moves, which filters cannot; they are dropped")
        return kept
