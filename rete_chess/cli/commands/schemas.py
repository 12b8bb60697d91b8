"""`rete-chess schemas`: the JSON Schemas of documents, serialised values, messages and requests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import click

from rete_chess.cli._guard import FINDINGS
from rete_chess.cli.views.output import Output, output_option
from rete_chess.storage import write_whole

#: What is said of messages and of requests over HTTP rather than of a kind of document.
PROTOCOL: Final = "protocol"
API: Final = "api"


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
    """Write or check the JSON Schemas of documents, answers, messages and requests.

    KIND is a kind of document, `records` for all values that are serialised, `protocol` or `api`. With KIND
    the schemas of these kinds are printed; with DIR the files are written. Otherwise the shipped files
    are listed; with `--check` the exit code is 1 if one of them is missing or old.
    """
    known = _kinds()
    for kind in kinds:
        if kind not in known:
            raise _unknown(kind, known)
    if kinds and not (check or folder):
        texts = {kind: _text(kind) for kind in kinds}
        if out.is_json:
            out.answer({"schemas": {kind: json.loads(text) for kind, text in texts.items()}})
        else:
            click.echo("".join(texts.values()), nl=False)
        return
    is_written = folder is not None and not check
    states = [_state(kind, _place(folder), is_written) for kind in kinds or known]
    out.answer({"schemas": states})
    if not out.is_json:
        for state in states:
            out.screen.say(f"{state['state']:<8} {state['file']}")
    if check and any(state["state"] != "current" for state in states):
        ctx.exit(FINDINGS)


def _kinds() -> list[str]:
    """All kinds that have a schema."""
    from rete_chess.serial.schema import NAMES

    return [*NAMES, PROTOCOL, API]


def _text(kind: str) -> str:
    """The text of the schema of a kind."""
    if kind == PROTOCOL:
        from rete_chess.server.wire.schema import format_protocol_schema

        return format_protocol_schema()
    if kind == API:
        from rete_chess.server.api.schema import format_api_schema

        return format_api_schema()
    from rete_chess.serial.schema import format_schema

    return format_schema(kind)


def _place(folder: Path | None) -> Path:
    """The folder of the files: the one that is named, else the shipped one."""
    from rete_chess.resources import folder as shipped

    return shipped("schemas") if folder is None else folder


def _state(kind: str, folder: Path, is_written: bool) -> dict[str, Any]:
    """The state of the schema file of a kind, as JSON: current, old, missing or written."""
    path, text = folder / f"{kind}.schema.json", _text(kind)
    found = path.read_text(encoding="utf-8") if path.is_file() else None
    state = "current" if found == text else "missing" if found is None else "old"
    if is_written and state != "current":
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
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
