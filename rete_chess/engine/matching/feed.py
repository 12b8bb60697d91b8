"""The feed of a network: it is told the declared facts of pieces just before it is asked.

A network sees equalities only, so comparisons become facts of their own that are true or absent,
and numbers become whole thousandths. A value that no rule compares with is not told at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary

from rete_chess.compiler import Program
from rete_chess.core.board import DYING, Board
from rete_chess.core.journal import ALL, PLACE
from rete_chess.costs import ACTIVATION, ASK, COMBINATION
from rete_chess.engine.matching.follower import Follower
from rete_chess.engine.matching.questions import Question, question_of
from rete_chess.engine.matching.touched import Touched
from rete_chess.facts.events import Event
from rete_chess.facts.links import Links
from rete_chess.facts.network_rules import Activation, Value, as_value
from rete_chess.facts.session import get_fact, get_stored
from rete_chess.facts.tiles import TILE_PLACE, place_of_tile, tiles
from rete_chess.facts.vocabulary import MOVED
from rete_chess.network.contract import Memory

#: A question that costs as much is put down to the rule that takes most of it.
NOTABLE: Final = 1000

#: What a network was told of an attribute before it was told anything: the fact, and the value behind it.
NOTHING_TOLD: Final[tuple[Value | None, Any]] = (None, None)
#: The thresholds that a value passes no more, and those that it passes now, where there are none.
NOTHING_CROSSED: Final[tuple[list[str], list[str]]] = ([], [])

#: Changes after which all facts of a piece may be others; a dying piece has them until it is gone.
WHOLE: Final = frozenset((ALL, DYING))


#: What is known of a point while its facts stay as they are: the network's answers by what is asked of an
#: event, how that is read off it, the cost of a question, and the rule that takes most of it.
Known = tuple[dict[Any, list[Activation]], Question, int, int]

#: For each program and point the fields of an event that matter there, found when they are first asked for.
_QUESTIONS: WeakKeyDictionary[Program, dict[str, Question]] = WeakKeyDictionary()


class Feed:
    """The link between a board and a network's memory of it."""

    def __init__(self, board: Board, program: Program, memory: Memory, is_derived: bool = False) -> None:
        self.board = board
        self.memory = memory
        reads = program.reads
        self._read = get_fact
        #: Where the board has changed since contributions were looked at, where that decides about them.
        self.touched: Touched | None = None
        self.kept: dict[Any, Any] = {}  # what was found then, and is still true where nothing was touched
        if is_derived and program.continuous is not None:
            reads, self._read = program.continuous.reads, get_stored
            if program.continuous.is_local:
                self.touched = Touched(board, program.continuous.needs)
        self.sources = reads.sources
        self._asks_who_moved = MOVED in self.sources
        self.follower = Follower(board, {*WHOLE, *self.sources, *([PLACE] if self._asks_who_moved else [])})
        self.links = Links(program.links)
        #: How many rules of each point might match, as of the last look.
        self.linked = self.links.linked
        #: For each point how often facts that its rules read have changed.
        self.versions: dict[str, int] = dict.fromkeys(program.rules_at, 0)
        self._readers = reads.readers
        self._rules_at = program.rules_at
        self._questions = _QUESTIONS.setdefault(program, {})
        self._answers: dict[str, Known] = {}  # by point, as long as they hold
        self._rules = program.rules
        #: Entity -> attribute -> the fact that was told of it, and the value behind it.
        self._told: dict[int, dict[str, tuple[Value | None, Any]]] = {}
        # Dying pieces stand nowhere, but rules at their death still speak of them.
        dying = board.columns.get(DYING, {})
        for entity in {*(entity for entity in board.entities if entity), *dying, *tiles(board)}:
            self.follower.dirty[entity] = {ALL}

    def is_open(self, point: str) -> bool:
        """Whether some rule of a point with rules might match, by the facts there are now."""
        return self.caught_up()[point] > 0

    def caught_up(self) -> Mapping[str, int]:
        """How many rules of each point might match, by the facts there are now."""
        follower = self.follower
        if (follower.dirty or follower.seen != len(self.board.journal)) and follower.catch_up():
            self._tell_all()
        return self.linked

    def has_changed(self, point: str, version: int) -> bool:
        """Whether facts that a point's rules read have changed since a version of them."""
        if self.follower.catch_up():
            self._tell_all()
        return self.versions[point] != version

    def activations(self, point: str, event: Event) -> list[Activation]:
        """The network's answer to an event; it is not asked twice while nothing it reads has changed."""
        known = self._answers.get(point) or self._nothing_known(point)
        answers, (question, _), cost, widest = known
        meter = self.board.meter
        asked = question(event)
        found = answers.get(asked)
        if found is None or cost >= NOTABLE:
            self._charge(cost, widest)
            if found is None:
                found = answers[asked] = self.memory.activations(point, event)
            meter.charge(ACTIVATION * len(found))
            return found
        meter.spent += cost + ACTIVATION * len(found)
        if meter.spent > meter.stop:
            self._look(ACTIVATION * len(found))
        return found

    def foretold(self, point: str, word: str, side: str, piece: int | None) -> list[Activation] | None:
        """The answer to an event of a player that is known by its word, side and piece, without the event
        itself; None where it has to be asked. Whoever asks it then has not paid for the question."""
        known = self._answers.get(point) or self._nothing_known(point)
        quick = known[1][1]
        found = None if quick is None else known[0].get(quick(word, side, piece, piece is not None))
        if found is None:
            return None
        cost = known[2]
        meter = self.board.meter
        if cost >= NOTABLE:
            self._charge(cost, known[3])
            meter.charge(ACTIVATION * len(found))
            return found
        meter.spent += cost + ACTIVATION * len(found)
        if meter.spent > meter.stop:
            self._look(ACTIVATION * len(found))
        return found

    def _look(self, steps: int) -> None:
        """Look at what was spent for an answer that was known, as often as where it had to be asked for."""
        meter = self.board.meter
        meter.charge(-steps)
        meter.charge(steps)

    def _charge(self, cost: int, widest: int) -> None:
        """Pay for a question; one that costs much is put down to the rule that takes most of it."""
        meter = self.board.meter
        if cost < NOTABLE:
            meter.charge(cost)
            return
        spender = meter.turn_to(self._rules[widest])
        meter.charge(cost)
        meter.turn_to(spender)

    def _nothing_known(self, point: str) -> Known:
        """What is known of a point before its first question."""
        if point not in self._questions:
            self._questions[point] = question_of(self._rules_at[point])
        combinations, widest = self.links.combinations(point)
        known = self._answers[point] = ({}, self._questions[point], ASK + COMBINATION * combinations, widest)
        return known

    def _tell_all(self) -> None:
        """Tell what has changed since the last time."""
        dirty = self.follower.dirty
        sources = self.sources
        for entity in sorted(dirty):
            what = dirty[entity]
            if self._asks_who_moved and PLACE in what:
                what.add(MOVED)
                if PLACE not in sources:  # that of tiles
                    what.discard(PLACE)
            for attribute in what if what.isdisjoint(WHOLE) else sources:
                self._tell(entity, attribute)
        dirty.clear()

    def _tell(self, entity: int, attribute: str) -> None:
        """Tell what follows from one attribute of an entity: its value, and the thresholds it passes."""
        told = self._told.get(entity)
        if told is None:
            told = self._told[entity] = {}
        before, old = told.get(attribute, NOTHING_TOLD)
        if attribute == TILE_PLACE:  # only tiles are joined by their place; a square is no number
            value = place_of_tile(self.board, entity)
        else:
            value = self._read(self.board, entity, attribute) if entity > 0 else None
        source = self.sources[attribute]
        fact: Value | None = None
        if value is not None and source.is_read:
            seen = value if attribute == TILE_PLACE else as_value(value)
            if self.links.plan.sees(attribute, seen):
                fact = seen
        lost, gained = source.crossed(old, value) if source.has_thresholds else NOTHING_CROSSED
        told[attribute] = (fact, value)
        if before is not None and fact is None:
            self._drop(entity, attribute, before)
        for name in lost:
            self._drop(entity, name, True)
        if fact is not None and (before is None or before != fact):
            self._put(entity, attribute, fact, before)
        for name in gained:
            self._put(entity, name, True, None)

    def _drop(self, entity: int, name: str, fact: Value) -> None:
        """Take a fact back from the network."""
        self.memory.drop(entity, name)
        self.links.leave(name, fact)
        self._note(name)

    def _put(self, entity: int, name: str, fact: Value, before: Value | None) -> None:
        """Tell the network a fact in the place of another, if there was one."""
        self.memory.put(entity, name, fact)
        if before is not None:
            self.links.leave(name, before)
        self.links.enter(name, fact)
        self._note(name)

    def _note(self, name: str) -> None:
        for point in self._readers.get(name, ()):
            self.versions[point] += 1
            self._answers.pop(point, None)

    def expect_rollback(self, length: int) -> None:
        """Note the entities that will change when the journal is taken back to a length."""
        self.follower.expect_rollback(length)
        if self.touched is not None:
            self.touched.expect_rollback(length)

    def begin_anew(self) -> None:
        """Follow a journal that is about to be emptied; the network still hears what stood in it."""
        self.follower.begin_anew()
        if self.touched is not None:
            self.touched.begin_anew()
