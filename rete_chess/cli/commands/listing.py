"""`rete-chess list`: the variants, presets, pieces and so on that are registered, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.serial import shapes

#: What can be listed, named here too so that a help text need not load it.
KINDS: Final = (
    "variants",
    "rulesets",
    "presets",
    "layouts",
    "pieces",
    "tiles",
    "abilities",
    "profiles",
    "modifiers",
    "modifier-kinds",
    "primitives",
)


@click.command("list")
@click.argument("kind", type=click.Choice(KINDS), required=False)
@output_option
def command(kind: str | None, out: Output) -> None:
    """List what there is: variants, presets, pieces, profiles and more.

    Without KIND, say how many of each. Names can be given where a command takes a VARIANT, and to
    `--preset`, `--profile`, `--modifier` and `--layout`. A ruleset is a preset that says alone how the
    game ends.
    """
    if kind is None:
        overview(out)
        return
    from rete_chess.serial import cards_data

    items = cards_data(kind)
    if out.is_json:
        out.answer({kind: items})
        return
    from rich.text import Text

    has_values = any("value" in item for item in items)
    rows = []
    for item in items:
        value = [Text(f"{item['value']:g}", "dim")] if has_values else []
        description = Text(f"{heading(item)}{first_sentence(item['description'])}")
        rows.append([Text(item["icon"], "dim"), Text(item["id"], "bold"), *value, description])
    print_rows(out, rows)


def overview(out: Output) -> None:
    """Print every kind with the number of its items."""
    from rete_chess.compiler import catalog

    counts = {kind: len(catalog.cards(kind)) for kind in KINDS}
    if out.is_json:
        out.answer({"kinds": counts})
        return
    from rich.text import Text

    print_rows(out, [[Text(kind, "bold"), Text(str(count))] for kind, count in counts.items()])
    out.screen.say("rete-chess list KIND names them", "dim")


def print_rows(out: Output, rows: list[list[Any]]) -> None:
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in rows[0][:-1]:
        table.add_column(no_wrap=True)
    for row in rows:
        table.add_row(*row)
    out.screen.print(table)


def heading(item: shapes.Card) -> str:
    """The label of an item, or nothing where its id says the same."""
    return "" if item["label"].lower() == item["id"].replace("-", " ") else f"{item['label']}: "


def first_sentence(text: str) -> str:
    """A text up to its first full stop before a space."""
    head, stop, _ = text.partition(". ")
    return head + stop.rstrip()
