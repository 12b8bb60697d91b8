"""What people do in a room, and what they see there."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def square(page: Page, name: str) -> Locator:
    """A square of the board."""
    return page.locator(f'[data-square="{name}"]')


def piece(page: Page, name: str) -> Locator:
    """The piece on a square."""
    return square(page, name).locator("[data-piece]")


def move(page: Page, way: str) -> None:
    """Move by two clicks: `e2e4`; the word behind it, as in `a7a8 queen`, is chosen from the menu."""
    squares, _, choice = way.partition(" ")
    square(page, squares[:2]).click()
    square(page, squares[2:4]).click()
    if choice:
        page.get_by_test_id(f"choice-{choice}").click()
    expect(piece(page, squares[2:4])).to_be_visible()


def expect_moves(page: Page, count: int) -> None:
    """Wait until so many moves are in the list."""
    expect(page.locator("[data-testid=moves] .ply")).to_have_count(count)


def expect_toast(page: Page, text: str) -> None:
    """Wait for a toast that says something."""
    expect(page.get_by_test_id("toast").filter(has_text=text).first).to_be_visible()


def open_tab(page: Page, name: str) -> None:
    """Open a tab beside the board."""
    page.get_by_test_id(f"tab-{name}").click()
