"""A server, a browser, and windows whose every error and request is noted."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.browsers import missing
from tests.page.serving import Serving

if TYPE_CHECKING:
    from tests.page.windows import Windows

#: Where pictures of the windows are put.
SHOTS = Path(os.environ.get("RETE_CHESS_SHOTS", "build/page"))
#: Without a browser only `test_browser.py` is left, which says so.
collect_ignore = [
    path.name
    for path in Path(__file__).parent.glob("test_*.py")
    if missing() and path.name != "test_browser.py"
]


@pytest.fixture(scope="module")
def site() -> Iterator[Serving]:
    """A server for the tests of a module; proposals wait for 60 seconds."""
    with Serving() as serving:
        yield serving


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    """A way to start servers of one's own, which are stopped at the end."""
    started: list[Serving] = []

    def start(**settings: str) -> Serving:
        started.append(Serving(**settings))
        return started[-1]

    yield start
    for serving in started:
        serving.stop()


@pytest.fixture(scope="module")
def _windows() -> Iterator[Windows]:
    from tests.page.windows import Windows

    with Windows(SHOTS) as windows:
        yield windows


@pytest.fixture
def windows(_windows: Windows, request: pytest.FixtureRequest) -> Iterator[Windows]:
    """Windows of a browser. At the end a picture of each is taken, and none may have met an error."""
    _windows.begin(re.sub(r"\W+", "-", request.node.name.removeprefix("test_")).strip("-"))
    yield _windows
    _windows.end()
