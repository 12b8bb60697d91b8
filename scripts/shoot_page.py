"""Take the pictures of the page that the documentation shows, with a browser and a server of its own.

    python scripts/shoot_page.py [NAME ...]          the pictures of docs/page.md, all without names
    python scripts/shoot_page.py --views [NAME ...]  every view, three sizes, light and dark, in build/views

Needs Playwright and Chromium, as the tests of the page do.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "docs" / "page"
VIEWS_FOLDER: Final = ROOT / "build" / "views"
CHROMIUM: Final = "/usr/bin/chromium"
DESK: Final = (1280, 800)
PHONE: Final = (390, 844)
SIZES: Final = {"phone": PHONE, "tablet": (768, 1024), "desk": DESK}
#: A first answer may take a while on a busy machine, in milliseconds.
PATIENCE: Final = 30_000


class Shot(NamedTuple):
    """A picture: what is done before it is taken, in which size, light or dark."""

    prepare: Callable[[Page, str], None]
    size: tuple[int, int] = DESK
    scheme: str = "light"


# -- what is done ----------------------------------------------------------------------------------


def lobby(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_test_id("variant-frozen-lake").click()
    page.evaluate("scrollTo(0, 0)")


def solo(page: Page, site: str, variant: str, moves: str) -> None:
    """A board of one's own, after some moves."""
    page.goto(site)
    page.get_by_test_id(f"variant-{variant}").click()
    page.get_by_test_id("opponent-nobody").click()
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("/room/"))
    for count, move in enumerate(moves.split(), 1):
        page.get_by_test_id("move-input").fill(move)
        page.get_by_test_id("move-input").press("Enter")
        expect(page.locator("[data-testid=moves] .ply")).to_have_count(count)


BATTLE: Final = (
    "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 Nc3 d6 Bg5 h6 Bh4 Bg4 O-O O-O a3 a6 h3 Bh5 b4 Ba7"
    " Bxf6 Bxf3@shot Bxf7+ Nxe4 Bxf6@shot Bxf3 Bxa6@shot Bxf3"
)


def room(page: Page, site: str) -> None:
    solo(page, site, "warlords", BATTLE)
    page.get_by_test_id("tab-trace").click()
    page.locator("[data-square=f3]").click(button="right")
    expect(page.get_by_test_id("inspector")).to_be_visible()


def phone(page: Page, site: str) -> None:
    solo(page, site, "atomic", "e4 d5 Nf3 Nf6 Nc3")
    page.locator("[data-square=d5]").click()
    page.evaluate("scrollTo(0, 0)")


def replay(page: Page, site: str) -> None:
    solo(page, site, "petrified", "e4 d5 Nc3 Nf6 Nxd5 Bg4 Qf3 Bxf3 Bc4")
    code = page.url.rpartition("/")[2]
    page.goto(f"{site}/replay?room={code}")
    expect(page.get_by_test_id("replay-board")).to_be_visible()
    page.keyboard.press("End")


def rules(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_test_id("open-rules").click()
    page.get_by_test_id("preset-toggle-king-heals").check()
    expect(page.get_by_test_id("conflict").first).to_be_visible()


def workshop(page: Page, site: str) -> None:
    page.goto(f"{site}/workshop")
    expect(page.get_by_test_id("live-board")).to_be_visible()


def profile(page: Page, site: str) -> None:
    workshop(page, site)
    page.get_by_test_id("visual-editors").click()
    page.get_by_test_id("open-profile-editor").click()
    expect(page.get_by_test_id("start-board")).to_be_visible()
    for _ in range(2):
        page.get_by_test_id("add-entry").click()


def composer(page: Page, site: str) -> None:
    workshop(page, site)
    page.get_by_test_id("visual-editors").click()
    page.get_by_test_id("open-composer").click()
    page.get_by_test_id("modifier-name").fill("Grudge")
    page.get_by_test_id("take-on-capture").click()
    page.get_by_test_id("take-add-to-attribute").click()
    for square in ("d4", "f5"):
        page.get_by_test_id("sandbox-board").locator(f"[data-square={square}]").click()
    expect(page.get_by_test_id("sandbox-trace")).to_contain_text("my-modifier/on-capture")


SHOTS: Final = {
    "lobby": Shot(lobby),
    "room": Shot(room),
    "room-on-a-phone": Shot(phone, PHONE, "dark"),
    "rules": Shot(rules),
    "workshop": Shot(workshop),
    "profile-editor": Shot(profile),
    "composer": Shot(composer, scheme="dark"),
    "replay": Shot(replay, scheme="dark"),
}


# -- every view ------------------------------------------------------------------------------------


def beside(page: Page, address: str) -> Page:
    """A window of somebody else."""
    assert page.context.browser is not None
    other = page.context.browser.new_context().new_page()
    other.set_default_timeout(PATIENCE)
    other.goto(address)
    return other


def friends(page: Page, site: str) -> Page:
    """A game of two people after a move; the other's window."""
    page.goto(site)
    page.get_by_test_id("opponent-friend").click()
    page.get_by_test_id("side-white").click()
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("/room/"))
    other = beside(page, page.url)
    expect(other.get_by_test_id("player-black")).to_contain_text("you")
    page.get_by_test_id("move-input").fill("e4")
    page.get_by_test_id("move-input").press("Enter")
    expect(other.locator("[data-testid=moves] .ply")).to_have_count(1)
    return other


