"""Laws of random profiles in random games: both networks agree, undo restores, order leaves no trace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.errors import ProfileError
from tests.profiles.profiles import Data, by_square, by_type, profile

TYPES = ("pawn", "knight", "bishop", "rook", "queen", "king")
ABILITIES = ("marksman", "exploding", "piercing", "scapegoat", "cannibal")
PLIES = 30


def random_value(random: Random, kind: str) -> Any:
    if kind == "HpBonus":
        return random.randint(-1, 3)
    if kind == "RangeBonus":
        return random.randint(-1, 4)
    if kind == "DirectionAdditions":
        return random.choice(["orthogonal", "knight", "sideways", [[3, 1], [-3, 1]], [[0, 2]]])
    if kind == "CaptureFlags":
        return random.choice(["CANNOT_BE_CAPTURED", "CANNOT_CAPTURE", "CAN_CAPTURE_OWN"])
    if kind == "PromotionOverride":
        return random.sample(["knight", "bishop", "rook", "queen"], random.randint(1, 2))
    return random.choice([0.25, 0.5, 0.9]) if kind == "DamageResistance" else None


def random_profile(random: Random, name: str) -> Data:
    kinds = ("HpBonus", "RangeBonus", "DirectionAdditions", "CaptureFlags", "PromotionOverride")
    entries = []
    for _ in range(random.randint(1, 4)):
        kind = random.choice((*kinds, "DamageResistance", random.choice(ABILITIES)))
        value = random_value(random, kind)
        if random.random() < 0.6:
            color = random.choice(["white", "black", "both"])
            entries.append(by_type(random.choice(TYPES), kind, value, color))
        else:
            square = random.choice("abcdefgh") + random.choice("12378")
            entries.append(by_square(square, kind, value))
    return profile(name, *entries)


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
