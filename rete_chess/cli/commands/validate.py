"""`rete-chess validate`: every mistake of documents, each with its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from rete_chess.cli._guard import FINDINGS
from rete_chess.cli.options.common import budget_option
from rete_chess.cli.options.sources import STDIN, STDIN_NAME, read_text
from rete_chess.cli.views.output import Output, output_option
from rete_chess.errors import Problem

if TYPE_CHECKING:
    from rete_chess.checks import Examination
    from rete_chess.cli.views.screen import Screen


#: The characters of a line that are shown, and those before the place in a longer line.
_WIDTH: Final = 110
_BEFORE: Final = 60


def excerpt(lines: Sequence[str], problem: Problem) -> list[str]:
    """Two lines: the source with its number, and the caret below it; nothing if the place is not known."""
    if problem.line is None or problem.column is None or not 0 < problem.line <= len(lines):
        return []
    line = "".join(
        character if character.isprintable() else " " for character in lines[problem.line - 1].expandtabs(1)
    )
    start = 0 if problem.column <= _WIDTH - 20 else problem.column - 1 - _BEFORE
    shown = line[start : start + _WIDTH]
    dots = "…" if start else ""
    number = str(problem.line)
    gutter = " " * len(number)
    caret = " " * (len(dots) + problem.column - 1 - start)
    return [f"  {number} | {dots}{shown}", f"  {gutter} | {caret}^"]


@click.command("validate")
@click.argument("files", metavar="PATH...", nargs=-1, required=True)
@budget_option
@click.option("--strict", is_flag=True, help="Let warnings count as findings, too.")
@output_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], strict: bool, out: Output) -> None:
    """Find every mistake of documents, each with its line.

    A document passes its JSON Schema, its model and the compiler, and then checks of its meaning,
    which warn of what can be played but makes no sense. The exit code is 1 if there is an error.
    PATH is a file, a folder of documents with the kind in their names (NAME.KIND.yaml), or `-`,
    standard input; then the document must say its `kind`.
    """
    found = [_examine(file) for file in documents_of(files)]
    if out.is_json:
        from rete_chess.serial import examination_data

        out.answer({"files": [examination_data(examination) for examination in found]})
    else:
        for examination in found:
            show_examination(examination, out.screen)
        if not found:
            out.screen.say("no documents")
    if any(not examination.is_ok or (strict and examination.problems) for examination in found):
        ctx.exit(FINDINGS)


def documents_of(paths: Sequence[str]) -> Iterator[str]:
    """The files that are named, and the documents in folders that are named, each once."""
    from pathlib import Path

    from rete_chess.documents.kinds.document import is_document_name
    from rete_chess.storage import files_below

    seen: set[str] = set()
    for path in paths:
        is_folder = path != STDIN and Path(path).is_dir()
        inside = files_below(Path(path)) if is_folder else []
        documents = [str(file) for file in inside if is_document_name(file.name)]
        for file in documents if is_folder else [path]:
            if file not in seen:
                seen.add(file)
                yield file


def _examine(file: str) -> Examination:
    from pathlib import Path

    from rete_chess.checks import examine

    return examine(read_text(), STDIN_NAME) if file == STDIN else examine(Path(file))


def show_examination(examination: Examination, screen: Screen) -> None:
    """Every problem with its place, the line it stands in, and how to mend it."""
    from rich.text import Text

    from rete_chess.cli.views.screen import printable
    from rete_chess.cli.views.wording import counted

    if not examination.problems:
        screen.print(Text.assemble(("ok", "bold green"), f"  {printable(examination.file)}"), soft_wrap=True)
        return
    for problem in examination.problems:
        place = [
            examination.file,
            *(str(part) for part in (problem.line, problem.column) if part is not None),
        ]
        color = "bold red" if problem.severity == "error" else "bold yellow"
        head = Text.assemble(
            f"{printable(':'.join(place))}: ",
            (f"{problem.severity}:", color),
            f" {printable(problem.message)} ",
            (f"[{problem.code}]", "dim"),
        )
        screen.print(head, soft_wrap=True)
        for line in excerpt(examination.lines, problem):
            screen.say(line, "dim")
        if problem.hint:
            screen.say(f"  → {printable(problem.hint)}")
    errors = sum(problem.severity == "error" for problem in examination.problems)
    warnings = len(examination.problems) - errors
    counts = [counted(number, noun) for number, noun in ((errors, "error"), (warnings, "warning")) if number]
    screen.say(f"{printable(examination.file)}: {', '.join(counts)}", "bold")
