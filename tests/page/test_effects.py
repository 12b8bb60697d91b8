"""What is seen for a moment above the board: it comes, goes by itself, and stands in nobody's way."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.acts import move, piece
from tests.page.serving import Serving
from tests.page.windows import Windows


def test_an_explosion_comes_and_goes_and_blocks_nothing(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("atomic", "e4 d5"))
    page.evaluate(
        """() => {
            window.seen = new Set();
            new MutationObserver(() => {
                for (const effect of document.querySelectorAll("[data-effect]")) {
                    window.seen.add(`${effect.dataset.effect} ${effect.dataset.at}`);
                }
            }).observe(document.body, { subtree: true, childList: true });
        }"""
    )
    page.locator("[data-square=e4]").click()
    page.locator("[data-square=d5]").click()
    expect(page.locator("[data-effect=explosion]")).to_be_attached()
    move(page, "g8f6")
    expect(page.locator("[data-effect]")).to_have_count(0)
    assert page.evaluate("[...window.seen].sort()") == ["death d5", "death e4", "explosion d5"]


def test_damage_shows_its_amount(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("chess", "e4 d5", presets=[{"id": "piece-hp"}]))
    page.locator("[data-square=e4]").click()
    page.locator("[data-square=d5]").click()
    expect(page.locator("[data-effect=damage] text")).to_have_text("−1")


def test_an_unknown_kind_pulses(site: Serving, windows: Windows) -> None:
    rule = {
        "id": "shine",
        "at": "move",
        "when": [{"event": {"to": "$to"}}],
        "do": [{"effect": {"kind": "glitter", "square": "$to"}}],
    }
    variant = {
        "kind": "variant",
        "id": "shiny",
        "name": "Shiny",
        "description": "Moves glitter.",
        "extends": "chess",
        "rules": [rule],
    }
    page = windows.open(site.room(variant))
    move(page, "e2e4")
    expect(page.locator(".effect.pulse[data-effect=glitter][data-at=e4]")).to_be_attached()


def test_nothing_moves_for_those_who_want_no_motion(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("atomic", "e4 d5"), reduced_motion="reduce")
    page.locator("[data-square=e4]").click()
    page.locator("[data-square=d5]").click()
    expect(piece(page, "d5")).to_have_count(0)
    expect(page.locator("[data-effect]")).to_have_count(0)
