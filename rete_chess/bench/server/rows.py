"""The rows of the measurement of a server: each on a server of its own, which is started and ended for it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rete_chess.bench.server import kills, load, peace
from rete_chess.bench.server.serving import Serving
from rete_chess.bench.server.tables import MIX

Json = dict[str, Any]
#: How many rooms play as fast as they can.
AT_ONCE: Final = 64


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    rooms: int = 500
    rate: float = 250.0
    seconds: float = 60.0
    idle: int = 2_000
    kills: int = 200
    mix: tuple[str, ...] = ()
    store: str | None = None  # where rooms are kept; None: a file that is gone afterwards
    workers: int = 0  # 0: as many as the server chooses
    seed: int = 1

    @property
    def played(self) -> tuple[str, ...]:
        """What is played in the rooms."""
        return self.mix or MIX


def _measure_load(plan: Plan, serving: Serving) -> Json:
    return asyncio.run(load.measure_load(serving, plan.rooms, plan.rate, plan.seconds, plan.played))


def _measure_limit(plan: Plan, serving: Serving) -> Json:
    rooms, seconds = min(AT_ONCE, plan.rooms), min(10.0, plan.seconds)
    return asyncio.run(load.measure_load(serving, rooms, None, seconds, plan.played))


def _measure_idle(plan: Plan, serving: Serving) -> Json:
    return asyncio.run(load.measure_idle(serving, plan.idle, plan.played))


def _measure_peace(plan: Plan, serving: Serving) -> Json:
    return asyncio.run(peace.measure_peace(serving, min(15.0, plan.seconds)))


def _measure_kills(plan: Plan, serving: Serving) -> Json:
    mix = plan.mix or kills.MIX
    return asyncio.run(kills.kill_often(serving, plan.kills, min(6, plan.rooms), plan.seed, mix))


#: What can be measured: moves at a steady rate, as many as the machine can, rooms in which nothing happens,
#: quiet rooms beside one that is attacked, and servers that are killed.
ROWS: Final[dict[str, Callable[[Plan, Serving], Json]]] = {
    "load": _measure_load,
    "limit": _measure_limit,
    "idle": _measure_idle,
    "peace": _measure_peace,
    "kills": _measure_kills,
}


#: What servers are told for some of them.
_SETTINGS: Final = {"peace": peace.SETTINGS, "kills": kills.SETTINGS}


def measure_row(name: str, plan: Plan) -> Json:
    """The figures of one row, with all that the server complained of."""
    settings = _SETTINGS.get(name, {})
    words = ("--workers", str(plan.workers)) if plan.workers else ()
    with tempfile.TemporaryDirectory(prefix="rete-chess-bench-") as folder:
        store = plan.store or str(Path(folder) / "rooms.sqlite")
        with Serving(store, *words, **settings) as serving:
            found = ROWS[name](plan, serving)
            complaints = serving.complaints()
    return {**found, "complaints": len(complaints), "complained": complaints[:5]}
