"""A process that plays games: lines of JSON in and out.

It ends when nobody tells it anything more, and leaves Ctrl-C to who started it.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Any, BinaryIO

import orjson

from rete_chess.balance.games import demand_terms, play_game
from rete_chess.balance.plan import Data
from rete_chess.errors import ReteChessError


def main() -> None:
    with suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    said = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whoever prints does not speak for us
    with suppress(BrokenPipeError):
        answer(sys.stdin.buffer, said)


def answer(asked: BinaryIO, said: Any) -> None:
    """Play what is asked for, line by line."""
    terms: dict[int, Data] = {}
    for line in asked:
        job = orjson.loads(line)
        contest = job["contest"]
        try:
            if "terms" in job:
                terms[contest] = job["terms"]
                demand_terms(terms[contest])
        except ReteChessError as error:
            said.write(orjson.dumps({"refused": str(error)}) + b"\n")
            continue
        said.write(orjson.dumps(play_game(terms[contest], job["game"])) + b"\n")


if __name__ == "__main__":
    main()
