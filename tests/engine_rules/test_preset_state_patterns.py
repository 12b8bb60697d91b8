"""Rules that read and write the state of presets: their own, another's, and what is left when one ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, catalog, program_of
from rete_chess.errors import SettingError

TOLL = """kind: preset
id: toll
name: Toll
description: Counts captures.
config: {first: 1}
attributes:
  Paid: {of: preset, type: int, start: $config.first, max: 3}
rules:
  - id: pay
    at: capture
    when: [{preset: {Paid: $before}}]
    do: [{add: {target: $preset, attr: Paid, by: 1}}, {log: {text: "{preset.Paid} after {config.first}"}}]
  - id: rest
    at: after-move
    when: [{preset: {Paid: {lt: 2}}}]
    do: [{effect: {kind: quiet, square: e4}}]
"""
WATCH = """kind: preset
id: watch
name: Watch
description: Looks at what others have paid.
rules:
  - id: see
    at: after-move
    when: [{preset: {id: toll, Paid: {ge: 2}}}]
    do: [{effect: {kind: seen, square: e4}}]
  - id: find
    at: turn-end
    when: [{preset: {id: $which, Paid: $paid}}]
    do: [{log: {text: "{which} {paid}"}}]
"""


@pytest.fixture
def presets() -> Iterator[None]:
    """Two presets of our own beside the shipped ones."""
    with catalog.registered(TOLL, WATCH):
        yield


def rules(record: object) -> list[str]:
    return [firing.rule for firing in record.trace.firings]  # type: ignore[attr-defined]


@pytest.mark.usefixtures("presets")
@pytest.mark.parametrize("network", ["native", "durable"])
def test_the_state_of_presets(network: str) -> None:
    use = ActivePreset("toll", turns_remaining=5)
    engine = Engine(program_of("chess", [use, ActivePreset("watch")]), network=network)
    start = engine.state_hash()
    state = engine.preset_state("toll")
    assert state.all() == {"Paid": 1}
    assert rules(engine.apply("e2e4")) == ["watch/find", "toll/rest"]
    assert rules(engine.apply("d7d5")) == ["watch/find", "toll/rest"]
    record = engine.apply("e4d5")
    assert rules(record) == ["toll/pay", "watch/find", "watch/see"]
    assert record.trace.logs == ["1 after 1", "toll 2"]
    assert state.get("Paid") == 2
    engine.apply("d8d5")
    assert rules(engine.apply("d2d4")) == ["watch/find"]  # the toll ends before what comes after the move
    assert state.all() == {}
    while engine.move_log:
        engine.undo()
    assert engine.state_hash() == start
    assert state.all() == {"Paid": 1}


@pytest.mark.usefixtures("presets")
def test_settings_reach_the_state() -> None:
    engine = Engine(program_of("chess", [ActivePreset("toll", config=(("first", 2),))]))
    assert engine.preset_state("toll").get("Paid") == 2
    with pytest.raises(SettingError, match="at most 3"):
        Engine(program_of("chess", [ActivePreset("toll", config=(("first", 9),))]))
