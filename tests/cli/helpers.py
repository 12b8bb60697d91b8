"""What the tests of the command line share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).resolve().parents[2]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ERROR_KEYS = {"code", "message", "found", "expected", "file", "line", "column", "hint"}


@dataclass(frozen=True)
class Outcome:
    """How a run of the program ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on standard output."""
        return json.loads(self.out)


class Run(Protocol):
    def __call__(self, *words: str, lines: str = "") -> Outcome: ...


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that finds the package without an installation."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def start(*words: str, typed: bytes = b"", **more: str) -> Outcome:
    """Run the program in a process of its own; `more` are environment variables."""
    done = subprocess.run(
        [sys.executable, "-m", "rete_chess", *words],
        env=environment(**more),
        input=typed,
        capture_output=True,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())
