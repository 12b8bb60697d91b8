"""Children that are forked while another thread uses the durable network: they play on, and rightly."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import rete_chess.network as networks
from rete_chess import Engine
from rete_chess.facts.words import word
from rete_chess.network import durable
from rete_chess.network._lanes import LANES, Doubt, Lane

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.skipif(not durable.durable_available(), reason="needs durable-rules"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]


def played(engine: Engine) -> list[tuple[str, list[str]]]:
    """What the first moves of a game come to: the digest, and which rules fired. All are taken back."""
    told = []
    for number in range(8):
        moves = sorted(map(str, engine.legal_moves()))
        record = engine.apply(moves[number * 5 % len(moves)])
        told.append((engine.state_hash(), [firing.rule for firing in record.trace.firings]))
    for _ in told:
        engine.undo()
    return told


EXPECTED = played(Engine("warlords", network="native"))


def test_rules_fire() -> None:
    assert sum(len(fired) for _, fired in EXPECTED) > 5


def run_in_child(act: Callable[[], None]) -> int | None:
    """The exit code of a forked child that does something; None if it never came to an end."""
    child = multiprocessing.get_context("fork").Process(target=act)
    child.start()
    child.join(60)
    if child.is_alive():
        child.kill()
        child.join()
        return None
    return child.exitcode


@contextmanager
def held(act: Callable[[Callable[[], None]], None]) -> Iterator[None]:
    """Let another thread act up to the point where it calls what it is given, and go on afterwards."""
    reached, released = threading.Event(), threading.Event()

    def stop() -> None:
        reached.set()
        assert released.wait(120)

    thread = threading.Thread(target=act, args=(stop,))
    thread.start()
    assert reached.wait(60)
    try:
        yield
    finally:
        released.set()
        thread.join(60)
    assert not thread.is_alive()


def hold_all_locks(stop: Callable[[], None]) -> None:
    with durable.LOCK, networks._lock, word._LOCK:
        stop()


def test_a_child_does_not_wait_for_a_thread_that_is_not_there() -> None:
    engine = Engine("warlords", network="durable")
    played(engine)

    def act() -> None:
        assert Doubt.times == 1
        assert played(engine) == EXPECTED  # a game that began before
        assert played(Engine("warlords", network="durable")) == EXPECTED

    with held(hold_all_locks):
        assert run_in_child(act) == 0
    assert Doubt.times == 0
    assert played(engine) == EXPECTED


def test_a_lane_that_was_left_half_way_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, other = Engine("warlords", network="durable"), Engine("warlords", network="durable")
    told: list[object] = []
    retract = Lane._retract

    def play_half_way(stop: Callable[[], None]) -> None:
        def halting(lane: Lane, name: str) -> None:
            if name == "S" and not told and threading.current_thread() is not threading.main_thread():
                told.append(lane)
                stop()  # in the middle of a question: drained, but the stage is still there
            retract(lane, name)

        monkeypatch.setattr(Lane, "_retract", halting)
        told.append(played(other))

    def act() -> None:
        (lane,) = told
        assert isinstance(lane, Lane)
        assert played(engine) == EXPECTED
        ruleset = next(found for found in durable.RULESETS.values() if found.handle == lane.handle)
        assert lane not in ruleset.lanes
        assert ruleset.sids == 2 * LANES

    with held(play_half_way):
        assert run_in_child(act) == 0
    assert told[1:] == [EXPECTED]
    assert played(engine) == EXPECTED


def test_a_child_keeps_the_lanes_that_nobody_uses() -> None:
    engine = Engine("warlords", network="durable")
    played(engine)
    rebuilds = [ruleset.sids for ruleset in durable.RULESETS.values()]

    def act() -> None:
        assert Doubt.times == 0
        assert played(engine) == EXPECTED
        assert [ruleset.sids for ruleset in durable.RULESETS.values()] == rebuilds

    assert run_in_child(act) == 0
    with durable.LOCK:
        assert played(engine) == EXPECTED


def test_children_of_children() -> None:
    engine = Engine("warlords", network="durable")

    def act(depth: int = 5) -> None:
        assert Doubt.times == 5 - depth
        assert played(engine.clone()) == EXPECTED
        if depth:
            with held(hold_all_locks):
                assert run_in_child(lambda: act(depth - 1)) == 0

    act()


def test_several_threads_fork_at_once() -> None:
    engine = Engine("warlords", network="durable")
    codes: list[int | None] = []

    def act() -> None:
        assert played(engine.clone()) == EXPECTED

    threads = [threading.Thread(target=lambda: codes.append(run_in_child(act))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert codes == [0] * 4
    assert durable.LOCK.acquire(blocking=False)
    durable.LOCK.release()
