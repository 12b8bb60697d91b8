"""Random games that are played on two implementations at once, to the first position in which they differ."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rete_chess.interop.fen import FAIRY, write_fen
from rete_chess.interop.peers.matching import matched

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.engine import LegalMove
    from rete_chess.interop.peers.asked import Peer

#: How games end here by the draws of chess, which peers leave to whoever plays.
PACED: Final = ("seventy-five moves", "fivefold repetition", "insufficient material")


@dataclass(frozen=True)
class Difference:
    """The first position in which two implementations differ."""

    game: int
    moves: tuple[str, ...]  # as the peer writes them
    fen: str  # ours
    theirs: str  # the same position as the peer writes it
    only_ours: tuple[str, ...] = ()
    only_theirs: tuple[str, ...] = ()
    result: str = ""  # ours, where the results differ or only one has ended


@dataclass(frozen=True)
class Comparison:
    """How many games and positions agreed, and the difference if one was met."""

    games: int
    positions: int
    difference: Difference | None


def compare(
    program: Program, peer: Peer, games: int, seed: str, plies: int, chess960: bool = False
) -> Comparison:
    """Play random games on both; every position must have the same moves, and every end the same result."""
    positions = 0
    for number in range(1, games + 1):
        game = _Game(program, peer, random.Random(f"{seed}:{number}"), chess960)
        difference = game.play(number, plies)
        positions += game.positions
        if difference is not None:
            return Comparison(number, positions, difference)
    return Comparison(games, positions, None)


class _Game:
    """One game on both sides."""

    def __init__(self, program: Program, peer: Peer, chance: random.Random, chess960: bool) -> None:
        from rete_chess.engine import Engine

        self.engine = Engine(program, None, "native", chess960=chess960)
        self.peer, self.chance = peer, chance
        self.positions = 0
        self.played: list[str] = []
        self._half: str | None = None  # the first part of a turn that the peer writes as one move
        self._parts = program.book.laws.acts is not None
        peer.start(write_fen(self.engine, FAIRY))

    def play(self, number: int, plies: int) -> Difference | None:
        """Play to the end, to the limit or to a difference."""
        for _ in range(plies):
            legal = self.engine.legal_moves()
            if not legal and self.engine.result is not None and self.engine.result.reason in PACED:
                return None
            theirs = self._theirs()
            pairs, extra, missing = self._matched(legal, list(theirs))
            self.positions += 1
            if extra or missing:
                return self._difference(number, extra, missing)
            if not legal:
                return self._ended(number)
            chosen = self.chance.choice(sorted(pairs))
            self.engine.apply(pairs[chosen])
            self._go(chosen, theirs[chosen])
        return None

    def _theirs(self) -> dict[str, str]:
        """The peer's moves, by the part of them that is to be made now."""
        moves = self.peer.moves()
        if self._half is not None:
            half = f"{self._half},"
            return {text[len(half) :]: text for text in moves if text.startswith(half)}
        return {text.partition(",")[0]: text for text in moves}

    def _matched(
        self, legal: Sequence[LegalMove], theirs: list[str]
    ) -> tuple[dict[str, str], list[str], list[str]]:
        if self._half is None:
            return matched(self.engine, legal, theirs)
        # The peer writes where the wall goes as a move that begins where the piece has gone.
        ours = {str(move).partition(":")[2]: str(move) for move in legal}
        placed = {
            text[-len(square) :] if text.endswith(square) else text: text
            for text in theirs
            for square in ours
            if _ends(text, square)
        }
        pairs = {text: ours[square] for square, text in placed.items()}
        extra = [move for square, move in ours.items() if square not in placed]
        return pairs, extra, [text for text in theirs if text not in pairs]

    def _go(self, chosen: str, text: str) -> None:
        """Make the move there, or wait for its second part."""
        if self._half is None and "," in text and self._is_second_part():
            self._half = chosen
            return
        self._half = None
        self.peer.play(text)
        self.played.append(text)

    def _is_second_part(self) -> bool:
        """Whether the turn goes on here with an act."""
        legal = self.engine.legal_moves()
        return bool(legal) and all(move.act is not None for move in legal) and self.engine.result is None

    def _ended(self, number: int) -> Difference | None:
        """The difference of the results, if they differ."""
        ours, theirs = self.engine.result, self.peer.result()
        if ours is None:
            return self._difference(number, [], [])
        turn = "black" if self.peer.fen().split()[1:2] == ["b"] else "white"
        value = 0 if ours.winner is None else 1 if ours.winner == turn else -1
        return None if theirs is None or theirs == value else self._difference(number, [], [])

    def _difference(self, number: int, extra: list[str], missing: list[str]) -> Difference:
        result = self.engine.result
        return Difference(
            number,
            tuple(self.played),
            self.engine.fen(),
            self.peer.fen(),
            tuple(sorted(extra)),
            tuple(sorted(missing)),
            "" if result is None else str(result),
        )


def _ends(text: str, square: str) -> bool:
    """Whether a peer's text of a wall ends on a square."""
    return text.endswith(square) and text[: -len(square)][-1:].isdigit()
