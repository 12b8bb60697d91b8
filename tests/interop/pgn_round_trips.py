"""Games of all kinds written as PGN into one file, and read back: the same moves, results and digests.

`python -m tests.interop.pgn_round_trips --games 1000` is the long run; the suite runs a short one.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from rete_chess import Match
from rete_chess.compiler import catalog, program_of
from rete_chess.io import format_pgn
from rete_chess.match.pgn import read_games
from rete_chess.match.pgn.playing import Replayer
from tests.match.games import MIXED, mixed, play_random


class Told(NamedTuple):
    """What is compared of a game."""

    name: str
    moves: tuple[str, ...]
    result: str
    state: str
    digest: str


def told(name: str, match: Match) -> Told:
    """All that a match has to be equal in."""
    moves = tuple(str(record.move) for record in match.engine.move_log)
    return Told(name, moves, str(match.result), match.engine.state_hash(), match.digest)


def matches(count: int, seed: int) -> Iterator[tuple[str, Match]]:
    """Random games: of every shipped variant in turn, and of mixtures in which much happens between moves."""
    names = [*catalog.variants().list(), *(f"mixed {name}" for name in MIXED)]
    for number in range(count):
        name, chance = names[number % len(names)], Random(f"{seed} {number}")
        is_mixed = name.startswith("mixed ")
        program = mixed(name.removeprefix("mixed ")) if is_mixed else program_of(name)
        match = Match(program, network="native", seed=f"{seed} {number}")
        play_random(match, chance, chance.randrange(60), 0.2 if is_mixed else 0)
        if not match.is_over and chance.random() < 0.5:
            side = chance.choice(["white", "black"])
            chance.choice([match.resign, match.time_out, match.offer_draw])(side)
        yield f"{number} {name}", match


def differences(count: int, seed: int, file: Path) -> list[str]:
    """Play games, write them all, read them all, and tell which differ and how."""
    written = []
    with file.open("w", encoding="utf-8") as out:
        for name, match in matches(count, seed):
            written.append(told(name, match))
            print(format_pgn(match, {"Event": name}), file=out)
    replayer, found, read = Replayer(), [], 0
    for before, game in zip(written, read_games(file)):
        match = replayer.replay(game).match  # type: ignore[assignment]
        read += 1
        problems = [f"{problem.line}: {problem.message}" for problem in game.problems]
        if match is None or problems:
            found.append(f"{before.name}: {problems}")
            continue
        after = told(game.tags["Event"], match)
        found += [
            f"{before.name}: {field} {old} -> {new}"
            for field, old, new in zip(Told._fields, before, after)
            if old != new
        ]
    return found if read == len(written) else [*found, f"{len(written)} games written, {read} read"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.pgn"
        found = differences(wishes.games, wishes.seed, file)
        size = file.stat().st_size
    print("\n".join(found))
    print(f"{wishes.games} games, {size:,} bytes, {len(found)} differences")
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
