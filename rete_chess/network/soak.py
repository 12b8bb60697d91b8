"""A long differential test of a network against the native one, in processes of its own.

A worker process plays a bounded number of random programs, so that rulesets, which the core of the
durable network never gives back, cannot pile up. A worker that dies is a finding with its seed; the
soak goes on with the next one.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from rete_chess.network.soak_worker import BATCH

#: Programs and stages of one worker.
MAX_PROGRAMS: Final = 64
MAX_STAGES: Final = 256_000
#: The seconds without output after which a worker counts as hung.
PATIENCE: Final = 300.0
#: The most findings that are kept as texts.
MAX_FINDINGS: Final = 50

Report = dict[str, Any]


def soak(
    seed: int, stages: int, kind: str = "durable", progress: Callable[[Report], None] | None = None
) -> Report:
    """Play so many random stages on a network and compare every answer with the native network.

    `progress` is called with the report so far. Memory is that of the worker that grew most,
    measured after its warm-up and at its end.
    """
    started = time.monotonic()
    report: Report = {
        "stages": 0,
        "mismatches": 0,
        "crashes": 0,
        "programs": 0,
        "rss_start_mb": 0.0,
        "rss_end_mb": 0.0,
        "seconds": 0.0,
        "rebuilds": 0,
        "findings": [],
    }
    number = 0
    left = stages
    while left > 0:
        share = min(left, MAX_STAGES)
        programs = max(1, min(MAX_PROGRAMS, share // (4 * BATCH)))
        run_worker(report, kind, seed + number, programs, share, progress, started)
        left -= share
        number += 1
    return report


@contextmanager
def started_worker(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A worker whose lines can be read; whatever ends the work with it, an interrupt too, ends the worker.

    It has a session of its own, so that a Ctrl-C at the terminal is told by the program alone, and a pipe
    that nothing is written to: by its end the worker knows of a program that was killed (`end_with_starter`).
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, env=environment(), start_new_session=True
    ) as worker:
        try:
            yield worker
        finally:
            worker.kill()  # one that has ended already takes no notice


def run_worker(
    report: Report,
    kind: str,
    seed: int,
    programs: int,
    stages: int,
    progress: Callable[[Report], None] | None,
    started: float,
) -> None:
    """One worker, from start to end or death; its figures are added to the report."""
    before = dict(report)
    figures: Report = {}
    command = [sys.executable, "-m", "rete_chess.network.soak_worker", kind]
    command += [str(number) for number in (seed, programs, stages)]
    with started_worker(command) as worker:
        assert worker.stdout is not None
        lines = read_lines(worker.stdout)
        is_hung = False
        while True:
            try:
                line = lines.get(timeout=PATIENCE)
            except queue.Empty:
                is_hung = True
                worker.kill()
                break
            if line is None:
                break
            figures = json.loads(line)
            add_figures(report, before, figures)
            report["seconds"] = round(time.monotonic() - started, 1)
            if progress is not None:
                progress(report)
        code = worker.wait()
    if figures.get("rss_end_mb", 0.0) - figures.get("rss_start_mb", 0.0) >= (
        before["rss_end_mb"] - before["rss_start_mb"]
    ):
        report["rss_start_mb"] = figures.get("rss_start_mb", 0.0)
        report["rss_end_mb"] = figures.get("rss_end_mb", 0.0)
    told = [f"mismatch: seed {seed}: {text}" for text in figures.get("told", ())]
    if is_hung or code != 0:
        report["crashes"] += 1
        how = "no answer" if is_hung else f"signal {-code}" if code < 0 else f"exit code {code}"
        told.append(f"crash: seed {seed}: {how} after {figures.get('stages', 0)} stages")
    report["findings"] = [*before["findings"], *told][:MAX_FINDINGS]
    report["seconds"] = round(time.monotonic() - started, 1)


def add_figures(report: Report, before: Report, figures: Report) -> None:
    for name in ("stages", "mismatches", "programs", "rebuilds"):
        report[name] = before[name] + figures[name]


def read_lines(stream: IO[str]) -> queue.Queue[str | None]:
    """The lines of a stream as they come, then None; read by a thread, so that waiting has an end."""
    lines: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        for line in stream:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    return lines


def environment() -> dict[str, str]:
    """The environment of a worker: it imports the package that is running here."""
    root = str(Path(__file__).resolve().parents[2])
    known = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([root, known] if known else [root])}
