"""What presets remember: anything that JSON can say, in facts, keys, saves and undo; all else is refused."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.errors import FactError, ReteChessError
from rete_chess.facts.session import PresetState
from rete_chess.facts.vocabulary import PRESET_STATE
from rete_chess.match import format_save, parse_save
from rete_chess.presets import Preset, registered

NETWORKS = ("native", "durable")
VALUES = [
    [],
    {},
    [1, 2.5, "three", True, None],
    {"b": [1, {"deep": [[]]}], "a": None},
    [{"from": "e2", "to": "e4"}, {"from": "e7", "to": "e5"}],
    "ä" * 300,
    -(10**9),
    999_999_999.999,
    False,
    "",
]


class Diary(Preset):
    """Remembers every move in a list, and counts them in a mapping."""

    id = "diary"
    name = "Diary"
    description = "Remembers every move."

    def on_after_move(self, context: Any) -> None:
        moves = context.state.get("moves", [])
        moves.append({"from": context.move.from_square, "to": context.move.to_square})
        context.state.set("moves", moves)
        counts = context.state.get("counts", {})
        counts[context.mover] = counts.get(context.mover, 0) + 1
        context.state.set("counts", counts)


def bag() -> PresetState:
    return PresetState(Engine("chess").session, "bag")


@pytest.mark.parametrize("network", NETWORKS)
def test_lists_and_mappings_are_played_undone_and_saved(network: str) -> None:
    with registered(Diary):
        match = Match(program_of("chess", [ActivePreset("diary")]), network=network)
        hashes = [match.engine.state_hash()]
        for move in ("e2e4", "e7e5", "g1f3"):
            match.play(move)
            hashes.append(match.engine.state_hash())
        kept = match.engine.preset_state("diary").all()
        assert kept == {"counts": {"white": 2, "black": 1}, "moves": [
            {"from": 12, "to": 28}, {"from": 52, "to": 36}, {"from": 6, "to": 21}
        ]}  # fmt: skip
        loaded = parse_save(format_save(match), "kept.save.json", network)
        assert loaded.engine.preset_state("diary").all() == kept
        assert loaded.engine.state_hash() == hashes[-1]
        for expected in reversed(hashes[:-1]):
            match.undo()
            assert match.engine.state_hash() == expected
        match.redo()
        assert match.engine.state_hash() == hashes[1]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_everything_that_json_can_say_comes_back(value: Any) -> None:
    state = bag()
    state.set("it", value)
    assert state.get("it") == value
    assert json.loads(json.dumps(state.all())) == {"it": value}
    assert hash(state._session.get(PRESET_STATE, "bag.it")) is not None


@pytest.mark.parametrize(
    "value",
    [{1: 2}, {None: 1}, {1, 2}, b"bytes", object, [[{"a": {3}}]], "\ud800", ["bell\x07"], {"\ufeff": 1}],
    ids=repr,
)
def test_all_else_is_refused_when_it_is_set(value: Any) -> None:
    state = bag()
    state.set("it", 1)
    with pytest.raises(FactError) as caught:
        state.set("it", value)
    assert caught.value.code == "E_FACT_TYPE"
    assert state.all() == {"it": 1}


def test_a_list_that_holds_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(FactError, match="E_FACT_RANGE"):
        bag().set("it", endless)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(float("nan"), id="no number"),
        pytest.param(float("-inf"), id="infinite"),
        pytest.param(10**9 + 1, id="large"),
        pytest.param([1, {"a": [-(10.0**9) - 1]}], id="large inside"),
        pytest.param(10**9000, id="very large"),
        pytest.param("x" * 4001, id="a long text"),
        pytest.param([{"x" * 4001: 1}], id="a long key"),
        pytest.param([0] * 1001, id="a long list"),
        pytest.param({str(number): 0 for number in range(1001)}, id="a large mapping"),
        pytest.param([[0] * 1000] * 6, id="many values"),
    ],
)
def test_what_is_too_large_is_refused_when_it_is_set(value: Any) -> None:
    state = bag()
    state.set("it", 1)
    with pytest.raises(FactError) as caught:
        state.set("it", value)
    assert caught.value.code == "E_FACT_RANGE"
    assert state.all() == {"it": 1}


@pytest.mark.parametrize("key", [1, None, "", "tab\t", "x" * 61])
def test_keys_are_short_texts(key: Any) -> None:
    with pytest.raises(FactError, match="key"):
        bag().set(key, 1)


def test_what_was_given_or_taken_can_be_changed_without_the_preset() -> None:
    state, given = bag(), {"list": [1]}
    state.set("it", given)
    given["list"].append(2)
    state.get("it")["list"].append(3)
    assert state.get("it") == {"list": [1]}


def test_the_order_of_keys_leaves_no_trace() -> None:
    one, two = Engine("chess"), Engine("chess")
    PresetState(one.session, "bag").set("it", {"a": 1, "b": 2})
    PresetState(two.session, "bag").set("it", {"b": 2, "a": 1})
    assert one.state_hash() == two.state_hash()


def test_a_kept_mapping_stays_as_it_is() -> None:
    state = bag()
    state.set("it", {"a": [1]})
    kept = state._session.get(PRESET_STATE, "bag.it")
    with pytest.raises(TypeError):
        kept["a"] = 2
    with pytest.raises(TypeError):
        kept.update(a=2)
    assert pickle.loads(pickle.dumps(kept)) == kept


class Broken(Preset):
    """Remembers what nobody can write down."""

    id = "broken"
    name = "Broken"
    description = "Remembers a set."

    def on_after_move(self, context: Any) -> None:
        context.state.set("seen", {context.piece_id})


def test_a_hook_that_remembers_something_else_is_named_and_nothing_has_changed() -> None:
    with registered(Broken):
        engine = Engine(program_of("chess", [ActivePreset("broken")]))
        before = engine.state_hash()
        with pytest.raises(ReteChessError, match=r"broken/on_after_move.*JSON") as caught:
            engine.apply("e2e4")
        assert caught.value.code == "E_RULE_FAILED"
        assert engine.state_hash() == before
