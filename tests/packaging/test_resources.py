"""The data folders are found in a checkout and in an installed package, and errors say where we looked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import resources
from rete_chess.errors import ResourceError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty package folder that `resources` believes to be its own."""
    place = tmp_path / "site" / "rete_chess"
    place.mkdir(parents=True)
    monkeypatch.setattr(resources, "__file__", str(place / "resources.py"))
    return place


@pytest.mark.parametrize("name", resources.FOLDERS)
def test_checkout_has_the_folder(name: str) -> None:
    assert resources.folder(name).is_dir()


def test_bundled_folder_wins_over_the_checkout(package: Path) -> None:
    beside = package.parent / "rules"
    bundled = package / "data" / "rules"
    beside.mkdir()
    assert resources.folder("rules") == beside
    bundled.mkdir(parents=True)
    assert resources.folder("rules") == bundled


def test_missing_folder_names_both_places(package: Path) -> None:
    with pytest.raises(ResourceError) as caught:
        resources.folder("rules")
    assert caught.value.code == "E_RESOURCE"
    assert str(package / "data" / "rules") in str(caught.value)
    assert str(package.parent / "rules") in str(caught.value)


@pytest.mark.parametrize("name", ["", ".", "..", "rule", "rules/..", "tests"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ResourceError, match="expected one of descriptors, rules, schemas"):
        resources.folder(name)


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(ResourceError, match="did you mean 'rules'"):
        resources.folder("rule")


def test_files_are_sorted_by_name_and_filtered(package: Path) -> None:
    place = package / "data" / "rules" / "presets"
    for name in ("b.yaml", "a.yaml", "notes.md", "deep/aa.yaml"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).touch()
    (place / "folder.yaml").mkdir()
    assert [path.name for path in resources.files("rules", "presets", "*.yaml")] == ["a.yaml", "b.yaml"]
    found = resources.files("rules", "", "**/*.yaml")
    assert [path.name for path in found] == ["a.yaml", "aa.yaml", "b.yaml"]


def test_missing_subfolder_is_an_error(package: Path) -> None:
    (package / "data" / "rules").mkdir(parents=True)
    with pytest.raises(ResourceError, match=r"'rules/presets' is missing.*\[E_RESOURCE\]"):
        resources.files("rules", "presets", "*.yaml")
