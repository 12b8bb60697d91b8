"""The command line called in this process, its two streams kept apart."""

from __future__ import annotations

import io

import pytest

from tests.cli.helpers import Outcome, Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program with words and lines of input."""
    from rete_chess.cli import main

    monkeypatch.setenv("COLUMNS", "100")
    for name in ("FORCE_COLOR", "NO_COLOR", "RETE_CHESS_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def call(*words: str, lines: str = "") -> Outcome:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        with pytest.raises(SystemExit) as leave:
            main(list(words))
        captured = capsys.readouterr()
        assert isinstance(leave.value.code, int)
        return Outcome(leave.value.code, captured.out, captured.err)

    return call
