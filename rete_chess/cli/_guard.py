"""The guard around commands: whatever a command raises becomes one line and an exit code.

0 fine, 1 findings, 2 usage or bad input, 3 internal; 130 after Ctrl-C, 141 when nobody reads on.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Mapping
from typing import Any, Final

import click

from rete_chess.brief import shipped_name
from rete_chess.cli.views.output import print_json
from rete_chess.errors import (
    DocumentError,
    Problem,
    ProfileError,
    ResourceError,
    ReteChessError,
    RulesError,
)

FINDINGS: Final = 1
USAGE: Final = 2
INTERNAL: Final = 3
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

DEBUG_VARIABLE: Final = "RETE_CHESS_DEBUG"


def run_guarded(group: click.Group, words: list[str], program: str, extra: Mapping[str, Any]) -> int:
    """Run the command that the words name, print its error if it raises one, and return the exit code."""
    _open_streams()
    try:
        code = _run(group, words, program, extra)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _silence_streams()
        return PIPE_CLOSED
    except OSError as error:  # nothing more can be written
        _silence_streams()
        print_error(_os_message(error, "the output"))
        return USAGE
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            click.echo(err=True)  # behind the ^C of the terminal
        click.echo("interrupted", err=True)
        return INTERRUPTED


def _run(group: click.Group, words: list[str], program: str, extra: Mapping[str, Any]) -> int:
    is_json = "--json" in words
    try:
        with group.make_context(program, words.copy(), **extra) as context:
            group.invoke(context)
        return 0
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        return _report_usage(error, is_json)
    except ReteChessError as error:
        return _report(error, is_json)
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is None and _is_output_broken():
            raise
        return _report_system(error, is_json)
    except Exception as error:
        return _report_internal(error, is_json)


def exit_code_of(error: ReteChessError) -> int:
    """The exit code of an error, by who can repair it: an author, the installer, or the caller."""
    if isinstance(error, DocumentError | RulesError):
        return FINDINGS
    return INTERNAL if isinstance(error, ResourceError) else USAGE


def print_error(text: str, label: str = "error:") -> None:
    """One line on standard error, its label red on a terminal."""
    color = False if os.environ.get("NO_COLOR") else None
    line = " ".join(text.split("\n"))
    try:
        click.echo(f"{click.style(label, fg='red', bold=True)} {line}", err=True, color=color)
    except BrokenPipeError:
        raise
    except OSError:  # standard error takes nothing more either: the exit code has to say it
        _silence_streams()


def _report(error: ReteChessError, is_json: bool) -> int:
    if is_json:
        from rete_chess.serial import error_data

        print_json({"error": error_data(error)})
    if isinstance(error, DocumentError):
        for problem in error.problems:
            print_error(_problem_line(error.file, problem), f"{problem.severity}:")
    elif isinstance(error, ProfileError):
        for problem in error.problems:
            print_error(_problem_line(_profile_place(problem), problem), f"{problem.severity}:")
    else:
        print_error(str(error))
    return exit_code_of(error)


def _profile_place(problem: Problem) -> str:
    """The profile and the path there at which a problem stands: `royal-guard, perInstance[0]`."""
    parts = (getattr(problem, "profile", ""), problem.path)
    return ", ".join(part for part in parts if part) or "the profiles"


def _problem_line(file: str, problem: Problem) -> str:
    place = ":".join(
        str(part) for part in (shipped_name(file), problem.line, problem.column) if part is not None
    )
    hint = f"; {problem.hint}" if problem.hint else ""
    return f"{place}: {problem.message}{hint} [{problem.code}]"


def _report_usage(error: click.ClickException, is_json: bool) -> int:
    context = getattr(error, "ctx", None)
    hint = f"see '{context.command_path} --help'" if context else None
    message = error.format_message().rstrip(".")
    if is_json:
        print_json({"error": _plain_error("E_USAGE", message, hint)})
    print_error(f"{message}; {hint}" if hint else message)
    return USAGE


def _report_system(error: OSError, is_json: bool) -> int:
    """Report a file or folder that the system does not give."""
    is_full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO)
    message = _os_message(error, "the output" if is_full else "the current folder")
    if is_json:
        print_json({"error": _plain_error("E_USAGE", message, None)})
    _show_traceback(error)
    print_error(message)
    return USAGE


def _os_message(error: OSError, place: str) -> str:
    """`cannot use /no/folder: permission denied`."""
    reason = (error.strerror or type(error).__name__).lower()
    return f"cannot use {str(error.filename or place)[:200]}: {reason}"


def _report_internal(error: Exception, is_json: bool) -> int:
    message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    hint = f"{DEBUG_VARIABLE}=1 shows the traceback"
    if is_json:
        print_json({"error": _plain_error("E_INTERNAL", message, hint)})
    _show_traceback(error)
    print_error(f"{message[:500]} ({hint})", "internal error:")
    return INTERNAL


def _show_traceback(error: Exception) -> None:
    if os.environ.get(DEBUG_VARIABLE, "0") not in ("", "0"):
        import traceback

        traceback.print_exception(error)


def _plain_error(code: str, message: str, hint: str | None) -> dict[str, Any]:
    keys = ("code", "message", "found", "expected", "file", "line", "column", "hint")
    return dict.fromkeys(keys) | {"code": code, "message": message, "hint": hint}


def _silence_streams() -> None:
    """Discard what is still buffered, or the interpreter reports a broken pipe while it shuts down."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())


class _ClosedInput(io.TextIOBase):
    """A standard input that was closed before the program began: nobody types a line, and a document
    that should come from there is an error."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        return ""

    def read(self, size: int | None = -1, /) -> str:
        raise OSError(errno.EBADF, "it is closed")


class _Closed(io.TextIOBase):
    """A standard output that was closed before the program began: only a word to it is an error."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "it is closed")

    def fileno(self) -> int:
        return 1


def _is_output_broken() -> bool:
    """Whether standard output takes nothing more."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return isinstance(sys.stdout, _Closed)


def _open_streams() -> None:
    """Put something in the place of standard streams that were closed before the program began."""
    if sys.stdin is None:
        sys.stdin = _ClosedInput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (as long as the program)
    if sys.stdout is None:
        sys.stdout = _Closed()
