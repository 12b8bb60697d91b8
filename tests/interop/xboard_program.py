"""XBoard itself, on a screen that nobody sees: it lets two of our engines play, and referees.

`python -m tests.interop.xboard_program` plays a game of chess, one of atomic and one that only we know.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.cli.helpers import environment

#: Debian keeps games where few search paths lead.
PATHS: Final = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games", "/usr/local/games"])
XBOARD: Final = shutil.which("xboard", path=PATHS)
SCREEN: Final = shutil.which("Xvfb", path=PATHS)
#: What is missing, in words.
MISSING: Final = " and ".join(name for name, found in (("xboard", XBOARD), ("Xvfb", SCREEN)) if found is None)
#: The seconds that one game may take.
PATIENCE: Final = 240

#: XBoard judges only by the rules that it knows itself, so that it must take our word for others.
TRUSTING: Final = ("-testLegality", "false", "-testClaims", "false")
GAMES: Final = {"normal": (), "atomic": ("-testClaims", "false"), "standard-bearers": TRUSTING}


@contextmanager
def screen() -> Iterator[str]:
    """A screen of memory, by the name that programs know it by."""
    assert SCREEN is not None
    read, write = os.pipe()
    words = [SCREEN, "-displayfd", str(write), "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
    with subprocess.Popen(words, pass_fds=[write], stderr=subprocess.DEVNULL) as process:
        os.close(write)
        try:
            with os.fdopen(read) as found:
                yield f":{found.readline().strip()}"
        finally:
            process.terminate()


def play(folder: Path, display: str, variant: str, fen: str | None = None, depth: int = 1) -> str:
    """The PGN of a game that XBoard has let two engines play."""
    assert XBOARD is not None
    command = f"{sys.executable} -m rete_chess xboard"
    pgn = folder / f"{variant}.pgn"
    words = [XBOARD, "-fcp", command, "-scp", command, "-mg", "1", "-depth", str(depth)]
    if variant != "normal":
        words[4] = f"{command} --variant {shlex.quote(variant)}"
    words += ["-variant", variant, "-sgf", str(pgn), *GAMES[variant], "-matchPause", "10"]
    words += ["-popupExitMessage", "false", "-popupMoveErrors", "false"]
    if fen is not None:
        (folder / "start.fen").write_text(f"{fen}\n", encoding="utf-8")
        words += ["-lpf", str(folder / "start.fen"), "-lpi", "1"]
    around = environment(DISPLAY=display, HOME=str(folder))
    subprocess.run(words, env=around, timeout=PATIENCE, capture_output=True, check=False)
    return pgn.read_text(encoding="utf-8")


def main() -> None:
    if MISSING:
        print(f"skipped: {MISSING} is not installed")
        return
    with tempfile.TemporaryDirectory() as folder, screen() as display:
        for variant in GAMES:
            pgn = play(Path(folder), display, variant)
            *_, end = pgn.strip().splitlines()
            print(f"{variant}: {end}")
            assert "Forfeit" not in pgn, pgn
            assert "False" not in pgn, pgn


if __name__ == "__main__":
    main()
