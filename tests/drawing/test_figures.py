"""Figures: inside their box, symmetric where a half was mirrored, and the same for the page."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from rete_chess.drawing import piece_symbol, tile_symbol
from rete_chess.drawing._figures import FIGURES
from rete_chess.drawing._tiles import TILES
from rete_chess.drawing.outlines import dot, mirrored

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"-?\d*\.?\d+")


def test_a_half_is_mirrored_about_its_axis() -> None:
    assert mirrored("M50 10L60 20H50") == "M50 10L60 20L50 20L40 20L50 10Z"
    assert mirrored("M5 0C7 1 8 2 9 3V4H5", 5) == "M5 0C7 1 8 2 9 3L9 4L5 4L1 4L1 3C2 2 3 1 5 0Z"


def test_a_dot_is_closed() -> None:
    assert dot(5, 6, 2) == "M3 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z"


@pytest.mark.parametrize("kind", FIGURES)
def test_figures_stay_in_their_box_and_stand_on_the_floor(kind: str) -> None:
    outlines = [path for role, path in FIGURES[kind] if role in ("body", "edge") and "a" not in path]
    numbers = [float(number) for path in outlines for number in NUMBER.findall(path)]
    assert min(numbers) >= 2
    assert 88 <= max(numbers) <= 97


def test_kinds_without_a_drawing_have_no_symbol() -> None:
    assert piece_symbol("griffin") is None
    assert tile_symbol("lava") is None
    assert tile_symbol("standard") == '<symbol id="tile-standard" viewBox="0 0 100 100"></symbol>'
    assert all(piece_symbol(kind) for kind in FIGURES)
    assert all(tile_symbol(kind) for kind in TILES)


def test_the_page_has_the_figures_of_the_package() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "write_page_figures.py"))
    written = script["PLACE"].read_text(encoding="utf-8")
    assert written == script["page_figures"](), "write it anew: python scripts/write_page_figures.py"
