"""The durable network: durable-rules matches, Python keeps the facts. The only importer of its C core.

Each game's memory is a plain store with a log of changes; for a stage that may match, a lane of the
stage's ruleset is brought up to date from the log and asked (see `lanes`). Rulesets are shared by all
networks of the process and never deleted, so all calls to the core are made under one lock. A child that
is forked goes on with copies of them.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module, metadata
from itertools import count
from typing import Final, cast

import orjson

try:
    from resource import RLIM_INFINITY, RLIMIT_AS, getpagesize, getrlimit

    PAGE_SIZE = getpagesize()
except ImportError:  # where address spaces have no limits, as on Windows
    getrlimit = None  # type: ignore[assignment]

from rete_chess.facts.events import Event
from rete_chess.facts.network_rules import Activation, NetworkRule, Value
from rete_chess.network._codes import Codes
from rete_chess.network._lanes import Core, Doubt, Lane, Ruleset, Tally
from rete_chess.network._native import NativeNetwork
from rete_chess.network._rulesets import (
    MAX_BYTES,
    MAX_RULESETS,
    check_stage,
    weigh_ruleset,
    write_ruleset,
)
from rete_chess.network._unlinking import Alphas, StageRules, Tokens, Wanted
from rete_chess.network._values import Key, NetworkError, key_of, value_of
from rete_chess.network.graph import Graph, draw_network
from rete_chess.network.shapes import Lowered, Shape, lower_hooks

#: The adapter relies on what this very version does.
VERSION: Final = "2.0.28"
#: A call with more combinations of pieces than this is answered by the native network.
MAX_COMBINATIONS: Final = 4096
#: Changes in the log of a memory; lanes that are further behind are built anew.
MAX_LOG: Final = 4096

#: What must be left of a limited address space before the core is called, and what a hook takes in a lane.
HEADROOM: Final = 24_000_000
HOOK_BYTES: Final = 8_000

RulesetKey = tuple[str, tuple[Shape, ...]]

LOCK = threading.RLock()  # a forked child has one of its own
RULESETS: Final[dict[RulesetKey, Ruleset]] = {}
NAMES: Final = count()
SERIALS: Final = count(1)
#: Games that ended without being closed: their rulesets, each with lanes of theirs, and their numbers.
ABANDONED: Final[list[tuple[list[Ruleset], int]]] = []

_forking: Final = threading.local()


def _before_fork() -> None:
    """Note whether another thread is just using the core; it may do so for long, so nobody waits for it."""
    _forking.is_at_rest = LOCK.acquire(blocking=False)


def _after_fork_in_parent() -> None:
    if _forking.is_at_rest:
        LOCK.release()


def _after_fork_in_child() -> None:
    """Take a lock of its own: a thread that held the old one does not exist here.

    Rulesets are copied with the process, and whole, for nobody forks in the middle of a call to the core.
    Lanes that a thread was using may be half-way, so that all are left alone then.
    """
    global LOCK
    LOCK = threading.RLock()
    if not _forking.is_at_rest:
        Doubt.times += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=_after_fork_in_parent,
        after_in_child=_after_fork_in_child,
    )


@cache
def load_core() -> Core:
    """The C core of durable-rules, or an error that says why it cannot be used."""
    try:
        core = import_module("durable_rules_engine")
        version = metadata.version("durable-rules")
    except (ImportError, metadata.PackageNotFoundError) as error:
        raise NetworkError(
            "E_NETWORK_UNAVAILABLE",
            "durable-rules cannot be imported",
            found=str(error),
            hint="it needs Python 3.10 to 3.12 and was compiled at installation; 'native' needs neither",
        ) from error
    if version != VERSION:
        raise NetworkError(
            "E_NETWORK_UNAVAILABLE", "another version of durable-rules", found=version, expected=VERSION
        )
    return cast(Core, core)


def durable_available() -> bool:
    """Whether the durable network can be used in this process."""
    try:
        load_core()
    except NetworkError:
        return False
    return True


def find_rulesets(core: Core, keys: Sequence[RulesetKey]) -> list[Ruleset]:
    """The process's rulesets for these stages and shapes; missing ones are created, if all of them fit."""
    with LOCK:
        release_abandoned()
        missing = [key for key in keys if key not in RULESETS]
        _demand_room(missing)
        if missing:
            demand_memory(sum([weigh_ruleset(shapes) for _, shapes in missing]))
        for key in missing:
            text = orjson.dumps(write_ruleset(key[1])).decode()
            try:
                RULESETS[key] = Ruleset(core, core.create_ruleset(f"r{next(NAMES)}", text))
            except core.error as error:
                raise NetworkError(
                    "E_NETWORK_LIMIT", f"the durable network refused rules: {error}"
                ) from error
        return [RULESETS[key] for key in keys]


