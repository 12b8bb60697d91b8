"""Random games of presets, modifiers or damaged documents, played on two networks at once, move by move; and
random games under all laws.


`python -m rete_chess.cli.commands.lockstep NETWORK SUBJECT SEED FIRST COUNT` plays some games and prints
one JSON object after each: the last one before a crash tells how far it came. A game that takes too much
time ends the process by a signal.
"""

from __future__ import annotations

import json
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from rete_chess.compiler import Program
from rete_chess.engine import Engine
from rete_chess.errors import ReteChessError, RuleFailedError
from rete_chess.network.soak_worker import end_with_starter
from rete_chess.testing.random_programs import choose_modifiers, choose_program

#: The subject of games under laws, whose programs and courses are chosen by their own seeds.
LAWS: Final = "laws"
#: Seconds of the processor after which a game is slow, and after which it is ended.
SLOW: Final = 2.0
LONGEST: Final = 60.0
#: Half-moves of a game.
MAX_PLIES: Final = 60
#: Combinations that are tried for one game.
MAX_DRAWS: Final = 100


@dataclass
class Tally:
    """The figures of some games, and the differences found."""

    games: int = 0
    refused: int = 0  # combinations that make no game, in place of which others were drawn
    plies: int = 0
    firings: int = 0
    mismatches: int = 0
    acts: int = 0  # of games under laws: moves, changes, ways back; with questions, saves, snapshots
    questions: int = 0
    saves: int = 0
    snapshots: int = 0
    told: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)  # games that took long, with their seconds


def play(kind: str, subject: str, seed: int, first: int, count: int) -> Iterator[Tally]:
    """Play games of a subject, numbered from `first` on, and yield the tally after each."""
    if subject == LAWS:
        yield from play_by_laws(kind, range(seed + first, seed + first + count))
        return
    tally = Tally()
    for number in range(first, first + count):
        start = time.process_time()
        name, difference = try_one(subject, kind, Random(f"{seed}:{number}"), tally)
        seconds = time.process_time() - start
        tally.games += 1
        if difference is not None:
            tally.mismatches += 1
            tally.told.append(f"game {number} of seed {seed}, {name}: {difference}")
        if seconds > SLOW:
            tally.slow.append(f"game {number} of seed {seed}, {name}: {seconds:.1f} s")
        yield tally


def draw(subject: str, random: Random, tally: Tally) -> tuple[str, Program | None]:
    """A random program of a subject and its name; what makes no game is drawn again, but for documents, of
    which most are meant to be refused."""
    for _ in range(1 if subject == "documents" else MAX_DRAWS):
        name, program = SUBJECTS[subject](random)
        if program is not None:
            break
        tally.refused += 1
    return name, program


def try_one(subject: str, kind: str, random: Random, tally: Tally) -> tuple[str, str | None]:
    """The name of a game that was played, and the first difference; an error without a code is one."""
    name = subject
    try:
        name, program = draw(subject, random, tally)
        if program is not None:
            return name, play_game(program, kind, random, tally, PLIES.get(subject, MAX_PLIES))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return name, f"{type(error).__name__} in {where}: {str(error)[:200]}"
    return name, None if subject == "documents" else f"none of {MAX_DRAWS} combinations makes a game"


def limit_time() -> None:
    """Let the process end if the next game takes more than `LONGEST` seconds of the processor."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, LONGEST)


def choose_document(random: Random) -> tuple[str, Program | None]:
    """A shipped document with random damage: its name, and its program or None if it is refused."""
    from rete_chess.cli.commands.document_trials import try_document  # late: the others need none of it

    return try_document(random)


#: The subjects of random games, each with the choice of its programs.
SUBJECTS: Final[dict[str, Callable[[Random], tuple[str, Program | None]]]] = {
    "games": choose_program,
    "modifiers": choose_modifiers,
    "documents": choose_document,
}
#: The half-moves of a game, where they are not `MAX_PLIES`.
PLIES: Final = {"documents": 10}


def play_by_laws(kind: str, seeds: range) -> Iterator[Tally]:
    """Play games under all laws, each by a seed of its own, and yield the tally after each."""
    from rete_chess.testing.laws.game import LawGame  # late: the other subjects need nothing of it

    tally = Tally()
    for seed in seeds:
        game = LawGame(seed, kind)
        finding = game.play()
        tally.games += 1
        for name, count in vars(game.figures).items():
            setattr(tally, name, getattr(tally, name) + count)
        if finding is not None:
            tally.mismatches += 1
            tally.told.append(f"seed {seed}: {finding}")
        yield tally


def play_game(
    program: Program, kind: str, random: Random, tally: Tally, plies: int = MAX_PLIES
) -> str | None:
    """Play a random game on both networks, take it back, and return the first difference or None."""
    pair = [Engine(program, network=kind), Engine(program, network="native")]
    starts = [engine.state_hash() for engine in pair]
    for ply in range(1, plies + 1):
        moves, others = (list(engine.legal_moves()) for engine in pair)
        if moves != others:
            return f"half-move {ply}: other legal moves"
        if not moves:
            break
        move = random.choice(moves)
        tested, expected = (_outcome(engine, move) for engine in pair)
        for what, value in expected.items():
            if tested[what] != value:
                return f"half-move {ply}, {move}: other {what}"
        tally.plies += 1
        tally.firings += len(expected["firings"])
    for engine in pair:
        while engine.move_log:
            engine.undo()
    if [engine.state_hash() for engine in pair] != starts:
        return "taking everything back does not lead to the start"
    return None


def _outcome(engine: Engine, move: str) -> dict[str, Any]:
    """The visible outcome of a move: its firings, its events, and the state it left."""
    try:
        record = engine.apply(move)
    except ReteChessError as error:
        if isinstance(error, RuleFailedError) and not isinstance(error.__cause__, ReteChessError):
            raise error.__cause__ or error from None  # a rule of a document never fails by itself
        return {
            "error": str(error),
            "firings": [],
            "events": [],
            "result": None,
            "state": engine.state_hash(),
        }
    return {
        "error": None,
        "firings": record.trace.firings.copy(),
        "events": record.trace.events.copy(),
        "result": record.result,
        "state": engine.state_hash(),
    }


def main(arguments: list[str]) -> None:
    kind, subject, *numbers = arguments
    seed, first, count = map(int, numbers)
    end_with_starter()
    limit_time()
    for tally in play(kind, subject, seed, first, count):
        print(json.dumps(vars(tally)), flush=True)
        limit_time()


if __name__ == "__main__":
    main(sys.argv[1:])
