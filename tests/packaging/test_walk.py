"""How far a reader has to walk: the modules whose functions run while one capture of atomic is played.

`python -m tests.packaging.test_walk` prints them, in the order in which they are entered.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import rete_chess
from rete_chess import Engine

PACKAGE = Path(rete_chess.__file__).resolve().parent
MOST_MODULES = 36


def passed_modules(network: str) -> list[str]:
    """The modules that a capture passes, each once, in order; the networks have been asked before."""
    engine = Engine("atomic", network=network)
    for move in ("e2e4", "d7d5", "e4d5"):
        engine.apply(move)
    engine.undo()
    seen: dict[str, None] = {}

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(PACKAGE):
                seen.setdefault(path.relative_to(PACKAGE).as_posix())

    sys.setprofile(note)
    try:
        engine.apply("e4d5")
    finally:
        sys.setprofile(None)
    return list(seen)


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_capture_passes_few_modules(network: str) -> None:
    passed = passed_modules(network)
    assert len(passed) <= MOST_MODULES, "\n".join(passed)


if __name__ == "__main__":
    print("\n".join(passed_modules("native")))
