"""Streams of chance. What is drawn follows from the seed and from how much was drawn before, and from nothing
else: the same in every process and on every network, forgotten when a move is taken back, and never moved on
by who looks ahead.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.costs import WRITE
from rete_chess.errors import GameError, clip

if TYPE_CHECKING:
    from rete_chess.core.board import Board
    from rete_chess.engine._engine import Engine
    from rete_chess.engine._game import Game

#: The seed of games whose caller names none.
DEFAULT_SEED: Final = "0"
#: The longest seed.
MOST_SEED: Final = 100
#: Numbers of the stream lie below 2 to this; every reader of JSON takes them as they are.
BITS: Final = 52


class Stream(NamedTuple):
    """The numbers that a game draws: those that are told, then those of the seed."""

    seed: str = DEFAULT_SEED
    told: tuple[int, ...] = ()  # the first numbers, of a game whose seed was not told

    def number(self, place: int) -> int:
        """The number at a place of the stream, counted from 0."""
        return self.told[place] if place < len(self.told) else number_of(f"seed {self.seed}", place)

    def numbers(self, count: int) -> tuple[int, ...]:
        """The first numbers of the stream."""
        return tuple(map(self.number, range(count)))


class Dice:
    """The dice of a game: how much of its stream it has drawn, which is journaled."""

    __slots__ = ("_game", "drawn", "furthest", "is_tried", "stream")

    def __init__(self, game: Game, stream: Stream) -> None:
        self._game = game
        self.stream = stream
        self.drawn = 0
        self.furthest = 0  # the same, with moves that were taken back
        self.is_tried = False  # moves are counted on the game's own board, and taken back

    def follow(self, other: Dice) -> None:
        """Have drawn as much as other dice of the same stream."""
        self.drawn, self.furthest = other.drawn, other.furthest

    def draw(self, size: int) -> int:
        """A number below `size`, each as likely: of the game, or a guess in a move that is only tried.

        A guess goes by the position. It is the same whenever the same move is tried, and tells nothing of
        what the game will draw.
        """
        game, run = self._game, self._game.run
        game.board.meter.charge(WRITE)
        if self.is_tried or game.is_imagining or (run is not None and run.is_imagined):
            place = 0 if run is None else run.guesses
            if run is not None:
                run.guesses += 1
            return below(number_of(f"guess {game.board.key}", place), size)
        number = self.stream.number(self.drawn)
        game.board.journal.append(Drawn(self.drawn))
        self.drawn += 1
        self.furthest = max(self.furthest, self.drawn)
        return below(number, size)


class Drawn(NamedTuple):
    """A number of the stream drawn."""

    before: int  # how many there were
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.game.dice.drawn = self.before


def number_of(name: str, place: int) -> int:
    """The number that a name has at a place, each of 2 to the `BITS` as likely."""
    digest = sha256(f"{name} {place}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - BITS)


def below(number: int, size: int) -> int:
    """What a number of a stream comes to among so many outcomes."""
    return number * size >> BITS


def stream_of(seed: int | str | Stream) -> Stream:
    """The stream that a caller asks for by its seed."""
    if isinstance(seed, Stream):
        return seed
    text = str(seed)
    if isinstance(seed, (int, str)) and 0 < len(text) <= MOST_SEED and text.isprintable():
        return Stream(text)
    expected = f"a number, or a text of at most {MOST_SEED} signs"
    raise GameError("E_SEED", "this is no seed of a game", found=clip(text), expected=expected)


def chance_data(engine: Engine, tells_seed: bool) -> dict[str, Any]:
    """The stream of a game as its start tells it: by its seed, or by the numbers drawn so far alone."""
    dice = engine._game.dice
    seed, told = dice.stream
    if not tells_seed:
        seed, told = DEFAULT_SEED, dice.stream.numbers(max(len(told), dice.furthest))
    return {**({"seed": seed} if seed != DEFAULT_SEED else {}), **({"draws": list(told)} if told else {})}
