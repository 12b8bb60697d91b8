"""`rete-chess play`: a game at the terminal, or from a script of lines."""

from __future__ import annotations

import secrets

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.options.players import HUMAN, make_player, player_option, seed_option
from rete_chess.cli.views.output import STDOUT, Output, output_file, output_option


@click.command("play")
@variant_options
@player_option("white", HUMAN)
@player_option("black", HUMAN)
@click.option("--pgn", metavar="FILE", help="Write the game as PGN when it is over or left.")
@seed_option
@output_option
def command(game: GameChoice, white: str, black: str, pgn: str | None, seed: int, out: Output) -> None:
    """Play a game, against people or the machine.

    Moves are typed as e2e4 or Nf3; `help` lists what else can be said. Lines may also be piped in.
    Players are human, random, greedy, search, search:2s (seconds a move) and search:500n (positions).
    """
    if game.reads_input:
        raise click.UsageError(
            "standard input is for the moves; give documents as files", click.get_current_context()
        )
    if out.is_json and pgn == STDOUT:
        raise click.UsageError("--json and --pgn - would share an output", click.get_current_context())
    has_people = HUMAN in (white, black)
    source = click.get_current_context().get_parameter_source("seed")
    is_default = source is click.core.ParameterSource.DEFAULT
    from rete_chess.cli.commands.game_table import GameTable
    from rete_chess.cli.views.line_reader import read_lines
    from rete_chess.match import Match
    from rete_chess.serial import result_data

    dice = secrets.token_hex(8) if has_people and is_default and game.program.rolls else seed
    match = Match(game.program, game.start, game.network, chess960=game.chess960, seed=dice)
    players = [None if name == HUMAN else make_player(name, seed) for name in (white, black)]
    if game.program.sight is None:
        table = GameTable(match, out.screen, players)
    else:
        from rete_chess.cli.commands.hidden_table import HiddenTable

        table = HiddenTable(match, out.screen, players)
    table.welcome()
    if table.has_people:
        for line in read_lines(out.screen, table.prompt):
            table.hear(line)
            if table.is_closed:
                break
    table.farewell()
    if pgn is not None:
        with output_file(pgn) as file:
            file.write(table.pgn())
    fen, moves = table.told()
    out.answer({"fen": fen, "moves": moves, "result": result_data(table.match.result)})
