"""Games of PGN as they are written: tags, moves as texts with what is said about them, and variations.

Read one after the other in constant memory, with the place of everything that is wrong; what cannot be read
costs no more than its own game. Whether the moves can be played is the matter of `playing`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import BinaryIO, Final, TextIO, Union, cast

from rete_chess.documents.kinds.save import MOST_MOVES
from rete_chess.errors import DocumentError, Problem, clip
from rete_chess.match.pgn.tokens import (
    CLOSE,
    COMMENT,
    LIMIT,
    MOVE,
    NAG,
    OPEN,
    PIECE,
    RESULT,
    TAG,
    WRONG,
    Scanner,
    Token,
)

#: A text or its bytes, the path of a file, an open file, or bytes that come in pieces.
PgnSource = Union[str, bytes, "os.PathLike[str]", BinaryIO, TextIO, Iterable[bytes]]

#: What one game may hold. A game with more is given up, and reading goes on with the next one.
MOST_TAGS: Final = 200
MOST_NODES: Final = 50_000
MOST_DEPTH: Final = 100
MOST_TOKENS: Final = 200_000
#: The text of its tags and comments; further comments are left out.
MOST_TEXT: Final = 4_194_304
#: The problems that are kept of one game, and those that are counted.
MOST_PROBLEMS: Final = 20
MOST_MISTAKES: Final = 1000

UNKNOWN: Final = "*"


@dataclass(frozen=True)
class PgnProblem(Problem):
    """Something that is wrong with a game, by the number of the game in its file."""

    game: int = 0

    def place(self, name: str) -> str:
        """Where it is: file, line, column and game."""
        parts = (name, *(part for part in (self.line, self.column) if part is not None))
        return f"{':'.join(map(str, parts))}: game {self.game}"


@dataclass(slots=True)
class PgnMove:
    """A move as it is written, what is said before and after it, and what else could have been played."""

    text: str
    line: int
    column: int
    nags: list[int] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[list[PgnMove]] = field(default_factory=list)


@dataclass
class PgnGame:
    """One game of a file: its number and first line, tags, moves and result, and what is wrong with it."""

    number: int
    line: int = 1
    tags: dict[str, str] = field(default_factory=dict)
    lines: dict[str, tuple[int, int]] = field(default_factory=dict)  # where each tag stands
    moves: list[PgnMove] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)  # before the first move
    result: str | None = None  # as it stands behind the moves
    end: tuple[int, int] = (1, 1)
    problems: list[PgnProblem] = field(default_factory=list)
    unlisted: int = 0  # problems beyond those that are kept

    @property
    def score(self) -> str:
        """The result of the game by its text: behind the moves, else in its tag."""
        return self.result or _SCORES.get(self.tags.get("Result", "").strip(), UNKNOWN)

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found but warnings."""
        return all(problem.severity != "error" for problem in self.problems)

    def add(
        self, code: str, message: str, place: tuple[int, int], hint: str | None = None, *, warns: bool = False
    ) -> None:
        """Note a problem, unless there are too many already; the last word of a list is for what ends it."""
        has_room = len(self.problems) < MOST_PROBLEMS
        if not has_room:
            self.unlisted += 1
            if warns or not (self.is_sound or code == "E_PGN_LIMIT"):
                return
            self.problems.pop()
        severity = "warning" if warns else "error"
        self.problems.append(PgnProblem(code, message, severity, "", *place, hint, self.number))

    def demand_sound(self, name: str) -> None:
        """Raise an error that tells all problems, if there are any but warnings."""
        if not self.is_sound:
            raise DocumentError(name, [found for found in self.problems if found.severity == "error"])


_SCORES: Final = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1/2": "1/2-1/2"}


