"""The time the program takes to start, measured from outside."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rete_chess.bench._document_rows import LINES, page

#: Where the page of rules lies that one of the commands validates.
_PAGE: Final = "page.variant.yaml"
#: What a program begins with that uses no program of an earlier start.
_ANEW: Final = "import os; os.environ['RETE_CHESS_CACHE'] = '0'"

#: What is started: the bare interpreter to compare with, the engine in a program of one's own, and commands.
STARTS: Final[dict[str, tuple[str, ...]]] = {
    "python": ("-c", "pass"),
    "--help": ("-m", "rete_chess", "--help"),
    "Engine('chess')": ("-c", "import rete_chess; rete_chess.Engine('chess')"),
    "the same, compiled anew": ("-c", f"{_ANEW}; import rete_chess; rete_chess.Engine('chess')"),
    "moves chess": ("-m", "rete_chess", "moves", "chess"),
    f"validate {LINES} lines": ("-m", "rete_chess", "validate", _PAGE),
}


def measure_startup(times: int) -> dict[str, float]:
    """The median of some starts of each, in seconds of the wall clock; the kinds take turns."""
    if not times:
        return {}
    seconds: dict[str, list[float]] = {name: [] for name in STARTS}
    with TemporaryDirectory() as folder:
        Path(folder, _PAGE).write_text(page(0), encoding="utf-8")
        for words in STARTS.values():
            _start(
                words, folder
            )  # the first one writes bytecode, as an installation does, and keeps its program
        for _ in range(times):
            for name, words in STARTS.items():
                seconds[name].append(_start(words, folder))
    return {name: round(statistics.median(taken), 4) for name, taken in seconds.items()}


def _start(words: tuple[str, ...], folder: str) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, *words], cwd=folder, env=_environment(folder), check=True, capture_output=True
    )
    return time.perf_counter() - start


def _environment(folder: str) -> dict[str, str]:
    """This process's environment, with the package on its path, bytecode and programs in a folder."""
    root = str(Path(__file__).resolve().parents[2])
    old = os.environ.get("PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    path = f"{root}{os.pathsep}{old}" if old else root
    return {
        **kept,
        "PYTHONPATH": path,
        "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode")),
        "RETE_CHESS_CACHE": str(Path(folder, "programs")),
    }
