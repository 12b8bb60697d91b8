"""Without a browser the page is not tested; this says so, and fails where a browser must be there."""

from __future__ import annotations

import pytest

from tests.page.browsers import IS_NEEDED, missing


def test_there_is_a_browser() -> None:
    found = missing()
    if found and not IS_NEEDED:
        pytest.skip(found)
    assert found == ""
