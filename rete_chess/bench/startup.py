"""How long the command line takes to start, seen from outside."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from rete_chess.resources import folder

#: What is started: the bare interpreter to compare with, and three commands.
STARTS: Final[dict[str, tuple[str, ...]]] = {
    "python": ("-c", "pass"),
    "--help": ("-m", "rete_chess", "--help"),
    "perft --depth 1": ("-m", "rete_chess", "perft", "--depth", "1"),
    "validate": ("-m", "rete_chess", "validate", str(folder("descriptors") / "variants/chess.variant.yaml")),
}


def measure_startup(times: int) -> dict[str, float]:
    """The median of some starts of each, in seconds of the wall clock; the kinds take turns."""
    seconds: dict[str, list[float]] = {name: [] for name in STARTS}
    for _ in range(times):
        for name, words in STARTS.items():
            seconds[name].append(_start(words))
    return {name: round(statistics.median(taken), 4) for name, taken in seconds.items() if taken}


def _start(words: tuple[str, ...]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *words], env=_environment(), check=True, capture_output=True)
    return time.perf_counter() - start


def _environment() -> dict[str, str]:
    """Ours, with the package found where this process found it."""
    root = str(Path(__file__).resolve().parents[2])
    old = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{old}" if old else root}
