"""`rete-chess schemas`: the JSON Schemas of the documents, as they are now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rete_chess.cli._guard import FINDINGS
from rete_chess.cli.views.output import Output, output_option


@click.command("schemas")
@click.argument("kinds", metavar="[KIND]...", nargs=-1)
@click.option("--check", is_flag=True, help="Only look whether the files are current.")
@click.option(
    "--to",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the files here, or check them here, rather than among the shipped ones.",
)
@output_option
@click.pass_context
def command(
    ctx: click.Context, kinds: tuple[str, ...], check: bool, folder: Path | None, out: Output
) -> None:
    """Write or check the JSON Schemas of the documents.

    With KIND the schemas of these kinds are printed; with DIR the files are written. Otherwise the
    shipped files are listed; with `--check` the exit code is 1 if one of them is missing or old.
    """
    from rete_chess.primitives.schema import MODELS, build_schema, format_schema

    for kind in kinds:
        if kind not in MODELS:
            raise _unknown(kind, list(MODELS))
    if kinds and not (check or folder):
        if out.is_json:
            out.answer({"schemas": {kind: build_schema(kind) for kind in kinds}})
        else:
            click.echo("".join(format_schema(kind) for kind in kinds), nl=False)
        return
    is_written = folder is not None and not check
    states = [_state(kind, _place(folder), is_written) for kind in kinds or MODELS]
    out.answer({"schemas": states})
    if not out.is_json:
        for state in states:
            out.screen.say(f"{state['state']:<8} {state['file']}")
    if check and any(state["state"] != "current" for state in states):
        ctx.exit(FINDINGS)


def _place(folder: Path | None) -> Path:
    """The folder of the files: the one that is named, else the shipped one."""
    from rete_chess.resources import folder as shipped

    return shipped("schemas") if folder is None else folder


def _state(kind: str, folder: Path, is_written: bool) -> dict[str, Any]:
    """The state of the schema file of a kind, as JSON: current, old, missing or written."""
    from rete_chess.primitives.schema import format_schema

    path, text = folder / f"{kind}.schema.json", format_schema(kind)
    found = path.read_text(encoding="utf-8") if path.is_file() else None
    state = "current" if found == text else "missing" if found is None else "old"
    if is_written and state != "current":
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        state = "written"
    return {"kind": kind, "file": str(path), "state": state}


def _unknown(kind: str, kinds: list[str]) -> click.BadParameter:
    from rete_chess.errors import nearest

    close = nearest(kind, kinds)
    hint = f"; did you mean {close!r}?" if close else ""
    message = f"unknown kind {kind[:60]!r}, expected one of {', '.join(kinds)}{hint}"
    return click.BadParameter(message, _context(), param_hint="'KIND'")


def _context() -> click.Context | None:
    return click.get_current_context(silent=True)
