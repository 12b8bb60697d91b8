"""Strangers' texts are shown as they are written, and never become markup or run."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.acts import expect_toast, move, open_tab, piece, square
from tests.page.serving import Serving
from tests.page.test_lobby import with_documents
from tests.page.windows import Windows

#: Markup that would tell on itself: an element, and a name in the window.
MARKUP = "<img src=x onerror=window.harmed=1><b class=harm>"
PATH = '"><svg onload=window.harmed=1>{{7*7}}${7*7}\u202e\u0007'


def text_of(name: str) -> str:
    return f"{name} {MARKUP}"


#: A variant with markup wherever a text is allowed.
VARIANT: dict[str, Any] = {
    "kind": "variant",
    "id": "hostile",
    "name": text_of("Name"),
    "description": text_of("Description"),
    "extends": "chess",
    "pieces": {"a": "stranger"},
    "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNA w Qkq - 0 1",
    "moves": [{"forbid": {"piece": {"type": "knight"}}, "because": text_of("Because")}],
    "rules": [
        {
            "id": "shout",
            "at": "after-move",
            "when": [{"event": {"piece": "$mover"}}],
            "do": [{"effect": {"kind": "explosion", "square": "$mover.square"}}],
            "describe": text_of("Describe {mover}"),
        }
    ],
}
PIECE = {
    "kind": "piece",
    "id": "stranger",
    "name": text_of("Piece"),
    "letter": "a",
    "value": 5,
    "moves": [{"slide": "orthogonal"}],
}
PROFILE = {
    "kind": "profile",
    "id": "hostile-profile",
    "name": text_of("Profile"),
    "description": text_of("About"),
    "perType": [{"pieceType": "pawn", "kind": "HpBonus", "value": 1}],
}


def lines(document: dict[str, Any]) -> str:
    """A document as a text, a key on each line."""
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in document.items())


def demand_unharmed(page: Page) -> None:
    """Nothing of the texts has become an element or run."""
    assert page.evaluate("window.harmed") is None
    found = "main script, main b.harm, main img[src=x], dialog script, .toasts img, svg[onload]"
    assert page.locator(found).count() == 0


def test_hostile_texts_stay_texts(site: Serving, windows: Windows) -> None:
    room = site.room(VARIANT, documents=[PIECE], profiles=[PROFILE], mode="multiplayer", side="white")
    white = windows.open(room)
    black = windows.open(room.address)
    expect(piece(white, "h1")).to_have_accessible_name(f"white {PIECE['name']} (stranger)")
    square(white, "b1").click()
    square(white, "c3").click()
    expect_toast(white, MARKUP)
    move(white, "e2e4")
    for page in (white, black):
        expect(page.locator(".preset-effects")).to_contain_text(MARKUP)
        expect(page.get_by_test_id("announcer")).to_contain_text(MARKUP)
    white.locator("[data-ply='1']").click()
    open_tab(white, "trace")
    expect(white.get_by_test_id("trace")).to_contain_text(MARKUP)
    white.locator("[data-rule='hostile/shout'] button").click()
    expect(white.get_by_test_id("document")).to_contain_text("window.harmed")
    windows.shoot(white, "document")
    demand_unharmed(white)
    white.keyboard.press("Escape")
    open_tab(white, "rules")
    expect(white.get_by_test_id("rules")).to_contain_text(str(PROFILE["name"]))
    piece(white, "h1").click(button="right")
    expect(white.get_by_test_id("inspector")).to_contain_text(MARKUP.lower()[:10])
    white.get_by_test_id("change-rules").click()
    white.get_by_test_id("tab-profiles").click()
    expect(white.get_by_test_id("rules-drawer")).to_contain_text(MARKUP)
    windows.shoot(white, "drawer")
    demand_unharmed(white)
    white.keyboard.press("Escape")
    for page in (white, black):
        demand_unharmed(page)
    lobby = windows.open(f"{site.address}/")
    expect(lobby.get_by_test_id("rooms")).to_contain_text("Name <img")
    demand_unharmed(lobby)


def test_hostile_addresses_and_moves(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room())
    page.get_by_test_id("move-input").fill(PATH[:60])
    page.get_by_test_id("move-input").press("Enter")
    expect(page.get_by_test_id("toast")).to_be_visible()
    demand_unharmed(page)
    windows.allow("404")
    nowhere = windows.open(f"{site.address}/room/%3Cimg%20src=x%20onerror=alert(1)%3E")
    demand_unharmed(nowhere)


#: Markup in what is told of rules, of acts, of who died, and of how games end.
FEAST: dict[str, Any] = {
    "kind": "variant",
    "id": "feast",
    "name": "Feast",
    "extends": "chess",
    "pieces": {"a": "stranger"},
    "fen": "rnbqkbna/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
    "acts": [{"id": "wave", "describe": text_of("Act"), "do": [{"log": {"text": text_of("Log")}}]}],
    "rules": [
        {
            "id": "doom",
            "at": "move",
            "when": [{"event": {"piece": "$mover"}}, {"piece": {"id": "$prey", "type": "stranger"}}],
            "do": [{"destroy": {"target": "$prey"}}],
            "describe": text_of("{prey} is doomed"),
        }
    ],
    "result": {
        "ends": [
            {"win": "white", "because": text_of("End"), "when": [{"not": {"piece": {"type": "stranger"}}}]}
        ]
    },
}
GIFT = {
    "kind": "modifier",
    "id": "gift",
    "type": "data",
    "version": 1,
    "name": text_of("Gift"),
    "description": text_of("Says"),
    "primitives": [{"kind": "on-capture", "primitives": [{"kind": "modify-movement-range", "delta": 1}]}],
}
GIVEN = {
    "kind": "profile",
    "id": "given",
    "name": "Given",
    "customModifiers": [GIFT],
    "perType": [{"pieceType": "pawn", "kind": "gift"}],
}


def test_what_is_told_of_rules_acts_the_dead_and_the_end_stays_text(site: Serving, windows: Windows) -> None:
    page = windows.open(site.room(FEAST, documents=[PIECE], profiles=[GIVEN]))
    open_tab(page, "rules")
    rules = page.get_by_test_id("rules")
    for told in ("Pawns: Gift <img", "Says <img", "Act <img", "is doomed <img", "wins: End <img"):
        expect(rules).to_contain_text(told)
    demand_unharmed(page)
    move(page, "e2e4")
    expect(page.get_by_test_id("status")).to_contain_text("White wins: End <img")
    open_tab(page, "trace")
    expect(page.get_by_test_id("trace")).to_contain_text("Black stranger h8 dies")
    expect(page.get_by_test_id("trace")).to_contain_text("is doomed <img")
    demand_unharmed(page)
    windows.shoot(page, "trace")

    files = (("feast.variant.yaml", lines(FEAST)), ("stranger.piece.yaml", lines(PIECE)))
    workshop = with_documents(windows, site, *files)
    workshop.get_by_test_id("variant-own-0").click()
    workshop.get_by_test_id("variant-rules").locator("summary").click()
    expect(workshop.get_by_test_id("rulebook")).to_contain_text("wins: End <img")
    demand_unharmed(workshop)
    workshop.goto(f"{site.address}/workshop")
    open_tab(workshop, "fairness")
    workshop.get_by_test_id("play-some").click()
    expect(workshop.get_by_test_id("fairness")).to_contain_text("White wins, End <img")
    demand_unharmed(workshop)
    windows.shoot(workshop, "fairness")

    wrong = lines({**FEAST, "zones": {text_of("zone"): ["a1"]}})
    workshop = with_documents(windows, site, ("feast.variant.yaml", wrong), files[1])
    workshop.goto(f"{site.address}/workshop")
    expect(workshop.get_by_test_id("problems")).to_contain_text("zone <img")
    demand_unharmed(workshop)
