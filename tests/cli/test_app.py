"""The group of commands: its table, its help, and what it does not import."""

from __future__ import annotations

import json
import subprocess
import sys

import click
import pytest

from rete_chess import __version__
from rete_chess.cli._app import COMMANDS, main
from rete_chess.resources import build
from tests.cli.helpers import Run, environment, start

#: What costs time to import and is not needed to explain a command.
HEAVY = {"pydantic", "yaml", "rich", "orjson", "jsonschema", "durable", "chess"}
HEAVY_PARTS = {"rete_chess.core", "rete_chess.engine", "rete_chess.documents", "rete_chess.bench"}


def modules_after(*words: str) -> set[str]:
    """The modules that the program has imported when it is done."""
    program = (
        "import json, runpy, sys\n"
        f"sys.argv = ['rete-chess', *{list(words)!r}]\n"
        "try:\n"
        "    runpy.run_module('rete_chess', run_name='__main__')\n"
        "except SystemExit as leave:\n"
        "    assert not leave.code, leave.code\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, check=True, text=True
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


def command_of(name: str) -> click.Command:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    return command


@pytest.mark.parametrize("words", [("--help",), ("--version",), *((name, "--help") for name in COMMANDS)])
def test_help_imports_nothing_heavy(words: tuple[str, ...]) -> None:
    modules = modules_after(*words)
    assert not {name.split(".")[0] for name in modules} & HEAVY
    assert not modules & HEAVY_PARTS


def test_group_help_imports_no_command() -> None:
    assert not modules_after("--help") & {entry.module for entry in COMMANDS.values()}


def test_machines_do_not_wait_for_the_terminal_library() -> None:
    assert "rich" not in modules_after("perft", "--depth", "1", "--json")


@pytest.mark.parametrize("name", COMMANDS)
def test_table_repeats_the_first_sentence_of_the_command(name: str) -> None:
    command = command_of(name)
    assert command.name == name
    assert (command.help or "").split("\n\n")[0] == COMMANDS[name].summary


#: A server says one line, ever, and an engine what its protocol asks for.
WITHOUT_JSON = ("serve", "uci", "xboard")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in WITHOUT_JSON])
def test_every_command_takes_json(name: str) -> None:
    assert any("--json" in parameter.opts for parameter in command_of(name).params)


def test_help_lists_every_command(run: Run) -> None:
    outcome = run("--help")
    assert outcome.code == 0
    for name, entry in COMMANDS.items():
        assert f"  {name}" in outcome.out
        assert entry.summary in outcome.out


def test_version(run: Run) -> None:
    assert run("--version").out == f"rete-chess {__version__} ({build()})\n"


def test_no_command_is_a_usage_error_that_shows_the_help(run: Run) -> None:
    outcome = run()
    assert (outcome.code, outcome.out) == (2, "")
    assert "Commands:" in outcome.err


def test_runs_as_a_module() -> None:
    assert start("--version").out == f"rete-chess {__version__} ({build()})\n"
