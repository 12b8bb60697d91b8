"""Laws of random profiles in random games: both networks agree, undo restores, order leaves no trace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.errors import ProfileError
from rete_chess.testing.random_profiles import Data, random_profile

PLIES = 30


def told(engine: Engine, move: str) -> Any:
    """A move, and all that must be the same on every network."""
    record = engine.apply(move)
    firings = [(firing.stage, firing.rule, firing.entity, firing.changes) for firing in record.trace.firings]
    swap = record.swap and (record.swap.profiles, record.swap.code)
    return firings, swap, record.preset_effects, engine.state_hash(), engine.fen(), engine.result


@pytest.mark.parametrize("seed", range(24))
def test_networks_agree_and_undo_restores(seed: int) -> None:
    random = Random(f"profiles {seed}")
    presets = [ActivePreset("piece-hp")] if random.random() < 0.5 else []
    stack = [random_profile(random, f"p{number}") for number in range(random.randint(1, 2))]
    program = program_of("chess", presets, profiles=stack)
    try:
        pair = [Engine(program, network=network) for network in ("durable", "native")]
    except ProfileError:
        pytest.skip("profiles with which no game can begin")
    states = []
    for ply in range(PLIES):
        moves = list(map(str, pair[0].legal_moves()))
        assert moves == list(map(str, pair[1].legal_moves()))
        if not moves:
            break
        if random.random() < 0.15:
            queued = [random_profile(random, f"q{ply}")]
            outcomes = [queue(engine, queued) for engine in pair]
            assert outcomes[0] == outcomes[1]
        states.append((pair[0].state_hash(), moves, pair[0].program.stack.ids))
        move = random.choice(moves)
        first, second = told(pair[0], move), told(pair[1], move)
        assert first == second
        assert_never_above_ceiling(pair[1])
    for engine in pair:
        for state in reversed(states):
            engine.undo()
            now = engine.state_hash(), list(map(str, engine.legal_moves())), engine.program.stack.ids
            assert now == state


def queue(engine: Engine, stack: list[Data]) -> str:
    try:
        return " ".join(problem.code for problem in engine.queue_profiles(stack))
    except ProfileError as error:
        return error.code


def assert_never_above_ceiling(engine: Engine) -> None:
    if "HpBonus" not in engine.program.vocabulary.attributes:
        return
    base = 2 if engine.active_presets else 1
    for square in range(64):
        piece = engine.piece_at(square)
        if piece is not None and engine.session.get(piece.id, "Hp") is not None:
            most = max(1, base + (engine.session.effective(piece.id, "HpBonus") or 0))
            assert engine.session.get(piece.id, "Hp") <= most


@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_profiles_matters_for_overrides_alone(seed: int) -> None:
    random = Random(f"order {seed}")
    stack = [random_profile(random, f"p{number}") for number in range(3)]
    engines: list[Engine] = []
    refused: list[str] = []
    for order in (stack, stack[::-1]):
        try:
            engines.append(Engine(program_of("chess", profiles=order), network="native"))
        except ProfileError as error:
            refused.append(error.code)
    if refused:
        assert refused == [refused[0]] * 2
        return
    facts = [effective_facts(engine) for engine in engines]
    assert facts[0] == facts[1]


def effective_facts(engine: Engine) -> dict[tuple[int, str], Any]:
    names = [name for name in engine.effective_piece_attrs if name != "PromotionOverride"]
    pieces = [piece for piece in map(engine.piece_at, range(64)) if piece is not None]
    return {
        (piece.square, name): engine.session.effective(piece.id, name) for piece in pieces for name in names
    }
