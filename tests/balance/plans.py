"""Small plans, and games played in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rete_chess.balance.games import play_game
from rete_chess.balance.plan import Contest, Plan
from rete_chess.balance.pool import Job
from rete_chess.balance.run import play_plan
from rete_chess.balance.store import Store
from rete_chess.compiler import compile_document, load_text, program_of

#: A variant in which a rule can never fire, because it waits for a piece that is not in play.
SILENT = """
kind: variant
id: silent
name: Silent
description: Chess with a rule that waits for what never comes.
extends: chess
presets: [{id: piece-hp}]
rules:
  - id: never
    at: capture
    when: [{piece: {id: $target, type: queen, color: white, square: [a8], royal: true}}]
    do: [{log: {text: never}}]
"""


def small_plan(
    *variants: str,
    players: tuple[str, str] = ("search:10n", "search:10n"),
    longest: int = 30,
    seed: int = 1,
    **more: Any,
) -> Plan:
    """A plan of short games."""
    contests = tuple(Contest.of(program_of(name), players) for name in variants or ("chess",))
    return Plan(contests, seed, longest=longest, **more)


def contest_of(text: str, players: str = "search:10n") -> Contest:
    return Contest.of(compile_document(load_text(text)), (players, players))


class Here:
    """Who plays games in this process; the last that was asked for is over first."""

    capacity = 3

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.jobs: list[Job] = []
        self.played: list[Job] = []

    def submit(self, job: Job) -> None:
        self.jobs.append(job)

    def wait(self) -> list[Any]:
        job = self.jobs.pop()
        self.played.append(job)
        return [play_game(self.plan.terms(job.contest), job.game)]

    def close(self) -> None:
        self.jobs.clear()


def reference(plan: Plan, games: int, folder: Path) -> list[Any]:
    """All games of a plan, played here."""
    with Store.begin(folder / "reference.jsonl", plan) as store:
        play_plan(store, Here(plan), games)
        return all_games(store)


def all_games(store: Store) -> list[Any]:
    """The games of all contests in order."""
    return [game for contest in range(len(store.plan.contests)) for game in store.games(contest)]
