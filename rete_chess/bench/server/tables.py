"""Tables at which programs play: a room with two clients, who play legal moves by lot, game after game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Literal

from rete_chess.client import Room

#: How many rooms are made at the same time.
AT_ONCE: Final = 8
#: How long a client waits for what must come, in seconds.
PATIENCE: Final = 30.0
#: Programs that share a processor with a server may answer its pings late.
OPTIONS: Final = {"ping_interval": None}

SIDES: Final[tuple[Literal["white", "black"], ...]] = ("white", "black")
#: What is played unless something else is asked for: variants, and presets on them behind a `+`.
MIX: Final = ("chess", "chess+piece-hp", "atomic", "warlords")


@dataclass
class Figures:
    """What was measured: milliseconds from send to both players' receipt, by what is played."""

    times: dict[str, list[float]] = field(default_factory=dict)
    games: int = 0  # that came to an end
    late: int = 0  # moves that were due while no room was free
    errors: list[str] = field(default_factory=list)

    def add(self, played: str, seconds: float) -> None:
        """Note the time of one move."""
        self.times.setdefault(played, []).append(seconds * 1000)

    def percentiles(self, played: str | None = None) -> dict[str, float]:
        """The middle, the slow and the slowest, of one variant or of all."""
        listed = self.times.get(played, []) if played else [t for some in self.times.values() for t in some]
        found = sorted(listed)
        shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
        return {name: at_share(found, share) for name, share in shares.items()}

    @property
    def moves(self) -> int:
        """How many moves were played."""
        return sum(map(len, self.times.values()))


def at_share(ordered: Sequence[float], share: float) -> float:
    """The value below which a share of all lies, in milliseconds; 0 of nothing."""
    if not ordered:
        return 0.0
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)


class Table:
    """A room, its two players, and the lots they draw."""

    def __init__(self, played: str, white: Room, black: Room, seed: int) -> None:
        self.played = played
        self.players = {"white": white, "black": black}
        self.is_busy = False
        self._chance = Random(seed)

    @classmethod
    async def set(cls, address: str, played: str, seed: int, **asked: Any) -> Table:
        """Make a room, and let both players come."""
        ways = {"options": OPTIONS, **asked}
        white = await Room.create(address, **described(played), side="white", **ways)
        return cls(played, white, await Room.join(address, white.code, **ways), seed)

    async def move(self, figures: Figures | None = None) -> None:
        """Let the player to move play; done when both players know of it."""
        white = self.players["white"]
        mover = self.players[white.state["turn"]]
        other = self.players["black" if mover is white else "white"]
        if (
            not await mover.turn()
        ):  # rules that came with the last move are told after it, and may end the game
            await self._finish(figures)
            return
        move, ply = self._chance.choice(mover.legal)["move"], mover.state["ply"]
        began = time.perf_counter()
        await asyncio.gather(mover.play(move), other.until(lambda state: state["ply"] > ply))
        if figures is not None:
            figures.add(self.played, time.perf_counter() - began)
        if mover.result is not None:
            await self._finish(figures)

    async def _finish(self, figures: Figures | None) -> None:
        """The game is over: both begin another one."""
        await self.again()
        if figures is not None:
            figures.games += 1

    async def again(self) -> None:
        """Both players ask for a rematch, and go on in its room, with sides changed."""
        for player in self.players.values():
            await player.rematch()
        before = list(self.players.values())
        for player in before:
            await player.until(lambda state: "movedTo" in state)
        found = [await player.follow() for player in before]
        for player in before:
            await player.close()
        self.players = {player.side: player for player in found}
        for player in found:
            await player.until(lambda state: all(state["seats"][side]["connected"] for side in SIDES))

    async def close(self) -> None:
        """Let both players hang up."""
        for player in self.players.values():
            await player.close()


def described(played: str) -> dict[str, Any]:
    """What a room is asked for: `chess+piece-hp` is chess with that preset."""
    variant, *presets = played.split("+")
    return {"variant": variant, "presets": [{"id": name} for name in presets] or None}


async def set_tables(address: str, count: int, mix: Sequence[str], **asked: Any) -> list[Table]:
    """Many tables, of all that is played in turn."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Table:
        async with gate:
            return await Table.set(address, mix[number % len(mix)], number, **asked)

    found = await asyncio.gather(*map(one, range(count)), return_exceptions=True)
    tables = [table for table in found if isinstance(table, Table)]
    for error in found:
        if isinstance(error, BaseException):
            await clear(tables)
            raise error
    return tables


async def warm(address: str, mix: Sequence[str]) -> None:
    """Play a little of everything, so that what rooms share is there before they are measured."""
    tables = await set_tables(address, 4 * len(mix), mix)
    for table in tables:
        await table.move()
    await clear(tables)


async def clear(tables: Sequence[Table]) -> None:
    """Let everybody go."""
    await asyncio.gather(*(table.close() for table in tables))
