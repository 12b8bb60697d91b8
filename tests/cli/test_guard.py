"""The contract at the edge: exit codes, one line for people, one object for machines, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rete_chess.errors import DocumentError, Place, Problem, ResourceError, ReteChessError, RulesError
from rete_chess.resources import folder
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


def test_an_interrupt_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(monkeypatch, KeyboardInterrupt())
    outcome = run("perft", "--depth", "1")
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "interrupted\n")


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


def shell(line: str, **more: str) -> tuple[int, str]:
    """The exit code of the program behind a shell's redirections, and what it said on standard error."""
    command = line.replace("rete-chess", f"{sys.executable} -m rete_chess")
    done = subprocess.run(["sh", "-c", command], env=environment(**more), capture_output=True, text=True)
    return done.returncode, done.stderr


CLOSED = {
    "output": ("rete-chess list variants >&-", 2, "cannot use the output: it is closed"),
    "output, JSON": ("rete-chess moves --json >&-", 2, "cannot use the output: it is closed"),
    "output, help": ("rete-chess --help >&-", 2, "cannot use the output: it is closed"),
    "full": ("rete-chess list variants >/dev/full", 2, "cannot use the output: no space left on device"),
    "full, JSON": ("rete-chess moves --json >/dev/full", 2, "cannot use the output: no space left"),
    "full, error": ("rete-chess nonsense --json >/dev/full", 2, "cannot use the output: no space left"),
    "input, validate": ("rete-chess validate - <&-", 2, "cannot use standard input: it is closed"),
    "input, test": ("rete-chess test - <&-", 2, "cannot use standard input: it is closed"),
    "input, moves": ("rete-chess moves - --json <&-", 2, "cannot use standard input: it is closed"),
    "input, for writing": ("rete-chess validate - 0>x", 2, "cannot use standard input: bad file descriptor"),
    "no folder": ("rete-chess new variant a-b --to /dev/null/x", 2, "/dev/null/x"),
    **{
        f"deleted folder, {words}": (
            f"mkdir gone && cd gone && rmdir ../gone && rete-chess {words}",
            2,
            "cannot use",
        )
        for words in ("new variant a-b", "validate .", "test .")
    },
}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")
@pytest.mark.parametrize(("line", "code", "says"), CLOSED.values(), ids=CLOSED)
def test_what_the_system_does_not_give_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: int, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    found, said = shell(line)
    assert (found, said.count("\n")) == (code, 1), said
    assert said.startswith("error: ")
    assert says in said


def test_closed_streams_that_nobody_needs(tmp_path: Path) -> None:
    assert shell("rete-chess play <&- >/dev/null") == (0, "")
    assert shell("rete-chess nonsense 2>&-") == (2, "")
    if os.path.exists("/dev/full"):
        assert shell("rete-chess nonsense 2>/dev/full") == (2, "")
    assert shell(f"rete-chess svg -o {tmp_path / 'x.svg'} >/dev/null") == (0, "")


def test_a_terminal_without_columns_is_one_of_unknown_width(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    assert "atomic" in run("list", "variants").out


@pytest.mark.parametrize("kind", ["document", "rules"])
def test_errors_name_shipped_documents_without_the_installation(
    run: Run, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    file = str(folder("descriptors") / "variants" / "chess.variant.yaml")
    errors: dict[str, ReteChessError] = {
        "document": DocumentError(file, [Problem("E_DOC_VALUE", "bad", line=3, column=1)]),
        "rules": RulesError("E_START", f"worse than {file}", place=Place(file, 3, 1)),
    }
    fail_with(monkeypatch, errors[kind])
    outcome = run("perft", "--depth", "1", "--json")
    assert outcome.json["error"]["file"] == "descriptors/variants/chess.variant.yaml"
    assert "error: descriptors/variants/chess.variant.yaml:3:1: " in outcome.err
    assert str(folder("descriptors")) not in outcome.out + outcome.err + str(errors[kind])
