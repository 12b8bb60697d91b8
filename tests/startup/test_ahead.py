"""A program that was compiled before is the one that would be compiled now, in all that can be seen."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rete_chess import Budget, Engine
from rete_chess.compiler import Program, ahead, catalog, program_of
from rete_chess.compiler.ahead import shelf
from rete_chess.compiler.ahead.late import LateVariant
from rete_chess.compiler.ahead.parts import Unkept
from rete_chess.errors import BudgetError, ReteChessError
from rete_chess.metering import loading
from rete_chess.presets import Preset, registered
from rete_chess.resources import folder
from rete_chess.serial import program_data, trace_data
from tests.startup.kept import compiled, copy_of, forget, run

VARIANTS = catalog.variants().list()

#: The shipped variants whose programs cannot be written down, each with the part that keeps it from that.
NOT_KEPT: dict[str, str] = {}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and a process that knows no program yet."""
    monkeypatch.setenv(shelf.VARIABLE, str(tmp_path / "programs"))
    forget()
    return tmp_path / "programs"


def told(engine: Engine, seed: int) -> list[Any]:
    """All that a random game tells: records, traces, costs, explanations and digests."""
    chance = Random(seed)
    found: list[Any] = [engine.fen(), engine.state_hash(), engine.cost]
    for _ in range(14):
        moves = sorted(map(str, engine.legal_moves()))
        if not moves or engine.result is not None:
            break
        record = engine.apply(chance.choice(moves))
        found += [moves, trace_data(engine), record.digest, engine.cost, engine.state_hash(), engine.result]
        found.append(str(engine.explain(chance.choice(["e2e4", "a7a5", "d1d8", *moves]))))
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_written_is_read_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compiled(name, monkeypatch)
    if name in NOT_KEPT:
        with pytest.raises(Unkept, match=NOT_KEPT[name]):
            ahead.written(program)
        return
    again = copy_of(program)
    assert json.dumps(ahead.written(again)) == json.dumps(ahead.written(program))
    assert str(folder("descriptors").parent) not in json.dumps(ahead.written(program))
    assert (again.hash, again.cost, again.weight) == (program.hash, program.cost, program.weight)
    assert again.rules == program.rules
    assert again.network_hash == program.network_hash
    assert program_data(again) == program_data(program)
    assert again.book.costs == program.book.costs
    assert again.book.types == program.book.types
    assert squares_of(again) == squares_of(program)


