"""How often networks are asked: never without rules, and otherwise no more than the stages give cause to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from rete_chess.bench._rule_programs import active_rules, with_idle_rules
from rete_chess.compiler import ActivePreset, Program, catalog, program_of
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.matching.feed import Feed
from rete_chess.engine.move.run import Run
from rete_chess.facts.events import Event
from rete_chess.facts.network_rules import Activation, NetworkRule, Value
from rete_chess.network import Memory
from rete_chess.network._native import NativeNetwork

PLIES = 80

#: Programs without rules: plain chess, and policies on movement, royalty, turn and result.
POLICIES = {
    "chess": ("chess", ()),
    "antichess": ("antichess", ()),
    "horde": ("horde", ()),
    "king-of-the-hill": ("king-of-the-hill", ()),
    "los-alamos": ("los-alamos", ()),
    "racing-kings": ("racing-kings", ()),
    "berolina-pawns": ("chess", ("berolina-pawns",)),
    "double-move": ("chess", ("double-move",)),
    "double-move berolina": ("chess", ("double-move", "berolina-pawns")),
    **{
        name: ("chess", (name,))
        for name in catalog.presets().list()
        if not {"rules", "attributes"} & catalog.preset(name).model.model_fields_set
    },
}
#: Programs with rules.
RULES = {
    "atomic": ("atomic", ()),
    "petrified": ("petrified", ()),
    "three-check": ("three-check", ()),
    "piece-hp": ("chess", ("piece-hp",)),
    "shield before hp": ("chess", ("piece-shield", "piece-hp")),
    "queen-splits": ("chess", ("queen-splits",)),
    "atomic hp": ("atomic", ("piece-shield", "piece-hp", "queen-splits")),
    "king-heals": ("chess", ("piece-hp", "king-heals")),
    "poisoned-squares": ("chess", ("poisoned-squares",)),
    "explosive-rook": ("chess", ("explosive-rook",)),
    "berserker": ("chess", ("berserker",)),
    "pawn-stamina": ("chess", ("pawn-stamina",)),
    "capture-to-win": ("chess", ("capture-to-win",)),
}
#: Rules whose effects on the board are known from the capture alone: legality asks no network.
FORESEEN = ("atomic", "petrified", "queen-splits")


def program(variant: str, presets: tuple[str, ...]) -> Program:
    return program_of(variant, [ActivePreset(name) for name in presets])


class Counts:
    """Questions to the network of the game, and to that of imagined moves."""

    def __init__(self) -> None:
        self.record = 0
        self.imagined = 0
        self.heard: list[str] = []  # points with rules that events of a move came to
        self.foreseen: set[str] = set()  # points with rules that were asked about before the move
        self.networks = 0

    @property
    def cause(self) -> int:
        """How many questions the points alone give cause to."""
        return len(self.heard) + len(self.foreseen - set(self.heard))


class CountedMemory:
    """A memory with its questions counted."""

    def __init__(self, inner: Memory, counts: Counts, is_imagined: bool) -> None:
        self.inner, self.counts, self.is_imagined = inner, counts, is_imagined
        self.put, self.drop, self.close = inner.put, inner.drop, inner.close

    def activations(self, stage: str, event: Mapping[str, Value]) -> list[Activation]:
        if self.is_imagined:
            self.counts.imagined += 1
        else:
            self.counts.record += 1
        return self.inner.activations(stage, event)

    def copy(self) -> CountedMemory:
        return CountedMemory(self.inner.copy(), self.counts, self.is_imagined)


class CountedNetwork:
    """The native network with counted memories."""

    name = "counted"

    def __init__(self, hooks: Sequence[NetworkRule], counts: Counts, is_imagined: bool) -> None:
        self.inner = NativeNetwork(hooks)
        self.counts, self.is_imagined = counts, is_imagined

    def open(self) -> CountedMemory:
        return CountedMemory(self.inner.open(), self.counts, self.is_imagined)


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    """Counts of all games of a test. The game's own network is asked for as `durable`."""
    found = Counts()

    def make(kind: str | None, hooks: Sequence[NetworkRule], fingerprint: str) -> CountedNetwork:
        found.networks += 1
        return CountedNetwork(hooks, found, kind == "native")

    hear, ask = Run.hear, Feed.activations

    def counted(run: Run, point: str, event: Event) -> Event | None:
        if point in run.program.rules_at and not run.is_imagined:
            found.heard.append(point)
        return hear(run, point, event)

    def asked(feed: Feed, point: str, event: Event) -> list[Activation]:
        if event.id == 0:
            found.foreseen.add(point)
        return ask(feed, point, event)

    monkeypatch.setattr("rete_chess.engine._game.make_network", make)
    monkeypatch.setattr(Run, "hear", counted)
    monkeypatch.setattr(Feed, "activations", asked)
    return found


