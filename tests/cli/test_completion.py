"""`rete-chess completion`, and what the shells then ask."""

from __future__ import annotations

import pytest

from tests.cli.helpers import Run, start


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_script(run: Run, shell: str) -> None:
    outcome = run("completion", shell)
    assert outcome.code == 0
    assert "rete-chess" in outcome.out
    assert f"_RETE_CHESS_COMPLETE={shell}_complete" in outcome.out


def test_json(run: Run) -> None:
    answer = run("completion", "fish", "--json").json
    assert answer["shell"] == "fish"
    assert "_RETE_CHESS_COMPLETE" in answer["script"]


@pytest.mark.parametrize(("login", "shell"), [("/bin/zsh", "zsh"), ("/bin/tcsh", "bash"), ("", "bash")])
def test_shell_is_guessed(run: Run, monkeypatch: pytest.MonkeyPatch, login: str, shell: str) -> None:
    monkeypatch.setenv("SHELL", login)
    assert run("completion", "--json").json["shell"] == shell


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("rete-chess p", ["plain,play", "plain,perft", "plain,pgn"]),
        ("rete-chess perft che", ["plain,checkless", "plain,chess", "plain,chess960", "plain,chessgi"]),
        ("rete-chess completion z", ["plain,zsh"]),
    ],
)
def test_words_are_completed(words: str, answers: list[str]) -> None:
    outcome = start(_RETE_CHESS_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(words.count(" ")))
    assert outcome.out.splitlines() == answers
