"""Playing alone in a room: every way to move, what is marked, and what is told."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.acts import expect_moves, expect_toast, move, open_tab, piece, square
from tests.page.serving import Serving
from tests.page.windows import PHONE, Windows

#: A variant with a piece and a square of its own, as texts.
IMPS = [
    "kind: piece\nid: imp\nname: Imp\nletter: i\ndescription: Leaps far.\nmoves: [{leap: knight}]\n",
    "kind: tile\nid: swamp\nname: Swamp\ndescription: >-\n  Nobody leaves it\n  in a hurry.\nrules: []\n",
]
IMPISH = {
    "kind": "variant",
    "id": "impish",
    "name": "Impish",
    "description": "Imps in a swamp.",
    "extends": "chess",
    "pieces": {"i": "imp"},
    "tiles": {"d4": "swamp"},
}


def test_rules_of_pieces_and_squares_are_told_and_back_closes_the_drawer(
    site: Serving, windows: Windows
) -> None:
    page = windows.open(site.room(IMPISH, documents=IMPS))
    open_tab(page, "rules")
    told = page.get_by_test_id("specials")
    expect(told.locator("[data-words=imp]")).to_contain_text("Leaps far.")
    expect(told.locator("[data-words=swamp]")).to_contain_text("Nobody leaves it in a hurry.")
    here = page.url
    for leave in (page.go_back, lambda: page.keyboard.press("Escape")):
        page.get_by_test_id("change-rules").click()
        expect(page.get_by_test_id("rules-drawer")).to_be_visible()
        leave()
        expect(page.get_by_test_id("rules-drawer")).to_have_count(0)
        assert page.url == here
        expect(piece(page, "e2")).to_be_visible()
    page.get_by_role("link", name="Workshop").click()
    expect(page.get_by_test_id("live-board")).to_be_visible()
    page.go_back()
    expect(piece(page, "e2")).to_be_visible()
    assert page.url == here


def test_the_last_move_is_marked_where_the_piece_came_to_rest(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("frozen-lake"))
    page.get_by_test_id("move-input").fill("e2e4")
    page.get_by_test_id("move-input").press("Enter")
    expect_moves(page, 1)
    expect(page.locator(".square.last")).to_have_count(2)
    marked = page.locator(".square.last").evaluate_all("all => all.map(one => one.dataset.square)")
    rest = next(name for name in marked if name != "e2")
    assert rest != "e4"
    expect(piece(page, rest)).to_have_accessible_name("white pawn")

    # Looking back, the special squares are still there.
    tiles = page.locator("[data-tile]")
    count = tiles.count()
    assert count > 0
    page.get_by_test_id("back").click()
    expect(page.get_by_test_id("browsing")).to_be_visible()
    expect(tiles).to_have_count(count)


def test_click_drag_and_type(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room())
    square(page, "e2").click()
    assert page.locator(".to-move").evaluate_all("all => all.map(one => one.dataset.square)") == ["e4", "e3"]
    square(page, "e4").click()
    expect(piece(page, "e4")).to_have_accessible_name("white pawn")
    expect(page.locator(".square.last")).to_have_count(2)
    expect(page.get_by_test_id("announcer")).to_have_text("White plays e4. Your turn.")
    piece(page, "e7").drag_to(square(page, "e5"))
    expect(piece(page, "e5")).to_have_attribute("data-piece", "black pawn")
    for text in ("Qh5", "b8c6", "Bc4", "Nf6", "Qxf7#"):
        page.get_by_test_id("move-input").fill(text)
        page.get_by_test_id("move-input").press("Enter")
        expect(page.get_by_test_id("move-input")).to_have_value("")
    expect_moves(page, 7)
    expect(square(page, "e8")).to_have_class("square light checked")
    expect(page.get_by_test_id("status")).to_have_text("White wins: checkmate")
    expect(page.get_by_test_id("move-input")).to_be_disabled()
    page.get_by_test_id("take-back").click()  # alone, one may go on from before the mate
    expect_moves(page, 6)
    expect(page.get_by_test_id("move-input")).to_be_enabled()


def test_illegal_tries_are_answered_with_their_reason(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("chess", presets=[{"id": "knight-immunity"}], moves="Nf3 d5 Ne5 f6"))
    move(page, "a2a3")
    square(page, "f6").click()
    square(page, "e5").click()
    expect_toast(page, "Rule: knight-immunity")
    toast = page.get_by_test_id("toast").first
    expect(toast).not_to_contain_text(".yaml")
    expect(toast.locator("[title]").first).to_have_attribute(
        "title", re.compile(r"knight-immunity.*yaml:\d+")
    )
    expect(piece(page, "e5")).to_have_attribute("data-piece", "white knight")
    piece(page, "d5").drag_to(square(page, "d3"))
    expect_toast(page, "pawn")
    expect(piece(page, "d5")).to_be_visible()
    page.get_by_test_id("move-input").fill("Kd7d5")
    page.get_by_test_id("move-input").press("Enter")
    # The newest reason takes the place of the one before, and lies over nothing that is wanted meanwhile.
    expect(page.get_by_test_id("toast")).to_have_count(1)
    expect(toast).not_to_contain_text("Rule: pawn")
    toast_box, board, aside = (
        found.bounding_box()
        for found in (toast, page.get_by_test_id("board"), page.get_by_role("complementary"))
    )
    assert toast_box is not None
    assert board is not None
    assert aside is not None
    assert toast_box["y"] + toast_box["height"] <= board["y"]
    assert toast_box["x"] + toast_box["width"] <= aside["x"]
    expect(page.get_by_test_id("move-input")).to_have_value("Kd7d5")
    expect_moves(page, 5)
    move(page, "f6f5")
    expect(page.get_by_test_id("toast")).to_have_count(0, timeout=3000)
    expect_moves(page, 6)


def test_promotion_and_tagged_moves_are_chosen_at_the_square(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("chess", fen="8/P3k3/8/8/8/8/4K3/8 w - - 0 1"))
    square(page, "a7").click()
    square(page, "a8").click()
    menu = page.get_by_test_id("move-menu")
    expect(menu.get_by_role("menuitem")).to_have_count(4)
    windows.shoot(page, "menu")
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    move(page, "a7a8 knight")
    expect(piece(page, "a8")).to_have_accessible_name("white knight")
    page = windows.open(site.room("powder-keg", moves="e4 e5 Qh5 a6"))
    square(page, "h5").click()
    square(page, "e5").click()
    expect(page.get_by_test_id("move-menu").get_by_role("menuitem")).to_have_count(2)
    page.get_by_test_id("choice-shot").click()
    expect(piece(page, "h5")).to_have_accessible_name("white queen")
    expect(piece(page, "e5")).to_have_count(0)


def test_moves_are_looked_at_and_play_goes_on_at_the_end(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("atomic", moves="e4 d5 exd5 Nf6"))
    expect(page.locator(".preset-effects")).not_to_be_empty()
    page.locator("[data-ply='1']").click()
    expect(piece(page, "e4")).to_be_visible()
    expect(piece(page, "d5")).to_have_count(0)
    expect(page.get_by_test_id("browsing")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(piece(page, "d5")).to_be_visible()
    page.keyboard.press("Home")
    expect(piece(page, "e2")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_test_id("browsing")).to_have_count(0)
    move(page, "g1f3")
    expect_moves(page, 5)
    for key, shown in (("ArrowLeft", 1), ("f", 1), ("End", 0)):  # also after presses on the board
        page.keyboard.press(key)
        expect(page.get_by_test_id("browsing")).to_have_count(shown)
    expect(page.locator("[data-square]").first).to_have_attribute("data-square", "h1")
    page.locator("[data-ply='3']").click()
    open_tab(page, "trace")
    firing = page.locator("[data-rule='atomic/explode']")
    expect(firing.first).to_be_visible()
    expect(page.get_by_test_id("trace").get_by_role("heading", level=3)).to_have_text("2. exd5")
    windows.shoot(page, "trace")
    firing.first.get_by_role("button").click()
    expect(page.locator("[data-testid=document] .line.marked")).to_contain_text("explode")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("document")).to_have_count(0)


def test_a_piece_is_inspected(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("standard-bearers"))
    piece(page, "d2").click(button="right")
    inspector = page.get_by_test_id("inspector")
    expect(inspector).to_contain_text("White pawn on d2")
    expect(inspector.get_by_test_id("facts")).to_contain_text("Courage")
    expect(inspector.get_by_test_id("contributions")).to_contain_text("white bishop on c1")
    expect(page.locator(".arrow.aura")).to_have_count(1)
    assert page.locator(".mark-reach").count() >= 2
    windows.shoot(page, "inspector")
    square(page, "g1").click()
    square(page, "g1").press("i")
    expect(inspector).to_contain_text("White knight on g1")
    square(page, "f3").click()
    expect(inspector).to_contain_text("White knight on f3")
    page.keyboard.press("Escape")
    expect(inspector).to_have_count(0)


def test_triggers_are_told_in_words(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("chess", profiles=["aggressive-pack-v1"]), PHONE, has_touch=True)
    box = square(page, "b1").bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    expect(page.get_by_test_id("hooks")).to_have_text("1 on-capture trigger")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    open_tab(page, "rules")
    expect(page.get_by_test_id("rules")).to_contain_text("Aggressive pack")


def test_take_back_and_files(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("three-check", moves="e4 e5 Qh5"))
    expect(page.get_by_test_id("panels")).to_contain_text("Checks left")
    page.get_by_test_id("take-back").click()
    expect_moves(page, 2)
    expect(piece(page, "d1")).to_be_visible()
    expect_toast(page, "One move was taken back")
    page.get_by_test_id("more").click()
    with page.expect_download() as started:
        page.get_by_test_id("pgn").click()
    assert "1. e4 e5" in started.value.path().read_text()
    page.get_by_test_id("flip").click()
    assert page.locator("[data-square]").first.get_attribute("data-square") == "h1"


def test_a_piece_in_hand_is_chosen_and_dropped(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("crazyhouse"))
    for way in ("e2e4", "d7d5", "e4d5", "a7a6"):
        move(page, way)
    expect_moves(page, 4)
    held = page.get_by_test_id("hand-white").locator("[data-held=pawn]")
    expect(held).to_have_accessible_name("1 Pawn")
    expect(page.get_by_test_id("hand-black").locator("[data-held]")).to_have_count(0)
    held.click()
    expect(held).to_have_attribute("aria-pressed", "true")
    expect(page.locator('.to-move[data-square="e1"], .to-move[data-square="a8"]')).to_have_count(0)
    square(page, "e4").click()
    expect(piece(page, "e4")).to_have_accessible_name("white pawn")
    expect(held).to_have_count(0)
    expect(page.get_by_test_id("announcer")).to_contain_text("@e4")
    expect_moves(page, 5)
