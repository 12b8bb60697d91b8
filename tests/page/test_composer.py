"""The modifier composer in a browser: palette, drag and keys, limits, forms, sandbox, library, links."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.page.acts import open_tab
from tests.page.editors import (
    MODIFIERS,
    exported,
    import_document,
    open_composer,
    overflow,
    play,
    press_until_disabled,
)
from tests.page.serving import Serving
from tests.page.test_everybody import demand_no_serious_findings
from tests.page.windows import DESK, PHONE, TABLET, Windows

LEAVES = [
    *("seed-attribute", "add-to-attribute", "multiply-attribute", "add-direction", "set-capture-flag"),
    *("absorb-damage-with-attribute", "reflect-damage", "block-move-type", "add-aura"),
    *("modify-movement-range", "override-promotion"),
]
TRIGGERS = [
    *("on-turn-start", "on-capture", "on-damaged", "on-move", "on-turn-end", "on-promotion"),
    *("on-check-received", "on-check-delivered", "on-moved-onto-square", "on-captured"),
]


def take(page: Page, *kinds: str) -> None:
    for kind in kinds:
        page.get_by_test_id(f"take-{kind}").click()


def drag(page: Page, source: str, target: str, part: float = 0.5) -> None:
    """Drag one thing onto a part of another, from its top."""
    box = page.get_by_test_id(target).bounding_box()
    assert box is not None
    place = {"x": box["width"] / 2, "y": box["height"] * part}
    page.get_by_test_id(source).drag_to(page.get_by_test_id(target), target_position=place)  # type: ignore[arg-type]


def outline(page: Page) -> list[str]:
    """The tree as kinds, set in by their depth."""
    script = "nodes => nodes.map(node => [node.getAttribute('aria-level') - 1, node.dataset.kind])"
    nodes = page.get_by_test_id("tree").get_by_role("treeitem").evaluate_all(script)
    return ["  " * level + kind for level, kind in nodes]


def test_a_modifier_is_composed_read_tried_and_shared(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    page.get_by_test_id("modifier-name").fill("Grudge")
    take(page, "on-capture", "add-to-attribute")
    expect(page.get_by_test_id("reading")).to_have_text("When it captures: Hp +1")
    expect(page.get_by_test_id("counts")).to_have_text("2 of 50 primitives · depth 2 of 3")
    expect(page.get_by_test_id("verdict")).to_have_text("Can be played.")
    play(page, "sandbox-board", "d4", "f5")
    trace = page.get_by_test_id("sandbox-trace")
    expect(trace).to_contain_text("my-modifier/on-capture")
    expect(trace).to_contain_text("Hp 1 → 2")
    expect(page.get_by_test_id("sandbox-carriers")).to_contain_text("white knight on f5: Hp 2")
    windows.shoot(page, "tried")
    page.get_by_test_id("param-delta").fill("3")
    page.get_by_test_id("param-delta").press("Enter")
    expect(page.get_by_test_id("reading")).to_have_text("When it captures: Hp +3")
    expect(trace).to_contain_text("Hp 1 → 4")
    page.get_by_test_id("share").last.click()
    link = page.get_by_test_id("share-link").input_value()
    other = windows.open(link)
    expect(other.get_by_test_id("reading")).to_have_text("When it captures: Hp +3")
    expect(other.get_by_test_id("document-tab").filter(has_text="grudge.modifier.json")).to_have_count(1)
    other.get_by_test_id("take-on-move").click()
    other.get_by_test_id("take-modify-movement-range").click()
    other.get_by_test_id("save").click()
    expect(other.locator(".cm-content")).to_contain_text("modify-movement-range")


def test_primitives_are_reordered_by_dragging(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    take(page, "on-capture", "add-to-attribute", "modify-movement-range", "on-move")
    assert outline(page) == ["on-capture", "  add-to-attribute", "  modify-movement-range", "on-move"]
    drag(page, "node-primitives[0].primitives[1]", "node-primitives[0].primitives[0]", 0.1)
    assert outline(page) == ["on-capture", "  modify-movement-range", "  add-to-attribute", "on-move"]
    drag(page, "node-primitives[1]", "node-primitives[0]", 0.1)
    assert outline(page) == ["on-move", "on-capture", "  modify-movement-range", "  add-to-attribute"]
    drag(page, "node-primitives[1].primitives[0]", "slot-primitives[0].primitives[0]")
    assert outline(page) == ["on-move", "  modify-movement-range", "on-capture", "  add-to-attribute"]
    drag(page, "take-set-capture-flag", "slot-primitives[1].primitives[1]")
    assert outline(page)[-1] == "  set-capture-flag"
    assert press_until_disabled(page.get_by_test_id("undo")) == 8
    assert outline(page) == []


def test_primitives_are_reordered_by_keys(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    take(page, "on-capture", "on-move", "modify-movement-range")
    page.get_by_test_id("node-primitives[1].primitives[0]").focus()
    for keys, expected in [
        ("Alt+ArrowLeft", ["on-capture", "on-move", "modify-movement-range"]),
        ("Alt+ArrowUp", ["on-capture", "modify-movement-range", "on-move"]),
        ("Alt+ArrowRight", ["on-capture", "  modify-movement-range", "on-move"]),
        ("Alt+ArrowLeft", ["on-capture", "modify-movement-range", "on-move"]),
        ("Alt+ArrowDown", ["on-capture", "on-move", "modify-movement-range"]),
    ]:
        page.keyboard.press(keys)
        expect(page.get_by_role("treeitem", selected=True)).to_be_focused()
        assert outline(page) == expected
    page.keyboard.press("Alt+ArrowDown")
    expect(page.get_by_test_id("toast")).to_contain_text("last already")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_test_id("node-primitives[1]")).to_be_focused()
    page.keyboard.press("Delete")
    assert outline(page) == ["on-capture", "modify-movement-range"]


def test_nesting_stops_at_depth_three(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    take(page, "on-capture", "conditional", "conditional")
    expect(page.get_by_test_id("counts")).to_have_text("3 of 50 primitives · depth 3 of 3")
    take(page, "modify-movement-range")
    expect(page.get_by_test_id("toast")).to_contain_text("at most 3 deep")
    assert outline(page) == ["on-capture", "  conditional", "    conditional"]
    page.get_by_test_id("node-primitives[0]").click()
    take(page, "on-move", "conditional")
    drag(page, "node-primitives[1]", "slot-primitives[0].primitives[0].then[1]")
    expect(page.get_by_test_id("toast").last).to_contain_text("at most 3 deep")
    assert outline(page) == ["on-capture", "  conditional", "    conditional", "on-move", "  conditional"]


def test_fifty_primitives_are_the_most(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    many = [{"kind": "modify-movement-range", "delta": 1} for _ in range(49)]
    import_document(page, {"id": "many", "type": "data", "version": 1, "name": "Many", "primitives": many})
    expect(page.get_by_test_id("counts")).to_contain_text("49 of 50")
    take(page, "modify-movement-range")
    expect(page.get_by_test_id("counts")).to_contain_text("50 of 50")
    expect(page.get_by_test_id("take-on-capture")).to_be_disabled()


def test_every_primitive_of_the_palette_can_be_played_and_has_a_form(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    palette = page.get_by_test_id("palette").get_by_role("button")
    assert sorted(button.get_attribute("data-testid") or "" for button in palette.all()) == sorted(
        f"take-{kind}" for kind in (*LEAVES, *TRIGGERS, "conditional")
    )
    for kind in LEAVES:
        take(page, kind)
        expect(page.get_by_test_id("node-form")).to_be_visible()
        expect(page.get_by_test_id("verdict")).to_have_text("Can be played.")
        page.get_by_test_id("remove-node").click()
    for kind in (*TRIGGERS, "conditional"):
        take(page, kind)
        expect(page.get_by_test_id("node-form")).to_be_visible()
        take(page, "add-to-attribute")
        expect(page.get_by_test_id("verdict")).to_have_text("Can be played.")
        page.get_by_test_id("node-primitives[0]").click()
        page.get_by_test_id("remove-node").click()
    expect(page.get_by_test_id("counts")).to_contain_text("0 of 50")


def test_conditions_are_built_in_a_form(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    take(page, "conditional", "modify-movement-range")
    page.get_by_test_id("node-primitives[0]").click()
    page.get_by_test_id("param-attr").fill("Hp")
    page.get_by_test_id("param-op").select_option("ge")
    page.get_by_test_id("param-value").fill("2")
    page.get_by_test_id("param-value").press("Enter")
    expect(page.get_by_test_id("reading")).to_have_text("While Hp is at least 2: Range +1")
    page.get_by_test_id("form-condition").select_option("promotedTo")
    expect(page.get_by_test_id("reading")).to_contain_text("it became a queen")
    page.get_by_test_id("form-condition").select_option("piece")
    page.get_by_test_id("param-type").fill("rook")
    page.get_by_test_id("param-type").press("Enter")
    expect(page.get_by_test_id("reading")).to_contain_text("it is a rook")


#: Choose a form and type into the field that it brings before the browser has painted it; Enter comes later.
TYPE_AT_ONCE = """async () => {
  const find = name => document.querySelector(`[data-testid="${name}"]`);
  const say = (field, value, event) => {
    field.value = value;
    field.dispatchEvent(new Event(event, {bubbles: true}));
  };
  const everything = {childList: true, subtree: true};
  const drawn = new Promise(done => new MutationObserver(done).observe(document.body, everything));
  say(find("form-condition"), "piece", "change");
  await drawn;
  say(find("param-type"), "rook", "input");
  const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  for (let frame = 0; frame < 10; frame++) await painted();
}"""


def test_nothing_that_is_typed_gets_lost(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    take(page, "conditional", "modify-movement-range")
    page.get_by_test_id("node-primitives[0]").click()
    page.evaluate(TYPE_AT_ONCE)
    expect(page.get_by_test_id("param-type")).to_have_value("rook")
    page.get_by_test_id("param-type").press("Enter")
    expect(page.get_by_test_id("reading")).to_contain_text("it is a rook")
    expect(page.get_by_test_id("verdict")).to_have_text("Can be played.")
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("param-type")).not_to_have_value("rook")
    page.get_by_test_id("modifier-name").fill("Half typed")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Take them back").click()
    expect(page.get_by_test_id("modifier-name")).to_have_value("Half typed")


def test_problems_stand_at_their_primitives(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    take(page, "on-capture")
    slot = page.get_by_test_id("slot-primitives[0].primitives[0]")
    expect(slot).to_have_text("put something in here")
    expect(page.get_by_test_id("verdict")).to_have_text("1 problem")
    take(page, "add-to-attribute")
    expect(page.get_by_test_id("verdict")).to_have_text("Can be played.")
    attribute = page.get_by_test_id("param-attr")
    attribute.fill("no name")
    attribute.press("Enter")
    expect(attribute).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_test_id("node-form")).to_contain_text("the text 'no name'")
    page.get_by_test_id("node-primitives[0]").click()
    expect(page.get_by_test_id("problem")).to_contain_text("the text 'no name'")


def test_nothing_jumps_while_it_is_composed(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site, size=(1280, 1600))  # so tall that no click scrolls
    take(page, "on-capture", "add-to-attribute")
    expect(page.get_by_test_id("sandbox-board")).to_be_visible()
    node, board = page.get_by_test_id("node-primitives[0]"), page.get_by_test_id("sandbox-board")
    before = (node.bounding_box(), board.bounding_box())
    take(page, "conditional", "on-move")
    expect(page.get_by_test_id("verdict")).to_contain_text("problem")
    assert (node.bounding_box(), board.bounding_box()) == before


def test_the_sandbox_says_what_is_missing_in_it(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    take(page, "on-capture", "add-to-attribute")
    expect(page.get_by_test_id("sandbox-board")).to_be_visible()
    page.get_by_test_id("sandbox-hp").select_option("0")
    expect(page.get_by_test_id("sandbox-trouble")).to_contain_text("Hp")
    page.get_by_test_id("sandbox-hp").select_option("2")
    expect(page.get_by_test_id("sandbox-trouble")).to_have_count(0)
    choice = page.get_by_test_id("sandbox-carrier")
    types = choice.locator("option").evaluate_all("options => options.map(option => option.value)")
    assert {"pawn", "amazon"} <= {*types}
    for carrier in ("pawn", "amazon", "cannon", "king"):
        page.get_by_test_id("sandbox-carrier").select_option(carrier)
        expect(page.get_by_test_id("sandbox-carriers")).to_contain_text(f"white {carrier} on d4")
        expect(page.get_by_test_id("sandbox-trouble")).to_have_count(0)
    assert "my-piece" not in types
    places = [("promotion", "queen", "c3"), ("start", "queen", "d1"), ("start", "amazon", "d1")]
    for scene, carrier, square in places:
        page.get_by_test_id("sandbox-carrier").select_option(carrier)
        page.get_by_test_id("sandbox-scene").select_option(scene)
        expect(page.get_by_test_id("sandbox-carriers")).to_contain_text(f"white {carrier} on {square}")


def test_pieces_of_the_project_carry_it_too(windows: Windows, site: Serving) -> None:
    page = windows.open(f"{site.address}/workshop")
    page.get_by_test_id("insert").click()
    page.get_by_test_id("insert-piece").click()
    page.get_by_test_id("visual-editors").click()
    page.get_by_test_id("open-composer").click()
    take(page, "on-capture", "add-to-attribute")
    page.get_by_test_id("sandbox-carrier").select_option("my-piece")
    expect(page.get_by_test_id("sandbox-carriers")).to_contain_text("white my-piece on d4")
    play(page, "sandbox-board", "d4", "f5")
    expect(page.get_by_test_id("sandbox-carriers")).to_contain_text("white my-piece on f5: Hp 2")
    expect(page.get_by_test_id("sandbox-trouble")).to_have_count(0)


def test_the_library_keeps_gives_back_and_survives_broken_storage(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    page.evaluate(f"localStorage.setItem('{MODIFIERS}', '[{{\"id\": 3}}, null]')")
    page.get_by_test_id("modifier-name").fill("Grudge")
    take(page, "modify-movement-range")
    page.get_by_test_id("save").click()
    stored = json.loads(page.evaluate(f"localStorage.getItem('{MODIFIERS}')"))
    assert [(kept["id"], kept["name"]) for kept in stored] == [("grudge", "Grudge")]
    page.evaluate(f"localStorage.setItem('{MODIFIERS}', JSON.stringify([...{json.dumps(stored)}, 'junk']))")
    page.get_by_test_id("visual-editors").click()
    page.get_by_test_id("open-composer").click()
    page.get_by_test_id("library").click()
    expect(page.get_by_test_id("library-dialog")).to_contain_text("could not be read")
    page.get_by_role("button", name="Delete Grudge").click()
    expect(page.get_by_test_id("library-open-grudge")).to_have_count(0)
    page.get_by_role("button", name="Take it back").click()
    page.get_by_test_id("library-open-grudge").click()
    expect(page.get_by_test_id("reading")).to_have_text("Range +1")
    assert exported(page)["id"] == "grudge"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_the_composer_fits_every_screen(
    windows: Windows, site: Serving, size: tuple[int, int], theme: str
) -> None:
    page = open_composer(windows, site, size=size, color_scheme=theme)
    take(page, "on-capture", "conditional", "add-to-attribute")
    expect(page.get_by_test_id("sandbox-board")).to_be_visible()
    play(page, "sandbox-board", "d4", "f5")
    expect(page.get_by_test_id("sandbox-trace")).to_contain_text("Nxf5")
    assert overflow(page) <= 0
    demand_no_serious_findings(page)


def test_a_modifier_leads_into_a_game_and_is_shown_to_a_room(windows: Windows, site: Serving) -> None:
    page = open_composer(windows, site)
    page.get_by_test_id("modifier-name").fill("Grudge")
    take(page, "on-capture", "add-to-attribute")
    expect(page.get_by_test_id("verdict")).to_have_text("Can be played.")
    page.get_by_test_id("put-in-profile").click()
    expect(page.get_by_test_id("toast").filter(has_text="Grudge for knights")).to_be_visible()
    page.get_by_test_id("play-modifier").click()
    expect(page.get_by_test_id("board")).to_be_visible()
    assert "/room/" in page.url
    open_tab(page, "rules")
    rules = page.get_by_test_id("rules")
    expect(rules.locator("[data-profile=grudge-knight]")).to_be_visible()
    expect(rules.locator("[data-preset=piece-hp]")).to_be_visible()
    kept = page.evaluate(f"localStorage.getItem({MODIFIERS!r})")
    script = f"localStorage.setItem({MODIFIERS!r}, {json.dumps(kept)})"
    fresh = windows.open(site.room("chess"), script=script)
    open_tab(fresh, "rules")
    fresh.get_by_test_id("register-modifier").select_option("grudge")
    expect(fresh.get_by_test_id("rules")).to_contain_text("Modifiers of this room")
