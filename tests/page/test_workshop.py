"""The workshop, as somebody uses it who has never seen it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.acts import expect_toast, move, open_tab, piece, square
from tests.page.serving import Serving
from tests.page.test_everybody import demand_no_serious_findings
from tests.page.windows import PHONE, TABLET, Windows

BEARS = """\
kind: variant
id: war-bears
name: War bears
description: Bears for knights; captures earn honey, two of it win.
extends: chess
pieces: {w: bear}
fen: "rwbqkbwr/pppppppp/8/8/8/8/PPPPPPPP/RWBQKBWR w KQkq - 0 1"
attributes:
  Honey: {of: side, type: int, start: 0}
rules:
  - id: feast
    att: capture
    when: [{event: {side: $side, target: $prey}}]
    do: [{add: {target: {side: $side}, attr: Honey, by: 1}}]
result:
  ends: [{win: $side, reason: two pots of honey, when: [{side: {color: $side, Honey: {ge: 2}}}]}]
tests:
  - name: a capture feeds
    play: e2e4 d7d5 e4d5
    fires: [feast on d6]
"""


def write(page: Page, text: str) -> None:
    """Put a text in the place of the one that is written."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def begin(page: Page, kind: str, name: str, alone: bool = False) -> None:
    """Begin a document from its template."""
    page.get_by_test_id("new-document").click()
    page.get_by_test_id("begin-kind").select_option(kind)
    page.get_by_test_id("begin-id").fill(name)
    if alone:
        page.get_by_test_id("begin-alone").check()
    page.get_by_test_id("begin-make").click()


def expect_problems(page: Page, text: str) -> None:
    """Wait until the heading of the problems says something."""
    expect(page.get_by_test_id("problems").get_by_role("status")).to_have_text(text)


