"""The profile editor in a browser: undo to its limit, pastes, fixes, layers, files, hostile texts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.editors import (
    STUCK,
    Json,
    add_to_square,
    add_to_type,
    entries,
    exported,
    import_document,
    open_profile_editor,
    overflow,
    press_until_disabled,
    profile,
)
from tests.page.serving import Serving
from tests.page.test_everybody import demand_no_serious_findings
from tests.page.windows import DESK, PHONE, TABLET, Windows

HOSTILE = '<img src=x onerror="window.hit=1"><b>bold</b>'


def test_sixty_edits_and_undo_to_the_limit(windows: Windows, site: Serving) -> None:
    page = open_profile_editor(windows, site)
    undo, redo = page.get_by_test_id("undo"), page.get_by_test_id("redo")
    expect(undo).to_be_disabled()
    expect(redo).to_be_disabled()
    for _ in range(58):
        page.get_by_test_id("add-entry").click()
    expect(entries(page, "perType")).to_have_count(58)
    value = page.get_by_test_id("entry-perType-57").get_by_test_id("value")
    value.fill("77")
    value.press("Enter")
    page.get_by_test_id("entry-perType-0").get_by_test_id("delete-entry").click()
    expect(entries(page, "perType")).to_have_count(57)
    assert press_until_disabled(undo) == 50, "fifty steps back are kept"
    expect(entries(page, "perType")).to_have_count(10)
    assert press_until_disabled(redo) == 50
    expect(entries(page, "perType")).to_have_count(57)
    expect(page.get_by_test_id("entry-perType-56").get_by_test_id("value")).to_have_value("77")


def test_undo_and_redo_by_keys_and_a_new_edit_cuts_the_way_forward(windows: Windows, site: Serving) -> None:
    page = open_profile_editor(windows, site)
    add_to_type(page, "knight", "HpBonus")
    add_to_type(page, "rook", "RangeBonus")
    page.get_by_test_id("profile-layout").select_option("dual-king")
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("profile-layout")).to_have_value("")
    page.keyboard.press("Control+z")
    expect(entries(page, "perType")).to_have_count(1)
    page.keyboard.press("Control+Shift+Z")
    page.keyboard.press("Meta+Shift+Z")
    expect(page.get_by_test_id("profile-layout")).to_have_value("dual-king")
    page.keyboard.press("Meta+z")
    add_to_type(page, "bishop", "HpBonus")
    expect(page.get_by_test_id("redo")).to_be_disabled()


def test_keys_belong_to_a_text_that_is_half_typed(windows: Windows, site: Serving) -> None:
    page = open_profile_editor(windows, site)
    add_to_type(page, "knight", "HpBonus")
    name = page.get_by_test_id("profile-name")
    name.press_sequentially("xyz")
    name.press("Control+z")
    expect(entries(page, "perType")).to_have_count(1)


@pytest.mark.parametrize("button", ["save", "cancel"])
def test_saving_and_cancelling_begin_a_new_history(windows: Windows, site: Serving, button: str) -> None:
    page = open_profile_editor(windows, site)
    add_to_type(page, "knight", "HpBonus")
    expect(page.get_by_test_id("undo")).to_be_enabled()
    page.get_by_test_id(button).click()
    expect(page.get_by_test_id("profile-editor")).to_have_count(0)
    page.get_by_test_id("visual-editors").click()
    page.get_by_test_id("open-this" if button == "save" else "open-profile-editor").click()
    expect(entries(page, "perType")).to_have_count(1 if button == "save" else 0)
    expect(page.get_by_test_id("undo")).to_be_disabled()


def test_what_was_discarded_can_be_taken_back(windows: Windows, site: Serving) -> None:
    page = open_profile_editor(windows, site)
    add_to_type(page, "knight", "HpBonus")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Take them back").click()
    expect(entries(page, "perType")).to_have_count(1)


def test_pastes_are_never_doubled(windows: Windows, site: Serving) -> None:
    page = open_profile_editor(windows, site)
    paste = page.get_by_test_id("paste")
    expect(paste).to_be_disabled()
    expect(page.get_by_test_id("copy")).to_be_disabled()
    add_to_type(page, "knight", "HpBonus")
    add_to_type(page, "knight", "RangeBonus")
    for row in (0, 1):
        page.get_by_test_id(f"entry-perType-{row}").get_by_role("checkbox").check()
    page.get_by_test_id("copy").click()
    page.get_by_test_id("receiver-type").select_option("rook")
    page.get_by_test_id("receiver-color").select_option("white")
    paste.click()
    paste.click()
    expect(entries(page, "perType")).to_have_count(4)
    page.get_by_test_id("receiver-color").select_option("black")
    paste.click()
    expect(entries(page, "perType")).to_have_count(6)
    page.get_by_test_id("tab-perInstance").click()
    expect(paste).to_be_disabled()
    page.get_by_test_id("start-board").locator('[data-square="e2"]').click()
    paste.click()
    paste.click()
    expect(entries(page, "perInstance")).to_have_count(2)
    given = exported(page)
    keys = [(entry["pieceType"], entry.get("color"), entry["kind"]) for entry in given["perType"]]
    assert len(keys) == len({*keys}) == 6
    squares = [(entry["square"], entry["kind"]) for entry in given["perInstance"]]
    assert squares == [("e2", "HpBonus"), ("e2", "RangeBonus")]


GUARDED_KING = {"pieceType": "king", "kind": "CaptureFlags", "value": ["CANNOT_BE_CAPTURED"]}
MIXED_KING = {"pieceType": "king", "kind": "CaptureFlags", "value": ["CANNOT_BE_CAPTURED", "CAN_CAPTURE_OWN"]}
NOBODY = {"square": "e5", "kind": "HpBonus", "value": 1}
SOMEBODY = {"square": "e2", "kind": "HpBonus", "value": 1}
BISHOP = {"pieceType": "bishop", "kind": "HpBonus", "value": 1}
STUCK_PAWNS = {"pieceType": "pawn", "kind": "stuck"}
STUCK_KNIGHTS = {"pieceType": "knight", "kind": "stuck"}


@pytest.mark.parametrize(
    ("given", "code", "mended"),
    [
        (profile("guard", BISHOP, GUARDED_KING), "E_PROFILE_INVULN_KING", [BISHOP]),
        (
            profile("mixed", MIXED_KING),
            "E_PROFILE_INVULN_KING",
            [{**MIXED_KING, "value": ["CAN_CAPTURE_OWN"]}],
        ),
        (profile("absent", BISHOP, NOBODY, SOMEBODY), "E_PROFILE_ORPHAN_INSTANCE", [BISHOP, SOMEBODY]),
        (profile("elsewhere", BISHOP, SOMEBODY, layoutId="dual-king"), "E_PROFILE_ORPHAN_INSTANCE", [BISHOP]),
        (
            profile("stuck", STUCK_PAWNS, STUCK_KNIGHTS, customModifiers=[STUCK]),
            "E_PROFILE_DEADLOCK",
            [STUCK_PAWNS],
        ),
    ],
    ids=["royal", "royal with other flags", "nobody there", "other layout", "deadlock"],
)
def test_each_fix(windows: Windows, site: Serving, given: Json, code: str, mended: list[Json]) -> None:
    page = open_profile_editor(windows, site)
    import_document(page, given)
    problem = page.locator(f'[data-testid=problem][data-code="{code}"]').first
    if given["perInstance"] and "layoutId" not in given:
        expect(page.get_by_test_id("tab-perInstance")).to_contain_text("1 problem")
        page.get_by_test_id("tab-perInstance").click()
    expect(problem).to_be_visible()
    windows.shoot(page, "before")
    problem.get_by_test_id("fix").click()
    expect(page.locator(f'[data-testid=problem][data-code="{code}"]')).to_have_count(0)
    found = exported(page)
    assert [*found["perType"], *found["perInstance"]] == mended
    page.get_by_test_id("undo").click()
    expect(problem).to_be_visible()


def test_advice_where_there_is_no_fix(windows: Windows, site: Serving) -> None:
    many = [{"kind": "seed-attribute", "attr": f"A{letter}", "value": 1} for letter in "BCDEFGHIJKLMNOPQR"]
    heavy = {**STUCK, "id": "heavy", "name": "Heavy", "primitives": many}
    given = profile("overloaded", {"pieceType": "rook", "kind": "heavy"}, customModifiers=[heavy])
    page = open_profile_editor(windows, site)
    import_document(page, given)
    problem = page.locator('[data-testid=problem][data-code="E_PROFILE_ATTR_LIMIT"]').first
    expect(problem.get_by_test_id("advice")).to_contain_text("16")
    expect(problem.get_by_test_id("fix")).to_have_count(0)


@pytest.mark.parametrize("way", ["Escape", "Back"])
def test_escape_and_back_close_one_layer_at_a_time(windows: Windows, site: Serving, way: str) -> None:
    page = open_profile_editor(windows, site)
    page.get_by_test_id("new-modifier").click()
    expect(page.get_by_test_id("composer")).to_be_visible()
    page.get_by_test_id("composer").get_by_test_id("library").click()
    expect(page.get_by_test_id("library-dialog")).to_be_visible()
    layers = ["library-dialog", "composer-layer", "profile-layer"]
    for number, layer in enumerate(layers):
        page.keyboard.press("Escape") if way == "Escape" else page.go_back()
        expect(page.get_by_test_id(layer)).to_have_count(0)
        for below in layers[number + 1 :]:
            expect(page.get_by_test_id(below)).to_be_visible()
    expect(page.get_by_test_id("visual-editors")).to_be_visible()


def test_a_modifier_made_in_the_editor_is_given_at_once(windows: Windows, site: Serving) -> None:
    page = open_profile_editor(windows, site)
    page.get_by_test_id("new-modifier").click()
    name = page.get_by_test_id("modifier-name")
    name.fill("Long legs")
    page.get_by_test_id("take-modify-movement-range").click()
    page.get_by_test_id("composer-layer").get_by_test_id("save").click()
    expect(page.get_by_test_id("kind-select")).to_have_value("long-legs")
    page.get_by_test_id("add-entry").click()
    expect(page.get_by_test_id("verdict")).to_have_text("Can be played.")
    given = exported(page)
    assert given["perType"] == [{"pieceType": "knight", "kind": "long-legs"}]
    assert [modifier["id"] for modifier in given["customModifiers"]] == ["long-legs"]


def test_entries_say_what_they_give_and_the_board_shows_whom(windows: Windows, site: Serving) -> None:
    page = open_profile_editor(windows, site)
    add_to_type(page, "knight", "HpBonus")
    expect(page.get_by_test_id("entry-perType-0").get_by_test_id("describe")).to_have_text("+1 HP")
    add_to_square(page, "a1", "marksman")
    expect(page.get_by_test_id("start-board").locator('[data-square="a1"]')).to_have_class(
        "square dark mark-chosen"
    )
    page.get_by_test_id("tab-perType").click()
    page.get_by_test_id("start-board").locator('[data-square="d8"]').click()
    expect(page.get_by_test_id("receiver-type")).to_have_value("queen")


def test_hostile_texts_stay_texts(windows: Windows, site: Serving) -> None:
    page = open_profile_editor(windows, site)
    modifier = {**STUCK, "id": "nasty", "name": HOSTILE, "description": HOSTILE}
    given = profile("evil", {"pieceType": "rook", "kind": "nasty"}, customModifiers=[modifier])
    import_document(page, {**given, "name": HOSTILE, "description": HOSTILE})
    expect(page.get_by_test_id("entry-perType-0")).to_contain_text(HOSTILE)
    expect(page.get_by_test_id("profile-layer").get_by_role("heading").first).to_contain_text(HOSTILE)
    page.get_by_test_id("open-composer").last.click()
    expect(page.get_by_test_id("composer-layer").get_by_role("heading").first).to_contain_text(HOSTILE)
    page.get_by_test_id("composer").get_by_test_id("library").click()
    expect(page.get_by_test_id("library-open-nasty")).to_contain_text(HOSTILE)
    assert page.evaluate("window.hit") is None
    assert page.locator("img[src=x], b").count() == 0


def test_what_is_no_document_is_refused_in_words(windows: Windows, site: Serving) -> None:
    page = open_profile_editor(windows, site)
    import_document(page, {"kind": "variant", "id": "x", "name": "X"})
    expect(page.get_by_test_id("toast")).to_contain_text("Not imported")
    expect(page.get_by_test_id("undo")).to_be_disabled()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_the_profile_editor_fits_every_screen(
    windows: Windows, site: Serving, size: tuple[int, int], theme: str
) -> None:
    page = open_profile_editor(windows, site, size=size, color_scheme=theme)
    add_to_type(page, "knight", "HpBonus")
    add_to_type(page, "king", "CaptureFlags")
    add_to_type(page, "queen", "DirectionAdditions")
    expect(page.get_by_test_id("problem").first).to_be_visible()
    assert overflow(page) <= 0
    demand_no_serious_findings(page)
