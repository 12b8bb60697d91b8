"""`--moves`: what is played before a command looks at the game, or while it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from rete_chess.engine import Engine

#: `1.`, `12...`, also before a move without a space between.
_NUMBER: Final = re.compile(r"\A\d+\.+")

F = TypeVar("F", bound=Callable[..., Any])


def parse_moves(text: str) -> tuple[str, ...]:
    """The moves of a line, in UCI or SAN, with spaces or commas between; numbers are left out."""
    words = (_NUMBER.sub("", word) for word in text.replace(",", " ").split())
    return tuple(filter(None, words))


def moves_option(command: F) -> F:
    """Add `--moves`; the command receives them as `moves`."""
    return click.option(
        "--moves",
        metavar="MOVES",
        default="",
        callback=lambda ctx, param, text: parse_moves(text),
        help='The moves to play first, such as "e2e4 e7e5" or "1. e4 e5 2. Nf3".',
    )(command)


def play_moves(engine: Engine, moves: Sequence[str]) -> None:
    """Play all moves; of one that cannot be played its number is told."""
    from rete_chess.errors import GameError, ReteChessError

    for number, move in enumerate(moves, start=1):
        try:
            engine.apply(move)
        except ReteChessError as error:
            message = f"{where(number, move)}: {error.message}"
            raise GameError(
                error.code, message, found=error.found, expected=error.expected, hint=error.hint
            ) from None


def where(number: int, move: str) -> str:
    """How errors speak of one of the moves."""
    return f"move {number}, {move[:60]!r}"
