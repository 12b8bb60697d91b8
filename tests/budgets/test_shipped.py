"""Shipped documents beside the budget of a server: none takes more than a tenth of it, of any kind."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rete_chess import Budget, Engine, catalog, load_text
from rete_chess.checks import examine
from rete_chess.compiler import program_of
from rete_chess.documents import Document
from rete_chess.match.players import Limits, think
from rete_chess.match.players._objective import objective_of
from rete_chess.metering import Meter, running, trying, under
from rete_chess.server.api.documents import MOST_NODES
from rete_chess.testing.files import run_file

SERVER = Budget.server()
#: So much that nothing ends early, and what it costs is seen in full.
AMPLE = SERVER._replace(loading=10**9, move=10**9, testing=SERVER.testing, thinking=10**9)
VARIANTS = tuple(catalog.variants().list())
DOCUMENTS = {
    f"{kind} {catalog.id_of(document)}": document
    for kind, registry in sorted(catalog.BY_KIND.items())
    for document in filter(catalog.is_shipped, registry())
}


def programs(engine: Engine) -> int:
    """How many programs a variant is compiled to: one more for each turn at which presets of its end."""
    return 1 + len({preset.turns_remaining for preset in engine.active_presets} - {None})


@pytest.mark.parametrize("name", VARIANTS)
def test_to_be_loaded_and_played(name: str) -> None:
    engine = Engine(program_of(name, budget=AMPLE), network="native", budget=AMPLE)
    chance = random.Random(7)
    assert 0 < engine.program.cost.steps <= programs(engine) * SERVER.loading / 10
    assert engine.cost.steps <= SERVER.move / 10
    for _ in range(30):
        moves = engine.legal_moves()
        if not moves:
            break
        for ask in (engine.explain, engine.what_if, engine.apply):
            ask(chance.choice(moves))
            assert engine.cost.steps <= SERVER.move / 10


@pytest.mark.parametrize("name", VARIANTS)
def test_to_be_shown(name: str) -> None:
    """What a room asks for after every move: the legal moves with their texts."""
    engine = Engine(program_of(name), network="native", budget=AMPLE)
    chance = random.Random(11)
    for _ in range(12):
        moves = engine.legal_moves()
        if not moves:
            break
        assert engine.cost.steps <= SERVER.move / 10
        for foresees in (False, True):
            assert len(engine.sans(foresees=foresees)) == len(moves)
            assert 0 < engine.cost.steps <= SERVER.move / 10
        engine.apply(chance.choice(moves))


@pytest.mark.parametrize("name", VARIANTS)
def test_to_be_striven_for(name: str) -> None:
    """What a game strives for is found out once, within what a move may cost, for every choice."""
    with running(Meter(AMPLE), AMPLE.thinking, "the choice") as meter:
        objective_of(program_of(name))
    assert 0 < meter.cost.steps <= SERVER.move / 10


@pytest.mark.parametrize("name", VARIANTS)
def test_to_be_thought_about(name: str) -> None:
    """The first look at each move, which every choice of a player needs."""
    engine = Engine(program_of(name), network="native", budget=AMPLE)
    think(engine, Limits(depth=0))
    with running(Meter(AMPLE), AMPLE.thinking, "the choice") as meter:
        think(engine, Limits(depth=0))
    assert 0 < meter.cost.steps <= SERVER.thinking / 10


def test_goals_are_sought_where_an_end_asks_for_a_place() -> None:
    found = {name: bool(objective_of(program_of(name)).goals) for name in VARIANTS}
    assert [name for name in found if found[name]] == ["dobutsu", "king-of-the-hill", "racing-kings"]


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_to_be_read_judged_and_tested(document: Document) -> None:
    path = document.tree.source.path
    assert path is not None
    with under(AMPLE), trying() as meter:
        load_text(document.tree.source.text, Path(path).name)
        read = meter.cost.steps
        assert 0 < read <= SERVER.loading / 10
        assert examine(Path(path)).is_ok
        assert 0 < meter.cost.steps - read <= SERVER.testing / 10
    if document.kind == "variant":
        with under(AMPLE), trying() as meter:
            assert not [told for told in run_file(Path(path), ("native",), MOST_NODES) if told.problems]
        assert 0 < meter.cost.steps <= SERVER.testing / 10
