"""The lines by which builds are compared: the same in every process, on both networks."""

from __future__ import annotations

import os
import subprocess
import sys

from rete_chess.bench.steps import lines


def test_another_process_on_another_network_tells_the_same() -> None:
    share = ("5", "14")
    own = list(lines("native", *map(int, share)))
    words = [sys.executable, "-m", "rete_chess.bench.steps", "durable", *share]
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    told = subprocess.run(words, capture_output=True, text=True, check=True, env=env).stdout.splitlines()
    assert told == own
    assert any("[E_BUDGET]" in line for line in own)
    assert any("digest" in line for line in own)
