"""What tests of kept programs share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rete_chess.compiler import Program, _face, _named, ahead, program_of
from rete_chess.compiler.ahead import shelf
from rete_chess.compiler.ahead.form import Reader
from tests.cli.helpers import environment


def forget() -> None:
    """Let this process know no program, as a new one does."""
    _named._registered.clear()
    _face._programs.clear()
    ahead._in_use.clear()


def compiled(variant: str, monkeypatch: pytest.MonkeyPatch) -> Program:
    """The program of a variant without any cache."""
    with monkeypatch.context() as patch:
        patch.setenv(shelf.VARIABLE, "0")
        forget()
        program = program_of(variant)
    forget()
    return program


def copy_of(program: Program) -> Program:
    """The program as it is after it was written and read."""
    found = Reader().read(json.loads(json.dumps(ahead.written(program))))
    assert isinstance(found, Program)
    assert found.book  # made here, where nobody pays for it
    return found


def run(code: str, folder: Path | str, root: Path | None = None) -> Any:
    """What a program prints as JSON, in a process of its own with a cache in a folder."""
    env = environment(**{shelf.VARIABLE: str(folder)})
    if root is not None:
        env["PYTHONPATH"] = os.fspath(root)
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
