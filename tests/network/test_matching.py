"""What a hook matches: one row for each kind of question, on every network and on the plain oracle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from rete_chess.facts.network_rules import Binding, Condition, Constant, EventField, NetworkRule, Term, Value
from rete_chess.network._native import NativeNetwork
from rete_chess.network._values import NetworkError
from rete_chess.network.durable import DurableNetwork
from tests.network import oracle
from tests.network.networks import EVERY_NETWORK, answer

Make = type[NativeNetwork] | type[DurableNetwork]

FACTS: Mapping[tuple[int, str], Value] = {
    (1, "type"): "rook",
    (1, "color"): "white",
    (1, "hp"): 2,
    (1, "owner"): 3,
    (2, "type"): "rook",
    (2, "color"): "black",
    (2, "hp"): 1,
    (2, "owner"): 3,
    (3, "type"): "king",
    (3, "color"): "white",
    (3, "hp"): 2,
    (3, "mark"): True,
    (0, "round"): 5,
    (-1, "mode"): "on",
}
EVENT: Mapping[str, Value] = {
    "event": 17,
    "piece": 1,
    "target": 2,
    "side": "white",
    "kind": "capture",
    "amount": 2,
    "player": True,
    "game": 0,
    "preset": -1,
}


class Row(NamedTuple):
    name: str
    found: list[tuple[int, ...]]  # the entities of each activation
    conditions: tuple[tuple[str, str, Term], ...] = ()
    event: tuple[tuple[str, Value], ...] = ()
    carrier: tuple[str, int] | None = None


def when(*conditions: tuple[str, str, Term]) -> tuple[tuple[str, str, Term], ...]:
    return conditions


K, F, B = Constant, EventField, Binding
ONCE: list[tuple[int, ...]] = [()]

ROWS = [
    Row("every event", ONCE),
    Row("event constant", ONCE, event=(("kind", "capture"),)),
    Row("another constant", [], event=(("kind", "shot"),)),
    Row("two event constants", ONCE, event=(("kind", "capture"), ("player", True))),
    Row("one of two fits", [], event=(("kind", "capture"), ("player", False))),
    Row("absent event field", [], event=(("tag", "shot"),)),
    Row("contradiction", [], event=(("kind", "capture"), ("kind", "shot"))),
    Row("carrier acts", ONCE, carrier=("piece", 1)),
    Row("carrier is another piece", [], carrier=("piece", 2)),
    Row("carrier of an absent role", [], carrier=("square", 1)),
    Row("carrier and constant", ONCE, carrier=("target", 2), event=(("kind", "capture"),)),
    Row("carrier against a constant", [], carrier=("target", 2), event=(("target", 1),)),
    Row("participant's constant", ONCE, when(("piece", "type", K("rook")))),
    Row("participant has another value", [], when(("piece", "type", K("king")))),
    Row("participant lacks the attribute", [], when(("piece", "mark", K(True)))),
    Row("both participants", ONCE, when(("piece", "hp", K(2)), ("target", "hp", K(1)))),
    Row("one participant fails", [], when(("piece", "hp", K(2)), ("target", "hp", K(2)))),
    Row("absent role", [], when(("square", "type", K("rook")))),
    Row("the game", ONCE, when(("game", "round", K(5)))),
    Row("preset state", ONCE, when(("preset", "mode", K("on")))),
    Row("participant equals a field", ONCE, when(("piece", "color", F("side")))),
    Row("participant differs from a field", [], when(("target", "color", F("side")))),
    Row("field is absent", [], when(("piece", "color", F("tag")))),
    Row("field that is a role", [], when(("piece", "owner", F("target")))),
    Row("participants agree", ONCE, when(("piece", "owner", B("o")), ("target", "owner", B("o")))),
    Row("participants differ", [], when(("piece", "hp", B("h")), ("target", "hp", B("h")))),
    Row("any value will do", ONCE, when(("piece", "hp", B("h")))),
    Row("variable with a constant", [(1,), (2,)], when(("$a", "type", K("rook")))),
    Row("variable with two constants", [(2,)], when(("$a", "type", K("rook")), ("$a", "hp", K(1)))),
    Row("variable of the event's side", [(1,), (3,)], when(("$a", "color", F("side")))),
    Row("variable with a field, absent", [], when(("$a", "color", F("tag")))),
    Row("variable with any value", [(1,), (2,)], when(("$a", "owner", B("o")))),
    Row("variable that shares a value", [(1,), (3,)], when(("piece", "hp", B("h")), ("$a", "hp", B("h")))),
    Row(
        "the event's own piece is a candidate",
        [(1,)],
        when(("$a", "hp", F("amount")), ("$a", "type", K("rook"))),
    ),
    Row("no fact at all", [], when(("$a", "nothing", B("x")))),
    Row("game and preset are entities too", [(-1,)], when(("$a", "mode", K("on")))),
    Row(
        "two variables, one entity included",
        [(1, 1), (1, 3), (3, 1), (3, 3)],
        when(("$a", "hp", K(2)), ("$b", "hp", K(2))),
    ),
    Row(
        "two variables that share a value",
        [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3)],
        when(("$a", "hp", B("h")), ("$b", "hp", B("h"))),
    ),
    Row(
        "entities in the order of the hook",
        [(3, 1), (3, 2)],
        when(("$late", "mark", B("m")), ("$early", "type", K("rook"))),
    ),
    Row("one fact for two conditions", [(1,), (3,)], when(("$a", "hp", K(2)), ("$a", "hp", B("h")))),
    Row("binding that meets itself", [(1,)], when(("$a", "owner", B("x")), ("$a", "hp", K(2)))),
    Row("one binding, two attributes", [], when(("$a", "owner", B("x")), ("$a", "hp", B("x")))),
    Row(
        "field against two attributes",
        [(1,), (3,)],
        when(("$a", "hp", F("amount")), ("$a", "color", F("side"))),
    ),
    Row("same text, three terms", [], when(("piece", "color", K("side")), ("piece", "color", F("side")))),
]


@pytest.mark.parametrize("make", EVERY_NETWORK)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_row(row: Row, make: Make) -> None:
    hook = NetworkRule(5, "capture", row.event, row.carrier, tuple(Condition(*c) for c in row.conditions))
    expected = [(5, entities) for entities in row.found]
    assert oracle.activations([hook], FACTS, "capture", EVENT) == expected
    assert answer(make, [hook], FACTS, "capture", EVENT) == expected
    assert answer(make, [hook], FACTS, "move", EVENT) == []


VALUES: tuple[Value, ...] = (
    1,
    True,
    "1",
    0,
    False,
    "",
    "0",
    "true",
    "True",
    "false",
    -1,
    2**53,
    -(2**53),
    "é",
)


@pytest.mark.parametrize("make", EVERY_NETWORK)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_equality_minds_the_type(value: Value, make: Make) -> None:
    """Each value as a fact and as an event's field, against each value as a constant."""
    asked = list(enumerate(VALUES))
    hooks = [NetworkRule(n, "move", (), None, (Condition("piece", "x", Constant(v)),)) for n, v in asked]
    hooks += [NetworkRule(100 + n, "move", (("x", v),)) for n, v in asked]
    hooks += [NetworkRule(200 + n, "move", (), None, (Condition("$a", "x", Constant(v)),)) for n, v in asked]
    hooks += [NetworkRule(300, "move", (), None, (Condition("$a", "x", EventField("x")),))]
    place = VALUES.index(value) if value not in (1, 0) else [repr(v) for v in VALUES].index(repr(value))
    facts = {(7, "x"): value}
    found = answer(make, hooks, facts, "move", {"piece": 7, "x": value})
    assert found == [(place, ()), (100 + place, ()), (200 + place, (7,)), (300, (7,))]
    for other in VALUES:
        same = type(other) is type(value) and other == value
        found = answer(make, hooks[-1:], facts, "move", {"x": other})
        assert found == ([(300, (7,))] if same else [])


