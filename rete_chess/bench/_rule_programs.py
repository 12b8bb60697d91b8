"""Programs for measurements: chess with rules that count, mark and tire pieces but leave the moves alone.

So a random game has the same moves with and without them, and only the rules' own cost differs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Final

from rete_chess.compiler import Program, compile_document
from rete_chess.documents import load_document
from rete_chess.facts.reads import Reads, Threshold
from rete_chess.facts.rules import Rule

#: The most rules of one document.
MAX_RULES: Final = 200

HEAD: Final = """
kind: variant
id: {id}
name: Measured rules
description: Chess with rules that only count.
extends: chess
attributes:
  Steps: {{of: piece, type: int, start: 0, max: 1000000}}
  Kills: {{of: piece, type: int, start: 0, max: 1000000}}
  Level: {{of: piece, type: int, start: 0, max: 1000000}}
rules:
"""

#: About 0.6 firings in a half-move of a random game, at eight of the twelve stages.
BASE: Final = """
  - id: pawn-takes
    at: capture
    when: [{event: {piece: $p}}, {piece: {id: $p, type: pawn}}]
    do: [{add: {target: $p, attr: Kills, by: 1}}]
  - id: queen-steps
    at: move
    when: [{event: {piece: $p}}, {piece: {id: $p, type: queen}}]
    do: [{add: {target: $p, attr: Steps, by: 1}}]
  - id: queen-rests
    at: turn-start
    when: [{event: {side: $side}}, {piece: {id: $q, type: queen, color: $side, Steps: {gt: 2}}}]
    do: [{set: {target: $q, attr: Steps, to: 0}}]
  - id: queen-hit
    at: damage
    when: [{event: {target: $t, player: true}}, {piece: {id: $t, type: queen}}]
    do: [{add: {target: $t, attr: Level, by: 1}}]
  - id: knight-steps
    at: move
    when: [{event: {piece: $p}}, {piece: {id: $p, type: knight}}]
    do: [{add: {target: $p, attr: Steps, by: 1}}]
    describe: "{p} steps"
  - id: taker-rises
    at: after-move
    when: [{event: {piece: $p}}, {piece: {id: $p, Kills: {ge: 1}}}]
    do: [{add: {target: $p, attr: Level, by: 1}}, {set: {target: $p, attr: Kills, to: 0}}]
  - id: rook-arrives
    at: square-entry
    when: [{event: {piece: $p, to: {rank: [4, 5]}}}, {piece: {id: $p, type: rook}}]
    do: [{add: {target: $p, attr: Level, by: 1}}]
  - id: pawn-crowned
    at: promotion
    when: [{event: {piece: $p, was: pawn}}]
    do: [{add: {target: $p, attr: Level, by: 5}}]
  - id: bishop-takes
    at: capture
    when: [{event: {piece: $p, target: $t}}, {piece: {id: $p, type: bishop}}]
    do: [{add: {target: $p, attr: Kills, by: 1}}]
  - id: king-safe
    at: turn-end
    when: [{event: {side: $side}}, {piece: {id: $k, type: king, color: $side, square: {ownRank: 1}}}]
    do: [{add: {target: $k, attr: Level, by: 1}}]
"""

#: Further rules, by stage: `type` is a piece type, `value` what an attribute must equal.
FURTHER: Final = (
    (
        "at: move, when: [{{event: {{piece: $p}}}}, {{piece: {{id: $p, type: {type}, Steps: {value}}}}}]",
        "add: {{target: $p, attr: Steps, by: 1}}",
    ),
    (
        "at: capture, when: [{{event: {{piece: $p}}}}, {{piece: {{id: $p, type: {type}, Level: {value}}}}}]",
        "add: {{target: $p, attr: Kills, by: 1}}",
    ),
    (
        "at: turn-start, when: [{{event: {{side: $s}}}}, "
        "{{piece: {{id: $p, type: {type}, color: $s, Level: {value}}}}}]",
        "add: {{target: $p, attr: Level, by: 1}}",
    ),
    (
        "at: square-entry, when: [{{event: {{piece: $p}}}}, "
        "{{piece: {{id: $p, type: {type}, Kills: {value}}}}}]",
        "add: {{target: $p, attr: Level, by: 1}}",
    ),
)
TYPES: Final = ("pawn", "knight", "bishop", "rook", "queen", "king")
#: Values that pieces reach in a game, one after the other, and the least that none ever reaches.
REACHED: Final = (2, 3, 1)
UNREACHED: Final = 2_000_000


def _further(numbers: range, is_idle: bool) -> str:
    """The text of one rule for each number; idle rules ask for a value that no piece has."""
    lines = []
    for number in numbers:
        when, do = FURTHER[number % len(FURTHER)]
        value = UNREACHED + number if is_idle else REACHED[number // 6 % 3]
        rule = f"id: r{number}, {when}, do: [{{{{{do}}}}}]".format(type=TYPES[number % 6], value=value)
        lines.append(f"  - {{{rule}}}\n")
    return "".join(lines)


@cache
def active_rules(count: int) -> Program:
    """The program of chess with `count` rules that may match: five, ten, or ten and further ones."""
    return compile_document(load_document(rules_text(count), "active.variant.yaml"))


def rules_text(count: int) -> str:
    """Its document."""
    rules = BASE if count >= 10 else "".join(_first(BASE, count))
    return HEAD.format(id="active") + rules + _further(range(10, count), is_idle=False)


@cache
def with_idle_rules(active: int, idle: int) -> Program:
    """The program of active rules and of idle ones that listen at the same stages and never match."""
    programs = [active_rules(active)]
    for start in range(0, idle, MAX_RULES):
        numbers = range(start, min(start + MAX_RULES, idle))
        programs.append(_compile(f"idle-{start}", _further(numbers, is_idle=True)))
    return combine(programs)


def _first(rules: str, count: int) -> list[str]:
    return [f"  - id:{rule}" for rule in rules.split("  - id:")[1 : count + 1]]


def _compile(name: str, rules: str) -> Program:
    return compile_document(load_document(HEAD.format(id=name) + rules, f"{name}.variant.yaml"))


def combine(programs: list[Program]) -> Program:
    """A program with the rules of several and the laws of the first: more rules than a document may hold."""
    rules: list[Rule] = []
    for program in programs:
        rules += [
            replace(rule, joined=rule.joined._replace(number=number))
            for number, rule in enumerate(program.rules, start=len(rules))
        ]
    by_point: dict[str, list[Rule]] = {}
    for rule in rules:
        by_point.setdefault(rule.stage, []).append(rule)
    return replace(
        programs[0],
        rules=tuple(rules),
        rules_at={point: tuple(found) for point, found in by_point.items()},
        reads=_union(program.reads for program in programs),
    )


def _union(given: Iterable[Reads]) -> Reads:
    attributes: set[str] = set()
    thresholds: set[Threshold] = set()
    by_point: dict[str, frozenset[str]] = {}
    for reads in given:
        attributes.update(reads.attributes)
        thresholds.update(reads.thresholds)
        for point, names in reads.by_point.items():
            by_point[point] = by_point.get(point, frozenset()) | names
    return Reads(tuple(sorted(attributes)), tuple(sorted(thresholds)), by_point)
