"""The wheel is whole: installed into an empty environment it works from any folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rete_chess.resources import FOLDERS

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Run a command outside the checkout and give its standard output; a failure shows both streams."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")} | variables
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean, capture_output=True, text=True
    )
    assert result.returncode == 0, f"{command} gave {result.returncode}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", place, ROOT, cwd=place)
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment that holds the wheel and its dependencies, nothing else."""
    place = tmp_path_factory.mktemp("empty")
    run(sys.executable, "-m", "venv", place / "venv", cwd=place)
    scripts = place / "venv" / "bin"
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=place)
    return scripts


def test_wheel_holds_every_data_file(wheel: Path) -> None:
    shipped = {
        f"rete_chess/data/{path.relative_to(ROOT).as_posix()}"
        for name in FOLDERS
        for path in (ROOT / name).rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in names if name.startswith("rete_chess/data/")} == shipped


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "rete_chess/py.typed" in names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"rete_chess"}


def test_version_and_build(wheel: Path, installed: Path, tmp_path: Path) -> None:
    """The name of the wheel says for which machines it is, and the installation whether it is compiled."""
    _, version, *tag = wheel.stem.split("-")
    word = "pure Python" if tag == ["py3", "none", "any"] else "compiled"
    assert run(installed / "rete-chess", "--version", cwd=tmp_path) == f"rete-chess {version} ({word})\n"
    if "RETE_CHESS_PURE" not in os.environ and shutil.which(os.environ.get("CC", "cc")):
        assert tag[0] == tag[1] == f"cp{sys.version_info.major}{sys.version_info.minor}"
        assert word == "compiled"


@pytest.mark.parametrize(
    ("variables", "reason"),
    [
        ({"RETE_CHESS_PURE": "1"}, "RETE_CHESS_PURE asks for it"),
        ({"CC": "no-such-compiler", "RETE_CHESS_PURE": "0"}, "no C compiler was found as no-such-compiler"),
        ({"CC": "false", "RETE_CHESS_PURE": "0"}, "compiling failed: "),
    ],
)
def test_pure_wheels(variables: dict[str, str], reason: str, tmp_path: Path) -> None:
    told = run(
        *("sh", "-c", f"{sys.executable} -m build --wheel --outdir {tmp_path} {ROOT} 2>&1"),
        cwd=tmp_path,
        **variables,
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    archive = zipfile.ZipFile(wheel)
    assert not [name for name in archive.namelist() if name.endswith(".so")]
    (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
    assert "Requires-Dist: librt" not in archive.read(metadata).decode()
    assert f"rete-chess is built as pure Python: {reason}" in told


@pytest.mark.parametrize("name", FOLDERS)
def test_data_folder_is_inside_the_installed_package(name: str, installed: Path, tmp_path: Path) -> None:
    code = f"from rete_chess.resources import folder; print(folder({name!r}))"
    found = Path(run(installed / "python", "-c", code, cwd=tmp_path).strip())
    assert found.parts[-4:] == ("site-packages", "rete_chess", "data", name)
    assert found.is_relative_to(installed.parent.resolve())


def test_perft(installed: Path, tmp_path: Path) -> None:
    answer = json.loads(run(installed / "rete-chess", "perft", "--depth", "2", "--json", cwd=tmp_path))
    assert {"variant", "fen", "depth", "nodes", "seconds"} <= set(answer)
    assert (answer["variant"], answer["depth"], answer["nodes"]) == ("chess", 2, 400)


def test_pytest_of_a_foreign_project_runs_scenarios(wheel: Path, tmp_path: Path) -> None:
    """The wheel laid out as an installation does, found before any other, in a project that knows nothing."""
    site, project = tmp_path / "site", tmp_path / "project"
    zipfile.ZipFile(wheel).extractall(site)
    project.mkdir()
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "mine.scenario.yaml").write_text(
        "presets: [{id: piece-hp}]\n"
        "scenarios:\n"
        "  - {name: a hit, play: e2e4 d7d5 e4d5, fires: [lose-hp on d5]}\n"
        "  - {name: a miss, play: e2e4, fires: [lose-hp]}\n"
    )
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "--rete-network", "native"],
        cwd=project,
        env={**clean, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
    )
    assert "mine.scenario.yaml::a hit[native] PASSED" in done.stdout, done.stdout + done.stderr
    assert "mine.scenario.yaml::a miss[native] FAILED" in done.stdout
    assert "mine.scenario.yaml:4: the firings of e2e4 differ" in done.stdout
    assert done.returncode == 1
