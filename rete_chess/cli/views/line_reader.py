"""The lines of a player: typed at a prompt, or piped in and echoed, so that a log can be read."""

from __future__ import annotations

import contextlib
import errno
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


@contextlib.contextmanager
def reading_input() -> Iterator[None]:
    """Let an error of the system name standard input, if that is what cannot be read."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise OSError(error.errno or errno.EBADF, reason, "standard input") from error


def _piped_line(screen: Screen, prompt: str) -> str | None:
    screen.print(prompt, end="", soft_wrap=True)
    with reading_input():
        line = sys.stdin.readline(MAX_LINE)
    if not line:
        return None
    if not sys.stdin.isatty():
        screen.say(printable(line.strip()))
    return line
