"""The two parts of the self-test: random stages on a network, and random games; both in other processes.

A worker that dies is a finding; the next one goes on behind the game it died in.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from rete_chess.network.soak import environment, read_lines, soak

#: Games of one worker, stages between two looks at the clock, seconds without a word from a worker.
GAMES_OF_WORKER: Final = 25
STAGES_AT_A_TIME: Final = 16_000
PATIENCE: Final = 300.0
MAX_FINDINGS: Final = 50
#: Workers in a row that die before they have done anything: then something else is broken.
MAX_BARREN: Final = 3
WORKER: Final = "rete_chess.cli.commands.lockstep"

#: Told how many stages or games are done.
Progress = Callable[[int], None]


class Clock:
    """When the time is up."""

    def __init__(self, seconds: float | None) -> None:
        self.start = time.monotonic()
        self.end = None if seconds is None else self.start + seconds

    @property
    def is_over(self) -> bool:
        return self.end is not None and time.monotonic() >= self.end

    @property
    def seconds(self) -> float:
        return round(time.monotonic() - self.start, 1)


def run_stages(kind: str, seed: int, stages: int, clock: Clock, progress: Progress) -> dict[str, Any]:
    """Random stages against the native network; in portions if there is a limit of time."""
    portion = stages if clock.end is None else STAGES_AT_A_TIME
    total: dict[str, Any] = {}
    number = 0
    while not total or (total["stages"] < stages and not clock.is_over):
        done = total.get("stages", 0)
        share = min(portion, stages - done)
        report = soak(seed + number, share, kind, _counting(progress, done))
        total = _sum(total, report)
        number += 1
        if report["crashes"] and not report["stages"]:
            break
    return total


def _counting(progress: Progress, before: int, name: str = "stages") -> Callable[[dict[str, Any]], None]:
    """Hears a worker's figures and tells how much is done with what was done before it."""
    return lambda figures: progress(before + figures[name])


def _sum(total: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Two reports as one: memory is that of the one that grew more."""
    if not total:
        return more
    grown = max((total, more), key=lambda report: report["rss_end_mb"] - report["rss_start_mb"])
    figures = {
        name: total[name] + more[name]
        for name in ("stages", "mismatches", "crashes", "programs", "rebuilds", "findings")
    }
    seconds = round(total["seconds"] + more["seconds"], 1)
    memory = {name: grown[name] for name in ("rss_start_mb", "rss_end_mb")}
    return {**total, **figures, **memory, "seconds": seconds, "findings": figures["findings"][:MAX_FINDINGS]}


def run_games(
    kind: str, seed: int, games: int, clock: Clock, progress: Progress, subject: str = "presets"
) -> dict[str, Any]:
    """Random games of a subject in lockstep, a worker for every few of them."""
    counted = ("games", "refused", "plies", "firings", "mismatches")
    report: dict[str, Any] = {**dict.fromkeys(counted, 0), "crashes": 0, "findings": []}
    first = barren = 0
    while first < games and barren < MAX_BARREN and not (first and clock.is_over):
        count = min(GAMES_OF_WORKER, games - first)
        figures, ending = _run_worker(kind, subject, seed, first, count, _counting(progress, first, "games"))
        for name in counted:
            report[name] += figures.get(name, 0)
        told = list(figures.get("told", ()))
        if ending is None:
            first += count
        else:
            first += figures.get("games", 0) + 1
            report["crashes"] += 1
            told.append(f"game {first - 1} of seed {seed}: the worker ended with {ending}")
        barren = 0 if figures else barren + 1
        report["findings"] = [*report["findings"], *told][:MAX_FINDINGS]
    return report


def _run_worker(
    kind: str, subject: str, seed: int, first: int, count: int, progress: Callable[[dict[str, Any]], None]
) -> tuple[dict[str, Any], str | None]:
    """One worker's last figures, and how it died if it did."""
    command = [sys.executable, "-m", WORKER, kind, subject, str(seed), str(first), str(count)]
    figures: dict[str, Any] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as worker:
        assert worker.stdout is not None
        lines = read_lines(worker.stdout)
        try:
            while (line := lines.get(timeout=PATIENCE)) is not None:
                figures = json.loads(line)
                progress(figures)
        except queue.Empty:
            worker.kill()
            return figures, "no answer"
        code = worker.wait()
    if code == 0:
        return figures, None
    return figures, f"signal {-code}" if code < 0 else f"exit code {code}"
