"""The networks under test, and helpers to fill them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rete_chess.facts.network_rules import Activation, NetworkRule, Value
from rete_chess.network._native import NativeNetwork
from rete_chess.network.contract import Memory, Network
from rete_chess.network.durable import DurableNetwork, durable_available

needs_durable = pytest.mark.skipif(not durable_available(), reason="durable-rules is not installed")

#: For `parametrize`: every network there is.
EVERY_NETWORK = [
    pytest.param(NativeNetwork, id="native"),
    pytest.param(DurableNetwork, id="durable", marks=needs_durable),
]


def fill(memory: Memory, facts: Mapping[tuple[int, str], Value]) -> None:
    for (entity, attribute), value in facts.items():
        memory.put(entity, attribute, value)


def answer(
    make: type[NativeNetwork] | type[DurableNetwork],
    hooks: Sequence[NetworkRule],
    facts: Mapping[tuple[int, str], Value],
    stage: str,
    event: Mapping[str, Value],
) -> list[Activation]:
    """One question to a fresh memory."""
    network: Network = make(hooks)
    memory = network.open()
    fill(memory, facts)
    found = memory.activations(stage, event)
    memory.close()
    return found
