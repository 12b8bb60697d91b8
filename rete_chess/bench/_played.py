"""Games for a stopwatch: one side of a comparison of installations, run by `rete_chess.bench.against`.

It stands in the folder of the installation that it measures, which may be older than this file: it uses only
what every version has. Each line of its input is a job as JSON; each is answered by one line, with the CPU
seconds it took, how much was done, and a digest by which both sides know that they did the same.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

#: How much was done, and what makes it comparable.
Done = tuple[int, str]
#: The timed part of a job, after its preparation.
Work = Callable[[], Done]


@cache
def _program(source: str, presets: tuple[str, ...], modifiers: tuple[tuple[str, str], ...]) -> Any:
    from rete_chess.compiler import ActivePreset, ModifierChoice, catalog, compile_document, program_of
    from rete_chess.documents import load_document

    if source.endswith(".yaml"):
        return compile_document(load_document(Path(source)))
    carried = [ModifierChoice(catalog.modifier(name, {}), {"type": kind}) for name, kind in modifiers]
    return program_of(source, [ActivePreset(name) for name in presets], carried)


def _engines(job: dict[str, Any]) -> Iterator[Any]:
    from rete_chess.engine import Engine

    modifiers = tuple((name, kind) for name, kind in job.get("modifiers", ()))
    program = _program(job["variant"], tuple(job.get("presets", ())), modifiers)
    while True:
        yield Engine(program, network=job.get("network", "native"))


def _games(job: dict[str, Any], step: Callable[[Any, Any], None], *, is_text: bool = False) -> Done:
    """Random games: a step is given the engine and a random one of its legal moves."""
    choose, plies, told = Random(job["seed"]).choice, job["work"], hashlib.sha256()
    done = 0
    for engine in _engines(job):
        moves = engine.legal_moves()
        while engine.result is None and done < plies:
            move = choose(list(moves)) if is_text else choose(moves)
            told.update(str(move).encode())
            step(engine, move)
            moves = engine.legal_moves()
            done += 1
        if done >= plies:
            return done, told.hexdigest()
    raise AssertionError


def _apply(engine: Any, move: Any) -> None:
    engine.apply(move)


def _there_and_back(engine: Any, move: Any) -> None:
    engine.apply(move)
    engine.undo()
    engine.apply(move)


def games(job: dict[str, Any]) -> Work:
    """Games whose moves are chosen from the list of legal moves."""
    return lambda: _games(job, _apply)


def listed_games(job: dict[str, Any]) -> Work:
    """Games in which each list of legal moves is read to its end, as most programs do."""
    return lambda: _games(job, lambda engine, move: _apply(engine, str(move)), is_text=True)


def undone_games(job: dict[str, Any]) -> Work:
    """Games in which every move is taken back and made again."""
    return lambda: _games(job, _there_and_back)


def applied(job: dict[str, Any]) -> Work:
    """The same game over and over, by texts that are known: `apply` alone."""
    texts: list[str] = []

    def note(engine: Any, move: Any) -> None:
        texts.append(str(move))
        engine.apply(move)

    _games(job, note)
    engines = _engines(job)

    def work() -> Done:
        engine = next(engines)
        for text in texts:
            if engine.result is not None:
                engine = next(engines)
            engine.apply(text)
        return len(texts), ""

    return work


def listing(job: dict[str, Any]) -> Work:
    """The texts of all legal moves of positions of a game."""
    positions: list[Any] = []

    def note(engine: Any, move: Any) -> None:
        positions.append(engine.clone())
        engine.apply(move)

    _games(job, note)

    def work() -> Done:
        told, count = hashlib.sha256(), 0
        for engine in positions:
            texts = [str(move) for move in engine.legal_moves()]
            told.update(" ".join(sorted(texts)).encode())
            count += len(texts)
        return count, told.hexdigest()

    return work


def matches(job: dict[str, Any]) -> Work:
    """A match: moves played, half of them undone and redone."""
    from rete_chess.match import Match

    def work() -> Done:
        choose, match, done = Random(job["seed"]).choice, Match(job["variant"]), 0
        while done < job["work"]:
            if match.engine.result is not None:
                match = Match(job["variant"])
            match.play(str(choose(match.engine.legal_moves())))
            done += 1
            if done % 2:
                match.undo()
                match.redo()
        return done, match.engine.fen()

    return work


def counts(job: dict[str, Any]) -> Work:
    """Node counts by the core."""
    from rete_chess.compiler import program_of
    from rete_chess.core.fen import parse_fen
    from rete_chess.core.perft import perft

    program = program_of(job["variant"])

    def work() -> Done:
        nodes = perft(parse_fen(program.book, job.get("fen") or program.start), job["work"])
        return nodes, str(nodes)

    return work


def searches(job: dict[str, Any]) -> Work:
    """A search of so many nodes; which ones is up to the version, so only their rate is comparable."""
    from rete_chess.match.players import Limits, think

    engine = next(_engines(job))

    def work() -> Done:
        thought = think(engine.clone(), Limits(nodes=job["work"]))
        return thought.nodes if thought else 0, ""

    return work


JOBS: dict[str, Callable[[dict[str, Any]], Work]] = {
    job.__name__: job
    for job in (games, listed_games, undone_games, applied, listing, matches, counts, searches)
}


def _timed(job: dict[str, Any]) -> list[Any]:
    work = JOBS[job["does"]](job)
    gc.collect()
    gc.freeze()
    start = time.process_time()
    done, digest = work()
    seconds = time.process_time() - start
    gc.unfreeze()
    return [seconds, done, digest]


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(_timed(json.loads(line))), flush=True)
