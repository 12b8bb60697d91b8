"""Acts and offers in a browser: buttons beside the board, targets by mouse and keys, and who died by them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.acts import expect_moves, expect_toast, open_tab, piece, square
from tests.page.editors import open_workshop
from tests.page.serving import Serving
from tests.page.test_workshop import write
from tests.page.windows import PHONE, Windows

#: Two moves of a bishop are one fireball.
GATHERED = "e2e4 e7e5 f1c4 b8c6 c4d5 g8f6"


def test_a_fireball_is_aimed_by_mouse_and_its_victim_is_told(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("battle-mages", GATHERED))
    fireball = page.get_by_test_id("act-fireball")
    # An act is no move of its piece: the bishop goes where bishops go.
    square(page, "d5").click()
    expect(page.locator(".square.to-move")).to_have_count(3)
    square(page, "d5").click()
    fireball.click()
    expect(fireball).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("act-advice")).to_contain_text("A bishop burns an enemy piece")
    expect(page.get_by_test_id("act-advice")).to_contain_text("Choose who does it, then its target.")
    fireball.click()
    expect(fireball).to_have_attribute("aria-pressed", "false")
    fireball.click()
    expect(square(page, "d5")).to_have_class(re.compile("mark-source"))
    square(page, "d5").click()
    square(page, "e5").click()
    expect_toast(page, "This act needs another target")
    square(page, "d5").click()
    square(page, "f7").click()
    expect(piece(page, "f7")).to_have_count(0)
    expect(square(page, "d5")).not_to_have_accessible_name(re.compile("Mana 2"))
    expect_moves(page, 7)
    open_tab(page, "trace")
    expect(page.get_by_test_id("death")).to_have_text("Black pawn f7 dies.")


def test_acts_are_done_by_keys_alone(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("battle-mages"), PHONE)
    inspire = page.get_by_test_id("act-inspire")
    inspire.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("act-advice")).to_contain_text("Choose its square.")
    expect(square(page, "e1")).to_be_focused()
    page.keyboard.press("Escape")
    expect(inspire).to_have_attribute("aria-pressed", "false")
    inspire.focus()
    page.keyboard.press("Enter")
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(square(page, "c1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(square(page, "c1")).to_have_accessible_name(re.compile("Mana 1"))
    expect_moves(page, 1)
    expect(page.get_by_test_id("status")).to_contain_text("White")
    expect(inspire).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_to_pass_is_one_press(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("janggi"))
    page.get_by_test_id("act-pass").click()
    expect_moves(page, 1)
    expect(page.get_by_test_id("act-pass")).to_be_visible()


def test_acts_are_done_on_the_board_of_the_workshop(site: Serving, windows: Windows) -> None:
    page = open_workshop(windows, site)
    text = "kind: variant\nid: idle\nname: Idle\nextends: chess\n"
    acts = "acts: [{id: pass}, {id: nod, by: {type: king}}]\n"
    write(page, text + acts)
    page.get_by_test_id("act-pass").click()
    expect(page.get_by_test_id("live-moves")).to_have_text("pass")
    page.get_by_test_id("act-nod").click()
    expect(page.get_by_test_id("act-advice")).to_contain_text("Choose its square.")
    board = page.get_by_test_id("live-board")
    board.locator("[data-square=e8]").click()
    expect(page.get_by_test_id("live-moves")).to_contain_text("nod")


def test_the_only_act_of_a_turn_is_aimed_by_itself(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("duck"), PHONE, has_touch=True, is_mobile=True)
    status, height = page.get_by_test_id("status"), "document.documentElement.scrollHeight"
    expect(piece(page, "e2")).to_be_visible()
    before = page.evaluate(height)
    square(page, "e2").tap()
    square(page, "e4").tap()
    expect(status).to_have_text("White to move: duck")
    expect(page.get_by_test_id("act-duck")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("act-duck").tap()  # there is nothing else to be done
    expect(page.locator(".square.to-move")).to_have_count(32)
    square(page, "d2").tap()
    expect_toast(page, "This act needs another target")
    square(page, "e5").tap()
    expect(piece(page, "e5")).to_be_visible()
    expect(status).to_have_text("Black to move")
    expect(page.get_by_test_id("moves")).to_contain_text("duck:e5")
    assert page.evaluate(height) == before, "nothing jumps"
    windows.shoot(page, "touch")
    page = windows.open(site.room("duck", moves="e4 duck:e5"), PHONE)
    square(page, "d7").focus()
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(status := page.get_by_test_id("status")).to_have_text("Black to move: duck")
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(piece(page, "d4")).to_be_visible()
    expect(piece(page, "e5")).to_have_count(0)
    expect(status).to_have_text("White to move")
    expect(page.get_by_test_id("announcer")).to_have_text("Black plays duck at d4. Your turn.")


def test_offers_say_what_they_bring(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("seirawan"), PHONE, has_touch=True, is_mobile=True)
    hand = page.get_by_test_id("hand-white")
    expect(hand.locator("[data-held]")).to_have_count(2)
    square(page, "b1").tap()
    square(page, "c3").tap()
    menu = page.get_by_test_id("move-menu")
    expect(menu.get_by_role("menuitem")).to_have_count(3)
    hawk = page.get_by_test_id("choice-hawk")
    expect(hawk).to_contain_text("an archbishop comes from the hand onto the square it left")
    windows.shoot(page, "menu")
    hawk.tap()
    expect(piece(page, "b1")).to_have_accessible_name("white archbishop")
    expect(hand.locator("[data-held]")).to_have_count(1)
    page.get_by_test_id("move-input").fill("Nf6@elephant")
    page.get_by_test_id("move-input").press("Enter")
    expect(piece(page, "g8")).to_have_accessible_name("black chancellor")
    square(page, "e2").focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect_moves(page, 3)


def test_chance_is_told_and_seen(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("dice-chess"), PHONE)
    shown = page.get_by_test_id("panels").locator(".value")
    for ply in range(1, 5):
        face = shown.inner_text()
        if page.get_by_test_id("act-pass").count():
            page.get_by_test_id("act-pass").click()
        else:
            color = "white" if ply % 2 else "black"
            targets = page.locator(".square.to-move")
            for start in page.locator(f"[data-square]:has([data-piece='{color} {face}'])").all():
                start.click()
                if targets.count():
                    break
            targets.first.click()
        expect_moves(page, ply)
    expect(page.locator(".preset-effects").first).to_contain_text("the die shows")
    open_tab(page, "rules")
    expect(page.get_by_test_id("rulebook")).to_contain_text(
        "pawn, knight, bishop, rook, queen or king, by chance"
    )
