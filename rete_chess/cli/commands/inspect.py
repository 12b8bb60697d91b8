"""`rete-chess inspect`: one piece with its facts, its rules, and who contributes what."""

from __future__ import annotations

from typing import Any

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, output_option


@click.command("inspect")
@variant_options
@click.argument("square")
@output_option
@click.pass_context
def command(ctx: click.Context, game: GameChoice, out: Output, square: str) -> None:
    """Show a piece: its facts, the rules it carries, and who contributes what.

    SQUARE is where the piece stands, such as e2.
    """
    from rete_chess.serial import inspect_answer

    engine = game.engine()
    piece = engine.piece_at(square)
    if piece is None:
        raise click.UsageError(f"nobody stands on {square}", ctx)
    data = inspect_answer(engine, square)
    if out.is_json:
        out.answer(data)
        return
    screen = out.screen
    screen.say(f"{piece.color} {piece.type} on {data['square']}", "bold")
    for name, value in data["facts"].items():
        stored = data["stored"].get(name)
        note = "" if stored == value else f" (stored: {'nothing' if stored is None else stored})"
        screen.say(f"  {name}: {_shown(value)}{note}")
        for part in data["contributions"].get(name, ()):
            whose = f" by the {part['source']}" if part["source"] else ""
            screen.say(f"    {_shown(part['amount'])} from {part['from']}{whose}", "dim")
    for bundle in data["carries"]:
        screen.say(f"  carries {bundle['id']}: {bundle['hooks'] or 'no rules'}")


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
