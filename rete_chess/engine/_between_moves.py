"""The part of an engine that changes its game between moves: presets, profiles, pieces, visual effects.

All of it is journaled: `undo` takes it back together with the move before it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from rete_chess import compiler
from rete_chess.engine._looking import Looking
from rete_chess.engine._states import Departure
from rete_chess.engine.matching.fact_keys import FactKeys
from rete_chess.engine.move import interventions
from rete_chess.engine.move.listeners import Ear, Listener, ears_of
from rete_chess.engine.move.run import Run
from rete_chess.engine.move.trace import NO_TRACE, EffectChannel, Watcher
from rete_chess.engine.records import Incident
from rete_chess.engine.setup import active_set
from rete_chess.engine.setup.profile_swap import judge, queue, withdraw
from rete_chess.errors import GameError, Problem, ProfileError, ReteChessError, profile_problems_in
from rete_chess.facts.events import PLACES, Event
from rete_chess.facts.kept import keep, keep_all, plain
from rete_chess.facts.vocabulary import BASE, Contribution
from rete_chess.metering import metered

if TYPE_CHECKING:
    from rete_chess.compiler import ActivePreset, CustomModifiers
    from rete_chess.compiler.profiles.documents import ProfileSource
    from rete_chess.compiler.requests import Request
    from rete_chess.documents import Document
    from rete_chess.documents.reading.reader import AnySource

T = TypeVar("T")


class BetweenMoves(Looking):
    """The requests to a game beside its moves; the engine holds the state."""

    _facts: FactKeys
    _incidents: list[Incident]
    _effects: EffectChannel
    _tally: int

    @abstractmethod
    def _enter(self) -> None: ...

    @abstractmethod
    def _return_to(self, departure: Departure) -> None: ...

    @abstractmethod
    def _recall(self) -> None: ...

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
        if self._incidents[-1].before.length < 0:
            self._recall()
        incident = self._incidents.pop()
        self._uncount()
        self._return_to(incident.before)
        self._count()
        return incident

    def register_modifier(self, source: Document | AnySource, name: str | None = None) -> Document:
        """Let this game know a modifier, a document or its source, for profiles and `apply_modifier`."""
        self._demand_rest()
        from rete_chess.documents import Document  # late: most games have no modifiers
        from rete_chess.primitives import parse_modifier

        document = source if isinstance(source, Document) else parse_modifier(source, name)
        known = self.custom_modifiers.knowing(document)
        self._intervene("know", {"source": document}, lambda run: run.game.know(known))
        return document

    def unregister_modifier(self, name: str) -> None:
        """Let this game forget a modifier; pieces that carry it keep it."""
        self._demand_rest()
        known = self.custom_modifiers.forgetting(name)
        self._intervene("forget", {"name": name}, lambda run: run.game.know(known))

    def set_active_presets(self, requests: Iterable[Request]) -> tuple[ActivePreset, ...]:
        """Put these presets in force and no others, in this order; returns them as they are now.

        A request is `{"id", "scope"?, "turnsRemaining"?, "config"?}` or an `ActivePreset`. If one is
        wrong, or they do not go together, nothing has changed. The side to move stays; the position
        is judged anew, but what a rule has decided or a royal piece lost stays so.
        """
        presets = compiler.parse_requests(requests, self._game.program.variant.neighbours)
        self._demand_rest()
        self._intervene("presets", {"requests": presets}, lambda run: active_set.change(run, presets))
        return self.active_presets

    def apply_modifier(self, name: str | Document, chosen: Mapping[str, Any] | None = None) -> None:
        """Give a modifier, one that `custom_modifiers` knows or a document, to the pieces that a filter
        chooses now, all of them without one; new pieces that it chooses by type or colour carry it too."""
        from rete_chess.documents import Document  # late, as above

        document = name if isinstance(name, Document) else self.custom_modifiers.get(name)
        given: Any = compiler.plain_filter(chosen or {})
        choice = compiler.ModifierChoice(document, given)
        self._demand_rest()
        program = compiler.with_more_modifiers(self._game.program, self._game.active, [choice])
        details = {"name": document, "chosen": given}
        self._intervene("modifier", details, lambda run: run.game.add_modifier(program, run))

    def spawn_piece(
        self,
        type: str,  # noqa: A002
        color: str,
        square: str | int,
        attributes: Mapping[str, Any] | None = None,
    ) -> int:
        """Put a new piece on a free square and return its entity; rules of `spawn` hear it."""
        number, given = self.square(square), keep_all(attributes or {})
        details = {"type": type, "color": color, "square": self._square_name(number), "attributes": given}
        return self._intervene(
            "spawn", details, lambda run: interventions.spawn_piece(run, type, color, number, given)
        )

    def deal_damage(
        self, target: int, amount: float, kind: str = "damage", attacker: int | None = None
    ) -> bool:
        """Let a piece take damage, as if a rule dealt it; whether the piece died."""
        details = {"target": target, "amount": amount, "kind": kind}
        return self._intervene(
            "damage",
            details if attacker is None else {**details, "attacker": attacker},
            lambda run: interventions.deal_damage(run, target, amount, kind, attacker),
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
        told = {
            name: self._square_name(given[name]) if name in interventions.SQUARES else given[name]
            for name in sorted(given, key=lambda name: PLACES.get(name, len(PLACES)))
            if given[name] is not None
        }
        details = {"event": event, **told}
        return self._intervene("event", details, lambda run: interventions.resolve_event(run, event, given))

    def set_fact(self, entity: int, attribute: str, value: Any) -> None:
        """Write a fact, None to take it away; legal moves, what follows from it and the result go by it at
        once. Writing into `session` and `preset_state` between moves does the same."""
        own = None if value is None else plain(keep(value))
        details = {"entity": entity, "attribute": attribute, "value": own}
        self._intervene("fact", details, lambda run: interventions.set_fact(run, entity, attribute, value))

    def _square_name(self, number: int) -> str:
        return self.board.book.geometry.names[number]

    @metered("the change")
    def _intervene(self, what: str, details: Mapping[str, Any], act: Callable[[Run], T]) -> T:
        """The answer of an act that happens now: within the move in the making, else between moves.

        The details are what the method of that kind was asked for, so that it can be asked again.
        """
        if self._game.run is not None:
            return act(self._game.run)
        answers: list[T] = []
        self._keep_shown()
        before = Departure(self._position, len(self.board.journal), self.board.irregular_at)
        self._uncount()
        self._incidents.append(Incident(len(self._records), what, NO_TRACE, before, details))
        try:
            run = self._game.intervene(lambda run: answers.append(act(run)))
            self._enter()
        except BaseException:
            self._incidents.pop()
            self._return_to(before)
            self._count()
            raise
        self._incidents[-1] = self._incidents[-1]._replace(trace=run.trace)
        self._effects.send(run.trace.shown)
        return answers[0]

    # -- listeners -----------------------------------------------------------------------------

    def add_listener(self, listener: Listener) -> None:
        """Let a Python listener hear the events of this game from now on."""
        self._take_ears(ears_of(self._game.ears, listener))

    def remove_listener(self, listener: Listener) -> None:
        """Let a Python listener hear nothing more of this game."""
        left = tuple(ear for ear in self._game.ears if ear.listener is not listener)
        if len(left) == len(self._game.ears):
            raise GameError("E_REQUEST", "this listener does not listen", found=listener)
        self._take_ears(left)

    @metered("the look at the position")
    def _take_ears(self, ears: tuple[Ear, ...]) -> None:
        """Go on with other listeners; if legality asks them, the position is looked at anew."""
        self._demand_rest()
        judges, before = self._game.judges, self._game.ears
        self._game.take_ears(ears)
        if judges == self._game.judges:
            return
        self._keep_shown()
        self._uncount()
        try:
            self._enter()
        except BaseException:
            self._game.take_ears(before)
            self._count()
            raise

    def _demand_no_listeners(self) -> None:
        if self._game.ears:
            hint = "remove them before, and let them hear the game again after"
            raise GameError("E_REQUEST", "listeners cannot travel with a game", hint=hint)

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
        self._tally -= key
        left = self._counts.pop(key) - 1
        if left:
            self._counts[key] = left

    def _count(self) -> None:
        """Note that the current position has occurred."""
        key = self._position.key
        self._tally += key
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
        return self._game.warnings

    def queue_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """Let these profiles, and no others, be in force when the next turn starts; returns warnings.

        A profile is given by its id, as a file, a document or plain data. One list waits, the last one
        given. It is judged now, and again when its time comes: `swap` of that move's record tells.
        """
        self._demand_rest()
        if self._position.result is not None:
            raise GameError("E_GAME_OVER", f"the game is over: {self._position.result}")
        documents = self.read_profiles(profiles)
        return self._intervene("profiles", {"profiles": documents}, lambda run: queue(run, documents))

    def set_rules(self, presets: Iterable[Request], profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """Put these presets and these profiles in force now, and no others; returns warnings.

        They are judged together: a profile may need what one of the presets declares. If anything is wrong
        with either, nothing has changed. Profiles that wait wait no longer.
        """
        self._demand_rest()
        from rete_chess.engine.setup.together import put_together  # late: few games change both at once

        wanted = compiler.parse_requests(presets, self._game.program.variant.neighbours)
        documents = self.read_profiles(profiles)
        details = {"presets": wanted, "profiles": documents}
        return self._intervene("rules", details, lambda run: put_together(run, wanted, documents))

    def read_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Document, ...]:
        """Profiles as this game takes them: they bring along what they name of its own modifiers, and may be
        neighbours of its variant. If one of several cannot be read, the error tells what would be wrong with
        the others, too."""
        found = compiler.read_profiles(profiles, self._game.program.variant.neighbours)
        if found.failures and found.documents:
            ids = [profile.model.id for profile in found.documents]  # type: ignore[attr-defined]
            raise ProfileError(ids, found.all_problems(self._judged_profiles(found.documents)))
        return tuple(self._at_home(profile) for profile in found.sound)

    def _at_home(self, profile: Document) -> Document:
        return compiler.with_modifiers_of(profile, self.custom_modifiers.own)

    @metered("the look at the profiles")
    def check_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """All that would be found if these profiles, and no others, came into force now: errors and
        warnings, each with its profile, its path there and its square. The game stays as it is."""
        self._demand_rest()
        try:
            read = compiler.read_profiles(profiles, self._game.program.variant.neighbours)
        except ReteChessError as error:
            return profile_problems_in(error)
        return read.all_problems(self._judged_profiles(read.documents))

    def _judged_profiles(self, profiles: Iterable[Document]) -> tuple[Problem, ...]:
        """All that would be found if profiles that can be read were in force now."""
        documents = tuple(self._at_home(profile) for profile in profiles)
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
        self._intervene("withdraw", {}, withdraw)
        return waiting

    def contributions(self, piece: int | str, attribute: str) -> tuple[Contribution, ...]:
        """Who contributes what to an attribute of a piece, given by its id or square: first what is
        stored, then rules on behalf of pieces, then profiles by type and by instance."""
        entity = self.board.entities[self.square(piece)] if isinstance(piece, str) else piece
        self._game.program.vocabulary.get(attribute)
        stored = self._game.session.get(entity, attribute)
        base = () if stored is None else (Contribution(BASE, entity, stored, BASE),)
        return (*base, *self._game.session.contributions(entity, attribute))