def read_games(source: PgnSource) -> Iterator[PgnGame]:
    """The games of a source, one after the other; of a file of any size, no more than one is held.

    A `str` is a text and is never opened. Each game tells what is wrong with it, and reading goes on with the
    next one.
    """
    with _pieces_of(source) as pieces:
        scanner = Scanner(pieces)
        if scanner.is_utf16:
            game = PgnGame(1)
            game.add("E_PGN", "the file is written in UTF-16", (1, 1), "save it as UTF-8")
            yield game
            return
        yield from _Reader(scanner).games()


@contextmanager
def _pieces_of(source: PgnSource) -> Iterator[Iterable[bytes]]:
    if isinstance(source, str):
        yield _parts(source)
    elif isinstance(source, bytes):
        yield (source[at : at + PIECE] for at in range(0, len(source), PIECE))
    elif isinstance(source, os.PathLike):
        with _opened(source) as file:
            yield _read(file)
    elif hasattr(source, "read"):
        yield _read(cast("BinaryIO | TextIO", source))
    else:
        yield source


def _parts(text: str) -> Iterator[bytes]:
    for at in range(0, len(text), PIECE):
        yield text[at : at + PIECE].encode("utf-8", "replace")


def _opened(path: os.PathLike[str]) -> BinaryIO:
    try:
        return open(path, "rb")
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
    except ValueError:
        reason = "this is no file name"
    name = os.fsdecode(path)
    raise DocumentError(name, [Problem("E_DOC_READ", f"cannot read {clip(name, 200)}: {reason}")])


def _read(file: BinaryIO | TextIO) -> Iterator[bytes]:
    while given := file.read(PIECE):
        yield given.encode("utf-8", "replace") if isinstance(given, str) else given


class _Line:
    """A line of moves in the making: the game's own, or a variation."""

    __slots__ = ("before", "moves")

    def __init__(self, moves: list[PgnMove]) -> None:
        self.moves = moves
        self.before: list[str] = []  # comments that no move of the line stands before


