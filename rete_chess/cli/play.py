"""`rete-chess play`: a game at the terminal, or from a script of lines."""

from __future__ import annotations

import click

from rete_chess.cli.options import STDIN, GameChoice, variant_options
from rete_chess.cli.output import Output, output_option


@click.command("play")
@variant_options
@output_option
def command(game: GameChoice, out: Output) -> None:
    """Play a game, two people at one terminal.

    Moves are typed as e2e4 or Nf3; `help` lists what else can be said. Lines may also be piped in.
    """
    if game.variant == STDIN:
        raise click.BadParameter(
            "standard input is for the moves; give the document as a file", param_hint="VARIANT"
        )
    from rete_chess.cli.game_table import GameTable
    from rete_chess.cli.line_reader import read_lines
    from rete_chess.cli.wording import result_data

    table = GameTable(game.engine(), out.screen)
    table.welcome()
    for line in read_lines(out.screen, table.prompt):
        table.hear(line)
        if table.is_closed:
            break
    table.farewell()
    moves = [str(record.move) for record in table.engine.move_log]
    out.answer({"fen": table.engine.fen(), "moves": moves, "result": result_data(table.result)})
