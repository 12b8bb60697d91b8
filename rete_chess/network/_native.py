"""The native network: incremental, in plain Python, cheap to copy.

A memory keeps the facts by entity, and an index by value for the attributes that variables are
looked up by. A call starts from the event: its constants choose the hooks, the facts of its own
pieces choose among them, and hooks that begin with a variable are looked at only while their alpha
memory holds something (they are unlinked otherwise). Nothing here knows JSON, threads or the clock.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final

from rete_chess.facts.events import Event
from rete_chess.facts.network_rules import Activation, NetworkRule, Value
from rete_chess.metering import look_at_clock
from rete_chess.network._plans import (
    IS_BOUND,
    IS_CONSTANT,
    IS_FIELD,
    AttributePlans,
    Bucket,
    JoinPlan,
    Plans,
    StagePlans,
)
from rete_chess.network._values import Key, NetworkError, key_of
from rete_chess.network.graph import Graph, draw_network
from rete_chess.network.shapes import lower_hooks

#: The most candidates of one call; hooks that need more are refused.
MAX_CANDIDATES: Final = 1_000_000
CANDIDATES_BETWEEN_LOOKS: Final = 10_000


#: Activations are found by the thousand: the bare tuple is filled at once.
_new: Final = tuple.__new__


class NativeNetwork:
    """The hooks of one program; memories share its index."""

    def __init__(self, hooks: Sequence[NetworkRule]) -> None:
        self.name: str = "native"
        self.lowered = lower_hooks(hooks)
        self.plans: Plans = Plans(self.lowered)

    def open(self) -> NativeMemory:
        """An empty working memory for a new game."""
        return NativeMemory(self.plans)

    def describe(self) -> Graph:
        """The network's nodes and edges."""
        return draw_network(self.name, self.lowered)