@pytest.mark.parametrize("make", EVERY_NETWORK)
@pytest.mark.parametrize("role", [True, "1", None, 2, -1], ids=repr)
def test_a_role_is_an_entity_only_as_an_int(role: Value, make: Make) -> None:
    hooks = [
        NetworkRule(1, "move", (), ("piece", 1)),
        NetworkRule(2, "move", (), None, (Condition("piece", "x", Constant(0)),)),
        NetworkRule(3, "move", (), None, (Condition("piece", "x", Binding("b")),)),
    ]
    assert answer(make, hooks, {(1, "x"): 0}, "move", {"piece": role}) == []
    assert len(answer(make, hooks, {(1, "x"): 0}, "move", {"piece": 1})) == 3


@pytest.mark.parametrize("make", EVERY_NETWORK)
def test_activations_are_sorted_by_number_then_entities_as_numbers(make: Make) -> None:
    conditions = (Condition("$a", "x", Constant(1)),)
    hooks = [
        NetworkRule(10, "move", (), None, conditions),
        NetworkRule(9, "move"),
        NetworkRule(2, "move", (), None, conditions),
    ]
    facts: dict[tuple[int, str], Value] = {(entity, "x"): 1 for entity in (10, 9, 100, -1)}
    assert answer(make, hooks, facts, "move", {}) == [
        *((2, (entity,)) for entity in (-1, 9, 10, 100)),
        (9, ()),
        *((10, (entity,)) for entity in (-1, 9, 10, 100)),
    ]


