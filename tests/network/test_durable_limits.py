"""The durable network at its limits: rulesets, what is refused, and what happens when the core fails."""

from __future__ import annotations

from random import Random

import pytest

from rete_chess.facts.network_rules import Condition, Constant, EventField, NetworkRule, Value
from rete_chess.network import _lanes as lanes
from rete_chess.network import durable
from rete_chess.network._native import NativeNetwork
from rete_chess.network._rulesets import fnv
from rete_chess.network._samples import STAGES, random_event, random_fact, random_hooks
from rete_chess.network._values import NetworkError
from rete_chess.network.durable import RULESETS, DurableMemory, DurableNetwork
from tests.network.networks import needs_durable
from tests.network.watched_core import Watched

pytestmark = needs_durable

ROOK = Condition("piece", "type", Constant("rook"))
MARKED = Condition("$a", "mark", Constant(True))


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    """Networks made from here on use the core under watch, with rulesets of their own."""
    core = Watched(durable.load_core())
    monkeypatch.setattr(durable, "load_core", lambda: core)
    monkeypatch.setattr(durable, "RULESETS", {})
    return core


def opened(*hooks: NetworkRule) -> DurableMemory:
    return DurableNetwork(hooks).open()


def test_rulesets_depend_on_stage_and_shapes_only() -> None:
    first = DurableNetwork([NetworkRule(1, "move", (("kind", "a"),), None, (ROOK,))])
    second = DurableNetwork(
        [
            NetworkRule(7, "move", (("kind", "b"),), None, (Condition("piece", "hp", Constant(3)),)),
            NetworkRule(8, "move", (("kind", "c"),), None, (Condition("piece", "hp", Constant(4)),)),
        ]
    )
    assert first.rulesets == second.rulesets
    other = DurableNetwork([NetworkRule(1, "capture", (("kind", "a"),), None, (ROOK,))])
    assert first.rulesets != other.rulesets


def test_past_the_last_ruleset_a_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = NetworkRule(1, "move", (), None, (ROOK,))
    DurableNetwork([known])
    before = len(RULESETS)
    monkeypatch.setattr(durable, "MAX_RULESETS", before + 1)
    unknown = [NetworkRule(n, f"some stage {n}", (("never", n),)) for n in (2, 3)]
    with pytest.raises(NetworkError, match="too many rulesets") as caught:
        DurableNetwork([known, *unknown])
    assert caught.value.code == "E_NETWORK_LIMIT"
    assert len(RULESETS) == before
    assert opened(known).activations("move", {}) == []


def conditions(count: int, constant: bool = True) -> tuple[Condition, ...]:
    if constant:
        return tuple(Condition("piece", f"x{n}", Constant(n)) for n in range(count))
    return tuple(Condition("piece", f"x{n}", EventField("side")) for n in range(count))


@pytest.mark.parametrize(
    ("hooks", "message"),
    [
        ([NetworkRule(1, "move", (), None, conditions(15))], "conditions in one hook"),
        ([NetworkRule(1, "move", tuple((f"f{n}", n) for n in range(28)))], "event constants in one hook"),
        ([NetworkRule(n, "move", ((f"f{n}", n),)) for n in range(61)], "event fields in use"),
        ([NetworkRule(n, "move", (), None, conditions(n)) for n in range(12)], "conditions with a constant"),
        (
            [NetworkRule(n, "move", (), None, conditions(n, False)) for n in range(12)],
            "conditions without a constant",
        ),
        ([NetworkRule(n, "move", (("kind", n),)) for n in range(4097)], "too many hooks"),
    ],
    ids=["conditions", "event constants", "fields", "constants", "fields and bindings", "hooks"],
)
def test_what_the_core_cannot_hold_is_refused_before_it_is_told(
    hooks: list[NetworkRule], message: str, watched: Watched
) -> None:
    with pytest.raises(NetworkError, match=message) as caught:
        DurableNetwork(hooks)
    assert caught.value.code == "E_NETWORK_LIMIT"
    assert watched.calls == []


def test_at_the_limits_the_core_holds_and_matches() -> None:
    side = tuple((f"f{n}", n) for n in range(27))
    hooks = [NetworkRule(1, "limit", side, ("target", 2), conditions(14))]
    hooks += [NetworkRule(2 + n, "limit", (), None, conditions(n)) for n in range(1, 10)]
    hooks += [NetworkRule(20 + n, "limit", (), None, conditions(n, False)) for n in range(1, 10)]
    hooks[0] = hooks[0]._replace(event=side[:26])
    memory, twin = DurableNetwork(hooks).open(), NativeNetwork(hooks).open()
    event: dict[str, Value] = {**dict(side), "piece": 1, "target": 2, "side": "white"}
    for entity in range(3):
        for n in range(14):
            memory.put(entity, f"x{n}", n)
            twin.put(entity, f"x{n}", n)
    found = memory.activations("limit", event)
    assert [activation.number for activation in found] == [1, *range(3, 12)]
    assert found == twin.activations("limit", event)


