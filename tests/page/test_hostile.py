"""Texts of strangers that would like to be markup: played through all views, they stay texts."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.page.acts import open_tab, piece, square
from tests.page.serving import Serving
from tests.page.test_lobby import with_documents
from tests.page.windows import Windows

BITE = "<img src=x onerror='window.bitten=1'><script>window.bitten=1</script><b>&amp;{}"
QUOTED = json.dumps(BITE.replace("{}", ""))
NAME = json.dumps(BITE[:70])
IMP = f"kind: piece\nid: imp\nname: {NAME}\nletter: i\ndescription: {QUOTED}\nmoves: [{{leap: knight}}]\n"
TRAP = f"""\
kind: variant
id: trap
name: {NAME}
description: {QUOTED}
extends: chess
pieces: {{i: imp}}
fen: rnbikbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBIKBNR w KQkq - 0 1
attributes:
  Motto: {{of: piece, type: string, for: {{type: pawn}}, start: {QUOTED}}}
moves:
  - {{forbid: {{piece: {{type: knight}}}}, because: {QUOTED}}}
rules:
  - id: tell
    at: move
    when: [{{event: {{piece: $who}}}}]
    do: [{{log: {{text: {QUOTED}}}}}]
    describe: {QUOTED}
tests:
  - name: {QUOTED}
    play: [e4]
    fires: [tell]
"""
LIBRARIES = {
    "houserules:profiles:v1": [{"id": "bad", "name": BITE, "description": BITE, "perType": []}],
    "houserules:custom-modifiers:v1": [
        {"id": "worse", "type": "data", "version": 1, "name": BITE, "description": BITE, "primitives": []}
    ],
}


def expect_text(place: Locator) -> None:
    """Wait until a place shows the text itself, and nothing that came of it."""
    expect(place.first).to_contain_text("<img src=x onerror=")
    page = place.page
    assert page.evaluate("window.bitten") is None
    assert page.locator("img[src='x'], main script, [onerror]").count() == 0


def in_the_lobby(page: Page) -> None:
    card = page.get_by_test_id("variant-own-0")
    expect_text(card)
    card.click()
    expect_text(page.get_by_test_id("chosen-variant"))
    page.get_by_test_id("opponent-nobody").click()
    page.get_by_test_id("open-rules").click()
    page.get_by_test_id("tab-profiles").click()
    expect_text(page.get_by_test_id("add-profile"))
    page.keyboard.press("Escape")
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("/room/"))


def in_the_room(page: Page) -> None:
    square(page, "b1").click()
    square(page, "c3").click()
    expect_text(page.get_by_test_id("toast"))
    square(page, "e2").click()
    square(page, "e4").click()
    expect_text(page.get_by_test_id("moves"))
    square(page, "e4").click(button="right")
    expect_text(page.get_by_test_id("inspector"))
    square(page, "d1").click(button="right")
    expect_text(page.get_by_test_id("inspector"))
    open_tab(page, "trace")
    expect_text(page.get_by_test_id("trace"))
    open_tab(page, "rules")
    expect(piece(page, "d1")).to_have_accessible_name(re.compile(re.escape("<img src=x")))
    assert page.title().startswith("<img src=x")


def saved(page: Page, folder: Path) -> Path:
    page.get_by_test_id("more").click()
    with page.expect_download() as download:
        page.get_by_test_id("save").click()
    path = folder / "trap.save.json"
    download.value.save_as(path)
    return path


def test_hostile_texts_stay_texts_in_all_views(site: Serving, windows: Windows, tmp_path: Path) -> None:
    page = with_documents(windows, site, ("trap.variant.yaml", TRAP), ("imp.piece.yaml", IMP))
    for key, documents in LIBRARIES.items():
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(documents)])
    in_the_lobby(page)
    windows.shoot(page, "lobby")
    in_the_room(page)
    windows.shoot(page, "room")
    save = saved(page, tmp_path)
    page.goto(f"{site.address}/replay")
    page.get_by_test_id("save-file").set_input_files(save)
    expect_text(page.locator(".replay h1"))
    page.keyboard.press("End")
    expect_text(page.get_by_test_id("moves"))
    page.goto(f"{site.address}/workshop")
    expect(page.get_by_test_id("live-board")).to_be_visible()
    for tab in ("rules", "tests"):
        open_tab(page, tab)
    expect_text(page.get_by_test_id("test"))


def test_a_hostile_room_code_is_only_a_text(site: Serving, windows: Windows) -> None:
    windows.allow("404|422")
    page = windows.open(f"{site.address}/replay?room=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
    expect(page.get_by_test_id("replay-problem")).to_be_visible()
    assert page.locator("img").count() == 0
