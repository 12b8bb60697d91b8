"""Windows of a real browser. What goes wrong in any of them is noted and fails the test."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)
from typing_extensions import Self

from tests.page.browsers import browser_path
from tests.page.serving import Room

DESK: Final = (1280, 800)
TABLET: Final = (768, 1024)
PHONE: Final = (390, 844)
#: How long a window waits for anything, in milliseconds.
PATIENCE: Final = 20_000
#: Where a browser keeps the keys of its seats.
SEATS: Final = "rete-chess:seats:v1"


class Windows:
    """A browser and the windows that a test opens in it."""

    def __init__(self, shots: Path) -> None:
        self._shots = shots
        self._pages: list[Page] = []
        self._allowed: list[str] = []
        self._name = ""
        self.errors: list[str] = []

    def __enter__(self) -> Self:
        expect.set_options(timeout=PATIENCE)
        self._playwright = sync_playwright().start()
        self._browser: Browser = self._playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        return self

    def __exit__(self, *error: object) -> None:
        self._browser.close()
        self._playwright.stop()

    # -- a test --------------------------------------------------------------------------------

    def begin(self, name: str) -> None:
        self._name, self._pages, self.errors, self._allowed = name, [], [], []

    def end(self) -> None:
        """Take a picture of each window, close them, and demand that nothing went wrong."""
        for number, page in enumerate(self._pages, 1):
            if not page.is_closed():
                self.shoot(page, "" if len(self._pages) == 1 else str(number))
        for context in list(self._browser.contexts):
            context.close()
        wrong = [e for e in self.errors if not any(re.search(found, e) for found in self._allowed)]
        assert wrong == []

    def allow(self, pattern: str) -> None:
        """Let errors pass that a test brings about on purpose."""
        self._allowed.append(pattern)

    def shoot(self, page: Page, name: str = "") -> Path:
        """A picture of a window."""
        self._shots.mkdir(parents=True, exist_ok=True)
        path = self._shots / f"{'-'.join(filter(None, (self._name, name)))}.png"
        page.screenshot(path=path)
        return path

    # -- windows -------------------------------------------------------------------------------

    def open(
        self,
        where: str | Room,
        size: tuple[int, int] = DESK,
        context: BrowserContext | None = None,
        script: str = "",
        **settings: Any,
    ) -> Page:
        """A window at an address, in a browser of its own unless one is named. In a room it has the seat of
        its creator; an address is entered by a stranger. A script runs before all others of the page."""
        if context is None:
            viewport = {"width": size[0], "height": size[1]}
            context = self._browser.new_context(viewport=viewport, **settings)  # type: ignore[arg-type]
        if isinstance(where, Room):
            context.add_init_script(
                f"if (location.origin === {where.origin!r} && !localStorage.getItem({SEATS!r}))"
                f" localStorage.setItem({SEATS!r}, {where.seats!r})"
            )
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        self._pages.append(page)
        address = where.address if isinstance(where, Room) else where
        self._watch(page, urlsplit(address).netloc)
        page.goto(address)
        return page

    def _watch(self, page: Page, host: str) -> None:
        def hear(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.errors.append(f"{message.type}: {message.text}")

        def note(request: Request) -> None:
            parts = urlsplit(request.url)
            if parts.scheme not in ("data", "blob") and parts.netloc != host:
                self.errors.append(f"request to elsewhere: {request.url}")

        page.on("console", hear)
        page.on("pageerror", lambda error: self.errors.append(f"exception: {error}"))
        page.on("request", note)
