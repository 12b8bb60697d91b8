"""Followers of the journal, who keep something derived from the board up to date.

- `Follower` notes which entities have changed since the last look.
- `FactKeys` keeps the key of all facts.
- `Feed` tells a network the declared facts of pieces just before it is asked.

A network sees equalities only, so comparisons become facts of their own that are true or absent,
and numbers become whole thousandths. A value that no rule compares with is not told at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final
from weakref import WeakKeyDictionary

from rete_chess.compiler import Program
from rete_chess.core.board import DYING, Board
from rete_chess.core.journal import ALL, PLACE, Step
from rete_chess.core.keys import name_key
from rete_chess.core.moves import SPECIAL, promotion_of
from rete_chess.facts.events import Event
from rete_chess.facts.kept import FrozenDict
from rete_chess.facts.links import Links
from rete_chess.facts.network_rules import Activation, Value, as_value
from rete_chess.facts.rules import Rule
from rete_chess.facts.session import get_fact, get_stored
from rete_chess.facts.tiles import TILE_PLACE, place_of_tile, tiles
from rete_chess.metering import ACTIVATION, ASK, COMBINATION
from rete_chess.network.contract import Memory


class Follower:
    """A list of the entities of a board that have changed, kept for something that is derived from them.

    It may be told to note certain attributes alone; `ALL` stands for changes of a whole piece.
    """

    def __init__(self, board: Board, names: Collection[str] | None = None, since: int | None = None) -> None:
        self.board = board
        self.names = names
        self.dirty: dict[int, set[str]] = {}  # entity -> attributes, place or all
        self.seen = len(board.journal) if since is None else since

    def changed(self) -> dict[int, set[str]]:
        """The changes that have not been dealt with, by entity."""
        self.catch_up()
        return self.dirty

    def catch_up(self) -> bool:
        """Whether changes are waiting, with those since the last look added to the list."""
        length = len(self.board.journal)
        if length != self.seen:
            self._note(self.seen)
            self.seen = length
        return bool(self.dirty)

    def expect_rollback(self, length: int) -> None:
        """Note the entities that will change when the journal is taken back to a length."""
        if len(self.board.journal) > length:
            self._note(length)
            self.seen = min(self.seen, length)

    def _note(self, start: int) -> None:
        names, dirty = self.names, self.dirty
        entries: list[Any] = self.board.journal[start:]
        for entry in entries:
            if entry.__class__ is tuple:
                self._note_move(entry)
                continue
            what = entry.what
            if what and (names is None or what in names):
                marks = dirty.get(entry.entity)
                if marks is None:
                    dirty[entry.entity] = {what}
                else:
                    marks.add(what)

    def _mark(self, entity: int, what: str) -> None:
        marks = self.dirty.get(entity)
        if marks is None:
            self.dirty[entity] = {what}
        else:
            marks.add(what)

    def _note_move(self, made: Step) -> None:
        """A move of the bare core: the victim is gone, who moved may have changed."""
        code, _, victim, _, entity, _, _, _, _, _, _, mover, _ = made
        if victim is not None:
            self._mark(entity, ALL)
        what = ALL if code >= SPECIAL and promotion_of(code) >= 0 else PLACE
        if what == ALL or self.names is None or PLACE in self.names:
            self._mark(mover, what)
            if entity and victim is None:  # the partner in castling
                self._mark(entity, PLACE)


_text_key = lru_cache(maxsize=65536)(name_key)


class FactKeys:
    """The key of all declared facts, by square instead of by entity, kept up to date change by change."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.follower = Follower(board)
        self._parts: dict[int, int] = {}
        self._key = 0
        #: Keys by place, attribute, type and value; of those values alone that no other equals.
        self._known: dict[tuple[int, str, type, Any], int] = {}
        for entity in {entity for column in board.columns.values() for entity in column}:
            self.follower.dirty[entity] = set()

    def expect_rollback(self, length: int) -> None:
        """Note what will change when the journal is taken back to a length, if anybody has facts."""
        follower = self.follower
        if self.board.columns or self._parts:
            follower.expect_rollback(length)
        elif follower.seen > length:
            follower.seen = length

    def key(self) -> int:
        """The key of the facts as they are now."""
        if self.follower.catch_up():
            for entity in self.follower.dirty:
                part = self._part(entity)
                self._key ^= self._parts.get(entity, 0) ^ part
                self._parts[entity] = part
            self.follower.dirty.clear()
        return self._key

    def _part(self, entity: int) -> int:
        """The part of the key from one entity: a piece or tile by its square, the game by itself."""
        board = self.board
        place = place_of_tile(board, entity) if TILE_PLACE in board.columns else None
        if place is None:
            place = board.square_of(entity) if entity > 0 else entity - 1
        known, part = self._known, 0
        for attribute, column in board.columns.items():
            if entity in column:
                value = column[entity]
                kind = value.__class__
                if kind is tuple or kind is FrozenDict:  # (1,) equals (True,), and is another value
                    part ^= _text_key(f"{place} {attribute} {value!r}")
                    continue
                key = known.get((place, attribute, kind, value))
                if key is None:
                    key = known[place, attribute, kind, value] = _text_key(f"{place} {attribute} {value!r}")
                part ^= key
        return part