def room_of_white(page: Page, site: str) -> None:
    friends(page, site)


def room_of_black(page: Page, site: str) -> None:
    page.goto(friends(page, site).url)
    page.get_by_test_id("play-here").or_(page.locator("[data-square=e4]")).first.wait_for()
    page.keyboard.press("f")


def room_of_a_spectator(page: Page, site: str) -> None:
    friends(page, site)
    page.goto(f"{page.url}?watch")
    expect(page.locator("[data-square=e4] [data-piece]")).to_be_visible()


def room_elsewhere(page: Page, site: str) -> None:
    friends(page, site)
    address = page.url
    page.goto("about:blank")
    playing = page.context.new_page()
    playing.goto(address)
    expect(playing.get_by_test_id("player-white")).to_contain_text("you")
    page.goto(address)
    expect(page.get_by_test_id("elsewhere")).to_be_visible()


def room_with_rules(page: Page, site: str) -> None:
    solo(page, site, "frozen-lake", "e4 a6")
    page.get_by_test_id("tab-rules").click()


def room_with_a_drawer(page: Page, site: str) -> None:
    room_with_rules(page, site)
    page.get_by_test_id("change-rules").click()
    page.get_by_test_id("preset-toggle-king-heals").check()
    expect(page.get_by_test_id("conflict").first).to_be_visible()


def room_that_is_over(page: Page, site: str) -> None:
    solo(page, site, "chess", "f3 e5 g4 Qh4#")


def room_with_a_proposal(page: Page, site: str) -> None:
    other = friends(page, site)
    other.get_by_test_id("tab-rules").click()
    other.get_by_test_id("change-rules").click()
    other.get_by_test_id("preset-toggle-piece-hp").check()
    other.get_by_test_id("propose").click()
    expect(page.get_by_test_id("proposal")).to_be_visible()


def workshop_with_errors(page: Page, site: str) -> None:
    workshop(page, site)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("  - {name: another, ply: e2e4}\nextend: chess\n")
    expect(page.get_by_test_id("problem").first).to_be_visible()


def workshop_with_tests(page: Page, site: str) -> None:
    workshop(page, site)
    page.get_by_test_id("insert").click()
    page.get_by_test_id("insert-trigger-capture").click()
    page.get_by_test_id("tab-tests").click()
    expect(page.get_by_test_id("test-verdict")).to_have_text("3 passed, 0 failed")


def nowhere(page: Page, site: str) -> None:
    page.goto(f"{site}/nowhere")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()


VIEWS: Final = {
    "lobby": lobby,
    "lobby-rules": rules,
    "room": room,
    "room-white": room_of_white,
    "room-black": room_of_black,
    "room-spectator": room_of_a_spectator,
    "room-elsewhere": room_elsewhere,
    "room-rules": room_with_rules,
    "room-drawer": room_with_a_drawer,
    "room-over": room_that_is_over,
    "room-proposal": room_with_a_proposal,
    "workshop": workshop,
    "workshop-errors": workshop_with_errors,
    "workshop-tests": workshop_with_tests,
    "profile-editor": profile,
    "composer": composer,
    "replay": replay,
    "nowhere": nowhere,
}


def take_view(browser: Browser, site: str, name: str) -> None:
    """A view in all sizes, light and dark; it is prepared once."""
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": SIZES["desk"][0], "height": SIZES["desk"][1]})
    VIEWS[name](page, site)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.wait_for_timeout(700)
            page.screenshot(path=VIEWS_FOLDER / f"{name}-{size}-{scheme}.png")
    for context in browser.contexts:
        context.close()


# -- taking them -----------------------------------------------------------------------------------


@contextmanager
def serving() -> Iterator[str]:
    """A server on a free port, and its address."""
    words = ["serve", "--port", "0", "--store", ":memory:", "--log-level", "error"]
    server = subprocess.Popen([sys.executable, "-m", "rete_chess", *words], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1]
    finally:
        server.terminate()
        server.wait(timeout=10)


def take(browser: Browser, site: str, name: str) -> None:
    """One picture, in a window of its own."""
    shot = SHOTS[name]
    width, height = shot.size
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page.set_default_timeout(PATIENCE)
    shot.prepare(page, site)
    for _ in range(page.get_by_test_id("toast").count()):
        page.get_by_role("button", name="Dismiss").first.click()
    page.wait_for_timeout(1_000)
    page.screenshot(path=FOLDER / f"{name}.png")
    page.close()


def main(words: list[str]) -> None:
    is_all = "--views" in words
    names = [word for word in words if word != "--views"]
    (VIEWS_FOLDER if is_all else FOLDER).mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with serving() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in names or (VIEWS if is_all else SHOTS):
            (take_view if is_all else take)(browser, site, name)
            print(name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
