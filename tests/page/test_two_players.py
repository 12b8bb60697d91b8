"""Two players in two browsers, and those who watch: moves, proposals, broken lines, draws, rematch."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.acts import expect_moves, expect_toast, move, open_tab, piece
from tests.page.editors import profile
from tests.page.serving import Serving
from tests.page.windows import Windows


def choose_preset(page: Page, name: str) -> None:
    """Propose or apply one more preset."""
    open_tab(page, "rules")
    page.get_by_test_id("change-rules").click()
    drawer = page.get_by_test_id("rules-drawer")
    drawer.get_by_test_id("preset-search").fill(name)
    drawer.get_by_test_id(f"preset-{name}").get_by_role("checkbox").first.check()
    drawer.get_by_test_id("propose").click()
    expect(drawer).to_have_count(0)


def test_presets_and_the_profile_that_needs_them_are_one_question(site: Serving, windows: Windows) -> None:
    room = site.room(mode="multiplayer", side="white")
    cursed = profile("cursed", {"pieceType": "knight", "kind": "curse"})
    script = f"localStorage.setItem('houserules:profiles:v1', {json.dumps(json.dumps([cursed]))})"
    white = windows.open(room, script=script)
    black = windows.open(white.get_by_test_id("share-link").input_value())
    expect(white.get_by_test_id("status")).to_have_text("Your turn")
    open_tab(white, "rules")
    white.get_by_test_id("change-rules").click()
    white.get_by_test_id("preset-toggle-piece-hp").check()
    white.get_by_test_id("tab-profiles").click()
    white.get_by_test_id("add-profile").select_option("cursed")
    white.get_by_test_id("propose").click()
    proposal = black.get_by_test_id("proposal")
    expect(proposal.get_by_test_id("summary")).to_have_count(2)
    expect(proposal).to_contain_text("knights: Curse (Whoever captures it keeps half of its Hp")
    expect(proposal).to_contain_text("all of this holds from the next turn")
    windows.shoot(black, "together")
    proposal.get_by_test_id("approve").click()
    expect(proposal).to_have_count(0)
    move(white, "e2e4")
    open_tab(black, "rules")
    rules = black.get_by_test_id("rules")
    expect(rules.locator("[data-preset=piece-hp]")).to_be_visible()
    expect(rules.locator("[data-profile=cursed]")).to_be_visible()


def test_a_whole_game_with_proposals(serve: Callable[..., Serving], windows: Windows) -> None:
    site = serve(consent_seconds="6")
    room = site.room(mode="multiplayer", side="white", clock={"initial": 300, "increment": 2})
    white = windows.open(room)
    link = white.get_by_test_id("share-link").input_value()
    expect(white.get_by_test_id("status")).to_have_text("Waiting for the other player")
    black = windows.open(link)
    watcher = windows.open(f"{link}?watch")
    expect(white.get_by_test_id("status")).to_have_text("Your turn")
    expect(black.get_by_test_id("player-white")).to_contain_text("opponent")
    assert black.locator("[data-square]").first.get_attribute("data-square") == "h1"
    move(white, "e2e4")
    move(black, "e7e5")
    expect(white.get_by_test_id("clock-white")).to_have_class("clock running")

    # Approved: it waits for the end of the turn, then holds for both.
    choose_preset(white, "piece-hp")
    open_tab(white, "moves")
    expect(white.get_by_test_id("own-proposal")).to_contain_text("waits for an answer")
    proposal = black.get_by_test_id("proposal")
    expect(proposal).to_contain_text("Piece HP")
    expect(proposal.get_by_test_id("countdown")).to_contain_text("s left")
    windows.shoot(black, "proposal")
    proposal.get_by_test_id("approve").click()
    expect(proposal).to_have_count(0)
    for page in (white, black):
        open_tab(page, "rules")
        expect(page.get_by_test_id("pending")).to_contain_text("From the next turn")
        expect(page.get_by_test_id("pending")).to_contain_text("Piece HP")
        expect(page.get_by_test_id("pending")).to_be_in_viewport(ratio=1)
        expect(page.get_by_test_id("change-rules")).to_be_in_viewport()
    expect_toast(white, "The change of rules is agreed")
    move(white, "g1f3")
    for page in (white, black, watcher):
        open_tab(page, "rules")
        expect(page.locator("[data-testid=rules] > ul [data-preset=piece-hp]")).to_have_count(1)
        expect(page.get_by_test_id("pending")).to_have_count(0)

    # Rejected, and left without an answer.
    choose_preset(black, "poisoned-squares")
    white.get_by_test_id("reject").click()
    expect_toast(black, "was declined")
    choose_preset(black, "king-heals")
    expect(white.get_by_test_id("proposal")).to_be_visible()
    expect(black.get_by_test_id("own-proposal")).to_be_visible()
    expect(white.get_by_test_id("proposal")).to_have_count(0, timeout=12_000)
    expect_toast(black, "was not answered in time")

    # Take back, draw, and the end.
    move(black, "b8c6")
    black.get_by_test_id("take-back").click()
    white.get_by_test_id("approve").click()
    open_tab(white, "moves")
    open_tab(watcher, "moves")
    expect_moves(watcher, 3)
    move(black, "d7d6")
    white.get_by_test_id("draw").click()
    black.get_by_test_id("decline-draw").click()
    expect_toast(white, "The draw was declined")
    white.get_by_test_id("resign").click()
    white.get_by_test_id("really-resign").click()
    for page in (white, black, watcher):
        expect(page.get_by_test_id("status")).to_contain_text("Black wins")
        expect(page.get_by_test_id("take-back")).to_have_count(0)
    expect(white.get_by_test_id("move-input")).to_be_disabled()
    white.get_by_test_id("rematch").click()
    black.get_by_test_id("rematch").click()
    expect(black.get_by_test_id("status")).to_have_text("Your turn")
    expect(white.get_by_test_id("player-black")).to_contain_text("you")
    assert white.url != room.address


def test_the_line_breaks_and_comes_back(
    serve: Callable[..., Serving], windows: Windows, tmp_path: Path
) -> None:
    windows.allow("WebSocket connection to")
    windows.allow("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
    site = serve(store=str(tmp_path / "rooms.sqlite"))
    room = site.room(mode="multiplayer", side="white")
    white = windows.open(room)
    black = windows.open(room.address)
    move(white, "d2d4")
    expect_moves(black, 1)
    site.kill()
    expect(white.get_by_test_id("reconnecting")).to_be_visible()
    # A move that is made meanwhile is kept, and played once when the line is back.
    black.get_by_test_id("move-input").fill("d5")
    black.get_by_test_id("move-input").press("Enter")
    windows.shoot(white, "reconnecting")
    site.start_again()
    expect(white.get_by_test_id("reconnecting")).to_have_count(0, timeout=15_000)
    for page in (white, black):
        expect_moves(page, 2)
        expect(piece(page, "d5")).to_be_visible()
    move(white, "c2c4")
    expect_moves(black, 3)
    white.reload()
    expect_moves(white, 3)
    expect(white.get_by_test_id("player-white")).to_contain_text("you")


def test_a_second_window_of_one_browser_takes_the_other_seat(site: Serving, windows: Windows) -> None:
    first = windows.open(site.room(mode="multiplayer", side="white"))
    expect(first.get_by_test_id("invite")).to_be_visible()
    second = windows.open(first.url, context=first.context)
    expect(second.get_by_test_id("player-black")).to_contain_text("you")
    third = windows.open(first.url, context=first.context)
    expect(third.get_by_test_id("status")).to_be_visible()
    expect(third.get_by_test_id("move-input")).to_have_count(0)
    move(first, "e2e4")
    move(second, "e7e5")
    expect_moves(third, 2)

    # The third window only watches, says why, and can take a seat over; the second then says the same.
    expect(third.get_by_test_id("elsewhere")).to_contain_text("this one only watches")
    third.get_by_test_id("play-here").click()
    expect(third.get_by_test_id("player-black")).to_contain_text("you")
    expect(third.get_by_test_id("elsewhere")).to_have_count(0)
    expect(second.get_by_test_id("replaced")).to_be_visible()
    move(first, "d2d4")
    move(third, "e5d4")
    second.get_by_test_id("play-here").click()
    expect(second.get_by_test_id("player-black")).to_contain_text("you")
    expect(third.get_by_test_id("replaced")).to_be_visible()
    move(first, "d1d4")
    move(second, "b8c6")
    expect_moves(first, 6)
    watching = windows.open(f"{first.url}?watch", context=first.context)
    expect_moves(watching, 6)
    expect(watching.get_by_test_id("elsewhere")).to_have_count(0)


def test_against_the_machine(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room("atomic", mode="bot", side="white", bot={"player": "search", "level": 1}))
    expect(page.get_by_test_id("player-black")).to_contain_text("the machine")
    move(page, "e2e4")
    expect_moves(page, 2)
    choose_preset(page, "knight-immunity")
    expect(page.get_by_test_id("pending")).to_contain_text("Knight immunity")
    page.get_by_test_id("take-back").click()
    open_tab(page, "moves")
    expect_moves(page, 0)


def test_a_room_that_is_not_there(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/room/NOWHERE1")
    expect(page.get_by_test_id("no-room")).to_contain_text("no such room")


def test_an_address_that_is_none(site: Serving, windows: Windows) -> None:
    windows.allow("status of 404")
    page = windows.open(f"{site.address}/nowhere")
    expect(page.get_by_role("heading")).to_have_text("There is nothing here")
    page.get_by_role("link", name="Back to the lobby").click()
    expect(page.get_by_test_id("new-game")).to_be_visible()
