"""`rete-chess demo`: a tour of the engine in a terminal. Every line is computed when it is shown."""

from __future__ import annotations

import click

from rete_chess.cli.views.output import Output, output_option


@click.command("demo")
@output_option
def command(out: Output) -> None:
    """Show in a few seconds what the engine can do.

    A variant is checked and a mistake in it found; the search player wins a game of it; the trace
    of its best move, the reason for an illegal one, and a count of positions.
    """
    from rete_chess.cli.commands.demo_story import gather, show

    facts = gather()
    show(out.screen, facts)
    out.answer(facts.summary())
