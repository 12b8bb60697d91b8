"""Ctrl-C, by real signals: while the program loads, while it works, and while others work for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rete_chess.network.soak import started_worker
from tests.cli.helpers import ROOT, environment


@pytest.fixture(autouse=True)
def _hears_interrupts() -> Iterator[None]:
    """Lets programs hear a Ctrl-C also where the tests themselves run in the background, and would not."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, former)


#: Runs the program as its script does, and interrupts it where it looks for a module.
INTERRUPTED = """
import os, signal, sys

class Interrupter:
    def find_spec(name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(Interrupter)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupter)
sys.argv = ["rete-chess", "moves"]
from rete_chess.__main__ import run
sys.exit(run())
"""

#: Modules in the order in which a start looks for them.
LOADED = (
    "rete_chess.cli",
    "click",
    "rete_chess.cli._app",
    "difflib",
    "rete_chess.errors",
    "rete_chess.cli._guard",
    "rete_chess.cli.commands.moves",
    "rete_chess.compiler",
    "pydantic",
    "yaml",
    "rich",
    "rete_chess.engine",
)


def outcome_of(code: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("module", LOADED)
def test_an_interrupt_while_the_program_loads_is_one_line(module: str) -> None:
    assert outcome_of(INTERRUPTED.format(module=module)) == (130, "", "interrupted\n")


def test_the_package_alone_imports_nothing() -> None:
    code = "import sys; before = {*sys.modules}; import rete_chess.__main__; print(*{*sys.modules} - before)"
    assert {*outcome_of(code)[1].split()} == {"rete_chess", "rete_chess.__main__"}


def test_the_package_shows_its_names_all_the_same() -> None:
    assert outcome_of("import rete_chess; print('Engine' in dir(rete_chess), rete_chess.Match.__name__)") == (
        0,
        "True Match\n",
        "",
    )
    assert outcome_of("import rete_chess; rete_chess.Nobody")[2].endswith(
        "AttributeError: module 'rete_chess' has no attribute 'Nobody'\n"
    )


#: Runs a self-test whose workers tell that they live, and then wait for ever.
WAITING = """
from rete_chess.cli.commands import selftest
from rete_chess.__main__ import run
import sys
selftest.WORKER = "tests.cli.waiting_worker"
sys.argv = ["rete-chess", "selftest", "--network", "native", "--games", "50"]
run()
"""


@pytest.mark.parametrize("is_terminal", [True, False], ids=["all of a terminal", "one process"])
def test_a_self_test_that_is_interrupted_ends_its_workers(tmp_path: Path, is_terminal: bool) -> None:
    """A terminal sends the signal to everybody; the worker holds the pipe open as long as it lives."""
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    program = subprocess.Popen(
        [sys.executable, "-c", WAITING],
        env=environment(ALIVE=str(pipe)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with program, pipe.open(encoding="utf-8") as alive:
        session = alive.readline()
        (os.killpg if is_terminal else os.kill)(program.pid, signal.SIGINT)
        told = program.communicate()
        left = alive.read()  # to the end: when nobody holds the pipe
    assert (told, program.returncode, left) == (("", "interrupted\n"), 130, "")
    assert session != f"{program.pid}\n"  # of the worker: it does not hear a Ctrl-C itself


@pytest.mark.parametrize("how", ["SIGTERM", "SIGKILL"])
def test_no_worker_outlives_a_self_test_that_is_killed(tmp_path: Path, how: str) -> None:
    """By a signal that leaves the program no time to end anybody; nothing is told by those it leaves."""
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    program = subprocess.Popen(
        [sys.executable, "-c", WAITING],
        env=environment(ALIVE=str(pipe)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with program, pipe.open(encoding="utf-8") as alive:
        alive.readline()
        program.send_signal(getattr(signal, how))
        told = program.communicate()
        left = alive.read()
    assert (told, program.returncode, left) == (("", ""), -getattr(signal, how), "")


@pytest.mark.parametrize(
    "words",
    [
        "rete_chess.cli.commands.lockstep native laws 0 0 999",
        "rete_chess.network.soak_worker native 0 1 9999999",
    ],
    ids=["games", "stages"],
)
def test_a_worker_ends_when_its_program_is_gone(words: str) -> None:
    with started_worker([sys.executable, "-m", *words.split()]) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stdout.readline()
        worker.stdin.close()
        assert worker.wait() == 1
