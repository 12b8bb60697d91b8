"""Settings with which an attribute begins: within its bounds, whole where it is, no life used up at once."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Match, ReteChessError


@pytest.mark.parametrize(
    ("preset", "config", "expected"),
    [
        ("piece-hp", {"hp": 0}, "more than 0"),
        ("piece-hp", {"hp": -5}, "more than 0"),
        ("piece-shield", {"shield": -1}, "at least 0"),
        ("piece-shield", {"shield": 1.5}, "a number without a fraction"),
        ("pawn-stamina", {"stamina": -1}, "at least 0"),
    ],
)
def test_an_attribute_cannot_begin_with_any_number(
    preset: str, config: dict[str, Any], expected: str
) -> None:
    match = Match("chess")
    with pytest.raises(ReteChessError) as caught:
        match.set_active_presets([{"id": preset, "config": config}])
    assert (caught.value.code, caught.value.expected) == ("E_CONFIG", expected)
    assert match.engine.active_presets == ()


@pytest.mark.parametrize(("preset", "config"), [("piece-hp", {"hp": 1}), ("piece-shield", {"shield": 0})])
def test_an_attribute_may_begin_at_its_bounds(preset: str, config: dict[str, Any]) -> None:
    match = Match("chess")
    match.set_active_presets([{"id": preset, "config": config}])
    assert [use.id for use in match.engine.active_presets] == [preset]
