"""`schemas`: printed, written and checked."""

from __future__ import annotations

import json
from pathlib import Path

from rete_chess.serial.schema import NAMES, format_schema
from tests.cli.helpers import Run


def states(run: Run, *words: str) -> tuple[int, set[str]]:
    outcome = run("schemas", *words, "--json")
    return outcome.code, {found["state"] for found in outcome.json["schemas"]}


def test_shipped_schemas_are_current(run: Run) -> None:
    assert states(run, "--check") == (0, {"current"})
    assert states(run) == (0, {"current"})
    outcome = run("schemas", "--check")
    assert len(outcome.out.splitlines()) == len(NAMES) + 2
    assert all(line.startswith("current  ") for line in outcome.out.splitlines())


def test_schema_is_printed(run: Run) -> None:
    assert run("schemas", "piece").out == format_schema("piece")
    assert run("schemas", "piece", "--json").json == {
        "schemas": {"piece": json.loads(format_schema("piece"))}
    }


def test_schemas_are_written_where_they_are_wanted(run: Run, tmp_path: Path) -> None:
    place = str(tmp_path / "here")
    assert states(run, "--to", place, "--check") == (1, {"missing"})
    assert states(run, "--to", place) == (0, {"written"})
    assert (tmp_path / "here" / "piece.schema.json").read_text(encoding="utf-8") == format_schema("piece")
    assert states(run, "--to", place) == (0, {"current"})
    (tmp_path / "here" / "piece.schema.json").write_text("{}")
    assert states(run, "--to", place, "--check") == (1, {"current", "old"})
    assert states(run, "piece", "--to", place) == (0, {"written"})


def test_unknown_kind(run: Run) -> None:
    outcome = run("schemas", "peice")
    assert outcome.code == 2
    assert "did you mean 'piece'?" in outcome.err
