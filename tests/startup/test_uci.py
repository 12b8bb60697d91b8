"""An engine answers to `uci` before it has loaded anything that plays."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.cli.helpers import environment

#: Lists the modules of a process that has been an engine, behind all that it said.
CODE = """
import atexit, json, sys
from rete_chess.cli import main
atexit.register(lambda: print(json.dumps(sorted(sys.modules))))
main(["uci"])
"""

SPARED = ("pydantic", "yaml", "rich", "rete_chess.compiler", "rete_chess.engine", "rete_chess.match")


def modules_after(*lines: str) -> tuple[list[str], list[str]]:
    """What an engine says to some lines, and the modules that it has loaded then."""
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=environment(),
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        check=True,
        text=True,
    )
    *said, modules = done.stdout.splitlines()
    return said, json.loads(modules)


def test_a_name_costs_no_engine() -> None:
    said, modules = modules_after("uci", "setoption name MultiPV value 2", "ucinewgame", "quit")
    assert said[-1] == "uciok"
    assert any("var atomic" in line for line in said)
    assert [name for name in modules if name.startswith(SPARED)] == []
    assert len([name for name in modules if name.startswith("rete_chess")]) <= 40


def test_who_is_asked_whether_it_is_ready_loads_what_plays() -> None:
    said, modules = modules_after("isready", "quit")
    assert said == ["readyok"]
    assert {"rete_chess.engine", "rete_chess.match.players"} <= set(modules)
