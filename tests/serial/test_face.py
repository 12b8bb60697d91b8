"""The face of the package: what it shows, and what it costs those who ask for little."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rete_chess import serial
from tests.cli.helpers import environment


def modules_after(code: str) -> set[str]:
    """The modules of ours that a fresh process has imported after some lines."""
    told = (
        f"{code}\nimport json, sys\nprint(json.dumps([m for m in sys.modules if m.startswith('rete_chess')]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", told], env=environment(), capture_output=True, check=True, text=True
    )
    return set(json.loads(done.stdout))


def test_every_name_is_there() -> None:
    assert sorted(serial.__all__) == serial.__all__
    assert all(callable(getattr(serial, name)) for name in serial.__all__)
    assert set(serial.__all__) <= set(dir(serial))


def test_no_other_name_is() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        serial.nonsense  # type: ignore[attr-defined]  # noqa: B018


#: Lines, and the modules that they do not need.
SPARED = {
    "from rete_chess import Engine; Engine().apply('e4')": ("rete_chess.serial",),
    "import rete_chess.cli": ("rete_chess.serial",),
    "from rete_chess.serial import error_data": (
        "rete_chess.engine",
        "rete_chess.compiler",
        "rete_chess.serial.shapes",
    ),
    "from rete_chess import Match, serial; m = Match(); m.play('e4'); serial.record_data(m)": (
        "rete_chess.serial.shapes",
        "rete_chess.checks",
        "rete_chess.testing",
        "rete_chess.primitives.catalog",
        "rete_chess.drawing",
    ),
}


@pytest.mark.parametrize("code", SPARED)
def test_what_is_not_asked_for_is_not_imported(code: str) -> None:
    assert modules_after(code).isdisjoint(SPARED[code])
