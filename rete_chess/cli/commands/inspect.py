"""`rete-chess inspect`: one piece with its facts, its rules, and who contributes what."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.engine import Engine


@click.command("inspect")
@variant_options
@click.argument("square")
@output_option
@click.pass_context
def command(ctx: click.Context, game: GameChoice, out: Output, square: str) -> None:
    """Show a piece: its facts, the rules it carries, and who contributes what.

    SQUARE is where the piece stands, such as e2.
    """
    engine = game.engine()
    piece = engine.piece_at(square)
    if piece is None:
        raise click.UsageError(f"nobody stands on {square}", ctx)
    square = engine.board.book.geometry.names[piece.square]
    data = piece_data(engine, piece.id, square)
    if out.is_json:
        out.answer(data)
        return
    screen = out.screen
    screen.say(f"{piece.color} {piece.type} on {square}", "bold")
    for name, value in data["facts"].items():
        stored = data["stored"].get(name)
        note = "" if stored == value else f" (stored: {'nothing' if stored is None else stored})"
        screen.say(f"  {name}: {_shown(value)}{note}")
        for part in data["contributions"].get(name, ()):
            whose = f" by the {part['source']}" if part["source"] else ""
            screen.say(f"    {_shown(part['amount'])} from {part['from']}{whose}", "dim")
    for bundle in data["carries"]:
        screen.say(f"  carries {bundle['id']}: {bundle['hooks'] or 'no rules'}")


def piece_data(engine: Engine, entity: int, square: str) -> dict[str, Any]:
    """The facts, rules and contributions of a piece, as JSON."""
    from rete_chess.core.journal import PLACE
    from rete_chess.facts.session import piece_name

    facts: dict[str, Any] = {}
    stored: dict[str, Any] = {}
    contributions: dict[str, list[dict[str, Any]]] = {}
    carriers = {ability.carrier.attribute for ability in engine.program.setup.abilities}
    for name in engine.effective_piece_attrs:
        value = engine.session.effective(entity, name)
        if value is None or name in carriers:
            continue
        facts[name] = value
        if engine.session.get(entity, name) is not None:
            stored[name] = engine.session.get(entity, name)
        if name == PLACE:
            facts[name] = stored[name] = square
        parts = engine.session.contributions(entity, name)
        if parts:
            contributions[name] = [
                {
                    "from": part.rule,
                    "layer": part.layer,
                    "source": None if part.source is None else piece_name(engine.board, part.source),
                    "amount": part.amount,
                }
                for part in parts
            ]
    return {
        "square": square,
        "entity": entity,
        "facts": facts,
        "stored": stored,
        "contributions": contributions,
        "carries": _carried(engine, entity),
    }


def _carried(engine: Engine, entity: int) -> list[dict[str, Any]]:
    """The bundles that a piece carries, with the number of their rules by stage: `1 at capture`."""
    found = []
    for ability in engine.program.setup.abilities:
        if entity in engine.board.columns.get(ability.carrier.attribute, ()):
            rules = [
                rule
                for rule in engine.program.rules
                if any(c.attribute == ability.carrier.attribute for c in rule.joined.conditions)
            ]
            stages = Counter(rule.stage for rule in rules)
            hooks = ", ".join(f"{count} at {stage}" for stage, count in stages.items())
            found.append({"id": ability.id, "name": ability.name, "hooks": hooks})
    return found


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
