"""The option `--moves`: the moves that a command plays first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rete_chess.engine import Engine

F = TypeVar("F", bound=Callable[..., Any])


def moves_option(command: F) -> F:
    """Add `--moves`; the command receives them as `moves`."""
    return click.option(
        "--moves",
        metavar="MOVES",
        default="",
        callback=_parsed,
        help='The moves to play first, such as "e2e4 e7e5" or "1. e4 e5 2. Nf3".',
    )(command)


def _parsed(ctx: click.Context, param: click.Parameter, text: str) -> tuple[str, ...]:
    from rete_chess.core.moves import parse_moves

    return parse_moves(text)


def play_moves(engine: Engine, moves: Sequence[str]) -> None:
    """Play all moves; the error of one that cannot be played names its number."""
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
    """The place of a move in a list, as errors name it."""
    return f"move {number}, {move[:60]!r}"
