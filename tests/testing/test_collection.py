"""Scenario files in pytest: the ids of the tests, what a failure shows, and files that cannot be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from rete_chess.testing.collection import SUFFIX, ScenarioFile

def pytest_collect_file(file_path, parent):
    if file_path.name.endswith(SUFFIX):
        return ScenarioFile.from_parent(parent, path=file_path)
"""

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
    (tmp_path / "conftest.py").write_text(CONFTEST)
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
