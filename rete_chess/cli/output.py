"""Where a command's words go: the answer of a machine to standard output, people's words beside it.

With `--json` standard output holds one JSON object and nothing else. Commands that only answer
(perft, moves) then print just that; those that also show something on the way (play, demo,
bench) show it on standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rete_chess.cli.screen import Screen

F = TypeVar("F", bound=Callable[..., Any])


class Output:
    """The two ways a command can answer."""

    def __init__(self, is_json: bool) -> None:
        self.is_json = is_json

    @cached_property
    def screen(self) -> Screen:
        """What people read: standard output, or standard error when that belongs to a machine."""
        from rete_chess.cli.screen import Screen

        return Screen(sys.stderr if self.is_json else sys.stdout)

    def answer(self, data: Mapping[str, Any]) -> None:
        """Print the machine's answer, if a machine asked."""
        if self.is_json:
            print_json(data)


def output_option(command: F) -> F:
    """Add `--json`; the command receives an `Output` as `out`."""
    return click.option(
        "--json",
        "out",
        is_flag=True,
        callback=lambda ctx, param, value: Output(value),
        help="Answer with one JSON object on standard output.",
    )(command)


def print_json(data: Mapping[str, Any]) -> None:
    """One line of JSON on standard output, in plain ASCII so that every terminal can encode it."""
    import json

    click.echo(json.dumps(data))
