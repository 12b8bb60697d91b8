"""Every shipped variant: valid without a warning, short, tested, and a random game on both networks."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import Engine
from rete_chess.checks import examine
from rete_chess.compiler import catalog
from rete_chess.documents import VariantDocument
from rete_chess.testing._node_counts import counts_of
from tests.engine_rules.test_preset_games import play

VARIANTS = catalog.variants().list()
SCENARIOS = Path(__file__).parents[1] / "scenarios/variants"

CLASSICS = (
    *("chess", "chess960", "antichess", "giveaway", "atomic", "horde", "racing-kings", "king-of-the-hill"),
    *("three-check", "knightmate", "coregal", "berolina", "cylinder", "monster", "los-alamos", "extinction"),
    "petrified",
)

#: A game that has not ended by then never will.
PLIES = 1_500

#: Counts up to this are made here; `rete-chess test FILE` makes the others.
NODES = 9_000


def test_the_classics_are_shipped() -> None:
    assert set(CLASSICS) <= set(VARIANTS)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_shipped_variant_is_valid_short_and_tested(name: str) -> None:
    document = catalog.variants().get(name)
    found = examine(Path(document.tree.file))
    assert not found.problems
    assert len(found.lines) <= 60
    assert found.lines[0].startswith("# ")  # where its rules come from
    assert any("Leaves" in line for line in found.lines[:6])
    model = document.model
    assert isinstance(model, VariantDocument)
    assert model.description
    assert set(model.perft) >= {1, 2, 3}
    assert model.tests or (SCENARIOS / f"{name}.scenario.yaml").exists()


@pytest.mark.parametrize("name", VARIANTS)
def test_its_node_counts_hold(name: str) -> None:
    counts = [count() for count in counts_of(catalog.variants().get(name), NODES)]
    outcomes = [outcome for outcome in counts if not outcome.skipped]
    assert len(outcomes) >= 2
    assert [outcome for outcome in outcomes if not outcome.passed] == []


@pytest.mark.parametrize("name", VARIANTS)
def test_random_game_to_its_end_and_the_way_back(name: str) -> None:
    engines = [Engine(name, network=network) for network in ("native", "durable")]
    start = engines[0].state_hash()
    games = [play(engine, 7, PLIES) for engine in engines]
    assert games[0] == games[1]
    assert engines[0].result is not None
    for engine, game in zip(engines, games):
        for *_, fen, state in reversed(game):
            assert (engine.fen(), engine.state_hash()) == (fen, state)
            engine.undo()
        assert engine.state_hash() == start
        assert engine.result is None
