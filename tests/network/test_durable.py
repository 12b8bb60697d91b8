"""The durable network beside its answers: lanes, what the core is told and what it is spared."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor

import pytest

from rete_chess.facts.network_rules import Activation, Binding, Condition, Constant, NetworkRule, Value
from rete_chess.network import _lanes as lanes
from rete_chess.network import durable
from rete_chess.network._native import NativeNetwork
from rete_chess.network.durable import DurableMemory, DurableNetwork
from tests.network.networks import needs_durable

pytestmark = needs_durable

ROOK = Condition("piece", "type", Constant("rook"))
MARKED = Condition("$a", "mark", Constant(True))


def opened(*hooks: NetworkRule) -> DurableMemory:
    return DurableNetwork(hooks).open()


def told(memory: DurableMemory) -> int:
    return memory.asserts + memory.retracts


# What the core is spared


@pytest.mark.parametrize(
    ("hook", "event"),
    [
        (NetworkRule(1, "capture"), {}),
        (NetworkRule(1, "move", (("kind", "shot"),)), {"kind": "step"}),
        (NetworkRule(1, "move", (("kind", "shot"),)), {}),
        (NetworkRule(1, "move", (), ("piece", 1)), {"piece": 2}),
        (NetworkRule(1, "move", (), None, (ROOK,)), {"piece": 2}),
        (NetworkRule(1, "move", (), None, (ROOK,)), {}),
        (NetworkRule(1, "move", (), None, (MARKED,)), {}),
        (NetworkRule(1, "move", (), None, (MARKED, Condition("$b", "type", Constant("rook")))), {}),
        (NetworkRule(1, "move", (), None, (Condition("$a", "nothing", Binding("x")),)), {}),
    ],
    ids=[
        "no hook at the stage",
        "another event constant",
        "absent event field",
        "another carrier",
        "the event's piece is not in the alpha memory",
        "no piece in the event",
        "empty alpha memory",
        "one of two alpha memories is empty",
        "nobody has the attribute",
    ],
)
def test_a_stage_that_cannot_match_is_not_asked(hook: NetworkRule, event: dict[str, Value]) -> None:
    memory = opened(hook)
    memory.put(1, "type", "rook")
    memory.put(2, "type", "pawn")
    assert memory.activations("move", event) == []
    assert (memory.calls, told(memory), memory.lane_rebuilds) == (1, 0, 0)


def test_facts_that_nobody_reads_cost_nothing() -> None:
    memory = opened(NetworkRule(1, "move", (), None, (ROOK,)))
    memory.put(1, "hp", 3)
    memory.drop(1, "hp")
    assert (memory.puts, memory.drops, memory.log) == (0, 0, [])


def test_a_value_that_no_hook_names_is_not_told() -> None:
    memory = opened(NetworkRule(1, "move", (), None, (ROOK,)))
    for entity in range(2, 30):
        memory.put(entity, "type", "pawn")
    memory.put(1, "type", "rook")
    assert memory.activations("move", {"piece": 1}) == [(1, ())]
    assert memory.asserts == 3  # the rook, the hook and the stage


def test_only_changes_are_told() -> None:
    memory = opened(NetworkRule(1, "move", (), None, (ROOK,)))
    for entity in range(1, 30):
        memory.put(entity, "type", "rook")
    memory.activations("move", {"piece": 1})
    before = memory.asserts, memory.retracts
    memory.put(5, "type", "pawn")
    memory.put(6, "type", "pawn")
    memory.put(6, "type", "rook")
    assert memory.activations("move", {"piece": 1}) == [(1, ())]
    assert (memory.asserts - before[0], memory.retracts - before[1]) == (1, 2)
    assert memory.lane_rebuilds == 1


@pytest.mark.parametrize("count", [10, 1000])
def test_hooks_that_were_never_linked_are_not_told(count: int) -> None:
    sleeping = [
        NetworkRule(n, "move", (), None, (Condition("piece", "type", Constant(f"t{n}")),))
        for n in range(2, count)
    ]
    memory = opened(NetworkRule(1, "move", (), None, (ROOK,)), *sleeping)
    memory.put(1, "type", "rook")
    assert memory.activations("move", {"piece": 1}) == [(1, ())]
    assert memory.asserts == 3


# Lanes


def test_a_fact_that_fired_is_left_behind_and_may_come_back() -> None:
    memory = opened(NetworkRule(1, "move", (), None, (MARKED,)))
    for _ in range(5):
        memory.put(1, "mark", True)
        assert memory.activations("move", {}) == [(1, (1,))]
        memory.drop(1, "mark")
        memory.put(2, "mark", True)
        assert memory.activations("move", {}) == [(1, (2,))]
        memory.drop(2, "mark")
    assert memory.lane_rebuilds < 5


def test_a_lane_with_many_stale_facts_is_built_anew() -> None:
    memory = opened(NetworkRule(1, "move", (), None, (ROOK,)))
    for entity in range(1, 200):
        memory.put(entity, "type", "rook")
        assert memory.activations("move", {"piece": entity}) == [(1, ())]
        memory.drop(entity, "type")
    assert 3 <= memory.lane_rebuilds <= 20


def test_a_lane_is_built_anew_after_many_firings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "MAX_FIRINGS", 20)
    memory = opened(NetworkRule(1, "move"))
    for _ in range(100):
        assert memory.activations("move", {}) == [(1, ())]
    assert memory.lane_rebuilds == 5


def test_a_lane_that_is_too_far_behind_is_built_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durable, "MAX_LOG", 8)
    memory = opened(NetworkRule(1, "move", (), None, (MARKED,)))
    memory.put(1, "mark", True)
    assert memory.activations("move", {}) == [(1, (1,))]
    for number in range(20):
        memory.put(2, "mark", number)
    assert len(memory.log) <= 8
    memory.put(3, "mark", True)
    assert memory.activations("move", {}) == [(1, (1,)), (1, (3,))]
    assert memory.lane_rebuilds == 2


def test_two_hundred_games_take_turns_on_a_few_lanes() -> None:
    network = DurableNetwork([NetworkRule(1, "move", (), None, (MARKED,))])
    games = [network.open() for _ in range(200)]
    for game, memory in enumerate(games):
        memory.put(game, "mark", True)
    for _ in range(3):
        for game, memory in enumerate(games):
            assert memory.activations("move", {}) == [(1, (game,))]
            assert memory.activations("move", {}) == [(1, (game,))]
    assert {memory.lane_rebuilds for memory in games} == {3}
    (ruleset,) = network.rulesets
    assert len(ruleset.lanes) == lanes.LANES
    assert [lane.owner for lane in ruleset.lanes] == [
        memory.serial for memory in games[: -lanes.LANES - 1 : -1]
    ]


def test_the_lane_that_was_longest_unused_goes() -> None:
    network = DurableNetwork([NetworkRule(1, "move", (), None, (MARKED,))])
    games = [network.open() for _ in range(lanes.LANES + 1)]
    for memory in games:
        memory.put(1, "mark", True)
        memory.activations("move", {})
        games[0].activations("move", {})
    assert games[0].lane_rebuilds == 1
    games[1].activations("move", {})
    assert games[1].lane_rebuilds == 2


def test_closing_gives_the_lane_back() -> None:
    network = DurableNetwork([NetworkRule(1, "move", (), None, (MARKED,))])
    memory = network.open()
    memory.put(1, "mark", True)
    memory.activations("move", {})
    assert any(lane.owner == memory.serial for lane in network.rulesets[0].lanes)
    memory.close()
    assert not any(lane.owner == memory.serial for lane in network.rulesets[0].lanes)


def test_a_game_that_nobody_holds_gives_its_lanes_back() -> None:
    network = DurableNetwork([NetworkRule(1, "move", (), None, (MARKED,))])
    for _ in range(3):
        memory = network.open()
        memory.put(1, "mark", True)
        memory.activations("move", {})
        del memory
        gc.collect()
    assert sum(bool(lane.owner) for lane in network.rulesets[0].lanes) == 1
    DurableNetwork([NetworkRule(1, "move", (), None, (MARKED,))])
    assert not any(lane.owner for lane in network.rulesets[0].lanes)


def test_a_wide_join_is_answered_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    conditions = tuple(Condition(f"${name}", "x", Binding("b")) for name in "abc")
    hooks = [NetworkRule(1, "move", (), None, conditions)]
    memory, twin = DurableNetwork(hooks).open(), NativeNetwork(hooks).open()
    for entity in range(20):
        memory.put(entity, "x", entity % 10)
        twin.put(entity, "x", entity % 10)
    assert memory.activations("move", {}) == twin.activations("move", {})
    assert (memory.wide_calls, told(memory)) == (1, 0)
    for entity in range(4, 20):
        memory.drop(entity, "x")
        twin.drop(entity, "x")
    assert memory.activations("move", {}) == twin.activations("move", {})
    assert memory.wide_calls == 1


def test_games_of_several_threads_do_not_meet() -> None:
    network = DurableNetwork([NetworkRule(1, "move", (), None, (MARKED,))])

    def play(game: int) -> list[list[Activation]]:
        memory = network.open()
        memory.put(game, "mark", True)
        return [memory.activations("move", {}) for _ in range(100)]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(play, range(16)))
    assert answers == [[[Activation(1, (game,))]] * 100 for game in range(16)]
