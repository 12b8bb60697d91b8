"""The lobby: what can be chosen, what is said about it, and the games that come of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.acts import move, piece
from tests.page.serving import Serving
from tests.page.test_everybody import demand_no_serious_findings
from tests.page.windows import DESK, PHONE, TABLET, Windows

BOOKCASE = "rete-chess:workshop:v1"
IMP = "kind: piece\nid: imp\nname: Imp\nletter: i\nmoves: [{leap: knight}]\n"
DEN = (
    "kind: variant\nid: den\nname: Den\ndescription: Imps in place of queens.\nextends: chess\n"
    "pieces: {i: imp}\nfen: rnbikbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBIKBNR w KQkq - 0 1\n"
)


def choose(page: Page, variant: str) -> None:
    page.get_by_test_id(f"variant-{variant}").click()


def start(page: Page) -> None:
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("/room/"))


def written(*documents: tuple[str, str]) -> str:
    """What the browser keeps where the workshop has a project of these documents."""
    drafts = [{"name": name, "text": text} for name, text in documents]
    return json.dumps({"projects": [{"documents": drafts, "active": 0}], "open": 0})


def with_documents(windows: Windows, site: Serving, *documents: tuple[str, str], **settings: Any) -> Page:
    """A lobby in a browser that keeps documents."""
    page = windows.open(f"{site.address}/replay", **settings)
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [BOOKCASE, written(*documents)])
    page.goto(site.address)
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_the_lobby_in_every_size(site: Serving, windows: Windows, size: tuple[int, int], scheme: str) -> None:
    page = windows.open(site.address, size, color_scheme=scheme)
    choose(page, "warlords")
    expect(page.get_by_test_id("chosen-variant")).to_have_text("Warlords")
    demand_no_serious_findings(page)
    expect(page.get_by_test_id("start")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size != DESK:  # the games lie below the chosen one, and are one press away
        page.get_by_test_id("to-games").click()
        expect(page.get_by_test_id("variant-search")).to_be_in_viewport()


def test_variants_are_shown_and_searched(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    cards = page.locator(".variant-card")
    expect(cards.first).to_contain_text("Chess")
    every = cards.count()
    assert every >= 24
    page.get_by_test_id("variant-search").fill("CAPTURE explodes")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Atomic")
    page.get_by_test_id("variant-search").fill("no such game")
    expect(page.get_by_role("status").filter(has_text="No variant")).to_be_visible()
    page.get_by_test_id("variant-search").fill("")
    expect(cards).to_have_count(every)


def test_pictures_show_pieces_tiles_and_small_boards(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    small = page.get_by_test_id("variant-los-alamos").locator("svg")
    expect(small).to_have_attribute("viewBox", "0 0 600 600")
    expect(small.locator("use")).to_have_count(24)
    lake = page.get_by_test_id("variant-frozen-lake").locator("svg")
    assert lake.locator("g").count() >= 12
    box = page.get_by_test_id("variant-chess").locator("use").first.bounding_box()
    assert box is not None
    assert box["width"] > 10


def test_a_variant_says_how_it_is_played(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    choose(page, "warlords")
    rules = page.get_by_test_id("variant-rules")
    rules.get_by_text("How it is played").click()
    expect(rules.get_by_text("Berserker")).to_be_visible()
    for words in ("Truce", "Piece HP", "Well", "gets 1 HP back"):
        expect(rules).to_contain_text(words, ignore_case=True)


def test_tricks_of_pieces_are_told_with_whoever_has_them(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    choose(page, "powder-keg")
    rules = page.get_by_test_id("variant-rules")
    rules.get_by_text("How it is played").click()
    told = rules.get_by_test_id("rulebook")
    for words in (
        "Checkmate wins",
        "Exploding (rooks)",
        "every adjacent piece is destroyed",
        "Bouncer (pieces on e2 and e7)",
        "In this game: charges 2",
        "Knight immunity: for 20 more turns",
        "captures one step diagonally ahead",
    ):
        expect(told).to_contain_text(words)


def test_a_game_against_the_machine(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    choose(page, "los-alamos")
    page.get_by_test_id("level").fill("1")
    start(page)
    move(page, "c2c3")
    expect(page.locator("[data-testid=moves] .ply")).to_have_count(2)


def test_a_game_with_everything_chosen(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    page.get_by_test_id("opponent-friend").click()
    page.get_by_test_id("side-black").click()
    page.get_by_test_id("clock").select_option("5+3")
    page.get_by_test_id("layout").select_option("pawns-only")
    expect(page.locator(".new-game .thumbnail use")).to_have_count(16)
    page.get_by_test_id("private").check()
    page.get_by_test_id("open-rules").click()
    page.get_by_test_id("preset-toggle-piece-hp").check()
    expect(page.get_by_test_id("conflicts")).to_have_attribute("aria-busy", "false")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("open-rules")).to_have_text("Rules: 1 chosen…")
    start(page)
    expect(piece(page, "e2")).to_be_visible()
    expect(piece(page, "e1")).to_have_count(0)
    expect(page.locator(".clock").first).to_have_text(re.compile("5:00"))
    page.goto(site.address)
    expect(page.get_by_test_id("own-rooms")).to_contain_text("waits for an opponent")
    other = windows.open(site.address)
    expect(other.get_by_test_id("rooms")).not_to_contain_text("waits for an opponent")


def test_presets_and_profiles_are_chosen_and_judged(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    page.get_by_test_id("opponent-nobody").click()
    page.get_by_test_id("open-rules").click()
    page.get_by_test_id("preset-toggle-king-heals").check()
    expect(page.get_by_test_id("conflict").first).to_contain_text("King heals requires Piece HP")
    expect(page.get_by_test_id("conflict").first).to_be_in_viewport()
    page.get_by_test_id("preset-search").press("Enter")
    expect(page.get_by_test_id("rules-drawer")).to_be_visible()
    windows.shoot(page, "conflict")
    page.get_by_test_id("switch-on-piece-hp").click()
    expect(page.get_by_test_id("preset-toggle-piece-hp")).to_be_checked()
    expect(page.get_by_test_id("conflict")).to_have_count(0)
    page.get_by_test_id("tab-profiles").click()
    page.get_by_test_id("add-profile").select_option("iron-knights")
    page.get_by_test_id("rules-done").click()
    expect(page.get_by_test_id("open-rules")).to_have_text("Rules: 3 chosen…")
    start(page)
    page.get_by_test_id("tab-rules").click()
    for words in ("King heals", "Piece HP", "Iron knights"):
        expect(page.get_by_role("tabpanel")).to_contain_text(words, ignore_case=True)


def test_a_solo_board_has_no_side_and_no_clock(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    page.get_by_test_id("opponent-nobody").click()
    expect(page.get_by_test_id("side")).to_have_count(0)
    expect(page.get_by_test_id("clock")).to_have_count(0)
    start(page)
    move(page, "e2e4")
    move(page, "e7e5")


def test_what_is_refused_is_said_and_nothing_is_lost(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    page.get_by_test_id("layout").select_option("own")
    page.get_by_test_id("fen").fill("8/8/nonsense w")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("refusal")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("fen")).to_have_value("8/8/nonsense w")
    page.get_by_test_id("fen").fill("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    start(page)
    expect(piece(page, "e2")).to_have_accessible_name("white pawn")


def test_a_game_that_hides_something_says_that_no_room_plays_it(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    page.get_by_test_id("variant-dark-chess").click()
    expect(page.get_by_test_id("hides")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("start")).to_be_disabled()
    page.get_by_test_id("variant-atomic").click()
    expect(page.get_by_test_id("hides")).to_have_count(0)
    start(page)


def test_a_refusal_is_seen_where_the_form_is_longer_than_the_window(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address, size=(1280, 640))
    page.get_by_test_id("variant-powder-keg").click()
    page.get_by_test_id("variant-rules").locator("summary").click()
    page.get_by_test_id("layout").select_option("own")
    page.get_by_test_id("fen").fill("8/8/nonsense w")
    page.get_by_test_id("new-game").press("Home")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("refusal")).to_be_in_viewport(ratio=1)
    assert page.evaluate(TOPMOST, "[data-testid=refusal] li") is True


#: Whether nothing lies over the middle of an element.
TOPMOST = """found => {
    const element = document.querySelector(found);
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_a_clock_of_ones_own(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    page.get_by_test_id("clock").select_option("own")
    page.get_by_test_id("own-clock").fill("soon")
    expect(page.get_by_test_id("start")).to_be_disabled()
    page.get_by_test_id("own-clock").fill("7+1")
    start(page)
    expect(page.locator(".clock").first).to_have_text(re.compile("7:00"))


def test_rooms_to_watch_and_to_join(site: Serving, windows: Windows) -> None:
    room = site.room("atomic", mode="multiplayer", side="white")
    page = windows.open(site.address)
    line = page.get_by_test_id(f"room-{room.code}")
    expect(line).to_contain_text("Atomic")
    line.get_by_role("link", name="Join").click()
    expect(piece(page, "e2")).to_be_visible()


def test_own_variants_are_played_with_the_documents_beside_them(site: Serving, windows: Windows) -> None:
    page = with_documents(windows, site, ("den.variant.yaml", DEN), ("imp.piece.yaml", IMP))
    card = page.get_by_test_id("variant-own-0")
    expect(card).to_contain_text("Imps in place of queens.")
    expect(card.locator("text")).to_have_text(["i", "I"])
    card.click()
    page.get_by_test_id("opponent-nobody").click()
    start(page)
    expect(piece(page, "d1")).to_have_accessible_name("white imp")


def test_an_own_variant_with_a_mistake_says_so(site: Serving, windows: Windows) -> None:
    windows.allow("422")
    page = with_documents(windows, site, ("den.variant.yaml", DEN.replace("extends: chess", "extends: ches")))
    card = page.get_by_test_id("variant-own-0")
    expect(card).to_contain_text("ches")
    card.click()
    expect(page.get_by_test_id("start")).to_be_disabled()
    page.get_by_role("link", name="Mend it in the workshop").click()
    page.wait_for_url(re.compile("/workshop"))


def test_a_game_is_set_up_with_keys_alone(site: Serving, windows: Windows) -> None:
    page = windows.open(site.address)
    page.get_by_test_id("variant-search").focus()
    page.keyboard.type("hill")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("chosen-variant")).to_have_text("King of the hill")
    page.get_by_test_id("opponent-machine").locator("input").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("opponent-nobody").locator("input")).to_be_checked()
    page.get_by_test_id("start").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/room/"))


def test_a_server_that_is_gone_is_said(serve: Any, windows: Windows) -> None:
    windows.allow("ERR_CONNECTION_REFUSED|Failed to load")
    serving = serve()
    page = windows.open(f"{serving.address}/replay")
    serving.kill()
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    serving.start_again()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".variant-card").first).to_be_visible(timeout=20_000)
