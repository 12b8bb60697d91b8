"""Collections of games as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rete_chess.match.pgn import PgnProblem
    from rete_chess.match.pgn.statistics import Statistics
    from rete_chess.serial import shapes


def pgn_data(name: str, found: Statistics, seconds: float) -> shapes.PgnAnswer:
    """What was counted of a file of games, as `pgn --json` prints it."""
    return {
        "file": name,
        "games": found.games,
        "sound": found.sound,
        "halfMoves": found.moves,
        "variations": found.variations,
        "comments": found.comments,
        "length": {
            "shortest": min(found.lengths, default=0),
            "median": found.median,
            "longest": max(found.lengths, default=0),
        },
        "results": dict(sorted(found.results.items())),
        "variants": dict(sorted(found.variants.items())),
        "endings": dict(sorted(found.endings.items())),
        "openings": dict(sorted(found.openings.items())),
        "codes": dict(sorted(found.codes.items())),
        "problems": [_finding(problem) for problem in found.problems],
        "unlisted": found.unlisted,
        "seconds": round(seconds, 3),
    }


def _finding(problem: PgnProblem) -> shapes.PgnFinding:
    return {
        "game": problem.game,
        "code": problem.code,
        "message": problem.message,
        "severity": problem.severity,
        "line": problem.line,
        "column": problem.column,
        "hint": problem.hint,
    }
