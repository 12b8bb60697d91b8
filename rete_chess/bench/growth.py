"""Growth: how the time of a half-move grows with what a game has, row by row."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import log
from random import Random
from typing import Any, Final

from rete_chess.bench._rule_programs import HEAD
from rete_chess.bench._rule_rows import networks
from rete_chess.compiler import ActivePreset, ModifierChoice, Program, catalog, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.engine import Engine

#: A row that grows with a higher power than this grows faster than what it counts.
LINEAR: Final = 1.1

#: Presets that go together, in the order in which they are added.
PRESETS: Final = (
    "piece-hp",
    "piece-shield",
    "berolina-pawns",
    "knight-immunity",
    "queen-splits",
    "poisoned-squares",
    "first-promotion-wins",
    "explosive-rook",
    "king-heals",
    "pawn-stamina",
    "berserker",
    "capture-to-win",
)
#: The types whose pieces carry an aura: of four, eight, sixteen or all thirty-two pieces.
CARRIERS: Final = {
    4: ("knight",),
    8: ("knight", "bishop"),
    16: ("pawn",),
    32: ("pawn", "knight", "bishop", "rook", "queen", "king"),
}
BOARD: Final = """
kind: variant
id: wide-{files}
name: Wide
description: Kings, rooks and pawns on a board of so many files.
board: {{width: {files}, height: 8}}
fen: "{start}"
pieces: {{p: pawn, r: rook, k: king}}
royal: [{{type: king}}]
"""


@dataclass(frozen=True)
class Growth:
    """One row: what is counted, how many of it, and the program with so many; of games, their lengths."""

    name: str
    sizes: tuple[int, ...]
    program: Callable[[int], Program]
    is_length: bool = False


@dataclass(frozen=True)
class Point:
    """One size of a row: half-moves, firings and steps of its games, and the CPU time of a half-move."""

    size: int
    plies: int
    firings: int
    steps: int
    seconds: float


def growth_rows() -> list[Growth]:
    """The rows: everything that a game may have more of."""
    return [
        Growth("rules that fire", (1, 10, 50, 200), firing_rules),
        Growth("chained rules", (10, 40, 160), chained_rules),
        Growth("auras", tuple(CARRIERS), auras),
        Growth("files", (8, 12, 16), wide_board),
        Growth("presets", (1, 4, 8, 12), presets),
        Growth("plies with rules", (100, 300, 1000), lambda plies: chained_rules(4), is_length=True),
        Growth("plies with an aura", (100, 300, 1000), lambda plies: auras(4), is_length=True),
    ]


def measured(row: Growth, plies: int) -> list[dict[str, Any]]:
    """A row as JSON, once for each network that can be used here."""
    return [data(row, network, measure_growth(row, network, plies)) for network in networks()]


def measure_growth(row: Growth, network: str, plies: int, seed: int = 0) -> list[Point]:
    """The points of a row, each with the same number of half-moves; of lengths, the last hundred of each."""
    points = []
    for size in row.sizes:
        program = row.program(size)
        assert program.book.types  # the tables are built here, too
        play(program, network, seed, 4)
        points.append(play(program, network, seed, size if row.is_length else plies, size))
    return points


def play(program: Program, network: str, seed: int, plies: int, size: int = 0) -> Point:
    """Play so many half-moves of a random game, or of several if they end early; the last hundred count."""
    choose, done, begin = Random(seed).choice, 0, max(0, plies - 100)
    firings = steps = 0
    taken, engine = 0.0, Engine(program, network=network)
    gc.collect()
    while done < plies:
        if engine.result is not None:
            engine = Engine(program, network=network)
        start = time.process_time()
        record = engine.apply(choose(_quiet(engine) or engine.legal_moves()))
        if done >= begin:
            taken += time.process_time() - start
            firings += len(record.trace.firings)
            steps += engine.cost.steps
        done += 1
    count = plies - begin
    return Point(size, count, firings, steps, taken / count)


def _quiet(engine: Engine) -> list[str]:
    """Moves that capture nobody and move no pawn: games of them last until they repeat themselves."""
    return [move for move in engine.legal_moves() if not move.is_capture and move.piece_type != "pawn"]


def exponent(points: list[Point]) -> float:
    """The power of the size with which the time of a half-move grows, from the first point to the last."""
    first, last = points[0], points[-1]
    return log(max(last.seconds, 1e-9) / max(first.seconds, 1e-9)) / log(last.size / first.size)


def data(row: Growth, network: str, points: list[Point]) -> dict[str, Any]:
    """A row as JSON."""
    return {
        "name": row.name,
        "network": network,
        "exponent": round(exponent(points), 2),
        "points": [
            {
                "size": point.size,
                "plies": point.plies,
                "firings": point.firings,
                "steps": point.steps,
                "microseconds": round(point.seconds * 1e6, 1),
            }
            for point in points
        ],
    }


# -- programs --------------------------------------------------------------------------------------


def _compiled(name: str, rules: str) -> Program:
    return compile_document(load_document(HEAD.format(id=name) + rules, f"{name}.variant.yaml"))


def firing_rules(count: int) -> Program:
    """The program of so many rules that all fire at every move."""
    rule = "  - {{id: f{0}, at: move, when: [{{event: {{piece: $p}}}}], do: [{1}]}}\n"
    action = "{add: {target: $p, attr: Steps, by: 1}}"
    return _compiled(f"firing-{count}", "".join(rule.format(number, action) for number in range(count)))


def chained_rules(count: int) -> Program:
    """The program of so many rules at one point, each activated by what the one before it has done."""
    when = "[{{event: {{piece: $p}}}}, {{piece: {{id: $p, Steps: {{ge: {0}}}}}}}]"
    rule = f"  - {{{{id: c{{0}}, at: move, when: {when}, do: [{{1}}]}}}}\n"
    action = "{add: {target: $p, attr: Steps, by: 1}}"
    rules = "".join(rule.format(number, action) for number in range(count))
    rest = "  - {id: rest, at: after-move, when: [{event: {piece: $p}}], "
    rest += "do: [{set: {target: $p, attr: Steps, to: 0}}]}\n"
    return _compiled(f"chained-{count}", rules + rest)


def auras(count: int) -> Program:
    """The program of chess in which so many pieces have an aura."""
    modifier = partial(catalog.modifier, "king-aura", {})
    return program_of("chess", (), [ModifierChoice(modifier(), {"type": kind}) for kind in CARRIERS[count]])


def wide_board(files: int) -> Program:
    """The program of a board of so many files, with the same pieces on each."""
    start = f"r{files // 2 - 1}k{files - files // 2 - 2}r/{'p' * files}/" + f"{files}/" * 4
    start += f"{'P' * files}/R{files // 2 - 1}K{files - files // 2 - 2}R w - - 0 1"
    text = BOARD.format(files=files, start=start)
    return compile_document(load_document(text, f"wide-{files}.variant.yaml"))


def presets(count: int) -> Program:
    """The program of chess with so many presets."""
    return program_of("chess", [ActivePreset(name) for name in PRESETS[:count]])
