"""The part of an engine that changes its game between moves: presets, profiles, pieces, visual effects.

All of it is journaled: `undo` takes it back together with the move before it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rete_chess.compiler import ActivePreset, CustomModifiers, ModifierChoice, with_more_modifiers
from rete_chess.compiler.profiles.documents import ProfileSource, parse_profiles, with_modifiers_of
from rete_chess.compiler.requests import Request, parse_requests
from rete_chess.core.board import Board
from rete_chess.documents import Document
from rete_chess.documents.reading.reader import AnySource
from rete_chess.engine._game import Game
from rete_chess.engine._states import Departure, Position
from rete_chess.engine.matching.feed import FactKeys
from rete_chess.engine.move import interventions
from rete_chess.engine.move.run import Run
from rete_chess.engine.move.trace import NO_TRACE, EffectChannel, Watcher
from rete_chess.engine.records import Incident, MoveRecord
from rete_chess.engine.setup import active_set
from rete_chess.engine.setup.profile_swap import judge, queue, withdraw
from rete_chess.errors import GameError, Problem, ReteChessError, problems_in
from rete_chess.facts.events import Event
from rete_chess.facts.vocabulary import BASE, Contribution

T = TypeVar("T")


class BetweenMoves(ABC):
    """The requests to a game beside its moves; the engine holds the state."""

    board: Board
    _game: Game
    _facts: FactKeys
    _records: list[MoveRecord]
    _incidents: list[Incident]
    _effects: EffectChannel
    _counts: dict[int, int]
    _position: Position

    @abstractmethod
    def _enter(self) -> None: ...

    @abstractmethod
    def _note_irregular(self) -> None: ...

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

    @property
    def custom_modifiers(self) -> CustomModifiers:
        """The modifiers that this game knows. What is registered there directly is for good; what
        `register_modifier` or a profile adds goes with the move before it when that is taken back."""
        return self._game.custom_modifiers

    def undo_intervention(self) -> Incident:
        """Take back the last thing that happened between moves, if no move came after it."""
        self._demand_rest()
        if not self._incidents or self._incidents[-1].after != len(self._records):
            raise GameError("E_NOTHING_TO_UNDO", "nothing has happened since the last move")
        incident = self._incidents.pop()
        self._uncount()
        self._facts.follower.expect_rollback(incident.before.length)
        self._game.rollback(incident.before.length)
        self._position = incident.before.position
        self._count()
        self._note_irregular()
        return incident

    def register_modifier(self, source: Document | AnySource, name: str | None = None) -> Document:
        """Let this game know a modifier, a document or its source, for profiles and `apply_modifier`."""
        self._demand_rest()
        from rete_chess.primitives import parse_modifier  # late: most games have no modifiers

        document = source if isinstance(source, Document) else parse_modifier(source, name)
        known = self.custom_modifiers.knowing(document)
        self._intervene("know", lambda run: run.game.know(known))
        return document

    def unregister_modifier(self, name: str) -> None:
        """Let this game forget a modifier; pieces that carry it keep it."""
        self._demand_rest()
        known = self.custom_modifiers.forgetting(name)
        self._intervene("forget", lambda run: run.game.know(known))

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

    def apply_modifier(self, name: str | Document, chosen: Mapping[str, Any] | None = None) -> None:
        """Give a modifier, one that `custom_modifiers` knows or a document, to the pieces that a filter
        chooses now, all of them without one; new pieces that it chooses by type or colour carry it too."""
        document = name if isinstance(name, Document) else self.custom_modifiers.get(name)
        choice = ModifierChoice(document, chosen or {})
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

    def resolve_event(self, event: str, **fields: Any) -> tuple[Event, ...]:
        """Let one event happen: `resolve_event("destroy", target=5)`, `resolve_event("turn-start")`.

        Returns it and all events that came of it. Those of a stage are only heard; for all others see the
        table of docs/listeners.md. Squares are names or numbers.
        """
        given = {
            name: self.square(value) if name in interventions.SQUARES and value is not None else value
            for name, value in fields.items()
        }
        return self._intervene("event", lambda run: interventions.resolve_event(run, event, given))

    def set_fact(self, entity: int, attribute: str, value: Any) -> None:
        """Write a fact, None to take it away; legal moves, what follows from it and the result go by it at
        once. Writing into `session` and `preset_state` between moves does the same."""
        self._intervene("fact", lambda run: interventions.set_fact(run, entity, attribute, value))

    def _intervene(self, what: str, act: Callable[[Run], T]) -> T:
        """The answer of an act that happens now: within the move in the making, else between moves."""
        if self._game.run is not None:
            return act(self._game.run)
        answers: list[T] = []
        before = Departure(self._position, len(self.board.journal))
        irregular_at = self.board.irregular_at
        self._uncount()
        self._incidents.append(Incident(len(self._records), what, NO_TRACE, before))
        try:
            run = self._game.intervene(lambda run: answers.append(act(run)))
            self._enter()
        except BaseException:
            self._incidents.pop()
            self._facts.follower.expect_rollback(before.length)
            self._game.rollback(before.length)
            self._position = before.position
            self._count()
            self.board.irregular_at = irregular_at
            raise
        self._incidents[-1] = self._incidents[-1]._replace(trace=run.trace)
        self._effects.send(run.trace.shown)
        return answers[0]

    # -- effects -------------------------------------------------------------------------------

    def emit_effect(self, kind: str, square: str | int, ttl: int = 1000, data: object = None) -> None:
        """Show a visual effect for some milliseconds to everyone who watches, or after the move in the
        making to them and in its record."""
        shown = interventions.effect(kind, self.square(square), ttl, data)
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
        key = self._position.key
        left = self._counts.pop(key) - 1
        if left:
            self._counts[key] = left

    def _count(self) -> None:
        """Note that the current position has occurred."""
        key = self._position.key
        self._counts[key] = self._counts.get(key, 0) + 1

    def _demand_rest(self) -> None:
        if self._game.run is not None:
            raise GameError("E_REQUEST", "a move is being made", hint="wait for its record")


class ProfilePart(BetweenMoves):
    """The requests to a game about profiles."""

    @property
    def active_profiles(self) -> tuple[Document, ...]:
        """The profiles in force, in order; the last counts most."""
        return self._game.program.stack.profiles

    @property
    def pending_profiles(self) -> tuple[Document, ...] | None:
        """The profiles that wait for the turn to end, or None."""
        return self._game.pending

    @property
    def profile_warnings(self) -> tuple[Problem, ...]:
        """The warnings about the profiles in force."""
        for record in reversed(self._records):
            if record.swap is not None and record.swap.happened:
                return record.swap.warnings
        return self._game.warnings

    def queue_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """Let these profiles, and no others, be in force when the next turn starts; returns warnings.

        A profile is given by its id, as a file, a document or plain data. One list waits, the last one
        given. It is judged now, and again when its time comes: `swap` of that move's record tells.
        """
        documents = self.read_profiles(profiles)
        self._demand_rest()
        if self._position.result is not None:
            raise GameError("E_GAME_OVER", f"the game is over: {self._position.result}")
        return self._intervene("profiles", lambda run: queue(run, documents))

    def read_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Document, ...]:
        """Profiles as this game takes them: they bring along what they name of its own modifiers."""
        own = self.custom_modifiers.own
        return tuple(with_modifiers_of(profile, own) for profile in parse_profiles(profiles))

    def check_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """All that would be found if these profiles, and no others, came into force now: errors and
        warnings, each with its profile, its path there and its square. The game stays as it is."""
        self._demand_rest()
        try:
            documents = self.read_profiles(profiles)
        except ReteChessError as error:
            return problems_in(error)
        found: list[Problem] = []
        game = self._game.copy(self.board.copy())
        game.intervene(lambda run: found.extend(judge(run, documents)))
        return tuple(found)

    def withdraw_profiles(self) -> tuple[Document, ...]:
        """Let the profiles that wait for the turn to end wait no longer; returns them."""
        self._demand_rest()
        waiting = self._game.pending
        if waiting is None:
            raise GameError("E_REQUEST", "no profiles wait for the turn to end")
        self._intervene("withdraw", withdraw)
        return waiting

    def contributions(self, piece: int | str, attribute: str) -> tuple[Contribution, ...]:
        """Who contributes what to an attribute of a piece, given by its id or square: first what is
        stored, then rules on behalf of pieces, then profiles by type and by instance."""
        entity = self.board.entities[self.square(piece)] if isinstance(piece, str) else piece
        self._game.program.vocabulary.get(attribute)
        stored = self._game.session.get(entity, attribute)
        base = () if stored is None else (Contribution(BASE, entity, stored, BASE),)
        return (*base, *self._game.session.contributions(entity, attribute))
