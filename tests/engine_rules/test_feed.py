"""What networks were told in the course of a game is what they would be told of its position anew.

A network hears of changes late, often several moves at once, and some of them were taken back meanwhile.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, catalog, program_of
from rete_chess.engine.matching.feed import Feed
from rete_chess.network import make_network
from rete_chess.testing.random_programs import choose_modifiers, choose_program
from tests.core.games import examples

PLIES = 160

Chooser = Callable[[random.Random], tuple[str, Program | None]]


def told(feed: Feed) -> dict[tuple[int, str], Any]:
    """All facts that a feed has told its network by now."""
    if feed.follower.catch_up():
        feed._tell_all()
    found: dict[tuple[int, str], Any] = {}
    for entity, attributes in feed._told.items():
        for attribute, (fact, value) in attributes.items():
            if fact is not None:
                found[entity, attribute] = fact
            if value is not None:
                found.update({(entity, name): True for name in feed.sources[attribute].passed(value)})
    return found


def told_anew(engine: Engine, is_derived: bool) -> dict[tuple[int, str], Any]:
    memory = make_network("native", engine.program.network_rules).open()
    return told(Feed(engine.board, engine.program, memory, is_derived))


def wander(engine: Engine, dice: random.Random) -> None:
    """Play at random, with steps back, and compare at some places."""
    for _ in range(PLIES):
        moves = engine.legal_moves()
        if not moves:
            return
        if engine.move_log and dice.random() < 0.1:
            engine.undo()
            continue
        promotions = [move for move in moves if len(move) > 4]
        captures = [move for move in moves if move.is_capture]
        engine.apply(dice.choice(promotions or (captures if captures and dice.random() < 0.5 else moves)))
        if dice.random() < 0.15:
            for (_, is_derived), feed in engine._game._feeds.items():
                assert told(feed) == told_anew(engine, is_derived)


@pytest.mark.parametrize("variant", catalog.variants().list())
def test_in_every_variant(variant: str) -> None:
    for seed in range(4):
        wander(Engine(variant, network="native"), random.Random(seed))


@pytest.mark.parametrize("preset", catalog.presets().list())
def test_with_every_preset(preset: str) -> None:
    requires = ActivePreset(preset).model.requires
    program = program_of("chess", [ActivePreset(name) for name in (*requires, preset)])
    for seed in range(3):
        wander(Engine(program, network="native"), random.Random(seed))


@examples(8)
@given(seed=st.integers(0, 10**9), choose=st.sampled_from([choose_program, choose_modifiers]))
def test_with_random_presets_and_modifiers(seed: int, choose: Chooser) -> None:
    dice = random.Random(seed)
    _, program = choose(dice)
    if program is not None:
        wander(Engine(program, network="native"), dice)


def test_who_promoted_moved_on_and_captured() -> None:
    engine = Engine("petrified", "r3k3/8/8/8/P7/2P5/7p/4K3 b - - 0 1", network="native")
    for move in ("a8a4", "e1e2", "h2h1r", "e2e3", "h1h2", "e3e4", "h2c2", "e4e3"):
        engine.apply(move)
    record = engine.apply("c2c3")
    assert [firing.rule for firing in record.trace.firings] == ["petrified/petrify"]
