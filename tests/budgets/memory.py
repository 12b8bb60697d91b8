"""`python -m tests.budgets.memory`: many varied documents loaded, played and dropped in one process.

Each is a variant on 16 × 16 with pieces, moves, rules and attributes of its own, so that nothing which was
made for one serves another. It tells the most memory that the process had, as often as it grew by 10 MB.
The exit code is 1 if that was more than 250 MB.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from pathlib import Path

from rete_chess import Budget, Match, ReteChessError, load_text
from rete_chess.compiler import compile_document
from rete_chess.metering import under

MEGABYTES = 250.0
_FORWARD = "abcdefghijklmnop"


def document(number: int) -> str:
    """The variant of a number, unlike all others."""
    chance = random.Random(number)
    names = chance.sample(
        ["rook", "bishop", "queen", "knight", "pawn", "cannon", "archbishop", "chancellor"], 4
    )
    letters = dict(zip("abcd", names))
    rows = ["".join(chance.choices("abcd", k=16)) for _ in range(chance.randint(1, 3))]
    middle = ["16"] * (14 - 2 * len(rows))
    white = [row.upper() for row in reversed(rows)]
    placement = "/".join(["7k8", *rows, *middle, *white, "7K8"])
    leaps = ", ".join(f"[{chance.randint(1, 5)}, {chance.randint(1, 5)}]" for _ in range(4))
    squares = ", ".join(
        f"{chance.choice(_FORWARD)}{chance.randint(1, 16)}" for _ in range(chance.randint(2, 30))
    )
    rules = "".join(_rule(n, number, chance, names, squares) for n in range(chance.randint(1, 8)))
    return (
        f"kind: variant\nid: varied-{number}\nname: Varied\ndescription: One of many.\n"
        "board: {width: 16, height: 16}\n"
        f"pieces: {{k: king, {', '.join(f'{letter}: {name}' for letter, name in letters.items())}}}\n"
        f'fen: "{placement} w - - 0 1"\n'
        f"attributes: {{N{number}: {{of: piece, type: int, start: {number}}}}}\n"
        f"moves:\n  - {{for: {{type: {names[0]}}}, add: [{{leap: [{leaps}], tag: t{number}}}]}}\n"
        f"rules:\n{rules}"
    )


def _rule(place: int, number: int, chance: random.Random, names: list[str], squares: str) -> str:
    kind, other = chance.sample(names, 2)
    at = chance.choice(("move", "capture", "turn-end"))
    first = (
        f"piece: {{id: $a, type: {kind}, N{number}: {{ge: {number - place}}}, square: {{in: [{squares}]}}}}"
    )
    second = f"piece: {{id: $b, type: {other}, square: {{near: $a}}}}"
    return (
        f"  - {{id: r{place}-{number}, at: {at}, when: [{{{first}}}, {{{second}}}],"
        f" do: [{{add: {{target: $b, attr: N{number}, by: {place + 1}}}}}]}}\n"
    )


def play(number: int, network: str, moves: int) -> int:
    """Load one, play some moves and drop all of it; how many half-moves were played."""
    chance = random.Random(number)
    program = compile_document(load_text(document(number), f"varied-{number}.variant.yaml"))
    match = Match(program, network=network)
    for played in range(moves):
        legal = match.legal_moves()
        if not legal:
            return played
        match.play(chance.choice(legal))
    return moves


def megabytes() -> float:
    """The most memory that this process has had; where Linux does not tell that, with what it came from."""
    try:
        told = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(next(line.split()[1] for line in told.splitlines() if line.startswith("VmHWM:"))) / 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run(network: str, documents: int, moves: int) -> float:
    """Play so many, one after another; the most megabytes."""
    shown = megabytes()
    played = refused = 0
    for number in range(documents):
        try:
            with under(Budget.server()):
                played += play(number, network, moves)
        except ReteChessError as error:
            refused += 1
            print(f"{number}: {error}", flush=True)
        if megabytes() > shown + 10:
            shown = megabytes()
            print(f"{number + 1} documents: {shown:.0f} MB", flush=True)
    print(f"{network}: {documents} documents, {played} half-moves, {refused} refused, {megabytes():.0f} MB")
    return megabytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=300)
    parser.add_argument("--moves", type=int, default=6)
    parser.add_argument("--network", default="durable", choices=("native", "durable"))
    asked = parser.parse_args()
    most = run(asked.network, asked.documents, asked.moves)
    print(f"{time.process_time():.1f} s of CPU time")
    return 1 if most > MEGABYTES else 0


if __name__ == "__main__":
    sys.exit(main())
