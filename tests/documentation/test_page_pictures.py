"""The pictures of the page: each that the script takes is there, in its size, and is shown."""

from __future__ import annotations

import re
import runpy
import struct
from pathlib import Path

import pytest

pytest.importorskip("playwright")

ROOT = Path(__file__).resolve().parents[2]
SHOTS = runpy.run_path(str(ROOT / "scripts" / "shoot_page.py"))["SHOTS"]


@pytest.mark.parametrize("name", SHOTS)
def test_every_picture_is_there_in_its_size(name: str) -> None:
    path = ROOT / "docs" / "page" / f"{name}.png"
    assert path.is_file(), f"take it: python scripts/shoot_page.py {name}"
    start = path.read_bytes()[:24]
    assert start[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", start[16:24]) == SHOTS[name].size


def test_every_picture_is_shown_and_no_other() -> None:
    page = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\]\(page/([\w-]+)\.png\)", page)) == sorted(SHOTS)
    assert sorted(path.stem for path in (ROOT / "docs" / "page").iterdir()) == sorted(SHOTS)


def test_readme_begins_with_one_of_them() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert (re.findall(r"!\[[^\]]*\]\(([^)]*)\)", readme) or [""])[0] == "docs/page/room.png"
