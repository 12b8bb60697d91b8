"""One move in the making: the event queue, and recognise-act at every point of the twelve stages.

The network says which rules match; here the first that has not fired yet is executed, and the
network is asked again if that changed what the point's rules read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from rete_chess.core.board import Board
from rete_chess.core.edits import Written
from rete_chess.core.geometry import OWNERS
from rete_chess.core.journal import new
from rete_chess.core.reach import COLOR
from rete_chess.costs import EVENT
from rete_chess.engine.derived.derive import derive_in
from rete_chess.engine.matching.feed import Feed
from rete_chess.engine.matching.foresight import is_elsewhere
from rete_chess.engine.move._at_once import write_named  # which enters its actions into the table
from rete_chess.engine.move.consequences import happen
from rete_chess.engine.move.listeners import Ear, call
from rete_chess.engine.move.plans import Plan, plans_of
from rete_chess.engine.move.tables import EXECUTIONS
from rete_chess.engine.move.trace import Firing, Trace, changes_since
from rete_chess.errors import BoardError, EventBudgetError, FactError, ReteChessError, RuleFailedError
from rete_chess.facts.events import Event, make_event
from rete_chess.facts.rules import Rule
from rete_chess.facts.session import Session, piece_name
from rete_chess.facts.tiles import place_of_tile
from rete_chess.facts.words.patterns import match_all
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.texts import fill

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.core.deeds import Deed
    from rete_chess.core.results import Result
    from rete_chess.engine._game import Game
    from rete_chess.engine.setup.active_set import ActiveSet
    from rete_chess.presets.engine_face import Move

#: The listeners of a game that has none.
NOBODY: Final[deque[Ear]] = deque()
#: The kind of a death for want of a vital attribute.
USED_UP: Final = "used-up"
#: More events than this inside one another, each made by a hook that waits for its answer, are a loop.
MAX_DEPTH: Final = 40


class Run:
    """The state of a move while its stages are run."""

    stage: str = "before-move"
    events: int = 0
    pending: Event | None = None  # the event being judged, as rules have edited it
    is_cancelled: bool = False
    is_consumed: bool = False
    has_extra_move: bool = False
    deed: Deed | None = None  # what the move does, as it was asked for
    prey: int = 0  # whom the move captures
    judged: int = 0  # whose damage is judged
    result: Result | None = None
    outcome: Result | None = None  # what the move came to, once that is known
    presets_to_come: ActiveSet | None = None  # that a hook wants in force when the move is over
    guesses: int = 0  # how often chance was asked in it, where it is only tried
    move_of_hooks: Move | None = None  # the move as hooks of Python presets see it
    _is_draining: bool = False
    _noticed: int = 0  # how far the journal was searched for deaths

    def __init__(self, game: Game, is_imagined: bool = False) -> None:
        self.game = game
        self.is_imagined = is_imagined
        self.ears: tuple[Ear, ...] = game.judges if is_imagined else game.ears
        self.board: Board = game.board
        self.session: Session = game.session
        self.trace = Trace()
        self.queue: deque[list[Event]] = deque()
        self.fatal: set[int] = set()  # who has paid damage with the last of a vital attribute
        self.paid: dict[int, float] = {}  # vital damage taken in the event being judged
        self.graves: dict[int, int] = {}  # where the dying stood
        self.captured: set[int] = set()  # whose capture has been heard
        self._fired: set[tuple[Any, ...]] = set()
        self._done: set[tuple[Any, ...]] = set()  # of it what no guard has to be asked for again
        self._chosen: dict[tuple[Any, ...], int] = {}  # event, choice and carrier -> the rule that has it
        self._within: list[str] = []  # those that wait for what they made to have happened
        if game.judges:
            self.trace.swayed_by = frozenset(game.judges)
        self.take_program()

    def take_program(self) -> None:
        """Take the program of the game, which changes when a preset ends in the middle of a move."""
        self._go_by(self.game.program, self.game.feed(self.is_imagined))
        self.skip_given()

    def _go_by(self, program: Program, feed: Feed) -> None:
        self.program: Program = program
        self.feed: Feed = feed
        self._linked = feed.linked
        self._plans = plans_of(program)

    def follow_program(self) -> None:
        """Ask the network of the game again, if moves that were tried have put another one in its place."""
        feed = self.game.feed(self.is_imagined)
        if feed is not self.feed:
            self._go_by(self.game.program, feed)

    # -- events --------------------------------------------------------------------------------

    def new_event(self, event: str, cause: Event | None = None, **fields: Any) -> Event:
        """The next event of the move, on record: its word and fields, as the consequence of another."""
        return self.record(
            make_event(self.next_number(), event, parent=cause.id if cause else None, **fields)
        )

    def record(self, event: Event) -> Event:
        """The event itself, which is on record from now on."""
        self.trace.events.append(event)
        return event

    def next_number(self) -> int:
        """The number of the next event, as long as the budget lasts."""
        self.events += 1
        meter = self.board.meter
        meter.spent += EVENT
        if meter.spent > meter.stop:
            meter.look()
        most = meter.budget.events
        if self.events > most:
            raise EventBudgetError(most, [firing.rule for firing in self.trace.firings[-most:]])
        return self.events

    def derive(self) -> bool:
        """Bring what follows from facts up to date, on record; whether any of it may have changed."""
        return self.program.continuous is not None and derive_in(self)

    def settle(self) -> None:
        """Let all happen that is waiting, and bring what follows from facts up to date."""
        self.drain()
        self.derive()

    def enqueue(self, events: list[Event]) -> None:
        """Put events into the queue, to happen after the current activation; those of one list together."""
        if events:
            self.queue.append(events)

    def drop_waiting(self) -> None:
        """Forget the events that wait to happen, as if nobody had made them."""
        dropped = {event.id for events in self.queue for event in events}
        self.queue.clear()
        self.trace.events[:] = [event for event in self.trace.events if event.id not in dropped]

    def let_happen(self, events: list[Event]) -> None:
        """Let events of one cause happen now."""
        happen(self, events)

    def drain(self) -> None:
        """Empty the queue of events, first in, first out, with the events they cause."""
        self.notice_deaths()
        if self._is_draining or not self.queue:
            return
        self._is_draining = True
        try:
            while self.queue:
                happen(self, self.queue.popleft())
                self.notice_deaths()
        finally:
            self._is_draining = False

    def notice_deaths(self) -> None:
        """Let those die who have lost the last of a vital attribute, whoever wrote that.

        Whose damage is judged just now dies by that damage; all others by an event of their own.
        """
        journal, vital = self.board.journal, self.program.vocabulary.vital
        if not vital or len(journal) == self._noticed:
            return
        written, self._noticed = journal[self._noticed :], len(journal)
        places = [(e.what, e.entity) for e in written if isinstance(e, Written) and e.what in vital]
        if places:
            self.notice_used_up(places)

    def notice_used_up(self, places: Iterable[tuple[str, int]]) -> None:
        """The same for facts that may have changed, each an attribute and an entity."""
        vital, cause = self.program.vocabulary.vital, self.pending
        spent: dict[int, None] = {}
        for attribute, entity in places:
            if attribute in vital and self.board.square_of(entity) >= 0:
                left = self.session.effective(entity, attribute)
                if left is not None and left <= 0:
                    spent[entity] = None
        if self.judged in spent:
            self.fatal.add(self.judged)
            del spent[self.judged]
        side = None if cause is None else cause.side
        self.enqueue([self.new_event("death", cause, target=one, side=side, kind=USED_UP) for one in spent])

    def skip_given(self) -> None:
        """Leave out what was written so far: pieces may begin with nothing of a vital attribute."""
        self._noticed = len(self.board.journal)

    def at_once(self, source: str, act: Callable[[], object]) -> None:
        """Run a function with all the events it causes, before the events that are waiting already."""
        outer = self.queue, self._is_draining
        self.queue, self._is_draining = deque(), False
        self._within.append(source)
        try:
            if len(self._within) > MAX_DEPTH:
                raise EventBudgetError(MAX_DEPTH, self._within, "inside one another")
            act()
            self.drain()
        finally:
            self._within.pop()
            self.queue, self._is_draining = outer

    # -- recognise-act -------------------------------------------------------------------------

    def hears(self, point: str) -> bool:
        """Whether a listener listens, or some rule of a point might match."""
        if point in self._linked:
            follower = self.feed.follower
            if follower.dirty or follower.seen != len(self.board.journal):
                self.feed.caught_up()
            if self._linked[point]:
                return True
        return bool(self.ears)

    def at(self, point: str, event: Event) -> Event | None:
        """The event as those who listen at a point leave it, None if they cancel it."""
        return self.hear(point, event) if self.hears(point) else event

    def hear(self, point: str, event: Event) -> Event | None:
        """The event as the rules and listeners of a point leave it, None if they cancel it."""
        outer, is_cancelled = self.pending, self.is_cancelled
        self.pending, self.is_cancelled = event, False
        waiting = deque(self.ears) if self.ears else NOBODY
        if point in self._linked:
            meter = self.board.meter
            spender = meter.who
            while self._act(point, waiting):
                pass
            if meter.who is not spender:  # but a rule whose guards were looked at
                meter.turn_to(spender)
        while waiting and not self.is_cancelled:
            call(self, waiting.popleft(), point)
            self.drain()
        heard = None if self.is_cancelled else self.pending
        self.pending, self.is_cancelled = outer, is_cancelled
        return heard

    def _act(self, point: str, waiting: deque[Ear]) -> bool:
        """Fire what is activated; whether the network has to be asked again."""
        event, feed = self.pending, self.feed
        if event is None or point not in feed.versions or self.is_cancelled or event.amount == 0:
            return False
        plans, version, done = self._plans, feed.versions[point], self._done
        found = feed.activations(point, event)
        if done:  # not again through all that has fired
            number, piece = event.id, event.piece
            found = [one for one in found if (number, piece, one[0], one[1]) not in done]
        for number, entities in found:
            plan = plans[number]
            if waiting and not self._have_listened(point, waiting, plan.rule.priority):
                return False
            if self.feed is not feed:
                return True
            if plan.places and is_elsewhere(self.board, plan.rule, entities, self.pending or event):
                continue
            if plan.beside and plan.rule.are_apart(self.board, entities):
                continue
            has_fired = self._fire(point, plan, entities)
            if self.feed is not feed or (has_fired and feed.has_changed(point, version)):
                return True  # the network knows more by now, or is another one
            if has_fired and not self._is_judged():
                return False
        return False

    def _have_listened(self, point: str, waiting: deque[Ear], priority: int) -> bool:
        """Call the listeners that come before a priority; whether there is something left to judge."""
        while waiting and waiting[0].priority < priority and self._is_judged():
            call(self, waiting.popleft(), point)
            self.drain()
        return self._is_judged()

    def has_chosen_another(self, rule: Rule, event: Event, carrier: int | None) -> bool:
        """Whether another rule of the same choice was the first to answer an event, for the same carrier."""
        first = self._chosen.get((event.id, event.piece, rule.choice, carrier), rule.number)
        return bool(rule.choice) and first != rule.number

    def _is_judged(self) -> bool:
        """Whether there is something left to judge: the event stands, and so does some of its damage."""
        return not (self.is_cancelled or (self.pending is not None and self.pending.amount == 0))

    def _fire(self, point: str, plan: Plan, entities: tuple[int, ...]) -> bool:
        """Execute a rule for every way in which its guards hold; whether anything was executed."""
        event, rule = self.pending, plan.rule
        if event is None or (plan.consumes and self.is_consumed):
            return False
        names: dict[str, Any] = {}
        for name, field in plan.fields:
            value = names[name] = event[field]
            if value is None:
                return False  # the event has no such field, and nothing to bind the name to
        frame = Frame(self.board, event, names)
        for name, term in plan.terms:
            value = names[name] = term.of(frame)
            if value is None:
                return False
        if entities:
            names.update(zip(plan.entities, entities))
        # Two pieces that change places arrive by one event.
        key = (event.id, event.piece, plan.number, entities)
        if not plan.has_guards:
            has_fired = self._fire_once(point, rule, frame, key)
            if has_fired:
                self._done.add(key)
            return has_fired
        fired, meter = False, self.board.meter
        if meter.spent != meter.mark:
            meter.note(meter.who)
        meter.who = rule  # until whoever asked for the rules of the point goes on
        for inner in list(match_all(rule.guards, frame)):
            fired |= self._fire_once(point, rule, inner, (*key, *_extra(rule, frame, inner)))
            if self.is_cancelled:
                break
        return fired

    def _fire_once(self, point: str, rule: Rule, frame: Frame, key: tuple[Any, ...]) -> bool:
        """Execute a rule, unless it has fired for this event and these pieces or caused the event itself."""
        event = self.pending
        assert event is not None
        subject = frame.names.get(rule.subject)
        if key in self._fired or (event.source == rule.id and event.subject == subject):
            return False
        if rule.choice and self._chosen_first(rule, event, frame) != rule.number:
            return False  # another rule was the first, for this event and whoever carries the document
        self._fired.add(key)
        if frame.event is not event:  # another firing of the same rule has edited it
            frame = Frame(self.board, event, frame.names)
        self._execute(point, rule, frame, subject)
        return True

    def _chosen_first(self, rule: Rule, event: Event, frame: Frame) -> int:
        """The number of the rule that has a choice, from now on this one if none has it."""
        choice = (event.id, event.piece, rule.choice, frame.names.get("self"))
        return self._chosen.setdefault(choice, rule.number)

    def _execute(self, point: str, rule: Rule, frame: Frame, subject: int | None) -> None:
        event, board, trace = frame.event, self.board, self.trace
        assert event is not None
        meter = board.meter
        spender = meter.turn_to(rule)
        plan = self._plans[rule.number]
        meter.charge(plan.cost)
        if rule.named_facts:
            frame.seen = {(fact.name, fact.attribute): fact.of(frame) for fact in rule.named_facts}
        start, logged, place = len(board.journal), len(trace.logs), len(trace.firings)
        square, piece = (-1, None) if subject is None else self._whereabouts(subject)
        text = fill(rule.describe, frame, rule.kinds) if rule.describe else ""
        try:
            for action, name in plan.steps:
                if not (name and write_named(self, action, name, frame)):
                    EXECUTIONS[type(action)](self, action, rule, frame, subject)
        except (BoardError, FactError) as error:  # of a value that the game has made
            raise RuleFailedError(rule.id, rule.origin, error) from error
        except ReteChessError:
            raise
        except Exception as error:
            raise RuleFailedError(rule.id, rule.origin, error) from error
        if text:
            trace.texts.append(text)
        logs = tuple(trace.logs[logged:]) if len(trace.logs) > logged else ()
        trace.firings.insert(place, new(Firing, (  # before what a hook has set off at once
            self.stage, point, event.id, rule.id, rule.origin, subject, piece,
            board.book.geometry.names[square] if square >= 0 else None,
            frame.names, changes_since(board, start), text, logs,
        )))  # fmt: skip
        self.drain()
        meter.turn_to(spender)

    def place_of(self, entity: int) -> int:
        """The square where a piece stands, or stood when it died in this move, or a tile lies; -1: none."""
        square = self.board.square_of(entity)
        if square >= 0:
            return square
        place = place_of_tile(self.board, entity)
        return self.graves.get(entity, -1) if place is None else place

    def _whereabouts(self, entity: int) -> tuple[int, str | None]:
        """The square of a piece or tile, and its name."""
        board = self.board
        square = board.square_of(entity)
        if square < 0:
            return self.place_of(entity), piece_name(board, entity)
        reach = board.pieces[board.cells[square] & COLOR][square]
        return square, f"{OWNERS[reach.color]} {board.book.types[reach.type_index]}"


def _extra(rule: Rule, frame: Frame, inner: Frame) -> tuple[Any, ...]:
    """Whom guards bound beyond those of the network, such as a side; facts of pieces do not count."""
    if len(inner.names) == len(frame.names):
        return ()
    more = sorted(inner.names.keys() - frame.names.keys() - rule.values)
    return tuple((name, inner.names[name]) for name in more)
