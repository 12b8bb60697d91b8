"""`rete-chess export`: variants as other programs read them, with what these cannot be told."""

from __future__ import annotations

from typing import Final

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, output_file, output_option

#: The programs for which variants are written.
FORMS: Final = ("fairy",)


@click.command("export")
@click.argument("form", type=click.Choice(FORMS))
@click.option("--to", "file", default="-", metavar="FILE", help="The file to write. [standard output]")
@click.option("--name", metavar="NAME", help="What the section is called. [the variant's id]")
@click.option("--partial", is_flag=True, help="Write what can be said, with comments on what cannot.")
@click.option("--list", "is_list", is_flag=True, help="Say only what cannot be said.")
@variant_options
@output_option
def command(
    form: str, game: GameChoice, out: Output, file: str, name: str | None, partial: bool, is_list: bool
) -> None:
    """Write variants as other programs read them.

    The form fairy is a section of a file for Fairy-Stockfish. A variant that such a section cannot say is
    refused, with all that it lacks.
    """
    from rete_chess.interop.fairy.exporter import export, exported

    if is_list or out.is_json:
        made = exported(game.program)
        text = None if made.unsaid and not partial else export(game.program, name, partial)
        out.answer({"variant": game.program.variant.top.id, "section": text, "unsaid": made.unsaid})
        if not out.is_json:
            for what in made.unsaid or ["all can be said"]:
                out.screen.say(what)
        return
    text = export(game.program, name, partial)
    with output_file(file) as target:
        target.write(text)
