"""Laws of the active set: random sets of shipped presets, toggled at random in random games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, catalog
from rete_chess.compiler.checks.active import refusals, supported
from rete_chess.engine import MoveRecord
from rete_chess.errors import ReteChessError
from rete_chess.testing.random_programs import SCOPES, random_presets

PRESETS = catalog.presets().list()
VARIANTS = catalog.variants().list()

seeds = st.integers(0, 1 << 32)


def face(engine: Engine) -> tuple[Any, ...]:
    """All that a player can see of a game, and its keys."""
    return (
        engine.state_hash(),
        engine.fen(),
        engine.position_key,
        engine.board.key,
        list(engine.legal_moves()),
        engine.result,
        engine.active_presets,
        engine.claims(),
        len(engine.incidents),
    )


def change(engine: Engine, random: Random) -> None:
    """Another random set, unless the board lacks letters or squares that the set would need."""
    with suppress(ReteChessError):
        engine.set_active_presets(random_presets(random))


def play(engine: Engine, random: Random, steps: int) -> Iterator[MoveRecord | None]:
    """Random moves, changes of the set and undos; None where no move was made."""
    for _ in range(steps):
        chance = random.random()
        if chance < 0.2:
            change(engine, random)
            yield None
        elif chance < 0.3 and engine.move_log:
            engine.undo()
            yield None
        elif engine.result is None:
            yield engine.apply(str(random.choice(engine.legal_moves())))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(VARIANTS), seeds)
def test_undo_takes_moves_and_changes_of_the_set_back(variant: str, seed: int) -> None:
    random, engine = Random(seed), Engine(variant, network="native")
    change(engine, random)
    faces = [face(engine)]
    for _ in range(30):
        if engine.result is not None:
            break
        engine.apply(random.choice(engine.legal_moves()))
        faces.append(face(engine))
        if random.random() < 0.3 and engine.result is None:
            change(engine, random)
            faces[-1] = face(engine)
    while engine.move_log:
        assert face(engine) == faces.pop()
        engine.undo()
    assert face(engine)[:-1] == faces.pop()[:-1]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(VARIANTS), seeds)
def test_both_networks_play_the_same_game(variant: str, seed: int) -> None:
    native, durable = Engine(variant, network="native"), Engine(variant, network="durable")
    first, second = Random(seed), Random(seed)
    for one, other in zip(play(native, first, 30), play(durable, second, 30)):
        assert face(native) == face(durable)
        if one is not None and other is not None:
            assert one.preset_effects == other.preset_effects
            assert [f[:6] for f in one.trace.firings] == [f[:6] for f in other.trace.firings]


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_the_active_set_survives_json(seed: int) -> None:
    random = Random(seed)
    presets = random_presets(random)
    configured = [
        ActivePreset(use.id, use.scope, use.turns_remaining, tuple(sorted(_settings(use.id).items())))
        for use in presets
    ]
    engine, other = Engine(network="native"), Engine(network="native")
    engine.set_active_presets(configured)
    text = json.dumps([use.to_json() for use in engine.active_presets])
    other.set_active_presets(json.loads(text))
    assert other.active_presets == engine.active_presets == tuple(configured)
    assert face(other) == face(engine)


def _settings(preset: str) -> dict[str, Any]:
    return dict(ActivePreset(preset).model.config)


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_a_position_moves_the_same_however_its_rules_came_into_force(seed: int) -> None:
    """After a change of the set the game goes on as if it had begun there with that set."""
    random, engine = Random(seed), Engine(network="native")
    for _ in range(random.randint(0, 20)):
        if engine.result is not None:
            break
        engine.apply(random.choice(engine.legal_moves()))
        if random.random() < 0.3:
            engine.set_active_presets(random_presets(random))
    if engine.board.half_moves or engine.result is not None or engine.board.exposed is not None:
        return  # what FEN cannot say, or says only where a pawn of plain chess could take in passing
    engine.set_active_presets([])
    engine.set_active_presets(random_presets(random))
    fresh = Engine(network="native", fen=engine.fen())  # read as chess, so that kings keep their rights
    if fresh.result is not None:
        return  # a king is gone whom the former set did not need: what begins so is over
    fresh.set_active_presets(engine.active_presets)
    assert sorted(map(str, fresh.legal_moves())) == sorted(map(str, engine.legal_moves()))
    assert fresh.fen() == engine.fen()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PRESETS), max_size=6), seeds)
def test_a_refused_set_changes_nothing(names: list[str], seed: int) -> None:
    random, engine = Random(seed), Engine(network="native")
    engine.set_active_presets(random_presets(random))
    engine.apply(random.choice(engine.legal_moves()))
    before = face(engine)
    uses = [ActivePreset(name, random.choice(SCOPES)) for name in names]
    if refusals(uses):
        with pytest.raises(ReteChessError, match="E_PRESETS"):
            engine.set_active_presets(uses)
        assert face(engine) == before
    else:
        engine.set_active_presets(uses)
        assert supported(uses) == tuple(uses) == engine.active_presets
