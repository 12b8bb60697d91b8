"""This installation beside another one: the same games by both, in processes of their own that take turns.

The other may be an older version, or the same compiled: any folder with a package `rete_chess` in it. The
figure is their CPU time over ours for the same work, the median over the rounds: above 1 we are faster.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import Any, Final

from rete_chess.bench._addition_rows import SETS, TRIGGERED
from rete_chess.bench._rule_programs import rules_text
from rete_chess.bench.rows import POSITIONS

#: What a process of either side runs, whatever version it stands in.
_PLAYED: Final = Path(__file__).with_name("_played.py")
#: Numbers of rules that fire.
_RULES: Final = (10, 50)


@dataclass(frozen=True)
class Pairing:
    """One row: the job that both sides do, and the ratios of all rounds; none where a side cannot do it."""

    name: str
    ratios: tuple[float, ...]
    differing: int = 0  # rounds in which the sides did not come to the same

    @property
    def data(self) -> dict[str, Any]:
        """The row as JSON."""
        if not self.ratios:
            return {"name": self.name, "ratio": None}
        return {
            "name": self.name,
            "ratio": round(statistics.median(self.ratios), 3),
            "ratio_min": round(min(self.ratios), 3),
            "ratio_max": round(max(self.ratios), 3),
            "rounds": len(self.ratios),
            "differing": self.differing,
        }


def jobs(folder: Path, plies: int) -> dict[str, dict[str, Any]]:
    """The rows and their jobs; documents of their own are written into a folder."""
    found: dict[str, dict[str, Any]] = {}
    for name, variant, fen, depth in POSITIONS:
        found[f"perft {name}"] = {"does": "counts", "variant": variant, "fen": fen, "work": min(depth, 3)}
    plain = {"variant": "chess", "work": plies}
    for does in ("games", "listed_games", "undone_games", "applied", "listing", "matches"):
        found[does.replace("_", " ")] = {"does": does, **plain}
    for network in ("native", "durable"):
        for name, game in _rule_games(folder).items():
            found[f"{name} {network}"] = {"does": "games", "network": network, "work": plies // 8, **game}
    found["search chess"] = {"does": "searches", "variant": "chess", "work": 5 * plies}
    found["search piece-hp"] = {
        "does": "searches",
        "variant": "chess",
        "presets": ["piece-hp"],
        "work": plies,
    }
    return found


def _rule_games(folder: Path) -> dict[str, dict[str, Any]]:
    """Games in which rules fire: rules that count, presets, triggers, auras, and variants of rules."""
    games: dict[str, dict[str, Any]] = {}
    for count in _RULES:
        file = folder / f"rules-{count}.variant.yaml"
        file.write_text(rules_text(count), encoding="utf-8")
        games[f"{count} rules"] = {"variant": str(file)}
    games["6 presets"] = {"variant": "chess", "presets": SETS[-1]}
    games["triggers"] = {"variant": "chess", "presets": ["piece-hp"], "modifiers": TRIGGERED}
    games["aura"] = {"variant": "chess", "modifiers": [("king-aura", "king")]}
    games["atomic"] = {"variant": "atomic"}
    games["warlords"] = {"variant": "warlords"}
    return games


def measure_against(other: Path, rounds: int, plies: int, only: str = "") -> Iterator[Pairing]:
    """The rows one after another; a first round builds what is built once, and does not count."""
    ours = Path(__file__).parents[2]
    with tempfile.TemporaryDirectory() as folder:
        chosen = {name: job for name, job in jobs(Path(folder), plies).items() if only in name}
        for name, job in chosen.items():
            with _side(ours) as one, _side(other) as two:
                try:
                    yield _pairing(name, job, (one, two), rounds)
                except EOFError:
                    yield Pairing(name, ())


def _pairing(
    name: str, job: dict[str, Any], sides: tuple[subprocess.Popen[str], subprocess.Popen[str]], rounds: int
) -> Pairing:
    ratios, differing = [], 0
    for number in range(-1, rounds):
        order = sides if number % 2 else sides[::-1]
        told = {side: _ask(side, {**job, "seed": max(number, 0)}) for side in order}
        (our_time, our_work, ours), (their_time, their_work, theirs) = (told[side] for side in sides)
        if number >= 0:
            ratios.append(their_time / max(their_work, 1) / max(our_time / max(our_work, 1), 1e-9))
            differing += ours != theirs
    return Pairing(name, tuple(ratios), differing)


@contextmanager
def _side(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that stands in a folder, whose package it imports before any other."""
    command = [sys.executable, "-c", _PLAYED.read_text(encoding="utf-8")]
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(folder)}
    pipes: dict[str, Any] = {"stdin": PIPE, "stdout": PIPE, "stderr": DEVNULL, "text": True}
    with subprocess.Popen(command, env=env, cwd=folder, **pipes) as side:
        yield side  # that its input ends, ends it


def _ask(side: subprocess.Popen[str], job: dict[str, Any]) -> tuple[float, int, str]:
    """The CPU seconds of a job, how much was done, and where it has come to."""
    assert side.stdin is not None
    assert side.stdout is not None
    with suppress(BrokenPipeError):
        print(json.dumps(job), file=side.stdin, flush=True)
    line = side.stdout.readline()
    if not line:
        raise EOFError
    seconds, work, digest = json.loads(line)
    return seconds, work, digest
