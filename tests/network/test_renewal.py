"""Answers of the native network that are renewed hook by hook: the same as if all hooks were asked."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess.facts.network_rules import Condition, Constant, NetworkRule, Value
from rete_chess.network._native import NativeMemory, NativeNetwork
from rete_chess.network._plans import MANY
from rete_chess.network._samples import STAGES, random_event, random_fact, random_hooks


@settings(max_examples=60)
@given(st.integers(0, 1 << 32))
def test_what_is_renewed_is_what_a_fresh_memory_finds(seed: int) -> None:
    chance = Random(seed)
    network = NativeNetwork(random_hooks(chance, chance.randrange(MANY, 4 * MANY), 1))
    memory, facts = network.open(), {}
    event = random_event(chance)
    for _ in range(60):
        entity, attribute, value = random_fact(chance)
        if chance.random() < 0.7:
            facts[entity, attribute] = value
            memory.put(entity, attribute, value)
        else:
            facts.pop((entity, attribute), None)
            memory.drop(entity, attribute)
        if chance.random() < 0.2:
            event = random_event(chance)
        fresh = network.open()
        for (one, name), held in facts.items():
            fresh.put(one, name, held)
        for stage in STAGES:
            before = memory.activations(stage, event)
            kept = list(before)
            assert before == fresh.activations(stage, event)
            assert memory.activations(stage, event) == kept


def test_random_hooks_are_renewed() -> None:
    """Otherwise the law above would hold for want of cases."""
    chance = Random(1)
    memory = NativeNetwork(random_hooks(chance, 3 * MANY, 1)).open()
    event = random_event(chance)
    for _ in range(60):
        memory.put(*random_fact(chance))
        memory.activations(STAGES[0], event)
    assert memory.renewals > 60


def chain(count: int) -> tuple[NativeMemory, int]:
    """The memory of a chain of hooks of which one more is activated at each question, and the looks."""
    hooks = [
        NetworkRule(number, "move", (), None, (Condition("piece", f"Steps {number}", Constant(True)),))
        for number in range(count)
    ]
    memory = NativeNetwork(tuple(hooks)).open()
    event: dict[str, Value] = {"event": "move", "piece": 1}
    for number in range(count):
        memory.put(1, f"Steps {number}", True)
        assert [found.number for found in memory.activations("move", event)] == list(range(number + 1))
    return memory, memory.looks


def test_a_chain_looks_at_what_has_changed_alone() -> None:
    few, many = chain(2 * MANY)[1], chain(16 * MANY)[1]
    assert many <= 9 * few
    assert chain(16 * MANY)[0].renewals >= 15 * MANY


def test_few_hooks_are_asked_together() -> None:
    assert chain(MANY - 1)[0].renewals == 0
