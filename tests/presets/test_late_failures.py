"""Hooks and listeners that fail while moves are imagined or taken back: the game is as it was, and whoever
reads what could not be read then is told why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.errors import ReteChessError, RuleFailedError
from rete_chess.facts.events import Event
from rete_chess.match import format_save, parse_save
from rete_chess.metering import Budget
from rete_chess.presets import Preset, registered
from rete_chess.testing.laws.states import difference, traces, whole_state
from rete_chess.testing.sample_presets import SAMPLES

NETWORKS = pytest.mark.parametrize("network", ["native", "durable"])

#: After so many moves a hook fails.
MOST = 2


class Forgetful(Preset):
    """Names the royal pieces as long as few moves are on record; it is asked for them at the next move, and
    whenever a log is read."""

    id = "forgetful"
    name = "Forgetful"
    description = "Kings are royal, until the hook fails."

    def get_royal_pieces(self, context: Any) -> list[int]:
        engine = context.engine
        if len(engine.move_log) >= MOST:
            raise ZeroDivisionError("nobody knows any more")
        kings = [piece for piece in engine.pieces() if engine.session.get(piece, "PieceType") == "king"]
        return [piece for piece in kings if engine.session.get(piece, "Color") == context.color]


class Failing(Listener):
    """Fails at the end of turns after some moves, for legality or beside it."""

    def __init__(self, judges_legality: bool) -> None:
        self.judges_legality = judges_legality

    def after(self, event: Event, context: ListenerContext) -> tuple[Event, ...]:
        if context.point == "turn-end" and context.session.get(0, "FullmoveNumber") >= MOST:
            raise ZeroDivisionError
        return ()


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    with registered(Forgetful):
        yield


def forgetful(network: str, *further: str) -> Match:
    presets = [ActivePreset(name) for name in ("forgetful", *further)]
    return Match(program_of("chess", presets), network=network)


def demand_same(engine: Engine, act: Callable[[], object]) -> None:
    """An act leaves no trace, whether it fails or not."""
    before, noted = engine.digest, traces(engine)
    with suppress(ReteChessError):
        act()
    assert engine.digest == before
    assert difference(noted, traces(engine)) is None


@NETWORKS
@pytest.mark.parametrize("further", [(), ("piece-hp", "piece-shield")], ids=["alone", "with rules"])
def test_a_what_if_whose_hooks_fail_leaves_no_move_on_the_board(
    network: str, further: tuple[str, ...]
) -> None:
    match = forgetful(network, *further)
    moves = ("e2e4", "e7e5", "g1f3", "b8c6")
    for count in (1, 2, 3, 4):
        demand_same(match.engine, lambda count=count: match.what_if(*moves[:count]))  # type: ignore[misc]
    match.play("d2d4")
    for count in (1, 2, 3):
        demand_same(match.engine, lambda count=count: match.what_if(*moves[1 : count + 1]))  # type: ignore[misc]
    twin = forgetful(network, *further)
    twin.play("d2d4")
    assert whole_state(match) == whole_state(twin)


@NETWORKS
def test_a_move_is_taken_back_though_its_log_cannot_be_read(network: str) -> None:
    match = forgetful(network)
    states = [match.digest]
    for move in ("e2e4", "e7e5"):
        match.play(move)
        states.append(match.digest)
    with pytest.raises(RuleFailedError):
        match.play("g1f3")  # before it the hook names who is royal
    assert match.digest == states[-1]
    record = match.undo()
    assert match.digest == states[1]
    with pytest.raises(RuleFailedError, match="nobody knows any more"):
        _ = record.log
    match.redo()
    assert match.digest == states[2]
    match.jump_to(0)
    assert match.digest == states[0]
    match.jump_to(2)
    assert match.digest == states[2]


@NETWORKS
def test_copies_and_loaded_games_take_back_such_moves_too(network: str) -> None:
    match = forgetful(network)
    start = match.digest
    match.play("e2e4")
    after = match.digest
    match.play("e7e5")
    for other in (
        match.clone(),
        parse_save(format_save(match), network=network),
        Match.resume(match.snapshot(), network=network),
        match.state_at(2),
    ):
        other.undo()
        assert other.digest == after
        other.engine.undo()
        assert other.engine.digest == start


@NETWORKS
def test_presets_switched_on_in_mid_game_fail_without_a_trace(network: str) -> None:
    match = Match(network=network)
    for move in ("e2e4", "e7e5", "g1f3"):
        match.play(move)
    before, noted = whole_state(match), traces(match.engine)
    with pytest.raises(RuleFailedError):
        match.set_active_presets([{"id": "forgetful"}])
    assert difference(before, whole_state(match)) is None
    assert difference(noted, traces(match.engine)) is None
    match.play("b8c6")
    match.undo()
    assert difference(before, whole_state(match)) is None


@NETWORKS
@pytest.mark.parametrize("judges", [False, True], ids=["beside legality", "asked for legality"])
def test_listeners_that_fail_leave_no_imagined_move(network: str, judges: bool) -> None:
    match = Match(program_of("chess", [ActivePreset("piece-hp")]), network=network)
    match.engine.add_listener(Failing(judges))
    moves = ("e2e4", "e7e5", "g1f3", "b8c6")
    for count in (1, 2, 3, 4):
        demand_same(match.engine, lambda count=count: match.what_if(*moves[:count]))  # type: ignore[misc]
    for move in moves:
        with suppress(ReteChessError):
            match.play(move)
    while match.current_index:
        match.undo()
        demand_same(match.engine, lambda: match.what_if("a2a3", "a7a6", "b2b3"))


@NETWORKS
@pytest.mark.parametrize("names", [("coregal-too", "piece-hp"), ("nightly",)], ids="+".join)
def test_a_what_if_beyond_its_budget_leaves_no_move(network: str, names: tuple[str, ...]) -> None:
    """The budget ends at any place of the question, also where it is noted what was played."""
    with registered(*SAMPLES):
        program = program_of("chess", [ActivePreset(name) for name in names])
    whole = Engine(program, network=network)
    whole.what_if("e2e4", "e7e5", "g1f3")
    dice = Random(names[0])
    for steps in {whole.cost.steps - 1, *(dice.randrange(whole.cost.steps) for _ in range(12))}:
        engine = Engine(program, network=network)
        before, noted = engine.digest, traces(engine)
        engine.board.meter.budget = Budget.author()._replace(move=steps)
        with pytest.raises(ReteChessError):
            engine.what_if("e2e4", "e7e5", "g1f3")
        assert engine.digest == before
        assert difference(noted, traces(engine)) is None
