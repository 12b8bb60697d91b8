"""The bot of a room: a search for a move, or for an answer to the offer of a draw.

It is bounded by positions looked at, so that it always answers alike; with a clock by its time, too.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, Final

from rete_chess.match.players import Limits, SearchPlayer, weigh
from rete_chess.metering import under
from rete_chess.server.room.clock import Clock
from rete_chess.server.room.game import Game
from rete_chess.server.room.setup import BUDGET, Setup

#: The positions that a bot of each level looks at, from level 1 on.
NODES: Final = (30, 120, 400, 1_200, 4_000, 12_000, 40_000, 120_000)
#: The greatest depth of each level, so that weak bots do not see a mate far ahead.
DEPTHS: Final = (1, 1, 2, 3, 4, 5, 8, 12)
#: The answer of a bot that takes the draw it is offered; whatever else it answers declines.
ACCEPT: Final = "accept"
#: The steps that a position takes in most games; where it takes more, fewer are looked at.
PER_POSITION: Final = 400

#: Of the time that is left a bot takes one part in so many for a move, and this much of its increment; never
#: more than one part in so few, whatever the increment.
MOVES_LEFT: Final = 25
OF_INCREMENT: Final = 0.5
MOST_OF_TIME: Final = 4
#: A search that begins too late still takes this many seconds, in which it looks at a few moves.
LEAST_SECONDS: Final = 0.005


@dataclass(frozen=True)
class Think:
    """Something is wanted of the bot, for the state with this digest; it comes back by `Room.thought`."""

    level: int
    digest: str
    setup: Setup
    snapshot: dict[str, Any]
    offered_to: str | None = None  # the side of the bot that is offered a draw; None: a move is wanted
    until: int | None = None  # when it should have answered, in milliseconds since 1970; None: no clock runs

    @property
    def name(self) -> str:
        """What tells a wish from all others: the state, and what is wanted in it."""
        return name_of(self.digest, self.offered_to)


def name_of(digest: str, offered_to: str | None) -> str:
    """The name of a wish for a move in a state, or for an answer to the offer of a draw."""
    return digest if offered_to is None else f"{digest} draw"


def limits_of(level: int) -> Limits:
    """The limits of a level; beyond the last one nobody is stronger."""
    index = min(max(level, 1), len(NODES)) - 1
    nodes = NODES[index]
    return Limits(nodes=nodes, depth=DEPTHS[index], steps=BUDGET.thinking + PER_POSITION * nodes)


def due(clock: Clock | None, side: str, now: int) -> int | None:
    """When a bot should have answered that begins to think now; None in a game without a clock.

    What it waits for a processor is part of its time, as it is for people.
    """
    if clock is None:
        return None
    left = clock.left(side, now)
    return now + round(min(left / MOVES_LEFT + clock.increment * OF_INCREMENT, left / MOST_OF_TIME))


def choose(think: Think, now: int | None = None) -> str | None:
    """The move that the bot plays, or its answer to the offer of a draw; None if it has none.

    This takes its time, which begins `now`: it is for a worker of its own, never for one that holds rooms.
    """
    began = time.monotonic()
    with under(BUDGET):
        game = Game.restored(think.setup, think.snapshot)
    # Where something is hidden, all that is by chance goes by the view: the digest knows everything.
    limits, seed = limits_of(think.level), 0 if game.hides else int(think.digest[:8], 16)
    if think.until is not None and now is not None:
        seconds = (think.until - now) / 1000 - (time.monotonic() - began)
        limits = replace(limits, seconds=max(LEAST_SECONDS, seconds))
    if think.offered_to is not None:
        return ACCEPT if _is_content(game, think.offered_to, limits, seed) else None
    move = SearchPlayer(limits, seed).choose(game.match.engine)
    return None if move is None else str(move)


def _is_content(game: Game, side: str, limits: Limits, seed: int) -> bool:
    """Whether a side is no better than its opponent, as far as a search sees, and as far as the side does."""
    value = weigh(game.match.engine, side, limits, seed)
    return value is not None and value <= 0
