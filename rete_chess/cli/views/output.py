"""The two outputs of every command: JSON on standard output, words and progress on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeVar

import click

if TYPE_CHECKING:
    from rete_chess.balance.run import Progress as SeriesProgress
    from rete_chess.cli.views.screen import Screen


F = TypeVar("F", bound=Callable[..., Any])


#: What stands for standard output where a file is asked for.
STDOUT: Final = "-"


class Output:
    """The output of a command: JSON for machines, or words for people."""

    def __init__(self, is_json: bool) -> None:
        self.is_json = is_json

    @cached_property
    def screen(self) -> Screen:
        """The screen for people: standard output, or standard error if JSON goes to standard output."""
        from rete_chess.cli.views.screen import Screen

        return Screen(sys.stderr if self.is_json else sys.stdout)

    def answer(self, data: Mapping[str, Any]) -> None:
        """Print the answer as JSON, if JSON was asked for."""
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


@contextmanager
def output_file(name: str) -> Iterator[TextIO]:
    """The file of a name, written whole or not at all; `-` is standard output."""
    if name == STDOUT:
        yield sys.stdout
        return
    from rete_chess.storage import whole_file

    with whole_file(name) as file:
        yield file


def demand_output(name: str) -> None:
    """Raise an error now if a file of a name could not be written later, when much work was done."""
    if name != STDOUT:
        from rete_chess.storage import demand_place

        demand_place(name)


def print_json(data: Mapping[str, Any]) -> None:
    """One line of JSON on standard output, in plain ASCII so that every terminal can encode it."""
    import json

    click.echo(json.dumps(data))


@contextmanager
def progress_bar(name: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where that is a terminal."""
    from rich.progress import Progress

    from rete_chess.cli.views.screen import Screen

    screen = Screen(sys.stderr)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(name, total=total)
        yield lambda done: progress.update(task, completed=done)


def rate_of(count: int, seconds: float) -> str:
    """How fast something goes, by the unit of time in which it comes to 1 at least: `3.1 a minute`."""
    for unit, size in (("second", 1), ("minute", 60)):
        if size * count >= seconds:
            return f"{size * count / seconds:.1f} a {unit}"
    return f"{3600 * count / seconds:.1f} an hour"


@contextmanager
def series_bar() -> Iterator[Callable[[SeriesProgress], None]]:
    """A bar for many games, with their rate and the time that is left; where standard error is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from rete_chess.cli.views.screen import Screen

    screen = Screen(sys.stderr)
    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("games", total=None, rate="")
        start = time.monotonic()

        def tell(now: SeriesProgress) -> None:
            seconds = time.monotonic() - start
            rate = rate_of(now.played, seconds) if now.played else ""
            progress.update(task, completed=now.done, total=now.wanted, rate=rate)

        yield tell
