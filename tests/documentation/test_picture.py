"""The picture in the README is the one that the command draws today."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import run  # noqa: F401
from tests.cli.helpers import Run

ROOT = Path(__file__).resolve().parents[2]
MOVES = "e2e4 d7d5 d1f3 g8f6 b1c3 c7c6 f1c4 e7e6 e4d5"


def test_picture_is_current(run: Run) -> None:  # noqa: F811
    drawn = run("svg", "warlords", "--moves", MOVES).out
    committed = (ROOT / "docs" / "traced-move.svg").read_text(encoding="utf-8")
    assert committed == drawn, (
        f'draw it anew: rete-chess svg warlords --moves "{MOVES}" -o docs/traced-move.svg'
    )