class NativeMemory:
    """The working memory of one game."""

    def __init__(self, plans: Plans) -> None:
        self.plans: Plans = plans
        self.attributes: dict[str, AttributePlans] = plans.attributes
        self.facts: dict[int, dict[str, Key]] = {}
        self.index: dict[str, dict[Key, set[int]]] = {}  # attribute → value → entities, none of them empty
        self.linked: list[set[int]] = [set() for _ in plans.stages]
        #: The last answer of each stage with many hooks, what it was asked, and which attributes have
        #: changed since.
        self.answers: dict[int, tuple[list[Key | None], list[Activation]]] = {}
        self.changed: dict[int, set[str]] = {}
        self.renewals: int = 0  # hooks that were asked one by one
        self.candidates: int = 0
        self.look: int = 0  # the number of candidates after which somebody looks at the clock
        self.looks: int = 0  # plans that the index did not rule out
        self.calls: int = 0
        self.puts: int = 0
        self.drops: int = 0

    def copy(self) -> NativeMemory:
        """A second memory with the same facts, and counters of its own."""
        twin = NativeMemory(self.plans)
        twin.facts = {entity: facts.copy() for entity, facts in self.facts.items()}
        twin.index = {
            name: {key: entities.copy() for key, entities in values.items()}
            for name, values in self.index.items()
        }
        twin.linked = [alphas.copy() for alphas in self.linked]
        return twin

    def close(self) -> None:
        """Forget all facts."""
        self.facts = {}
        self.index = {}
        self.answers = {}
        self.linked = [set() for _ in self.linked]

    def put(self, entity: int, attribute: str, value: Value) -> None:
        """Assert a fact, or change its value; a fact that no hook reads is not kept."""
        asked = self.attributes.get(attribute)
        if asked is None:
            return
        self.puts += 1
        key = key_of(value)
        facts = self.facts.get(entity)
        if facts is None:
            facts = self.facts[entity] = {}
        if asked.is_indexed:
            before = facts.get(attribute)
            if before != key:
                self._reindex(asked, entity, before, key)
        facts[attribute] = key
        if asked.stages:
            self._note(asked)

    def drop(self, entity: int, attribute: str) -> None:
        """Retract a fact; nothing happens if there is none."""
        asked = self.attributes.get(attribute)
        if asked is None:
            return
        self.drops += 1
        facts = self.facts.get(entity)
        if facts is None:
            return
        before = facts.pop(attribute, None)
        if before is None:
            return
        if not facts:
            del self.facts[entity]
        if asked.is_indexed:
            self._reindex(asked, entity, before, None)
        if asked.stages:
            self._note(asked)

    def _note(self, asked: AttributePlans) -> None:
        """Note that hooks of some stages with many may match otherwise than before."""
        for stage in asked.stages:
            changed = self.changed.get(stage)
            if changed is not None:
                changed.add(asked.name)

    def _reindex(self, asked: AttributePlans, entity: int, before: Key | None, key: Key | None) -> None:
        values = self.index.get(asked.name)
        if values is None:
            values = self.index[asked.name] = {}
            self._link(asked.any_alpha)
        if before is not None:
            entities = values[before]
            entities.discard(entity)
            if not entities:
                del values[before]
                self._unlink(asked.alphas.get(before, -1))
        if key is not None:
            found = values.get(key)
            if found is not None:
                found.add(entity)
            else:
                values[key] = {entity}
                self._link(asked.alphas.get(key, -1))
        elif not values:
            del self.index[asked.name]
            self._unlink(asked.any_alpha)

    def _link(self, alpha: int) -> None:
        """Link the plans that begin at an alpha memory, which now holds something."""
        if alpha >= 0:
            for stage in self.plans.alpha_stages[alpha]:
                self.linked[stage].add(alpha)

    def _unlink(self, alpha: int) -> None:
        if alpha >= 0:
            for stage in self.plans.alpha_stages[alpha]:
                self.linked[stage].discard(alpha)

    def activations(self, stage: str, event: Event | Mapping[str, Value]) -> list[Activation]:
        """All activations of the stage's hooks for an event, sorted by hook number, then entities."""
        self.calls += 1
        plans = self.plans.stages.get(stage)
        if plans is None:
            return []
        found: list[Activation] = []
        self.candidates = 0
        self.look = CANDIDATES_BETWEEN_LOOKS
        keys = plans.fields.keys(event)
        if plans.whole:
            renewed = self._renewed(plans, keys)
            if renewed is not None:
                return renewed
        linked = self.linked[plans.number]
        for group in plans.groups:
            if group.single >= 0:
                bucket = group.table.get(keys[group.single])
            elif group.only is not None:
                bucket = group.only
            else:
                bucket = group.table.get(tuple([keys[position] for position in group.positions]))
            if bucket is None:
                continue
            for plan in bucket.plain:
                found.append(plan.activation)
            if bucket.roles:
                self._match_roles(bucket, keys, found)
            if bucket.free and linked:
                self._match_free(bucket, linked, keys, found)
        if len(found) > 1:
            found.sort()
        if plans.whole:
            self.answers[plans.number] = keys, found
            self.changed[plans.number] = set()
        return found

    def _renewed(self, plans: StagePlans, keys: list[Key | None]) -> list[Activation] | None:
        """The last answer of a stage to the same question, with those hooks asked again whose facts have
        changed; None where all have to be asked."""
        known = self.answers.get(plans.number)
        if known is None or known[0] != keys:
            return None
        changed = self.changed[plans.number]
        if not changed:
            return known[1]
        numbers = {number for attribute in changed for number in plans.readers[attribute]}
        if 2 * len(numbers) > len(plans.whole):
            return None
        found = known[1].copy()  # whoever was given it still has it
        for number in numbers:
            self.renewals += 1
            whole = plans.whole[number]
            fresh: list[Activation] = []
            if all(keys[position] == key for position, key in whole.constants):
                self._start(whole.plan, keys, fresh)
                fresh.sort()
            found[bisect_left(found, (number,)) : bisect_left(found, (number + 1,))] = fresh
        self.answers[plans.number] = keys, found
        changed.clear()
        return found

    def _match_roles(self, bucket: Bucket, keys: list[Key | None], found: list[Activation]) -> None:
        """Match the plans that begin with a fact of one of the event's entities."""
        for plans in bucket.roles:
            facts = self.facts.get(keys[plans.role])  # type: ignore[arg-type]
            if facts is None:
                continue
            by_attribute = plans.by_attribute
            # Go through the shorter side: what the entity has, or what hooks ask of it.
            names = facts if len(facts) < len(by_attribute) else by_attribute
            for name in names:
                table = by_attribute.get(name)
                key = facts.get(name)
                if table is None or key is None:
                    continue
                for plan in table.get(key, ()):
                    self._start(plan, keys, found)
            if plans.loose:
                for name in facts:
                    for plan in plans.loose.get(name, ()):
                        self._start(plan, keys, found)

    def _match_free(
        self, bucket: Bucket, linked: set[int], keys: list[Key | None], found: list[Activation]
    ) -> None:
        """Match the plans that begin with a variable and whose alpha memory holds something."""
        if len(linked) < len(bucket.free):
            for alpha in linked:
                for plan in bucket.free.get(alpha, ()):
                    self._start(plan, keys, found)
        else:
            for alpha, plans in bucket.free.items():
                if alpha in linked:
                    for plan in plans:
                        self._start(plan, keys, found)

    def _start(self, plan: JoinPlan, keys: list[Key | None], found: list[Activation]) -> None:
        self.looks += 1
        if not plan.steps:
            found.append(plan.activation)
            return
        entities = [0] * len(plan.outputs)
        bindings: list[Key | None] = [None] * plan.bindings
        self._match(plan, 0, keys, entities, bindings, found)

    def _match(
        self,
        plan: JoinPlan,
        place: int,
        keys: list[Key | None],
        entities: list[int],
        bindings: list[Key | None],
        found: list[Activation],
    ) -> None:
        """Go through the steps from `place` on; a step that finds a variable branches."""
        steps = plan.steps
        while place < len(steps):
            step = steps[place]
            place += 1
            compares = step.compares
            wanted: Key | None = None
            if compares == IS_CONSTANT:
                wanted = step.constant
            elif compares == IS_FIELD:
                wanted = keys[step.field]
                if wanted is None:
                    return
            elif compares == IS_BOUND:
                wanted = bindings[step.binding]
            if step.is_fresh:
                values = self.index.get(step.attribute)
                if values is None:
                    return
                if wanted is not None:
                    self._branch(plan, place, keys, entities, bindings, found, values.get(wanted))
                else:
                    for key, candidates in values.items():
                        bindings[step.binding] = key
                        self._branch(plan, place, keys, entities, bindings, found, candidates)
                return
            subject = keys[step.role] if step.role >= 0 else entities[step.variable]
            facts = self.facts.get(subject)  # type: ignore[arg-type]
            if facts is None:
                return
            value = facts.get(step.attribute)
            if value is None:
                return
            if wanted is None:
                bindings[step.binding] = value
            elif value != wanted:
                return
        outputs = plan.outputs
        if outputs:
            found.append(_new(Activation, (plan.number, tuple([entities[variable] for variable in outputs]))))
        else:
            found.append(plan.activation)

    def _look(self, plan: JoinPlan) -> None:
        """Look whether there are too many candidates, and at the clock."""
        self.look += CANDIDATES_BETWEEN_LOOKS
        look_at_clock()
        if self.candidates > MAX_CANDIDATES:
            raise NetworkError(
                "E_NETWORK_LIMIT",
                f"a rule joins more than {MAX_CANDIDATES} combinations of pieces",
                found=f"hook {plan.number}",
                expected="variables that are bound to each other or to the event",
            )

    def _branch(
        self,
        plan: JoinPlan,
        place: int,
        keys: list[Key | None],
        entities: list[int],
        bindings: list[Key | None],
        found: list[Activation],
        candidates: set[int] | None,
    ) -> None:
        """Try each candidate for the variable of the step before `place`."""
        if candidates is None:
            return
        self.candidates += len(candidates)
        if self.candidates > self.look:
            self._look(plan)
        variable = plan.steps[place - 1].variable
        for entity in candidates:
            entities[variable] = entity
            self._match(plan, place, keys, entities, bindings, found)
