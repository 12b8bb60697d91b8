"""Rooms in which moves are played at a steady rate, or as fast as the machine can."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Sequence
from typing import Any, Final

from rete_chess.bench.server.serving import Cost, Serving
from rete_chess.bench.server.tables import PATIENCE, Figures, Table, clear, set_tables, warm

#: Errors that are told in words; all are counted.
MOST_TOLD: Final = 5


async def measure_load(
    serving: Serving, rooms: int, rate: float | None, seconds: float, mix: Sequence[str]
) -> dict[str, Any]:
    """Play in many rooms at a rate of moves a second, or, without one, as fast as answers come."""
    await warm(serving.address, mix)
    empty = serving.cost()
    tables = await set_tables(serving.address, rooms, mix)
    for table in tables:
        await table.move()
    gc.collect()
    gc.freeze()
    before, own = serving.cost(), time.process_time()
    figures, began = Figures(), time.perf_counter()
    if rate is None:
        await _play_freely(tables, seconds, figures)
    else:
        await play_steadily(tables, rate, seconds, figures)
    took, own = time.perf_counter() - began, time.process_time() - own
    after = serving.cost()
    await clear(tables)
    gc.unfreeze()
    return {
        "rooms": rooms,
        "asked": rate,
        "seconds": round(took, 1),
        "moves": figures.moves,
        "rate": round(figures.moves / took, 1),
        "games": figures.games,
        "late": figures.late,
        **figures.percentiles(),
        "byVariant": {name: figures.percentiles(name) for name in figures.times},
        **_costs(empty, before, after, max(1, figures.moves), rooms),
        "generatorMsPerMove": round(own * 1000 / max(1, figures.moves), 3),
        "errors": len(figures.errors),
        "told": figures.errors[:MOST_TOLD],
    }


def _costs(empty: Cost, before: Cost, after: Cost, moves: int, rooms: int) -> dict[str, float]:
    return {
        "frontMsPerMove": round((after.front - before.front) * 1000 / moves, 3),
        "workerMsPerMove": round((after.workers - before.workers) * 1000 / moves, 3),
        "megabytes": after.memory >> 20,
        "kilobytesPerRoom": round((after.memory - empty.memory) / 1024 / rooms, 1),
    }


async def play_steadily(tables: Sequence[Table], rate: float, seconds: float, figures: Figures) -> None:
    """Start a move whenever one is due, whatever became of those before."""
    loop, tasks = asyncio.get_running_loop(), set()
    began, started, place = loop.time(), 0, 0
    while (now := loop.time() - began) < seconds:
        while started < now * rate:
            started += 1
            for _ in tables:  # the next one at which nobody is about to move
                table, place = tables[place], (place + 1) % len(tables)
                if not table.is_busy:
                    table.is_busy = True
                    tasks.add(task := loop.create_task(_move(table, figures)))
                    task.add_done_callback(tasks.discard)
                    break
            else:
                figures.late += 1
        await asyncio.sleep(max(0.001, started / rate - (loop.time() - began)))
    if tasks:
        await asyncio.wait(tasks)


async def _play_freely(tables: Sequence[Table], seconds: float, figures: Figures) -> None:
    """Let every table play its next move as soon as the last one is known to both."""
    until = time.perf_counter() + seconds

    async def play(table: Table) -> None:
        while time.perf_counter() < until and await _move(table, figures):
            pass

    await asyncio.gather(*map(play, tables))


async def _move(table: Table, figures: Figures) -> bool:
    """Play a move; what goes wrong is an error of the server, and whether that is so."""
    try:
        await asyncio.wait_for(table.move(figures), PATIENCE)
    except Exception as error:
        figures.errors.append(f"{table.played}: {type(error).__name__}: {error}")
        return False  # nobody plays on at this table
    table.is_busy = False
    return True


async def measure_idle(serving: Serving, rooms: int, mix: Sequence[str], moves: int = 2) -> dict[str, Any]:
    """What rooms cost in which two players sit and think, and what they cost asleep."""
    await warm(serving.address, mix)
    empty = serving.cost()
    tables = await set_tables(serving.address, rooms, mix)
    for table in tables:
        for _ in range(moves):
            await table.move()
    await asyncio.sleep(1)
    awake = serving.cost()
    await asyncio.sleep(5)
    later = serving.cost()
    await clear(tables)
    return {
        "rooms": rooms,
        "sockets": 2 * rooms,
        "moves": moves * rooms,
        "megabytes": awake.memory >> 20,
        "megabytesEmpty": empty.memory >> 20,
        "kilobytesPerRoom": round((awake.memory - empty.memory) / 1024 / rooms, 1),
        "processorShare": round((later.seconds - awake.seconds) / 5, 4),
    }
