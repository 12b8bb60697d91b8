"""Rows of matches that are put away and taken up again: snapshots against saves, and digests of old moves."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from rete_chess.bench.row import Row
from rete_chess.compiler import ActivePreset, Program, program_of
from rete_chess.engine import Engine
from rete_chess.match import Match, format_save, parse_save, resume_match

#: Half-moves of the matches.
PLIES: Final = 100

#: Plain chess, and matches with many facts, rules and profiles.
GAMES: Final[dict[str, Callable[[], Program]]] = {
    "chess": partial(program_of, "chess"),
    "warlords": partial(program_of, "warlords", profiles=["royal-guard"]),
    "piece-hp": partial(
        program_of, "chess", [ActivePreset("piece-hp")], profiles=["wild-queens", "iron-knights"]
    ),
}


def snapshot_rows(count: int) -> list[Row]:
    """The rows of taking and resuming snapshots; a round resumes so many matches of each kind."""
    rows = []
    for name in GAMES:
        ready = partial(_match, name)
        rows += [
            Row(f"resume {name}", "matches", _resume(name, count), _load(name, count), "from a save", ready),
            Row(f"snapshot {name}", "matches", _take(name, count), prepare=ready),
        ]
    return [*rows, Row("moves and digests chess", "plies", _digests, prepare=partial(_match, "chess"))]


@cache
def _match(name: str) -> Match:
    """A random match of a hundred half-moves."""
    program = GAMES[name]()
    for seed in range(1000):
        match, choose = Match(program), random.Random(seed).choice
        while not match.is_over and match.current_index < PLIES:
            match.play(choose(match.legal_moves()))
        if match.current_index == PLIES:
            return match
    raise AssertionError(f"no match of {name} has {PLIES} half-moves")


@cache
def _kept(name: str) -> tuple[dict[str, Any], str]:
    """A match as a store has it: its snapshot, and its save."""
    snapshot: dict[str, Any] = json.loads(json.dumps(_match(name).snapshot()))
    resume_match(snapshot)  # the rules are compiled
    return snapshot, format_save(_match(name))


def _resume(name: str, count: int) -> Callable[[int], int]:
    return lambda _: sum(resume_match(_kept(name)[0]).current_index == PLIES for _ in range(count))


def _load(name: str, count: int) -> Callable[[int], int]:
    return lambda _: sum(parse_save(_kept(name)[1]).current_index == PLIES for _ in range(count))


def _take(name: str, count: int) -> Callable[[int], int]:
    return lambda _: sum(bool(_match(name).snapshot()) for _ in range(count))


def _digests(_: int) -> int:
    """All digests of a match that nobody has asked before, by going back once."""
    engine = Engine(_match("chess").program)
    for record in _match("chess").engine.move_log:
        engine.apply(str(record.move))
    return len({record.digest for record in engine.move_log})
