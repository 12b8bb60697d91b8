"""The choice of a side that does not see all: it thinks in worlds that agree with its view, and counts votes.

All that it goes by is the view; so it chooses alike in games that differ only in what is hidden from it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.engine.sight.worlds import worlds_for
from rete_chess.match.players.limits import Limits
from rete_chess.match.players.thought import SURE, Question, Thought

if TYPE_CHECKING:
    from rete_chess.engine import Engine
    from rete_chess.engine.sight.view import View

#: In how many worlds it thinks, and the fewest positions that it looks at in each.
WORLDS: Final = 6
LEAST_NODES: Final = 20
#: No vote counts for more than this, in hundredths of a pawn.
MOST: Final = 2_000

Think = Callable[["Engine", Limits, int, Question], "Thought | None"]


class Chosen(NamedTuple):
    """A move as a text, its worth in the worlds that voted for it, the depth that all of these reached, and
    the nodes of all worlds."""

    move: str
    value: int
    depth: int
    nodes: int


def choose_unseen(
    view: View, limits: Limits, seed: int, think: Think, among: Collection[str] | None = None
) -> Chosen | None:
    """The move with most votes, those of greater worth first, of all or of some; None where there is none."""
    legal = [str(move) for move in view.legal_moves if among is None or str(move) in among]
    if not legal:
        return None
    chance = Random(f"{view.digest} {seed}")
    worlds = worlds_for(view, chance, WORLDS)
    votes: defaultdict[str, list[Thought]] = defaultdict(list)
    nodes = 0
    for number, world in enumerate(worlds):
        moves = {move.code: str(move) for move in world.legal_moves() if str(move) in legal}
        if not moves:
            continue
        thought = think(world, _share(limits, len(worlds)), seed + number, Question(moves=frozenset(moves)))
        if thought is not None and thought.move in moves:
            votes[moves[thought.move]].append(thought)
            nodes += thought.nodes
    if not votes:
        return Chosen(chance.choice(legal), 0, 0, nodes)
    text = max(sorted(votes), key=lambda text: (len(votes[text]), sum(map(_counted, votes[text]))))
    found = votes[text]
    depth = min(thought.depth for thought in found)
    return Chosen(text, sum(map(_counted, found)) // len(found), depth, nodes)


def _counted(thought: Thought) -> int:
    """What the worth of a vote counts."""
    return min(max(thought.value, -MOST), MOST if thought.value < SURE else 2 * MOST)


def _share(limits: Limits, parts: int) -> Limits:
    """What may be spent in one of several worlds: of a second, where nothing but a word would end it."""
    is_endless = limits.seconds == math.inf and limits.nodes is limits.depth is None
    return replace(
        limits,
        seconds=(1.0 if limits.is_open or is_endless else limits.seconds or 0) / parts or None,
        nodes=None if limits.nodes is None else max(LEAST_NODES, limits.nodes // parts),
        steps=None if limits.steps is None else limits.steps // parts,
    )
