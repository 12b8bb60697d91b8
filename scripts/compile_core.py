"""Compile the core with mypyc in a copy of the package, and compare it with the interpreted one.

The sources stay as they are: the copy is made in `build/compiled/`, and whoever puts that folder
on PYTHONPATH runs compiled. Each contender counts in a process of its own, in turns; the ratio is
the median over the rounds. The exit code is 1 if the counts differ or nothing compiled was loaded.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "compiled"
COPIED = ("rete_chess", "rules", "descriptors", "schemas")

#: What is counted: a name, the position and the depth.
POSITIONS = (
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
)


@dataclass(frozen=True)
class Count:
    """One perft run: the nodes, the seconds, and the file the board came from."""

    nodes: int
    seconds: float
    file: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3, help="runs of each contender (default 3)")
    rounds = parser.parse_args().rounds
    copy_package()
    run_worker("build", folder=TARGET)
    contenders = {"interpreted": ROOT, "compiled": TARGET}
    if importlib.util.find_spec("chess"):
        contenders["python-chess"] = ROOT
    problems: list[str] = []
    for name, fen, depth in POSITIONS:
        counts = measure(contenders, fen, depth, rounds)
        report(f"{name}, depth {depth}", counts)
        problems += findings(name, counts)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


def copy_package() -> None:
    """A fresh copy of the package and its data in the build folder."""
    shutil.rmtree(TARGET, ignore_errors=True)
    for name in COPIED:
        shutil.copytree(ROOT / name, TARGET / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))


def run_worker(job: str, *arguments: str, folder: Path) -> str:
    """Do a job of this script in a process of its own that imports the package from `folder`."""
    result = subprocess.run(
        [sys.executable, __file__, job, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    if result.returncode:
        sys.stderr.write(result.stdout)
        raise SystemExit(f"error: the job {job!r} failed in {folder}")
    return result.stdout


def build() -> None:
    """Compile every module of the core in place; the working folder is the copy."""
    from mypyc.build import mypycify
    from setuptools import setup

    modules = sorted(str(path) for path in Path("rete_chess/core").glob("*.py") if path.name != "__init__.py")
    # An empty config file name keeps the settings of the checkout out of the build.
    extensions = mypycify(["--config-file=", *modules], group_name="rete_chess_core")
    setup(name="rete-chess-core", packages=[], ext_modules=extensions, script_args=["-q", "build_ext", "-i"])


def count(contender: str, fen: str, depth: str) -> None:
    """Count once and print the `Count` as JSON."""
    counter = count_chess if contender == "python-chess" else count_core
    print(json.dumps(asdict(counter(fen, int(depth)))))


def count_core(fen: str, depth: int) -> Count:
    from rete_chess import Engine
    from rete_chess.core import board as module
    from rete_chess.core.perft import perft

    engine = Engine(fen=fen)
    start = time.perf_counter()
    nodes = perft(engine.board, depth)
    return Count(nodes, time.perf_counter() - start, str(module.__file__))


def count_chess(fen: str, depth: int) -> Count:
    import chess

    def perft(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(board, depth - 1)
            board.pop()
        return nodes

    board = chess.Board(fen)
    start = time.perf_counter()
    nodes = perft(board, depth)
    return Count(nodes, time.perf_counter() - start, chess.__file__)


def measure(contenders: dict[str, Path], fen: str, depth: int, rounds: int) -> dict[str, list[Count]]:
    """The counts of each contender, round by round, taken in turns."""
    counts: dict[str, list[Count]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, folder in contenders.items():
            answer = run_worker("count", name, fen, str(depth), folder=folder)
            counts[name].append(Count(**json.loads(answer)))
    return counts


def report(title: str, counts: dict[str, list[Count]]) -> None:
    """Print nodes and median seconds of each contender, and how much faster the compiled core is."""
    print(title)
    for name, runs in counts.items():
        seconds = statistics.median(run.seconds for run in runs)
        pairs = zip(runs, counts["compiled"])
        ratio = statistics.median(run.seconds / compiled.seconds for run, compiled in pairs)
        print(f"  {name:<13}{runs[0].nodes:>10,} nodes{seconds:>9.3f} s   compiled is {ratio:.2f}x as fast")


def findings(title: str, counts: dict[str, list[Count]]) -> list[str]:
    """What must not be: unequal counts, or a contender that ran the wrong files."""
    problems = []
    nodes = {name: sorted({run.nodes for run in runs}) for name, runs in counts.items()}
    if len({tuple(found) for found in nodes.values()}) > 1 or any(len(found) > 1 for found in nodes.values()):
        problems.append(f"{title}: the node counts differ: {nodes}")
    if not all(run.file.endswith(tuple(EXTENSION_SUFFIXES)) for run in counts["compiled"]):
        problems.append(f"{title}: no compiled module was loaded, found {counts['compiled'][0].file}")
    if not all(run.file.endswith(".py") for run in counts["interpreted"]):
        problems.append(f"{title}: the interpreted run loaded {counts['interpreted'][0].file}")
    return problems


if __name__ == "__main__":
    if sys.argv[1:2] == ["build"]:
        build()
    elif sys.argv[1:2] == ["count"]:
        count(*sys.argv[2:])
    else:
        sys.exit(main())
