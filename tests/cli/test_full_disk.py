"""A disk that is full in the middle of a file: one line, the right exit code, and no torn file."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.helpers import environment

#: Fewer bytes than each of the files below has.
FEW = 400
OLD = "what was there before\n"


class Writing(NamedTuple):
    """A command that writes a file: its words, the file, the lines it is told, its exit code if it fails."""

    words: str
    file: str
    lines: str = ""
    code: int = 2


WRITINGS = {
    "new": Writing("new variant mine --force --to .", "mine.variant.yaml"),
    "save": Writing("play", "game.save.json", "e4\nsave game.save.json\nquit\n", 0),
    "svg": Writing("svg -o board.svg", "board.svg"),
    "selfplay": Writing("selfplay --games 5 --longest 9 --pgn games.pgn", "games.pgn"),
    "play": Writing("play --white random --black random --pgn game.pgn", "game.pgn"),
    "pgn": Writing("pgn - --to pgn -o again.pgn", "again.pgn", "1. e4 {a comment} e5 *\n" * 20),
    "schemas": Writing("schemas variant --to .", "variant.schema.json"),
}


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (FEW, FEW))


def run(writing: Writing, folder: Path, is_limited: bool) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rete_chess", *writing.words.split()],
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        cwd=folder,
        input=writing.lines,
        capture_output=True,
        text=True,
        preexec_fn=limit if is_limited else None,
    )


def told(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What is said of the failure, wherever the command says it."""
    return [line for line in (done.stdout + done.stderr).splitlines() if "cannot" in line]


@pytest.mark.parametrize("is_there", [False, True], ids=["new", "over an old one"])
@pytest.mark.parametrize("name", WRITINGS)
def test_a_file_is_written_whole_or_not_at_all(name: str, is_there: bool, tmp_path: Path) -> None:
    writing = WRITINGS[name]
    if is_there:
        (tmp_path / writing.file).write_text(OLD, encoding="utf-8")
    before = files(tmp_path)
    done = run(writing, tmp_path, is_limited=True)
    assert done.returncode == writing.code, done
    (line,) = told(done)
    assert writing.file in line
    assert "file too large" in line.lower()
    assert "Traceback" not in done.stderr
    assert files(tmp_path) == before
    assert run(writing, tmp_path, is_limited=False).returncode == 0
    (written,) = files(tmp_path).values()
    assert len(written) > FEW


def has_small_disks(folder: Path) -> bool:
    """Whether a small disk can be had, in a namespace of one's own."""
    if shutil.which("unshare") is None:
        return False
    mount = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", str(folder)]
    return subprocess.run(mount, capture_output=True).returncode == 0


#: Fills a disk of a few pages, runs the command, and tells what lies on the disk then.
ON_A_FULL_DISK = """
mount -t tmpfs -o size=16k tmpfs disk && cd disk || exit 99
printf 'old' >"$FILE"
head -c 20000 /dev/zero >fill 2>/dev/null
"$PYTHON" -m rete_chess $WORDS; code=$?
printf 'left: %s, ' $(ls -A) >&2
printf '%s\\n' "$(cat "$FILE")" >&2
exit $code
"""


@pytest.mark.parametrize("name", WRITINGS)
def test_a_real_disk_that_is_full(name: str, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    if not has_small_disks(tmp_path / "disk"):
        pytest.skip("the system gives no small disk")
    writing = WRITINGS[name]
    more = {"PYTHON": sys.executable, "WORDS": writing.words, "FILE": writing.file}
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", ON_A_FULL_DISK],
        env=environment(PYTHONDONTWRITEBYTECODE="1", **more),
        cwd=tmp_path,
        input=writing.lines,
        capture_output=True,
        text=True,
    )
    assert done.returncode == writing.code, done
    (line,) = told(done)
    assert writing.file in line
    assert "no space left on device" in line.lower()
    left = ", ".join(f"left: {file}" for file in sorted(("fill", writing.file)))
    assert done.stderr.splitlines()[-1] == f"{left}, old"
