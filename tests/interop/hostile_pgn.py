"""PGN that means harm, made as it is read: whatever comes, memory stays bounded and time goes with the bytes.

`python -m tests.interop.hostile_pgn --megabytes 1000` is the long run, each attack in a process of its
own and through a pipe; the suite runs short ones.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Final

from tests.cli.helpers import environment

PIECE: Final = 65_536
#: The games that are played; millions of small ones are only read.
MOST_PLAYED: Final = 1000
HEAD: Final = b'[Event "harm"]\n\n1. e4 '
NEXT: Final = b'\n\n[Event "after"]\n[Result "*"]\n\n1. d4 d5 *\n'

#: What follows the beginning of a game, again and again.
ENDLESS: Final[dict[str, bytes]] = {
    "variations in one another": b"(",
    "variations that open and move": b"(1. d4 ",
    "variations side by side": b"(1. d4)",
    "variations that end": b")",
    "one comment": b"x",  # behind a brace
    "comments": b"{ a } ",
    "comments to the end of a line": b"; a",
    "one line of letters": b"a",
    "one line of moves": b"e4 e5 ",
    "one line of numbers": b"1. ",
    "one line of digits": b"1",
    "zeros": b"\0",
    "blanks": b" ",
    "lines": b"\n",
    "line ends of old": b"\r",
    "judgements": b"!",
    "numbered judgements": b"$1 ",
    "tags": b'\n[A "b"]',
    "games": b"1. e4 * ",
    "results": b"* ",
    "brackets": b"[",
    "half a tag": b'\n[A "',
    "quotes": b'"',
    "escapes": b'\n[A "\\\\',
    "bytes that are no text": b"\xff\xfe",
    "signs of percent": b"\n%",
    "comments without an end": b"{ ",
}


def attack(name: str, size: int) -> Iterator[bytes]:
    """The bytes of an attack: a game that goes on for so many of them, and a sound one behind it."""
    yield HEAD + (b"{" if name == "one comment" else b"")
    unit = ENDLESS[name]
    piece = unit * (PIECE // len(unit))
    for _ in range(size // len(piece)):
        yield piece
    yield unit * (size % len(piece) // len(unit))
    yield NEXT


def deep(depth: int) -> bytes:
    """Variations so deep in one another, each of which ends."""
    return HEAD + b"(1. d4 " * depth + b")" * depth + b" *" + NEXT


def _run(name: str, size: int) -> tuple[float, float, dict[str, int], int]:
    """Read an attack in another process: processor seconds, megabytes, codes that were found, sound games."""
    words = [sys.executable, "-m", "tests.interop.hostile_pgn", "--read"]
    process = subprocess.Popen(words, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for piece in attack(name, size):
        process.stdin.write(piece)
    process.stdin.close()
    told = json.loads(process.stdout.read())
    process.wait()
    return told["seconds"], told["megabytes"], told["codes"], told["sound"]


def _read() -> None:
    """Read standard input, and tell what it took."""
    import resource

    from rete_chess.match.pgn import read_games
    from rete_chess.match.pgn.playing import Replayer
    from rete_chess.match.pgn.statistics import Statistics

    replayer, statistics = Replayer(), Statistics()
    begun = time.process_time()
    for game in read_games(sys.stdin.buffer):
        statistics.add(game, replayer.replay(game) if game.number <= MOST_PLAYED else None)
    told = {
        "seconds": time.process_time() - begun,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "codes": statistics.codes,
        "sound": statistics.sound,
    }
    print(json.dumps(told))


def main(out: Callable[[str], object] = print) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=50)
    parser.add_argument("--only", choices=ENDLESS, action="append")
    parser.add_argument("--read", action="store_true", help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    if wishes.read:
        _read()
        return
    for name in wishes.only or ENDLESS:
        seconds, megabytes, codes, sound = _run(name, int(wishes.megabytes * 1_000_000))
        found = ", ".join(f"{count:,} {code}" for code, count in sorted(codes.items()))
        out(f"{name:32} {seconds:7.1f} s  {megabytes:5.0f} MB  {sound} sound  {found}")
        sys.stdout.flush()


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    main()
