"""`rete-chess completion`: the script by which a shell completes commands and options."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import Final

import click

from rete_chess.cli.views.output import Output, output_option

SHELLS: Final = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@output_option
@click.pass_context
def command(ctx: click.Context, shell: str | None, out: Output) -> None:
    """Print the completion script of a shell.

    Without SHELL it is the one named by $SHELL, or bash. To use it at once in bash:
    source <(rete-chess completion bash)
    """
    name = shell or _login_shell()
    script = _script(ctx.find_root().command, name)
    if out.is_json:
        out.answer({"shell": name, "script": script})
    else:
        click.echo(script)


def _login_shell() -> str:
    name = PurePath(os.environ.get("SHELL", "")).name
    return name if name in SHELLS else SHELLS[0]


def _script(program: click.Command, shell: str) -> str:
    from click.shell_completion import get_completion_class

    from rete_chess.cli._app import COMPLETE_VARIABLE, PROGRAM

    completion = get_completion_class(shell)
    assert completion is not None, shell
    return completion(program, {}, PROGRAM, COMPLETE_VARIABLE).source()