def release_abandoned() -> None:
    """Empty the lanes of games that nobody holds any more; the caller has the lock."""
    while ABANDONED:
        rulesets, serial = ABANDONED.pop()
        for ruleset in rulesets:
            with suppress(NetworkError):  # one that is given up is no matter of whoever asks just now
                ruleset.release(serial)


def demand_memory(needed: int) -> None:
    """Refuse a call for which too little is left of a limited address space: the core would crash there."""
    if getrlimit is None or (limit := getrlimit(RLIMIT_AS)[0]) == RLIM_INFINITY:
        return
    try:
        with open("/proc/self/statm", "rb") as file:
            used = int(file.read().split()[0]) * PAGE_SIZE
    except OSError as error:
        raise NetworkError("E_NETWORK", "it is not known how much memory is left") from error
    if limit - used < HEADROOM + needed:
        raise NetworkError(
            "E_NETWORK",
            "too little memory is left for the durable network",
            found=f"{max(0, limit - used):,} bytes",
            expected=f"at least {HEADROOM + needed:,}",
            hint="give the process more, or use the native network",
        )


def _demand_room(missing: Sequence[RulesetKey]) -> None:
    """Refuse rulesets beyond what one process may make in its life."""
    number = len(RULESETS) + len(missing)
    held = sum([weigh_ruleset(shapes) for _, shapes in (*RULESETS, *missing)])
    if missing and (number > MAX_RULESETS or held > MAX_BYTES):
        raise NetworkError(
            "E_NETWORK_LIMIT",
            "this process holds too many rulesets of the durable network already",
            found=f"{number} with about {held:,} bytes",
            expected=f"at most {MAX_RULESETS} with {MAX_BYTES:,}",
        )


class DurableNetwork:
    """The hooks of one program as shapes for the core and hook facts."""

    def __init__(self, hooks: Sequence[NetworkRule]) -> None:
        self.name: str = "durable"
        self.core = load_core()
        self.hooks = tuple(hooks)
        self.lowered = lower_hooks(hooks)
        self.tokens = Tokens()
        self.codes = Codes()
        self.stages: dict[str, StageRules] = {}
        self._native: NativeNetwork | None = None
        by_stage: dict[str, list[Lowered]] = {}
        for hook in self.lowered:
            by_stage.setdefault(hook.stage, []).append(hook)
        keys: list[RulesetKey] = []
        for number, (stage, lowered) in enumerate(by_stage.items()):
            shapes = tuple(sorted({hook.shape for hook in lowered}))
            check_stage(stage, lowered, shapes)
            keys.append((stage, shapes))
            self.stages[stage] = StageRules(number, lowered, shapes, self.tokens, self.codes)
        self.rulesets = find_rulesets(self.core, keys)

    def open(self) -> DurableMemory:
        """An empty working memory for a new game."""
        return DurableMemory(self)

    def describe(self) -> Graph:
        """The network's nodes and edges."""
        return draw_network(self.name, self.lowered)

    @property
    def native(self) -> NativeNetwork:
        """The same hooks on the native network, for calls that are too wide for the core."""
        if self._native is None:
            self._native = NativeNetwork(self.hooks)
        return self._native


