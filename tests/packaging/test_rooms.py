"""Every module is a room of its own size: no fragments, no halls, no folder that nobody can survey."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rete_chess"
MODULES = sorted(PACKAGE.rglob("*.py"))

LEAST_LINES = 40
MOST_LINES = 425
MOST_MODULES = 25

#: Folders in which a file is a plug-in of a registry or table: as small as its idea, as many as there are.
PLUG_INS = ("primitives", "modifiers", "cli/commands", "documents/kinds", "checks")
#: Modules that others find by their names.
FIXED = ("__init__.py", "__main__.py")
#: Parts that are still being rearranged, as folders or files.
NOT_YET: tuple[str, ...] = ()


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def lies_in(path: Path, places: tuple[str, ...]) -> bool:
    return any(path.is_relative_to(PACKAGE / place) for place in places)


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


ROOMS = [path for path in MODULES if not lies_in(path, NOT_YET)]


@pytest.mark.parametrize("path", ROOMS, ids=name_of)
def test_no_module_is_too_large(path: Path) -> None:
    assert lines_of(path) <= MOST_LINES


@pytest.mark.parametrize(
    "path", [path for path in ROOMS if path.name not in FIXED and not lies_in(path, PLUG_INS)], ids=name_of
)
def test_no_module_is_a_fragment(path: Path) -> None:
    assert lines_of(path) >= LEAST_LINES, "merge it with the module whose idea it shares"


@pytest.mark.parametrize("path", [path for path in MODULES if path.name == "__init__.py"], ids=name_of)
def test_every_package_says_its_purpose_in_a_line(path: Path) -> None:
    purpose = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert purpose.partition("\n")[0].endswith(".")


def test_no_folder_holds_too_many_modules() -> None:
    folders = Counter(path.parent for path in ROOMS if path.name not in FIXED)
    crowded = {
        name_of(folder): count
        for folder, count in folders.items()
        if count > MOST_MODULES and not lies_in(folder, PLUG_INS)
    }
    assert crowded == {}


@pytest.mark.parametrize("place", [*PLUG_INS, *NOT_YET])
def test_no_listed_place_is_gone(place: str) -> None:
    assert (PACKAGE / place).exists()
