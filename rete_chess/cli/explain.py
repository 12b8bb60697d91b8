"""`rete-chess explain`: why a move is legal or illegal, by rule and line."""

from __future__ import annotations

import click

from rete_chess.cli.options import GameChoice, variant_options
from rete_chess.cli.output import Output, output_option


@click.command("explain")
@variant_options
@click.argument("move")
@output_option
def command(game: GameChoice, out: Output, move: str) -> None:
    """Say why a move is legal or illegal.

    MOVE is written as in `moves` (e2e4, e7e8q) or in algebraic notation.
    """
    answer = game.engine().explain(move)
    reason = answer.reason
    if out.is_json:
        out.answer({"move": answer.move, "legal": answer.legal, "reason": reason._asdict()})
        return
    style = "green" if answer.legal else "red"
    out.screen.say(f"{answer.move} is {'legal' if answer.legal else 'illegal'}: {reason.message}.", style)
    if reason.origin:
        from rete_chess.cli.rules_data import short_origin

        out.screen.say(f"  {reason.rule}, {short_origin(reason.origin)}", "dim")