#: A question that costs as much is put down to the rule that takes most of it.
NOTABLE: Final = 1000

#: What a network was told of an attribute before it was told anything.
NOTHING_TOLD: Final[Mapping[str, Value]] = {}

#: Changes after which all facts of a piece may be others; a dying piece has them until it is gone.
WHOLE: Final = frozenset((ALL, DYING))


#: What is known of a point while its facts stay as they are: the network's answers by what is asked of an
#: event, how that is read off it, the cost of a question, and the rule that takes most of it.
Known = tuple[dict[Any, list[Activation]], Callable[[Event], Any], int, int]

#: For each program and point the fields of an event that matter there, found when they are first asked for.
_QUESTIONS: WeakKeyDictionary[Program, dict[str, Callable[[Event], Any]]] = WeakKeyDictionary()


class Feed:
    """The link between a board and a network's memory of it."""

    def __init__(self, board: Board, program: Program, memory: Memory, is_derived: bool = False) -> None:
        self.board = board
        self.memory = memory
        reads = program.reads
        self._read = get_fact
        if is_derived and program.continuous is not None:
            reads, self._read = program.continuous.reads, get_stored
        self.sources = reads.sources
        self.follower = Follower(board, {*WHOLE, *self.sources})
        self.links = Links(program.links)
        self._linked = self.links.linked
        #: For each point how often facts that its rules read have changed.
        self.versions: dict[str, int] = dict.fromkeys(program.rules_at, 0)
        self._readers = reads.readers
        self._rules_at = program.rules_at
        self._questions = _QUESTIONS.setdefault(program, {})
        self._answers: dict[str, Known] = {}  # by point, as long as they hold
        self._rules = program.rules
        self._told: dict[int, dict[str, dict[str, Value]]] = {}  # entity -> attribute -> facts told of it
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
        return self._linked

    def has_changed(self, point: str, version: int) -> bool:
        """Whether facts that a point's rules read have changed since a version of them."""
        if self.follower.catch_up():
            self._tell_all()
        return self.versions[point] != version

    def activations(self, point: str, event: Event) -> list[Activation]:
        """The network's answer to an event; it is not asked twice while nothing it reads has changed."""
        known = self._answers.get(point)
        if known is None:
            known = self._answers[point] = self._nothing_known(point)
        answers, question, cost, widest = known
        meter = self.board.meter
        if cost < NOTABLE:
            meter.spent += cost
            if meter.spent > meter.stop:
                meter.look()
        else:
            spender = meter.turn_to(self._rules[widest])
            meter.charge(cost)
            meter.turn_to(spender)
        asked = question(event)
        found = answers.get(asked)
        if found is None:
            found = answers[asked] = self.memory.activations(point, event)
        if found:
            meter.charge(ACTIVATION * len(found))
        return found

    def _nothing_known(self, point: str) -> Known:
        """What is known of a point before its first question."""
        if point not in self._questions:
            self._questions[point] = _question(self._rules_at[point])
        combinations, widest = self.links.combinations(point)
        return {}, self._questions[point], ASK + COMBINATION * combinations, widest

    def _tell_all(self) -> None:
        """Tell what has changed since the last time."""
        dirty = self.follower.dirty
        sources = self.sources
        for entity in sorted(dirty):
            what = dirty[entity]
            for attribute in what if what.isdisjoint(WHOLE) else sources:
                self._tell(entity, attribute)
        dirty.clear()

    def _tell(self, entity: int, attribute: str) -> None:
        """Tell what follows from one attribute of an entity: its value, and the thresholds it passes."""
        told = self._told.get(entity)
        if told is None:
            told = self._told[entity] = {}
        old = told.get(attribute, NOTHING_TOLD)
        if attribute == TILE_PLACE:  # only tiles are joined by their place; a square is no number
            value = place_of_tile(self.board, entity)
        else:
            value = self._read(self.board, entity, attribute) if entity > 0 else None
        now: dict[str, Value] = {}
        if value is not None:
            source = self.sources[attribute]
            if source.is_read:
                fact = value if attribute == TILE_PLACE else as_value(value)
                if self.links.plan.sees(attribute, fact):
                    now[attribute] = fact
            if source.has_thresholds:
                for name in source.passed(value):
                    now[name] = True
        if old == now:
            return
        told[attribute] = now
        for name, fact in old.items():
            if name not in now:
                self.memory.drop(entity, name)
                self.links.leave(name, fact)
                self._note(name)
        for name, fact in now.items():
            before = old.get(name)
            if before is None or before != fact:
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


def _question(rules: Sequence[Rule]) -> Callable[[Event], Any]:
    """The function that picks out of an event, as one value, the fields that some of the rules look at."""
    asked = frozenset().union(*(rule.joined.fields for rule in rules))
    places = [place for place, name in enumerate(Event._fields) if name in asked]
    return itemgetter(*places) if places else _nothing


def _nothing(_event: Event) -> None:
    """The question of rules that hear every event: nothing."""