@pytest.mark.parametrize("make", EVERY_NETWORK)
@pytest.mark.parametrize("bad", [1.0, None, 2**53 + 1, "x" * 256], ids=["float", "none", "large", "long"])
def test_facts_are_bounded(bad: Value, make: Make) -> None:
    memory = make([NetworkRule(1, "move", (), None, (Condition("$a", "x", Constant(1)),))]).open()
    with pytest.raises(NetworkError, match="not a value for a network"):
        memory.put(1, "x", bad)
    memory.put(1, "nobody reads it", bad)
    assert memory.activations("move", {}) == []


@pytest.mark.parametrize("make", EVERY_NETWORK)
def test_an_event_may_hold_what_no_fact_can(make: Make) -> None:
    hooks = [NetworkRule(1, "move", (), None, (Condition("$a", "x", EventField("x")),))]
    for value in ("y" * 1000, 2**70, -(2**70)):
        assert answer(make, hooks, {(1, "x"): 1}, "move", {"x": value}) == []
    with pytest.raises(NetworkError, match="not a value for an event"):
        answer(make, hooks, {(1, "x"): 1}, "move", {"x": 1.5})  # type: ignore[dict-item]


@pytest.mark.parametrize("make", EVERY_NETWORK)
def test_put_changes_and_drop_retracts(make: Make) -> None:
    hooks = [NetworkRule(1, "move", (), None, (Condition("$a", "x", Constant(1)),))]
    memory = make(hooks).open()
    assert memory.activations("move", {}) == []
    memory.drop(1, "x")
    for _ in range(3):
        memory.put(1, "x", 1)
        assert memory.activations("move", {}) == [(1, (1,))]
        memory.put(1, "x", True)
        assert memory.activations("move", {}) == []
        memory.put(1, "x", 1)
        memory.put(2, "x", 1)
        assert memory.activations("move", {}) == [(1, (1,)), (1, (2,))]
        memory.drop(1, "x")
        memory.drop(1, "x")
        assert memory.activations("move", {}) == [(1, (2,))]
        memory.drop(2, "x")
        assert memory.activations("move", {}) == []


@pytest.mark.parametrize("make", EVERY_NETWORK)
def test_a_copy_goes_its_own_way(make: Make) -> None:
    hooks = [NetworkRule(1, "move", (), None, (Condition("$a", "x", Constant(1)),))]
    memory = make(hooks).open()
    memory.put(1, "x", 1)
    assert memory.activations("move", {}) == [(1, (1,))]
    twin, third = memory.copy(), memory.copy()
    memory.drop(1, "x")
    assert memory.activations("move", {}) == []
    assert third.activations("move", {}) == [(1, (1,))]
    twin.put(2, "x", 1)
    assert memory.activations("move", {}) == []
    assert third.activations("move", {}) == [(1, (1,))]
    assert twin.activations("move", {}) == [(1, (1,)), (1, (2,))]
    memory.close()
    assert twin.activations("move", {}) == [(1, (1,)), (1, (2,))]


@pytest.mark.parametrize("make", EVERY_NETWORK)
def test_a_closed_memory_holds_nothing(make: Make) -> None:
    memory = make([NetworkRule(1, "move", (), None, (Condition("$a", "x", Constant(1)),))]).open()
    memory.put(1, "x", 1)
    assert memory.activations("move", {}) != []
    memory.close()
    memory.close()
    assert memory.activations("move", {}) == []


@pytest.mark.parametrize("make", EVERY_NETWORK)
def test_a_program_without_hooks(make: Make) -> None:
    memory = make(()).open()
    memory.put(1, "x", 1)
    assert memory.activations("move", {"piece": 1}) == []
