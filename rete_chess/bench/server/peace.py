"""Quiet rooms, alone and while a neighbour is attacked: what their players notice of it.

Attackers run on the same machine as the server and the players. What they cost as mere processes is measured
by letting them attack a sink: the rest is what the server makes of them.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Final

from rete_chess.bench.server.attackers import SINK
from rete_chess.bench.server.load import play_steadily
from rete_chess.bench.server.serving import Serving
from rete_chess.bench.server.tables import Figures, Table, clear, set_tables

#: How many rooms are quiet, and how many moves a second are played in all of them together.
QUIET: Final = 4
RATE: Final = 40.0
#: How often both are measured, and the seconds that attackers have before they count.
TURNS: Final = 3
LEAD: Final = 4.0
#: What a server is told, so that clients on this machine are held to the limits of all others.
SETTINGS: Final[dict[str, Any]] = {"limits": {"spare-loopback": False}}


async def measure_peace(serving: Serving, seconds: float) -> dict[str, Any]:
    """The times of moves in quiet rooms of chess: alone, beside attacks on a sink, and beside attacks on
    another room, in turns."""
    tables = await set_tables(serving.address, QUIET + 1, ["chess"])
    victim, quiet = tables[0], tables[1:]
    await play_steadily(quiet, RATE, LEAD, Figures())
    found = {None: Figures(), SINK: Figures(), serving.address: Figures()}
    for _ in range(TURNS):
        for whom, figures in found.items():
            attackers = None if whom is None else await _attack(whom, victim, seconds / TURNS + LEAD)
            try:
                await asyncio.sleep(0 if attackers is None else LEAD / 2)
                await play_steadily(quiet, RATE, seconds / TURNS, figures)
            finally:
                if attackers is not None:
                    await attackers.wait()
    await victim.move()
    await clear(tables)
    return {"rooms": QUIET, "seconds": seconds, **_compared(*found.values())}


def _compared(alone: Figures, beside: Figures, attacked: Figures) -> dict[str, Any]:
    """What players wait in the three cases, and how much more: `ratio` is that of an attack as a whole,
    `machineRatio` what of it the attackers cost by being there, `serverRatio` what the server adds."""
    errors = [*alone.errors, *beside.errors, *attacked.errors]
    quiet, machine, whole = (figures.percentiles() for figures in (alone, beside, attacked))
    return {
        "moves": attacked.moves,
        "alone": quiet,
        "besideSink": machine,
        "attacked": whole,
        "ratio": round(whole["p99"] / quiet["p99"], 2),
        "machineRatio": round(machine["p99"] / quiet["p99"], 2),
        "serverRatio": round(whole["p99"] / machine["p99"], 2),
        "errors": len(errors),
        "told": errors[:5],
    }


async def _attack(whom: str, victim: Table, seconds: float) -> asyncio.subprocess.Process:
    """Let a process attack a room of a server, or a sink, for some seconds. It steps back behind those who
    are measured, as if it were on a machine of its own."""
    module, code = "rete_chess.bench.server.attackers", victim.players["white"].code
    words = (sys.executable, "-m", module, whom, code, str(seconds))
    return await asyncio.create_subprocess_exec("nice", "-n", "10", *words)
