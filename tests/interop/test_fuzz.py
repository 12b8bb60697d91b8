"""A short run of random and mutated lines for each protocol; `tests.interop.fuzz` has the long one."""

from __future__ import annotations

import pytest

from tests.interop.fuzz import QUESTIONS, SEEDS, harass, lines_of


@pytest.mark.parametrize("protocol", SEEDS)
def test_engines_survive_any_lines(protocol: str) -> None:
    assert harass(protocol, lines_of(protocol, 200, 7), *QUESTIONS[protocol]) > 100
