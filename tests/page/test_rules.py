"""Rules beside a variant in a browser: conflicts, the order of profiles, the editor from everywhere."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.page.acts import move, open_tab
from tests.page.editors import FIRST, add_to_type, profile
from tests.page.serving import Serving
from tests.page.windows import Windows


def open_rules(windows: Windows, site: Serving) -> Page:
    """The rules drawer of a new game of chess."""
    page = windows.open(site.address)
    page.get_by_test_id("open-rules").click(timeout=FIRST)
    expect(page.get_by_test_id("preset-picker")).to_be_visible()
    return page


def stack(page: Page) -> list[str]:
    """The profiles from top to bottom, each with what its place counts."""
    items = page.get_by_test_id("profile-stack").locator("ol > li")
    return [
        f"{item.locator('strong').inner_text()}: {item.get_by_test_id('precedence').inner_text()}"
        for item in items.all()
    ]


def test_conflicts_are_told_at_once_in_plain_words(windows: Windows, site: Serving) -> None:
    page = open_rules(windows, site)
    expect(page.get_by_test_id("conflicts")).to_contain_text("These rules go together.")
    page.get_by_test_id("preset-search").fill("berolina")
    page.get_by_test_id("preset-toggle-berolina-pawns").check()
    page.get_by_test_id("preset-toggle-berolina-pawns-2").check()
    conflict = page.get_by_test_id("conflict").first
    expect(conflict).to_contain_text("cannot be active together")
    expect(conflict).to_contain_text("choose one of them, or give them different sides", ignore_case=True)
    page.get_by_test_id("scope-berolina-pawns").select_option("white")
    page.get_by_test_id("scope-berolina-pawns-2").select_option("black")
    expect(page.get_by_test_id("conflict")).to_have_count(0)


def test_a_preset_has_a_scope_a_duration_and_settings(windows: Windows, site: Serving) -> None:
    page = open_rules(windows, site)
    listed = page.locator(".preset").evaluate_all("all => all.map(one => one.dataset.testid)")
    assert "preset-last-piece-standing" in listed
    assert len(listed) == len(set(listed))
    page.get_by_test_id("preset-toggle-piece-hp").check()
    page.get_by_test_id("config-piece-hp-hp").fill("4")
    page.get_by_test_id("lasts-piece-hp").select_option("turns")
    page.get_by_test_id("turns-piece-hp").fill("6")
    page.get_by_test_id("preset-toggle-extinction-chess").check()
    page.get_by_test_id("config-extinction-chess-targetType").select_option("knight")
    expect(page.get_by_test_id("conflicts")).not_to_contain_text("Does not go")
    # What was chosen before may be asked about only now.
    with page.expect_request(lambda asked: '"scope"' in (asked.post_data or "")) as waiting:
        page.get_by_test_id("scope-piece-hp").select_option("white")
    presets = json.loads(waiting.value.post_data or "")["presets"]
    assert presets == [
        {"id": "piece-hp", "scope": "white", "turnsRemaining": 6, "config": {"hp": 4}},
        {"id": "extinction-chess", "config": {"targetType": "knight"}},
    ]


def test_profiles_are_put_in_order_by_buttons_and_by_dragging(windows: Windows, site: Serving) -> None:
    page = open_rules(windows, site)
    page.get_by_test_id("tab-profiles").click()
    for name in ("iron-knights", "royal-guard", "wild-queens"):
        page.get_by_test_id("add-profile").select_option(name)
    assert stack(page) == ["Iron knights: counts least", "Royal guard: 2 of 3", "Wild queens: counts most"]
    page.get_by_role("button", name="Move Wild queens up").click()
    assert stack(page) == ["Iron knights: counts least", "Wild queens: 2 of 3", "Royal guard: counts most"]
    page.get_by_test_id("profile-iron-knights").drag_to(page.get_by_test_id("profile-royal-guard"))
    assert stack(page) == ["Wild queens: counts least", "Royal guard: 2 of 3", "Iron knights: counts most"]
    page.get_by_role("button", name="Remove Royal guard").click()
    assert stack(page) == ["Wild queens: counts least", "Iron knights: counts most"]


def test_profiles_that_meet_are_told_with_who_wins(windows: Windows, site: Serving) -> None:
    rooks = profile("rooks", {"pieceType": "pawn", "kind": "PromotionOverride", "value": "rook"})
    queens = profile("queens", {"pieceType": "pawn", "kind": "PromotionOverride", "value": "queen"})
    page = windows.open(site.room("chess", profiles=[rooks, queens]))
    open_tab(page, "rules")
    page.get_by_test_id("change-rules").click()
    conflict = page.get_by_test_id("conflict")
    expect(conflict).to_have_count(1)
    expect(conflict).to_contain_text("Take care")
    expect(conflict).to_contain_text("queens")


def test_a_profile_is_made_in_the_lobby_and_kept(windows: Windows, site: Serving) -> None:
    page = open_rules(windows, site)
    page.get_by_test_id("tab-profiles").click()
    page.get_by_test_id("new-profile").click()
    expect(page.get_by_test_id("start-board")).to_be_visible(timeout=FIRST)
    page.get_by_test_id("profile-name").fill("Tough horses")
    add_to_type(page, "knight", "HpBonus")
    page.get_by_test_id("save").click()
    assert stack(page) == ["Tough horses: alone"]
    page.reload()
    page.get_by_test_id("open-rules").click()
    page.get_by_test_id("tab-profiles").click()
    page.get_by_test_id("add-profile").select_option("tough-horses")
    page.get_by_test_id("edit-tough-horses").click()
    expect(page.get_by_test_id("entry-perType-0")).to_contain_text("knights")
    for layer in ("profile-layer", "rules-drawer"):
        expect(page.get_by_test_id(layer)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_test_id(layer)).to_have_count(0)


def test_a_shipped_profile_is_edited_as_a_copy(windows: Windows, site: Serving) -> None:
    page = open_rules(windows, site)
    page.get_by_test_id("tab-profiles").click()
    page.get_by_test_id("add-profile").select_option("iron-knights")
    page.get_by_test_id("edit-iron-knights").click()
    expect(page.get_by_test_id("start-board")).to_be_visible(timeout=FIRST)
    add_to_type(page, "rook", "HpBonus")
    page.get_by_test_id("save").click()
    expect(page.get_by_test_id("profile-iron-knights-2")).to_be_visible()
    expect(page.get_by_test_id("profile-iron-knights")).to_have_count(0)


def test_a_profile_made_in_a_room_holds_from_the_next_turn(windows: Windows, site: Serving) -> None:
    given = profile("horses", {"pieceType": "knight", "kind": "HpBonus", "value": 1})
    page = windows.open(site.room("chess", profiles=[given]))
    open_tab(page, "rules")
    page.get_by_test_id("change-rules").click()
    page.get_by_test_id("tab-profiles").click()
    page.get_by_test_id("edit-horses").click()
    expect(page.get_by_test_id("start-board")).to_be_visible(timeout=FIRST)
    add_to_type(page, "rook", "HpBonus")
    expect(page.get_by_test_id("verdict")).to_have_text("Can be played.")
    page.get_by_test_id("save").click()
    page.get_by_test_id("propose").click()
    expect(page.get_by_test_id("pending")).to_contain_text("Horses")
    move(page, "e2e4")
    expect(page.get_by_test_id("pending")).to_have_count(0)
    page.get_by_test_id("change-rules").click()
    page.get_by_test_id("tab-profiles").click()
    page.get_by_test_id("edit-horses").click()
    expect(page.get_by_test_id("entries-perType").locator("> li")).to_have_count(2)


#: Whoever captures a knight keeps half of its Hp: nobody has Hp but by the preset.
CURSED = profile("cursed", {"pieceType": "knight", "kind": "curse"})


def test_a_preset_and_the_profile_that_needs_it_come_into_force_together(
    windows: Windows, site: Serving
) -> None:
    script = f"localStorage.setItem('houserules:profiles:v1', {json.dumps(json.dumps([CURSED]))})"
    page = windows.open(site.room("chess"), script=script)
    open_tab(page, "rules")
    page.get_by_test_id("change-rules").click()
    page.get_by_test_id("tab-profiles").click()
    page.get_by_test_id("add-profile").select_option("cursed")
    expect(page.get_by_test_id("conflict")).to_contain_text("Hp")
    page.get_by_test_id("tab-presets").click()
    page.get_by_test_id("preset-toggle-piece-hp").check()
    expect(page.get_by_test_id("conflicts")).not_to_contain_text("Does not go")
    expect(page.get_by_test_id("rules-drawer")).to_contain_text("come into force together, or neither does")
    page.get_by_test_id("propose").click()
    expect(page.get_by_test_id("rules-drawer")).to_have_count(0)
    expect(page.get_by_test_id("pending")).to_have_count(2)
    move(page, "e2e4")
    expect(page.get_by_test_id("pending")).to_have_count(0)
    rules = page.get_by_test_id("rules")
    expect(rules.locator("[data-preset=piece-hp]")).to_be_visible()
    expect(rules.locator("[data-profile=cursed]")).to_contain_text("Knights: Curse.")
    expect(rules.locator("[data-profile=cursed]")).to_contain_text("half")
    open_tab(page, "moves")
    expect(page.get_by_test_id("rule-change")).to_have_text(
        ["Presets from here on: Piece HP", "Profiles from here on: Cursed"]
    )
    open_tab(page, "rules")
    page.get_by_test_id("change-rules").click()
    page.get_by_test_id("preset-toggle-piece-hp").uncheck()
    page.get_by_test_id("tab-profiles").click()
    page.get_by_role("button", name="Remove Cursed").click()
    page.get_by_test_id("propose").click()
    move(page, "e7e5")
    expect(rules.locator("[data-preset=piece-hp], [data-profile=cursed]")).to_have_count(0)
