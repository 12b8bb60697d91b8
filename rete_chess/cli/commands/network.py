"""`rete-chess network`: the network of a program as a picture, as data or as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, output_option, print_json

if TYPE_CHECKING:
    from rete_chess.network.graph import Graph

FORMATS: Final = ("text", "dot", "json")


@click.command("network")
@variant_options
@click.option("--format", "form", type=click.Choice(FORMATS), help="How it is written. [text]")
@output_option
def command(game: GameChoice, form: str | None, out: Output) -> None:
    """Draw the network that matches the rules of a variant.

    Stages lead to the shapes of their rules, shapes to rules, and the memories of facts that rules
    share to the rules that join them. `--format dot` is for Graphviz; `--json` is `--format json`.
    """
    from rete_chess.network.graph import format_dot
    from rete_chess.serial import network_data, network_graph

    if out.is_json or form == "json":
        print_json(network_data(game.program, game.network))
    elif form == "dot":
        click.echo(format_dot(network_graph(game.program, game.network)), nl=False)
    else:
        _show(network_graph(game.program, game.network), out)


def _show(graph: Graph, out: Output) -> None:
    """Print the shapes of each stage, their rules, and below each rule the memories it joins."""
    from rich.text import Text

    from rete_chess.cli.views.wording import counted

    kinds = [node.kind for node in graph.nodes]
    numbers = [counted(kinds.count(kind), noun) for kind, noun in NOUNS.items()]
    out.screen.say(f"{graph.name}: {', '.join(numbers)}", "bold")
    labels = {node.id: node.label for node in graph.nodes}
    below: dict[str, list[str]] = {}
    joined: dict[str, list[str]] = {}
    for edge in graph.edges:
        if edge.label:
            joined.setdefault(edge.target, []).append(edge.label)
        else:
            below.setdefault(edge.source, []).append(edge.target)
    for stage in (node for node in graph.nodes if node.kind == "stage"):
        out.screen.say("")
        out.screen.say(stage.label, "magenta")
        for shape in below.get(stage.id, ()):
            out.screen.say(f"  {labels[shape]}", "dim")
            for rule in below.get(shape, ()):
                conditions = f"  {' | '.join(joined[rule])}" if rule in joined else ""
                out.screen.print(Text.assemble("    ", (labels[rule], "cyan"), conditions), soft_wrap=True)


#: What the nodes of a kind are called.
NOUNS: Final = {"stage": "stage", "shape": "shape", "hook": "rule", "alpha": "fact pattern"}
