"""Compare where budgets run out in two installations: `compare_steps.py FOLDER FOLDER [SHARE/OF]`.

Honest and hostile documents are played under large and small budgets, by the package of each folder on both
networks, in processes of their own with other hashes. Each call must come to the same, or stop at the same
step for the same reason. The exit code is 1 if one does not.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

NETWORKS = ("native", "durable")


def told(folder: Path, network: str, seed: int, share: str) -> list[str]:
    """What the package of a folder tells, line by line; the first line is where it was found."""
    number, of = share.split("/")
    code = (
        "import sys, rete_chess.resources, rete_chess.bench.steps as steps\n"
        "print(rete_chess.__file__, rete_chess.resources.build())\n"
        "for line in steps.lines(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])): print(line)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code, network, str(int(number) - 1), of],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": str(seed)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return answer.stdout.splitlines()


def main() -> int:
    folders, share = [Path(name).resolve() for name in sys.argv[1:3]], (sys.argv[3:] or ["1/1"])[0]
    if len(folders) != 2:
        raise SystemExit(__doc__)
    first: list[str] = []
    problems = 0
    for seed, (folder, network) in enumerate((folder, network) for folder in folders for network in NETWORKS):
        where, *lines = told(folder, network, seed, share)
        first = first or lines
        differing = [pair for pair in zip(first, lines) if pair[0] != pair[1]]
        problems += len(differing) + abs(len(lines) - len(first))
        stopped = sum("[E_BUDGET]" in line for line in lines)
        print(f"{where}, {network}: {len(lines):,} lines, {stopped:,} stopped, {len(differing)} differ")
        for ours, theirs in differing[:3]:
            print(f"  - {ours}\n  + {theirs}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