class DurableMemory:
    """The working memory of one game: the facts that some hook reads, and the log of their changes."""

    def __init__(self, network: DurableNetwork) -> None:
        self.network = network
        self.serial = next(SERIALS)
        self.reads = network.tokens.pairs
        self.alphas = Alphas(network.tokens, len(network.stages))
        self.log: list[tuple[int, str]] = []
        self.base = 0  # changes that have been cut off the log
        self.tally = Tally()
        self.calls = 0
        self.puts = 0
        self.drops = 0
        self.wide_calls = 0  # calls that the native network answered

    @property
    def asserts(self) -> int:
        """Messages the core was told: facts, hooks and stages."""
        return self.tally.asserts

    @property
    def retracts(self) -> int:
        return self.tally.retracts

    @property
    def lane_rebuilds(self) -> int:
        """Lanes that were built, the first time or again."""
        return self.tally.rebuilds

    def __del__(self) -> None:
        # The core may be busy just now, so whoever asks it next empties the lanes.
        if self.calls:
            ABANDONED.append((self.network.rulesets, self.serial))

    def copy(self) -> DurableMemory:
        """A second memory with the same facts, and lanes and counters of its own."""
        twin = DurableMemory(self.network)
        twin.alphas = self.alphas.copy()
        return twin

    def close(self) -> None:
        """Give the game's lanes back and forget its facts."""
        with LOCK:
            for ruleset in self.network.rulesets:
                ruleset.release(self.serial)
        self.alphas = Alphas(self.network.tokens, len(self.network.stages))
        self.log, self.base = [], 0

    def put(self, entity: int, attribute: str, value: Value) -> None:
        """Assert a fact, or change its value; a fact that no hook reads is not kept."""
        if attribute in self.reads:
            self.puts += 1
            if self.alphas.set(entity, attribute, key_of(value)):
                self._changed(entity, attribute)

    def drop(self, entity: int, attribute: str) -> None:
        """Retract a fact; nothing happens if there is none."""
        if attribute in self.reads:
            self.drops += 1
            if self.alphas.set(entity, attribute, None):
                self._changed(entity, attribute)

    def _changed(self, entity: int, attribute: str) -> None:
        if len(self.log) == MAX_LOG:
            self.base += MAX_LOG
            self.log.clear()
        self.log.append((entity, attribute))

    def activations(self, stage: str, event: Event | Mapping[str, Value]) -> list[Activation]:
        """All activations of the stage's hooks for an event, sorted by hook number, then entities."""
        self.calls += 1
        rules = self.network.stages.get(stage)
        if rules is None:
            return []
        keys = rules.fields.keys(event)
        hooks = rules.linked(keys, self.alphas)
        if not hooks:
            return []
        if rules.wide and rules.combinations(self.alphas) > MAX_COMBINATIONS:
            return self._answer_natively(stage, event)
        demand_memory(HOOK_BYTES * len(hooks))
        with LOCK:
            if ABANDONED:
                release_abandoned()
            ruleset = self.network.rulesets[rules.number]
            lane = ruleset.lane(self.serial)
            try:
                self._sync(ruleset, lane, rules)
                for hook in hooks:
                    if hook.place not in lane.hooks:
                        lane.assert_hook(hook.place, hook.slots)
                found = self._ask(lane, rules, keys)
            except BaseException as error:
                # Also for an interrupt: a lane that was left half-way must not be asked again.
                ruleset.discard(lane)
                if isinstance(error, self.network.core.error):
                    raise NetworkError("E_NETWORK", f"the durable network failed: {error}") from error
                raise
        found.sort()
        return found

    def _sync(self, ruleset: Ruleset, lane: Lane, rules: StageRules) -> None:
        """Tell the lane what changed since it was last asked, or build it anew."""
        if lane.position >= self.base and lane.is_booted:
            for entity, attribute in self.log[lane.position - self.base :]:
                wanted = rules.wanted.get(attribute)
                if wanted is not None:
                    update(lane, entity, attribute, wanted, self.alphas.get(entity, attribute))
            lane.position = self.base + len(self.log)
            if not lane.is_worn:
                return
        ruleset.discard(lane)
        self.tally.rebuilds += 1
        lane.boot(self.serial, self.tally, self.network.codes)
        for attribute, wanted in rules.wanted.items():
            for entity, key in self.alphas.columns.get(attribute, {}).items():
                update(lane, entity, attribute, wanted, key)
        lane.position = self.base + len(self.log)

    def _ask(self, lane: Lane, rules: StageRules, keys: list[Key | None]) -> list[Activation]:
        """Ask a lane that is up to date; activations of stale facts are left out."""
        codes = [lane.codes.find(key) for key in keys]
        fields = "".join([f'"f{place}":{code},' for place, code in enumerate(codes)])
        found = []
        for message in lane.ask(fields):
            ((shape, frame),) = orjson.loads(message).items()
            ids = [frame[alias]["id"] for alias in rules.aliases[shape]]
            lane.dirty.update(ids)
            if not lane.stale.isdisjoint(ids):
                lane.waste += 1
            else:
                hook = rules.hooks[frame["h"]["n"]]
                entities = tuple([frame[alias]["e"] // 4 for alias in hook.outputs])
                found.append(Activation(hook.number, entities))
        return found

    def _answer_natively(self, stage: str, event: Event | Mapping[str, Value]) -> list[Activation]:
        self.wide_calls += 1
        memory = self.network.native.open()
        for attribute, column in self.alphas.columns.items():
            for entity, key in column.items():
                memory.put(entity, attribute, value_of(key))
        return memory.activations(stage, event)


def update(lane: Lane, entity: int, attribute: str, wanted: Wanted, key: Key | None) -> None:
    """Bring one fact of a lane up to date; the key is None if the fact is gone."""
    before = lane.facts.get((entity, attribute))
    if before == key:
        return
    if before is not None:
        pair = wanted.pairs.get(before)
        if pair is not None:
            lane.retract_fact((entity, pair))
        if wanted.attribute:
            lane.retract_fact((entity, wanted.attribute, lane.codes.find(before)))
    if key is None:
        del lane.facts[entity, attribute]
        return
    lane.facts[entity, attribute] = key
    pair = wanted.pairs.get(key)
    if pair is not None:
        lane.assert_fact((entity, pair))
    if wanted.attribute:
        lane.assert_fact((entity, wanted.attribute, lane.codes.code(key)))
