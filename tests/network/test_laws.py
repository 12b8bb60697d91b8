"""Laws on random programs: every network answers what the plain oracle answers, at any time.

C rulesets are never freed, so the durable network is asked with programs that all consist of the same
shapes; names, constants, facts and events are what varies. The soak plays random shapes, in a process
of its own.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess.facts.network_rules import Binding, Condition, Constant, EventField, NetworkRule, Term, Value
from rete_chess.network._native import NativeNetwork
from rete_chess.network._samples import STAGES, random_event, random_fact, random_hooks
from rete_chess.network.contract import Memory
from rete_chess.network.durable import DurableNetwork
from tests.network import oracle
from tests.network.networks import EVERY_NETWORK

ENTITIES = (-1, 1, 2)
ATTRIBUTES = ("a", "b")
VALUES: tuple[Value, ...] = (1, True, "1")
FIELDS = ("f", "g")
ROLES = ("piece", "target")

values = st.sampled_from(VALUES)
attributes = st.sampled_from(ATTRIBUTES)

#: Event fields, role of the carrier, subjects with the kinds of their terms: `k` for a constant, a
#: field's name for an event field, `=x` for a binding.
PALETTE: tuple[tuple[tuple[str, ...], str, tuple[tuple[str, str], ...]], ...] = (
    ((), "", ()),
    (("f",), "", ()),
    (("f", "g"), "piece", ()),
    ((), "piece", ()),
    ((), "", (("piece", "k"),)),
    (("f",), "", (("piece", "k"), ("target", "k"))),
    ((), "", (("piece", "k"), ("piece", "f"), ("target", "=x"))),
    ((), "", (("piece", "=x"), ("target", "=x"))),
    ((), "", (("$a", "k"),)),
    ((), "target", (("$a", "k"), ("$a", "f"))),
    ((), "", (("$a", "piece"),)),
    ((), "", (("$a", "=x"),)),
    ((), "", (("piece", "k"), ("$a", "k"), ("$a", "=x"), ("target", "=x"))),
    ((), "", (("$a", "k"), ("$b", "k"))),
    (("g",), "", (("$a", "=x"), ("$b", "=x"), ("$b", "k"))),
    ((), "", (("piece", "=x"), ("$a", "=y"), ("$b", "=x"), ("$b", "=y"))),
)


@st.composite
def terms(draw: st.DrawFn, kind: str) -> Term:
    if kind == "k":
        return Constant(draw(values))
    return Binding(kind[1:]) if kind.startswith("=") else EventField(kind)


@st.composite
def programs(draw: st.DrawFn) -> tuple[NetworkRule, ...]:
    """One or two hooks of each shape of the palette."""
    hooks: list[NetworkRule] = []
    for fields, role, conditions in PALETTE:
        for _ in range(draw(st.integers(1, 2))):
            hooks.append(
                NetworkRule(
                    len(hooks),
                    "move",
                    tuple((field, draw(values)) for field in fields),
                    (role, draw(st.sampled_from(ENTITIES))) if role else None,
                    tuple(
                        Condition(subject, f"{place}{draw(attributes)}", draw(terms(kind)))
                        for place, (subject, kind) in enumerate(conditions)
                    ),
                )
            )
    return tuple(hooks)


facts = st.tuples(
    st.sampled_from(ENTITIES),
    st.tuples(st.sampled_from("0123"), attributes).map("".join),
    st.one_of(st.none(), values, values),
)
events = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(FIELDS, values),
        **{role: st.one_of(st.sampled_from(ENTITIES), values) for role in ROLES},
    },
)
rounds = st.lists(st.tuples(st.lists(facts, max_size=12), events, st.integers(0, 5)), min_size=1, max_size=8)


@pytest.mark.parametrize("make", EVERY_NETWORK)
@settings(max_examples=60)
@given(hooks=programs(), changes=rounds)
def test_a_network_answers_what_the_oracle_answers(
    make: type[NativeNetwork] | type[DurableNetwork],
    hooks: tuple[NetworkRule, ...],
    changes: list[tuple[list[tuple[int, str, Value | None]], dict[str, Value], int]],
) -> None:
    """A game and up to two copies of it, each changed at times, all of them asked every time."""
    games: list[tuple[Memory, dict[tuple[int, str], Value]]] = [(make(hooks).open(), {})]
    for told, event, choice in changes:
        memory, known = games[choice % len(games)]
        if choice > 2 and len(games) < 3:
            games.append((memory.copy(), known.copy()))
        for entity, attribute, value in told:
            if value is None:
                memory.drop(entity, attribute)
                known.pop((entity, attribute), None)
            else:
                memory.put(entity, attribute, value)
                known[entity, attribute] = value
        for memory, known in games:
            assert memory.activations("move", event) == oracle.activations(hooks, known, "move", event)
    for memory, _ in games:
        memory.close()


@pytest.mark.parametrize("seed", range(40))
def test_native_on_random_shapes(seed: int) -> None:
    random = Random(seed)
    hooks = random_hooks(random, 12)
    memory = NativeNetwork(hooks).open()
    known: dict[tuple[int, str], Value] = {}
    for _ in range(40):
        for _ in range(random.randrange(6)):
            entity, attribute, value = random_fact(random)
            if random.random() < 0.7:
                memory.put(entity, attribute, value)
                known[entity, attribute] = value
            else:
                memory.drop(entity, attribute)
                known.pop((entity, attribute), None)
        stage, event = random.choice(STAGES), random_event(random)
        assert memory.activations(stage, event) == oracle.activations(hooks, known, stage, event)


@pytest.mark.parametrize("make", EVERY_NETWORK)
@given(hooks=programs(), told=st.lists(facts, max_size=30), event=events)
@settings(max_examples=30)
def test_the_order_of_hooks_and_facts_does_not_matter(
    make: type[NativeNetwork] | type[DurableNetwork],
    hooks: tuple[NetworkRule, ...],
    told: list[tuple[int, str, Value | None]],
    event: dict[str, Value],
) -> None:
    known = {(entity, attribute): value for entity, attribute, value in told if value is not None}
    forward, backward = make(hooks).open(), make(hooks[::-1]).open()
    for (entity, attribute), value in known.items():
        forward.put(entity, attribute, value)
    for (entity, attribute), value in reversed(known.items()):
        backward.put(entity, attribute, value)
    assert forward.activations("move", event) == backward.activations("move", event)
