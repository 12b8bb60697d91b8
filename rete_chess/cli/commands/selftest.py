"""`rete-chess selftest`: random stages, games and documents on two networks, compared answer by answer, and
random games under laws.


All run in processes of their own. A worker that dies is a finding; the next one goes on behind the
game it died in.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import click

from rete_chess.cli.options.common import NETWORKS
from rete_chess.cli.views.output import Output, output_option, progress_bar

#: The default numbers of stages and of games.
STAGES: Final = 20_000
GAMES: Final = 25
#: Games of one worker, stages between two looks at the clock, seconds without a word from a worker.
GAMES_OF_WORKER: Final = 25
STAGES_AT_A_TIME: Final = 16_000
PATIENCE: Final = 300.0
MAX_FINDINGS: Final = 50
#: Workers in a row that die before they have done anything: then something else is broken.
MAX_BARREN: Final = 3
WORKER: Final = "rete_chess.cli.commands.lockstep"
#: How a worker ends that has used up its time for one game: by the signal of its own timer.
OUT_OF_TIME: Final = f"signal {getattr(signal, 'SIGPROF', 0):d}"

#: What random games are about, each with how a sentence names it.
SUBJECTS: Final = {
    "games": "",
    "modifiers": " of random modifiers",
    "documents": " of damaged documents",
    "laws": " under laws",
}

#: A function that is called with the number of stages or games done.
Progress = Callable[[int], None]


@click.command("selftest")
@click.option(
    "--network", type=click.Choice(NETWORKS), default="durable", help="The network to test. [durable]"
)
@click.option("--stages", metavar="N", type=click.IntRange(1), help="Random stages on the bare network.")
@click.option("--games", metavar="N", type=click.IntRange(1), help="Random games of shipped rules.")
@click.option("--modifiers", metavar="N", type=click.IntRange(1), help="Random games of random modifiers.")
@click.option("--laws", metavar="N", type=click.IntRange(1), help="Random games under laws.")
@click.option(
    "--documents", metavar="N", type=click.IntRange(1), help="Shipped documents with random damage."
)
@click.option(
    "--seed", metavar="S", type=click.IntRange(0), default=0, help="Where the random numbers start."
)
@click.option("--seconds", metavar="T", type=click.FloatRange(0), help="Begin nothing more after that time.")
@output_option
@click.pass_context
def command(
    ctx: click.Context,
    network: str,
    stages: int | None,
    games: int | None,
    modifiers: int | None,
    documents: int | None,
    laws: int | None,
    seed: int,
    seconds: float | None,
    out: Output,
) -> None:
    """Test the networks against each other on random input.

    Random rules, facts and events, and random games with the shipped presets, are given to the
    network under test and to the native one, in processes of their own; every answer is compared,
    and every game is taken back to its start. Presets that do not go together are drawn again; if
    there are fewer games than asked for, it is said why. Damaged documents are examined, tested, played,
    saved and loaded, too; none may raise an error without a code. Without a number, some stages and games.

    A game under laws has random rules, profiles, modifiers and listeners, and is changed between
    its moves, undone, saved and asked at random; what is asked leaves no trace, what is undone comes
    back, what is saved goes on as before, and logs tell all that changed. `--laws 1 --seed S` plays
    the game of a finding again.
    """
    if network == "durable":
        from rete_chess.network.durable import load_core

        load_core()  # says why, where it cannot be used
    asked = {"games": games, "modifiers": modifiers, "documents": documents, "laws": laws}
    if stages is None and not any(asked.values()):
        stages, asked["games"] = STAGES, GAMES
    clock = Clock(seconds)
    report: dict[str, Any] = {"network": network, "seed": seed, "soak": None, **dict.fromkeys(asked)}
    if stages is not None:
        with progress_bar("stages", stages) as progress:
            report["soak"] = run_stages(network, seed, stages, clock, progress)
    for what, count in asked.items():
        if count is not None:
            with progress_bar(what, count) as progress:
                report[what] = run_games(network, seed, count, clock, progress, what)
    report["seconds"] = clock.seconds
    parts = [report[what] for what in ("soak", *asked) if report[what] is not None]
    out.answer(report)
    if not out.is_json:
        _show(report, out)
    for finding in (text for part in parts for text in part["findings"]):
        from rete_chess.cli._guard import print_error

        print_error(finding)
    if any(part["mismatches"] or part["crashes"] for part in parts):
        ctx.exit(1)


def _show(report: dict[str, Any], out: Output) -> None:
    say = out.screen.say
    soak = report["soak"]
    if soak is not None:
        say(
            f"{soak['stages']:,} random stages of {soak['programs']} programs on the "
            f"{report['network']} network: {_verdict(soak)}; "
            f"memory {soak['rss_start_mb']:.0f} to {soak['rss_end_mb']:.0f} MB."
        )
    for what, of in SUBJECTS.items():
        games = report[what]
        if games is not None:
            fewer = f" ({games['fewer']}, {games['asked']:,} were asked for)" if games["fewer"] else ""
            is_damaged = what == "documents"
            refused = f", {games['refused']:,} more refused" if is_damaged else ""
            played = games["games"] - games["refused"] if is_damaged else games["games"]
            say(
                f"{played:,} random games{of}{fewer} with {games['plies']:,} half-moves "
                f"and {games['firings']:,} firings{refused}: {_verdict(games, what)}."
            )
            for slow in games["slow"]:
                say(f"slow: {slow}", "yellow")
    say(f"{report['seconds']} s, seed {report['seed']}.")


def _verdict(part: dict[str, Any], what: str = "") -> str:
    if not part["mismatches"] and not part["crashes"]:
        return "all hold" if what == "laws" else "no difference"
    from rete_chess.cli.views.wording import counted

    found = "broken law" if what == "laws" else "difference"
    return f"{counted(part['mismatches'], found)}, {counted(part['crashes'], 'dead worker')}"


class Clock:
    """The time that has passed, and the end of it if there is one."""

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
    from rete_chess.network.soak import soak

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
    """A listener to a worker's figures that reports the total done, with what was done before it."""
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
    kind: str, seed: int, games: int, clock: Clock, progress: Progress, subject: str = "games"
) -> dict[str, Any]:
    """Random games of a subject in lockstep, a worker for every few of them; if there are fewer than asked
    for, `fewer` says why."""
    counted: tuple[str, ...] = ("games", "refused", "plies", "firings", "mismatches")
    counted += ("acts", "questions", "saves", "snapshots") if subject == "laws" else ()
    report: dict[str, Any] = {"asked": games, **dict.fromkeys(counted, 0), "crashes": 0}
    report |= {"findings": [], "slow": []}
    first = barren = 0
    while first < games and barren < MAX_BARREN and not (first and clock.is_over):
        count = min(GAMES_OF_WORKER, games - first)
        figures, ending = _run_worker(kind, subject, seed, first, count, _counting(progress, first, "games"))
        for name in counted:
            report[name] += figures.get(name, 0)
        told = list(figures.get("told", ()))
        report["slow"] += figures.get("slow", ())
        if ending is None:
            first += count
        elif ending == OUT_OF_TIME:
            first += figures.get("games", 0) + 1
            report["games"] += 1
            report["slow"].append(f"game {first - 1} of seed {seed}: it was ended")
        else:
            first += figures.get("games", 0) + 1
            report["crashes"] += 1
            game = f"seed {seed + first - 1}" if subject == "laws" else f"game {first - 1} of seed {seed}"
            told.append(f"{game}: the worker ended with {ending}")
        barren = 0 if figures or ending == OUT_OF_TIME else barren + 1
        report["findings"] = [*report["findings"], *told][:MAX_FINDINGS]
    is_short = report["games"] < games
    why = "workers died" if report["crashes"] else "the time was over"
    return {**report, "fewer": why if is_short else None}


def _run_worker(
    kind: str, subject: str, seed: int, first: int, count: int, progress: Callable[[dict[str, Any]], None]
) -> tuple[dict[str, Any], str | None]:
    """One worker's last figures, and how it died if it did."""
    import queue

    from rete_chess.network.soak import read_lines, started_worker

    command = [sys.executable, "-m", WORKER, kind, subject, str(seed), str(first), str(count)]
    figures: dict[str, Any] = {}
    with started_worker(command) as worker:
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
