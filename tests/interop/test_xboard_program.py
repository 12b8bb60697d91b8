"""XBoard lets two of our engines end a game; `tests.interop.xboard_program` lets them play whole ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.xboard_program import MISSING, play, screen

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"{MISSING} is not installed")


def test_xboard_sees_a_game_to_its_mate(tmp_path: Path) -> None:
    with screen() as display:
        pgn = play(tmp_path, display, "normal", "7k/8/5K2/8/8/8/8/5Q2 w - - 0 1", depth=3)
    assert '[Result "1-0"]' in pgn
    assert "Checkmate" in pgn or "checkmate" in pgn
    assert "Forfeit" not in pgn