def test_from_an_empty_project_to_a_game(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/workshop")
    expect(page.get_by_test_id("live-board")).to_be_visible()
    begin(page, "variant", "war-bears", alone=True)
    begin(page, "piece", "bear")
    page.get_by_role("tab", name="war-bears.variant.yaml").click()
    write(page, BEARS)

    # Two mistakes: a key that does not exist has its repair beside it, ...
    expect(page.get_by_test_id("problem").filter(has_text="did you mean 'at'?")).to_contain_text("line 12")
    page.get_by_test_id("repair").click()
    expect_problems(page, "No problems")

    # ... and a test that does not hold leads to its line.
    open_tab(page, "tests")
    expect(page.get_by_test_id("test-verdict")).to_have_text("0 passed, 1 failed")
    expect(page.locator(".difference .found")).to_contain_text("war-bears/feast at capture on d5")
    page.locator(".difference").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("feast on d6")
    expect(page.locator(".cm-content")).to_be_focused()
    for key in ("End", "ArrowLeft", "Backspace", "5"):
        page.keyboard.press(key)
    expect(page.get_by_test_id("test-verdict")).to_have_text("1 passed, 0 failed")
    expect(page.locator(".coverage")).to_contain_text("1 of 1")

    # The board plays what is written, says what fired, and why something is not possible.
    open_tab(page, "board")
    for way in ("e2e4", "d7d5", "e4d5"):
        move(page, way)
    expect(page.get_by_test_id("live-moves")).to_have_text("e4 d5 exd5")
    expect(page.get_by_test_id("live-trace")).to_contain_text("white: Honey 0 → 1")
    expect(piece(page, "b8")).to_have_accessible_name("black bear")
    square(page, "b8").click()
    square(page, "e5").click()
    expect_toast(page, "the black bear on b8 does not reach e5")
    page.get_by_test_id("live-back").click()
    expect(page.get_by_test_id("live-moves")).to_have_text("e4 d5")

    # A rule leads to its line, also in a shipped document.
    open_tab(page, "rules")
    page.get_by_role("button", name="war-bears.variant.yaml:11").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("- id: feast")
    page.get_by_role("button", name="chess.variant.yaml:10").click()
    expect(page.get_by_test_id("shipped-document").locator(".is-marked")).to_contain_text("royal")
    page.keyboard.press("Escape")
    open_tab(page, "network")
    expect(page.get_by_test_id("network").locator(".node")).to_have_count(3)

    # Some games between equals, and what they say.
    open_tab(page, "fairness")
    page.get_by_test_id("play-some").click()
    expect(page.get_by_test_id("fair-verdict")).to_contain_text(re.compile("White scores|came to an end"))
    expect(page.get_by_test_id("fairness")).to_contain_text("war-bears/feast")
    page.get_by_test_id("play-some").click()
    expect(page.get_by_test_id("play-some")).to_have_text("More games")

    page.get_by_test_id("play-this").click()
    page.get_by_test_id("play-solo").click()
    page.wait_for_url("**/room/*")
    expect(piece(page, "g1")).to_have_accessible_name("white bear")
    move(page, "e2e4")


def put_in(page: Page, part: str) -> None:
    """Insert a part from the menu."""
    page.get_by_test_id("insert").click()
    page.get_by_test_id(f"insert-{part}").click()


def test_parts_are_inserted_and_mistakes_mended_by_presses(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/workshop")
    expect(page.get_by_test_id("live-board")).to_be_visible()
    for part in ("piece", "trigger-capture", "trigger-captured", "trigger-arrival", "tile", "end", "test"):
        put_in(page, part)
    tabs = page.get_by_test_id("document-tab")
    expect(tabs).to_have_text(["my-variant.variant.yaml", "my-piece.piece.yaml", "my-square.tile.yaml"])
    expect_problems(page, "No problems")
    open_tab(page, "tests")
    expect(page.get_by_test_id("test-verdict")).to_have_text("7 passed, 0 failed")
    windows.shoot(page, "inserted")

    # Mistakes that people make, each mended by the button beside its message.
    tabs.first.click()
    good = page.locator(".cm-content").inner_text()
    for right, wrong, button in [
        ("{event: {target: $victim, to: $where}}]", "{event: {target: $victim, to: $where}]", "Write }"),
        ("at: capture", "at:capture", "Put a space"),
        ("fires: [cheer on d5]", "fires: [chear on d5]", "Write cheer"),
    ]:
        assert right in good
        write(page, good.replace(right, wrong, 1))
        page.get_by_role("button", name=button, exact=True).first.click()
        expect_problems(page, "No problems")
    write(page, good.replace("m: my-piece", "m: my-piece, w: war-bear", 1))
    page.get_by_test_id("make-piece").click()
    expect(tabs).to_have_count(4)
    expect_problems(page, "No problems")

    page.get_by_test_id("play-this").click()
    page.get_by_test_id("play-solo").click()
    page.wait_for_url("**/room/*")
    expect(piece(page, "b1")).to_have_attribute("data-piece", "white my-piece")


def test_what_a_trigger_says_stands_by_the_move_and_in_the_trace(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/workshop")
    expect(page.get_by_test_id("live-board")).to_be_visible()
    page.get_by_test_id("play-this").click()
    page.get_by_test_id("play-solo").click()
    page.wait_for_url("**/room/*")
    for way in ("e2e4", "d7d5", "e4d5"):
        move(page, way)
    expect(page.locator(".preset-effects")).to_have_text("the black pawn falls")
    open_tab(page, "trace")
    expect(page.get_by_test_id("trace")).to_contain_text("the black pawn falls")


def test_what_is_wrong_in_another_document_is_told_where_it_is(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/workshop")
    expect(page.get_by_test_id("live-board")).to_be_visible()
    put_in(page, "piece")
    tabs, problem = page.get_by_test_id("document-tab"), page.get_by_test_id("problem")
    tabs.nth(1).click()
    page.locator(".cm-line", has_text="leap: knight").first.click()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    expect(problem).to_contain_text("The bracket `{` of line")
    tabs.first.click()
    expect(problem).to_contain_text("my-piece.piece.yaml · line 14")
    expect(page.get_by_test_id("repair")).to_have_count(0)
    windows.shoot(page, "elsewhere")
    problem.get_by_role("button").first.click()
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    page.get_by_test_id("repair").click()
    expect_problems(page, "No problems")
    expect(page.locator(".cm-content")).to_contain_text("{leap: knight}")


def test_a_repair_leaves_the_other_documents_alone(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/workshop")
    expect(page.get_by_test_id("live-board")).to_be_visible()
    put_in(page, "piece")
    tabs, text = page.get_by_test_id("document-tab"), page.locator(".cm-content")
    tabs.nth(1).click()
    expect(text).to_contain_text("leap: knight")
    write(page, text.inner_text().replace("leap: knight", "leap: nkight", 1))
    page.get_by_role("button", name="Write knight", exact=True).first.click()
    expect_problems(page, "No problems")
    for tab, words in [(0, "# pieces: {a: amazon}"), (1, "leap: knight"), (0, "# pieces: {a: amazon}")]:
        tabs.nth(tab).click()
        expect_problems(page, "No problems")
        expect(text).to_contain_text(words)


def test_words_are_completed_and_explained(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/workshop")
    write(page, "kind: variant\nid: x\nname: X\nextends: chess\n")
    expect_problems(page, "No problems")
    page.keyboard.type("rul")
    page.locator(".cm-tooltip-autocomplete li", has_text="rules").click()
    page.keyboard.type("id: a")
    page.keyboard.press("Enter")
    page.keyboard.type("at: tur")
    options = page.locator(".cm-tooltip-autocomplete li")
    expect(options.filter(has_text="turn-start")).to_be_visible()
    windows.shoot(page, "completion")
    labels = options.all_inner_texts()
    assert len(labels) == len({*labels})
    page.keyboard.press("Escape")
    page.locator(".cm-content").get_by_text("extends").hover()
    expect(page.locator(".cm-meaning")).to_contain_text("The id of the variant from which this one differs.")


def test_projects_are_kept_shared_and_moved_as_files(site: Serving, windows: Windows, tmp_path: Path) -> None:
    page = windows.open(f"{site.address}/workshop", permissions=["clipboard-read", "clipboard-write"])
    begin(page, "tile", "swamp", alone=True)
    imported = tmp_path / "imp.piece.yaml"
    imported.write_text("kind: piece\nid: imp\nletter: i\nmoves: [{leap: knight}]\n")
    page.get_by_test_id("import-input").set_input_files(imported)
    expect(page.get_by_test_id("document-tab")).to_have_count(2)
    page.get_by_test_id("project-menu").click()
    with page.expect_download() as download:
        page.get_by_test_id("export").click()
    assert download.value.suggested_filename == "imp.piece.yaml"
    assert Path(download.value.path()).read_text() == imported.read_text()
    page.get_by_test_id("project-menu").click()
    page.get_by_test_id("share").click()
    expect_toast(page, "The link is copied.")
    link = page.evaluate("() => navigator.clipboard.readText()")

    # Another browser opens the link; its own projects stay.
    other = windows.open(link)
    expect(other.get_by_test_id("document-tab")).to_have_text(["swamp.tile.yaml", "imp.piece.yaml"])
    assert "#" not in other.url
    other.get_by_test_id("project-menu").click()
    other.get_by_test_id("projects").click()
    expect(other.get_by_test_id("project")).to_have_count(2)
    other.get_by_test_id("project").first.click()
    expect(other.get_by_test_id("document-tab")).to_have_text(["my-variant.variant.yaml"])

    page.reload()
    expect(page.get_by_test_id("document-tab")).to_have_text(["swamp.tile.yaml", "imp.piece.yaml"])
    page.get_by_test_id("project-menu").click()
    page.get_by_test_id("remove").click()
    expect(page.get_by_test_id("document-tab")).to_have_count(1)
    page.get_by_test_id("toast").get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("document-tab")).to_have_count(2)


def test_every_size_in_light_and_dark(site: Serving, windows: Windows) -> None:
    for size in ((1280, 800), TABLET, PHONE):
        for scheme in ("light", "dark"):
            page = windows.open(f"{site.address}/workshop", size, color_scheme=scheme)
            expect(page.get_by_test_id("live-board")).to_be_visible()
            expect_problems(page, "No problems")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (size, scheme)
            demand_no_serious_findings(page)
            windows.shoot(page, f"{size[0]}-{scheme}")
            page.close()


def test_two_windows_show_the_same_and_only_variants_have_tests(site: Serving, windows: Windows) -> None:
    page = windows.open(f"{site.address}/workshop")
    other = windows.open(f"{site.address}/workshop", context=page.context)
    begin(page, "modifier", "grudge", alone=True)
    expect(other.get_by_test_id("document-tab")).to_have_text(["grudge.modifier.yaml"])
    expect_problems(page, "No problems")
    open_tab(page, "tests")
    expect(page.get_by_test_id("tab-tests")).to_have_text("Tests")
    expect(page.get_by_role("tabpanel")).to_contain_text("Variants and scenario files have tests.")
