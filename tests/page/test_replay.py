"""The replay: finished rooms and saves, watched forth and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rete_chess import Match
from rete_chess.match import format_save
from tests.page.acts import open_tab, piece
from tests.page.serving import Serving
from tests.page.test_everybody import demand_no_serious_findings
from tests.page.windows import DESK, PHONE, TABLET, Windows

MATE = "f3 e5 g4 Qh4#"


def save_of(folder: Path, variant: str, moves: str) -> Path:
    match = Match(variant, network="native")
    for move in moves.split():
        match.play(move)
    path = folder / f"{variant}.save.json"
    path.write_text(format_save(match), encoding="utf-8")
    return path


def watch(page: Page, save: Path) -> None:
    page.get_by_test_id("save-file").set_input_files(save)
    expect(page.get_by_test_id("replay-board")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_the_replay_in_every_size(
    site: Serving, windows: Windows, tmp_path: Path, size: tuple[int, int], scheme: str
) -> None:
    page = windows.open(f"{site.address}/replay", size, color_scheme=scheme)
    windows.shoot(page, "finder")
    demand_no_serious_findings(page)
    watch(page, save_of(tmp_path, "warlords", "e2e4 d7d5 d1f3 g8f6 b1c3 c7c6 f1c4 e7e6 e4d5"))
    page.keyboard.press("End")
    expect(page.get_by_test_id("run")).to_be_in_viewport()
    demand_no_serious_findings(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_finished_room_is_watched_from_the_lobby(site: Serving, windows: Windows) -> None:
    room = site.room("chess", MATE)
    page = windows.open(f"{site.address}/replay")
    page.get_by_test_id(f"watch-{room.code}").click()
    expect(page.get_by_test_id("moves")).to_contain_text("Black wins: checkmate")
    page = windows.open(f"{site.address}/replay?room={room.code}")
    expect(page.get_by_test_id("replay-board")).to_be_visible()
    page.keyboard.press("End")
    expect(piece(page, "h4")).to_have_accessible_name("black queen")
    expect(page.locator(".square.checked")).to_have_attribute("data-square", "e1")


def test_a_room_is_watched_by_its_code(site: Serving, windows: Windows) -> None:
    room = site.room("chess", "e4 e5", private=True)
    page = windows.open(f"{site.address}/replay")
    page.get_by_test_id("room-code").fill(room.code.lower())
    page.get_by_test_id("watch-room").click()
    expect(page.get_by_role("heading", name="Chess")).to_be_visible()
    expect(page.locator(".ply")).to_have_count(2)


def test_forth_and_back_with_keys_buttons_and_clicks(site: Serving, windows: Windows, tmp_path: Path) -> None:
    page = windows.open(f"{site.address}/replay")
    watch(page, save_of(tmp_path, "atomic", "e4 d5 exd5 Nf6"))
    expect(piece(page, "e2")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(piece(page, "e4")).to_be_visible()
    expect(page.get_by_test_id("replay-announcer")).to_have_text("white e4")
    page.locator("[data-ply='3']").click()
    expect(piece(page, "d5")).to_have_count(0)
    expect(piece(page, "e4")).to_have_count(0)
    page.get_by_test_id("back").click()
    expect(piece(page, "d5")).to_have_accessible_name("black pawn")
    page.keyboard.press("f")
    expect(page.locator("[data-square]").first).to_have_attribute("data-square", "h1")
    page.get_by_test_id("close-replay").click()
    expect(page.get_by_test_id("save-file")).to_be_attached()


def test_a_match_runs_by_itself(site: Serving, windows: Windows, tmp_path: Path) -> None:
    page = windows.open(f"{site.address}/replay")
    watch(page, save_of(tmp_path, "atomic", "e4 d5 exd5"))
    page.get_by_test_id("run").click()
    expect(page.locator("[data-effect=explosion]")).to_be_attached()
    expect(page.get_by_test_id("run")).to_have_text("From the start")


def test_tiles_and_facts_follow_the_moves(site: Serving, windows: Windows, tmp_path: Path) -> None:
    page = windows.open(f"{site.address}/replay")
    watch(page, save_of(tmp_path, "petrified", "e4 d5 Nc3 a6 Nxd5 a5"))
    wall = page.locator("[data-square=d5] [data-tile=wall]")
    expect(wall).to_have_count(0)
    page.keyboard.press("End")
    expect(wall).to_be_visible()
    page.keyboard.press("Home")
    expect(wall).to_have_count(0)


def test_the_trace_of_a_move_is_told(site: Serving, windows: Windows, tmp_path: Path) -> None:
    page = windows.open(f"{site.address}/replay")
    watch(page, save_of(tmp_path, "atomic", "e4 d5 exd5"))
    page.keyboard.press("End")
    open_tab(page, "trace")
    page.locator("[data-rule='atomic/explode']").get_by_role("button").click()
    expect(page.get_by_test_id("document")).to_contain_text("id: atomic")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("document")).to_have_count(0)


def test_what_cannot_be_watched_is_said(site: Serving, windows: Windows, tmp_path: Path) -> None:
    windows.allow("422|404")
    page = windows.open(f"{site.address}/replay?room=NOWHERE")
    expect(page.get_by_test_id("replay-problem")).to_contain_text("no such room")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"kind": "variant"}', encoding="utf-8")
    page.get_by_test_id("save-file").set_input_files(wrong)
    expect(page.get_by_test_id("replay-problem")).to_contain_text("no save")
    watch(page, save_of(tmp_path, "chess", MATE))


def test_a_replay_has_an_address_and_tells_its_rules(site: Serving, windows: Windows, tmp_path: Path) -> None:
    match = Match("powder-keg", network="native")
    match.play("e4")
    match.set_rules([{"id": "piece-hp"}], ["iron-knights"])
    match.play("e5")
    match.play("Nf3")
    path = tmp_path / "keg.save.json"
    path.write_text(format_save(match), encoding="utf-8")
    page = windows.open(f"{site.address}/replay")
    watch(page, path)
    page.locator("[data-ply='2']").click()
    expect(page.get_by_test_id("rule-change")).to_have_text(
        ["Presets from here on: Piece HP", "Profiles from here on: Iron knights"]
    )
    page.reload()
    expect(page.locator("[data-ply='2']")).to_have_attribute("aria-current", "true")
    open_tab(page, "rules")
    expect(page.get_by_test_id("rulebook")).to_contain_text("every adjacent piece is destroyed")
    room = site.room("chess", MATE)
    page.get_by_test_id("close-replay").click()
    page.get_by_test_id("room-code").fill(room.code)
    page.get_by_test_id("watch-room").click()
    expect(page.get_by_role("heading", name="Chess")).to_be_visible()
    page.keyboard.press("End")
    expect(piece(page, "h4")).to_be_visible()
    friend = windows.open(page.url)
    expect(piece(friend, "h4")).to_be_visible()
