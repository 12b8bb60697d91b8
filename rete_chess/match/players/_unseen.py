"""The choice of a side that does not see all: it thinks in worlds that agree with its view, and counts votes.

All that it goes by is the view; so it chooses alike in games that differ only in what is hidden from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

from rete_chess.engine.sight.worlds import worlds_for
from rete_chess.match.players.limits import Limits
from rete_chess.match.players.thought import SURE, USUAL, Question, Thought

if TYPE_CHECKING:
    from rete_chess.engine import Engine
    from rete_chess.engine.sight.view import View

#: In how many worlds it thinks, and the fewest positions that it looks at in each.
WORLDS: Final = 6
LEAST_NODES: Final = 20
#: No vote counts for more than this, in hundredths of a pawn.
MOST: Final = 2_000

Think = Callable[["Engine", Limits, int, Question], "Thought | None"]


def choose_unseen(view: View, limits: Limits, seed: int, think: Think) -> str | None:
    """The text of the move with most votes, those of greater worth first; None where there is no move."""
    if not view.legal_moves:
        return None
    chance = Random(f"{view.digest} {seed}")
    worlds = worlds_for(view, chance, WORLDS)
    votes: Counter[str] = Counter()
    worth: Counter[str] = Counter()
    known = {str(move) for move in view.legal_moves}
    for number, world in enumerate(worlds):
        moves = {move.code: str(move) for move in world.legal_moves() if str(move) in known}
        if not moves:
            continue
        thought = think(world, _share(limits, len(worlds)), seed + number, Question(moves=frozenset(moves)))
        if thought is not None and thought.move in moves:
            text = moves[thought.move]
            votes[text] += 1
            worth[text] += min(max(thought.value, -MOST), MOST if thought.value < SURE else 2 * MOST)
    if not votes:
        return str(chance.choice(view.legal_moves))
    return max(sorted(votes), key=lambda text: (votes[text], worth[text]))


def weigh_unseen(view: View, limits: Limits, seed: int, think: Think) -> int | None:
    """The worth of a position for a side that does not see all: the mean of several worlds."""
    worlds = worlds_for(view, Random(f"{view.digest} {seed}"), WORLDS)
    values = []
    for number, world in enumerate(worlds):
        thought = think(world, _share(limits, len(worlds)), seed + number, USUAL)
        if thought is not None and thought.nodes:
            value = min(max(thought.value, -MOST), MOST)
            values.append(value if view.turn == view.side else -value)
    return sum(values) // len(values) if values else None


def _share(limits: Limits, parts: int) -> Limits:
    """What may be spent in one of several worlds."""
    return replace(
        limits,
        seconds=(1.0 if limits.is_open else limits.seconds or 0) / parts or None,
        nodes=None if limits.nodes is None else max(LEAST_NODES, limits.nodes // parts),
        steps=None if limits.steps is None else limits.steps // parts,
    )
