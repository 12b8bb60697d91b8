"""`rete-chess demo`: a short tour. Nothing in it is canned: every line is computed while you look."""

from __future__ import annotations

import click

from rete_chess.cli.output import Output, output_option


@click.command("demo")
@output_option
def command(out: Output) -> None:
    """Show in a few seconds what the engine can do.

    A game to mate, a count of positions, a piece from a document, and moves that are refused.
    """
    from rete_chess.cli.demo_facts import gather
    from rete_chess.cli.demo_show import show

    facts = gather()
    show(out.screen, facts)
    out.answer(facts.summary())
