"""Dark chess in two windows, and one that watches: each sees its own side, and in the end everything."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.acts import expect_moves, expect_toast, move, open_tab, piece, square
from tests.page.serving import Serving
from tests.page.test_everybody import demand_no_serious_findings
from tests.page.windows import DESK, PHONE, Windows


def moves_of(page: Page) -> list[str]:
    """The moves as the list tells them."""
    return page.locator("[data-testid=moves] .ply").all_inner_texts()


def unseen(page: Page) -> set[str]:
    """The squares that are drawn as unseen."""
    found = page.locator(".square.unseen").evaluate_all("all => all.map(one => one.dataset.square)")
    return set(found)


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"])
def test_dark_chess(site: Serving, windows: Windows, size: tuple[int, int], scheme: str) -> None:
    windows.allow("Failed to load resource.*403")
    room = site.room("dark-chess", mode="multiplayer", side="white")
    white = windows.open(room, size, color_scheme=scheme)
    link = room.address
    black = windows.open(link, size, color_scheme=scheme)
    watcher = windows.open(link, size, color_scheme=scheme)
    expect(white.get_by_test_id("status")).to_have_text("Your turn")
    expect(white.locator("[data-piece]")).to_have_count(16)
    expect(watcher.locator("[data-piece]")).to_have_count(0)
    expect(watcher.locator(".square.unseen")).to_have_count(64)
    expect(white.locator(".status")).to_contain_text("you see what your side sees")

    # Each sees where its own pieces can go, and of the other's moves what leads there.
    move(white, "e2e4")
    expect_moves(black, 1)
    assert moves_of(black) == ["?"]
    expect(black.get_by_test_id("announcer")).to_contain_text("a move that is not seen")
    assert {"e4", "e2"} <= unseen(black)
    expect(piece(black, "e4")).to_have_count(0)
    move(black, "d7d5")
    expect_moves(white, 2)
    assert moves_of(white) == ["e4", "?d5"]
    expect(piece(white, "d5")).to_have_attribute("data-piece", "black pawn")
    expect(square(white, "e8")).to_have_accessible_name("e8, not seen")
    expect(square(white, "d5")).to_have_accessible_name(re.compile("last move"))
    for page in (white, watcher):
        demand_no_serious_findings(page)
    windows.shoot(white, "white")
    windows.shoot(black, "black")

    # Whom it takes, a side sees; who was taken is gone from the other's board, by whomsoever.
    move(white, "e4d5")
    expect_moves(black, 3)
    expect(piece(black, "d5")).to_have_attribute("data-piece", "white pawn")
    move(black, "a7a6")
    expect_moves(white, 4)
    assert moves_of(white)[2:] == ["exd5", "?a6"]

    # A try that fails tells nothing; what says everything is not to be had.
    square(white, "f1").click()
    square(white, "f8").click()
    expect_toast(white, "bishop")
    white.get_by_test_id("more").click()
    expect(white.get_by_test_id("claim-draw")).to_have_count(0)
    white.get_by_test_id("pgn").click()
    expect_toast(white, "hides something")

    # Earlier positions are as they were seen, also after the window was loaded again.
    white.get_by_test_id("back").click()
    white.get_by_test_id("back").click()
    expect(piece(white, "d5")).to_have_count(1)
    assert "e8" in unseen(white)
    white.reload()
    expect_moves(white, 4)
    assert moves_of(white) == ["e4", "?d5", "exd5", "?a6"]
    open_tab(white, "trace")
    expect(white.get_by_test_id("trace")).to_be_visible()
    open_tab(white, "moves")

    # Whoever takes the king wins, and everybody sees everything.
    for way, reply in (("f1b5", "b7b6"), ("b5e8", "")):
        move(white, way)
        if reply:
            expect(black.get_by_test_id("status")).to_have_text("Your turn")
            move(black, reply)
            expect(white.get_by_test_id("status")).to_have_text("Your turn")
    for page in (white, black, watcher):
        expect(page.get_by_test_id("status")).to_contain_text("White wins")
        expect(page.locator(".square.unseen")).to_have_count(0)
        expect_moves(page, 7)
        assert moves_of(page)[:5] == ["e4", "d5", "exd5", "a6", "Bb5"]
    black.get_by_test_id("back").click()
    expect(black.locator("[data-piece]")).to_have_count(31)
    windows.shoot(black, "after")


def test_the_machine_and_the_own_board(site: Serving, windows: Windows) -> None:
    """Against the machine one side is seen; who plays both sides sees both."""
    page = windows.open(
        site.room("dark-chess", mode="bot", side="white", bot={"player": "search", "level": 1})
    )
    move(page, "e2e4")
    expect_moves(page, 2)
    expect(page.locator("[data-piece^=black]")).to_have_count(0)
    assert moves_of(page)[1].startswith("?")
    alone = windows.open(site.room("dark-chess"))
    expect(alone.locator("[data-piece]")).to_have_count(32)
    assert unseen(alone) == set()
