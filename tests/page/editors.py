"""Ways of tests into the editors, and what they do there again and again."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.page.serving import Serving
from tests.page.windows import Windows

Json = dict[str, Any]

#: How long the first answer of a server may take that has just been started, in milliseconds.
FIRST = 20_000
MODIFIERS = "houserules:custom-modifiers:v1"
#: A modifier that hinders every move.
STUCK: Json = {
    "kind": "modifier",
    "id": "stuck",
    "type": "data",
    "version": 1,
    "name": "Stuck",
    "primitives": [
        {"kind": "block-move-type", "moveTypes": ["move", "capture", "double-step", "en-passant"]}
    ],
}


def open_workshop(windows: Windows, site: Serving, **settings: Any) -> Page:
    page = windows.open(f"{site.address}/workshop", **settings)
    expect(page.get_by_test_id("visual-editors")).to_be_visible()
    return page


def open_profile_editor(windows: Windows, site: Serving, **settings: Any) -> Page:
    """The profile editor with a new profile, above the workshop."""
    page = open_workshop(windows, site, **settings)
    page.get_by_test_id("visual-editors").click()
    page.get_by_test_id("open-profile-editor").click()
    expect(page.get_by_test_id("start-board")).to_be_visible(timeout=FIRST)
    return page


def open_composer(windows: Windows, site: Serving, **settings: Any) -> Page:
    """The composer with a new modifier, above the workshop."""
    page = open_workshop(windows, site, **settings)
    page.get_by_test_id("visual-editors").click()
    page.get_by_test_id("open-composer").click()
    expect(page.get_by_test_id("palette")).to_be_visible(timeout=FIRST)
    return page


def import_document(page: Page, document: Json) -> None:
    """Give the editor on top a file."""
    file = {"name": "given.json", "mimeType": "application/json", "buffer": json.dumps(document).encode()}
    page.get_by_test_id("import-file").last.set_input_files(files=[file])  # type: ignore[arg-type]


def profile(name: str, *entries: Json, **more: Any) -> Json:
    by_type = [entry for entry in entries if "pieceType" in entry]
    by_square = [entry for entry in entries if "square" in entry]
    lists = {"perType": by_type, "perInstance": by_square}
    return {"kind": "profile", "id": name, "name": name.capitalize(), **lists, **more}


def add_to_type(page: Page, piece_type: str, kind: str, color: str = "both") -> None:
    page.get_by_test_id("tab-perType").click()
    page.get_by_test_id("receiver-type").select_option(piece_type)
    page.get_by_test_id("receiver-color").select_option(color)
    page.get_by_test_id("kind-select").select_option(kind)
    page.get_by_test_id("add-entry").click()


def add_to_square(page: Page, square: str, kind: str) -> None:
    page.get_by_test_id("tab-perInstance").click()
    page.get_by_test_id("start-board").locator(f'[data-square="{square}"]').click()
    page.get_by_test_id("kind-select").select_option(kind)
    page.get_by_test_id("add-entry").click()


def entries(page: Page, listing: str) -> Locator:
    page.get_by_test_id(f"tab-{listing}").click()
    return page.get_by_test_id(f"entries-{listing}").locator("> li")


def exported(page: Page) -> Json:
    """The document of the editor on top, as its file."""
    with page.expect_download() as waiting:
        page.get_by_test_id("export").last.click()
    document: Json = json.loads(waiting.value.path().read_text(encoding="utf-8"))
    return document


def press_until_disabled(button: Locator) -> int:
    """How often a button can be pressed."""
    count = 0
    while button.is_enabled():
        button.click()
        count += 1
        assert count < 200
    return count


def play(page: Page, board: str, *squares: str) -> None:
    """Click on squares of a board."""
    for square in squares:
        page.get_by_test_id(board).locator(f'[data-square="{square}"]').click()


def overflow(page: Page) -> int:
    """How much wider the uppermost editor is than its window."""
    script = "boxes => { const box = boxes[boxes.length - 1]; return box.scrollWidth - box.clientWidth; }"
    found: int = page.locator("dialog.layer .body").evaluate_all(script)
    return found
