"""The lines of a player: typed at a prompt, or piped in and echoed, so that a log can be read."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator
from typing import Final

from rete_chess.cli.views.screen import Screen, printable

#: The longest line that is read at once; the rest of a longer one counts as the next line.
MAX_LINE: Final = 1000


def read_lines(screen: Screen, prompt: Callable[[], str]) -> Iterator[str]:
    """Every line up to the end of the input."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    is_typed = sys.stdin.isatty() and sys.stdout.isatty() and screen.file is sys.stdout
    if is_typed:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 (lets `input` edit and recall lines)
    while True:
        line = _typed_line(prompt()) if is_typed else _piped_line(screen, prompt())
        if line is None:
            screen.say("")
            return
        yield line.strip()


def _typed_line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


def _piped_line(screen: Screen, prompt: str) -> str | None:
    screen.print(prompt, end="", soft_wrap=True)
    line = sys.stdin.readline(MAX_LINE)
    if not line:
        return None
    if not sys.stdin.isatty():
        screen.say(printable(line.strip()))
    return line
