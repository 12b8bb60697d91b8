"""`rete-chess rules`: the policies of a program, its rules in firing order, and its tier of legality."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.serial import shapes


@click.command("rules")
@variant_options
@output_option
def command(game: GameChoice, out: Output) -> None:
    """Print the policies of a variant, and its rules in the order in which they fire.

    Each with the place it comes from, its stage and priority, its shape in the network and what it
    reads there; before them the tier of legality with its reason, and the stages that are heard.
    """
    from rete_chess.serial import program_data

    data = program_data(game.program)
    if out.is_json:
        out.answer(data)
    else:
        _show(data, out)


def _show(data: shapes.Program, out: Output) -> None:
    import json

    from rich.text import Text

    from rete_chess.cli.views.wording import counted

    screen = out.screen
    legality = data["legality"]
    screen.say(f"{data['name']}: {counted(len(data['rules']), 'rule')}", "bold")
    screen.say(f"legality  tier {legality['tier']}, {legality['by']}: {legality['reason']}")
    flat = f"the core of objects: {legality['board']}" if legality["board"] else "the flat core can play it"
    screen.say(f"board     {flat}")
    screen.say(f"heard     {', '.join(data['heard']) or 'nothing'}")
    screen.say(f"perft     {'by the core' if data['core_exact'] else 'by the rules'}")
    for policy in data["policies"]:
        screen.say("")
        side = "" if policy["side"] == "both" else f" of {policy['side']}"
        name = f"{policy['document']}/{policy['path']}"
        screen.print(Text.assemble("     ", (name, "bold cyan"), f"  policy{side}"), soft_wrap=True)
        screen.say(f"     {policy['origin']}", "dim")
        if policy["value"] is not None:
            screen.say(f"     says   {json.dumps(policy['value'], ensure_ascii=False)}")
    for rule in data["rules"]:
        screen.say("")
        priority = f", priority {rule['priority']}" if rule["priority"] else ""
        head = Text.assemble(f"{rule['number']:>3}  ", (rule["rule"], "bold cyan"), f"  at {rule['stage']}")
        screen.print(head + Text(priority), soft_wrap=True)
        screen.say(f"     {rule['origin']}", "dim")
        screen.say(f"     shape  {rule['shape'] or 'none: it contradicts itself and never matches'}")
        screen.say(f"     reads  {', '.join([*rule['event'], *rule['reads']]) or 'nothing'}")
        if rule["guards"]:
            screen.say(f"     then   {counted(rule['guards'], 'guard')} outside the network")
