"""A preset of a foreign package: the shield of the documentation, found by its entry point."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, catalog, program_of
from rete_chess.errors import NameLookupError, RulesError
from rete_chess.presets import registration

SHIELD = '''"""A shield for every piece."""

from rete_chess.presets import Amount, Consume, Preset


class Shield(Preset):
    id = "shield"
    name = "Shield"
    description = "Every piece has 1 shield; it takes the first point of damage."
    piece_attributes = {"Shield": {"type": "int", "min": 0}}
    config = {"shield": 1}

    def on_activate(self, context):
        for piece in context.engine.pieces():
            self.give(context, piece)

    def on_piece_spawn(self, context):
        self.give(context, context.piece_id)

    def give(self, context, piece):
        session = context.engine.session
        if not session.contains(piece, "Shield"):
            session.insert(piece, "Shield", context.config["shield"])

    def on_damage(self, context):
        session, target = context.engine.session, context.target
        held = session.get(target, "Shield") or 0
        if held <= 0:
            return None
        session.insert(target, "Shield", held - 1)
        left = context.amount - 1
        return Amount(left) if left > 0 else Consume(died=False)
'''

#: White's rook takes a guarded pawn.
POSITION = "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which a package can be installed; everything about it is forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    known = registration.names()
    modules = set(sys.modules)
    yield tmp_path
    for name in set(registration.names()) - set(known):
        if registration.is_registered(name):
            registration._registry.remove(name)
    for module in set(sys.modules) - modules:
        del sys.modules[module]
    registration._offered_on.cache_clear()


def install(folder: Path, package: str, source: str, points: str) -> None:
    """What `pip install` would leave behind, in its smallest form."""
    (folder / f"{package}.py").write_text(source, encoding="utf-8")
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(f"[rete_chess.presets]\n{points}\n", encoding="utf-8")
    registration._offered_on.cache_clear()  # as for a process that starts now


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_foreign_package_brings_a_shield(packages: Path, network: str) -> None:
    install(packages, "armoury", SHIELD, "shield = armoury:Shield")
    assert "shield" in catalog.preset_ids()
    assert "armoury" not in sys.modules
    engine = Engine(program_of("chess", [ActivePreset("shield")]), POSITION, network)
    pawn = engine.piece_at("d5")
    assert pawn is not None
    before = engine.state_hash()
    record = engine.apply("d1d5")
    assert engine.session.get(pawn.id, "Shield") == 0
    assert engine.fen() == "4k3/8/2p5/3p4/8/8/8/3RK3 b - - 0 1"
    (firing,) = record.trace.firings
    assert (firing.stage, firing.rule, firing.square) == ("damage", "shield/on_damage", "d5")
    line = SHIELD[: SHIELD.index("def on_damage")].count("\n") + 1
    assert firing.origin == f"armoury:{line}"
    assert [(c.attribute, c.old, c.new) for c in firing.changes] == [("Shield", 1, 0)]
    engine.apply("e8e7")
    engine.apply("d1d5")
    assert engine.fen() == "8/4k3/2p5/3R4/8/8/8/4K3 b - - 0 2"
    for _ in range(3):
        engine.undo()
    assert engine.state_hash() == before


@pytest.mark.parametrize(
    ("presets", "left"),
    [
        (("shield", "piece-hp"), (0, 2)),  # the shield takes the hit
        (("piece-hp", "shield"), (1, 1)),  # the hit points pay first, and nothing is left to absorb
    ],
)
def test_shield_before_hit_points_and_after(
    packages: Path, presets: tuple[str, ...], left: tuple[int, int]
) -> None:
    install(packages, "armoury", SHIELD, "shield = armoury:Shield")
    engine = Engine(program_of("chess", [ActivePreset(name) for name in presets]), POSITION)
    pawn = engine.piece_at("d5")
    assert pawn is not None
    engine.apply("d1d5")
    assert (engine.session.get(pawn.id, "Shield"), engine.session.get(pawn.id, "Hp")) == left


def test_the_command_line_finds_the_package(packages: Path) -> None:
    install(packages, "armoury", SHIELD, "shield = armoury:Shield")

    def run(*words: str) -> Any:
        command = [sys.executable, "-m", "rete_chess", *words, "--json"]
        found = os.pathsep.join((str(packages), str(Path(__file__).resolve().parents[2])))
        env = {**os.environ, "PYTHONPATH": found}
        return json.loads(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)

    described = {item["id"]: item["description"] for item in run("list", "presets")["presets"]}
    assert described["shield"] == "Every piece has 1 shield; it takes the first point of damage."
    rules = run("rules", "chess", "--preset", "shield:white,shield=2")
    (damage,) = (rule for rule in rules["rules"] if rule["stage"] == "damage")
    assert damage["rule"] == "shield/on_damage"
    assert damage["reads"] == ["target.Color = white"]


def test_settings_of_a_python_preset_are_settings_of_a_document(packages: Path) -> None:
    install(packages, "armoury", SHIELD, "shield = armoury:Shield")
    engine = Engine(program_of("chess", [ActivePreset("shield", config=(("shield", 3),))]))
    piece = engine.piece_at("a1")
    assert piece is not None
    assert engine.session.get(piece.id, "Shield") == 3
    with pytest.raises(RulesError, match="did you mean 'shield'"):
        program_of("chess", [ActivePreset("shield", config=(("shild", 3),))])


def test_an_unknown_preset_names_the_nearest_of_both_kinds(packages: Path) -> None:
    install(packages, "armoury", SHIELD, "shield = armoury:Shield")
    with pytest.raises(NameLookupError, match="did you mean 'shield'") as caught:
        program_of("chess", [ActivePreset("sheld")])
    assert caught.value.code == "E_UNKNOWN_NAME"


def test_two_packages_cannot_offer_the_same_id(packages: Path) -> None:
    install(packages, "armoury", SHIELD, "shield = armoury:Shield")
    install(packages, "bulwark", SHIELD, "shield = bulwark:Shield")
    with pytest.raises(NameLookupError, match="armoury and bulwark") as caught:
        program_of("chess", [ActivePreset("shield")])
    assert caught.value.code == "E_DUPLICATE_NAME"


@pytest.mark.parametrize(
    ("source", "points", "text"),
    [
        ("raise OSError('no disk')", "shield = armoury:Shield", "OSError: no disk"),
        ("", "shield = armoury:Shield", "AttributeError"),
        (SHIELD, "buckler = armoury:Shield", "has another id"),
    ],
)
def test_what_a_package_offers_cannot_be_loaded(packages: Path, source: str, points: str, text: str) -> None:
    install(packages, "armoury", source, points)
    with pytest.raises(RulesError, match=text) as caught:
        program_of("chess", [ActivePreset(points.split()[0])])
    assert caught.value.code == "E_PRESET_LOAD"
    assert "armoury" in str(caught.value)


def test_a_decorated_class_may_stand_behind_an_entry_point(packages: Path) -> None:
    decorated = SHIELD.replace("class Shield", "@preset\nclass Shield").replace(
        "import Amount", "import preset, Amount"
    )
    install(packages, "armoury", decorated, "shield = armoury:Shield")
    assert program_of("chess", [ActivePreset("shield")]).rules[0].preset == "shield"
