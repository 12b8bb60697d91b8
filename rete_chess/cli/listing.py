"""`rete-chess list`: what is shipped, with a line about each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.documents import DocumentModel

KINDS: Final = (
    "variants",
    "presets",
    "layouts",
    "pieces",
    "tiles",
    "abilities",
    "profiles",
    "modifiers",
    "primitives",
)


@click.command("list")
@click.argument("kind", type=click.Choice(KINDS))
@output_option
def command(kind: str, out: Output) -> None:
    """List what is shipped: variants, presets, pieces, profiles and more.

    Names can be given where a command takes a VARIANT, and to `--preset`, `--profile`, `--modifier` and
    `--layout`.
    """
    items = items_of(kind)
    if out.is_json:
        out.answer({kind: items})
        return
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    for item in items:
        table.add_row(Text(item["id"], "bold"), Text(first_sentence(item["description"])))
    out.screen.print(table)


def items_of(kind: str) -> list[dict[str, Any]]:
    """Id, name and description of everything of a kind, sorted by id."""
    from rete_chess.compiler import catalog
    from rete_chess.documents import load_document

    if kind == "primitives":
        return primitives()
    if kind == "presets":
        models = [(name, catalog.preset(name).model) for name in catalog.preset_ids()]
    else:
        registry = getattr(catalog, kind)()
        models = [(name, load_document(registry.get(name)).model) for name in registry.list()]
    return [
        {"id": name, "name": getattr(model, "name", None) or name, "description": DESCRIBED[kind](model)}
        for name, model in models
    ]


def first_sentence(text: str) -> str:
    """A text up to its first full stop before a space."""
    head, stop, _ = text.partition(". ")
    return head + stop.rstrip()


def primitives() -> list[dict[str, Any]]:
    """The primitives in the order in which they are explained, each with its parameters."""
    from rete_chess.documents.model import keys_of
    from rete_chess.primitives import ORDER

    return [
        {
            "id": primitive.word,
            "name": primitive.word,
            "description": " ".join((primitive.__doc__ or "").split()),
            "parameters": {key: text for key, text in keys_of(primitive).items() if key != "kind"},
        }
        for primitive in ORDER
    ]


def describe_document(model: DocumentModel) -> str:
    """What a document says about itself, in one line."""
    description: str | None = getattr(model, "description", None)
    return " ".join(description.split()) if description else ""


def describe_piece(model: DocumentModel) -> str:
    """What a piece says about itself, else how it moves: `letter n, leaps knight`."""
    from rete_chess.documents import PieceDocument

    assert isinstance(model, PieceDocument)
    if model.description:
        return describe_document(model)
    moves = []
    for atom in model.moves:
        where = getattr(atom, atom.kind)
        phrase = f"{VERBS[atom.kind]} {where if isinstance(where, str) else 'its own way'}"
        if atom.kind != "castle" and atom.mode != "both":
            phrase += f" to {atom.mode}"
        moves.append(phrase)
    return f"{model.letter}: {', '.join(dict.fromkeys(moves)) or 'does not move'}"


VERBS: Final = {"leap": "leaps", "slide": "slides", "hop": "hops", "castle": "castles with"}
DESCRIBED: Final[dict[str, Callable[[DocumentModel], str]]] = {
    "variants": describe_document,
    "presets": describe_document,
    "layouts": describe_document,
    "pieces": describe_piece,
    "tiles": describe_document,
    "abilities": describe_document,
    "profiles": describe_document,
    "modifiers": describe_document,
}
