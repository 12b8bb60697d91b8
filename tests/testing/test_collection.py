"""Scenario files in pytest: the ids of the tests, what a failure shows, and files that cannot be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_pytest(folder: Path, *options: str) -> str:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "rete_chess.pytest_plugin",
        *options,
        str(folder),
    ]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "", "COLUMNS": "200"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_every_scenario_is_a_test_on_every_network(folder: Path) -> None:
    (folder / "a.scenario.yaml").write_text(
        "scenarios:\n  - {name: one hit, play: e2e4, fires: []}\n  - {name: two, result: {draw: boredom}}\n"
    )
    shown = run_pytest(folder, "-v", "-rN")
    assert "a.scenario.yaml::one hit[durable] " in shown
    assert "a.scenario.yaml::one hit[native] PASSED" in shown
    assert "a.scenario.yaml::two[native] FAILED" in shown
    assert "a.scenario.yaml:3: expected a draw by boredom, but the game goes on" in shown
    assert "Traceback" not in shown


def test_a_broken_file_is_an_error_of_the_collection(folder: Path) -> None:
    (folder / "b.scenario.yaml").write_text("play: e2e4\nfire: [x]\n")
    shown = run_pytest(folder)
    assert "b.scenario.yaml:2:1: unknown key 'fire'" in shown
    assert "[E_DOC_UNKNOWN_KEY]" in shown
    assert "1 error" in shown


def test_one_network_may_be_chosen(folder: Path) -> None:
    (folder / "a.scenario.yaml").write_text("{play: e2e4, fires: []}")
    shown = run_pytest(folder, "-v", "--rete-network", "native")
    assert "a.scenario.yaml::a[native] PASSED" in shown
    assert "durable" not in shown


def test_json_is_collected_too(folder: Path) -> None:
    (folder / "b.scenario.json").write_text('{"play": "e2e4", "fires": []}')
    assert "b.scenario.json::b[native] PASSED" in run_pytest(folder, "-v")


def test_python_tests_get_games_and_helpers(folder: Path) -> None:
    (folder / "test_mine.py").write_text(
        "from rete_chess.compiler import ActivePreset\n"
        "from rete_chess.testing import assert_fired, hp_of, piece_at\n"
        "def test_hit(rete_game):\n"
        "    game = rete_game('chess', presets=[ActivePreset('piece-hp')], network='native')\n"
        "    for move in ('e2e4', 'd7d5'):\n"
        "        game.apply(move)\n"
        "    record = game.apply('e4d5')\n"
        "    assert_fired(record, 'lose-hp on d5')\n"
        "    assert hp_of(game, piece_at(game, 'd5')) == 1\n"
    )
    assert "test_mine.py::test_hit PASSED" in run_pytest(folder, "-v")


def test_the_plugin_alone_imports_nothing_heavy() -> None:
    program = "import sys, rete_chess.pytest_plugin; print([m for m in sys.modules if m in sys.argv[1:]])"
    heavy = ["pydantic", "yaml", "rich", "jsonschema", "rete_chess.engine", "rete_chess.documents"]
    done = subprocess.run(
        [sys.executable, "-c", program, *heavy],
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
