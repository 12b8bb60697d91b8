"""Acts in a browser: buttons beside the board, targets by mouse and by keys, and who died by them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.acts import expect_moves, open_tab, piece, square
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
    square(page, "c1").focus()
    page.locator("[data-square][tabindex='0']").focus()
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
