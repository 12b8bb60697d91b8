"""`rete-chess new`: the beginning of a document, with comments, ready to be changed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import click

from rete_chess.cli.views.output import Output, output_option
from rete_chess.errors import nearest
from rete_chess.storage import write_whole

#: The beginnings: one file for each kind, with the words {{id}}, {{name}}, {{file}}, {{schema}}, {{variant}}.
TEMPLATES: Final = Path(__file__).with_name("templates")
KINDS: Final = tuple(sorted(path.stem for path in TEMPLATES.glob("*.yaml")))

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LONGEST = 64


@click.command("new")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("name")
@click.option(
    "--to",
    "folder",
    metavar="DIR",
    default=".",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that the file is written into. [.]",
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
@output_option
def command(kind: str, name: str, folder: Path, force: bool, out: Output) -> None:
    """Write the beginning of a new document.

    The file is called NAME.KIND.yaml. It can be used as it is, explains its parts in comments, and
    names its schema, so that editors complete and check what is written.
    """
    check_id(kind, name)
    path = folder / f"{name}.{kind}.yaml"
    if path.exists() and not force:
        raise click.UsageError(f"{path} is there already; --force overwrites it", _context())
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, beginning(kind, name, path))
    out.answer({"kind": kind, "id": name, "file": str(path)})
    if not out.is_json:
        out.screen.say(f"wrote {path}")
        verb = "test" if kind in ("variant", "scenario") else "validate"
        out.screen.say(f"next: rete-chess {verb} {path}", "dim")


def check_id(kind: str, name: str) -> None:
    """Refuse a name that is no id, or that a shipped document of the kind has."""
    if len(name) > _LONGEST or not _ID.fullmatch(name):
        words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_LONGEST].strip("-")
        hint = f"; did you mean {words!r}?" if _ID.fullmatch(words) else ""
        expected = "lower-case words joined by hyphens, such as my-variant"
        raise _bad(f"{name[:60]!r} is no id, expected {expected}{hint}")
    from rete_chess.compiler import catalog

    shelf = "abilities" if kind == "ability" else f"{kind}s"
    shipped = getattr(catalog, shelf, None)
    if shipped is not None and shipped().has(name):
        article = "an" if kind[0] in "aeiou" else "a"
        raise _bad(f"{article} {kind} called {name!r} is shipped already; choose another name")


def beginning(kind: str, name: str, path: Path) -> str:
    """The text of a new document."""
    words = {
        "id": name,
        "name": name.replace("-", " ").capitalize(),
        "file": path.name,
        "schema": _schema(kind, path),
        "variant": _variant(name, path.parent),
    }
    text = (TEMPLATES / f"{kind}.yaml").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: words[found[1]], text)


def _schema(kind: str, path: Path) -> str:
    """The schema for editors: its path as seen from the file within a checkout, else its `$id`."""
    from rete_chess.documents.modelling.schema import schema_id
    from rete_chess.resources import folder

    schemas = folder("schemas").resolve()
    here = path.parent.resolve()
    if here.is_relative_to(schemas.parent):
        return Path(os.path.relpath(schemas / f"{kind}.schema.json", here)).as_posix()
    return schema_id(kind)


def _variant(name: str, folder: Path) -> str:
    """The variant that a new scenario plays: the one of its name or the nearest beside it, else chess."""
    beside = sorted(path.name for path in folder.glob("*.variant.yaml")) if folder.is_dir() else []
    if f"{name}.variant.yaml" in beside:
        return f"{name}.variant.yaml"
    return nearest(f"{name}.variant.yaml", beside) or "chess"


def _bad(message: str) -> click.BadParameter:
    return click.BadParameter(message, _context(), param_hint="'NAME'")


def _context() -> click.Context | None:
    return click.get_current_context(silent=True)