def play(engine: Engine, seed: int = 1) -> Iterator[MoveRecord]:
    """A random game, with captures wherever there is one, so that rules have something to do."""
    chance = Random(seed)
    for _ in range(PLIES):
        moves = list(engine.legal_moves())
        if not moves:
            return
        captures = [move for move in moves if move.is_capture]
        yield engine.apply(chance.choice(captures if captures and chance.random() < 0.5 else moves))


@pytest.mark.parametrize("name", POLICIES)
def test_no_network_without_rules(counts: Counts, name: str) -> None:
    given = program(*POLICIES[name])
    assert given.rules == ()
    engine = Engine(given, network="durable")
    played = len(list(play(engine)))
    assert played > 20
    engine.clone().undo()
    while engine.move_log:
        engine.undo()
    assert (counts.networks, counts.record, counts.imagined) == (0, 0, 0)


def changing(record: MoveRecord) -> int:
    """Firings that changed a fact, at once or by the events they caused."""
    causes = {(event.parent, event.source) for event in record.trace.events if event.parent is not None}
    return sum(
        any(change.old != change.new for change in firing.changes) or (firing.event, firing.rule) in causes
        for firing in record.trace.firings
    )


def check_bound(engine: Engine, counts: Counts) -> int:
    """Play a game and hold every half-move to the bound; returns the firings."""
    firings = 0
    moves = play(engine)
    while True:
        asked = counts.record
        counts.heard.clear()
        counts.foreseen.clear()
        record = next(moves, None)
        if record is None:
            return firings
        bound = counts.cause + changing(record)
        assert counts.record - asked <= bound, (str(record.move), record.trace.firings)
        firings += len(record.trace.firings)


@pytest.mark.parametrize("name", RULES)
def test_questions_are_bounded(counts: Counts, name: str) -> None:
    assert check_bound(Engine(program(*RULES[name]), network="durable"), counts) > 0
    assert counts.record > 0


def test_questions_of_many_rules_are_bounded(counts: Counts) -> None:
    assert check_bound(Engine(active_rules(50), network="durable"), counts) > 0


@pytest.mark.parametrize("name", FORESEEN)
def test_legality_by_a_table_asks_no_network(counts: Counts, name: str) -> None:
    engine = Engine(program(*RULES[name]), network="durable")
    assert engine.program.book.tier == 3
    assert len(list(play(engine))) > 10
    assert counts.imagined == 0


@pytest.mark.parametrize("name", ["atomic", "piece-hp", "queen-splits"])
def test_moves_that_no_rule_hears_ask_nothing(counts: Counts, name: str) -> None:
    engine = Engine(program(*RULES[name]), network="durable")
    for _ in range(20):
        quiet: list[Any] = [move for move in engine.legal_moves() if not move.is_capture]
        record = engine.apply(quiet[0])
        assert record.trace.firings == []
    assert (counts.networks, counts.record) == (0, 0)


def test_taking_back_and_copying_ask_nothing(counts: Counts) -> None:
    engine = Engine(program(*RULES["shield before hp"]), network="durable")
    start = engine.state_hash()
    list(play(engine))
    asked = counts.record
    copy = engine.clone()
    for game in (engine, copy):
        while game.move_log:
            game.undo()
        assert game.state_hash() == start
    assert counts.record == asked


def test_idle_rules_ask_nothing_more(counts: Counts) -> None:
    """Values that no rule compares with are not told, so that nothing is asked again on their account."""
    asked = []
    for idle in (0, 200):
        before = counts.record
        list(play(Engine(with_idle_rules(10, idle), network="durable")))
        asked.append(counts.record - before)
    assert asked[0] == asked[1] > 0
