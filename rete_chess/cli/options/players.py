"""The options `--white`, `--black` and `--seed`: people, or one of the players for any variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from rete_chess.errors import ReteChessError

if TYPE_CHECKING:
    from rete_chess.match.players import Player

F = TypeVar("F", bound=Callable[..., Any])

HUMAN: Final = "human"


def player_option(color: str, default: str) -> Callable[[F], F]:
    """Add `--white` or `--black`; people may play where the default is `human`. The text is kept."""

    def checked(ctx: click.Context, param: click.Parameter, text: str) -> str:
        if not text == default == HUMAN:
            try:
                make_player(text, 0)
            except ReteChessError as error:
                raise click.BadParameter(str(error), ctx, param) from None
        return text

    return click.option(
        f"--{color}",
        metavar="P",
        default=default,
        callback=checked,
        help=f"Who plays {color.capitalize()}. [{default}]",
    )


def make_player(text: str, seed: int) -> Player:
    """The player that a text names."""
    from rete_chess.match.players import parse_player

    return parse_player(text, seed)


def seed_option(command: F) -> F:
    """Add `--seed`."""
    return click.option(
        "--seed", metavar="S", type=click.IntRange(0), default=0, help="Where the random numbers start."
    )(command)
