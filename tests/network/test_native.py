"""The native network beside its answers: what it looks at, and what it does not."""

from __future__ import annotations

import pytest

from rete_chess.facts.network_rules import Binding, Condition, Constant, EventField, NetworkRule, Value
from rete_chess.network import _native as native
from rete_chess.network._native import NativeMemory, NativeNetwork
from rete_chess.network._values import NetworkError

EVENT: dict[str, Value] = {"piece": 1, "target": 2, "side": "white", "kind": "capture"}


def asleep(number: int) -> NetworkRule:
    """A hook that does not match, one of several kinds."""
    constant = Constant(f"x{number}")
    conditions = {
        0: (),
        1: (Condition("piece", "type", constant),),
        2: (Condition("piece", f"mark{number}", Constant(True)),),
        3: (Condition("piece", "type", Constant("rook")), Condition("target", "type", constant)),
        4: (Condition("$a", "type", constant), Condition("$a", "color", EventField("side"))),
        5: (Condition("$a", f"mark{number}", Constant(True)), Condition("$a", "color", EventField("side"))),
        6: (Condition("$a", f"mark{number}", Binding("m")),),
    }[number % 7]
    event = (("kind", f"x{number}"),) if number % 7 == 0 else ()
    return NetworkRule(
        number, "capture", event, ("piece", 1000 + number) if number % 3 == 0 else None, conditions
    )


def filled(hooks: list[NetworkRule]) -> NativeMemory:
    memory = NativeNetwork(hooks).open()
    for entity in range(1, 33):
        memory.put(entity, "type", "rook" if entity % 2 else "pawn")
        memory.put(entity, "color", "white" if entity < 17 else "black")
    return memory


@pytest.mark.parametrize("count", [21, 2100])
def test_hooks_that_do_not_match_are_not_looked_at(count: int) -> None:
    matching = NetworkRule(9999, "capture", (), None, (Condition("piece", "type", Constant("rook")),))
    memory = filled([matching, *map(asleep, range(count))])
    assert memory.activations("capture", EVENT) == [(9999, ())]
    assert memory.looks == 1


def test_a_hook_is_looked_at_while_its_alpha_memory_holds_something() -> None:
    memory = NativeNetwork(
        [NetworkRule(1, "move", (), None, (Condition("$a", "mark", Constant(True)),))]
    ).open()
    looks = []
    for value in (None, False, True, False, True, None):
        if value is None:
            memory.drop(1, "mark")
        else:
            memory.put(1, "mark", value)
        before = memory.looks
        memory.activations("move", {})
        looks.append(memory.looks - before)
    assert looks == [0, 0, 1, 0, 1, 0]


def test_an_attribute_of_any_value_links_while_somebody_has_it() -> None:
    memory = NativeNetwork(
        [NetworkRule(1, "move", (), None, (Condition("$a", "mark", Binding("m")),))]
    ).open()
    memory.activations("move", {})
    assert memory.looks == 0
    memory.put(1, "mark", 1)
    memory.put(2, "mark", 2)
    memory.drop(1, "mark")
    assert memory.activations("move", {}) == [(1, (2,))]
    memory.drop(2, "mark")
    memory.activations("move", {})
    assert memory.looks == 1


def test_counters() -> None:
    memory = NativeNetwork(
        [NetworkRule(1, "move", (), None, (Condition("piece", "hp", Constant(1)),))]
    ).open()
    memory.put(1, "hp", 1)
    memory.put(1, "hp", 2)
    memory.put(1, "nobody reads it", 2)
    memory.drop(1, "hp")
    memory.drop(1, "nobody reads it")
    memory.activations("move", {"piece": 1})
    memory.activations("nobody hears it", {})
    assert (memory.calls, memory.puts, memory.drops) == (2, 2, 1)
    assert memory.facts == {}
    twin = memory.copy()
    assert (twin.calls, twin.puts, twin.drops) == (0, 0, 0)


def test_memories_share_the_index_of_their_network() -> None:
    network = NativeNetwork([asleep(n) for n in range(50)])
    memory = network.open()
    assert memory.plans is network.plans
    assert memory.copy().plans is network.plans


def test_a_join_of_everything_with_everything_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    conditions = tuple(Condition(f"${name}", "x", Constant(1)) for name in "abcd")
    memory = NativeNetwork([NetworkRule(3, "move", (), None, conditions)]).open()
    for entity in range(10):
        memory.put(entity, "x", 1)
    assert len(memory.activations("move", {})) == 10**4
    monkeypatch.setattr(native, "MAX_CANDIDATES", 1000)
    with pytest.raises(NetworkError, match="E_NETWORK_LIMIT") as caught:
        memory.activations("move", {})
    assert "hook 3" in str(caught.value)
    memory.drop(5, "x")
    for entity in range(10):
        memory.drop(entity, "x")
    assert memory.activations("move", {}) == []
