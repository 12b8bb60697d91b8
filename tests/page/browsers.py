"""Whether there is a browser for the tests, and where."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

#: Where Debian and others put it.
_PATHS = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
#: Set where it must be there: without it the tests fail rather than being skipped.
IS_NEEDED = os.environ.get("RETE_CHESS_BROWSER") == "needed"


def browser_path() -> str | None:
    """The browser, if there is one."""
    return next((path for path in _PATHS if Path(path).exists()), None)


def missing() -> str:
    """What is missing for tests in a browser; empty if nothing is."""
    if importlib.util.find_spec("playwright") is None:
        return "the page is not tested: playwright is missing (make test installs it)"
    if browser_path() is None:
        return "the page is not tested: Chromium is missing (apt install chromium)"
    return ""
