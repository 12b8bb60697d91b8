"""Growth: games with more rules, auras and half-moves do as much more as they have to, and no more."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rete_chess import Engine
from rete_chess.bench.growth import auras, chained_rules, firing_rules, growth_rows, play
from rete_chess.engine.derived import _contributions
from rete_chess.engine.move.run import Run


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("count", [1, 10, 50])
def test_all_rules_fire_at_every_move(count: int, network: str) -> None:
    assert play(firing_rules(count), network, 0, 6).firings == 6 * count


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_chain_is_fired_to_its_end(network: str) -> None:
    assert play(chained_rules(40), network, 0, 4).firings == 4 * 41


def fires_tried(count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often rules of a chain are gone through in some half-moves."""
    tried, fire = Counter[str](), Run._fire

    def counted(run: Run, point: str, *rest: object) -> bool:
        tried[point] += 1
        return fire(run, point, *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Run, "_fire", counted)
        play(chained_rules(count), "native", 0, 4)
    return tried["move"]


def test_what_has_fired_is_not_gone_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fires_tried(160, monkeypatch) == 4 * fires_tried(40, monkeypatch)


def test_auras_far_from_a_move_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, filled = 0, _contributions._filled

    def counted(*given: object) -> object:
        nonlocal looks
        looks += 1
        return filled(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(_contributions, "_filled", counted)
    engine, choose = Engine(auras(32), network="native"), Random(5).choice
    begun = looks
    for _ in range(40):
        engine.apply(choose(engine.legal_moves()))
    assert begun >= 32
    assert looks - begun < 40 * 16  # of thirty-two at each half-move


@pytest.mark.parametrize("variant", ["auras", "warlords"])
def test_contributions_are_those_of_a_fresh_look(variant: str) -> None:
    """After moves, undos and questions, whatever of it was looked at again."""
    engine = Engine(auras(16) if variant == "auras" else variant, network="native")
    chance = Random(7)
    for _ in range(60):
        if engine.result is not None:
            break
        if engine.move_log and chance.random() < 0.25:
            engine.undo()
        elif chance.random() < 0.2:
            engine.what_if(chance.choice(engine.legal_moves()))
        else:
            engine.apply(chance.choice(engine.legal_moves()))
        assert engine.board.bonuses == engine.clone().board.bonuses
        kept = {name: dict(column) for name, column in engine.board.bonuses.items()}
        for feed in engine._game._feeds.values():
            feed.kept.clear()
        _contributions.update(engine._game, is_imagined=False)
        assert engine.board.bonuses == kept


def test_rows_are_named_once() -> None:
    names = [row.name for row in growth_rows()]
    assert len(set(names)) == len(names) == 7