class _Reader:
    """Who puts games together from tokens."""

    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._number = 0
        self._is_given_up = False
        self._begin()

    def games(self) -> Iterator[PgnGame]:
        """The games, until the tokens end."""
        for token in self._scanner:
            if self._begins_another(token):
                yield self._ended()
            self._take(token)
            if self._game.unlisted > MOST_MISTAKES and not self._is_given_up:
                self._give_up(f"the game has more than {MOST_MISTAKES:,} mistakes", self._game.end)
            if self._is_given_up:
                self._is_given_up = False
                has_more = self._scanner.skip()
                yield self._ended()
                if not has_more:
                    return
        if self._has_begun:
            yield self._ended()

    def _begins_another(self, token: Token) -> bool:
        """Whether a token is no longer of the game in the making."""
        if token.kind == TAG:
            return self._is_moving or (token.text == "Event" and "Event" in self._game.tags)
        return token.kind == MOVE and self._game.result is not None

    def _begin(self) -> None:
        self._number += 1
        self._game = PgnGame(self._number)
        self._open: list[_Line] = [_Line(self._game.moves)]
        self._has_begun = False
        self._is_moving = False
        self._is_given_up = False
        self._nodes = self._tokens = self._text = 0

    def _ended(self) -> PgnGame:
        game = self._game
        if len(self._open) > 1:
            game.add("E_PGN", f"{len(self._open) - 1} variations have no end", game.end)
        if game.result is None and game.is_sound:
            game.add("W_PGN", "no result stands behind the moves", game.end, "such as 1-0 or *", warns=True)
        told = game.tags.get("Result", "").strip()
        if game.result is not None and told in _SCORES and _SCORES[told] != game.result:
            message = f"the tag Result says {told}, the moves end with {game.result}"
            game.add("W_PGN", message, game.lines["Result"], warns=True)
        self._begin()
        return game

    # -- tokens ----------------------------------------------------------------------------------

    def _take(self, token: Token) -> None:
        game, place = self._game, (token.line, token.column)
        if not self._has_begun:
            self._has_begun, game.line = True, token.line
        game.end = place
        self._tokens += 1
        if self._tokens > MOST_TOKENS:
            self._give_up(f"the game has more than {MOST_TOKENS:,} words", place)
        elif token.kind == MOVE:
            self._move(token)
        elif token.kind == TAG:
            self._tag(token)
        elif token.kind == WRONG:
            game.add("E_PGN", token.text, place)
        elif token.kind == LIMIT:
            game.add("E_PGN_LIMIT", token.text, place)
        else:
            self._is_moving = True
            self._note(token, place)

    def _note(self, token: Token, place: tuple[int, int]) -> None:
        """Take what is no move: a comment, a judgement, the begin or end of a variation, or a result."""
        kind, line = token.kind, self._open[-1]
        if kind == COMMENT:
            self._comment(token, line)
        elif kind == NAG:
            if line.moves and int(token.text) and len(line.moves[-1].nags) < MOST_PROBLEMS:
                line.moves[-1].nags.append(int(token.text))
        elif kind == OPEN:
            self._branch(line, place)
        elif kind == CLOSE:
            self._close(place)
        elif kind == RESULT and len(self._open) == 1:  # inside of a variation it judges that one
            self._game.result = token.text

    def _give_up(self, message: str, place: tuple[int, int]) -> None:
        self._game.add("E_PGN_LIMIT", message, place)
        del self._open[1:]
        self._is_given_up = True

    def _tag(self, token: Token) -> None:
        game, place = self._game, (token.line, token.column)
        self._text += len(token.text) + len(token.value)
        if len(game.tags) >= MOST_TAGS:
            self._give_up(f"the game has more than {MOST_TAGS} tags", place)
        elif self._text > MOST_TEXT:
            self._give_up(f"the tags of the game are longer than {MOST_TEXT:,} signs", place)
        elif token.text in game.tags:
            if game.tags[token.text] != token.value:
                game.add("W_PGN", f"the tag {clip(token.text)} stands twice", place, warns=True)
        else:
            game.tags[token.text], game.lines[token.text] = token.value, place

    def _move(self, token: Token) -> None:
        self._is_moving = True
        self._nodes += 1
        line, place = self._open[-1], (token.line, token.column)
        is_main = len(self._open) == 1
        if self._nodes > MOST_NODES or (is_main and len(line.moves) >= MOST_MOVES):
            most = MOST_MOVES if is_main and self._nodes <= MOST_NODES else MOST_NODES
            self._give_up(f"the game has more than {most:,} moves", place)
            return
        line.moves.append(PgnMove(token.text, *place, before=line.before))
        line.before = []

    def _comment(self, token: Token, line: _Line) -> None:
        self._text += len(token.text)
        if token.value or self._text > MOST_TEXT:
            self._game.add("W_PGN", "a long comment is cut", (token.line, token.column), warns=True)
        if not token.text or self._text > MOST_TEXT:
            return
        if line.moves:
            line.moves[-1].comments.append(token.text)
        elif len(self._open) == 1:
            self._game.comments.append(token.text)
        else:
            line.before.append(token.text)

    def _branch(self, line: _Line, place: tuple[int, int]) -> None:
        if len(self._open) > MOST_DEPTH:
            self._give_up(f"variations stand more than {MOST_DEPTH} deep in one another", place)
            return
        self._nodes += 1
        if self._nodes > MOST_NODES:
            self._give_up(f"the game has more than {MOST_NODES:,} moves and variations", place)
            return
        moves: list[PgnMove] = []
        if line.moves:
            line.moves[-1].variations.append(moves)
        else:
            self._game.add("E_PGN", "a variation stands before the first move", place)
        self._open.append(_Line(moves))

    def _close(self, place: tuple[int, int]) -> None:
        if len(self._open) == 1:
            self._game.add("E_PGN", "a parenthesis closes nothing", place)
            return
        self._open.pop()
