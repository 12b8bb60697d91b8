"""What every command that takes VARIANT has in common: its argument and options, in one place."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rete_chess.engine import Engine


@dataclass(frozen=True)
class GameChoice:
    """The game that the command line asks for."""

    variant: str
    fen: str | None
    chess960: bool

    def engine(self) -> Engine:
        """A new game of it."""
        from rete_chess.engine import Engine

        return Engine(self.variant, self.fen, chess960=self.chess960)


def variant_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add VARIANT and what belongs to it; the command receives a `GameChoice` as `game`."""

    @click.argument("variant", default="chess", shell_complete=_complete_variant)
    @click.option("--fen", metavar="F", help="Start from this position instead of the variant's own.")
    @click.option("--chess960", is_flag=True, help="Write castling as king takes rook.")
    @functools.wraps(command)
    def with_game(*args: Any, variant: str, fen: str | None, chess960: bool, **rest: Any) -> Any:
        return command(*args, game=GameChoice(variant, fen, chess960), **rest)

    return with_game


def _complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rete_chess.compile import catalog

    return [name for name in catalog.variants().list() if name.startswith(incomplete)]
