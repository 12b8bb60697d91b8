"""`rete-chess import`: variants of other programs as documents of ours, with what these cannot say."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli.options.sources import STDIN, STDIN_NAME
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.interop.fairy.importer import Imported

_RULE: Final = "# --- "


#: The programs whose variants are read.
FORMS: Final = ("fairy",)


@click.command("import")
@click.argument("form", type=click.Choice(FORMS))
@click.argument("source", metavar="FILE|VARIANT")
@click.option(
    "--only", "names", multiple=True, metavar="NAME", help="One section of the file; may be repeated."
)
@click.option(
    "--to",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that documents are written into; without it, they are printed.",
)
@click.option("--summary", is_flag=True, help="Say only what cannot be said of which variant.")
@output_option
def command(
    form: str, source: str, names: tuple[str, ...], folder: Path | None, summary: bool, out: Output
) -> None:
    """Read variants of other programs as documents.

    The form fairy are files of variants for Fairy-Stockfish: FILE is such as variants.ini, `-` is standard
    input; VARIANT is a name that is built in there, such as shako. Each section becomes a variant and the
    pieces it needs. Their first lines name each key that is not said in them.
    """
    found = _read(source, names)
    if folder is not None:
        _write(found, folder)
    if out.is_json:
        out.answer({"variants": [_plain(each) for each in found]})
        return
    for each in found:
        if summary or folder is not None:
            _tell(each, out)
        else:
            _print(each)
    if summary or folder is not None:
        complete = sum(each.is_complete for each in found)
        out.screen.say(f"{complete} of {len(found)} are complete", "dim")


def _read(source: str, names: tuple[str, ...]) -> list[Imported]:
    """The variants that the command line asks for."""
    from rete_chess.interop.fairy import importer
    from rete_chess.registry import unknown_name

    if source != STDIN and not _is_file(source):
        return [importer.read_builtin(source)]
    file = STDIN_NAME if source == STDIN else source
    found = importer.read_file(_text(source), file, names)
    known = [each.name for each in found]
    for name in names:
        if name not in known:
            raise unknown_name("section", name, known)
    return found


def _is_file(source: str) -> bool:
    return source.endswith(".ini") or "/" in source or "\\" in source or Path(source).is_file()


def _text(source: str) -> str:
    """The text of a file, read no further than its limit."""
    from rete_chess.errors import DocumentError, Problem
    from rete_chess.interop.fairy.ini import MOST_CHARACTERS

    try:
        if source == STDIN:
            raw = sys.stdin.buffer.read(MOST_CHARACTERS + 1)
        else:
            with open(source, "rb") as file:
                raw = file.read(MOST_CHARACTERS + 1)
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = Problem("E_DOC_ENCODING", f"the byte {error.start} is no UTF-8 text")
    except (OSError, ValueError) as error:
        problem = Problem("E_DOC_READ", f"it cannot be read: {getattr(error, 'strerror', None) or error}")
    raise DocumentError(source[:200], [problem])


def _write(found: list[Imported], folder: Path) -> None:
    """Write the documents of variants into a folder."""
    from rete_chess.storage import write_whole

    folder.mkdir(parents=True, exist_ok=True)
    for each in found:
        for name, text in each.files.items():
            write_whole(folder / name, text)


def _print(each: Imported) -> None:
    for name, text in each.files.items():
        click.echo(f"{_RULE}{name}")
        click.echo(text, nl=False)


def _tell(each: Imported, out: Output) -> None:
    """A line for a variant, and one for each thing that is not said of it."""
    out.screen.say(f"{each.name}: {'complete' if each.is_complete else 'not complete'}")
    for part in each.unsaid:
        where = "" if part.line is None else f" (line {part.line})"
        what = "left to the draws of chess" if part.is_pace else "not said"
        out.screen.say(f"  {what}: {part.key}{where}: {part.why}", "dim")


def _plain(each: Imported) -> dict[str, Any]:
    return {
        "name": each.name,
        "id": each.id,
        "complete": each.is_complete,
        "files": each.files,
        "unsaid": [
            {"key": part.key, "line": part.line, "why": part.why, "pace": part.is_pace}
            for part in each.unsaid
        ],
    }