def test_a_thousand_constants_are_slots_not_alpha_nodes() -> None:
    """The core hangs for ever on the 511th constant of one alpha node; here constants are values of facts."""
    hooks = [NetworkRule(n, "move", (("kind", f"k{n}"),), None, (ROOK,)) for n in range(1000)]
    hooks += [
        NetworkRule(1000 + n, "move", (), None, (Condition("$a", "x", Constant(n)),)) for n in range(1000)
    ]
    network = DurableNetwork(hooks)
    memory = network.open()
    memory.put(1, "type", "rook")
    for entity in range(600):
        memory.put(entity, "x", entity)
    assert memory.activations("move", {"piece": 1, "kind": "k777"}) == [
        (777, ()),
        *((1000 + n, (n,)) for n in range(600)),
    ]


@pytest.mark.parametrize(
    "call",
    [
        "assert_event",
        "assert_fact",
        "start_action_for_state",
        "complete_and_start_action",
        "retract_fact",
        "delete_state",
    ],
)
def test_after_an_error_of_the_core_the_lane_goes_and_play_goes_on(call: str, watched: Watched) -> None:
    memory = opened(NetworkRule(1, "move", (), None, (MARKED,)))
    memory.put(1, "mark", True)
    if call in ("delete_state", "retract_fact"):
        memory.activations("move", {})
    watched.fail_at = call
    if call == "delete_state":
        memory.close()  # the state is left alone; nobody needs to know
        memory.put(1, "mark", True)
    else:
        with pytest.raises(NetworkError, match="the durable network failed") as caught:
            memory.activations("move", {})
        assert caught.value.code == "E_NETWORK"
    for entity in (1, 2, 3):
        memory.put(entity, "mark", True)
    assert memory.activations("move", {}) == [(1, (1,)), (1, (2,)), (1, (3,))]


def test_an_interrupt_costs_the_lane_and_nothing_else(watched: Watched) -> None:
    memory = opened(NetworkRule(1, "move", (), None, (MARKED,)))
    memory.put(1, "mark", True)
    assert memory.activations("move", {}) == [(1, (1,))]
    watched.fail_at, watched.failure = "complete_and_start_action", KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        memory.activations("move", {})
    assert memory.activations("move", {}) == [(1, (1,))]
    assert memory.lane_rebuilds == 2


def test_a_state_that_cannot_start_is_given_up_in_the_end(watched: Watched) -> None:
    memory = opened(NetworkRule(1, "move"))
    for _ in range(lanes.MAX_LOST):
        watched.fail_at = "start_action_for_state"
        with pytest.raises(NetworkError, match="failed"):
            memory.activations("move", {})
    watched.fail_at = "start_action_for_state"
    with pytest.raises(NetworkError, match="too many lanes"):
        memory.activations("move", {})


def test_a_refused_ruleset_is_a_limit(watched: Watched) -> None:
    watched.fail_at = "create_ruleset"
    with pytest.raises(NetworkError, match="refused rules") as caught:
        opened(NetworkRule(1, "move"))
    assert caught.value.code == "E_NETWORK_LIMIT"


@pytest.mark.parametrize("seed", range(6))
def test_the_rules_of_the_road_are_kept(seed: int, watched: Watched) -> None:
    """Random play under the eyes of the watchman, who knows what must never be asked of the core."""
    random = Random(seed)
    hooks = random_hooks(random, 8)
    durables, natives = DurableNetwork(hooks), NativeNetwork(hooks)
    games = [(durables.open(), natives.open()) for _ in range(6)]
    for _ in range(300):
        tested, native = random.choice(games)
        for _ in range(random.randrange(5)):
            entity, attribute, value = random_fact(random)
            if random.random() < 0.7:
                tested.put(entity, attribute, value)
                native.put(entity, attribute, value)
            else:
                tested.drop(entity, attribute)
                native.drop(entity, attribute)
        stage, event = random.choice(STAGES), random_event(random)
        assert tested.activations(stage, event) == native.activations(stage, event)
    for tested, _ in games:
        tested.close()
    assert watched.booted == set()


def test_names_that_the_core_compares_by_hash_have_different_hashes() -> None:
    fields = ["id", "sid", "t", "_", "e", "k", "a", "v", "n", "w"]
    fields += [f"{letter}{n}" for letter in "fxka" for n in range(64)]
    aliases = ["s", "h", *(f"c{n}" for n in range(14))]
    states = [lanes.sid(n) for n in range(lanes.LANES + lanes.MAX_LOST)]
    for names in (fields, aliases, states):
        assert len({fnv(name) for name in names}) == len(names)
    ids = lanes.Ids()
    taken = [ids.get(n) for n in range(5000)]
    reserved = ["S", "boot", *(f"sid-{state}" for state in states)]
    assert len({fnv(name) for name in [*taken, *reserved]}) == len(taken) + len(reserved)


def test_a_call_for_which_too_little_memory_is_left_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = opened(NetworkRule(1, "move"))
    assert memory.activations("move", {})
    monkeypatch.setattr(durable, "getrlimit", lambda _: (1_000_000, 1_000_000))
    with pytest.raises(NetworkError, match="too little memory is left") as caught:
        memory.activations("move", {"x": 1})
    assert caught.value.code == "E_NETWORK"
    monkeypatch.setattr(durable, "getrlimit", lambda _: (-1, -1))  # without a limit
    assert memory.activations("move", {"x": 1})


def test_rulesets_are_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durable, "MAX_BYTES", 1)
    with pytest.raises(NetworkError, match="too many rulesets") as caught:
        opened(NetworkRule(1, "a stage that nobody has asked for"))
    assert caught.value.code == "E_NETWORK_LIMIT"
