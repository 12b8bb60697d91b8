"""The bot of a room: a search for a move, or for an answer to the offer of a draw. It is bounded by positions
looked at, so that it always answers alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rete_chess.match.players import Limits, SearchPlayer
from rete_chess.match.players import think as search
from rete_chess.metering import under
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


@dataclass(frozen=True)
class Think:
    """Something is wanted of the bot, for the state with this digest; it comes back by `Room.thought`."""

    level: int
    digest: str
    setup: Setup
    snapshot: dict[str, Any]
    offered_to: str | None = None  # the side of the bot that is offered a draw; None: a move is wanted

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


def choose(think: Think) -> str | None:
    """The move that the bot plays, or its answer to the offer of a draw; None if it has none.

    This takes its time: it is for a worker of its own, never for one that holds rooms.
    """
    with under(BUDGET):
        game = Game.restored(think.setup, think.snapshot)
    limits, seed = limits_of(think.level), int(think.digest[:8], 16)
    if think.offered_to is not None:
        return ACCEPT if _is_content(game, think.offered_to, limits, seed) else None
    move = SearchPlayer(limits, seed).choose(game.match.engine)
    return None if move is None else str(move)


def _is_content(game: Game, side: str, limits: Limits, seed: int) -> bool:
    """Whether a side is no better than its opponent, as far as a search sees."""
    found = search(game.match.engine, limits, seed)
    if found is None or not found.nodes:
        return False
    return (found.value if game.turn == side else -found.value) <= 0
