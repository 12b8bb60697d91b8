"""`rete-chess explain-code`: the page of an error code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.error_pages import Page


@click.command("explain-code")
@click.argument("code", required=False)
@click.option("--markdown", is_flag=True, help="Print all pages as one Markdown file.")
@output_option
def command(code: str | None, markdown: bool, out: Output) -> None:
    """Explain the code of an error or a warning.

    The page says what CODE means, shows an example that causes it, and names the repair. Without
    CODE all codes are listed.
    """
    from rete_chess.error_pages import page, pages
    from rete_chess.error_pages.pages import format_markdown

    if markdown:
        click.echo(format_markdown(), nl=False)
    elif code is None:
        out.answer({"codes": {name: found.summary for name, found in pages().items()}})
        if not out.is_json:
            _list(out)
    else:
        found = page(code)
        out.answer(found.as_data())
        if not out.is_json:
            _show(found, out)


def _list(out: Output) -> None:
    from rich.table import Table
    from rich.text import Text

    from rete_chess.error_pages import pages

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    for name, found in pages().items():
        table.add_row(Text(name, "bold"), Text(found.summary))
    out.screen.print(table)


def _show(found: Page, out: Output) -> None:
    screen = out.screen
    screen.say(found.code, "bold")
    screen.say(found.summary)
    screen.say("")
    screen.print(found.meaning)
    screen.say("")
    if found.occasion:
        screen.print(f"Occasion: {found.occasion}")
    else:
        screen.say(f"An example{f', {found.file}' if found.example else ''}:")
        for line in (found.command or found.python or found.example).splitlines():
            screen.say(f"    {line}", "cyan")
    screen.say("")
    screen.print(f"Repair: {found.repair}")
