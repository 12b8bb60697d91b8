"""For everybody: by keys alone, on a phone, in the dark, without motion, with a screen reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.acts import expect_moves, move, open_tab, piece, square
from tests.page.serving import Serving
from tests.page.windows import DESK, PHONE, TABLET, Windows

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
#: How findings of axe are asked for: what they call serious, each with where it is.
RUN_AXE = """async () => (await axe.run()).violations
    .filter(found => ["serious", "critical"].includes(found.impact))
    .map(found => [found.id, found.nodes.map(node => node.html.slice(0, 160))])"""


def demand_no_serious_findings(page: Page) -> None:
    """Let axe look at a window."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(RUN_AXE) == []


def by_keys(page: Page, way: str) -> None:
    """Move with arrow keys and Enter, from wherever the focus is on the board."""
    for target in (way[:2], way[2:4]):
        at = str(page.evaluate("document.activeElement.dataset.square"))
        files, ranks = ord(target[0]) - ord(at[0]), int(target[1]) - int(at[1])
        for key, count in (
            ("ArrowRight", files),
            ("ArrowLeft", -files),
            ("ArrowUp", ranks),
            ("ArrowDown", -ranks),
        ):
            for _ in range(count):
                page.keyboard.press(key)
        page.keyboard.press("Enter")


def test_a_whole_game_without_a_mouse(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("chess", fen="k7/6P1/1K6/8/8/8/8/8 w - - 0 1"))
    expect(piece(page, "g7")).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.square !== undefined"):
            break
    by_keys(page, "b6c6")
    expect(page.get_by_test_id("announcer")).to_have_text("White plays king c6. Your turn.")
    by_keys(page, "a8b8")
    expect_moves(page, 2)
    by_keys(page, "g7g8")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(piece(page, "g8")).to_have_accessible_name("white queen")
    by_keys(page, "b8a7")
    expect_moves(page, 4)
    by_keys(page, "g8a2")
    expect(page.get_by_test_id("announcer")).to_contain_text("Check")
    for number, way in enumerate(("a7b8", "a2b2", "b8a8", "b2b7"), 6):
        by_keys(page, way)
        expect_moves(page, number)
    expect(page.get_by_test_id("announcer")).to_contain_text("White wins: checkmate")
    page.keyboard.press("i")
    expect(page.get_by_test_id("inspector")).to_contain_text("White queen on b7")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_every_size_and_scheme(site: Serving, windows: Windows, size: tuple[int, int], scheme: str) -> None:
    presets = [{"id": "piece-hp"}, {"id": "poisoned-squares", "turnsRemaining": 9}]
    clock = {"initial": 300, "increment": 0}
    room = site.room("three-check", moves="e4 d5 exd5", presets=presets, clock=clock)
    page = windows.open(room, size, color_scheme=scheme, reduced_motion="reduce")
    box = square(page, "a1").bounding_box()
    corner = square(page, "h8").bounding_box()
    assert box is not None
    assert corner is not None
    board = corner["x"] + corner["width"] - box["x"]
    assert box["width"] == pytest.approx(box["height"], abs=1)
    assert board >= (0.94 * size[0] if size == PHONE else 0.45 * size[0])
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert corner["y"] + board <= size[1]
    square(page, "d2").click(button="right")
    expect(page.get_by_test_id("inspector")).to_be_visible()
    demand_no_serious_findings(page)
    open_tab(page, "trace")
    expect(page.locator(".firing").first).to_be_visible()
    demand_no_serious_findings(page)
    windows.shoot(page, "trace")
    open_tab(page, "rules")
    page.get_by_test_id("change-rules").click()
    expect(page.get_by_test_id("preset-picker")).to_be_visible()
    windows.shoot(page, "drawer")
    demand_no_serious_findings(page)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("rules-drawer")).to_have_count(0)


def test_touch_moves_a_piece(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("los-alamos"), PHONE, has_touch=True)
    square(page, "c2").tap()
    square(page, "c3").tap()
    expect(piece(page, "c3")).to_be_visible()
    move(page, "c5c4")
    expect_moves(page, 2)
