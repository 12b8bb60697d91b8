"""Random games of shipped presets or of random modifiers, played on two networks at once, move by move.

`python -m rete_chess.cli.commands.lockstep NETWORK SUBJECT SEED FIRST COUNT` plays some games and prints
one JSON object after each: the last one before a crash tells how far it came.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from rete_chess.compiler import ActivePreset, ModifierChoice, Program, catalog, program_of
from rete_chess.engine import Engine
from rete_chess.errors import ReteChessError
from rete_chess.primitives import parse_modifier
from rete_chess.testing.random_modifiers import random_carriers, random_modifier

#: Half-moves of a game, and presets beside the variant's own.
MAX_PLIES: Final = 60
MAX_PRESETS: Final = 3
#: Modifiers of a game of modifiers, and how many of these games have hit points.
MAX_MODIFIERS: Final = 4
HP_SHARE: Final = 0.7


@dataclass
class Tally:
    """The figures of some games, and the differences found."""

    games: int = 0
    refused: int = 0  # combinations that cannot be compiled
    plies: int = 0
    firings: int = 0
    mismatches: int = 0
    told: list[str] = field(default_factory=list)


def play(kind: str, subject: str, seed: int, first: int, count: int) -> Iterator[Tally]:
    """Play games of a subject, numbered from `first` on, and yield the tally after each."""
    tally = Tally()
    for number in range(first, first + count):
        random = Random(f"{seed}:{number}")
        name, program = SUBJECTS[subject](random)
        difference = None
        if program is None:
            tally.refused += 1
        else:
            difference = play_game(program, kind, random, tally)
        tally.games += 1
        if difference is not None:
            tally.mismatches += 1
            tally.told.append(f"game {number} of seed {seed}, {name}: {difference}")
        yield tally


def choose_program(random: Random) -> tuple[str, Program | None]:
    """A random variant with some presets: its name, and its program or None if they cannot be combined."""
    variant = random.choice(catalog.variants().list())
    ids = random.sample(catalog.presets().list(), random.randint(0, MAX_PRESETS))
    presets = [ActivePreset(name, random.choice(("both", "both", "white", "black"))) for name in ids]
    name = " + ".join([variant, *(f"{preset.id}:{preset.scope}" for preset in presets)])
    try:
        return name, program_of(variant, presets)
    except ReteChessError:
        return name, None


def choose_modifiers(random: Random) -> tuple[str, Program | None]:
    """Chess whose pieces carry random modifiers, with hit points or without: its name and its program."""
    presets = [ActivePreset("piece-hp")] if random.random() < HP_SHARE else []
    choices = []
    for number in range(random.randint(1, MAX_MODIFIERS)):
        text = json.dumps(random_modifier(random, f"random-{number}", has_hp=bool(presets)))
        document = parse_modifier(text, f"random-{number}.modifier.json")
        choices.append(ModifierChoice(document, random_carriers(random)))
    name = " + ".join(json.dumps([choice.document.tree.value, choice.chosen]) for choice in choices)
    return name, program_of("chess", presets, choices)


#: The subjects of random games, each with the choice of its programs.
SUBJECTS: Final[dict[str, Callable[[Random], tuple[str, Program | None]]]] = {
    "presets": choose_program,
    "modifiers": choose_modifiers,
}


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
    for tally in play(kind, subject, seed, first, count):
        print(json.dumps(vars(tally)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
