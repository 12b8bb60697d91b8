"""The group of all commands: a table of their modules, each imported when its command is asked for."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import click

from rete_chess import __version__
from rete_chess.cli._guard import run_guarded
from rete_chess.errors import nearest
from rete_chess.resources import build

PROGRAM: Final = "rete-chess"
COMPLETE_VARIABLE: Final = "_RETE_CHESS_COMPLETE"


class ListedCommand(NamedTuple):
    """A command in the table: the module that holds it as `command`, and its line in the help."""

    module: str
    summary: str


#: Every command in the order of the help. The line is the first sentence of the command's own help.
COMMANDS: Final[dict[str, ListedCommand]] = {
    "demo": ListedCommand("rete_chess.cli.commands.demo", "Show in a few seconds what the engine can do."),
    "play": ListedCommand("rete_chess.cli.commands.play", "Play a game, against people or the machine."),
    "selfplay": ListedCommand(
        "rete_chess.cli.commands.selfplay", "Let players play games against each other."
    ),
    "balance": ListedCommand(
        "rete_chess.cli.commands.balance", "Play many games between equals, and say whether it is fair."
    ),
    "tune": ListedCommand(
        "rete_chess.cli.commands.tune",
        "Find worths of pieces that predict results, or settings that are fair.",
    ),
    "tournament": ListedCommand(
        "rete_chess.cli.commands.tournament",
        "Let players play against each other, and tell how strong each is.",
    ),
    "moves": ListedCommand("rete_chess.cli.commands.moves", "List the legal moves of a position."),
    "betza": ListedCommand(
        "rete_chess.cli.commands.betza", "Show what ways of moving mean in Betza notation."
    ),
    "perft": ListedCommand("rete_chess.cli.commands.perft", "Count the ways to play a number of half-moves."),
    "trace": ListedCommand("rete_chess.cli.commands.trace", "Play moves and show which rules fire."),
    "svg": ListedCommand(
        "rete_chess.cli.commands.svg", "Draw a position, or a move with the rules that fired."
    ),
    "explain": ListedCommand("rete_chess.cli.commands.explain", "Say why a move is legal or illegal."),
    "rules": ListedCommand(
        "rete_chess.cli.commands.rules",
        "Print the policies of a variant, and its rules in the order in which they fire.",
    ),
    "network": ListedCommand(
        "rete_chess.cli.commands.network", "Draw the network that matches the rules of a variant."
    ),
    "check-presets": ListedCommand(
        "rete_chess.cli.commands.check_presets",
        "Say what presets change, where two of them meet, and whether they go together.",
    ),
    "validate": ListedCommand(
        "rete_chess.cli.commands.validate", "Find every mistake of documents, each with its line."
    ),
    "test": ListedCommand(
        "rete_chess.cli.commands.testing", "Run scenarios, and say which rules they cover."
    ),
    "new": ListedCommand("rete_chess.cli.commands.new", "Write the beginning of a new document."),
    "explain-code": ListedCommand(
        "rete_chess.cli.commands.explain_code", "Explain the code of an error or a warning."
    ),
    "schemas": ListedCommand(
        "rete_chess.cli.commands.schemas",
        "Write or check the JSON Schemas of documents, answers, messages and requests.",
    ),
    "check-profiles": ListedCommand(
        "rete_chess.cli.commands.check_profiles",
        "Say what profiles give, where two of them meet, and whether they can be stacked.",
    ),
    "inspect": ListedCommand(
        "rete_chess.cli.commands.inspect",
        "Show a piece: its facts, the rules it carries, and who contributes what.",
    ),
    "list": ListedCommand(
        "rete_chess.cli.commands.listing",
        "List what there is: variants, presets, pieces, profiles and more.",
    ),
    "selftest": ListedCommand(
        "rete_chess.cli.commands.selftest", "Test the networks against each other on random input."
    ),
    "bench": ListedCommand("rete_chess.cli.commands.bench", "Measure the engine beside python-chess."),
    "serve": ListedCommand(
        "rete_chess.cli.commands.serve",
        "Serve rooms in which people play, and change the rules by consent.",
    ),
    "fen": ListedCommand("rete_chess.cli.commands.fen", "Read a FEN of any dialect, and write it in one."),
    "pgn": ListedCommand(
        "rete_chess.cli.commands.pgn", "Check games that are written as PGN, count or convert them."
    ),
    "import": ListedCommand(
        "rete_chess.cli.commands.importing", "Read variants of other programs as documents."
    ),
    "export": ListedCommand(
        "rete_chess.cli.commands.exporting", "Write variants as other programs read them."
    ),
    "compare": ListedCommand(
        "rete_chess.cli.commands.comparing",
        "Play random games on two implementations, and report the first difference.",
    ),
    "uci": ListedCommand("rete_chess.cli.commands.uci", "Be an engine for chess programs that speak UCI."),
    "xboard": ListedCommand(
        "rete_chess.cli.commands.xboard", "Be an engine for XBoard and programs that speak as it does."
    ),
    "completion": ListedCommand(
        "rete_chess.cli.commands.completion", "Print the completion script of a shell."
    ),
}


class LazyGroup(click.Group):
    """A group that knows its commands from the table and loads one only to run or explain it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = importlib.import_module(entry.module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            close = nearest(name, COMMANDS)
            ctx.fail(f"no such command: {name[:60]!r}" + (f"; did you mean {close!r}?" if close else ""))
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the program and leave with the exit code of the contract."""
        if not standalone_mode:
            return super().main(words_of(args), prog_name or PROGRAM, complete_var, False, **extra)
        request = os.environ.get(COMPLETE_VARIABLE)
        if request:
            from click.shell_completion import shell_complete

            sys.exit(shell_complete(self, extra, PROGRAM, COMPLETE_VARIABLE, request))
        sys.exit(run_guarded(self, words_of(args), PROGRAM, extra))


def words_of(args: Sequence[str] | None) -> list[str]:
    """The words behind the program's name: those given, or those of the command line."""
    return list(sys.argv[1:] if args is None else args)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(f"{__version__} ({build()})", prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Write a chess variant as a page of YAML, and play it, test it, trace it, share it."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(2)
