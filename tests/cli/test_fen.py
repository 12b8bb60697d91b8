"""`rete-chess fen`: records of other programs in, records for them out."""

from __future__ import annotations

from pathlib import Path

from tests.cli.helpers import Run

#: A variant whose record has a field of the game, which no other program knows.
OWN = """
kind: variant
id: tides
name: Tides
extends: chess
attributes:
  Tide: {of: game, type: int, start: 2, fen: true}
"""


def test_records_are_read_and_written(run: Run) -> None:
    record = "rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR/Qpp w KQkq - 0 4"
    ours = "rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Qpp] w KQkq - 0 4"
    assert run("fen", record, "crazyhouse").out.strip() == ours
    assert run("fen", ours, "crazyhouse", "--to", "lichess").out.strip() == record
    assert run("fen", "startpos", "--to", "fairy", "--json").json["fen"].startswith("rnbqkbnr/")
    wrong = run("fen", "8/8 w", "chess")
    assert wrong.code == 2
    assert "E_FEN" in wrong.err


def test_what_a_dialect_cannot_say_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tides.variant.yaml"
    path.write_text(OWN, encoding="utf-8")
    ours = run("fen", "startpos", str(path))
    assert ours.out.split()[4] == "2"
    theirs = run("fen", "startpos", str(path), "--to", "fairy")
    assert theirs.err == "warning: fairy has no field for Tide\n"
    assert theirs.out.split()[4:] == ["0", "1"]
