"""The contract at the edge: exit codes, one line for people, one object for machines, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rete_chess.errors import DocumentError, Place, Problem, ResourceError, ReteChessError, RulesError
from tests.cli.helpers import ERROR_KEYS, Run, environment

BAD_INPUT = {
    "unknown command": (("perf",), "did you mean 'perft'?"),
    "unknown option": (("--bogus",), "--bogus"),
    "missing option": (("perft",), "--depth"),
    "depth too large": (("perft", "--depth", "13"), "0<=x<=12"),
    "depth below zero": (("perft", "--depth", "-1"), "0<=x<=12"),
    "depth no number": (("perft", "--depth", "x"), "'x'"),
    "one argument too many": (("moves", "chess", "chess"), "chess"),
    "unknown variant": (("moves", "ches"), "did you mean 'chess'?"),
    "no FEN": (("moves", "--fen", "xyz"), "[E_FEN]"),
    "wrong letter": (("play", "--fen", "xxxxxxxx/8/8/8/8/8/8/8"), "[E_FEN_LETTER]"),
    "unknown shell": (("completion", "tcsh"), "'tcsh'"),
    "unknown row": (("bench", "--only", "nonsense"), "'nonsense'"),
}


@pytest.mark.parametrize(("words", "says"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_one_line_and_exit_2(run: Run, words: tuple[str, ...], says: str) -> None:
    outcome = run(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("error: ")
    assert outcome.err.count("\n") == 1
    assert says in outcome.err


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_an_object_for_machines(run: Run, name: str) -> None:
    words, _ = BAD_INPUT[name]
    outcome = run(*words, "--json")
    assert outcome.code == 2
    assert set(outcome.json["error"]) == ERROR_KEYS
    assert outcome.json["error"]["code"] in ("E_USAGE", "E_UNKNOWN_NAME", "E_FEN", "E_FEN_LETTER")
    assert outcome.err.startswith("error: ")


def fail_with(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make the perft command meet an error."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("rete_chess.cli.commands.perft.count", fail)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RulesError("E_PIECE_RULES", "two pieces share a letter"), 1),
        (ResourceError("E_RESOURCE", "the data folder is missing"), 3),
        (ReteChessError("E_GAME_OVER", "the game is over"), 2),
    ],
)
def test_exit_code_says_who_mends_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: ReteChessError, code: int
) -> None:
    fail_with(monkeypatch, error)
    outcome = run("perft", "--depth", "1")
    assert (outcome.code, outcome.err) == (code, f"error: {error}\n")


def test_error_object_names_the_place(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    error = RulesError(
        "E_PIECE_RULES", "bad", found=3, expected="1 or 2", place=Place("a.yaml", 4, 7), hint="write 1"
    )
    fail_with(monkeypatch, error)
    assert run("perft", "--depth", "1", "--json").json["error"] == {
        "code": "E_PIECE_RULES",
        "message": "bad",
        "found": "3",
        "expected": "1 or 2",
        "file": "a.yaml",
        "line": 4,
        "column": 7,
        "hint": "write 1",
    }


def test_all_problems_of_a_document_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = [
        Problem("E_DOC_TYPE", "`value` must be a number", line=5, column=8, hint="write 5"),
        Problem("E_DOC_MISSING", "`id` is missing", line=1, column=1),
    ]
    fail_with(monkeypatch, DocumentError("my.piece.yaml", problems))
    outcome = run("perft", "--depth", "1", "--json")
    assert outcome.code == 1
    assert outcome.err.splitlines() == [
        "error: my.piece.yaml:1:1: `id` is missing [E_DOC_MISSING]",
        "error: my.piece.yaml:5:8: `value` must be a number; write 5 [E_DOC_TYPE]",
    ]
    error = outcome.json["error"]
    assert (error["file"], error["line"], error["column"]) == ("my.piece.yaml", 1, 1)
    assert [problem["code"] for problem in error["problems"]] == ["E_DOC_MISSING", "E_DOC_TYPE"]


def test_internal_error_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(monkeypatch, KeyError("two\nlines"))
    outcome = run("perft", "--depth", "1", "--json")
    assert outcome.code == 3
    assert outcome.err.startswith("internal error: KeyError: ")
    assert "RETE_CHESS_DEBUG=1" in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.json["error"]["code"] == "E_INTERNAL"


def test_internal_error_shows_its_traceback_when_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(monkeypatch, ZeroDivisionError())
    monkeypatch.setenv("RETE_CHESS_DEBUG", "1")
    outcome = run("perft", "--depth", "1")
    assert outcome.code == 3
    assert outcome.err.startswith("Traceback")
    assert outcome.err.splitlines()[-1].startswith("internal error: ZeroDivisionError")


def test_interrupt_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(monkeypatch, KeyboardInterrupt())
    outcome = run("perft", "--depth", "1")
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "")


@pytest.mark.parametrize("words", ["--help", "moves", "moves --json", "perft --depth 2 --divide", "demo"])
def test_closed_pipe_is_quiet(words: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rete_chess", *words.split()],
            env=environment(),
            stdout=writer,
            stderr=subprocess.PIPE,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_closed_pipe_of_errors_is_quiet() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rete_chess", "moves", "ches"],
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=writer,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stdout) == (141, b"")
