"""The part of an engine that changes its game between moves, and shows visual effects.

All of it is journaled: `undo` takes it back together with the move before it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rete_chess.compiler import ActivePreset, CustomModifiers, ModifierChoice, with_more_modifiers
from rete_chess.compiler.requests import Request, parse_requests
from rete_chess.core.board import Board
from rete_chess.core.results import Result
from rete_chess.engine import active_set, interventions
from rete_chess.engine.effect_channel import EffectChannel, Watcher
from rete_chess.engine.game import Game
from rete_chess.engine.keys import FactKeys
from rete_chess.engine.records import Incident, MoveRecord
from rete_chess.engine.run import Run
from rete_chess.engine.trace import NO_TRACE, Shown
from rete_chess.errors import GameError

T = TypeVar("T")


class BetweenMoves(ABC):
    """What can be asked of a game beside its moves; the engine holds the state."""

    board: Board
    _game: Game
    _facts: FactKeys
    _records: list[MoveRecord]
    _incidents: list[Incident]
    _effects: EffectChannel
    custom_modifiers: CustomModifiers
    _counts: dict[int, int]
    _key: int
    _legal: list[int]
    _result: Result | None

    @abstractmethod
    def _enter(self) -> None: ...

    @abstractmethod
    def square(self, square: str | int) -> int: ...

    @property
    def active_presets(self) -> tuple[ActivePreset, ...]:
        """The presets in force, in the order in which they are asked."""
        return self._game.active

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """What happened between moves so far: changes of the active set, damage, new pieces."""
        return tuple(self._incidents)

    def set_active_presets(self, requests: Iterable[Request]) -> tuple[ActivePreset, ...]:
        """Put these presets in force and no others, in this order; returns them as they are now.

        A request is `{"id", "scope"?, "turnsRemaining"?, "config"?}` or an `ActivePreset`. If one is
        wrong, or they do not go together, nothing has changed. The side to move stays; the position
        is judged anew, but what a rule has decided or a royal piece lost stays so.
        """
        presets = parse_requests(requests, self._game.program.variant.neighbours)
        self._demand_rest()
        self._intervene("presets", lambda run: active_set.change(run, presets))
        return self.active_presets

    def apply_modifier(self, name: str, chosen: Mapping[str, Any] | None = None) -> None:
        """Give a modifier that `custom_modifiers` knows to the pieces that a filter chooses now, all of
        them without one; new pieces that it chooses by type or colour carry it too."""
        choice = ModifierChoice(self.custom_modifiers.get(name), chosen or {})
        self._demand_rest()
        program = with_more_modifiers(self._game.program, self._game.active, [choice])
        self._intervene("modifier", lambda run: run.game.add_modifier(program, run))

    def spawn_piece(
        self,
        type: str,  # noqa: A002
        color: str,
        square: str | int,
        attributes: Mapping[str, Any] | None = None,
    ) -> int:
        """Put a new piece on a free square and return its entity; rules of `spawn` hear it."""
        number = self.square(square)
        return self._intervene(
            "spawn", lambda run: interventions.spawn_piece(run, type, color, number, attributes or {})
        )

    def deal_damage(
        self, target: int, amount: float, kind: str = "damage", attacker: int | None = None
    ) -> bool:
        """Let a piece take damage, as if a rule dealt it; whether the piece died."""
        return self._intervene(
            "damage", lambda run: interventions.deal_damage(run, target, amount, kind, attacker)
        )

    def _intervene(self, what: str, act: Callable[[Run], T]) -> T:
        """Let something happen now: within the move in the making, else between moves."""
        if self._game.run is not None:
            return act(self._game.run)
        answers: list[T] = []
        length, before = len(self.board.journal), (self._key, self._legal, self._result)
        irregular_at = self.board.irregular_at
        self._uncount()
        self._incidents.append(Incident(len(self._records), what, NO_TRACE))
        try:
            run = self._game.intervene(lambda run: answers.append(act(run)))
            self._enter()
        except BaseException:
            self._incidents.pop()
            self._facts.follower.expect_rollback(length)
            self._game.rollback(length)
            self._key, self._legal, self._result = before
            self._counts[self._key] = self._counts.get(self._key, 0) + 1
            self.board.irregular_at = irregular_at
            raise
        self._incidents[-1] = self._incidents[-1]._replace(trace=run.trace)
        self._effects.send(run.trace.shown)
        return answers[0]

    # -- effects -------------------------------------------------------------------------------

    def emit_effect(self, kind: str, square: str | int, ttl: int = 1000, data: object = None) -> None:
        """Show a visual effect for some milliseconds to everyone who watches, or after the move in the
        making to them and in its record."""
        if not isinstance(kind, str) or not kind:
            raise GameError("E_REQUEST", "the kind of an effect is a word, such as explosion", found=kind)
        if isinstance(ttl, bool) or not isinstance(ttl, int) or ttl < 0:
            raise GameError("E_REQUEST", "an effect lasts a whole number of milliseconds", found=ttl)
        shown = Shown(kind, self.square(square), ttl, data)
        if self._game.run is not None:
            self._game.run.trace.shown.append(shown)
        else:
            self._effects.send([shown])

    def subscribe_effects(self, callback: Watcher) -> Callable[[], None]:
        """Let a watcher see the effects of this game from now on; returns what ends that.

        Effects come when their move has been applied, never of moves that are imagined, refused or
        taken back. A watcher that fails is logged, and everything goes on.
        """
        return self._effects.subscribe(callback)

    # -- counting and order --------------------------------------------------------------------

    def _uncount(self) -> None:
        """Forget that the current position has occurred."""
        left = self._counts.pop(self._key) - 1
        if left:
            self._counts[self._key] = left

    def _demand_rest(self) -> None:
        if self._game.run is not None:
            raise GameError("E_REQUEST", "a move is being made", hint="wait for its record")