def squares_of(program: Program) -> list[tuple[int, int]]:
    """The keys and costs of all that stands in the movement tables."""
    return [(reach.key, reach.cost) for rows in program.book.rows for row in rows for reach in row]


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("name", VARIANTS)
def test_games_under_both_are_the_same(name: str, network: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compiled(name, monkeypatch)
    again = copy_of(program)
    for seed in range(2):
        expected = told(Engine(program, network=network), seed)
        assert told(Engine(again, network=network), seed) == expected


@pytest.mark.parametrize("name", VARIANTS)
def test_a_start_from_the_cache_costs_the_same(
    name: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def costs(is_new: bool = True) -> tuple[Any, ...]:
        if is_new:
            forget()
        with loading("the test") as meter:
            program = program_of(name)
        return meter.cost, program.cost

    expected = costs()
    assert costs(is_new=False) == expected
    assert len(list(cache.iterdir())) == 1
    assert costs() == expected
    assert costs(is_new=False) == expected
    assert isinstance(program_of(name).variant, LateVariant)
    for part in (1, 2, 3, 10):
        errors = []
        for setting in (str(cache), "0"):
            monkeypatch.setenv(shelf.VARIABLE, setting)
            forget()
            with pytest.raises(BudgetError) as raised:
                Engine(name, budget=Budget.author()._replace(loading=expected[0].steps * part // 11))
            errors.append((str(raised.value), raised.value.cost))
        assert errors[0] == errors[1]
    monkeypatch.setenv(shelf.VARIABLE, str(cache))
    forget()
    assert Engine(name, budget=Budget.author()._replace(loading=expected[0].steps)).program.id == name


def test_the_variant_is_read_when_somebody_asks(cache: Path) -> None:
    first = program_of("warlords")
    forget()
    program = program_of("warlords")
    assert isinstance(program.variant, LateVariant)
    assert program.variant.top == first.variant.top
    assert [tree.value for tree in program.variant.trees] == [tree.value for tree in first.variant.trees]
    assert program.variant.start_place == first.variant.start_place


def test_presets_come_and_go_in_a_game_from_the_cache(cache: Path) -> None:
    games = []
    for _ in range(2):
        forget()
        engine = Engine("chess")
        program = engine.program
        engine.set_active_presets([])
        assert engine.program is program
        engine.apply("e2e4")
        engine.set_active_presets([{"id": "piece-hp"}])
        engine.apply("e7e5")
        played = (engine.fen(), engine.state_hash(), engine.digest)
        for _ in range(2):
            engine.undo()
        games.append((played, engine.fen(), engine.digest, str(engine.explain("e2e5"))))
    assert games[0] == games[1]


def test_documents_of_users_are_never_kept(cache: Path, tmp_path: Path) -> None:
    text = "kind: variant\nid: mine\nname: Mine\nextends: chess\n"
    path = tmp_path / "mine.variant.yaml"
    path.write_text(text)
    Engine(path)
    with catalog.registered(path):
        Engine("mine")
    assert not cache.exists()


def test_a_python_preset_cannot_be_written_down() -> None:
    class Quiet(Preset):
        id = "quiet-for-a-test"
        name = "Quiet"
        description = "Nothing comes of it."

        def on_turn_start(self, context: object) -> None: ...

    with registered(Quiet):
        engine = Engine("chess")
        engine.set_active_presets([{"id": Quiet.id}])
        with pytest.raises(Unkept, match="HookedPreset"):
            ahead.written(engine.program)


def test_unknown_variants_are_unknown(cache: Path) -> None:
    for name in ("ches", "../chess", "Chess", ""):
        with pytest.raises(ReteChessError, match=r"unknown variant|cannot read"):
            program_of(name)
    assert not cache.exists()


STARTED = """
import json, sys
import rete_chess
engine = rete_chess.Engine("chess")
assert len(engine.legal_moves()) == 20
heavy = [name for name in ("pydantic", "yaml", "jsonschema", "rich", "click") if name in sys.modules]
own = [name for name in sys.modules if name.startswith("rete_chess")]
print('{"heavy": %s, "own": %d, "all": %d}' % (str(heavy).replace("'", '"'), len(own), len(sys.modules)))
"""


def test_a_second_start_reads_no_document(tmp_path: Path) -> None:
    first, second = run(STARTED, tmp_path), run(STARTED, tmp_path)
    assert {"pydantic", "yaml"} <= set(first["heavy"])
    assert second["heavy"] == []
    assert second["own"] <= 160
    assert second["all"] <= 290


def test_moves_reads_no_document_either(tmp_path: Path) -> None:
    code = """
import runpy, sys
sys.argv = ["rete-chess", "moves", "chess", "--json"]
try:
    runpy.run_module("rete_chess", run_name="__main__")
except SystemExit:
    pass
assert not {"pydantic", "yaml"} & sys.modules.keys() or not %r
"""
    first = run(code % False, tmp_path)
    assert run(code % True, tmp_path) == first
    assert len(first["moves"]) == 20


def test_all_that_compiles_is_part_of_the_digest(tmp_path: Path) -> None:
    code = """
import json, sys
from rete_chess.compiler import program_of
for name in ("chess", "warlords", "janggi", "battle-mages", "crazyhouse"):
    program_of(name)
print(json.dumps([name for name in sys.modules if name.startswith("rete_chess.")]))
"""
    from rete_chess.compiler.ahead.stamp import CODE

    for name in run(code, "0"):
        room = name.split(".")[1]
        assert room in CODE or len(name.split(".")) == 2, name


def test_programs_are_the_same_class() -> None:
    assert isinstance(copy_of(program_of("chess")), Program)
